//! Kernel PCA: fit, projection of new points.

mod anchored;
mod features;
mod finish;
mod fit;
mod kernel_matrix;
mod model;
mod solve;
mod workspace;

pub use fit::{Cancelled, FitError, FitOptions, Solver, SolverUsed, SpectrumStage, Tier};
pub use model::KernelPca;
pub use workspace::Workspace;
