//! Kernel PCA: fit, projection of new points.

mod fit;

pub use fit::{Cancelled, FitError, FitOptions, KernelPca, Solver, SolverUsed, Tier, Workspace};
