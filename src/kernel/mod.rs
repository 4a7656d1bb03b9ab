//! Kernel functions, their parameters, kernel matrices and centring.

mod centering;
mod elementwise;
mod function;
mod gamma;
mod params;
mod points;
mod real;
mod scaled;

pub use centering::Centering;
pub(crate) use elementwise::Shape;
pub use gamma::{
    Gamma, MEDIAN_SAMPLE, gamma_auto, gamma_from_sigma, gamma_median, sigma_from_gamma,
};
pub use params::{Kernel, KernelKind, KernelParams, MAX_DEGREE, ParamError};
pub(crate) use points::{Metric, Points};
pub(crate) use real::Real;
pub(crate) use scaled::{OutOfRange, ScaledKernel};
