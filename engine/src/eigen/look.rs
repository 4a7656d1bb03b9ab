//! Ritz pairs as they are looked at between two passes.

use nalgebra::DMatrix;

use super::{
    operator::Ritz,
    verdict::{ENOUGH, Seen},
};

/// Ritz pairs, and how far they are from what is wanted.
pub(super) struct Look {
    pub(super) ritz: Ritz,
    /// Of all pairs, one a column.
    pub(super) residuals: DMatrix<f64>,
    /// How often too large the error of each pair is.
    pub(super) errors: Vec<f64>,
    /// The largest residual of a wanted pair that is not good enough.
    pub(super) open: f64,
    /// What rounding in single precision adds to a residual.
    pub(super) rounding: f64,
    /// Rounding may be what keeps the residual from falling.
    pub(super) stalls: bool,
}

impl Look {
    /// How often too large the largest error is.
    pub(super) fn largest_error(&self) -> f64 {
        largest(&self.errors)
    }

    /// What a decision takes to know of the pairs of a basis gathered in single precision, or not.
    pub(super) fn seen(&self, single: bool) -> Seen {
        Seen {
            converged: self.ritz.converged,
            single,
            stalls: self.stalls,
            open: self.open,
            rounding: self.rounding,
        }
    }

    /// How much better the pairs have to get, unless rounding keeps them from it.
    pub(super) fn excess(&self) -> f64 {
        excess(&self.errors, self.open, self.rounding)
    }
}

/// How much better pairs of these errors have to get, of which the largest residual is still open, unless rounding
/// keeps them from it.
pub(super) fn excess(errors: &[f64], open: f64, rounding: f64) -> f64 {
    largest(errors).min(open / (ENOUGH * rounding))
}

fn largest(errors: &[f64]) -> f64 {
    errors.iter().copied().fold(0.0, f64::max)
}
