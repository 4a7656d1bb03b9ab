//! Pre-images: points of the input whose images are near given points of feature space.
//!
//! Most points of feature space are not the image of any input, so every pre-image comes with the distance of its
//! own image from the point asked for.
//!
//! ```
//! use std::sync::Arc;
//!
//! use kernel_pca::{
//!     kernel::Kernel,
//!     kpca::{FitOptions, Workspace},
//!     preimage::{PreImageMethod, PreImageOptions, pre_images},
//! };
//! use nalgebra::DMatrix;
//!
//! // Points along a parabola. Their own scores, with all components, lead back to them.
//! let x = Arc::new(DMatrix::from_fn(6, 2, |i, j| (0.2 * i as f64).powi(1 + j as i32)));
//! let options = FitOptions { components: 5, ..FitOptions::default() };
//! let never: &(dyn Fn() -> bool + Sync) = &|| false;
//! let fit = Workspace::default().fit(&x, Kernel::rbf(1.0), &options, never)?;
//! let method = PreImageOptions {
//!     method: PreImageMethod::Mika,
//!     alpha: 1.0,
//!     memory_budget: 1 << 20,
//! };
//! let found = pre_images(&fit, &fit.scores(), None, &method, never)?;
//! assert!((found[2].point[0] - 0.4).abs() < 1e-6);
//! assert!(found[2].distance < 1e-6);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod denoise;
mod descent;
mod distances;
mod fixed_point;
mod ridge;
mod target;
mod waves;

use std::fmt;

use nalgebra::DMatrix;
use rayon::prelude::*;

use crate::{
    count::Watch,
    kernel::{Kernel, KernelKind},
    kpca::{Bytes, KernelPca},
    objects::ObjectKind,
};

pub use denoise::{DenoisedRows, FixedPointLimits, denoised, fixed_points};
pub use ridge::Ridge;
use target::{ComponentSpan, PreImageTarget};

listed! {
    /// Method of computing pre-images.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
    #[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
    pub enum PreImageMethod {
        /// Ridge regression of the rows on their scores (Bakır, Weston and Schölkopf 2004): scikit-learn's
        /// `inverse_transform`.
        #[default]
        Ridge => "ridge",
        /// Fixed-point iteration of weighted means of the rows (Mika et al. 1998).
        Mika => "mika",
        /// Placement by distances to the nearest rows (Kwok and Tsang 2004).
        KwokTsang => "kwok-tsang",
        /// Descent along the gradient of the distance in feature space, by L-BFGS.
        Gradient => "gradient",
    }
    /// Name on the command line.
    fn name
}

/// Pre-image with its distance from the point asked for.
#[derive(Debug, Clone, PartialEq)]
pub struct PreImage {
    /// Coordinates, length d, scaled as the training rows are.
    pub point: Vec<f64>,
    /// Distance in feature space between the pre-image's image and the point asked for.
    pub distance: f64,
    /// True where the method converged: its steps came to rest, or, for Kwok and Tsang's method, all feature-space
    /// distances belong to distances in the input.
    pub converged: bool,
    /// Places of an iteration, from its start to `point`; `point` alone for other methods, and where many rows are
    /// iterated at once.
    pub path: Vec<Vec<f64>>,
}

/// Reason for which pre-images cannot be computed.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum PreImageError {
    #[error("{method} pre-images are defined for {} only", method.kernels())]
    Kernel { method: PreImageMethod },
    #[error("a given matrix has no features to go back to")]
    NoFeatures,
    #[error("the kernel matrix of the scores has no Cholesky factor: raise α")]
    NotPositive,
    #[error("learning pre-images takes about {needed} of memory, and {allowed} are allowed")]
    OutOfMemory { needed: Bytes, allowed: Bytes },
    #[error("abandoned for a newer request")]
    Cancelled,
}

impl PreImageMethod {
    /// Phrase that names the kernels for which the method is defined.
    pub fn kernels(self) -> &'static str {
        match self {
            Self::Ridge => "kernels that take negative features, as scores may be,",
            Self::Mika | Self::KwokTsang => "the RBF kernel",
            Self::Gradient => {
                "kernels of features without kinks or edges, such as |x − y| and χ² have,"
            }
        }
    }

    /// Checks that the method is defined for the kernel.
    ///
    /// # Errors
    /// [`PreImageError`] that names the kernels for which the method is defined.
    pub fn check(self, kernel: &Kernel) -> Result<(), PreImageError> {
        let gaussian = || {
            kernel.kind() == KernelKind::Rbf
                && kernel.second().is_none()
                && kernel.normalize().is_none()
        };
        let defined = match self {
            Self::Ridge => kernel.takes_negative_values(),
            Self::Mika | Self::KwokTsang => gaussian(),
            Self::Gradient => kernel.is_smooth(),
        };
        if defined {
            Ok(())
        } else {
            Err(PreImageError::Kernel { method: self })
        }
    }
}

impl fmt::Display for PreImageMethod {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Ridge => "ridge",
            Self::Mika => "Mika's",
            Self::KwokTsang => "Kwok and Tsang's",
            Self::Gradient => "gradient",
        })
    }
}

