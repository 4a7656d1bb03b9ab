//! A matrix that is read entry by entry.

use std::ops::Range;

use nalgebra::DMatrix;

/// A positive semidefinite matrix (n × n) by some of its entries.
pub(crate) trait Entries: Sync {
    fn diagonal(&self) -> Vec<f64>;

    /// Entries `rows` of the given columns.
    fn columns(&self, rows: Range<usize>, columns: &[usize]) -> DMatrix<f64>;

    /// The submatrix of the given rows and columns.
    fn principal(&self, indices: &[usize]) -> DMatrix<f64>;
}
