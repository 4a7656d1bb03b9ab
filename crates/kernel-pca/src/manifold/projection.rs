//! Projection of new rows to the components of an embedding: one formula for each method that has one.

use nalgebra::DMatrix;

use super::{
    ManifoldEmbedding, ManifoldError,
    diffusion::DiffusionExtension,
    distinct::DistinctRows,
    isomap::IsomapExtension,
    laplacian::NeighborExtension,
    lle::MixtureExtension,
    watch::{EmbeddingProgress, EmbeddingStage, EmbeddingWatch},
};
use crate::{kpca::CancelCheck, power_of_two::times};

/// Map from new rows to their scores, which also reads the scores of the embedded rows.
#[derive(Debug, Clone, PartialEq)]
pub struct Projection {
    /// Embedded rows, in their unit.
    pub(super) distinct: DistinctRows,
    /// Extension formula of the method.
    pub(super) formula: ExtensionFormula,
}

/// Formula by which a method gives scores to a new row.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum ExtensionFormula {
    /// Isomap: Nyström's formula over path lengths, as in scikit-learn's `transform`.
    Paths(IsomapExtension),
    /// Locally linear embedding and its Hessian variant: weighted mean of the nearest rows' scores, as in
    /// scikit-learn's `transform`.
    Mixture(MixtureExtension),
    /// Laplacian eigenmaps: Nyström's formula (Bengio et al. 2004) over the row's neighbours.
    Neighbors(NeighborExtension),
    /// Diffusion map: Nyström's formula over steps of the random walk from the row.
    Walk(DiffusionExtension),
}

impl ManifoldEmbedding {
    /// Projects new rows (m × d, or m × n where distances were given) to their scores (m × q); `None` for a method
    /// without scores of new rows, and for nodes of a graph. An embedded row gets its own scores, except in locally
    /// linear embedding, whose weights are regularised.
    ///
    /// # Errors
    /// [`ManifoldError::Cancelled`] when cancelled, [`ManifoldError::TooFar`] when a row is too far from the embedded
    /// rows for finite scores.
    pub fn project(
        &self,
        new: &DMatrix<f64>,
        progress: &EmbeddingProgress,
        cancelled: CancelCheck<'_>,
    ) -> Result<Option<DMatrix<f64>>, ManifoldError> {
        let Some(projection) = &self.projection else {
            return Ok(None);
        };
        let watch = EmbeddingWatch::new(progress, cancelled);
        let rows = watch.each(EmbeddingStage::NewRows, new.nrows(), |i| {
            projection.scores(self, new.row(i).iter().copied().collect())
        });
        progress.reset();
        let rows = rows?;
        if !rows.iter().flatten().all(|score| score.is_finite()) {
            return Err(ManifoldError::TooFar);
        }
        let scores = DMatrix::from_fn(rows.len(), self.scores.ncols(), |i, j| rows[i][j]);
        Ok(Some(scores))
    }
}

impl Projection {
    /// Returns the scores (length q) of one new row, from those of the `embedding`; some are not finite where the row
    /// is too far from all others.
    fn scores(&self, embedding: &ManifoldEmbedding, mut row: Vec<f64>) -> Vec<f64> {
        let Self { distinct, formula } = self;
        for value in &mut row {
            *value = times(*value, -distinct.unit);
        }
        match formula {
            ExtensionFormula::Paths(paths) => paths.scores(distinct, &row),
            ExtensionFormula::Mixture(mixture) => mixture.scores(embedding, distinct, &row),
            ExtensionFormula::Neighbors(near) => near.scores(embedding, distinct, &row),
            ExtensionFormula::Walk(walk) => walk.scores(embedding, distinct, &row),
        }
    }
}

/// Returns the weighted mean of some rows of `scores` (n × q), each component divided by its eigenvalue μ in
/// `shares`: Nyström's formula (Bengio et al. 2004). Components with μ = 0 are zero.
pub(super) fn nystrom(
    scores: &DMatrix<f64>,
    weights: &(impl Iterator<Item = (usize, f64)> + Clone),
    shares: impl Iterator<Item = f64>,
) -> Vec<f64> {
    let sum: f64 = weights.clone().map(|(_, weight)| weight).sum();
    let columns = scores.column_iter().zip(shares);
    columns
        .map(|(column, μ)| {
            if μ.abs() <= NOTHING_LEFT {
                return 0.0;
            }
            let along: f64 = weights.clone().map(|(j, w)| w * column[j]).sum();
            along / sum / μ
        })
        .collect()
}

/// Modulus below which an eigenvalue of a random walk, at most 1, counts as a zero that was rounded.
const NOTHING_LEFT: f64 = 1e-12;
