//! Saved fits: everything but the training points and what follows from them.

use std::{ops::Range, sync::Arc};

use nalgebra::DMatrix;

use super::{
    Accuracy, FitError, FitWork, KernelPca, SolverUsed,
    model::{PlainTraining, Training},
};
use crate::{
    kernel::{Centering, Kernel, MetricPoints, ScaledKernel},
    power_of_two::times,
};

/// Numbers of a fit with a plain kernel, from which it is restored together with its rows; fields as in [`KernelPca`].
#[derive(Debug, Clone, PartialEq)]
pub struct SavedFit {
    /// Plain kernel that was fitted, see [`Kernel::is_plain`].
    pub kernel: Kernel,
    /// Eigenvalues, length k.
    pub eigenvalues: Vec<f64>,
    /// Unit eigenvectors, n × k.
    pub eigenvectors: DMatrix<f64>,
    /// Trace of the centred kernel matrix.
    pub trace: f64,
    /// Most negative eigenvalues known, ascending.
    pub negative_eigenvalues: Vec<f64>,
    /// Number of eigenvalues above rounding error; `None` where unknown.
    pub rank: Option<usize>,
    /// Bounds on the errors of eigenvalues and scores.
    pub accuracy: Accuracy,
    /// Runs of components (0-based) that cannot be told apart, see [`KernelPca::undetermined`].
    pub undetermined: Vec<Range<usize>>,
    /// Solver that answered.
    pub solver: SolverUsed,
    /// Means of the kernel matrix less the kernel's constant, in the unit in which the fit evaluates the kernel.
    pub centering: Centering,
}

impl KernelPca {
    /// Numbers from which this fit is restored together with its rows; `None` for kernels that are not plain.
    #[must_use]
    pub fn saved(&self) -> Option<SavedFit> {
        let Training::Plain(plain) = &self.training else {
            return None;
        };
        Some(SavedFit {
            kernel: self.kernel,
            eigenvalues: self.eigenvalues.clone(),
            eigenvectors: self.eigenvectors.clone(),
            trace: self.trace,
            negative_eigenvalues: self.negative_eigenvalues.clone(),
            rank: self.rank,
            accuracy: self.accuracy,
            undetermined: self.undetermined.clone(),
            solver: self.solver,
            centering: plain.centering.clone(),
        })
    }

    /// Restores a fit from its numbers and its training rows x (n × d), so that it projects new rows as it did.
    ///
    /// # Errors
    /// When the kernel is not defined for some value of x, or its values go beyond the range of numbers.
    pub fn restored(saved: SavedFit, x: Arc<DMatrix<f64>>) -> Result<Self, FitError> {
        let kernel = saved.kernel;
        kernel.check_values(&x)?;
        let points = Arc::new(MetricPoints::sharing(Arc::clone(&x), kernel.metric()));
        let scaled = ScaledKernel::new(kernel, &points, None)?;
        let values = saved.eigenvalues.iter();
        Ok(Self {
            kernel,
            training: Training::Plain(Box::new(PlainTraining {
                x,
                points,
                stands_for: 1.0,
                kernel: scaled,
                eigenvalues: values.map(|λ| times(*λ, -scaled.exponent())).collect(),
                centering: saved.centering,
            })),
            eigenvalues: saved.eigenvalues,
            eigenvectors: saved.eigenvectors,
            trace: saved.trace,
            negative_eigenvalues: saved.negative_eigenvalues,
            rank: saved.rank,
            accuracy: saved.accuracy,
            undetermined: saved.undetermined,
            solver: saved.solver,
            work: FitWork::default(),
        })
    }

    /// Keeps the first k components alone, or all where there are fewer.
    #[must_use]
    pub fn first(mut self, k: usize) -> Self {
        let k = k.min(self.eigenvalues.len());
        self.eigenvalues.truncate(k);
        let spare = self.eigenvectors.ncols() - k;
        self.eigenvectors = self.eigenvectors.remove_columns(k, spare);
        if let Training::Plain(plain) = &mut self.training {
            plain.eigenvalues.truncate(k);
        }
        self.undetermined.retain(|run| run.start < k);
        for run in &mut self.undetermined {
            // A run that goes on past the components ends at k + 1.
            run.end = run.end.min(k + 1);
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        eigen::orthogonal::random_columns,
        kpca::{FitOptions, Workspace},
    };

    #[test]
    fn a_restored_fit_projects_as_it_did() {
        let x = Arc::new(random_columns(60, 3, 1));
        let new = random_columns(7, 3, 2);
        for kernel in [
            Kernel::rbf(0.5),
            Kernel::poly(1e-3, 3, 1.0),
            Kernel::linear(),
        ] {
            let fit = Workspace::default()
                .fit(&x, kernel, &FitOptions::default(), &|| false)
                .unwrap();
            let saved = fit.saved().unwrap();
            let again = KernelPca::restored(saved, Arc::clone(&x)).unwrap();
            assert_eq!(again.project(&new), fit.project(&new));
            assert_eq!(
                again.reconstruction_errors(&new),
                fit.reconstruction_errors(&new)
            );
            assert_eq!(again.saved(), fit.saved());
        }
    }

    #[test]
    fn the_first_component_alone_has_the_first_column_of_scores() {
        let x = Arc::new(random_columns(30, 3, 1));
        let fit = Workspace::default()
            .fit(&x, Kernel::rbf(0.5), &FitOptions::default(), &|| false)
            .unwrap();
        let (scores, projected) = (fit.scores(), fit.project(&x));
        let one = fit.first(1);
        assert_eq!(one.scores(), scores.columns(0, 1));
        assert!((one.project(&x) - projected.columns(0, 1)).amax() < 1e-14);
    }
}
