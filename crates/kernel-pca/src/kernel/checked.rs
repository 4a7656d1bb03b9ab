//! Kernel with checked parameters, the form that all computations take.

use nalgebra::DMatrix;

use super::{
    KernelKind, KernelParameter, ParamError, Similarity, SpectrumKernel,
    params::parameters,
    switches::{Normalize, SecondKernel},
};
use crate::objects::{GivenQuantity, ObjectKind};

/// Checked kernel: γ, a and β are positive and finite, c₀ finite, degree, power and length at least 1.
///
/// Constructors stand in the files of `kernel/families/`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Kernel {
    pub(super) kind: KernelKind,
    /// Values of the parameters in the order of [`KernelParameter::ALL`]; those that the kernel does not use
    /// are 1, so that equal kernels are equal.
    pub(super) values: [f64; KernelParameter::ALL.len()],
    pub(super) similarity: Similarity,
    pub(super) all_lengths: bool,
    pub(super) second: Option<SecondKernel>,
    pub(super) normalize: Option<Normalize>,
    pub(super) center: bool,
    /// True where a given matrix is known to be positive semidefinite.
    pub(super) positive: bool,
}

impl Kernel {
    /// Checks that new objects can be projected.
    ///
    /// # Errors
    /// [`ParamError`] where the projection needs kernel values of new objects beyond those with the training objects,
    /// or where the objects are nodes of a graph.
    pub fn check_new(&self) -> Result<(), ParamError> {
        if self.kind.takes() == ObjectKind::Graph {
            let reason =
                "of a graph have no scores: a new node would change the kernel of all others";
            return Err(ParamError::new("new rows", reason));
        }
        let what = "normalising";
        match (self.normalize, self.kind.takes()) {
            (None, _) => Ok(()),
            // Entries of a given matrix have no lengths before centring.
            (Some(Normalize::Before), ObjectKind::Matrix(_)) => Err(unknown_lengths(what)),
            (Some(_), _) => self.check_new_lengths(what),
        }
    }

    /// Checks that k(x, x) of new objects is known, which the operation named `what` needs.
    ///
    /// # Errors
    /// [`ParamError`] where k(x, x) is not known.
    pub fn check_new_lengths(&self, what: &'static str) -> Result<(), ParamError> {
        match self.kind.takes() {
            // The distance of an object from itself is 0.
            ObjectKind::Vectors | ObjectKind::Matrix(GivenQuantity::Distances) => Ok(()),
            ObjectKind::Matrix(GivenQuantity::KernelValues)
            | ObjectKind::Strings
            | ObjectKind::Graph => Err(unknown_lengths(what)),
        }
    }

    /// Returns true where the kernel is defined for data with negative values.
    #[must_use]
    pub fn takes_negative_values(&self) -> bool {
        let mut parts = self.parts().into_iter();
        parts.all(|part| part.kind.takes_negative_values())
    }

    /// Checks that the kernel is defined for all values of `x` (n × d).
    ///
    /// # Errors
    /// [`ParamError`] that names the metric and the first value outside its domain.
    pub fn check_values(&self, x: &DMatrix<f64>) -> Result<(), ParamError> {
        for part in self.parts() {
            let metric = part.metric().spec();
            metric
                .domain
                .check(x)
                .map_err(|reason| ParamError::new(metric.name, reason))?;
        }
        Ok(())
    }

    /// Creates a kernel with all parameters 1.
    pub(super) const fn of(kind: KernelKind) -> Self {
        Self {
            kind,
            values: [1.0; KernelParameter::ALL.len()],
            similarity: Similarity::Laplacian,
            all_lengths: false,
            second: None,
            normalize: None,
            center: true,
            positive: false,
        }
    }

    /// Returns the kernel with another value of a parameter, which was checked.
    pub(super) const fn with(mut self, parameter: KernelParameter, value: f64) -> Self {
        self.values[parameter as usize] = value;
        self
    }

    /// Value of a parameter; 1 where the formula does not hold it.
    pub(super) const fn get(&self, parameter: KernelParameter) -> f64 {
        self.values[parameter as usize]
    }

