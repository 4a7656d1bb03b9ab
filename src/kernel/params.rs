//! Kernel parameters: unchecked as a slider or a flag gives them, and checked as the maths takes them.

use nalgebra::DMatrix;
use serde::{Deserialize, Serialize};

use super::{
    KernelKind,
    KernelParameter::{self, Beta, Coef0, Degree, Length, Power, Shape},
    Similarity, SpectrumKernel,
    gamma::{Gamma, gamma_auto, gamma_median},
    switches::{Normalize, Second},
};
use crate::{
    data::{Given, Takes},
    typed::Rule,
};

/// Highest degree taken; past it the values of a polynomial leave the range of f64 on most data.
pub const MAX_DEGREE: u32 = 50;

/// Longest substrings taken, and the highest power of a graph's similarities.
pub const MAX_LENGTH: u32 = 1000;

/// Unchecked parameters; those that `kind` does not use are kept for when it changes.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct KernelParams {
    pub kind: KernelKind,
    pub gamma: Gamma,
    pub degree: u32,
    pub coef0: f64,
    pub shape: f64,
    /// How far likeness spreads along the edges of a graph.
    pub beta: f64,
    /// The power of a graph's similarities.
    pub power: u32,
    /// Which similarities of its nodes.
    pub similarity: Similarity,
    /// The length of substrings.
    pub length: u32,
    /// Whether shorter ones count too.
    pub all_lengths: bool,
    /// A kernel that is added to it or multiplied with it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub second: Option<Second>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub normalize: Option<Normalize>,
    /// Whether images are moved to their mean, as principal components ask for.
    pub center: bool,
}

impl Default for KernelParams {
    fn default() -> Self {
        Self {
            kind: KernelKind::default(),
            gamma: Gamma::Auto,
            degree: 3,
            coef0: 1.0,
            shape: 1.0,
            beta: 0.2,
            power: 2,
            similarity: Similarity::default(),
            length: 3,
            all_lengths: false,
            second: None,
            normalize: None,
            center: true,
        }
    }
}

/// A checked kernel: γ, a and β are positive and finite, c₀ finite, degree, power and length at least 1.
///
/// Each file of `kernel/families/` has the constructor of its kernel.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Kernel {
    pub(super) kind: KernelKind,
    /// Parameters that the kernel does not use are 1, so that equal kernels are equal.
    pub(super) gamma: f64,
    pub(super) degree: u32,
    pub(super) coef0: f64,
    pub(super) shape: f64,
    pub(super) beta: f64,
    pub(super) power: u32,
    pub(super) similarity: Similarity,
    pub(super) length: u32,
    pub(super) all_lengths: bool,
    pub(super) second: Option<Second>,
    pub(super) normalize: Option<Normalize>,
    pub(super) center: bool,
    /// A given matrix is known to be positive semidefinite.
    pub(super) positive: bool,
}

/// A parameter out of range; names the field.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[error("{field} {reason}")]
pub struct ParamError {
    pub field: &'static str,
    pub reason: String,
}

impl ParamError {
    pub(super) fn new(field: &'static str, reason: impl Into<String>) -> Self {
        Self {
            field,
            reason: reason.into(),
        }
    }

    fn breaks(parameter: KernelParameter, rule: Rule) -> Self {
        Self::new(parameter.symbol(), format!("must be {}", rule.wants()))
    }
}

impl KernelParameter {
    /// What a value must be.
    #[must_use]
    pub const fn rule(self) -> Rule {
        match self {
            Self::Gamma | Self::Shape | Beta => Rule::Positive,
            Power | Length => Rule::Whole(1, MAX_LENGTH),
            Self::Degree => Rule::Whole(1, MAX_DEGREE),
            Self::Coef0 => Rule::Any,
        }
    }
}

impl KernelParams {
    /// Checks the parameters that `kind` uses, resolving γ's rule on `x` (n × d).
    ///
    /// # Errors
    /// Names the field that is out of range.
    pub fn check(&self, x: &DMatrix<f64>) -> Result<Kernel, ParamError> {
        let &Self {
            kind,
            gamma,
            degree,
            coef0,
            shape,
            beta,
            power,
            similarity,
            length,
            all_lengths,
            second,
            normalize,
            center,
        } = self;
        let gamma = || match gamma {
            Gamma::Auto => gamma_auto(x),
            Gamma::Median => gamma_median(x),
            Gamma::Value(value) => value,
        };
        let mut kernel = Kernel {
            second,
            normalize,
            center,
            ..Kernel::of(kind)
        };
        match kind.takes() {
            Takes::Graph => kernel.similarity = similarity,
            Takes::Strings => kernel.all_lengths = all_lengths,
            Takes::Vectors | Takes::Matrix(_) => {}
        }
        check_pair(kind, second)?;
        for parameter in self.parameters() {
            let value = match parameter {
                KernelParameter::Gamma => gamma(),
                Degree => f64::from(degree),
                Coef0 => coef0,
                Shape => shape,
                Beta => beta,
                Power => f64::from(power),
                Length => f64::from(length),
            };
            if !parameter.rule().allows(value) {
                return Err(ParamError::breaks(parameter, parameter.rule()));
            }
            match parameter {
                KernelParameter::Gamma => kernel.gamma = value,
                Degree => kernel.degree = degree,
                Coef0 => kernel.coef0 = value,
                Shape => kernel.shape = value,
                Beta => kernel.beta = value,
                Power => kernel.power = power,
                Length => kernel.length = length,
            }
        }
        kernel.check_values(x)?;
        Ok(kernel)
    }

