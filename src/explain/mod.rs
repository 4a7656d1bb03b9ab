//! What explains a picture: maps of a component over the input, how well components separate the
//! classes, and the kernel matrix itself.

pub mod field;
pub mod kernel_map;
pub mod levels;
pub mod separation;

pub use field::{Field, Method, Plane};
pub use kernel_map::KernelMap;
pub use levels::{LevelLine, level_lines, patches, round_levels};
