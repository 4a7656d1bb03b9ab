//! The engine's one error type: each variant wraps the error of one room.

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

/// An error that can tell work that was given up from work that failed.
pub trait Cancellable: Display {
    /// True where nobody waits for the answer any more.
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

/// Turns a failure into its one line, where a failure is part of the answer.
///
/// # Errors
/// Only that the work was cancelled.
pub fn settled<T, E: Cancellable>(found: Result<T, E>) -> Result<Result<T, String>, FitError> {
    match found {
        Err(error) if error.is_cancelled() => Err(FitError::Cancelled),
        found => Ok(found.map_err(|error| error.to_string())),
    }
}
