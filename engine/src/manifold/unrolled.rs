//! Result of a method that unrolls, and its errors.

use std::ops::Range;

use nalgebra::DMatrix;

use super::{graph::NeighborGraph, projection::Projection, watch::Stopped};
use crate::{eigen::Failure, kpca::Bytes, signs};

/// Rows in new coordinates.
#[derive(Debug, Clone, PartialEq)]
pub struct Unrolled {
    /// Scores, n × q, one component per column. In each the entry of largest modulus is positive, the first where
    /// several tie.
    pub scores: DMatrix<f64>,
    /// Eigenvalues, one for each component. Isomap: of −½JD²J, descending, negative where the distances are
    /// those of no flat space. LLE: of (I − W)ᵀ(I − W), ascending. Laplacian eigenmaps: of the normalised
    /// Laplacian, ascending. Diffusion map: of the random walk, descending.
    pub eigenvalues: Vec<f64>,
    /// Sum of all n eigenvalues of Isomap; `None` for other methods, which have no variance to be shared out.
    pub trace: Option<f64>,
    /// Graph of neighbours; `None` for the diffusion map.
    pub graph: Option<NeighborGraph>,
    /// Map from new rows to their scores; `None` for methods other than Isomap.
    pub projection: Option<Projection>,
    /// Runs of components whose eigenvalues are so close that any rotation of them is as good.
    pub undetermined: Vec<Range<usize>>,
}

impl Unrolled {
    /// Number of connected pieces of the graph of neighbours; 1 without a graph.
    #[must_use]
    pub fn pieces(&self) -> usize {
        self.graph.as_ref().map_or(1, |graph| graph.pieces)
    }
}

/// Size of an embedding, and the memory that it may take.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Options {
    /// Number of components wanted, at least 1; n − 1 come back where that is less.
    pub components: usize,
    /// Bytes that may be held at once.
    pub memory_budget: u64,
}

impl Options {
    /// Number of components that n ≥ 2 rows are given.
    pub(super) fn components_of(&self, n: usize) -> usize {
        self.components.clamp(1, n - 1)
    }
}

impl Default for Options {
    /// Two components, in at most 4 GiB.
    fn default() -> Self {
        Self {
            components: 2,
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
    #[error("a new row is too far from the others for its scores to be numbers")]
    TooFar,
    #[error("at least two rows are needed")]
    TooFewRows,
    #[error("the eigenvalue iteration did not converge")]
    NotConverged,
    #[error("this takes about {needed} of memory, and {allowed} are allowed")]
    OutOfMemory { needed: Bytes, allowed: Bytes },
}

impl From<Stopped> for ManifoldError {
    fn from(_: Stopped) -> Self {
        Self::Cancelled
    }
}

impl From<Failure> for ManifoldError {
    fn from(failure: Failure) -> Self {
        match failure {
            Failure::Cancelled => Self::Cancelled,
            Failure::NotConverged => Self::NotConverged,
            Failure::NotFinite => Self::NotFinite,
            Failure::OutOfMemory { needed, allowed } => Self::OutOfMemory {
                needed: Bytes(needed),
                allowed: Bytes(allowed),
            },
        }
    }
}

/// Refuses a computation that would hold more bytes than are allowed.
///
/// # Errors
/// [`Failure::OutOfMemory`] where `needed` exceeds `allowed`.
pub(super) fn check_memory(needed: u64, allowed: u64) -> Result<(), Failure> {
    if needed > allowed {
        return Err(Failure::OutOfMemory { needed, allowed });
    }
    Ok(())
}

/// Gives each column the sign that a component has.
pub(super) fn turned(mut scores: DMatrix<f64>) -> DMatrix<f64> {
    for mut column in scores.column_iter_mut() {
        if signs::must_turn(column.iter()) {
            column.neg_mut();
        }
    }
    scores
}
