//! Dense linear algebra of nalgebra, which the program does not solve with: tests hold its results against it. As generic code it
//! would be compiled with each test, unoptimised, and take most of their time.

use nalgebra::{DMatrix, DVector, Dyn, SymmetricEigen};

/// Returns the eigenvalues of a symmetric matrix (n × n), in no order, and its eigenvectors as columns.
#[must_use]
pub fn symmetric_eigen(matrix: DMatrix<f64>) -> SymmetricEigen<f64, Dyn> {
    matrix.symmetric_eigen()
}

/// Returns the eigenvalues of a symmetric matrix (n × n), in no order.
#[must_use]
pub fn symmetric_eigenvalues(matrix: &DMatrix<f64>) -> DVector<f64> {
    matrix.symmetric_eigenvalues()
}

/// Returns the product of two matrices.
#[must_use]
pub fn product(a: &DMatrix<f64>, b: &DMatrix<f64>) -> DMatrix<f64> {
    a * b
}
