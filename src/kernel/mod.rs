//! Kernel functions and their parameters.

mod params;

pub use params::{Gamma, Kernel, KernelKind, KernelParams, ParamError};
