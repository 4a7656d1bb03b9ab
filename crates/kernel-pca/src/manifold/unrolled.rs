//! Result of a nonlinear embedding, its options and its errors.

use std::ops::Range;

use nalgebra::DMatrix;

use super::{graph::NeighborGraph, projection::Projection};
use crate::{
    eigen::{Failure, krylov::capacity},
    kpca::Bytes,
    signs,
};

/// Embedding of rows in new coordinates, with its eigenvalues, graph and map for new rows.
#[derive(Debug, Clone, PartialEq)]
pub struct ManifoldEmbedding {
    /// Scores, n × q, one component per column. In each the entry of largest modulus is positive, the first where
    /// several tie.
    pub scores: DMatrix<f64>,
    /// Eigenvalues, one for each component. Isomap: of −½JD²J, descending, negative where no flat space has these
    /// distances. LLE: of (I − W)ᵀ(I − W), ascending. Hessian LLE: of `BᵀB`, where B gives the nonlinear parts of a
    /// function on each neighbourhood, ascending. Laplacian eigenmaps: of the normalised Laplacian, ascending.
    /// Diffusion map: of the random walk, descending. t-SNE has none: variances along the two axes.
    pub eigenvalues: Vec<f64>,
    /// Sum of all n eigenvalues of Isomap; `None` for other methods, whose components have no shares of a variance.
    pub trace: Option<f64>,
    /// Graph of neighbours, or the graph that was given; `None` for the diffusion map and t-SNE.
    pub graph: Option<NeighborGraph>,
    /// Map from new rows to their scores; `None` for t-SNE and for nodes of a graph.
    pub projection: Option<Projection>,
    /// Runs of components (0-based) whose eigenvalues the error bounds cannot separate, so that any rotation of
    /// them is as good. A run that continues past the q components ends at q + 1.
    pub undetermined: Vec<Range<usize>>,
}

/// Number of components computed first where a share of the variance is asked for; doubled until the share is
/// reached.
const FIRST_OF_SHARE: usize = 10;

/// Options of an embedding: the number of components, and limits.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct EmbeddingOptions {
    /// Number of components wanted, at least 1; at most n − 1 are computed.
    pub components: usize,
    /// Share of the variance, between 0 and 1, that suffices, ignored by methods without shares; `None` where all
    /// `components` are wanted.
    pub share: Option<f64>,
    /// Bytes that may be held at once.
    pub memory_budget: u64,
}

impl EmbeddingOptions {
    /// Bytes that the eigensolver takes for n rows besides the matrix: a basis, its image and a copy, the pairs and the
    /// sums of each thread.
    pub(super) fn bases(&self, n: usize) -> u64 {
        let k = self.components_of(n.max(2));
        8 * (n as u64) * (3 * capacity(n, k) + 4 * k + 100) as u64
    }

    /// Number of components computed first: [`components_of`](Self::components_of), or at most [`FIRST_OF_SHARE`]
    /// where a share may suffice.
    pub(super) fn first_of(&self, n: usize) -> usize {
        let all = self.components_of(n);
        self.share.map_or(all, |_| all.min(FIRST_OF_SHARE))
    }

    /// Returns whether a share is asked for, and eigenvalues (descending) add up to this share of `trace`, the sum of
    /// all eigenvalues.
    pub(super) fn suffice(&self, eigenvalues: &[f64], trace: f64) -> bool {
        let sum: f64 = eigenvalues.iter().sum();
        self.share.is_some_and(|share| sum >= share * trace)
    }

    /// Number of components to compute for n ≥ 2 rows: those wanted, at most n − 1.
    pub(super) fn components_of(&self, n: usize) -> usize {
        self.components.clamp(1, n - 1)
    }
}

impl Default for EmbeddingOptions {
    /// Default options: two components, in at most 4 GiB.
    fn default() -> Self {
        Self {
            components: 2,
            share: None,
            memory_budget: 4 << 30,
        }
    }
}

/// Reason for which an embedding failed.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum ManifoldError {
    #[error("abandoned for a newer request")]
    Cancelled,
    #[error("the data hold values that are not finite numbers")]
    NotFinite,
    #[error("distances are symmetric, 0 or more, and 0 from a row to itself")]
    NotDistances,
    #[error("this method does not take rows in this form")]
    Unsuited,
    #[error("a new row is too far from the others for its scores to be numbers")]
    TooFar,
    #[error("at least two rows are needed")]
    TooFewRows,
    #[error(
        "too few neighbours: they must be more than the linear and quadratic functions of the coordinates"
    )]
    TooFewNeighbors,
    #[error("the eigenvalue iteration did not converge")]
    NotConverged,
    #[error("this takes about {needed} of memory, and {allowed} are allowed")]
    OutOfMemory { needed: Bytes, allowed: Bytes },
}

impl From<Failure> for ManifoldError {
    fn from(failure: Failure) -> Self {
        match failure {
            Failure::Cancelled => Self::Cancelled,
            // This computation names no solver that could be unsuited.
            Failure::NotConverged => Self::NotConverged,
            Failure::NotFinite => Self::NotFinite,
            Failure::OutOfMemory { needed, allowed } => Self::OutOfMemory {
                needed: Bytes(needed),
                allowed: Bytes(allowed),
            },
        }
    }
}

/// Checks that a computation stays within the allowed bytes.
///
/// # Errors
/// [`Failure::OutOfMemory`] where `needed` exceeds `allowed`.
pub(super) fn check_memory(needed: u64, allowed: u64) -> Result<(), Failure> {
    if needed > allowed {
        return Err(Failure::OutOfMemory { needed, allowed });
    }
    Ok(())
}

/// Turns each column (a component) to its conventional sign: the entry of largest modulus is positive.
pub(super) fn turned(mut scores: DMatrix<f64>) -> DMatrix<f64> {
    signs::turn_columns(&mut scores);
    scores
}
