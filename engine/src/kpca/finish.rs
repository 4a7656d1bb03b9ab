//! From approximate eigenpairs to a fitted kernel PCA, with its errors.

use std::{ops::Range, sync::Arc};

use nalgebra::DMatrix;

use super::{
    Accuracy, FitError, KernelPca, Tier,
    model::{Plain, Training},
    solution::{Pairs, Solution},
};
use crate::{
    eigen::accuracy::UNDETERMINED,
    kernel::{MetricPoints, ScaledKernel},
    power_of_two::times,
    signs,
};

/// What the pairs belong to.
pub(super) struct Context<'a> {
    pub(super) x: &'a Arc<DMatrix<f64>>,
    pub(super) points: &'a Arc<MetricPoints>,
    /// How many rows that were fitted to each of these stands for.
    pub(super) stands_for: f64,
    pub(super) kernel: ScaledKernel,
    pub(super) k: usize,
    pub(super) tier: Tier,
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
        stands_for,
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
    let spare = vectors.ncols() - k;
    let mut eigenvectors = vectors.remove_columns(k, spare);
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
        training: Training::Plain(Box::new(Plain {
            x: Arc::clone(x),
            points: Arc::clone(points),
            stands_for,
            kernel,
            eigenvalues: values,
            centering,
        })),
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
