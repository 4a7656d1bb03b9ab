//! What is done to a kernel, whichever it is: another one joined to it, normalising, centring.

use super::KernelKind;

/// How the values of two kernels become one; either keeps them positive.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Join {
    Plus,
    Times,
}

/// A second kernel, with the same γ, degree and so on as the first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Second {
    pub join: Join,
    pub kind: KernelKind,
}

/// When kernel values are divided by √(k(x, x) k(y, y)), which gives every image length 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Normalize {
    /// Of the kernel itself, before its images are centred: their cosines.
    Before,
    /// Of the images about their mean: their correlations.
    After,
}

impl Join {
    pub const ALL: [Self; 2] = [Self::Plus, Self::Times];

    /// The flag's name, and how scripts and sentences say it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Plus => "plus",
            Self::Times => "times",
        }
    }

    /// How formulas write it.
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

    /// The name on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Before => "before",
            Self::After => "after",
        }
    }
}
