//! The library's one error type: each variant wraps the error of one room.

use crate::{
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
    PreImage(#[from] PreImageError),
    #[error(transparent)]
    Export(#[from] ExportError),
}

pub type Result<T, E = Error> = std::result::Result<T, E>;
