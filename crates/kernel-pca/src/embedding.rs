//! Common interface of all methods: an embedding has scores of the rows and a spectrum, and may have shares of the
//! variance, a graph of neighbours, positions of the columns, and a projection of new rows.
//!
//! ```
//! use kernel_pca::{embedding::Embedding, pca::Pca};
//! use nalgebra::DMatrix;
//!
//! let x = DMatrix::from_row_slice(3, 2, &[0.0, 0.0, 1.0, 0.0, 0.0, 1.0]);
//! // Any method's result gives scores, a spectrum and, where it has a variance, its shares.
//! let embedding: &dyn Embedding = &Pca::fit(&x);
//! assert_eq!(embedding.scores().shape(), (3, 2));
//! let shares = embedding.shares().ok_or("linear PCA has shares")?;
//! assert!((shares.iter().sum::<f64>() - 1.0).abs() < 1e-12);
//! # Ok::<(), &str>(())
//! ```

use std::{borrow::Cow, fmt::Debug, ops::Range};

use nalgebra::DMatrix;

use crate::{
    correspondence::Correspondence,
    kpca::KernelPca,
    manifold::{EmbeddingProgress, ManifoldEmbedding, NeighborGraph},
    method::NO_PROJECTION,
    pca::Pca,
};

/// Rows in new coordinates, as the result of any method.
pub trait Embedding: Debug + Send + Sync {
    /// Scores of the n rows, n × q, one component per column.
    fn scores(&self) -> Cow<'_, DMatrix<f64>>;

    /// Score of a row on a component (both numbered from 0), without computing all scores where possible.
    fn score(&self, row: usize, component: usize) -> f64 {
        self.scores()[(row, component)]
    }

    /// Eigenvalues, one per component (length q).
    fn eigenvalues(&self) -> &[f64];

    /// Share of the variance of each component (length q); `None` for a method whose components have no such shares. A
    /// component whose share is not positive has scores of zero.
    fn shares(&self) -> Option<Vec<f64>>;

    /// Runs of components (0-based) whose eigenvalues cannot be told apart within their error bounds, so that any
    /// rotation of the axes within a run is as valid. A run that goes on past the q components ends at q + 1.
    fn undetermined(&self) -> &[Range<usize>];

    /// Graph of neighbours that the method starts from; `None` for a method without one.
    fn graph(&self) -> Option<&NeighborGraph> {
        None
    }

    /// Number of connected pieces of the graph of neighbours; 1 without a graph.
    fn pieces(&self) -> usize {
        self.graph().map_or(1, |graph| graph.pieces)
    }

    /// Positions of the table's d columns in the coordinates of the scores, d × q; `None` for a method that places rows
    /// only.
    fn columns(&self) -> Option<&DMatrix<f64>> {
        None
    }

    /// Scores (m × q) of new rows (m × d), which must be scaled as the embedded rows were.
    ///
    /// # Errors
    /// A reason in one line, where the method cannot project or the rows are unsuitable.
    fn project(&self, x: &DMatrix<f64>) -> Result<DMatrix<f64>, String>;
}

/// Returns a sentence that names the components with equal eigenvalues, run by run, from 1; `None` without runs.
#[must_use]
pub fn equal_eigenvalues(runs: &[Range<usize>]) -> Option<String> {
    let name = |run: &Range<usize>| format!("{}–{}", run.start + 1, run.end);
    let (which, each) = match runs {
        [] => return None,
        [pair] if pair.len() == 2 => (format!("{} and {}", pair.start + 1, pair.end), ""),
        [one] => (name(one), ""),
        [first @ .., last] => {
            let first: Vec<String> = first.iter().map(name).collect();
            (
                format!("{} and {}", first.join(", "), name(last)),
                " within each group",
            )
        }
    };
    Some(format!(
        "components {which} have equal eigenvalues{each}: the axes within are arbitrary"
    ))
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

    fn undetermined(&self) -> &[Range<usize>] {
        &self.undetermined
    }

    fn project(&self, x: &DMatrix<f64>) -> Result<DMatrix<f64>, String> {
        Ok(self.project(x))
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

    fn project(&self, x: &DMatrix<f64>) -> Result<DMatrix<f64>, String> {
        Ok(self.project(x))
    }
}

impl Embedding for ManifoldEmbedding {
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

    fn undetermined(&self) -> &[Range<usize>] {
        &self.undetermined
    }

    fn graph(&self) -> Option<&NeighborGraph> {
        self.graph.as_ref()
    }

    fn project(&self, x: &DMatrix<f64>) -> Result<DMatrix<f64>, String> {
        let scores = self.project(x, &EmbeddingProgress::default(), &|| false);
        let scores = scores.map_err(|error| error.to_string())?;
        scores.ok_or_else(|| NO_PROJECTION.to_owned())
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

    fn undetermined(&self) -> &[Range<usize>] {
        &self.undetermined
    }

    fn columns(&self) -> Option<&DMatrix<f64>> {
        Some(&self.columns)
    }

    fn project(&self, x: &DMatrix<f64>) -> Result<DMatrix<f64>, String> {
        self.project(x).map_err(|error| error.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_group_of_equal_eigenvalues_is_named_in_one_sentence() {
        assert_eq!(equal_eigenvalues(&[]), None);
        for (runs, said) in [
            (
                vec![1..3],
                "components 2 and 3 have equal eigenvalues: the axes within are arbitrary",
            ),
            (
                vec![0..10],
                "components 1–10 have equal eigenvalues: the axes within are arbitrary",
            ),
            (
                vec![1..3, 4..6, 8..10],
                "components 2–3, 5–6 and 9–10 have equal eigenvalues within each group: the axes within are arbitrary",
            ),
        ] {
            assert_eq!(equal_eigenvalues(&runs).as_deref(), Some(said));
        }
    }
}
