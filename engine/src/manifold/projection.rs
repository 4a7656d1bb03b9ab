//! New rows among those that Isomap has laid out.

use nalgebra::{DMatrix, DVectorView};
use rayon::prelude::*;

use super::{
    ManifoldError,
    distinct::Distinct,
    neighbors::nearest_to,
    paths::Roads,
    watch::{EmbeddingProgress, Stage, Watch},
};
use crate::{kpca::Cancelled, power_of_two::times};

/// What takes new rows to their scores (Bengio et al. 2004), as scikit-learn's `transform`.
#[derive(Debug, Clone, PartialEq)]
pub struct Projection {
    pub(super) neighbors: usize,
    pub(super) distinct: Distinct,
    pub(super) roads: Roads,
    /// Roads are distances in the unit of the rows, times 2 to minus this power.
    pub(super) unit: i32,
    /// n × q, unit columns, and their eigenvalues in the unit of the roads.
    pub(super) vectors: DMatrix<f64>,
    pub(super) eigenvalues: Vec<f64>,
    /// Of the columns of −½D², and of all of it.
    pub(super) means: Vec<f64>,
    pub(super) grand_mean: f64,
}

impl Projection {
    /// Scores (m × q) of new rows (m × d): a new row goes by its k nearest rows, and from there along
    /// the graph. A row of X has the scores that it had.
    ///
    /// # Errors
    /// When cancelled, or when a row is too far from those of X for its scores to be numbers.
    pub fn project(
        &self,
        new: &DMatrix<f64>,
        progress: &EmbeddingProgress,
        cancelled: Cancelled<'_>,
    ) -> Result<DMatrix<f64>, ManifoldError> {
        let watch = Watch::new(progress, cancelled);
        let each = watch.stage(Stage::Paths, new.nrows());
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

    /// Of one row.
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
