//! Dense linear algebra of nalgebra, with which tests compare the program's own results, and rows that tests and
//! benches share. A crate of its own, since generic code would be compiled with each test, unoptimised, and take most
//! of the tests' time.

use std::sync::Arc;

use nalgebra::{DMatrix, DVector, Dyn, SymmetricEigen};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use rand_distr::{Distribution, StandardNormal};

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

/// Rows (n × d) in ten normal clouds, one after the other in turn: nine large eigenvalues, and a tenth among those of
/// the noise.
#[must_use]
pub fn clouds(n: usize, d: usize) -> Arc<DMatrix<f64>> {
    let mut rng = ChaCha8Rng::seed_from_u64(0);
    let mut normal = |rows, columns| {
        DMatrix::<f64>::from_fn(rows, columns, |_, _| StandardNormal.sample(&mut rng))
    };
    let (centres, noise) = (normal(10, d), normal(n, d));
    Arc::new(DMatrix::from_fn(n, d, |i, j| {
        centres[(i % 10, j)] + noise[(i, j)]
    }))
}
