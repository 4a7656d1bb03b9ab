//! Back from feature space: a point of the input whose image is near a given point of it.
//!
//! Most points of feature space are no image of anything, so every answer comes with how far its own image is
//! from what was asked for.

mod distances;
mod fixed_point;
mod ridge;
mod target;

use std::fmt;

use nalgebra::DMatrix;
use rayon::prelude::*;

use crate::{
    data::Takes,
    kernel::{Kernel, KernelKind},
    kpca::{Bytes, Cancelled, KernelPca},
};

pub use ridge::Ridge;
pub use target::Target;

/// How a pre-image is found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum PreImageMethod {
    /// Ridge regression of the rows on their scores (Bakır, Weston and Schölkopf 2004), which is scikit-learn's
    /// `inverse_transform`.
    #[default]
    Ridge,
    /// Steps towards the weighted mean of the rows (Mika et al. 1998).
    Mika,
    /// From distances to the nearest rows (Kwok and Tsang 2004).
    KwokTsang,
}

/// A pre-image, and how good it is.
#[derive(Debug, Clone, PartialEq)]
pub struct PreImage {
    /// Length d, scaled as the training rows are.
    pub point: Vec<f64>,
    /// How far its image is from what was asked for, in feature space.
    pub distance: f64,
    /// Whether the method came to its end: its steps to rest, or all distances to something that a distance
    /// can be.
    pub converged: bool,
    /// The places of an iteration, from its start to `point`; else `point` alone.
    pub path: Vec<Vec<f64>>,
}

#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum PreImageError {
    #[error("{method} pre-images are defined for the RBF kernel only: take ridge")]
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
    pub const ALL: [Self; 3] = [Self::Ridge, Self::Mika, Self::KwokTsang];

    /// The name on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Ridge => "ridge",
            Self::Mika => "mika",
            Self::KwokTsang => "kwok-tsang",
        }
    }

    /// Whether it is defined for the kernel.
    ///
    /// # Errors
    /// Says for which it is.
    pub fn check(self, kernel: &Kernel) -> Result<(), PreImageError> {
        let gaussian = kernel.kind() == KernelKind::Rbf
            && kernel.second().is_none()
            && kernel.normalize().is_none();
        if self == Self::Ridge || gaussian {
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
        })
    }
}

/// What is asked of pre-images.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PreImageOptions {
    pub method: PreImageMethod,
    /// Of ridge regression, with scikit-learn's meaning.
    pub alpha: f64,
    /// Bytes that learning may take.
    pub memory_budget: u64,
}

/// Pre-images of points with these scores (m × k). Mika's steps start at `starts` (m × d) where there are some,
/// else at the training row whose image is nearest in direction.
///
/// # Errors
/// When the method is not defined for the kernel, when memory does not suffice, or when cancelled.
pub fn pre_images(
    kpca: &KernelPca,
    scores: &DMatrix<f64>,
    starts: Option<&DMatrix<f64>>,
    options: &PreImageOptions,
    cancelled: Cancelled<'_>,
) -> Result<Vec<PreImage>, PreImageError> {
    options.method.check(&kpca.kernel)?;
    if kpca.kernel.kind().takes() != Takes::Vectors {
        return Err(PreImageError::NoFeatures);
    }
    let ridge = match options.method {
        PreImageMethod::Ridge => Some(Ridge::new(kpca, options.alpha, options.memory_budget)?),
        PreImageMethod::Mika | PreImageMethod::KwokTsang => None,
    };
    let targets = target::Span::new(kpca);
    (0..scores.nrows())
        .into_par_iter()
        .map(|row| {
            if cancelled() {
                return Err(PreImageError::Cancelled);
            }
            let wanted: Vec<f64> = scores.row(row).iter().copied().collect();
            let target = targets.at(&wanted);
            let found = match options.method {
                PreImageMethod::Ridge => {
                    let learned = ridge.as_ref().map(|ridge| ridge.at(&wanted));
                    fixed(learned.unwrap_or_default())
                }
                PreImageMethod::Mika => {
                    let start = starts.map(|starts| starts.row(row).iter().copied().collect());
                    fixed_point::steps(kpca, &target, start)
                }
                PreImageMethod::KwokTsang => distances::place(kpca, &target),
            };
            let distance = target.distance(kpca, &found.point);
            Ok(PreImage { distance, ..found })
        })
        .collect()
}

/// A point that is found at once.
fn fixed(point: Vec<f64>) -> PreImage {
    PreImage {
        path: vec![point.clone()],
        point,
        distance: f64::NAN,
        converged: true,
    }
}
