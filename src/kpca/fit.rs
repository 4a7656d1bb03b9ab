//! Fitting kernel PCA.

use std::{ops::Range, sync::Arc};

use nalgebra::DMatrix;

use crate::kernel::Kernel;

/// Asked between stages and per block: true means the answer is no longer wanted.
pub type Cancelled<'a> = &'a (dyn Fn() -> bool + Sync);

/// Which solver is wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Solver {
    #[default]
    Auto,
    Dense,
    Cholesky,
    Krylov,
}

/// Which solver answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SolverUsed {
    /// Eigenproblem of the covariance in an explicit feature space.
    Features,
    Dense,
    Cholesky,
    Krylov,
}

/// How good the answer must be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Tier {
    /// Scores good to 1e-3 of the largest: a picture while a slider moves.
    Preview,
    /// Scores good to 1e-6 of the largest, eigenvalues to 1e-8·λ₁.
    #[default]
    Exact,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FitOptions {
    /// Components wanted, at least 1; fewer come back when n is smaller.
    pub components: usize,
    pub solver: Solver,
    pub tier: Tier,
}

#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum FitError {
    #[error("abandoned for a newer request")]
    Cancelled,
    #[error(
        "the kernel matrix has entries that are not finite: lower γ, the degree or c₀, or standardise the data"
    )]
    NotFinite,
}

/// A fitted kernel PCA of n points; k ≤ min(components, n) components, largest eigenvalue first.
#[derive(Debug, Clone)]
pub struct KernelPca {
    pub kernel: Kernel,
    /// Eigenvalues λ of the centred kernel matrix, length k.
    pub eigenvalues: Vec<f64>,
    /// Unit eigenvectors, n × k; the entry of largest modulus of each column is positive.
    pub eigenvectors: DMatrix<f64>,
    /// Trace of the centred kernel matrix: the total that ratios refer to.
    pub trace: f64,
    /// For an indefinite kernel, the most negative eigenvalues known, ascending; else empty.
    pub negative_eigenvalues: Vec<f64>,
    /// Eigenvalues above rounding error, where the solver learns their number.
    pub rank: Option<usize>,
    /// Largest ‖K̃v − λv‖ over the components, relative to λ₁.
    pub max_residual: f64,
    /// Whether the tier's accuracy is proven, nothing larger having been missed.
    pub certified: bool,
    /// Runs of components whose eigenvalues agree so closely that the axes within are arbitrary.
    pub undetermined: Vec<Range<usize>>,
    pub solver: SolverUsed,
}

impl KernelPca {
    /// Scores v·√λ, n × k; a component with λ ≤ 0 gives zeros.
    #[must_use]
    pub fn scores(&self) -> DMatrix<f64> {
        todo!()
    }

    /// λ_j / trace(K̃), length k.
    #[must_use]
    pub fn explained_variance_ratio(&self) -> Vec<f64> {
        todo!()
    }

    /// Scores (m × k) of new rows (m × d), scaled as the training rows were.
    #[must_use]
    pub fn project(&self, x: &DMatrix<f64>) -> DMatrix<f64> {
        let _ = x;
        todo!()
    }
}

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
        let _ = (x, kernel, options, cancelled);
        todo!()
    }
}
