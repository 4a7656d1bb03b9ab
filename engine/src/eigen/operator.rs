//! Symmetric operators as the eigenvalue iteration sees them, and the Ritz pairs that it returns.

use nalgebra::DMatrix;

use super::{Failure, accuracy::MatrixTotals, orthogonal::NullSpace};

/// A symmetric operator A on vectors of length n.
pub(crate) trait Operator {
    /// Dimension n.
    fn dim(&self) -> usize;

    /// Subspace that the operator is known to map to zero.
    fn null(&self) -> NullSpace {
        NullSpace::Ones
    }

    /// Number of columns that it is best applied to at once: many where several take as long as one, few where
    /// each takes its time, since narrow blocks make more progress per column.
    fn block(&self) -> usize {
        BLOCK
    }

    /// Multiplications of one application to a block, roughly.
    fn operations(&self) -> f64 {
        (self.dim() as f64).powi(2) * self.block() as f64
    }

    /// Trace and squared norm of the whole operator with bounds on their errors, as far as they are known after
    /// an application in this precision.
    fn totals(&self, _: Precision) -> Option<&MatrixTotals> {
        None
    }

    /// Returns A x (n × b) in at least this precision; the columns of x (n × b) are orthogonal to
    /// [`null`](Self::null).
    ///
    /// # Errors
    ///
    /// A [`Failure`] where it was cancelled, or the operator cannot be evaluated.
    fn apply(&mut self, x: &DMatrix<f64>, precision: Precision) -> Result<DMatrix<f64>, Failure>;

    /// Precision in which a Krylov space is gathered fastest where this many pairs are wanted in double
    /// precision. Pairs gathered in single precision have to be corrected afterwards.
    fn gathers(&self, _pairs: usize) -> Precision {
        Precision::Single
    }

    /// Upper bound on the norm of the perturbation of A that rounding in this precision may amount to.
    fn rounding(&self, precision: Precision) -> f64;

    /// Upper bound on the norm by which A itself is uncertain once it was applied, since its entries are rounded.
    fn uncertainty(&self) -> f64 {
        0.0
    }

    /// Usual effect of rounding in single precision, as a share of the bound [`rounding`](Self::rounding).
    fn typical(&self) -> f64 {
        0.06
    }
}

/// Precision of the numbers that a product is computed with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Precision {
    /// Single precision, about seven digits, in half the time.
    Single,
    /// Double precision, about sixteen digits.
    Double,
}

/// Leading Ritz pairs (θ, v) of an operator A, more than wanted where the basis has them.
pub(crate) struct Ritz {
    /// Ritz values θ, descending (length m).
    pub(crate) values: Vec<f64>,
    /// Ritz vectors, n × m, orthonormal.
    pub(crate) vectors: DMatrix<f64>,
    /// Residual norms ‖Av − θv‖, one per pair, including what rounding may add.
    pub(crate) residuals: Vec<f64>,
    /// Upper bound on |vᵢᵀAvⱼ| for i ≠ j.
    pub(crate) coupling: f64,
    /// Norm by which A is uncertain, as [`Operator::uncertainty`] says.
    pub(crate) uncertainty: f64,
    /// Negative Ritz values beyond the leading ones, ascending.
    pub(crate) negative: Vec<f64>,
    /// Upper bounds on the eigenvalues not wanted: entry i bounds all but the wanted ones and the i largest
    /// others. Those shown by random columns fail with a probability of 10⁻⁶. Empty where nothing is known.
    pub(crate) rest: Vec<f64>,
    /// True where the pairs are as good as wanted.
    pub(crate) converged: bool,
    /// True where residuals are of images computed in double precision.
    pub(crate) exact: bool,
}

/// Default number of columns of a block: in single precision one register of AVX2, and half of one of AVX-512,
/// which two rows share (PERFORMANCE.md, "Where the time goes").
const BLOCK: usize = 8;
