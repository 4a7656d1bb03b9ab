//! The whole spectrum of a symmetric matrix.

use faer::{MatRef, Side};
use nalgebra::DMatrix;

/// Eigenvalues in ascending order with their unit eigenvectors (n × n, one a column).
pub(crate) struct Spectrum {
    pub(crate) values: Vec<f64>,
    pub(crate) vectors: DMatrix<f64>,
}

/// Decomposes a symmetric matrix (n × n) of finite entries; `None` where the iteration does not
/// converge.
pub(crate) fn symmetric_eigen(matrix: &DMatrix<f64>) -> Option<Spectrum> {
    let n = matrix.nrows();
    if n == 0 {
        return Some(Spectrum {
            values: Vec::new(),
            vectors: DMatrix::zeros(0, 0),
        });
    }
    let eigen = MatRef::from_column_major_slice(matrix.as_slice(), n, n)
        .self_adjoint_eigen(Side::Lower)
        .ok()?;
    let vectors = eigen.U();
    Some(Spectrum {
        values: eigen.S().column_vector().iter().copied().collect(),
        vectors: DMatrix::from_fn(n, n, |i, j| vectors[(i, j)]),
    })
}
