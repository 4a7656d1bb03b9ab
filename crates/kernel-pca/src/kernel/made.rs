//! Errors of kernel matrices made of strings or nodes.

use super::ParamError;

/// Reason for which strings or nodes have no kernel matrix.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum MadeError {
    #[error(transparent)]
    Param(#[from] ParamError),
    #[error("the kernel's values go beyond the range of numbers: lower β or the power")]
    TooLarge,
    #[error("the kernel takes {0}, and the data are something else")]
    Other(&'static str),
    #[error("the eigenvalue iteration did not converge")]
    NotConverged,
    #[error("abandoned for a newer request")]
    Cancelled,
}
