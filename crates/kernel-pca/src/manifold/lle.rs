//! Locally linear embedding (Roweis and Saul 2000): coordinates that the neighbours' weights reconstruct as they do
//! the rows.

use nalgebra::{DMatrix, DVector};

use super::{
    EmbeddingOptions, ManifoldEmbedding, ManifoldError, ManifoldParams, ManifoldSpec,
    distinct::DistinctRows,
    graph::NeighborGraph,
    neighbors::{Neighbors, nearest_to},
    params::others,
    projection::{ExtensionFormula, Projection},
    squared_inverse::{SparseRows, least_images},
    unrolled::turned,
    watch::{EmbeddingStage, EmbeddingWatch},
};
use crate::{eigen::Failure, objects::InputRows};

/// Ridge added to the diagonal of each local Gram matrix, relative to its trace: scikit-learn's default of
/// `reg`.
const REGULARIZATION: f64 = 1e-3;
/// Square root δ of the shift δ² = 10⁻¹² that makes (I − W)ᵀ(I − W) invertible: it is added to all eigenvalues and
/// changes no eigenvector. Wanted eigenvalues are 10⁻⁷ to 10⁻¹².
const SHIFT: f64 = 1e-6;

pub(super) const SPEC: ManifoldSpec = ManifoldSpec {
    settle: |params, rows| params.neighbors(1, others(rows), rows.n()),
    embed: lle,
};

/// Embeds rows with features (n × d) by locally linear embedding; each row is reconstructed from its nearest others.
///
/// # Errors
/// [`ManifoldError`] when cancelled, when more memory than allowed is needed, or when eigenvectors do not converge.
fn lle(
    rows: &InputRows<'_>,
    params: &ManifoldParams,
    options: &EmbeddingOptions,
    watch: &EmbeddingWatch<'_>,
) -> Result<ManifoldEmbedding, ManifoldError> {
    embedded(rows, params, options, watch, |distinct, neighbors| {
        reconstruction(distinct, neighbors, watch)
    })
}

/// Embeds rows with features (n × d) by the functions f on the rows that make ‖B·f‖ least. `residual` makes B (any
/// number of rows × n), which takes constants to zero, from the rows and their neighbours.
///
/// # Errors
/// [`ManifoldError`] when cancelled, when more memory than allowed is needed, or when eigenvectors do not converge.
pub(super) fn embedded(
    rows: &InputRows<'_>,
    params: &ManifoldParams,
    options: &EmbeddingOptions,
    watch: &EmbeddingWatch<'_>,
    residual: impl Fn(&DistinctRows, &Neighbors) -> Result<SparseRows, Failure>,
) -> Result<ManifoldEmbedding, ManifoldError> {
    let x = rows.features().ok_or(ManifoldError::Unsuited)?;
    let n = x.nrows();
    let distinct = DistinctRows::new(x);
    let neighbors = Neighbors::find(&distinct, params.neighbors.min(n - 1), watch)?;
    let graph = NeighborGraph::new(&neighbors);
    let residual = residual(&distinct, &neighbors)?;
    let found = least_images(&residual, SHIFT, &vec![1.0; n], options, watch)?;
    Ok(ManifoldEmbedding {
        scores: turned(found.vectors),
        eigenvalues: found.eigenvalues,
        trace: None,
        graph: Some(graph.in_unit(distinct.unit)),
        undetermined: found.undetermined,
        projection: Some(Projection {
            distinct,
            formula: ExtensionFormula::Mixture(MixtureExtension {
                neighbors: neighbors.k(),
            }),
        }),
    })
}

/// Extension to new rows, as in scikit-learn's `transform`: a row's scores are the mean of its nearest rows' scores
/// with the weights that reconstruct the row.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct MixtureExtension {
    /// Number of nearest rows that reconstruct a new one.
    neighbors: usize,
}

