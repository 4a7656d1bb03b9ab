//! The program's one error type: each variant wraps the error of one room.

use kernel_pca::{
    Cancellable,
    correspondence::CorrespondenceError,
    kernel::{MadeError, ParamError},
    kpca::FitError,
    manifold::ManifoldError,
    preimage::PreImageError,
};

use crate::{data::DataError, export::ExportError, platform::WriteError};

/// Error between a setup and its picture, in one plain line.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum Error {
    #[error(transparent)]
    Data(#[from] DataError),
    #[error(transparent)]
    Engine(#[from] kernel_pca::Error),
    #[error(transparent)]
    Export(#[from] ExportError),
}

impl Cancellable for Error {
    fn is_cancelled(&self) -> bool {
        match self {
            Self::Data(error) => *error == DataError::Cancelled,
            Self::Engine(error) => error.is_cancelled(),
            Self::Export(error) => *error == ExportError::Cancelled,
        }
    }
}

impl From<WriteError> for Error {
    fn from(error: WriteError) -> Self {
        Self::Export(error.into())
    }
}

/// Implements the conversion of an error of a room of the engine into the program's, for `?`.
macro_rules! from_engine {
    ($($error:ty),*) => {
        $(impl From<$error> for Error {
            fn from(error: $error) -> Self {
                Self::Engine(error.into())
            }
        })*
    };
}

from_engine!(
    ParamError,
    MadeError,
    FitError,
    ManifoldError,
    CorrespondenceError,
    PreImageError
);

pub type Result<T, E = Error> = std::result::Result<T, E>;
