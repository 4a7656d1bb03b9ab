//! Pre-images learnt from the training rows.

use faer::{Mat, Side, linalg::solvers::Solve};
use nalgebra::DMatrix;

use super::PreImageError;
use crate::{
    kernel::Kernel,
    kpca::{Bytes, KernelPca},
};

/// Kernel ridge regression of the training rows X on their scores Z: (K(Z, Z) + αI) W = X, and the pre-image of
/// scores z is k(z, Z) W (Bakır, Weston and Schölkopf 2004; scikit-learn's `fit_inverse_transform`).
#[derive(Debug, Clone)]
pub struct Ridge {
    kernel: Kernel,
    /// Z, n × k.
    scores: DMatrix<f64>,
    /// W, n × d.
    weights: DMatrix<f64>,
}

/// Matrices of n² numbers at once.
const MATRICES: u64 = 3;

impl Ridge {
    /// Learns from the training rows.
    ///
    /// # Errors
    /// When there is too little memory, or when the kernel matrix of the scores is not positive.
    pub fn new(kpca: &KernelPca, alpha: f64, memory_budget: u64) -> Result<Self, PreImageError> {
        Self::of_first(kpca, usize::MAX, alpha, memory_budget)
    }

    /// The same from the scores of the first components alone.
    ///
    /// # Errors
    /// Those of [`new`](Self::new).
    pub fn of_first(
        kpca: &KernelPca,
        components: usize,
        alpha: f64,
        memory_budget: u64,
    ) -> Result<Self, PreImageError> {
        let x = kpca.training();
        let n = x.nrows();
        let needed = MATRICES * 8 * (n as u64).pow(2);
        if needed > memory_budget {
            return Err(PreImageError::OutOfMemory {
                needed: Bytes(needed),
                allowed: Bytes(memory_budget),
            });
        }
        let scores = kpca.scores();
        let count = components.min(scores.ncols());
        let scores = scores.columns(0, count).into_owned();
        let kernel = kpca.kernel;
        let k = kernel.matrix(&scores, &scores);
        let regularized = Mat::from_fn(n, n, |i, j| k[(i, j)] + if i == j { alpha } else { 0.0 });
        let factor = regularized
            .llt(Side::Lower)
            .map_err(|_| PreImageError::NotPositive)?;
        let right = Mat::from_fn(n, x.ncols(), |i, j| x[(i, j)]);
        let solution = factor.solve(&right);
        Ok(Self {
            weights: DMatrix::from_fn(n, x.ncols(), |i, j| solution[(i, j)]),
            kernel,
            scores,
        })
    }

    /// The pre-images (m × d) of scores (m × k); columns that are missing are 0.
    #[must_use]
    pub fn at(&self, scores: &DMatrix<f64>) -> DMatrix<f64> {
        let wanted = DMatrix::from_fn(scores.nrows(), self.scores.ncols(), |i, j| {
            scores.get((i, j)).copied().unwrap_or(0.0)
        });
        self.kernel.matrix(&wanted, &self.scores) * &self.weights
    }
}
