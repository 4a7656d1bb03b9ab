//! A kernel whose parameters were checked, as the maths takes it.

use nalgebra::DMatrix;

use super::{
    KernelKind, KernelParameter, ParamError, Similarity, SpectrumKernel,
    params::parameters,
    switches::{Normalize, SecondKernel},
};
use crate::objects::{GivenQuantity, ObjectKind};

/// A checked kernel: γ, a and β are positive and finite, c₀ finite, degree, power and length at least 1.
///
/// Each file of `kernel/families/` has the constructor of its kernel.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Kernel {
    pub(super) kind: KernelKind,
    /// Values in the order of [`KernelParameter::ALL`]; those that the kernel does not use are 1, so that equal
    /// kernels are equal.
    pub(super) values: [f64; KernelParameter::ALL.len()],
    pub(super) similarity: Similarity,
    pub(super) all_lengths: bool,
    pub(super) second: Option<SecondKernel>,
    pub(super) normalize: Option<Normalize>,
    pub(super) center: bool,
    /// A given matrix is known to be positive semidefinite.
    pub(super) positive: bool,
}

impl Kernel {
    /// # Errors
    /// When what is asked of new objects is not among what they have with the training objects.
    pub fn check_new(&self) -> Result<(), ParamError> {
        if self.kind.takes() == ObjectKind::Graph {
            let reason =
                "of a graph have no scores: a new node would change the kernel of all others";
            return Err(ParamError::new("new rows", reason));
        }
        let what = "normalising";
        match (self.normalize, self.kind.takes()) {
            (None, _) => Ok(()),
            // No entries have a length before they are centred.
            (Some(Normalize::Before), ObjectKind::Matrix(_)) => Err(unknown_lengths(what)),
            (Some(_), _) => self.check_new_lengths(what),
        }
    }

    /// # Errors
    /// When k(x, x) of new objects is not known, which `what` needs.
    pub fn check_new_lengths(&self, what: &'static str) -> Result<(), ParamError> {
        match self.kind.takes() {
            // No object is at a distance from itself.
            ObjectKind::Vectors | ObjectKind::Matrix(GivenQuantity::Distances) => Ok(()),
            ObjectKind::Matrix(GivenQuantity::KernelValues)
            | ObjectKind::Strings
            | ObjectKind::Graph => Err(unknown_lengths(what)),
        }
    }

    /// Whether the kernel is defined for data with negative values.
    #[must_use]
    pub fn takes_negative_values(&self) -> bool {
        let mut parts = self.parts().into_iter();
        parts.all(|part| part.kind.takes_negative_values())
    }

    /// # Errors
    /// When `x` has values that the kernel is not defined for.
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

    /// With all parameters 1.
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

    /// This kernel with another value of a parameter, which was checked.
    pub(super) const fn with(mut self, parameter: KernelParameter, value: f64) -> Self {
        self.values[parameter as usize] = value;
        self
    }

    /// Value of a parameter; 1 where the formula does not hold it.
    pub(super) const fn get(&self, parameter: KernelParameter) -> f64 {
        self.values[parameter as usize]
    }

    /// The kernel, or the two that it is made of, each as it is by itself.
    pub fn parts(&self) -> Vec<Self> {
        let by_itself = |kind| Self {
            kind,
            second: None,
            normalize: None,
            center: true,
            ..*self
        };
        let second = self.second.map(|second| by_itself(second.kind));
        std::iter::once(by_itself(self.kind))
            .chain(second)
            .collect()
    }

    /// The kernel that is joined to it, and how.
    #[must_use]
    pub fn second(&self) -> Option<SecondKernel> {
        self.second
    }

    #[must_use]
    pub fn normalize(&self) -> Option<Normalize> {
        self.normalize
    }

    /// Whether the mean of the images is taken away in feature space, so that components describe variance.
    #[must_use]
    pub fn center(&self) -> bool {
        self.center
    }

    /// Whether the kernel is a single one whose images are only centred: no sum, product or normalising.
    /// Other kernels are evaluated as whole matrices before they are decomposed.
    #[must_use]
    pub fn is_plain(&self) -> bool {
        self.second.is_none() && self.normalize.is_none() && self.center
    }

    /// This kernel, joined to a second one by a sum or a product.
    #[must_use]
    pub const fn joined(self, second: SecondKernel) -> Self {
        Self {
            second: Some(second),
            ..self
        }
    }

    /// This kernel with images scaled to length 1, before or after they are centred.
    #[must_use]
    pub const fn normalized(self, normalize: Normalize) -> Self {
        Self {
            normalize: Some(normalize),
            ..self
        }
    }

    /// This kernel with images at their own lengths.
    #[must_use]
    pub const fn unnormalized(self) -> Self {
        Self {
            normalize: None,
            ..self
        }
    }

    /// This kernel without centring: components describe second moments about the origin.
    #[must_use]
    pub const fn uncentered(self) -> Self {
        Self {
            center: false,
            ..self
        }
    }

    /// Parameters of its one or two kernels, each named once.
    #[must_use]
    pub fn parameters(&self) -> Vec<KernelParameter> {
        parameters(self.kind, self.second)
    }

    #[must_use]
    pub fn kind(&self) -> KernelKind {
        self.kind
    }

    pub(super) fn uses(&self, parameter: KernelParameter) -> bool {
        self.parameters().contains(&parameter)
    }

    /// Similarity of a graph's nodes that the kernel is a function of; `None` for kernels of other objects.
    #[must_use]
    pub fn similarity(&self) -> Option<Similarity> {
        (self.kind.takes() == ObjectKind::Graph).then_some(self.similarity)
    }

    /// Substrings that a kernel of strings counts; `None` for kernels of other objects.
    #[must_use]
    pub fn spectrum(&self) -> Option<SpectrumKernel> {
        (self.kind.takes() == ObjectKind::Strings).then(|| self.substrings())
    }

    /// γ, where the formula holds one.
    #[must_use]
    pub fn gamma(&self) -> Option<f64> {
        self.value(KernelParameter::Gamma)
    }

    /// The degree, where the formula holds one.
    #[must_use]
    pub fn degree(&self) -> Option<u32> {
        self.value(KernelParameter::Degree)
            .map(|degree| degree as u32)
    }

    /// The value of a parameter, where the formula holds it.
    #[must_use]
    pub fn value(&self, parameter: KernelParameter) -> Option<f64> {
        self.uses(parameter).then_some(self.get(parameter))
    }

    /// This kernel with another γ; unchanged where it has none.
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