    /// Those of its kernels, each once.
    pub(crate) fn parameters(&self) -> Vec<KernelParameter> {
        parameters(self.kind, self.second)
    }

    /// Whether one of its kernels holds the parameter.
    #[must_use]
    pub fn uses(&self, parameter: KernelParameter) -> bool {
        self.parameters().contains(&parameter)
    }
}

fn parameters(kind: KernelKind, second: Option<Second>) -> Vec<KernelParameter> {
    let mut all = kind.family().parameters.to_vec();
    let more = second.map_or(&[][..], |second| second.kind.family().parameters);
    for &parameter in more {
        if !all.contains(&parameter) {
            all.push(parameter);
        }
    }
    all
}

fn unknown_lengths(what: &'static str) -> ParamError {
    let reason =
        "needs the kernel's value of each new object with itself, which is not in the file";
    ParamError::new(what, reason)
}

/// Two kernels are of the features of rows, both.
fn check_pair(kind: KernelKind, second: Option<Second>) -> Result<(), ParamError> {
    let Some(second) = second else {
        return Ok(());
    };
    match [kind, second.kind]
        .into_iter()
        .find(|kind| kind.takes() != Takes::Vectors)
    {
        Some(kind) => {
            let reason = format!("the {kind} kernel has none beside it: it reads no features");
            Err(ParamError::new("sums and products:", reason))
        }
        None => Ok(()),
    }
}

impl Kernel {
    /// # Errors
    /// When what is asked of new objects is not among what they have with the training objects.
    pub(crate) fn check_new(&self) -> Result<(), ParamError> {
        if self.kind.takes() == Takes::Graph {
            let reason =
                "of a graph have no scores: a new node would change the kernel of all others";
            return Err(ParamError::new("new rows", reason));
        }
        let what = "normalising";
        match (self.normalize, self.kind.takes()) {
            (None, _) => Ok(()),
            // No entries have a length before they are centred.
            (Some(Normalize::Before), Takes::Matrix(_)) => Err(unknown_lengths(what)),
            (Some(_), _) => self.check_new_lengths(what),
        }
    }

    /// # Errors
    /// When k(x, x) of new objects is not known, which `what` needs.
    pub(crate) fn check_new_lengths(&self, what: &'static str) -> Result<(), ParamError> {
        match self.kind.takes() {
            // No object is at a distance from itself.
            Takes::Vectors | Takes::Matrix(Given::Distances) => Ok(()),
            Takes::Matrix(Given::KernelValues) | Takes::Strings | Takes::Graph => {
                Err(unknown_lengths(what))
            }
        }
    }

    /// Whether it is defined for data with negative values.
    #[must_use]
    pub fn takes_negative_values(&self) -> bool {
        let mut parts = self.parts().into_iter();
        parts.all(|part| part.kind.takes_negative_values())
    }

    /// # Errors
    /// When `x` has values that the kernel is not defined for.
    pub(crate) fn check_values(&self, x: &DMatrix<f64>) -> Result<(), ParamError> {
        // Many rows are not looked through for nothing.
        if self.takes_negative_values() {
            return Ok(());
        }
        let negative = x.iter().copied().find(|&value| value < 0.0);
        negative.map_or(Ok(()), |value| {
            let reason = format!("takes no negative values, and there is {value}");
            Err(ParamError::new("the χ² kernel", reason))
        })
    }

    /// With all parameters 1.
    pub(super) const fn of(kind: KernelKind) -> Self {
        Self {
            kind,
            gamma: 1.0,
            degree: 1,
            coef0: 1.0,
            shape: 1.0,
            beta: 1.0,
            power: 1,
            similarity: Similarity::Laplacian,
            length: 1,
            all_lengths: false,
            second: None,
            normalize: None,
            center: true,
            positive: false,
        }
    }

