//! Leading eigenpairs of a centred kernel matrix, by dense decomposition, pivoted Cholesky factors, explicit
//! features, Fourier modes or block Krylov iteration, with bounds on their errors.
//!
//! ```
//! use kernel_pca::eigen::dense::symmetric_eigenvalues;
//! use nalgebra::dmatrix;
//!
//! let values = symmetric_eigenvalues(&dmatrix![2.0, 1.0; 1.0, 2.0], &|| false).unwrap_or_default();
//! assert!((values[0] - 1.0).abs() < 1e-14 && (values[1] - 3.0).abs() < 1e-14);
//! ```

pub(crate) mod accuracy;
mod basis;
pub(crate) mod chebyshev;
pub(crate) mod cholesky;
pub mod dense;
pub mod elsewhere;
pub(crate) mod entries;
pub(crate) mod equal;
pub(crate) mod factor;
pub(crate) mod factored;
pub(crate) mod fourier;
pub mod gemm;
pub(crate) mod goal;
pub(crate) mod inertia;
mod inner_products;
pub(crate) mod kept_tiles;
pub(crate) mod krylov;
mod look;
pub(crate) mod operator;
pub(crate) mod orthogonal;
mod panel;
mod probe;
mod refine;
mod schedule;
mod strips;
pub(crate) mod svd;
mod tile_product;
pub(crate) mod tiles;
mod verdict;

/// Reason for which an eigensolver has no answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Failure {
    /// The caller asked the solver to stop.
    Cancelled,
    /// An iteration did not converge.
    NotConverged,
    /// The matrix has entries that are infinite or not a number.
    NotFinite,
    /// The solver would hold more bytes than are allowed.
    OutOfMemory {
        /// Bytes that the solver would hold.
        needed: u64,
        /// Bytes that are allowed.
        allowed: u64,
    },
}
