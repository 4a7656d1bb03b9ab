//! Explanations of a picture: maps of a component over the input, separation of the classes by components, the
//! kernel matrix itself, feature maps and the geometry of images.
//!
//! ```
//! use kernel_pca::{explain::FeatureMap, kernel::Kernel};
//! use nalgebra::DMatrix;
//!
//! // (x·y)² in the plane has the features x₁², x₂² and √2·x₁x₂.
//! let x = DMatrix::from_row_slice(2, 2, &[1.0, 2.0, 3.0, -1.0]);
//! let map = FeatureMap::of(&Kernel::poly(1.0, 2, 0.0), 2, 10)?;
//! let phi = map.features(&x);
//! assert_eq!(phi.ncols(), 3);
//! // Their inner products are the kernel's values.
//! assert!((&phi * phi.transpose() - map.kernel_matrix(&x)).amax() < 1e-12);
//! # Ok::<(), kernel_pca::explain::NoMap>(())
//! ```

mod correlation;
pub mod empirical_map;
mod feature_map;
pub mod field;
mod geometry;
mod influence;
pub mod kernel_map;
pub mod levels;
pub mod limits;
pub mod probe;
mod roc;
pub mod separation;
pub mod trust;

pub use correlation::{correlation, correlations, pearson, spearman};
pub use empirical_map::EmpiricalMap;
pub use feature_map::{FeatureMap, Monomial, NoMap};
pub use field::{Field, Fields, Plane};
pub use geometry::{Geometry, ImagePair, MeanImage};
pub use influence::{Arrows, Influence};

pub use kernel_map::KernelMap;
pub use levels::{LevelLine, level_lines};
pub use probe::Probe;
pub use roc::area_under_roc;
