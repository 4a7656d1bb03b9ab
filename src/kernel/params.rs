//! Kernel parameters: unchecked as a slider or a flag gives them, and checked as the maths takes them.

use nalgebra::DMatrix;
use serde::{Deserialize, Serialize};

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

/// How γ is given: a value, or a rule that reads it off the data.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Gamma {
    /// 1/d.
    Auto,
    /// 1/(2m²), m the median pairwise Euclidean distance.
    Median,
    Value(f64),
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

impl KernelParams {
    /// Checks the parameters that `kind` uses, resolving γ's rule on `x` (n × d).
    ///
    /// # Errors
    /// Names the field that is out of range.
    pub fn check(&self, x: &DMatrix<f64>) -> Result<Kernel, ParamError> {
        let _ = x;
        todo!()
    }
}
