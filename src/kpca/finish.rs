//! From approximate eigenpairs to a fitted kernel PCA, with its errors.

use std::{ops::Range, sync::Arc};

use nalgebra::DMatrix;

use super::{
    Accuracy, FitError, KernelPca, SolverUsed, Tier,
    model::{Plain, Training},
    solve::Solution,
};
use crate::{
    eigen::accuracy::{UNDETERMINED, score_errors},
    kernel::{MetricPoints, ScaledKernel},
    power_of_two::times,
    signs,
};

/// What a solver found, in the kernel's unit.
pub(super) struct Pairs {
    /// Descending; more than the k wanted where the solver knows more.
    pub(super) values: Vec<f64>,
    /// n × (k or more), orthonormal.
    pub(super) vectors: DMatrix<f64>,
    /// ‖K̃v − λv‖ of each vector, or a bound.
    pub(super) residuals: Vec<f64>,
    /// Bounds |vᵢᵀK̃vⱼ|; infinite where it is not known.
    pub(super) coupling: f64,
    /// Ascending; empty where the kernel has none.
    pub(super) negative: Vec<f64>,
    /// Eigenvalues that rounding does not explain, where their number is known.
    pub(super) rank: Option<usize>,
    /// No eigenvalue but the first k is larger than this.
    pub(super) rest: f64,
    /// Bytes that would have made for a better answer, where there were too few.
    pub(super) needed: Option<u64>,
    pub(super) solver: SolverUsed,
}

/// What the pairs belong to.
pub(super) struct Context<'a> {
    pub(super) x: &'a Arc<DMatrix<f64>>,
    pub(super) points: &'a Arc<MetricPoints>,
    pub(super) kernel: ScaledKernel,
    pub(super) k: usize,
    pub(super) tier: Tier,
}

impl Tier {
    /// Largest error of a score column, in norm and relative to the first: smaller than the
    /// promised error of an entry, since an error may gather in few entries.
    pub(crate) fn score_tolerance(self) -> f64 {
        match self {
            Self::Preview => 1.2e-4,
            Self::Exact => 2.5e-8,
        }
    }

    /// Largest error of an eigenvalue, relative to the first.
    pub(crate) fn eigenvalue_tolerance(self) -> f64 {
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
        let errors = score_errors(values, &vec![small; values.len()], f64::INFINITY, k);
        let for_scores =
            small * self.score_tolerance() / errors.iter().copied().fold(0.0, f64::max);
        let gap = values
            .get(last..=k)
            .map_or(f64::INFINITY, |pair| pair[0] - pair[1]);
        0.5 * for_scores.min(gap + self.eigenvalue_tolerance() * scale)
    }
}

/// Scales what was found to the kernel's own values.
///
/// # Errors
/// When they are beyond the range of numbers.
pub(super) fn finish(solution: Solution, context: &Context<'_>) -> Result<KernelPca, FitError> {
    let Solution {
        pairs,
        centering,
        trace,
        noise,
        rounding,
    } = solution;
    let &Context {
        x,
        points,
        kernel,
        k,
        tier,
    } = context;
    let accuracy = Accuracy::of(&pairs, k, tier, noise, rounding);
    let scale = pairs.scale();
    let Pairs {
        mut values,
        vectors,
        negative,
        rank,
        solver,
        ..
    } = pairs;
    for value in &mut values {
        if value.abs() <= noise {
            *value = 0.0;
        }
    }
    let in_kernel = |value: f64| times(value, kernel.exponent());
    if !in_kernel(scale.max(trace.abs())).is_finite() {
        return Err(FitError::TooLarge);
    }
    if scale > noise && in_kernel(scale) < f64::MIN_POSITIVE {
        return Err(FitError::TooSmall);
    }
    let undetermined = undetermined(&values, k);
    let mut eigenvectors = vectors.columns(0, k).into_owned();
    for mut column in eigenvectors.column_iter_mut() {
        if signs::must_turn(column.iter()) {
            column.neg_mut();
        }
    }
    values.truncate(k);
    Ok(KernelPca {
        kernel: kernel.kernel(),
        eigenvalues: values.iter().copied().map(in_kernel).collect(),
        eigenvectors,
        trace: in_kernel(trace),
        negative_eigenvalues: negative.into_iter().map(in_kernel).collect(),
        rank,
        accuracy,
        undetermined,
        solver,
        training: Training::Plain(Plain {
            x: Arc::clone(x),
            points: Arc::clone(points),
            kernel,
            eigenvalues: values,
            centering,
        }),
    })
}

/// Runs of neighbours among the first k eigenvalues (descending) too close to determine their
/// axes. Zeros are no run: their scores are zero whatever the axes.
fn undetermined(descending: &[f64], k: usize) -> Vec<Range<usize>> {
    let tolerance = UNDETERMINED * descending.first().map_or(0.0, |λ| λ.abs());
    let mut runs: Vec<Range<usize>> = Vec::new();
    for (i, pair) in descending.windows(2).enumerate().take(k) {
        if pair[0] <= 0.0 || pair[0] - pair[1] > tolerance {
            continue;
        }
        let end = (i + 2).min(k);
        match runs.last_mut() {
            Some(run) if run.end > i => run.end = end,
            _ => runs.push(i..end),
        }
    }
    runs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_end_with_the_components_wanted() {
        let values = [3.0, 3.0 - 1e-7, 2.0, 1.0, 1.0, 1.0, 0.0, 0.0];
        assert_eq!(undetermined(&values, 8), [0..2, 3..6]);
        assert_eq!(undetermined(&values, 4), [0..2, 3..4]);
        assert_eq!(undetermined(&values, 3), [0..2]);
    }
}
