//! Distances or inner products of all pairs of training points, kept in tiles between kernels of the same metric.
//! Kernels that differ in γ alone are functions of the same distances, which need not be evaluated again.

use crate::{cores::WIDE, eigen::kept_tiles::KeptTiles, kernel::MetricPoints};

/// Number of features from which keeping tiles pays for the first kernel, which is evaluated twice: first use of memory
/// takes 3 to 5 ns per number, and a term of a sum over features 0.018 ns (see docs/experiments.md, "Wide tables"). In
/// a browser a term takes 0.15 ns (docs/experiments.md, "In a browser").
const PAY_AT_ONCE: usize = if WIDE { 256 } else { 32 };

/// Tiles of the distances or inner products of all pairs of points, kept where they cost more to evaluate than to read.
#[derive(Debug)]
pub(super) struct Distances {
    pub(super) tiles: KeptTiles<f64>,
    /// True where the stored tiles have been filled.
    pub(super) known: bool,
}

impl Distances {
    /// Keeps tiles from now on where they pay and `budget` bytes have room for them, else drops them; returns the bytes
    /// left of the budget. `again` says that another kernel of the same `points` was evaluated before.
    pub(super) fn fit_into(&mut self, budget: u64, points: &MetricPoints, again: bool) -> u64 {
        let pay = if again || self.known {
            points.are_costly()
        } else {
            points.features() >= PAY_AT_ONCE
        };
        let left = self.tiles.fit_into(budget, pay);
        self.known &= self.tiles.keep;
        left
    }
}
