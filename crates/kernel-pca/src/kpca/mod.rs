//! Kernel PCA (Schölkopf, Smola and Müller 1998): fits by several solvers with bounds on errors, projection of new
//! points.
//!
//! ```
//! use std::sync::Arc;
//! use kernel_pca::{kernel::Kernel, kpca::{FitOptions, Workspace}};
//! use nalgebra::DMatrix;
//!
//! // Six points along a parabola, n × d.
//! let x = Arc::new(DMatrix::from_fn(6, 2, |i, j| (i as f64).powi(1 + j as i32)));
//! let options = FitOptions { components: 2, ..FitOptions::default() };
//! let fit = Workspace::default().fit(&x, Kernel::rbf(0.1), &options, &|| false)?;
//! // A training point that comes as a new one has the score it had.
//! let again = fit.project(&x.rows(3, 1).into_owned());
//! assert!((again - fit.scores().rows(3, 1)).amax() < 1e-12);
//! # Ok::<(), kernel_pca::kpca::FitError>(())
//! ```

mod accuracy;
mod anchored;
mod attempts;
mod cache;
mod centered_kernel;
mod composed;
mod distances;
pub(crate) mod features;
mod finish;
mod fit;
mod foresee;
mod fourier;
mod full_spectrum;
mod model;
mod plan;
mod preview_rows;
mod progress;
mod prove;
mod reduced;
mod restore;
mod solution;
mod solve;
mod sums;
mod tangent;
mod tile_store;
mod trail;
mod waves;
mod work;
mod workspace;

pub use crate::count::CancelCheck;
pub use accuracy::{Accuracy, Doubt};
pub use fit::{Bytes, FitError, FitOptions, Solver, SolverUsed, SpectrumStage, Tier};
pub use model::KernelPca;
pub use progress::{FitProgress, FitStage, FitStep};
pub use restore::SavedFit;
pub use tangent::{Tangent, Tangents};
pub use work::FitWork;
pub use workspace::{Workspace, components_for};