impl MixtureExtension {
    /// Returns the scores (length q) of one `row`, given in the unit of `distinct`, from those of the embedded rows.
    pub(super) fn scores(
        &self,
        embedding: &ManifoldEmbedding,
        distinct: &DistinctRows,
        row: &[f64],
    ) -> Vec<f64> {
        let nearest = nearest_to(distinct, row, self.neighbors);
        if !nearest.iter().all(|(_, length)| length.is_finite()) {
            return vec![f64::NAN; embedding.scores.ncols()];
        }
        let others: Vec<&[f64]> = nearest.iter().map(|(j, _)| distinct.of(*j)).collect();
        let weights = weights(row, &others);
        let columns = embedding.scores.column_iter();
        columns
            .map(|column| {
                let parts = nearest.iter().zip(weights.iter());
                parts.map(|((j, _), weight)| weight * column[*j]).sum()
            })
            .collect()
    }
}

/// Returns I − W (n × n); the weights W reconstruct each row from its neighbours and sum to one.
///
/// # Errors
/// [`Failure::Cancelled`] when cancelled.
fn reconstruction(
    distinct: &DistinctRows,
    neighbors: &Neighbors,
    watch: &EmbeddingWatch<'_>,
) -> Result<SparseRows, Failure> {
    let n = neighbors.n();
    let weights = watch.each(EmbeddingStage::Weights, n, |i| {
        let others: Vec<&[f64]> = neighbors.of(i).iter().map(|&j| distinct.of(j)).collect();
        weights(distinct.of(i), &others)
    })?;
    let mut matrix = SparseRows::new(n);
    for (i, weights) in weights.iter().enumerate() {
        let others = neighbors.of(i).iter().zip(weights.iter());
        let mut row: Vec<(usize, f64)> = others.map(|(&j, &w)| (j, -w)).collect();
        row.push((i, 1.0));
        matrix.push(row);
    }
    Ok(matrix)
}

/// Returns the weights w that minimise ‖x − Σ wⱼyⱼ‖² + r‖w‖² with Σw = 1, for the neighbours y of x and the ridge
/// r.
fn weights(x: &[f64], neighbors: &[&[f64]]) -> DVector<f64> {
    let k = neighbors.len();
    let mut differences = DMatrix::from_fn(x.len(), k, |f, j| neighbors[j][f] - x[f]);
    let ones = DVector::from_element(k, 1.0);
    // Only proportions of the weights matter; in this unit squares neither overflow nor vanish.
    let largest = differences.amax();
    if largest == 0.0 {
        return ones / k as f64;
    }
    differences /= largest;
    let mut gram = differences.tr_mul(&differences);
    let ridge = REGULARIZATION * gram.trace();
    for j in 0..k {
        gram[(j, j)] += ridge;
    }
    let solution = gram.cholesky().map(|factor| factor.solve(&ones));
    let weights = solution.unwrap_or(ones);
    let sum = weights.sum();
    weights / sum
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::manifold::EmbeddingProgress;

    #[test]
    fn weights_sum_to_one_and_reconstruct_what_neighbours_can() {
        // Three neighbours around a point of the plane reconstruct it exactly, but for the regularisation.
        let neighbors: [&[f64]; 3] = [&[1.0, 0.0], &[-1.0, 1.0], &[-1.0, -1.0]];
        let w = weights(&[0.0, 0.0], &neighbors);
        assert!((w.sum() - 1.0).abs() < 1e-15);
        for f in 0..2 {
            let made: f64 = w.iter().zip(&neighbors).map(|(w, y)| w * y[f]).sum();
            assert!(made.abs() < 2e-3, "{made}");
        }
        assert!((w[0] - 0.5).abs() < 1e-3 && (w[1] - w[2]).abs() < 1e-15);
        // Neighbours that are the point itself share equally.
        assert_eq!(weights(&[3.0], &[&[3.0], &[3.0]]).as_slice(), [0.5, 0.5]);
    }

    #[test]
    fn rows_of_the_residual_sum_to_nothing() {
        let x = DMatrix::from_fn(40, 3, |i, j| ((i * (7 + j)) % 23) as f64);
        let progress = EmbeddingProgress::default();
        let watch = EmbeddingWatch::new(&progress, &|| false);
        let distinct = DistinctRows::new(&x);
        let neighbors = Neighbors::find(&distinct, 6, &watch).unwrap();
        let residual = reconstruction(&distinct, &neighbors, &watch).unwrap();
        for i in 0..40 {
            assert_eq!(residual.row(i).count(), 7);
            assert!(residual.row(i).map(|(_, value)| value).sum::<f64>().abs() < 1e-14);
        }
    }
}