/// Method of pre-images with its parameters.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PreImageOptions {
    /// Method of computing pre-images.
    pub method: PreImageMethod,
    /// Penalty α of ridge regression, as scikit-learn defines it.
    pub alpha: f64,
    /// Bytes that fitting a ridge regression may take.
    pub memory_budget: u64,
}

/// Computes pre-images of m points with these scores (m × k). Mika's iteration and the descent start at `starts` (m ×
/// d) where given. Otherwise Mika's starts at the training row whose image has the largest inner product with the
/// point, and the descent at the one with the nearest image. `watch` counts the parts of the ridge regression, or the
/// points that are done.
///
/// # Errors
/// When the method is not defined for the kernel, when the data have no features, when a ridge regression takes too
/// much memory or its matrix is not positive definite, or when cancelled.
pub fn pre_images<'a>(
    kpca: &KernelPca,
    scores: &DMatrix<f64>,
    starts: Option<&DMatrix<f64>>,
    options: &PreImageOptions,
    watch: impl Into<Watch<'a>>,
) -> Result<Vec<PreImage>, PreImageError> {
    let watch = watch.into();
    options.method.check(&kpca.kernel)?;
    if kpca.kernel.kind().takes() != ObjectKind::Vectors {
        return Err(PreImageError::NoFeatures);
    }
    let start = |row: usize| {
        let starts = starts?;
        Some(starts.row(row).iter().copied().collect())
    };
    let found = match options.method {
        PreImageMethod::Ridge => {
            let ridge = Ridge::new(kpca, options.alpha, options.memory_budget, watch)?;
            return Ok(by_ridge(kpca, &ridge, scores));
        }
        PreImageMethod::Mika => {
            let steps = |row, target: &PreImageTarget| fixed_point::steps(kpca, target, start(row));
            each(kpca, scores, steps, watch)?
        }
        PreImageMethod::KwokTsang => {
            let place = |_, target: &PreImageTarget| distances::place(kpca, target);
            each(kpca, scores, place, watch)?
        }
        PreImageMethod::Gradient => {
            let descent = descent::Descent::new(kpca);
            let find = |row, wanted: &[f64]| descent.to(wanted, start(row));
            each_row(scores, find, watch)?
        }
    };
    Ok(with_distances(kpca, scores, found))
}

/// Computes pre-images of m points with these scores (m × k) by a ridge regression that was fitted before.
#[must_use]
pub fn by_ridge(kpca: &KernelPca, ridge: &Ridge, scores: &DMatrix<f64>) -> Vec<PreImage> {
    let points = ridge.at(scores);
    let rows = points.row_iter();
    let found = rows.map(|row| fixed(row.iter().copied().collect()));
    with_distances(kpca, scores, found.collect())
}

/// Computes a pre-image by `find` for each row of scores; `find` is given the row's index and its point of feature
/// space.
fn each(
    kpca: &KernelPca,
    scores: &DMatrix<f64>,
    find: impl Fn(usize, &PreImageTarget) -> PreImage + Sync,
    watch: Watch<'_>,
) -> Result<Vec<PreImage>, PreImageError> {
    let span = ComponentSpan::new(kpca);
    each_row(scores, |row, wanted| find(row, &span.at(wanted)), watch)
}

/// Computes a pre-image by `find` for each row of scores; `find` is given the row's index and its scores.
fn each_row(
    scores: &DMatrix<f64>,
    find: impl Fn(usize, &[f64]) -> PreImage + Sync,
    watch: Watch<'_>,
) -> Result<Vec<PreImage>, PreImageError> {
    watch.set(0, scores.nrows());
    let rows = (0..scores.nrows()).into_par_iter();
    rows.map(|row| {
        if watch.is_cancelled() {
            return Err(PreImageError::Cancelled);
        }
        let wanted: Vec<f64> = scores.row(row).iter().copied().collect();
        let found = find(row, &wanted);
        watch.add(1);
        Ok(found)
    })
    .collect()
}

/// Sets the distances ‖φ(z) − P‖, from the scores of P and z within the components and the residual of z's image
/// outside them.
fn with_distances(
    kpca: &KernelPca,
    scores: &DMatrix<f64>,
    mut found: Vec<PreImage>,
) -> Vec<PreImage> {
    let d = kpca.training().ncols();
    let points = DMatrix::from_fn(found.len(), d, |i, j| found[i].point[j]);
    let (own, lengths) = (kpca.project(&points), kpca.squared_lengths(&points));
    let count = scores.ncols().min(own.ncols());
    let within = own.columns(0, count) - scores.columns(0, count);
    let rows = own.row_iter().zip(within.row_iter()).zip(lengths);
    for (found, ((own, within), length)) in found.iter_mut().zip(rows) {
        // Rounding may make it negative.
        let outside = (length - own.norm_squared()).max(0.0);
        found.distance = (within.norm_squared() + outside).sqrt();
    }
    found
}

/// Pre-image of a method without iteration: converged, with `point` as its path and no distance yet.
fn fixed(point: Vec<f64>) -> PreImage {
    at_end(vec![point], true)
}

/// Pre-image at the last place of `path`, with no distance yet.
fn at_end(path: Vec<Vec<f64>>, converged: bool) -> PreImage {
    PreImage {
        point: path.last().cloned().unwrap_or_default(),
        distance: f64::NAN,
        converged,
        path,
    }
}
