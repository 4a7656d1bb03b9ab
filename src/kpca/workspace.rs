//! Fitting, and what is kept between fits.

use std::{ops::Range, sync::Arc};

use nalgebra::{DMatrix, RowDVector};

use super::{
    Cancelled, FitError, FitOptions, KernelPca, SolverUsed,
    model::{Training, moved},
};
use crate::{
    eigen::dense::{Spectrum, symmetric_eigen},
    kernel::{Centering, Kernel},
};

/// Eigenvalues closer than this, relative to the largest, do not determine their axes.
const UNDETERMINED: f64 = 1e-6;
/// Entries whose moduli agree to this relative accuracy tie for an eigenvector's sign, so that
/// the sign of a symmetric component does not hang on rounding.
const SIGN_TIE: f64 = 1e-7;

/// What is kept between fits so that nothing is computed twice.
#[derive(Debug, Default)]
pub struct Workspace {}

impl Workspace {
    /// Fits kernel PCA to `x` (n × d).
    ///
    /// # Errors
    /// When cancelled, or when the kernel overflows on these data.
    pub fn fit(
        &mut self,
        x: &Arc<DMatrix<f64>>,
        kernel: Kernel,
        options: &FitOptions,
        cancelled: Cancelled<'_>,
    ) -> Result<KernelPca, FitError> {
        let n = x.nrows();
        let k = options.components.min(n);
        let origin = if kernel.is_translation_invariant() {
            x.row_mean()
        } else {
            RowDVector::zeros(x.ncols())
        };
        let centered_x = moved(x, &origin);
        let mut matrix = kernel.reduced_matrix(&centered_x, &centered_x);
        let largest = matrix.amax();
        if !(largest * n as f64).is_finite() || matrix.iter().any(|v| !v.is_finite()) {
            return Err(FitError::NotFinite);
        }
        if cancelled() {
            return Err(FitError::Cancelled);
        }
        let centering = Centering::of(&matrix);
        centering.apply(&mut matrix);
        let Spectrum { values, vectors } =
            symmetric_eigen(&matrix).ok_or(FitError::NotConverged)?;
        if cancelled() {
            return Err(FitError::Cancelled);
        }

        let scale = values.iter().fold(0.0_f64, |m, v| m.max(v.abs()));
        // What rounding leaves of a zero eigenvalue, after centring and decomposing.
        let noise = 2.0 * (n + 10) as f64 * f64::EPSILON * scale.max(largest);
        let clean = |λ: f64| if λ.abs() <= noise { 0.0 } else { λ };
        let descending: Vec<f64> = values.iter().rev().copied().map(clean).collect();
        let order: Vec<usize> = (0..n).rev().take(k).collect();
        let mut eigenvectors = vectors.select_columns(&order);
        orient(&mut eigenvectors);
        let negative = values.iter().map(|&λ| clean(λ)).take_while(|&λ| λ < 0.0);
        let max_residual = largest_residual(&matrix, &eigenvectors, &descending, scale);
        Ok(KernelPca {
            kernel,
            trace: matrix.trace(),
            negative_eigenvalues: negative.take(k).collect(),
            rank: Some(descending.iter().filter(|&&λ| λ != 0.0).count()),
            max_residual,
            certified: max_residual <= 1e-9,
            error_bound: Some(max_residual),
            undetermined: undetermined(&descending, k),
            eigenvalues: descending[..k].to_vec(),
            eigenvectors,
            solver: SolverUsed::Dense,
            training: Training {
                x: Arc::clone(x),
                origin,
                centering,
            },
        })
    }
}

/// Makes the entry of largest modulus of each column positive, the first such entry where several
/// tie.
fn orient(vectors: &mut DMatrix<f64>) {
    for mut column in vectors.column_iter_mut() {
        let threshold = column.amax() * (1.0 - SIGN_TIE);
        let negative = column
            .iter()
            .find(|v| v.abs() >= threshold)
            .is_some_and(|&v| v < 0.0);
        if negative {
            column.neg_mut();
        }
    }
}

/// max ‖K̃v − λv‖ / `scale` over the columns.
fn largest_residual(
    matrix: &DMatrix<f64>,
    vectors: &DMatrix<f64>,
    eigenvalues: &[f64],
    scale: f64,
) -> f64 {
    if eigenvalues.iter().all(|&λ| λ == 0.0) {
        return 0.0;
    }
    let image = matrix * vectors;
    image
        .column_iter()
        .zip(vectors.column_iter())
        .zip(eigenvalues)
        .map(|((image, v), &λ)| (image - v * λ).norm() / scale)
        .fold(0.0, f64::max)
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
