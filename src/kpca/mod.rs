//! Kernel PCA: fit, projection of new points.

mod accuracy;
mod anchored;
mod attempts;
mod centered_kernel;
mod distances;
mod features;
mod finish;
mod fit;
mod fourier;
mod model;
mod plan;
mod progress;
mod solve;
mod sums;
mod tile_store;
mod trail;
mod workspace;

pub use accuracy::{Accuracy, Doubt};
pub use fit::{Bytes, Cancelled, FitError, FitOptions, Solver, SolverUsed, SpectrumStage, Tier};
pub use model::KernelPca;
pub use progress::Progress;
pub use workspace::Workspace;
