//! Hessian locally linear embedding (Donoho and Grimes 2003), as scikit-learn computes it: functions with the least
//! curvature over all neighbourhoods.

use nalgebra::DMatrix;

use super::{
    EmbeddingOptions, ManifoldEmbedding, ManifoldError, ManifoldParams, ManifoldSpec,
    distinct::DistinctRows,
    lle::embedded,
    neighbors::Neighbors,
    params::others,
    squared_inverse::SparseRows,
    watch::{EmbeddingStage, EmbeddingWatch},
};
use crate::{
    eigen::{Failure, svd::thin_svd},
    objects::InputRows,
};

/// Singular value of a neighbourhood, relative to the largest, below which the direction is rounding and is left
/// out.
const NO_DIRECTION: f64 = 1e-13;

/// Dimension of the embedding: a plane, as it is drawn.
const PLANE: usize = 2;

pub(super) const SPEC: ManifoldSpec = ManifoldSpec {
    settle: |params, rows| {
        let least = more_than(dimension(rows)) + 1;
        params.neighbors(least, others(rows), rows.n())
    },
    embed: hessian_lle,
};

/// Dimension that rows with features (n × d) are embedded in.
fn dimension(rows: &InputRows<'_>) -> usize {
    let features = rows.features().map_or(0, DMatrix::ncols);
    PLANE.min(features.max(1))
}

/// Number of neighbours that the method must exceed: d(d + 3)/2, the number of linear and quadratic monomials in d
/// coordinates.
fn more_than(dimension: usize) -> usize {
    dimension * (dimension + 3) / 2
}

/// Embeds rows with features (n × d) in a plane by Hessian locally linear embedding.
///
/// The method finds the functions that bend least over the neighbourhoods of `k` rows each. A
/// function's bend on a neighbourhood is its part that is not linear in the neighbourhood's leading two
/// principal components. Donoho and Grimes count quadratic parts alone; scikit-learn's `method="hessian"` and this
/// function count all nonlinear parts, as in tangent space alignment (Zhang and Zha 2004).
///
/// # Errors
/// [`ManifoldError`] when cancelled, when more memory than allowed is needed, or when eigenvectors do not converge.
fn hessian_lle(
    rows: &InputRows<'_>,
    params: &ManifoldParams,
    options: &EmbeddingOptions,
    watch: &EmbeddingWatch<'_>,
) -> Result<ManifoldEmbedding, ManifoldError> {
    let dimension = dimension(rows);
    if params.neighbors.min(rows.n() - 1) <= more_than(dimension) {
        return Err(ManifoldError::TooFewNeighbors);
    }
    let options = EmbeddingOptions {
        components: dimension,
        ..*options
    };
    embedded(rows, params, &options, watch, |distinct, neighbors| {
        bends(distinct, neighbors, dimension, watch)
    })
}

/// Returns B ((n · k) × n), which maps a function's values at the rows to their nonlinear parts on each
/// neighbourhood.
///
/// # Errors
/// [`Failure::Cancelled`] when cancelled.
fn bends(
    distinct: &DistinctRows,
    neighbors: &Neighbors,
    dimension: usize,
    watch: &EmbeddingWatch<'_>,
) -> Result<SparseRows, Failure> {
    let n = neighbors.n();
    let blocks = watch.each(EmbeddingStage::Weights, n, |i| {
        let rows: Vec<&[f64]> = neighbors.of(i).iter().map(|&j| distinct.of(j)).collect();
        not_linear(&rows, dimension)
    })?;
    let mut matrix = SparseRows::new(n);
    for (i, block) in blocks.iter().enumerate() {
        for row in block.row_iter() {
            let entries = neighbors.of(i).iter().copied().zip(row.iter().copied());
            matrix.push(entries.collect());
        }
    }
    Ok(matrix)
}

/// Returns the projection (k × k) that removes from values at k rows all that is constant or linear in the rows'
/// leading `dimension` principal components.
fn not_linear(rows: &[&[f64]], dimension: usize) -> DMatrix<f64> {
    let (k, d) = (rows.len(), rows.first().map_or(0, |row| row.len()));
    let mut centered = DMatrix::from_fn(k, d, |j, f| rows[j][f]);
    for mut column in centered.column_iter_mut() {
        let mean = column.mean();
        column.add_scalar_mut(-mean);
    }
    let svd = thin_svd(&centered);
    let largest = svd.values.first().copied().unwrap_or(0.0);
    let mut left = DMatrix::identity(k, k).add_scalar(-1.0 / k as f64);
    for (direction, σ) in svd.left.column_iter().zip(&svd.values).take(dimension) {
        if *σ > NO_DIRECTION * largest {
            left.ger(-1.0, &direction, &direction, 1.0);
        }
    }
    left
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn linear_functions_of_a_neighbourhood_do_not_count() {
        // Seven rows of a plane in space.
        let at = |i: usize| {
            let (a, b) = ((i as f64).sin(), (3.0 * i as f64).cos());
            [a, b, 2.0 * a - b]
        };
        let rows: Vec<[f64; 3]> = (0..7).map(at).collect();
        let borrowed: Vec<&[f64]> = rows.iter().map(|row| &row[..]).collect();
        let left = not_linear(&borrowed, 2);
        let linear = DMatrix::from_fn(7, 3, |i, f| 5.0 + rows[i][f]);
        assert!((&left * linear).amax() < 1e-13);
        let bent = DMatrix::from_fn(7, 1, |i, _| rows[i][0].powi(2));
        assert!((&left * bent).amax() > 0.05);
        // What is left has k − 1 − 2 directions.
        assert!((left.trace() - 4.0).abs() < 1e-12);
        // Equal rows have no direction, and rows of a line have one.
        let equal = not_linear(&[&rows[0], &rows[0], &rows[0]], 2);
        assert!((equal.trace() - 2.0).abs() < 1e-12);
        let line = not_linear(&[&[0.0, 0.0], &[1.0, 1.0], &[2.0, 2.0], &[4.0, 4.0]], 2);
        assert!((line.trace() - 2.0).abs() < 1e-12);
    }
}
