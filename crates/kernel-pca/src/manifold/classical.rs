//! Classical scaling (Torgerson 1952) of given distances to a plane.

use nalgebra::DMatrix;

use super::{
    distinct::DistinctRows,
    isomap::LOWEST,
    spectral::leading,
    tiles::SymmetricTiles,
    watch::{EmbeddingStage, EmbeddingWatch},
};
use crate::eigen::Failure;

/// Scores (n × 2, or fewer columns for fewer than three rows) of classical scaling: the leading eigenvectors of −½JD²J
/// times the roots of their eigenvalues. Of Euclidean distances these are principal components.
///
/// # Errors
/// A [`Failure`] when cancelled, or when the iteration does not converge.
pub(super) fn classical_scaling(
    distinct: &DistinctRows,
    watch: &EmbeddingWatch<'_>,
) -> Result<DMatrix<f64>, Failure> {
    let n = distinct.of_row.len();
    let each = watch.stage(EmbeddingStage::Kernel, n);
    let products = SymmetricTiles::from_rows(n, each, |i, end| {
        let product = |j: usize| -0.5 * distinct.between(i, j).powi(2);
        (0..end).map(product).collect()
    })?;
    let k = 2.min(n - 1);
    let found = leading(&|x| products.times(x), &vec![1.0; n], k, LOWEST, watch)?;
    let mut scores = found.vectors.columns(0, k).into_owned();
    for (mut column, λ) in scores.column_iter_mut().zip(&found.values) {
        column *= λ.max(0.0).sqrt();
    }
    Ok(scores)
}
