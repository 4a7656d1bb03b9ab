//! Estimates of the memory and time that solvers take, made before anything is allocated. Memory is compared with the
//! budget in bytes, and time, as a number of operations, with that of an iteration.

use std::iter::successors;

use super::{Bytes, FitError};
use crate::{
    cores::{FUSES, OF_TWO_CORES},
    eigen::{krylov::capacity, operator::BLOCK, tiles::tile_bytes},
};

/// Number of points up to which a dense decomposition may replace an iteration whose answer is unproven: a few seconds.
const MEDIUM: usize = 2000;
/// Number of points up to which a factorisation of the matrix may serve as proof that no eigenvalue was missed. It
/// takes 0.7 s for 4,900 points on two cores (docs/experiments.md, "Wide tables"); on a target that cannot multiply and
/// add in one instruction it is tried for no more points than a dense decomposition.
const FACTORED: usize = if FUSES { 5000 } else { 2000 };
/// Largest number of operations for evaluating the kernel anew in each pass, where values cannot be kept: one or two
/// minutes.
const BEARABLE: f64 = 2e12;
/// Number of passes that an iteration usually takes (measured: 5 to 17 on clouds of 300 to 2000 points, k = 2 and 10;
/// 36 for 12,000 × 784, docs/experiments.md, "Wide tables").
const PASSES: f64 = 20.0;
/// Number of passes that a preview usually takes from the vectors of the last one; a worthwhile factor takes less time
/// (measured on clouds of 1000 and 5000 points: 1 to 5 differ little, no limit takes up to twice as long).
const WARM_PASSES: f64 = 2.25;
/// Largest number of operations that landmarks may take where their number was left open: a few seconds (times of 50 to
/// 800 landmarks: docs/experiments.md, "Landmarks").
const LANDMARKS: f64 = 4e11;
/// Largest number of operations of an iteration whose previews keep up with a moving parameter: about 0.1 s on two
/// cores, which 5,000 rows take with ten components (measured: docs/experiments.md, "Previews by landmarks").
const FOLLOWING: f64 = 1.2e9 * OF_TWO_CORES;
/// Cost of a feature's share of a distance, in operations of a product (measured: 65·10⁹ shares a second on two cores,
/// where [`FOLLOWING`] stands for 12·10⁹ operations).
const DIFFERENCE: f64 = 0.2;
/// Number of columns that an iteration multiplies in addition to the components.
const BESIDE: f64 = 8.0;
/// Largest number of operations that the landmarks of a preview may take: 0.1 s on two cores for 20,000 rows of six
/// features (measured as for [`FOLLOWING`]).
const SKETCHED: f64 = 5e8 * OF_TWO_CORES;
/// Number of times the operations of [`SKETCHED`] that landmarks may take once the parameter rests: a second.
const REFINED: f64 = 10.0;
/// Number of operations of the eigenproblem of a symmetric m × m matrix, in units of m³ and of the speed of products
/// (measured on two cores: 8 at m = 500, 4 at 784).
const EIGENPROBLEM: f64 = 10.0;
/// Number of operations for a kernel value in addition to the sum over features.
const VALUE: f64 = 10.0;
/// Number of points per column of a factor below which the factor costs more than an iteration, since its eigenproblem
/// grows with the cube of the number of columns (measured on clouds, k = 10: 0.8 of an iteration's time at 7 points per
/// column, 1.4 at 5).
const POINTS_PER_COLUMN: usize = 7;

/// Estimates for one fit: the memory that solvers need and may hold, in bytes, and the largest worthwhile factor.
#[derive(Debug, Clone, Copy)]
pub(super) struct MemoryPlan {
    /// Number n of points.
    n: usize,
    /// Number d of features.
    features: f64,
    /// Number k of components.
    k: usize,
    /// Bytes that may be held.
    pub(super) budget: u64,
    /// Bytes that an iteration holds in addition to tiles.
    pub(super) bases: u64,
    /// Bytes that a dense decomposition with eigenvectors takes.
    pub(super) dense: u64,
    /// True where evaluating the kernel anew for each pass takes bearable time.
    bearable: bool,
}

impl MemoryPlan {
    /// Makes the estimates for k components of n points with this number of `features`, in `budget` bytes.
    pub(super) fn new(n: usize, features: usize, k: usize, budget: u64) -> Self {
        let numbers = |count: usize| (8 * count as u64).saturating_mul(n as u64);
        let operations = PASSES * (n as f64).powi(2) / 2.0 * (features as f64 + VALUE);
        Self {
            n,
            features: features as f64,
            k,
            budget,
            // Parts: the basis, its image and a copy, the pairs, and the sums of each thread.
            bases: numbers(3 * capacity(n, k) + 4 * k + 100),
            dense: tile_bytes::<f64>(n) + 4 * numbers(n),
            bearable: operations <= BEARABLE,
        }
    }

    /// Failure of a solver that needs `needed` bytes, more than the budget.
    pub(super) fn out_of_memory(&self, needed: u64) -> FitError {
        FitError::OutOfMemory {
            needed: Bytes(needed),
            allowed: Bytes(self.budget),
        }
    }

