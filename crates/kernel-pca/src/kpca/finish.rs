//! Completion of a fit: scales approximate eigenpairs to the kernel's own values, and derives signs and accuracy.

use std::sync::Arc;

use nalgebra::DMatrix;

use super::{
    Accuracy, FitError, KernelPca, Tier,
    model::{PlainTraining, Training},
    solution::{MatrixFacts, Solution},
};
use crate::{
    kernel::{MetricPoints, ScaledKernel},
    power_of_two::times,
    signs,
};

/// Scales a solution for `kernel` to the kernel's own values, and completes it to a fit of k components. Eigenvectors
/// have entries for the rows x (rows × d), whose points in the kernel's metric are `points`. Each of these rows stands
/// for `stands_for` fitted rows: for 1, except in a preview of some rows.
///
/// # Errors
/// When eigenvalues in the kernel's own unit overflow or underflow.
pub(super) fn finish(
    mut solution: Solution,
    kernel: ScaledKernel,
    (k, tier): (usize, Tier),
    (x, points): (&Arc<DMatrix<f64>>, &Arc<MetricPoints>),
    stands_for: f64,
) -> Result<KernelPca, FitError> {
    let accuracy = Accuracy::of(&solution, k, tier);
    let scale = solution.scale();
    let MatrixFacts {
        trace,
        noise,
        rounding,
        ..
    } = solution.matrix;
    for value in &mut solution.values {
        if value.abs() <= noise {
            *value = 0.0;
        }
    }
    let undetermined = solution.undetermined(k, tier, rounding);
    let in_kernel = |value: f64| times(value, kernel.exponent());
    if !in_kernel(scale.max(trace.abs())).is_finite() {
        return Err(FitError::TooLarge);
    }
    if scale > noise && in_kernel(scale) < f64::MIN_POSITIVE {
        return Err(FitError::TooSmall);
    }
    let spare = solution.vectors.ncols() - k;
    let mut eigenvectors = solution.vectors.remove_columns(k, spare);
    signs::turn_columns(&mut eigenvectors);
    let mut eigenvalues = solution.values;
    eigenvalues.truncate(k);
    Ok(KernelPca {
        kernel: kernel.kernel(),
        eigenvalues: eigenvalues.iter().copied().map(in_kernel).collect(),
        eigenvectors,
        trace: in_kernel(trace),
        negative_eigenvalues: solution.negative.into_iter().map(in_kernel).collect(),
        rank: solution.rank,
        accuracy,
        undetermined,
        solver: solution.solver,
        work: solution.work,
        training: Training::Plain(Box::new(PlainTraining {
            x: Arc::clone(x),
            points: Arc::clone(points),
            stands_for,
            kernel,
            eigenvalues,
            centering: solution.matrix.centering,
        })),
    })
}
