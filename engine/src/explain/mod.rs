//! Explanations of a picture: maps of a component over the input, separation of the classes by components, the
//! kernel matrix itself, feature maps and the geometry of images.

mod correlation;
pub mod empirical_map;
mod feature_map;
pub mod field;
mod geometry;
mod influence;
pub mod kernel_map;
pub mod levels;
pub mod probe;
pub mod separation;

pub use correlation::{correlation, correlations};
pub use empirical_map::EmpiricalMap;
pub use feature_map::{FeatureMap, Monomial, NoMap};
pub use field::{Field, Fields, Plane};
pub use geometry::{Geometry, ImagePair, MeanImage};
pub use influence::{Arrows, Influence};

pub use kernel_map::KernelMap;
pub use levels::{LevelLine, level_lines, patches, round_levels};
pub use probe::Probe;
