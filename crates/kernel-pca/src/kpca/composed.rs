//! Fits of composed kernels, whose matrix is evaluated as a whole: preparation of the matrix for the solvers, and
//! translation of their answer.
//!
//! The solvers take a given matrix and centre it. A matrix that must not be centred is reflected first: a Householder
//! reflection turns its n axes into n directions of a space of n + 1 entries that are orthogonal to the ones, so that
//! centring has no effect and the eigenvalues stay the same.

use std::sync::Arc;

use nalgebra::DMatrix;

use super::{
    Bytes, CancelCheck, FitError, FitOptions, FitProgress, FitStage, KernelPca, model::Training,
};
use crate::{
    compensated::TwoPartSum,
    kernel::{ComposedKernel, Kernel},
    signs,
};

/// Number of matrices of n² numbers that are held in addition to those of the solvers: first the values of two kernels
/// and the bounds on their rounding, later the values, their reflection, and the copy in a metric.
const MATRICES: u64 = 4;

/// Composed kernel evaluated on all pairs of points, with the matrix for the solvers.
#[derive(Debug, Clone)]
pub(super) struct ComposedMatrix {
    /// Kernel with its matrix (n × n) and its rows.
    pub(super) composed: Arc<ComposedKernel>,
    /// Matrix for the solvers, n × n, or (n + 1) × (n + 1) where it is reflected.
    pub(super) matrix: Arc<DMatrix<f64>>,
}

impl ComposedMatrix {
    /// Evaluates the kernel on all pairs of rows of `x` (n × d). Steps after the evaluation cannot be stopped midway.
    ///
    /// # Errors
    /// When cancelled, when the matrices do not fit into memory, when an image to be normalised has no positive length,
    /// or when values overflow.
    pub(super) fn new(
        kernel: Kernel,
        x: &Arc<DMatrix<f64>>,
        options: &FitOptions,
        progress: &FitProgress,
        cancelled: CancelCheck<'_>,
    ) -> Result<Self, FitError> {
        let check = || {
            if cancelled() {
                return Err(FitError::Cancelled);
            }
            Ok(())
        };
        let needed = Self::bytes(x.nrows());
        if needed > options.memory_budget {
            return Err(FitError::OutOfMemory {
                needed: Bytes(needed),
                allowed: Bytes(options.memory_budget),
            });
        }
        let parts = kernel.parts();
        let evaluated = parts.iter().filter(|part| !part.metric().is_given());
        progress.begin(FitStage::Matrix, evaluated.count() * x.nrows());
        let values = kernel.bounded(x, options.rounding, options.data, &|columns| {
            progress.parts().add(columns);
            !cancelled()
        });
        check()?;
        progress.begin(FitStage::Composing, 0);
        let composed = ComposedKernel::of_values(kernel, x, options.data, values)?;
        check()?;
        if composed.matrix().iter().any(|value| !value.is_finite()) {
            return Err(FitError::TooLarge);
        }
        let matrix = if kernel.centers_last() {
            Arc::clone(composed.matrix())
        } else {
            Arc::new(reflected(composed.matrix()))
        };
        Ok(Self {
            composed: Arc::new(composed),
            matrix,
        })
    }

    /// Kernel for the solvers, whose values are the entries of a given matrix.
    pub(super) fn plain_kernel(&self) -> Kernel {
        Kernel::of_matrix(self.composed.kernel().makes_positive_matrices())
    }

    /// Returns whether `kernel` on the rows `x` differs from this kernel and its rows in γ alone.
    pub(super) fn is_near(&self, kernel: Kernel, x: &Arc<DMatrix<f64>>) -> bool {
        let own = self.composed.kernel();
        let same = kernel
            .gamma()
            .is_some_and(|gamma| own.with_gamma(gamma) == kernel);
        same && Arc::ptr_eq(self.composed.x(), x)
    }

    /// Bytes that the matrices of n points take in addition to those of the solvers.
    pub(super) fn bytes(n: usize) -> u64 {
        MATRICES * (n as u64).pow(2) * size_of::<f64>() as u64
    }

    /// Returns whether the reflection adds an eigenvalue 0 that may stand above negative eigenvalues.
    pub(super) fn adds_a_zero(&self) -> bool {
        let kernel = self.composed.kernel();
        !kernel.centers_last() && !kernel.makes_positive_matrices()
    }

