//! Interface of symmetric operators to the eigenvalue iteration, and the Ritz pairs that the iteration returns.

use nalgebra::DMatrix;

use super::{Failure, accuracy::MatrixTotals, orthogonal::NullSpace};
use crate::cores::WIDE;

/// Symmetric operator A on vectors of length n, known by its products with blocks of columns.
pub(crate) trait Operator {
    /// Dimension n.
    fn dim(&self) -> usize;

    /// Subspace that the operator is known to map to zero.
    fn null(&self) -> NullSpace {
        NullSpace::Ones
    }

    /// Best number of columns of a block. It is large where several columns take as long as one, and small where each
    /// takes its time, since narrow blocks converge with fewer columns.
    fn block(&self) -> usize {
        BLOCK
    }

    /// Approximate number of multiplications of one application to a block.
    fn operations(&self) -> f64 {
        (self.dim() as f64).powi(2) * self.block() as f64
    }

    /// Trace and squared Frobenius norm of A with bounds on their errors, as known after an application in this
    /// precision; `None` where they are not known.
    fn totals(&self, _: Precision) -> Option<&MatrixTotals> {
        None
    }

    /// Returns A x (n × b), computed in at least this precision; the columns of x (n × b) are orthogonal to
    /// [`null`](Self::null).
    ///
    /// # Errors
    ///
    /// A [`Failure`] where the computation was cancelled, or A has entries that are not finite.
    fn apply(&mut self, x: &DMatrix<f64>, precision: Precision) -> Result<DMatrix<f64>, Failure>;

    /// Precision in which a Krylov space is best gathered when this number of pairs is wanted in double precision.
    /// Pairs gathered in single precision have to be corrected afterwards.
    fn gathers(&self, _pairs: usize) -> Precision {
        Precision::Single
    }

    /// Upper bound on the norm of the perturbation of A by rounding in this precision.
    fn rounding(&self, precision: Precision) -> f64;

    /// Upper bound on the norm of the perturbation of A by the rounding of its entries; zero before A was applied.
    fn uncertainty(&self) -> f64 {
        0.0
    }

    /// Typical effect of rounding in single precision, as a share of the bound [`rounding`](Self::rounding).
    fn typical(&self) -> f64 {
        0.06
    }
}

/// Floating-point precision of a product.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Precision {
    /// Single precision, about seven digits, in half the time.
    Single,
    /// Double precision, about sixteen digits.
    Double,
}

/// Leading Ritz pairs (θ, v) of an operator A (n × n); may hold more than the number wanted.
pub(crate) struct Ritz {
    /// Ritz values θ, descending (length m).
    pub(crate) values: Vec<f64>,
    /// Ritz vectors, n × m, orthonormal.
    pub(crate) vectors: DMatrix<f64>,
    /// Residual norms ‖Av − θv‖, one per pair, with the part that rounding may add.
    pub(crate) residuals: Vec<f64>,
    /// Upper bound on |vᵢᵀAvⱼ| for i ≠ j.
    pub(crate) coupling: f64,
    /// Bound on the perturbation of A by rounding, see [`Operator::uncertainty`].
    pub(crate) uncertainty: f64,
    /// Negative Ritz values beyond the leading ones, ascending.
    pub(crate) negative: Vec<f64>,
    /// Upper bounds on the eigenvalues not wanted: entry i bounds all but the wanted ones and the i largest others.
    /// Bounds by random columns fail with a probability of 10⁻⁶. Empty where no bound is known.
    pub(crate) bounds_beyond: Vec<f64>,
    /// True where the pairs meet the goal of the iteration, or the basis is invariant in double precision.
    pub(crate) converged: bool,
    /// True where the residuals come from images computed in double precision.
    pub(crate) exact: bool,
}

/// Default number of columns of a block: in single precision they fill one register of AVX2, or half of one of AVX-512,
/// which two rows then share (measured: docs/experiments.md, "Where the time goes"). In a browser four fill a register,
/// and each column takes its time, so that narrow blocks are faster (measured: docs/experiments.md, "In a browser").
pub(crate) const BLOCK: usize = if WIDE { 8 } else { 4 };
