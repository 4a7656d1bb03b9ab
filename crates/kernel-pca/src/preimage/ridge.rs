//! Pre-images by kernel ridge regression of the training rows on their scores.

use nalgebra::DMatrix;

use super::PreImageError;
use crate::{
    count::Watch,
    eigen::factor::solved,
    kernel::Kernel,
    kpca::{Bytes, KernelPca},
};

/// Kernel ridge regression of the training rows X (n × d) on their scores Z (n × k): (K(Z, Z) + αI) W = X. The
/// pre-image of scores z is k(z, Z) W (Bakır, Weston and Schölkopf 2004; scikit-learn's `fit_inverse_transform`).
#[derive(Debug, Clone)]
pub struct Ridge {
    kernel: Kernel,
    /// Scores Z of the training rows, n × k.
    scores: DMatrix<f64>,
    /// Weights W, n × d.
    weights: DMatrix<f64>,
}

/// Number of rows whose pre-images are evaluated at once, so that at most 512 × n kernel values are held.
const CHUNK: usize = 512;

impl Ridge {
    /// Fits the regression to the training rows, and reports its progress to `watch`.
    ///
    /// # Errors
    /// When there is too little memory, when the kernel matrix of the scores is not positive definite, or when
    /// cancelled.
    pub fn new<'a>(
        kpca: &KernelPca,
        alpha: f64,
        memory_budget: u64,
        watch: impl Into<Watch<'a>>,
    ) -> Result<Self, PreImageError> {
        Self::of_first(kpca, usize::MAX, alpha, memory_budget, watch)
    }

    /// Fits the regression to the scores on the first `components` components alone.
    ///
    /// # Errors
    /// The errors of [`new`](Self::new).
    pub fn of_first<'a>(
        kpca: &KernelPca,
        components: usize,
        alpha: f64,
        memory_budget: u64,
        watch: impl Into<Watch<'a>>,
    ) -> Result<Self, PreImageError> {
        let x = kpca.training();
        let n = x.nrows();
        // Kernel matrices of the kernel's parts, the first of which becomes the factor; scores, rows and weights.
        let columns = kpca.eigenvalues.len() + 2 * x.ncols();
        let matrices = kpca.kernel.parts().len();
        let needed = 8 * (matrices * n + columns) as u64 * n as u64;
        if needed > memory_budget {
            return Err(PreImageError::OutOfMemory {
                needed: Bytes(needed),
                allowed: Bytes(memory_budget),
            });
        }
        let scores = kpca.scores();
        let first = components.min(scores.ncols());
        let scores = scores.columns(0, first).into_owned();
        let kernel = kpca.kernel;
        let mut regularized = kernel.matrix(&scores, &scores);
        for i in 0..n {
            regularized[(i, i)] += alpha;
        }
        let weights = solved(regularized, (**x).clone(), watch.into());
        let weights = weights.map_err(|_| PreImageError::Cancelled)?;
        Ok(Self {
            weights: weights.ok_or(PreImageError::NotPositive)?,
            kernel,
            scores,
        })
    }

    /// Weights W, n × d, in the scaled unit of the training rows.
    #[must_use]
    pub fn weights(&self) -> &DMatrix<f64> {
        &self.weights
    }

    /// Restores a regression on all components of a fit from its weights (n × d).
    #[must_use]
    pub fn restored(kpca: &KernelPca, weights: DMatrix<f64>) -> Self {
        Self {
            kernel: kpca.kernel,
            scores: kpca.scores(),
            weights,
        }
    }

    /// Evaluates the pre-images (m × d) of scores (m × k); missing columns count as 0.
    #[must_use]
    pub fn at(&self, scores: &DMatrix<f64>) -> DMatrix<f64> {
        let mut found = DMatrix::zeros(scores.nrows(), self.weights.ncols());
        for start in (0..scores.nrows()).step_by(CHUNK) {
            let rows = CHUNK.min(scores.nrows() - start);
            let wanted = DMatrix::from_fn(rows, self.scores.ncols(), |i, j| {
                scores.get((start + i, j)).copied().unwrap_or(0.0)
            });
            let values = self.kernel.matrix(&wanted, &self.scores);
            found
                .rows_mut(start, rows)
                .copy_from(&(values * &self.weights));
        }
        found
    }
}
