//! Estimates of the memory and time that solvers take, made before anything is allocated.

use std::iter::successors;

use crate::eigen::{krylov::capacity, tiles::tile_bytes};

/// Number of points up to which a factorisation of the matrix shows whether an eigenvalue was missed.
const MEDIUM: usize = 2000;
/// Operations that evaluating the kernel again for each pass may take, where values cannot be kept: one or two
/// minutes.
const BEARABLE: f64 = 2e12;
/// Number of passes that an iteration usually takes.
const PASSES: f64 = 20.0;
/// Number of passes that a preview takes which starts from the vectors of the last: in their time a factor must
/// be had to be worth it.
const WARM_PASSES: f64 = 2.25;
/// Operations that landmarks may take whose number was left open: a few seconds.
const LANDMARKS: f64 = 4e11;
/// Operations of the eigenproblem of a symmetric matrix of m rows, in units of m³.
const EIGENPROBLEM: f64 = 20.0;
/// Operations for a kernel value beside the sum over features.
const VALUE: f64 = 10.0;
/// Number of points per column of a factor below which it costs more than an iteration, since its own
/// eigenproblem grows with the cube of its columns.
const POINTS_PER_COLUMN: usize = 7;

/// Memory that solvers hold and may hold, in bytes, and the size up to which a factor is worth its time.
#[derive(Debug, Clone, Copy)]
pub(super) struct MemoryPlan {
    n: usize,
    /// Number d of features.
    features: f64,
    /// Bytes that may be held.
    pub(super) budget: u64,
    /// Bytes that an iteration holds beside tiles.
    pub(super) bases: u64,
    /// Bytes that the whole spectrum takes, with eigenvectors.
    pub(super) dense: u64,
    /// True where evaluating the kernel anew for each pass takes bearable time.
    bearable: bool,
}

impl MemoryPlan {
    /// Plan for k components of n points with so many `features`, in `budget` bytes.
    pub(super) fn new(n: usize, features: usize, k: usize, budget: u64) -> Self {
        let numbers = |count: usize| (8 * count as u64).saturating_mul(n as u64);
        let operations = PASSES * (n as f64).powi(2) / 2.0 * (features as f64 + VALUE);
        Self {
            n,
            features: features as f64,
            budget,
            // The basis, its image and a copy, the pairs, and the sums of each thread.
            bases: numbers(3 * capacity(n, k) + 4 * k + 100),
            dense: tile_bytes::<f64>(n) + 4 * numbers(n),
            bearable: operations <= BEARABLE,
        }
    }

    /// Bytes that tiles of kernel values and distances may take.
    pub(super) fn room_for_tiles(&self) -> u64 {
        self.budget.saturating_sub(self.bases)
    }

    /// Returns whether kernel values can be kept for an iteration.
    fn keeps_tiles(&self) -> bool {
        tile_bytes::<f32>(self.n) <= self.room_for_tiles()
    }

    /// Returns whether an iteration answers within memory and in bearable time.
    pub(super) fn iterates(&self) -> bool {
        self.bases <= self.budget && (self.keeps_tiles() || self.bearable)
    }

    /// Bytes of an iteration that keeps kernel values.
    pub(super) fn needed(&self) -> u64 {
        self.bases + tile_bytes::<f32>(self.n)
    }

    pub(super) fn has_room_for_dense(&self) -> bool {
        self.dense <= self.budget
    }

    /// Returns whether a factorisation of the whole matrix costs little.
    pub(super) fn factorizes(&self) -> bool {
        let matrix = 8 * (self.n as u64).saturating_mul(self.n as u64);
        let held = self.bases + tile_bytes::<f32>(self.n) + tile_bytes::<f64>(self.n);
        self.n <= MEDIUM && held.saturating_add(2 * matrix) <= self.budget
    }

    /// Largest number of columns of a Cholesky factor, for which memory must hold itself, its copy to be
    /// centred, and its vectors.
    pub(super) fn rank(&self) -> usize {
        (self.budget / (24 * self.n as u64).max(1)) as usize
    }

    /// Number of columns past which a factor costs more than an iteration would.
    pub(super) fn worthwhile_rank(&self) -> usize {
        let worthwhile = self.rank_in(PASSES).min(self.n / POINTS_PER_COLUMN);
        if self.keeps_tiles() {
            worthwhile.min(self.rank())
        } else {
            self.rank().min(self.n)
        }
    }

    /// Bytes that a factor of `rank` columns takes: itself, its centred copy and its vectors.
    pub(super) fn factor(&self, rank: usize) -> u64 {
        (24 * self.n as u64).saturating_mul(rank as u64)
    }

    /// Largest number of landmarks for which memory and a few seconds suffice.
    pub(super) fn landmarks(&self) -> usize {
        let n = self.n as f64;
        let most = self.rank().clamp(1, self.n.max(1));
        let takes = |landmarks: &usize| {
            let m = *landmarks as f64;
            m * n * (self.features + VALUE + m) + EIGENPROBLEM * m.powi(3)
        };
        // Each is a tenth fewer than the one before.
        let fewer = |count: &usize| (*count > 1).then(|| count - count.div_ceil(10));
        let mut counts = successors(Some(most), fewer);
        counts.find(|count| takes(count) <= LANDMARKS).unwrap_or(1)
    }

    /// Number of columns past which a factor costs more than a preview that starts from the last one's vectors.
    pub(super) fn rank_beside_warm(&self) -> usize {
        self.worthwhile_rank().min(self.rank_in(WARM_PASSES))
    }

    /// Number of dimensions of an explicit feature space past which it costs more than an iteration would.
    pub(super) fn features(&self) -> usize {
        self.rank_in(PASSES).min(self.rank())
    }

    /// Number of columns r of a factor that takes as long as some passes: n r² operations against n² a pass.
    fn rank_in(&self, passes: f64) -> usize {
        (passes * self.n as f64).sqrt() as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn less_memory_leaves_fewer_ways() {
        let plan = |n: usize, mebibytes: u64| MemoryPlan::new(n, 2, 2, mebibytes << 20);
        let ways = |n, mebibytes| {
            let plan = plan(n, mebibytes);
            [
                plan.has_room_for_dense(),
                plan.keeps_tiles(),
                plan.iterates(),
            ]
        };
        assert_eq!(ways(5000, 1000), [true, true, true]);
        assert_eq!(ways(5000, 100), [false, true, true]);
        assert_eq!(ways(5000, 60), [false, false, true]);
        assert_eq!(ways(5000, 10), [false, false, false]);
        assert_eq!(ways(200_000, 1000), [false, false, false]);
        for mebibytes in [1, 60, 1000] {
            let plan = plan(5000, mebibytes);
            assert!(24 * 5000 * plan.worthwhile_rank() as u64 <= plan.budget);
        }
    }
}