    /// Bytes that tiles of kernel values and distances may take.
    pub(super) fn room_for_tiles(&self) -> u64 {
        self.budget.saturating_sub(self.bases)
    }

    /// Returns whether memory has room for kernel values in single precision beside an iteration.
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

    /// Returns whether memory has room for a dense decomposition.
    pub(super) fn has_room_for_dense(&self) -> bool {
        self.dense <= self.budget
    }

    /// Returns whether a factorisation of the whole matrix, as a proof, costs little time and fits into memory.
    pub(super) fn factorizes(&self) -> bool {
        let matrix = 8 * (self.n as u64).saturating_mul(self.n as u64);
        let held = self.bases + tile_bytes::<f32>(self.n) + tile_bytes::<f64>(self.n);
        self.n <= FACTORED && held.saturating_add(2 * matrix) <= self.budget
    }

    /// Returns whether a dense decomposition may follow a factorisation that proves nothing.
    pub(super) fn decomposes(&self) -> bool {
        self.n <= MEDIUM && self.factorizes()
    }

    /// Largest number of columns of a Cholesky factor that fits into memory, with its centred copy and eigenvectors.
    pub(super) fn rank(&self) -> usize {
        (self.budget / (24 * self.n as u64).max(1)) as usize
    }

    /// Largest number of columns of a worthwhile factor: one that costs less than an iteration where values can be kept
    /// for an iteration, otherwise any that fits into memory.
    pub(super) fn worthwhile_rank(&self) -> usize {
        let worthwhile = self.rank_in(PASSES).min(self.n / POINTS_PER_COLUMN);
        if self.keeps_tiles() {
            worthwhile.min(self.rank())
        } else {
            self.rank().min(self.n)
        }
    }

    /// Bytes that a factor of `rank` columns takes, with its centred copy and its eigenvectors.
    pub(super) fn factor(&self, rank: usize) -> u64 {
        (24 * self.n as u64).saturating_mul(rank as u64)
    }

    /// Returns whether previews by an iteration, from the vectors of the last one, are fast enough to keep up with a
    /// moving parameter; they take longer until the distances of all pairs are stored.
    pub(super) fn follows(&self, knows_distances: bool) -> bool {
        let of_products = WARM_PASSES * 2.0 * (self.k as f64 + BESIDE);
        let of_distances = if knows_distances {
            0.0
        } else {
            DIFFERENCE * self.features
        };
        let of_pair = VALUE + of_distances + of_products;
        self.iterates() && (self.n as f64).powi(2) / 2.0 * of_pair <= FOLLOWING
    }

    /// Number of passes over a kept matrix, each multiplying a block, that take as long as a preview may.
    pub(super) fn following_passes(&self) -> usize {
        let pass = (self.n as f64).powi(2) * BLOCK as f64;
        (FOLLOWING / pass.max(1.0)) as usize + 1
    }

    /// Largest number of landmarks that memory and a few seconds allow.
    pub(super) fn landmarks(&self) -> usize {
        self.landmarks_within(LANDMARKS)
    }

    /// Number of landmarks of a preview while a parameter moves, at least that of the components.
    pub(super) fn sketched(&self) -> usize {
        self.landmarks_within(SKETCHED).max(self.k)
    }

    /// Number of landmarks of a preview once the parameter rests, at least that of the components.
    pub(super) fn refined(&self) -> usize {
        self.landmarks_within(REFINED * SKETCHED).max(self.k)
    }

    /// Largest number of landmarks that memory and so many `operations` allow.
    fn landmarks_within(&self, operations: f64) -> usize {
        let n = self.n as f64;
        let most = self.rank().clamp(1, self.n.max(1));
        let takes = |landmarks: &usize| {
            let m = *landmarks as f64;
            m * n * (self.features + VALUE + m) + EIGENPROBLEM * m.powi(3)
        };
        // Each count is a tenth less than the one before.
        let fewer = |count: &usize| (*count > 1).then(|| count - count.div_ceil(10));
        let mut counts = successors(Some(most), fewer);
        counts.find(|count| takes(count) <= operations).unwrap_or(1)
    }

    /// Largest number of columns of a factor that costs less than a preview by iteration from the last vectors.
    pub(super) fn rank_beside_warm(&self) -> usize {
        self.worthwhile_rank().min(self.rank_in(WARM_PASSES))
    }

    /// Largest number of dimensions D of an explicit feature space that costs less than an iteration: its n D²
    /// operations take less than the passes, or, for data with many features, less than the kernel values alone,
    /// eigenproblem included.
    pub(super) fn features(&self) -> usize {
        let n = self.n as f64;
        let values = n.powi(2) / 2.0 * self.features;
        let takes = |count: &usize| {
            let columns = *count as f64;
            n * columns.powi(2) + EIGENPROBLEM * columns.powi(3)
        };
        let rank = self.rank();
        let beside_values = (1..=rank).take_while(|count| takes(count) <= values).last();
        let most = self.rank_in(PASSES).max(beside_values.unwrap_or(0));
        most.min(rank)
    }

    /// Number of columns r of a factor that takes as long as `passes` passes: n r² operations against n² per pass.
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
