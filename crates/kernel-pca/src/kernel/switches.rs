//! Switches of every kernel: a second kernel joined to it, normalising and centring.

use super::KernelKind;

listed! {
    /// Operation that joins the values of two kernels; both keep kernel matrices positive semidefinite.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
    #[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
    pub enum Join {
        Plus => "plus",
        Times => "times",
    }
    /// Name of the flag, and of the operation in scripts and sentences.
    fn name
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

listed! {
    /// Order of centring and normalising. Normalising divides kernel values by √(k(x, x) k(y, y)), so that every image
    /// has length 1.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
    #[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
    pub enum Normalize {
        /// Normalises the images about the origin before centring: kernel values become cosines.
        Before => "before",
        /// Normalises the images about their mean, after centring.
        After => "after",
    }
    /// Name on the command line.
    fn name
}

impl Join {
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
