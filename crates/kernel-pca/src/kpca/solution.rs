//! Solutions of solvers, and the tolerances of each tier.

use nalgebra::DMatrix;

use super::{Doubt, FitWork, SolverUsed, Tier};
use crate::{
    eigen::{accuracy::RitzResiduals, factored::EigenPairs},
    kernel::Centering,
};

/// Properties of a whole kernel matrix, in the kernel's unit.
#[derive(Debug, Clone)]
pub(super) struct MatrixFacts {
    /// Means of the kernel matrix less the kernel's constant.
    pub(super) centering: Centering,
    /// Trace of the centred kernel matrix.
    pub(super) trace: f64,
    /// Largest |λ| that rounding may make of an eigenvalue 0.
    pub(super) noise: f64,
    /// Bound on the norm of the matrix's perturbation by rounding of the kernel's values.
    pub(super) rounding: f64,
}

/// Eigenpairs that a solver found, in the kernel's unit.
pub(super) struct Solution {
    /// Solver that answered.
    pub(super) solver: SolverUsed,
    /// Eigenvalues, descending; more than the k wanted where the solver knows more.
    pub(super) values: Vec<f64>,
    /// Eigenvectors, n × (k or more), orthonormal.
    pub(super) vectors: DMatrix<f64>,
    /// Residual norm ‖K̃v − λv‖ of each vector, or a bound on it.
    pub(super) residuals: Vec<f64>,
    /// Upper bound on |vᵢᵀK̃vⱼ − λᵢδᵢⱼ|; infinite where none is known.
    pub(super) coupling: f64,
    /// Upper bounds on the errors of the eigenvalues, where the solver has better bounds than residuals; else empty.
    pub(super) errors: Vec<f64>,
    /// Most negative eigenvalues found, ascending; empty where the kernel has none.
    pub(super) negative: Vec<f64>,
    /// Number of eigenvalues above rounding; `None` where it is unknown.
    pub(super) rank: Option<usize>,
    /// Upper bounds on the eigenvalues beyond the k wanted: entry i bounds all but the first k + i. Empty where no
    /// bound is known.
    pub(super) bounds_beyond: Vec<f64>,
    /// Reason to be given where the pairs do not meet the tier; `None` where the solver has no reason of its own.
    pub(super) doubt: Option<Doubt>,
    /// Properties of the whole matrix.
    pub(super) matrix: MatrixFacts,
    /// Passes over the kernel's values that were made.
    pub(super) work: FitWork,
}

impl Solution {
    /// Creates a solution from pairs with their residuals alone: no other bounds, negative eigenvalues, rank or doubt.
    pub(super) fn new(solver: SolverUsed, pairs: EigenPairs, matrix: MatrixFacts) -> Self {
        Self {
            solver,
            values: pairs.values,
            vectors: pairs.vectors,
            residuals: pairs.residuals,
            coupling: f64::INFINITY,
            errors: Vec::new(),
            negative: Vec::new(),
            rank: None,
            bounds_beyond: Vec::new(),
            doubt: None,
            matrix,
            work: FitWork::default(),
        }
    }
}

impl Tier {
    /// Largest mixing of two columns of scores with close eigenvalues, relative to the first column, for which their
    /// axes count as determined: a tenth of the promised error of an entry, since an error may gather in few entries.
    pub(super) fn mixing_tolerance(self) -> f64 {
        match self {
            Self::Preview | Self::Refined => 1e-4,
            Self::Exact => 1e-7,
        }
    }

    /// Largest error of a score column that the tier allows, in norm and relative to the first column: smaller than the
    /// promised error of an entry, since an error may gather in few entries.
    pub(crate) fn score_tolerance(self) -> f64 {
        match self {
            Self::Preview | Self::Refined => 1.2e-4,
            Self::Exact => 2.5e-8,
        }
    }

    /// Largest error of an eigenvalue that the tier allows, relative to the first eigenvalue.
    pub fn eigenvalue_tolerance(self) -> f64 {
        match self {
            Self::Preview | Self::Refined => 1e-3,
            Self::Exact => 1e-8,
        }
    }

    /// Share of the trace that an approximation may leave for the first few pairs of a decaying spectrum to meet the
    /// tier.
    pub(super) fn rest_hoped_for(self) -> f64 {
        match self {
            Self::Preview | Self::Refined => 1e-5,
            Self::Exact => 1e-9,
        }
    }

    /// Part of the trace, in the unit of `values`, that an approximation with these eigenvalues (descending) may leave
    /// if the first k pairs are to meet the tier: it bounds residuals and missed eigenvalues alike.
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
            bounds_beyond: &[],
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
