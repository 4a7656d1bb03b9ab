//! Kernel PCA with scikit-learn's numbers, and how right each number is.
//!
//! ```
//! use std::sync::Arc;
//!
//! use kernel_pca::{
//!     kernel::Kernel,
//!     kpca::{FitOptions, Workspace},
//! };
//! use nalgebra::DMatrix;
//!
//! // Five flowers, two measurements each.
//! let x = DMatrix::from_row_slice(5, 2, &[5.9, 3.0, 6.9, 3.1, 6.6, 2.9, 4.6, 3.2, 6.0, 2.2]);
//! let fit = Workspace::default().fit(
//!     &Arc::new(x.clone()),
//!     Kernel::rbf(0.5),
//!     &FitOptions::default(),
//!     &|| false,
//! )?;
//! let scores = fit.scores();
//! assert_eq!(scores.nrows(), 5);
//! // A fitted row, projected as a new one, lands where it was.
//! let again = fit.project(&x);
//! assert!((again - scores).amax() < 1e-10);
//! assert!(fit.accuracy.is_certified());
//! # Ok::<(), kernel_pca::kpca::FitError>(())
//! ```
//!
//! Nothing here knows a file, a window, a clock or a thread of its own.

#![forbid(unsafe_code)]

#[macro_use]
extern crate listed;

pub mod compensated;
mod cores;
pub mod correspondence;
pub mod count;
pub mod eigen;
pub mod embedding;
mod error;
pub mod explain;
pub mod kernel;
pub mod kpca;
pub mod manifold;
pub mod method;
pub mod objects;
pub mod pca;
pub mod power_of_two;
pub mod preimage;
pub mod signs;
pub mod sweep;
pub mod typed;

pub use error::{Cancellable, Error, Result, settled};
