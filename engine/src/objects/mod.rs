//! Objects that kernels compare: rows of numbers, strings, nodes of a graph, or matrices of what each has with each;
//! with their labels, their scaling, added noise, and NumPy's random stream.

mod dataset;
mod graph;
mod kinds;
mod layout;
mod noise;
mod numpy_random;
mod pictures;
mod scaling;

pub use dataset::{Dataset, Labels, RowNames};
pub use graph::{Edge, Graph};
pub use kinds::{GivenQuantity, ObjectKind, Objects, RoundedMatrix};
pub use noise::{AddedNoise, NoiseKind};
pub use numpy_random::RandomState;
pub use pictures::Pictures;
pub use scaling::{Scaler, Scaling};