    /// The kernel, or the two that it is made of, each as it is by itself.
    pub(crate) fn parts(&self) -> Vec<Self> {
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
    pub fn second(&self) -> Option<Second> {
        self.second
    }

    #[must_use]
    pub fn normalize(&self) -> Option<Normalize> {
        self.normalize
    }

    /// Whether images are moved to their mean.
    #[must_use]
    pub fn center(&self) -> bool {
        self.center
    }

    /// Whether nothing is done to a kernel but that its images are centred. Others are evaluated as a
    /// whole before they are decomposed.
    #[must_use]
    pub fn is_plain(&self) -> bool {
        self.second.is_none() && self.normalize.is_none() && self.center
    }

    /// The same kernel joined to another one.
    #[must_use]
    pub const fn joined(self, second: Second) -> Self {
        Self {
            second: Some(second),
            ..self
        }
    }

    /// The same kernel with images of length 1.
    #[must_use]
    pub const fn normalized(self, normalize: Normalize) -> Self {
        Self {
            normalize: Some(normalize),
            ..self
        }
    }

    /// The same kernel with images where they are.
    #[must_use]
    pub const fn uncentered(self) -> Self {
        Self {
            center: false,
            ..self
        }
    }

    /// Those of its kernels, each once.
    #[must_use]
    pub fn parameters(&self) -> Vec<KernelParameter> {
        parameters(self.kind, self.second)
    }

    #[must_use]
    pub fn kind(&self) -> KernelKind {
        self.kind
    }

    fn uses(&self, parameter: KernelParameter) -> bool {
        self.parameters().contains(&parameter)
    }

    /// Which similarities of a graph's nodes, for a kernel of those.
    #[must_use]
    pub fn similarity(&self) -> Option<Similarity> {
        (self.kind.takes() == Takes::Graph).then_some(self.similarity)
    }

    /// Which substrings count, for a kernel of strings.
    #[must_use]
    pub fn spectrum(&self) -> Option<SpectrumKernel> {
        (self.kind.takes() == Takes::Strings).then(|| self.substrings())
    }

    /// γ, where the formula holds one.
    #[must_use]
    pub fn gamma(&self) -> Option<f64> {
        self.value(KernelParameter::Gamma)
    }

    /// The degree, where the formula holds one.
    #[must_use]
    pub fn degree(&self) -> Option<u32> {
        self.uses(Degree).then_some(self.degree)
    }

    /// The value of a parameter, where the formula holds it.
    #[must_use]
    pub fn value(&self, parameter: KernelParameter) -> Option<f64> {
        let value = match parameter {
            KernelParameter::Gamma => self.gamma,
            Degree => f64::from(self.degree),
            Coef0 => self.coef0,
            Shape => self.shape,
            Beta => self.beta,
            Power => f64::from(self.power),
            Length => f64::from(self.length),
        };
        self.uses(parameter).then_some(value)
    }

    /// The same kernel with another γ, where it has one.
    #[must_use]
    pub fn with_gamma(self, gamma: f64) -> Self {
        if self.uses(KernelParameter::Gamma) {
            Self { gamma, ..self }
        } else {
            self
        }
    }
}

/// Parameters that the kernel does not use are the usual ones.
impl From<Kernel> for KernelParams {
    fn from(kernel: Kernel) -> Self {
        let usual = Self::default();
        Self {
            kind: kernel.kind,
            gamma: kernel.gamma().map_or(usual.gamma, Gamma::Value),
            degree: kernel.degree().unwrap_or(usual.degree),
            coef0: kernel.value(Coef0).unwrap_or(usual.coef0),
            shape: kernel.value(Shape).unwrap_or(usual.shape),
            beta: kernel.value(Beta).unwrap_or(usual.beta),
            power: if kernel.uses(Power) {
                kernel.power
            } else {
                usual.power
            },
            similarity: kernel.similarity,
            length: if kernel.uses(Length) {
                kernel.length
            } else {
                usual.length
            },
            all_lengths: kernel.all_lengths,
            second: kernel.second,
            normalize: kernel.normalize,
            center: kernel.center,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn params(kind: KernelKind) -> KernelParams {
        KernelParams {
            kind,
            ..KernelParams::default()
        }
    }

    #[test]
    fn a_bad_parameter_is_named_only_where_the_kernel_uses_it() {
        let x = DMatrix::zeros(3, 4);
        for bad in [0.0, -1.0, f64::NAN, f64::INFINITY] {
            let mut params = params(KernelKind::Rbf);
            params.gamma = Gamma::Value(bad);
            assert_eq!(params.check(&x).unwrap_err().field, "γ");
            params.kind = KernelKind::Linear;
            assert_eq!(params.check(&x), Ok(Kernel::linear()));
        }
        let mut params = params(KernelKind::Poly);
        for bad in [0, MAX_DEGREE + 1] {
            params.degree = bad;
            assert_eq!(params.check(&x).unwrap_err().field, "degree");
        }
        params.degree = 2;
        params.coef0 = f64::NAN;
        assert_eq!(params.check(&x).unwrap_err().field, "c₀");
        params.coef0 = 0.0;
        params.gamma = Gamma::Auto;
        let expected = Kernel::poly(0.25, 2, 0.0);
        assert_eq!(params.check(&x), Ok(expected));
    }
}
