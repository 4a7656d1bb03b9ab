//! Trait for access to single entries of a positive semidefinite matrix that is never formed as a whole.

use std::ops::Range;

use nalgebra::DMatrix;

/// A positive semidefinite matrix (n × n) whose entries are evaluated on request.
pub(crate) trait Entries: Sync {
    /// Returns the n diagonal entries.
    fn diagonal(&self) -> Vec<f64>;

    /// Returns the submatrix of a range of rows and the given columns (`rows` × `columns`).
    fn columns(&self, rows: Range<usize>, columns: &[usize]) -> DMatrix<f64>;

    /// Returns the principal submatrix of the rows and columns `indices` (m × m for m indices).
    fn principal(&self, indices: &[usize]) -> DMatrix<f64>;
}
