//! What the iteration is given, and what it gives back.

use nalgebra::DMatrix;

use super::{Failure, accuracy::Totals, orthogonal::Null};

/// A symmetric operator.
pub(crate) trait Operator {
    /// n.
    fn dim(&self) -> usize;

    /// What it is known to map to zero.
    fn null(&self) -> Null {
        Null::Ones
    }

    /// Columns that it is best applied to at once: where more take as long, the more the better, and where each
    /// takes its time, few lead further.
    fn block(&self) -> usize {
        BLOCK
    }

    /// Multiplications that it takes with a block, about.
    fn operations(&self) -> f64 {
        (self.dim() as f64).powi(2) * self.block() as f64
    }

    /// Sums over the whole operator, where known once it has been applied, which may be as far off as
    /// what is applied in this precision.
    fn totals(&self, _: Precision) -> Option<&Totals> {
        None
    }

    /// The operator times x (n × b), the columns of x being orthogonal to `null`, in at least this precision.
    fn apply(&mut self, x: &DMatrix<f64>, precision: Precision) -> Result<DMatrix<f64>, Failure>;

    /// In which precision a Krylov space is had soonest that leads to so many pairs in all their digits: what was
    /// gathered in single is corrected by so many columns at a time.
    fn gathers(&self, _pairs: usize) -> Precision {
        Precision::Single
    }

    /// The norm of an operator that puts images off by as much as rounding may have.
    fn rounding(&self, precision: Precision) -> f64;

    /// What rounding usually does in single precision, as a share of that.
    fn typical(&self) -> f64 {
        0.06
    }
}

/// How many digits a product is to have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Precision {
    /// About seven, in half the time.
    Single,
    Double,
}

/// Leading Ritz pairs, more than wanted where the basis has them.
pub(crate) struct Ritz {
    /// Descending.
    pub(crate) values: Vec<f64>,
    /// n × m, orthonormal.
    pub(crate) vectors: DMatrix<f64>,
    /// ‖Av − θv‖ of each.
    pub(crate) residuals: Vec<f64>,
    /// Bounds |vᵢᵀAvⱼ|.
    pub(crate) coupling: f64,
    /// Ascending.
    pub(crate) negative: Vec<f64>,
    /// No eigenvalue but those wanted and i more is larger than the i-th; where random columns show it, but for a
    /// chance of 10⁻⁶. Empty where nothing is known.
    pub(crate) rest: Vec<f64>,
    pub(crate) converged: bool,
    /// Residuals are of images that have all digits.
    pub(crate) exact: bool,
}

/// Columns of a block: in single precision one register of AVX2, and half of one of AVX-512, which two rows share.
const BLOCK: usize = 8;
