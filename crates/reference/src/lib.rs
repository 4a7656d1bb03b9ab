//! Dense linear algebra of nalgebra, which the program does not solve with: tests hold its results against it. As generic code it
//! would be compiled with each test, unoptimised, and take most of their time. And rows that tests and benches share.

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

/// Ten normal clouds of n points with d features: nine large eigenvalues, and a tenth among those of the noise.
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
