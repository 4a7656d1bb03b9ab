//! Kernel functions, their parameters, kernel matrices and centring.
//!
//! ```
//! use kernel_pca::kernel::{Gamma, KernelKind, KernelParams};
//! use nalgebra::DMatrix;
//!
//! // Two rows at distance 1; scikit-learn's γ is one over the number of features.
//! let x = DMatrix::from_row_slice(2, 2, &[0.0, 0.0, 1.0, 0.0]);
//! let params = KernelParams { kind: KernelKind::Rbf, gamma: Gamma::Auto, ..KernelParams::default() };
//! let kernel = params.check(&x)?;
//! assert_eq!(kernel.gamma(), Some(0.5));
//! let k = kernel.matrix(&x, &x);
//! assert!((k[(0, 1)] - (-0.5_f64).exp()).abs() < 1e-15);
//! # Ok::<(), kernel_pca::kernel::ParamError>(())
//! ```

mod apart;
mod bounded;
mod centering;
mod checked;
mod composed;
mod elementwise;
mod families;
mod family;
mod function;
mod gamma;
mod graph;
#[cfg(feature = "serde")]
mod in_files;
mod inexact_rows;
mod made;
mod metrics;
mod parameter;
mod params;
mod points;
mod real;
mod response;
mod scaled;
mod series;
mod slopes;
mod strings;
mod switches;
mod wide_number;

pub(crate) use bounded::{BoundedMatrix, of_sum, of_sum_in_runs};
pub use centering::Centering;
pub use checked::Kernel;
pub(crate) use composed::ComposedKernel;
pub(crate) use elementwise::Curve;
pub use families::KernelKind;
pub use family::{Family, MatrixRecipe};
pub use gamma::{
    Gamma, MEDIAN_SAMPLE, gamma_auto, gamma_from_sigma, gamma_median, sigma_from_gamma,
};
pub use graph::{NodeKernel, NodeSimilarities, Similarity};
pub use made::MadeError;
pub(crate) use metrics::{Domain, Metric, MetricForm};
pub use parameter::{KernelParameter, MAX_DEGREE, MAX_LENGTH, ParameterSpec};
pub use params::{KernelParams, ParamError};
pub(crate) use points::MetricPoints;
pub(crate) use real::Real;
#[cfg(test)]
pub(crate) use real::archs;
pub(crate) use response::{Decay, Response};
pub(crate) use scaled::{OutOfRange, ScaledKernel, ValueRounding};
pub(crate) use slopes::Slopes;
pub use strings::SpectrumKernel;
pub use switches::{Join, Normalize, SecondKernel};
