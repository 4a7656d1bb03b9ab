//! What solvers find, and how good it must be.

use nalgebra::DMatrix;

use super::{SolverUsed, Tier};
use crate::{eigen::accuracy::RitzResiduals, kernel::Centering};

/// What a solver found, in the kernel's unit.
pub(super) struct SolverPairs {
    /// Descending; more than the k wanted where the solver knows more.
    pub(super) values: Vec<f64>,
    /// n × (k or more), orthonormal.
    pub(super) vectors: DMatrix<f64>,
    /// ‖K̃v − λv‖ of each vector, or a bound.
    pub(super) residuals: Vec<f64>,
    /// Bounds |vᵢᵀK̃vⱼ − λᵢδᵢⱼ|; infinite where it is not known.
    pub(super) coupling: f64,
    /// Errors of the values where the solver knows better bounds than residuals are; else empty.
    pub(super) errors: Vec<f64>,
    /// Ascending; empty where the kernel has none.
    pub(super) negative: Vec<f64>,
    /// Eigenvalues that rounding does not explain, where their number is known.
    pub(super) rank: Option<usize>,
    /// No eigenvalue but the first k + i is larger than the i-th; empty where nothing is known.
    pub(super) rest: Vec<f64>,
    /// Bytes that would have made for a better answer, where there were too few.
    pub(super) needed: Option<u64>,
    pub(super) solver: SolverUsed,
}

/// Pairs, and what else a solver has learnt of the matrix.
pub(super) struct Solution {
    pub(super) pairs: SolverPairs,
    pub(super) centering: Centering,
    pub(super) trace: f64,
    /// What rounding leaves of a zero eigenvalue.
    pub(super) noise: f64,
    /// The norm of what rounding of the kernel's values does to the matrix.
    pub(super) rounding: f64,
}

impl Tier {
    /// How far two columns of scores whose eigenvalues are close may be mixed for their axes to count as determined: a
    /// tenth of the promised error of an entry, since an error may gather in few entries.
    pub(super) fn mixing_tolerance(self) -> f64 {
        match self {
            Self::Preview => 1e-4,
            Self::Exact => 1e-7,
        }
    }

    /// Largest error of a score column, in norm and relative to the first: smaller than the
    /// promised error of an entry, since an error may gather in few entries.
    pub(crate) fn score_tolerance(self) -> f64 {
        match self {
            Self::Preview => 1.2e-4,
            Self::Exact => 2.5e-8,
        }
    }

    /// Largest error of an eigenvalue, relative to the first.
    pub fn eigenvalue_tolerance(self) -> f64 {
        match self {
            Self::Preview => 1e-3,
            Self::Exact => 1e-8,
        }
    }

    /// Part of the trace that may be left by an approximation for the first few pairs of a fading
    /// spectrum to be accurate.
    pub(super) fn rest_hoped_for(self) -> f64 {
        match self {
            Self::Preview => 1e-5,
            Self::Exact => 1e-9,
        }
    }

    /// How much of the trace may be left by an approximation with these eigenvalues (descending) for
    /// the first k pairs to be accurate: it bounds residuals and eigenvalues missed alike.
    pub(super) fn rest_needed(self, values: &[f64], k: usize) -> f64 {
        let Some(last) = k.checked_sub(1) else {
            return 0.0;
        };
        let scale = values.first().copied().unwrap_or(0.0);
        // The error is proportional to a small residual.
        let small = 1e-13 * scale;
        let found = RitzResiduals {
            wanted: k,
            values,
            residuals: &vec![small; values.len()],
            coupling: f64::INFINITY,
            rest: &[],
        };
        let errors = found.score_errors();
        let for_scores =
            small * self.score_tolerance() / errors.iter().copied().fold(0.0, f64::max);
        let gap = values
            .get(last..=k)
            .map_or(f64::INFINITY, |pair| pair[0] - pair[1]);
        0.5 * for_scores.min(gap + self.eigenvalue_tolerance() * scale)
    }
}