    /// Single kernels that this one is made of, one or two, each centred and not normalised.
    pub fn parts(&self) -> Vec<Self> {
        let kinds = [Some(self.kind), self.second.map(|second| second.kind)];
        let kinds = kinds.into_iter().flatten();
        kinds.map(|kind| self.part(kind)).collect()
    }

    /// Kernel of one of the two kinds alone, centred and not normalised.
    pub(super) fn part(&self, kind: KernelKind) -> Self {
        Self {
            kind,
            second: None,
            normalize: None,
            center: true,
            ..*self
        }
    }

    /// Second kernel and the way it is joined; `None` for a single kernel.
    #[must_use]
    pub fn second(&self) -> Option<SecondKernel> {
        self.second
    }

    /// Order of normalising and centring; `None` where images keep their lengths.
    #[must_use]
    pub fn normalize(&self) -> Option<Normalize> {
        self.normalize
    }

    /// Returns true where the mean of the images is taken away in feature space, so that components describe variance.
    #[must_use]
    pub fn center(&self) -> bool {
        self.center
    }

    /// Returns true where the kernel is a single one whose images are only centred: no sum, product or normalising.
    /// Other kernels are evaluated as whole matrices before they are decomposed.
    #[must_use]
    pub fn is_plain(&self) -> bool {
        self.second.is_none() && self.normalize.is_none() && self.center
    }

    /// Returns the kernel joined to a second one by a sum or a product.
    #[must_use]
    pub const fn joined(self, second: SecondKernel) -> Self {
        Self {
            second: Some(second),
            ..self
        }
    }

    /// Returns the kernel with images scaled to length 1, before or after centring.
    #[must_use]
    pub const fn normalized(self, normalize: Normalize) -> Self {
        Self {
            normalize: Some(normalize),
            ..self
        }
    }

    /// Returns the kernel without normalising: images keep their lengths.
    #[must_use]
    pub const fn unnormalized(self) -> Self {
        Self {
            normalize: None,
            ..self
        }
    }

    /// Returns the kernel without centring: components describe second moments about the origin.
    #[must_use]
    pub const fn uncentered(self) -> Self {
        Self {
            center: false,
            ..self
        }
    }

    /// Parameters of the one or two kernels, each named once.
    #[must_use]
    pub fn parameters(&self) -> Vec<KernelParameter> {
        parameters(self.kind, self.second)
    }

    /// Family of the kernel; of the first kernel where two are joined.
    #[must_use]
    pub fn kind(&self) -> KernelKind {
        self.kind
    }

    pub(super) fn uses(&self, parameter: KernelParameter) -> bool {
        self.parameters().contains(&parameter)
    }

    /// Similarity matrix of a graph's nodes that the kernel is a function of; `None` for kernels of other objects.
    #[must_use]
    pub fn similarity(&self) -> Option<Similarity> {
        (self.kind.takes() == ObjectKind::Graph).then_some(self.similarity)
    }

    /// Lengths of the substrings that a kernel of strings counts; `None` for kernels of other objects.
    #[must_use]
    pub fn spectrum(&self) -> Option<SpectrumKernel> {
        (self.kind.takes() == ObjectKind::Strings).then(|| self.substrings())
    }

    /// Value of γ; `None` where the formula holds none.
    #[must_use]
    pub fn gamma(&self) -> Option<f64> {
        self.value(KernelParameter::Gamma)
    }

    /// Degree of a polynomial; `None` where the formula holds none.
    #[must_use]
    pub fn degree(&self) -> Option<u32> {
        self.value(KernelParameter::Degree)
            .map(|degree| degree as u32)
    }

    /// Value of a parameter; `None` where the formula does not hold it.
    #[must_use]
    pub fn value(&self, parameter: KernelParameter) -> Option<f64> {
        self.uses(parameter).then_some(self.get(parameter))
    }

    /// Returns the kernel with another γ; unchanged where the formula holds no γ.
    #[must_use]
    pub fn with_gamma(self, gamma: f64) -> Self {
        if self.uses(KernelParameter::Gamma) {
            self.with(KernelParameter::Gamma, gamma)
        } else {
            self
        }
    }
}

fn unknown_lengths(what: &'static str) -> ParamError {
    let reason =
        "needs the kernel's value of each new object with itself, which is not in the file";
    ParamError::new(what, reason)
}
