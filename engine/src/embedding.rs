//! What all methods give alike: scores of the rows, and a spectrum.

use std::{borrow::Cow, fmt::Debug, ops::Range};

use nalgebra::DMatrix;

use crate::{
    correspondence::Correspondence,
    kpca::KernelPca,
    manifold::{EmbeddingProgress, NeighborGraph, Unrolled},
    method::NO_PROJECTION,
    pca::Pca,
};

/// Rows in new coordinates, whichever method gave them.
pub trait Embedding: Debug + Send + Sync {
    /// n × q, a component a column.
    fn scores(&self) -> Cow<'_, DMatrix<f64>>;

    /// What stands in one row and column of the scores (0-based), without making all of them.
    fn score(&self, row: usize, component: usize) -> f64 {
        self.scores()[(row, component)]
    }

    /// One for each component.
    fn eigenvalues(&self) -> &[f64];

    /// The share of the variance of each component; `None` where a method has no variance to be shared
    /// out. A component whose share is not positive has scores of zero.
    fn shares(&self) -> Option<Vec<f64>>;

    /// Runs of components whose eigenvalues are so close that any rotation of them is as good.
    fn undetermined(&self) -> Cow<'_, [Range<usize>]> {
        Cow::Borrowed(&[])
    }

    /// The graph of neighbours that it starts from, where it does.
    fn graph(&self) -> Option<&NeighborGraph> {
        None
    }

    /// How many pieces that graph is in.
    fn pieces(&self) -> usize {
        self.graph().map_or(1, |graph| graph.pieces)
    }

    /// The places of the table's columns among the rows, d × q, for a method that gives both.
    fn columns(&self) -> Option<&DMatrix<f64>> {
        None
    }

    /// Scores (m × q) of new rows (m × d), scaled as the rows were that it is of.
    ///
    /// # Errors
    /// A reason in one line.
    fn project(&self, x: &DMatrix<f64>) -> Result<DMatrix<f64>, String>;
}

impl Embedding for Pca {
    fn scores(&self) -> Cow<'_, DMatrix<f64>> {
        Cow::Borrowed(&self.scores)
    }

    fn eigenvalues(&self) -> &[f64] {
        &self.eigenvalues
    }

    fn shares(&self) -> Option<Vec<f64>> {
        Some(self.explained_variance_ratio())
    }

    fn undetermined(&self) -> Cow<'_, [Range<usize>]> {
        Cow::Owned(equal_squares(&self.eigenvalues))
    }

    fn project(&self, x: &DMatrix<f64>) -> Result<DMatrix<f64>, String> {
        Ok(self.project(x))
    }
}

/// Singular values that a decomposition leaves equal are off by no more than this share of the largest.
const SINGULAR_VALUES: f64 = 64.0 * f64::EPSILON;

/// Runs of squares (descending) of singular values that rounding can't tell apart; those that it can't tell from
/// zero are no run, since their scores are zero whatever the axes.
fn equal_squares(squares: &[f64]) -> Vec<Range<usize>> {
    let values: Vec<f64> = squares.iter().map(|λ| λ.max(0.0).sqrt()).collect();
    let off = SINGULAR_VALUES * values.first().copied().unwrap_or(0.0);
    let mut runs: Vec<Range<usize>> = Vec::new();
    for (i, pair) in values.windows(2).enumerate() {
        if pair[0] - pair[1] > off || pair[1] <= off {
            continue;
        }
        match runs.last_mut() {
            Some(run) if run.end > i => run.end = i + 2,
            _ => runs.push(i..i + 2),
        }
    }
    runs
}

impl Embedding for KernelPca {
    fn scores(&self) -> Cow<'_, DMatrix<f64>> {
        Cow::Owned(self.scores())
    }

    fn score(&self, row: usize, component: usize) -> f64 {
        self.eigenvectors[(row, component)] * self.eigenvalues[component].max(0.0).sqrt()
    }

    fn eigenvalues(&self) -> &[f64] {
        &self.eigenvalues
    }

    fn shares(&self) -> Option<Vec<f64>> {
        Some(self.explained_variance_ratio())
    }

    fn undetermined(&self) -> Cow<'_, [Range<usize>]> {
        Cow::Borrowed(&self.undetermined)
    }

    fn project(&self, x: &DMatrix<f64>) -> Result<DMatrix<f64>, String> {
        Ok(self.project(x))
    }
}

impl Embedding for Unrolled {
    fn scores(&self) -> Cow<'_, DMatrix<f64>> {
        Cow::Borrowed(&self.scores)
    }

    fn eigenvalues(&self) -> &[f64] {
        &self.eigenvalues
    }

    fn shares(&self) -> Option<Vec<f64>> {
        let trace = self.trace.filter(|trace| *trace > 0.0)?;
        Some(self.eigenvalues.iter().map(|λ| λ / trace).collect())
    }

    fn undetermined(&self) -> Cow<'_, [Range<usize>]> {
        Cow::Borrowed(&self.undetermined)
    }

    fn graph(&self) -> Option<&NeighborGraph> {
        self.graph.as_ref()
    }

    fn project(&self, x: &DMatrix<f64>) -> Result<DMatrix<f64>, String> {
        let Some(projection) = &self.projection else {
            return Err(NO_PROJECTION.to_owned());
        };
        let scores = projection.project(x, &EmbeddingProgress::default(), &|| false);
        scores.map_err(|error| error.to_string())
    }
}

impl Embedding for Correspondence {
    fn scores(&self) -> Cow<'_, DMatrix<f64>> {
        Cow::Borrowed(&self.rows)
    }

    fn eigenvalues(&self) -> &[f64] {
        &self.eigenvalues
    }

    fn shares(&self) -> Option<Vec<f64>> {
        let inertia = self.inertia.max(f64::MIN_POSITIVE);
        Some(self.eigenvalues.iter().map(|λ| λ / inertia).collect())
    }

    fn undetermined(&self) -> Cow<'_, [Range<usize>]> {
        Cow::Owned(equal_squares(&self.eigenvalues))
    }

    fn columns(&self) -> Option<&DMatrix<f64>> {
        Some(&self.columns)
    }

    fn project(&self, x: &DMatrix<f64>) -> Result<DMatrix<f64>, String> {
        self.project(x).map_err(|error| error.to_string())
    }
}