    /// Translates the fit of the matrix for the solvers to the fit of the kernel, with up to k components.
    pub(super) fn finish(&self, of_matrix: KernelPca, k: usize) -> KernelPca {
        let KernelPca {
            mut eigenvalues,
            mut eigenvectors,
            mut undetermined,
            ..
        } = of_matrix;
        let negative = eigenvalues.last().is_some_and(|&λ| λ < 0.0);
        let zero = eigenvalues.iter().position(|&λ| λ == 0.0);
        if let Some(zero) = zero.filter(|_| self.adds_a_zero() && negative) {
            eigenvalues.remove(zero);
            eigenvectors = eigenvectors.remove_column(zero);
        }
        if eigenvalues.len() > k {
            let spare = eigenvalues.len() - k;
            eigenvalues.truncate(k);
            eigenvectors = eigenvectors.remove_columns(k, spare);
            undetermined.retain(|run| run.start < k);
            for run in &mut undetermined {
                run.end = run.end.min(k + 1);
            }
        }
        if !self.composed.kernel().centers_last() {
            reflect(&mut eigenvectors);
            let n = eigenvectors.nrows() - 1;
            eigenvectors = eigenvectors.remove_row(n);
            signs::turn_columns(&mut eigenvectors);
        }
        KernelPca {
            kernel: self.composed.kernel(),
            eigenvalues,
            eigenvectors,
            undetermined,
            training: Training::Composed(Arc::clone(&self.composed)),
            ..of_matrix
        }
    }

    /// Translates all eigenvalues of the matrix for the solvers to the n eigenvalues of the kernel's matrix.
    pub(super) fn finish_spectrum(&self, mut values: Vec<f64>) -> Vec<f64> {
        // The reflection added an eigenvalue 0.
        if values.len() > self.composed.x().nrows() {
            let sizes = values.iter().map(|value| value.abs()).enumerate();
            if let Some((zero, _)) = sizes.min_by(|a, b| a.1.total_cmp(&b.1)) {
                values.remove(zero);
            }
        }
        values
    }
}

/// Returns the reflected matrix P [K 0; 0 0] P ((n + 1) × (n + 1)) of K (n × n). Its rows add up to 0.
fn reflected(matrix: &DMatrix<f64>) -> DMatrix<f64> {
    let n = matrix.nrows();
    let mut bordered = matrix.clone().resize(n + 1, n + 1, 0.0);
    reflect(&mut bordered);
    bordered.transpose_mut();
    reflect(&mut bordered);
    // Rounding leaves the matrix hardly asymmetric.
    bordered.fill_upper_triangle_with_lower_triangle();
    bordered
}

/// Multiplies each column, in place, by P = I − 2wwᵀ, which exchanges the last axis with the direction of the ones.
fn reflect(columns: &mut DMatrix<f64>) {
    let m = columns.nrows();
    if m == 1 {
        // With one entry the axis and the ones have the same direction.
        return;
    }
    let entry = (m as f64).sqrt().recip();
    // w is along the difference of the two unit vectors, (a, …, a, a − 1) with a² m = 1, of squared length 2 − 2a.
    let factor = 2.0 / (2.0 - 2.0 * entry);
    for mut column in columns.column_iter_mut() {
        let last = column[m - 1];
        // Many large values leave no error but their own rounding.
        let sum = TwoPartSum::of(column.iter().copied()).value();
        let product = factor * (entry * sum - last);
        column.add_scalar_mut(-product * entry);
        column[m - 1] += product;
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;
    use crate::eigen::orthogonal::random_columns;

    #[test]
    fn evaluating_the_matrix_stops_midway() {
        let asked = AtomicUsize::new(0);
        let x = Arc::new(random_columns(300, 2, 1));
        let (kernel, options) = (Kernel::rbf(1.0).uncentered(), FitOptions::default());
        let progress = FitProgress::default();
        let stop = || asked.fetch_add(1, Ordering::Relaxed) >= 3;
        let found = ComposedMatrix::new(kernel, &x, &options, &progress, &stop);
        assert!(matches!(found, Err(FitError::Cancelled)));

        let found = ComposedMatrix::new(kernel, &x, &options, &progress, &|| false);
        assert_eq!(
            found.unwrap().composed.matrix(),
            &Arc::new(kernel.matrix(&x, &x))
        );
    }

    #[test]
    fn reflecting_keeps_eigenvalues_and_hides_them_from_centring() {
        let b = DMatrix::from_fn(8, 3, |i, j| ((3 * i + 5 * j) % 7) as f64 - 1.0);
        let k = &b * b.transpose();
        let hidden = reflected(&k);
        assert!(hidden.row_sum().amax() < 1e-12);
        let largest = |matrix: DMatrix<f64>| matrix.symmetric_eigenvalues().max();
        assert!((largest(hidden.clone()) - largest(k.clone())).abs() < 1e-12);
        let mut back = hidden;
        reflect(&mut back);
        back.transpose_mut();
        reflect(&mut back);
        assert!((back.view((0, 0), (8, 8)) - k).amax() < 1e-12);
    }
}
