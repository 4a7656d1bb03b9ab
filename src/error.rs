//! The program's one error type: each variant wraps the error of one room.

use kernel_pca::Cancellable;

use crate::{data::DataError, export::ExportError, platform::WriteError};

/// Error between a setup and its picture, in one plain line.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum Error {
    #[error(transparent)]
    Data(#[from] DataError),
    #[error(transparent)]
    Engine(kernel_pca::Error),
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

/// Wraps any error that the engine's error wraps, for `?`.
impl<E> From<E> for Error
where
    kernel_pca::Error: From<E>,
{
    fn from(error: E) -> Self {
        Self::Engine(error.into())
    }
}

pub type Result<T, E = Error> = std::result::Result<T, E>;
