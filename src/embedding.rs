//! What all methods give alike: scores of the rows, and a spectrum.

use std::{borrow::Cow, fmt::Debug, ops::Range};

use nalgebra::DMatrix;

use crate::{kpca::KernelPca, manifold::Unrolled, pca::Pca};

/// Rows in new coordinates, whichever method gave them.
pub trait Embedding: Debug + Send + Sync {
    /// n × q, a component a column.
    fn scores(&self) -> Cow<'_, DMatrix<f64>>;

    /// What stands in one row and column of the scores (0-based), without making all of them.
    fn score(&self, row: usize, component: usize) -> f64;

    /// One for each component.
    fn eigenvalues(&self) -> &[f64];

    /// The share of the variance of each component; `None` where a method has no variance to be shared
    /// out. A component whose share is not positive has scores of zero.
    fn shares(&self) -> Option<Vec<f64>>;

    /// Runs of components whose eigenvalues are so close that any rotation of them is as good.
    fn undetermined(&self) -> &[Range<usize>] {
        &[]
    }

    /// How many pieces the graph that it starts from is in, where there is one.
    fn pieces(&self) -> usize {
        1
    }
}

impl Embedding for Pca {
    fn scores(&self) -> Cow<'_, DMatrix<f64>> {
        Cow::Borrowed(&self.scores)
    }

    fn score(&self, row: usize, component: usize) -> f64 {
        self.scores[(row, component)]
    }

    fn eigenvalues(&self) -> &[f64] {
        &self.eigenvalues
    }

    fn shares(&self) -> Option<Vec<f64>> {
        Some(self.explained_variance_ratio())
    }
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

    fn undetermined(&self) -> &[Range<usize>] {
        &self.undetermined
    }
}

impl Embedding for Unrolled {
    fn scores(&self) -> Cow<'_, DMatrix<f64>> {
        Cow::Borrowed(&self.scores)
    }

    fn score(&self, row: usize, component: usize) -> f64 {
        self.scores[(row, component)]
    }

    fn eigenvalues(&self) -> &[f64] {
        &self.eigenvalues
    }

    fn shares(&self) -> Option<Vec<f64>> {
        let trace = self.trace.filter(|trace| *trace > 0.0)?;
        Some(self.eigenvalues.iter().map(|λ| λ / trace).collect())
    }

    fn undetermined(&self) -> &[Range<usize>] {
        &self.undetermined
    }

    fn pieces(&self) -> usize {
        self.pieces()
    }
}
