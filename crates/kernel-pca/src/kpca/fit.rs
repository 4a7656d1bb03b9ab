//! Options of a fit, the solvers and accuracies to choose from, and the errors of a fit.

use std::fmt;

use crate::{
    kernel::ParamError,
    objects::{DataRounding, RoundedMatrix},
};

/// Solver that is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Solver {
    /// Choice by size, kernel, memory and time.
    #[default]
    Auto,
    /// Dense decomposition of the whole matrix.
    Dense,
    /// Pivoted Cholesky factor, for kernels without negative eigenvalues.
    Cholesky,
    /// Block Krylov iteration on the matrix.
    Krylov,
    /// Equispaced Fourier modes, for RBF in few dimensions.
    Fourier,
    /// Nyström approximation from landmarks, with a bound on its error.
    Nystrom,
}

impl Solver {
    /// All solvers, the automatic choice first.
    pub const ALL: [Self; 6] = [
        Self::Auto,
        Self::Dense,
        Self::Cholesky,
        Self::Krylov,
        Self::Fourier,
        Self::Nystrom,
    ];

    /// Name on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Dense => "dense",
            Self::Cholesky => "cholesky",
            Self::Krylov => "krylov",
            Self::Fourier => "fourier",
            Self::Nystrom => "nystrom",
        }
    }
}

/// Solver that answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SolverUsed {
    /// Eigenproblem of the covariance in an explicit feature space.
    Features,
    /// Dense decomposition of the whole matrix.
    Dense,
    /// Pivoted Cholesky factor.
    Cholesky,
    /// Block Krylov iteration on the matrix.
    Krylov,
    /// Equispaced Fourier modes, for RBF in few dimensions.
    Fourier,
    /// Reduced basis, spanned by eigenvectors of fits at other γ.
    Reduced,
    /// Nyström approximation, by the kernel's values with some rows, the landmarks.
    Nystrom {
        /// Number of landmarks used.
        landmarks: usize,
    },
}

impl SolverUsed {
    /// Name in reports.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Features => "features",
            Self::Dense => "dense",
            Self::Cholesky => "cholesky",
            Self::Krylov => "krylov",
            Self::Fourier => "fourier",
            Self::Reduced => "reduced",
            Self::Nystrom { .. } => "nystrom",
        }
    }
}

/// Accuracy that a fit must reach.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Tier {
    /// Scores have errors of up to 1e-3 of the largest: enough for a picture while a parameter moves. For many rows the
    /// fit is an approximation from landmarks instead, whose [`Accuracy`](super::Accuracy) says how far it may be off.
    Preview,
    /// Accuracy of [`Preview`](Self::Preview), with ten times the time for landmarks: a better picture of many rows
    /// before the exact one.
    Refined,
    /// Scores have errors of up to 1e-6 of the largest, eigenvalues of up to 1e-8·λ₁.
    #[default]
    Exact,
}

/// Stage in the computation of a whole spectrum.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SpectrumStage {
    /// Evaluation of the kernel, and solution by few features or a low rank where possible.
    Kernel,
    /// Decomposition of the whole matrix.
    Decomposition,
}

/// Options of a fit: the number of components, solver, accuracy and memory.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FitOptions {
    /// Number of components wanted, at least 1; a fit of n rows has at most n.
    pub components: usize,
    /// Solver that is asked for.
    pub solver: Solver,
    /// Number of landmarks of [`Solver::Nystrom`], at least 1; `None`: as many as memory and a few seconds allow.
    pub landmarks: Option<usize>,
    /// Accuracy that the fit must reach.
    pub tier: Tier,
    /// Bytes that the fit may hold at once, caches included.
    pub memory_budget: u64,
    /// Relative error of a given matrix in Frobenius norm, in units of 2⁻⁵², see [`RoundedMatrix::rounding`].
    pub rounding: f64,
    /// Errors of the rows that kernels of vectors compare, by rounding before the fit.
    pub data: DataRounding,
}

impl Default for FitOptions {
    /// Options for two components, the solver left to [`Solver::Auto`], exact, in at most 4 GiB; the entries of a given
    /// matrix have no errors but rounding, and rows have none.
    fn default() -> Self {
        Self {
            components: 2,
            solver: Solver::Auto,
            landmarks: None,
            tier: Tier::Exact,
            memory_budget: 4 << 30,
            rounding: RoundedMatrix::LEAST_ROUNDING,
            data: DataRounding::default(),
        }
    }
}

/// Reason for which a fit failed.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum FitError {
    #[error("abandoned for a newer request")]
    Cancelled,
    #[error(
        "the kernel's values go beyond the range of numbers: lower γ, the degree or c₀, or standardise the data"
    )]
    TooLarge,
    #[error(
        "the eigenvalues are too small to be written as numbers: raise γ, or standardise the data"
    )]
    TooSmall,
    #[error("the data are too large: values or their variances go beyond the range of numbers")]
    DataTooLarge,
    #[error("the data are too small: their variances go below the range of numbers")]
    DataTooSmall,
    #[error("the eigenvalue iteration did not converge")]
    NotConverged,
    /// The solver asked for by name does not apply.
    #[error("solver {solver} does not apply here: {reason}")]
    Unsuited {
        solver: &'static str,
        reason: &'static str,
    },
    #[error(transparent)]
    Kernel(#[from] ParamError),
    #[error("this takes about {needed} of memory, and {allowed} are allowed")]
    OutOfMemory { needed: Bytes, allowed: Bytes },
}

/// Bytes allowed for the program itself, apart from the data of computations: its threads and memory kept by its
/// allocator. A fit of 150 rows peaks at 46 MiB in a release build (measured: docs/experiments.md, "After a change, and
/// the engine as a crate"), including pages of the executable, which the system can take back.
const PROGRAM: u64 = 32 << 20;

/// Number of bytes that a computation holds, displayed with the memory of the program added, as in "340 MiB".
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bytes(pub u64);

impl Bytes {
    /// Number of bytes that a computation may hold where the whole program may take `limit` bytes: the limit less 32
    /// MiB, and at least half of the limit.
    #[must_use]
    pub fn beside_program(limit: u64) -> u64 {
        limit - PROGRAM.min(limit / 2)
    }
}

impl fmt::Display for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The smallest limit for which `beside_program` leaves these bytes.
        let whole = self.0.saturating_add(PROGRAM.min(self.0));
        write!(f, "{} MiB", whole.div_ceil(1 << 20))
    }
}
