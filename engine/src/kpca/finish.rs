//! Completion of a fit: scales approximate eigenpairs to the kernel's own values, and derives signs and accuracy.

use std::sync::Arc;

use nalgebra::DMatrix;

use super::{
    Accuracy, FitError, KernelPca, Tier,
    model::{PlainTraining, Training},
    solution::{Solution, SolverPairs},
};
use crate::{
    kernel::{MetricPoints, ScaledKernel},
    power_of_two::times,
    signs,
};

/// Data, kernel and accuracy of the fit that a solution belongs to.
pub(super) struct FitContext<'a> {
    /// Rows that eigenvectors have entries for (n × d).
    pub(super) x: &'a Arc<DMatrix<f64>>,
    /// Points of these rows in the kernel's metric.
    pub(super) points: &'a Arc<MetricPoints>,
    /// Number of fitted rows that each of these rows stands for: 1, but in a preview of some rows.
    pub(super) stands_for: f64,
    pub(super) kernel: ScaledKernel,
    /// Number of components wanted.
    pub(super) k: usize,
    pub(super) tier: Tier,
}

/// Scales a solution to the kernel's own values, and completes it to a fit of k components.
///
/// # Errors
/// When eigenvalues in the kernel's own unit overflow or underflow.
pub(super) fn finish(solution: Solution, context: &FitContext<'_>) -> Result<KernelPca, FitError> {
    let Solution {
        mut pairs,
        centering,
        trace,
        noise,
        rounding,
    } = solution;
    let &FitContext {
        x,
        points,
        stands_for,
        kernel,
        k,
        tier,
    } = context;
    let accuracy = Accuracy::of(&pairs, k, tier, noise, rounding);
    let scale = pairs.scale();
    for value in &mut pairs.values {
        if value.abs() <= noise {
            *value = 0.0;
        }
    }
    let undetermined = pairs.undetermined(k, tier, rounding);
    let SolverPairs {
        mut values,
        vectors,
        negative,
        rank,
        solver,
        ..
    } = pairs;
    let in_kernel = |value: f64| times(value, kernel.exponent());
    if !in_kernel(scale.max(trace.abs())).is_finite() {
        return Err(FitError::TooLarge);
    }
    if scale > noise && in_kernel(scale) < f64::MIN_POSITIVE {
        return Err(FitError::TooSmall);
    }
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
        training: Training::Plain(Box::new(PlainTraining {
            x: Arc::clone(x),
            points: Arc::clone(points),
            stands_for,
            kernel,
            eigenvalues: values,
            centering,
        })),
    })
}
