//! Error between a setup and its results: errors of reading data and of the engine, and reasons of this crate.

use kernel_pca::{
    Cancellable,
    correspondence::CorrespondenceError,
    kernel::{MadeError, ParamError},
    kpca::FitError,
    manifold::ManifoldError,
    preimage::PreImageError,
};
use tabular::DataError;

/// Error between a setup and its picture, in one plain line.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum Error {
    #[error(transparent)]
    Data(#[from] DataError),
    #[error(transparent)]
    Engine(kernel_pca::Error),
    /// Reason for which a method does not take rows of this kind.
    #[error("{0}")]
    Unsuited(String),
    /// File of clean rows that denoised ones cannot be compared with.
    #[error("{file}: {reason}")]
    CleanRows { file: String, reason: String },
}

impl Cancellable for Error {
    fn is_cancelled(&self) -> bool {
        match self {
            Self::Data(error) => *error == DataError::Cancelled,
            Self::Engine(error) => error.is_cancelled(),
            Self::Unsuited(_) | Self::CleanRows { .. } => false,
        }
    }
}

/// Wraps errors of the engine, for `?`.
macro_rules! of_engine {
    ($($error:ty),+ $(,)?) => {$(
        impl From<$error> for Error {
            fn from(error: $error) -> Self {
                Self::Engine(error.into())
            }
        }
    )+};
}

of_engine!(
    kernel_pca::Error,
    ParamError,
    MadeError,
    FitError,
    ManifoldError,
    CorrespondenceError,
    PreImageError,
);

pub type Result<T, E = Error> = std::result::Result<T, E>;
