//! Leading eigenpairs of a centred kernel matrix.

pub(crate) mod accuracy;
pub(crate) mod dense;
pub(crate) mod gemm;
pub(crate) mod krylov;
pub(crate) mod tiles;

/// Why a solver has no answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Failure {
    #[error("cancelled")]
    Cancelled,
    #[error("the iteration did not converge")]
    NotConverged,
    #[error("entries are not finite")]
    NotFinite,
}
