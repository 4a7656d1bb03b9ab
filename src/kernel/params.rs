//! Kernel parameters: unchecked as a slider or a flag gives them, and checked as the maths takes them.

use std::{fmt, str::FromStr};

use nalgebra::DMatrix;
use serde::{Deserialize, Serialize};

use super::gamma::{Gamma, gamma_auto, gamma_median};

/// Highest degree taken; past it the values of a polynomial leave the range of f64 on most data.
pub const MAX_DEGREE: u32 = 50;

/// The kernel family, without its parameters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum KernelKind {
    Linear,
    Poly,
    #[default]
    Rbf,
    Sigmoid,
    Laplacian,
    Cosine,
}

impl KernelKind {
    pub const ALL: [Self; 6] = [
        Self::Linear,
        Self::Poly,
        Self::Rbf,
        Self::Sigmoid,
        Self::Laplacian,
        Self::Cosine,
    ];

    /// The name in flags and files.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Linear => "linear",
            Self::Poly => "poly",
            Self::Rbf => "rbf",
            Self::Sigmoid => "sigmoid",
            Self::Laplacian => "laplacian",
            Self::Cosine => "cosine",
        }
    }

    /// The name on the screen.
    #[must_use]
    pub fn title(self) -> &'static str {
        match self {
            Self::Linear => "Linear",
            Self::Poly => "Polynomial",
            Self::Rbf => "RBF",
            Self::Sigmoid => "Sigmoid",
            Self::Laplacian => "Laplacian",
            Self::Cosine => "Cosine",
        }
    }

    /// As it stands inside a sentence: Laplace's name and the initials stay as they are.
    #[must_use]
    pub fn title_in_text(self) -> String {
        match self {
            Self::Rbf | Self::Laplacian => self.title().to_owned(),
            _ => self.title().to_lowercase(),
        }
    }

    /// Whether the kernel's formula holds γ.
    #[must_use]
    pub fn uses_gamma(self) -> bool {
        !matches!(self, Self::Linear | Self::Cosine)
    }

    #[must_use]
    pub fn uses_degree(self) -> bool {
        self == Self::Poly
    }

    #[must_use]
    pub fn uses_coef0(self) -> bool {
        matches!(self, Self::Poly | Self::Sigmoid)
    }
}

/// Unchecked parameters; those that `kind` does not use are kept for when it changes.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct KernelParams {
    pub kind: KernelKind,
    pub gamma: Gamma,
    pub degree: u32,
    pub coef0: f64,
}

impl Default for KernelParams {
    fn default() -> Self {
        Self {
            kind: KernelKind::Rbf,
            gamma: Gamma::Auto,
            degree: 3,
            coef0: 1.0,
        }
    }
}

/// A checked kernel: γ is positive and finite, c₀ finite, degree at least 1.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Kernel {
    /// x·y
    Linear,
    /// (γ x·y + c₀)^degree
    Poly { gamma: f64, degree: u32, coef0: f64 },
    /// exp(−γ‖x−y‖²)
    Rbf { gamma: f64 },
    /// tanh(γ x·y + c₀)
    Sigmoid { gamma: f64, coef0: f64 },
    /// exp(−γ‖x−y‖₁)
    Laplacian { gamma: f64 },
    /// x·y/(‖x‖‖y‖), 0 for a zero row
    Cosine,
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
        } = self;
        let gamma = || match gamma {
            Gamma::Auto => Ok(gamma_auto(x)),
            Gamma::Median => Ok(gamma_median(x)),
            Gamma::Value(value) if Gamma::RULE.allows(value) => Ok(value),
            Gamma::Value(_) => {
                let reason = format!("must be {}", Gamma::RULE.wants());
                Err(ParamError::new("γ", reason))
            }
        };
        if kind.uses_degree() && !(1..=MAX_DEGREE).contains(&degree) {
            let reason = format!("must be between 1 and {MAX_DEGREE}");
            return Err(ParamError::new("degree", reason));
        }
        if kind.uses_coef0() && !coef0.is_finite() {
            return Err(ParamError::new("c₀", "must be a finite number"));
        }
        Ok(match kind {
            KernelKind::Linear => Kernel::Linear,
            KernelKind::Poly => Kernel::Poly {
                gamma: gamma()?,
                degree,
                coef0,
            },
            KernelKind::Rbf => Kernel::Rbf { gamma: gamma()? },
            KernelKind::Sigmoid => Kernel::Sigmoid {
                gamma: gamma()?,
                coef0,
            },
            KernelKind::Laplacian => Kernel::Laplacian { gamma: gamma()? },
            KernelKind::Cosine => Kernel::Cosine,
        })
    }
}

impl fmt::Display for KernelKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for KernelKind {
    type Err = ParamError;

    fn from_str(text: &str) -> Result<Self, ParamError> {
        Self::ALL
            .into_iter()
            .find(|kind| kind.name() == text)
            .ok_or_else(|| {
                let names = Self::ALL.map(Self::name).join(", ");
                ParamError::new("kernel", format!("must be one of {names}"))
            })
    }
}

impl Kernel {
    #[must_use]
    pub fn kind(&self) -> KernelKind {
        match self {
            Self::Linear => KernelKind::Linear,
            Self::Poly { .. } => KernelKind::Poly,
            Self::Rbf { .. } => KernelKind::Rbf,
            Self::Sigmoid { .. } => KernelKind::Sigmoid,
            Self::Laplacian { .. } => KernelKind::Laplacian,
            Self::Cosine => KernelKind::Cosine,
        }
    }

    /// γ, where the formula holds one.
    #[must_use]
    pub fn gamma(&self) -> Option<f64> {
        match *self {
            Self::Poly { gamma, .. }
            | Self::Rbf { gamma }
            | Self::Sigmoid { gamma, .. }
            | Self::Laplacian { gamma } => Some(gamma),
            Self::Linear | Self::Cosine => None,
        }
    }
}

/// Parameters that the kernel does not use are the usual ones.
impl From<Kernel> for KernelParams {
    fn from(kernel: Kernel) -> Self {
        let kind = kernel.kind();
        let params = Self {
            kind,
            gamma: kernel.gamma().map_or(Gamma::Auto, Gamma::Value),
            ..Self::default()
        };
        match kernel {
            Kernel::Poly { degree, coef0, .. } => Self {
                degree,
                coef0,
                ..params
            },
            Kernel::Sigmoid { coef0, .. } => Self { coef0, ..params },
            Kernel::Linear | Kernel::Rbf { .. } | Kernel::Laplacian { .. } | Kernel::Cosine => {
                params
            }
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
            assert_eq!(params.check(&x), Ok(Kernel::Linear));
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
        let expected = Kernel::Poly {
            gamma: 0.25,
            degree: 2,
            coef0: 0.0,
        };
        assert_eq!(params.check(&x), Ok(expected));
    }

    #[test]
    fn names_read_back() {
        for kind in KernelKind::ALL {
            assert_eq!(kind.name().parse(), Ok(kind));
        }
        assert!("gauss".parse::<KernelKind>().is_err());
    }
}
