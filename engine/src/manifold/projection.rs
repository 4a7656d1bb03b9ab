//! Projection of new rows to the components of an Isomap.

use nalgebra::{DMatrix, DVectorView};
use rayon::prelude::*;

use super::{
    ManifoldError,
    distinct::DistinctRows,
    neighbors::nearest_to,
    paths::EdgeLists,
    watch::{EmbeddingProgress, EmbeddingStage, EmbeddingWatch},
};
use crate::{kpca::Cancelled, power_of_two::times};

/// Map from new rows to their Isomap scores (Bengio et al. 2004), as scikit-learn's `transform`.
#[derive(Debug, Clone, PartialEq)]
pub struct Projection {
    /// Number of nearest rows that a new row is joined to.
    pub(super) neighbors: usize,
    /// Rows that were embedded, in their unit.
    pub(super) distinct: DistinctRows,
    /// Graph of these rows.
    pub(super) roads: EdgeLists,
    /// Exponent of the unit of `roads`: lengths are distances in the unit of the rows, times 2 to minus this
    /// power.
    pub(super) unit: i32,
    /// Eigenvectors, n × q, unit columns.
    pub(super) vectors: DMatrix<f64>,
    /// Eigenvalues in the unit of `roads` (length q).
    pub(super) eigenvalues: Vec<f64>,
    /// Mean of each column of −½D² (length n).
    pub(super) means: Vec<f64>,
    /// Mean of all entries of −½D².
    pub(super) grand_mean: f64,
}

impl Projection {
    /// Returns the scores (m × q) of new rows (m × d): a new row is joined to its k nearest rows, and distances
    /// go from there along the graph. A row of X has the scores that it had.
    ///
    /// # Errors
    /// [`ManifoldError::Cancelled`] when cancelled, [`ManifoldError::TooFar`] when a row is too far from those of X for its
    /// scores to be numbers.
    pub fn project(
        &self,
        new: &DMatrix<f64>,
        progress: &EmbeddingProgress,
        cancelled: Cancelled<'_>,
    ) -> Result<DMatrix<f64>, ManifoldError> {
        let watch = EmbeddingWatch::new(progress, cancelled);
        let each = watch.stage(EmbeddingStage::Paths, new.nrows());
        let rows: Result<Vec<Vec<f64>>, ManifoldError> = (0..new.nrows())
            .into_par_iter()
            .map(|i| {
                each.step()?;
                let row = new.row(i);
                self.scores(&row.iter().copied().collect::<Vec<_>>())
            })
            .collect();
        progress.reset();
        let rows = rows?;
        Ok(DMatrix::from_fn(
            rows.len(),
            self.eigenvalues.len(),
            |i, j| rows[i][j],
        ))
    }

    /// Returns the scores of one row (length q).
    fn scores(&self, row: &[f64]) -> Result<Vec<f64>, ManifoldError> {
        let row: Vec<f64> = row.iter().map(|v| times(*v, -self.distinct.unit)).collect();
        let nearest = nearest_to(&self.distinct, &row, self.neighbors);
        let nearest = nearest
            .into_iter()
            .map(|(j, length)| (j, times(length, -self.unit)));
        let mut values = self.roads.shortest(nearest);
        for value in &mut values {
            *value = -0.5 * value.powi(2);
        }
        let mean = values.iter().sum::<f64>() / values.len() as f64;
        if !mean.is_finite() {
            return Err(ManifoldError::TooFar);
        }
        for (value, column_mean) in values.iter_mut().zip(&self.means) {
            *value += self.grand_mean - mean - column_mean;
        }
        let axes = self.vectors.column_iter().zip(&self.eigenvalues);
        let score = |(v, &λ): (DVectorView<'_, f64>, &f64)| {
            let along: f64 = v.iter().zip(&values).map(|(v, k)| v * k).sum();
            let score = if λ > 0.0 { along / λ.sqrt() } else { 0.0 };
            times(score, self.unit + self.distinct.unit)
        };
        Ok(axes.map(score).collect())
    }
}
