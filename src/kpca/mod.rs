//! Kernel PCA: fit, projection of new points.

mod anchored;
mod centered_kernel;
mod distances;
mod features;
mod finish;
mod fit;
mod model;
mod solve;
mod sums;
mod tile_store;
mod trail;
mod workspace;

pub use fit::{Cancelled, FitError, FitOptions, Solver, SolverUsed, SpectrumStage, Tier};
pub use model::KernelPca;
pub use workspace::Workspace;
