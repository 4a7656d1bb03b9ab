//! Switches of every kernel: a second kernel joined to it, normalising and centring.

use super::KernelKind;

/// Operation that joins the values of two kernels; both keep kernel matrices positive semidefinite.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Join {
    Plus,
    Times,
}

/// Second kernel, which shares γ, degree and all other parameters with the first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct SecondKernel {
    /// Operation that joins both kernels.
    pub join: Join,
    /// Family of the second kernel.
    pub kind: KernelKind,
}

/// Order of centring and normalising. Normalising divides kernel values by √(k(x, x) k(y, y)), so that every image
/// has length 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Normalize {
    /// Normalises the images about the origin before centring: kernel values become cosines.
    Before,
    /// Normalises the images about their mean, after centring.
    After,
}

impl Join {
    pub const ALL: [Self; 2] = [Self::Plus, Self::Times];

    /// Name of the flag, and of the operation in scripts and sentences.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Plus => "plus",
            Self::Times => "times",
        }
    }

    /// Sign of the operation in formulas.
    #[must_use]
    pub fn sign(self) -> &'static str {
        match self {
            Self::Plus => " + ",
            Self::Times => " · ",
        }
    }

    pub(crate) fn of(self, a: f64, b: f64) -> f64 {
        match self {
            Self::Plus => a + b,
            Self::Times => a * b,
        }
    }
}

impl Normalize {
    pub const ALL: [Self; 2] = [Self::Before, Self::After];

    /// Name on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Before => "before",
            Self::After => "after",
        }
    }
}
