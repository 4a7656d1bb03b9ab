//! Kernel functions, their parameters, kernel matrices and centring.

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
mod made;
mod metrics;
mod norm;
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

pub(crate) use bounded::{BoundedMatrix, of_sum};
pub use centering::Centering;
pub use checked::Kernel;
pub(crate) use composed::ComposedKernel;
pub(crate) use elementwise::Curve;
pub use families::KernelKind;
pub use family::{Family, FormulaPiece, MatrixRecipe, Python, R};
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
