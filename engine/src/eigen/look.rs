//! Ritz pairs as inspected between two passes.

use nalgebra::DMatrix;

use super::{
    operator::Ritz,
    verdict::{ENOUGH, RitzQuality},
};

/// Ritz pairs of a basis, and how far they are from the goal.
pub(super) struct RitzCheck {
    /// Ritz pairs as the basis has them.
    pub(super) ritz: Ritz,
    /// Residual vectors of all pairs, one per column; leading pairs first, then negative ones.
    pub(super) residuals: DMatrix<f64>,
    /// Error of each pair over its tolerance, in the same order; good when at most 1.
    pub(super) errors: Vec<f64>,
    /// Largest residual norm of a wanted pair that is not good enough; zero where all are.
    pub(super) open: f64,
    /// Residual norm of a wanted pair that is not good enough, as far as rounding alone explains it; zero where all are.
    pub(super) rounding: f64,
    /// True where rounding may be what keeps the residuals from falling.
    pub(super) stalls: bool,
}

impl RitzCheck {
    /// Largest error over its tolerance; good when at most 1.
    pub(super) fn largest_error(&self) -> f64 {
        largest(&self.errors)
    }

    /// Returns the part of this look that decides the next step; `single` says that the basis was gathered in
    /// single precision.
    pub(super) fn seen(&self, single: bool) -> RitzQuality {
        RitzQuality {
            converged: self.ritz.converged,
            single,
            stalls: self.stalls,
            open: self.open,
            rounding: self.rounding,
        }
    }

    /// Factor by which the pairs still have to improve, or can before rounding stops them, whichever is
    /// smaller.
    pub(super) fn excess(&self) -> f64 {
        excess(&self.errors, self.open, self.rounding)
    }
}

/// Factor by which pairs with these errors over tolerance still have to improve. It is at most the largest
/// residual of a pair not good enough (`open`) over the size at which rounding stops it.
pub(super) fn excess(errors: &[f64], open: f64, rounding: f64) -> f64 {
    largest(errors).min(open / (ENOUGH * rounding))
}

/// Largest value; zero where there are none.
fn largest(errors: &[f64]) -> f64 {
    errors.iter().copied().fold(0.0, f64::max)
}
