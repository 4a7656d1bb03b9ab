//! What is asked of the way back from feature space: pre-images, denoising and reconstruction.

use serde::{Deserialize, Serialize};

use crate::preimage::PreImageMethod;

/// A point of feature space whose pre-images are looked for, where a panel shows them.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct PreImageView {
    /// Where it stands in the plot of kernel PCA, on the axes there.
    pub at: [f64; 2],
    /// Where the point for linear PCA stands in its plot; `None` is at the row nearest to the other point.
    pub linear_at: Option<[f64; 2]>,
    /// The components that are not on an axis.
    pub others: Others,
    /// Of ridge regression, with scikit-learn's meaning.
    pub alpha: f64,
}

/// The scores of a point in the components that are not on the axes of its plot.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Others {
    Zero,
    /// As those of the row that is nearest in the plot.
    #[default]
    Nearest,
    /// As those of a row of the dataset.
    Row(usize),
}

impl PreImageView {
    /// No point is farther from the middle than this, along either axis.
    pub const FARTHEST: f64 = 1e12;

    /// A place that a point can have.
    #[must_use]
    pub fn place(at: [f64; 2]) -> [f64; 2] {
        at.map(|value| value.clamp(-Self::FARTHEST, Self::FARTHEST))
    }
}

impl Default for PreImageView {
    fn default() -> Self {
        Self {
            at: [0.0; 2],
            linear_at: None,
            others: Others::default(),
            alpha: 1.0,
        }
    }
}

/// How rows are cleaned, where a panel shows that.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct DenoisingView {
    /// How many components (q) of each method a row is rebuilt from.
    pub components: usize,
    /// How kernel PCA goes back to the input; ridge where it is not defined for the kernel.
    pub method: PreImageMethod,
}

/// Where reconstruction errors are measured.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ErrorSpace {
    /// Between images and their projections on the components.
    #[default]
    Feature,
    /// Between rows and what the components rebuild of them.
    Input,
}

impl ErrorSpace {
    pub const ALL: [Self; 2] = [Self::Feature, Self::Input];

    #[expect(
        clippy::trivially_copy_pass_by_ref,
        reason = "serde asks for a function of a reference"
    )]
    pub(super) fn is_usual(&self) -> bool {
        *self == Self::default()
    }
}

impl Default for DenoisingView {
    fn default() -> Self {
        Self {
            components: 2,
            method: PreImageMethod::Mika,
        }
    }
}
