//! Choices of the way back from feature space: pre-images, denoising and reconstruction.

use serde::{Deserialize, Serialize};

use kernel_pca::preimage::PreImageMethod;

/// Point of feature space whose pre-images are computed, where a panel shows them.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct PreImageView {
    /// Place of the point in the plot of kernel PCA, on the axes there.
    pub at: [f64; 2],
    /// Place of the point in linear PCA's plot; `None` puts it at the row nearest to the other point.
    pub linear_at: Option<[f64; 2]>,
    /// Scores on the components that are not on an axis.
    pub others: Others,
    /// Penalty α of ridge regression, with scikit-learn's meaning.
    pub alpha: f64,
}

/// Source of a point's scores on the components that are not on the axes of its plot.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Others {
    Zero,
    /// Scores of the row that is nearest in the plot.
    #[default]
    Nearest,
    /// Scores of a row of the dataset.
    Row(usize),
}

impl PreImageView {
    /// Largest magnitude of a point's coordinates.
    pub const FARTHEST: f64 = 1e12;

    /// Clamps a place to where a point can be.
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

/// Choices of denoising, where a panel shows it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct DenoisingView {
    /// Number q of components of each method that a row is rebuilt from.
    pub components: usize,
    /// Pre-image method by which kernel PCA returns to the input; ridge regression where it is not defined for the
    /// kernel.
    pub method: PreImageMethod,
}

/// Space in which reconstruction errors are measured.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ErrorSpace {
    /// Feature space: between images and their projections on the components.
    #[default]
    Feature,
    /// Input space: between rows and their reconstructions from the components.
    Input,
}

impl ErrorSpace {
    pub const ALL: [Self; 2] = [Self::Feature, Self::Input];
}

impl Default for DenoisingView {
    fn default() -> Self {
        Self {
            components: 2,
            method: PreImageMethod::Mika,
        }
    }
}
