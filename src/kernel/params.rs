//! Kernel parameters: unchecked as a slider or a flag gives them, and checked as the maths takes them.

use nalgebra::DMatrix;
use serde::{Deserialize, Serialize};

use super::{
    KernelKind,
    KernelParameter::{self, Coef0, Degree, Shape},
    gamma::{Gamma, gamma_auto, gamma_median},
};
use crate::typed::Rule;

/// Highest degree taken; past it the values of a polynomial leave the range of f64 on most data.
pub const MAX_DEGREE: u32 = 50;

/// Unchecked parameters; those that `kind` does not use are kept for when it changes.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct KernelParams {
    pub kind: KernelKind,
    pub gamma: Gamma,
    pub degree: u32,
    pub coef0: f64,
    pub shape: f64,
}

impl Default for KernelParams {
    fn default() -> Self {
        Self {
            kind: KernelKind::default(),
            gamma: Gamma::Auto,
            degree: 3,
            coef0: 1.0,
            shape: 1.0,
        }
    }
}

/// A checked kernel: γ and a are positive and finite, c₀ finite, degree at least 1.
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
            Self::Gamma | Self::Shape => Rule::Positive,
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
        } = self;
        let gamma = || match gamma {
            Gamma::Auto => gamma_auto(x),
            Gamma::Median => gamma_median(x),
            Gamma::Value(value) => value,
        };
        let mut kernel = Kernel::of(kind);
        for &parameter in kind.family().parameters {
            let value = match parameter {
                KernelParameter::Gamma => gamma(),
                Degree => f64::from(degree),
                Coef0 => coef0,
                Shape => shape,
            };
            if !parameter.rule().allows(value) {
                return Err(ParamError::breaks(parameter, parameter.rule()));
            }
            match parameter {
                KernelParameter::Gamma => kernel.gamma = value,
                Degree => kernel.degree = degree,
                Coef0 => kernel.coef0 = value,
                Shape => kernel.shape = value,
            }
        }
        check_values(kind, x)?;
        Ok(kernel)
    }
}

/// # Errors
/// When `x` has values that the kernel is not defined for.
pub(crate) fn check_values(kind: KernelKind, x: &DMatrix<f64>) -> Result<(), ParamError> {
    let negative = x.iter().copied().find(|&value| value < 0.0);
    match negative {
        Some(value) if !kind.takes_negative_values() => {
            let reason = format!("takes no negative values, and there is {value}");
            Err(ParamError::new("the χ² kernel", reason))
        }
        _ => Ok(()),
    }
}

impl Kernel {
    /// With all parameters 1.
    pub(super) const fn of(kind: KernelKind) -> Self {
        Self {
            kind,
            gamma: 1.0,
            degree: 1,
            coef0: 1.0,
            shape: 1.0,
        }
    }

    #[must_use]
    pub fn kind(&self) -> KernelKind {
        self.kind
    }

    /// γ, where the formula holds one.
    #[must_use]
    pub fn gamma(&self) -> Option<f64> {
        self.value(KernelParameter::Gamma)
    }

    /// The degree, where the formula holds one.
    #[must_use]
    pub fn degree(&self) -> Option<u32> {
        self.kind.uses(Degree).then_some(self.degree)
    }

    /// The value of a parameter, where the formula holds it.
    #[must_use]
    pub fn value(&self, parameter: KernelParameter) -> Option<f64> {
        let value = match parameter {
            KernelParameter::Gamma => self.gamma,
            Degree => f64::from(self.degree),
            Coef0 => self.coef0,
            Shape => self.shape,
        };
        self.kind.uses(parameter).then_some(value)
    }

    /// The same kernel with another γ, where it has one.
    #[must_use]
    pub fn with_gamma(self, gamma: f64) -> Self {
        if self.kind.uses(KernelParameter::Gamma) {
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
