//! Projection of new rows to the components of an embedding.

use nalgebra::DMatrix;
use rayon::prelude::*;

use super::{
    ManifoldError,
    diffusion::DiffusionExtension,
    distinct::DistinctRows,
    isomap::IsomapExtension,
    laplacian::NeighborExtension,
    lle::MixtureExtension,
    watch::{EmbeddingProgress, EmbeddingStage, EmbeddingWatch},
};
use crate::{kpca::CancelCheck, power_of_two::times};

/// Map from new rows to their scores.
#[derive(Debug, Clone, PartialEq)]
pub struct Projection {
    /// Rows that were embedded, in their unit.
    pub(super) distinct: DistinctRows,
    /// Formula of the method.
    pub(super) formula: ExtensionFormula,
}

/// Formula that gives a new row its scores.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum ExtensionFormula {
    /// Isomap: Nyström's formula over paths, as scikit-learn's `transform`.
    Paths(IsomapExtension),
    /// Locally linear embedding and its Hessian variant: the mixture of the nearest rows, as scikit-learn's `transform`.
    Mixture(MixtureExtension),
    /// Laplacian eigenmaps: Nyström's formula (Bengio et al. 2004) over the row's neighbours.
    Neighbors(NeighborExtension),
    /// Diffusion map: Nyström's formula over steps of the walk that starts at the row.
    Walk(DiffusionExtension),
}

impl Projection {
    /// Returns the scores (m × q) of new rows (m × d). A row of X has the scores that it had, but for locally linear
    /// embedding, whose mixtures are regularised.
    ///
    /// # Errors
    /// [`ManifoldError::Cancelled`] when cancelled, [`ManifoldError::TooFar`] when a row is too far from those of X for its
    /// scores to be numbers.
    pub fn project(
        &self,
        new: &DMatrix<f64>,
        progress: &EmbeddingProgress,
        cancelled: CancelCheck<'_>,
    ) -> Result<DMatrix<f64>, ManifoldError> {
        let watch = EmbeddingWatch::new(progress, cancelled);
        let each = watch.stage(EmbeddingStage::NewRows, new.nrows());
        let rows: Result<Vec<Vec<f64>>, ManifoldError> = (0..new.nrows())
            .into_par_iter()
            .map(|i| {
                each.step()?;
                let row = new.row(i);
                let scores = self.scores(&row.iter().copied().collect::<Vec<_>>());
                if scores.iter().all(|score| score.is_finite()) {
                    Ok(scores)
                } else {
                    Err(ManifoldError::TooFar)
                }
            })
            .collect();
        progress.reset();
        let rows = rows?;
        Ok(DMatrix::from_fn(rows.len(), self.components(), |i, j| {
            rows[i][j]
        }))
    }

    /// Number q of components.
    fn components(&self) -> usize {
        match &self.formula {
            ExtensionFormula::Paths(paths) => paths.eigenvalues.len(),
            ExtensionFormula::Mixture(MixtureExtension { scores, .. })
            | ExtensionFormula::Neighbors(NeighborExtension { scores, .. })
            | ExtensionFormula::Walk(DiffusionExtension { scores, .. }) => scores.ncols(),
        }
    }

    /// Returns the scores of one row (length q); not all are finite where it is too far.
    fn scores(&self, row: &[f64]) -> Vec<f64> {
        let row: Vec<f64> = row.iter().map(|v| times(*v, -self.distinct.unit)).collect();
        match &self.formula {
            ExtensionFormula::Paths(paths) => paths.scores(&self.distinct, &row),
            ExtensionFormula::Mixture(mixtures) => mixtures.scores(&self.distinct, &row),
            ExtensionFormula::Neighbors(affinities) => affinities.scores(&self.distinct, &row),
            ExtensionFormula::Walk(walk) => walk.scores(&self.distinct, &row),
        }
    }
}

/// Returns the mean of some rows of `scores` (n × q) with these weights, divided by the share μ of each component
/// that a step leaves: Nyström's formula. Components with μ = 0 are zero.
pub(super) fn nystrom(
    scores: &DMatrix<f64>,
    weights: &(impl Iterator<Item = (usize, f64)> + Clone),
    shares: &[f64],
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

/// Modulus of a random walk's eigenvalue, of at most 1, that rounding may have made of zero.
const NOTHING_LEFT: f64 = 1e-12;
