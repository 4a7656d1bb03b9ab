//! Objects that kernels compare: rows of numbers, strings, nodes of a graph, or given matrices of all pairs; their
//! labels, their scaling, added noise, and NumPy's random stream.
//!
//! ```
//! use kernel_pca::objects::{RandomState, Scaling};
//! use nalgebra::DMatrix;
//!
//! // The first numbers of NumPy's `RandomState(0).random_sample()`.
//! let mut random = RandomState::new(0);
//! assert_eq!(random.random(), 0.5488135039273248);
//! // Columns to mean 0 and standard deviation 1 (divisor n), and back.
//! let x = DMatrix::from_row_slice(2, 1, &[2.0, 6.0]);
//! let scaler = Scaling::Standardize.fit(&x);
//! assert_eq!(scaler.apply(&x).as_slice(), [-1.0, 1.0]);
//! assert_eq!(scaler.undo(&scaler.apply(&x)), x);
//! ```

mod graph;
mod kinds;
mod labels;
mod layout;
mod noise;
mod numpy_random;
mod rows;
mod scaling;

pub(crate) use graph::pieces;
pub use graph::{Graph, GraphEdge};
pub use kinds::{GivenQuantity, ObjectKind, Objects, RoundedMatrix};
pub use labels::Labels;
pub use noise::{AddedNoise, NoiseKind};
pub use numpy_random::RandomState;
pub use rows::InputRows;
pub use scaling::{DataRounding, Scaler, Scaling};
