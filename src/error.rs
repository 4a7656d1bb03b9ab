//! The library's one error type: each variant wraps the error of one room.

use crate::{
    correspondence::CorrespondenceError,
    data::DataError,
    export::ExportError,
    kernel::{MadeError, ParamError},
    kpca::FitError,
    manifold::ManifoldError,
    preimage::PreImageError,
};

/// Anything that can go wrong between a setup and its picture, in one plain line.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum Error {
    #[error(transparent)]
    Data(#[from] DataError),
    #[error(transparent)]
    Param(#[from] ParamError),
    #[error(transparent)]
    Made(#[from] MadeError),
    #[error(transparent)]
    Fit(#[from] FitError),
    #[error(transparent)]
    Manifold(#[from] ManifoldError),
    #[error(transparent)]
    Correspondence(#[from] CorrespondenceError),
    #[error(transparent)]
    PreImage(#[from] PreImageError),
    #[error(transparent)]
    Export(#[from] ExportError),
}

impl Error {
    /// Whether nobody waits for the answer any more.
    pub(crate) fn is_cancelled(&self) -> bool {
        matches!(
            self,
            Self::Data(DataError::Cancelled)
                | Self::Made(MadeError::Cancelled)
                | Self::Fit(FitError::Cancelled)
                | Self::Manifold(ManifoldError::Cancelled)
                | Self::PreImage(PreImageError::Cancelled)
                | Self::Export(ExportError::Cancelled)
        )
    }
}

pub type Result<T, E = Error> = std::result::Result<T, E>;

/// Where a failure is part of the answer, in its one line; only that it was cancelled is none.
pub(crate) fn settled<T, E: Into<Error>>(
    found: Result<T, E>,
) -> Result<Result<T, String>, FitError> {
    match found.map_err(Into::into) {
        Err(error) if error.is_cancelled() => Err(FitError::Cancelled),
        found => Ok(found.map_err(|error| error.to_string())),
    }
}
