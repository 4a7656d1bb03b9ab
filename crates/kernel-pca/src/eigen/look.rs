//! Check of the Ritz pairs of a basis against the goal of an iteration, between two passes. It collects errors over
//! tolerances, residuals and their parts by rounding, by which [`verdict`](super::verdict) decides.

use nalgebra::DMatrix;

use super::{
    operator::Ritz,
    verdict::{GATHERED_IN_SINGLE, RitzQuality},
};

/// Ritz pairs of a basis, with their errors relative to the goal.
pub(super) struct RitzCheck {
    /// Ritz pairs of the current basis.
    pub(super) ritz: Ritz,
    /// Residual vectors of all pairs, n × pairs; leading pairs first, then negative ones.
    pub(super) residuals: DMatrix<f64>,
    /// Error of each wanted pair, then of each negative one, over its tolerance; good when at most 1.
    pub(super) errors: Vec<f64>,
    pub(super) quality: RitzQuality,
}

impl RitzCheck {
    /// Largest error over its tolerance; good when at most 1.
    pub(super) fn largest_error(&self) -> f64 {
        largest(&self.errors)
    }

    /// Factor by which the pairs still have to improve, or by which they can improve before rounding stops them,
    /// whichever is smaller.
    pub(super) fn excess(&self) -> f64 {
        excess(&self.errors, self.quality.open, self.quality.rounding)
    }
}

/// Factor by which pairs with these `errors` (over tolerance) still have to improve: the largest error, but at most
/// `open`, the largest residual norm of a pair not good enough, over [`GATHERED_IN_SINGLE`] times its part by rounding.
pub(super) fn excess(errors: &[f64], open: f64, rounding: f64) -> f64 {
    largest(errors).min(open / (GATHERED_IN_SINGLE * rounding))
}

/// Largest value; zero where there are none.
fn largest(errors: &[f64]) -> f64 {
    errors.iter().copied().fold(0.0, f64::max)
}
