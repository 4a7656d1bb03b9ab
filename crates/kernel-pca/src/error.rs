//! Error type of the whole engine: each variant wraps the error type of one module.

use std::fmt::Display;

use crate::{
    correspondence::CorrespondenceError,
    kernel::{MadeError, ParamError},
    kpca::FitError,
    manifold::ManifoldError,
    preimage::PreImageError,
};

/// Anything that can go wrong between a matrix and its components, in one plain line.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum Error {
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
}

/// Result of a computation of the engine.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// Error that tells work that was cancelled from work that failed.
pub trait Cancellable: Display {
    /// Returns true where the work was cancelled.
    fn is_cancelled(&self) -> bool;
}

macro_rules! cancellable {
    ($($error:ident: $cancelled:pat),* $(,)?) => {
        $(impl Cancellable for $error {
            fn is_cancelled(&self) -> bool {
                matches!(self, $cancelled)
            }
        })*
    };
}

cancellable! {
    MadeError: MadeError::Cancelled,
    FitError: FitError::Cancelled,
    ManifoldError: ManifoldError::Cancelled,
    PreImageError: PreImageError::Cancelled,
}

impl Cancellable for Error {
    fn is_cancelled(&self) -> bool {
        match self {
            Self::Param(_) | Self::Correspondence(_) => false,
            Self::Made(error) => error.is_cancelled(),
            Self::Fit(error) => error.is_cancelled(),
            Self::Manifold(error) => error.is_cancelled(),
            Self::PreImage(error) => error.is_cancelled(),
        }
    }
}

/// Turns an error, unless the work was cancelled, into its message in one line, as part of the answer.
///
/// # Errors
/// [`FitError::Cancelled`] when the work was cancelled.
pub fn settled<T, E: Cancellable>(found: Result<T, E>) -> Result<Result<T, String>, FitError> {
    match found {
        Err(error) if error.is_cancelled() => Err(FitError::Cancelled),
        found => Ok(found.map_err(|error| error.to_string())),
    }
}
