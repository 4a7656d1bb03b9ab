//! Pivoted Cholesky factorisation of a positive semidefinite matrix that is never formed.
//!
//! After r steps `K ≈ LLᵀ` with L n × r, and `K − LLᵀ` is positive semidefinite: no eigenvalue of `LLᵀ` differs from
//! that of K by more than the trace of `K − LLᵀ`, which is known exactly (Harbrecht, Peters and Schneider 2012). The
//! cost is r columns of K and n r² operations.
//!
//! Pivots are drawn with probabilities in proportion to the diagonal of `K − LLᵀ` (Chen, Epperly, Tropp and Webber
//! 2025). Columns are added in blocks, so that the work is matrix products: candidates are drawn for a whole block, and
//! a candidate whose remaining diagonal entry is a share p of its entry before the block is accepted with probability
//! p. This gives the same distribution as drawing one pivot after the other (Epperly, Tropp and Webber 2024,
//! "accelerated"). The choice of pivots affects the rank that is needed, and never the bound.

use faer::{
    Accum, MatRef, Par,
    linalg::{
        matmul::matmul,
        triangular_solve::{solve_lower_triangular_in_place, solve_upper_triangular_in_place},
    },
};
use nalgebra::{DMatrix, RowDVector};
use rand::{RngExt, SeedableRng, seq::SliceRandom};
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;

use super::{
    entries::Entries,
    gemm::{product, tr_product, view, view_mut},
    orthogonal::{center, random_columns},
    panel::{ColumnPanel, Pivots, ROWS, sum_of_diagonals},
};
use crate::kernel::of_sum;

/// Pivoted Cholesky factor L (n × r) of a matrix K, to which columns can be added at any time; `K − LLᵀ` is the
/// remainder.
#[derive(Debug)]
pub(crate) struct PivotedCholesky {
    n: usize,
    /// Factor and diagonal of the remainder, cut into ranges of rows.
    panels: Vec<ColumnPanel>,
    /// Number r of columns.
    rank: usize,
    /// Trace of K.
    trace: f64,
    /// Trace of `K − LLᵀ`.
    left: f64,
    /// Rows of the pivots, in the order of the columns (length r).
    pivots: Vec<usize>,
    /// Largest entry of the diagonal of K.
    largest: f64,
    /// Size up to which a diagonal entry of the remainder may be mere rounding of the entries of K.
    floor: f64,
    /// Decrease of ln `left` per column, averaged over the last block.
    pace: f64,
    /// True where the remainder consists of rounding errors alone.
    exhausted: bool,
}

/// Limits on a run of the factorisation: the trace to be left, and the number of columns.
#[derive(Debug, Clone, Copy)]
pub(crate) struct CholeskyLimits {
    /// Share of the trace of K that may be left; the run ends as soon as no more than this share is left.
    pub(crate) left: f64,
    /// Largest number of columns of the factor.
    pub(crate) rank: usize,
    /// Share of the trace of K that `rank` columns must be able to get down to: a run is given up as soon as its pace
    /// shows that more would be left.
    pub(crate) hope: f64,
}

/// Number of columns of the first blocks. Wider blocks make larger products, but carry the factor further past the rank
/// needed.
const BLOCK: usize = 16;
/// Ratio of the columns so far to those of the next block, between the limits [`BLOCK`] and [`WIDEST`]: a block carries
/// the factor past the rank that is needed by an eighth at most. Ratios of 4 and 16 take as long within a tenth
/// (measured: 800 columns for 6,000 rows of 64 features).
const WIDER: usize = 8;
/// Number of columns of the widest block. Half and twice as many take as long (measured as for [`WIDER`]).
const WIDEST: usize = 128;
/// Number of candidates drawn per column of a block, some of which are refused. One and three take as long (see
/// [`WIDER`]).
const CANDIDATES: usize = 2;
/// Smallest pivot, relative to the largest entry of the remainder's diagonal. Division by a smaller pivot would amplify
/// rounding in the rows with large entries.
const STALE: f64 = 1e-2;

/// Factor by which the number of columns that the pace predicts may exceed the limit before a run is given up. It
/// allows for the pace being an estimate.
const SLACK: f64 = 1.25;

/// Number of random columns from which the norm of W = L₂L₁⁻¹ is estimated: see [`PivotedCholesky::rounding`].
const GROWTH_COLUMNS: usize = 4;
/// Number of multiplications by W and its transpose in the estimate of ‖W‖.
const GROWTH_STEPS: usize = 3;
/// Factor by which ‖W‖ may exceed what the random columns show. After three steps the largest of four columns falls
/// short by about the sixth root of the number of equal or larger directions that are mixed into it: by a factor of 2.2
/// for a hundred.
const GROWTH_MISSED: f64 = 2.5;

impl PivotedCholesky {
    /// Creates a factor without columns of the matrix K with these `entries`, whose errors `rounding` bounds.
    pub(crate) fn new(entries: &impl Entries, rounding: f64) -> Self {
        let diagonal = entries.diagonal();
        let n = diagonal.len();
        let panels: Vec<ColumnPanel> = (0..n.div_ceil(ROWS))
            .map(|panel| {
                let rows = panel * ROWS..((panel + 1) * ROWS).min(n);
                ColumnPanel {
                    l: Vec::new(),
                    diagonal: diagonal[rows.clone()].to_vec(),
                    pivots: Vec::new(),
                    rows,
                }
            })
            .collect();
        let trace = sum_of_diagonals(&panels);
        Self {
            n,
            panels,
            rank: 0,
            trace,
            left: trace,
            pivots: Vec::new(),
            largest: diagonal.iter().copied().fold(0.0, f64::max),
            floor: rounding,
            pace: 0.0,
            exhausted: false,
        }
    }

    /// Number r of columns so far.
    pub(crate) fn rank(&self) -> usize {
        self.rank
    }

    /// Trace of K.
    pub(crate) fn trace(&self) -> f64 {
        self.trace
    }

    /// Trace of `K − LLᵀ`: no eigenvalue of `LLᵀ` lies further below that of K.
    pub(crate) fn left(&self) -> f64 {
        self.left
    }

    /// Returns true where the remainder `K − LLᵀ` consists of rounding errors alone.
    pub(crate) fn is_exhausted(&self) -> bool {
        self.exhausted
    }

    /// Adds columns until the share `limits.left` is reached or the remainder consists of rounding errors alone, and
    /// returns true. Returns false where more columns than `limits` allows would be needed, or where `stop`, called
    /// before each block, returns true.
    pub(crate) fn carry_on(
        &mut self,
        entries: &impl Entries,
        limits: CholeskyLimits,
        stop: &dyn Fn(&Self) -> bool,
    ) -> bool {
        let target = limits.left * self.trace;
        while self.left > target && self.rank < limits.rank {
            let block = (self.rank / WIDER).clamp(BLOCK, WIDEST);
            let pivots = self.pivots(entries, block.min(limits.rank - self.rank));
            if pivots.indices.is_empty() {
                self.exhausted = self.rank < limits.rank;
                return self.exhausted;
            }
            if stop(self) {
                return false;
            }
            let before = self.left;
            self.add_columns(entries, &pivots);
            self.pace = (before / self.left).ln() / pivots.indices.len() as f64;
            if self.foresees_failure(limits) {
                return false;
            }
        }
        self.left <= target
    }

    /// Returns true where, at the pace of the last block, the share `limits.hope` needs more than [`SLACK`] times the
    /// columns allowed.
    pub(crate) fn foresees_failure(&self, limits: CholeskyLimits) -> bool {
        let needed = (self.left / (limits.hope * self.trace)).ln() / self.pace;
        self.rank >= BLOCK && self.rank as f64 + needed > SLACK * limits.rank as f64
    }

    /// Size up to which a diagonal entry of the remainder may be mere rounding, of the entries of K or of the r squares
    /// subtracted from them.
    fn floor(&self) -> f64 {
        let of_squares = f64::EPSILON * of_sum(self.rank + 2) * self.largest;
        self.floor.max(of_squares)
    }

    /// Bound on the norm of the rounding error of `LLᵀ`, after Higham (2002, theorem 10.14): about rε times the trace
    /// for the pivots, times (1 + ‖W‖)² for the other rows, which W combines from the pivots: W = L₂L₁⁻¹ with the
    /// pivots' rows L₁ and the others L₂.
    pub(crate) fn rounding(&self) -> f64 {
        let growth = (1.0 + self.growth()).powi(2);
        of_sum(self.rank + 2) * f64::EPSILON * self.trace * growth
    }

    /// Estimate of ‖W‖ from above, with W = L₂L₁⁻¹ as in [`rounding`](Self::rounding), by iterations from random
    /// columns; infinite where L₁ cannot be inverted.
    fn growth(&self) -> f64 {
        if self.rank == 0 || self.rank == self.n {
            return 0.0;
        }
        let mut corner = self.rows(&self.pivots);
        corner.fill_upper_triangle(0.0, 1);
        let count = GROWTH_COLUMNS.min(self.rank);
        let mut columns = random_columns(self.rank, count, 0);
        let mut largest = 0.0_f64;
        for _ in 0..GROWTH_STEPS {
            for mut column in columns.column_iter_mut() {
                let norm = column.norm();
                if norm > 0.0 {
                    column /= norm;
                }
            }
            // W x = L₂ L₁⁻¹ x, and back.
            solve_lower_triangular_in_place(view(&corner), view_mut(&mut columns), Par::Seq);
            let there_and_back = |panel: &ColumnPanel| {
                let l = MatRef::from_column_major_slice(&panel.l, panel.rows.len(), self.rank);
                let mut image = product(l, view(&columns));
                for &pivot in &panel.pivots {
                    image.row_mut(pivot).fill(0.0);
                }
                let squares: Vec<f64> = image.column_iter().map(|it| it.norm_squared()).collect();
                (tr_product(l, view(&image)), squares)
            };
            let parts: Vec<_> = self.panels.par_iter().map(there_and_back).collect();
            let (mut back, mut squares) = (DMatrix::zeros(self.rank, count), vec![0.0; count]);
            for (part, of_part) in parts {
                back += part;
                for (sum, square) in squares.iter_mut().zip(of_part) {
                    *sum += square;
                }
            }
            let found = squares.iter().map(|square: &f64| square.sqrt());
            largest = found.fold(largest, |m, norm| if norm <= m { m } else { norm });
            if !largest.is_finite() {
                return f64::INFINITY;
            }
            if largest == 0.0 {
                return 0.0;
            }
            columns = back;
            let transposed = view(&corner).transpose();
            solve_upper_triangular_in_place(transposed, view_mut(&mut columns), Par::Seq);
        }
        GROWTH_MISSED * largest
    }

    /// Rows of L by their indices (m × r).
    fn rows(&self, indices: &[usize]) -> DMatrix<f64> {
        let mut rows = DMatrix::zeros(indices.len(), self.rank);
        for (r, &i) in indices.iter().enumerate() {
            let panel = &self.panels[i / ROWS];
            let l = panel.l.iter().skip(i % ROWS).step_by(panel.rows.len());
            rows.row_mut(r).iter_mut().zip(l).for_each(|(a, &b)| *a = b);
        }
        rows
    }

    /// Factor L (n × r) less the mean of each column, and these means (length r). Each core fills columns of its own,
    /// and so takes its share of new memory.
    pub(crate) fn centered(&self) -> (DMatrix<f64>, RowDVector<f64>) {
        let mut l = vec![0.0; self.n * self.rank];
        let columns = l.par_chunks_exact_mut(self.n.max(1)).enumerate();
        let means: Vec<f64> = columns
            .map(|(j, column)| {
                for panel in &self.panels {
                    let height = panel.rows.len();
                    column[panel.rows.clone()].copy_from_slice(&panel.l[j * height..][..height]);
                }
                center(column)
            })
            .collect();
        (
            DMatrix::from_vec(self.n, self.rank, l),
            RowDVector::from_vec(means),
        )
    }

    /// Draws at most `most` pivots; fewer where candidates are refused, and none where the remainder is rounding alone.
    fn pivots(&self, entries: &impl Entries, most: usize) -> Pivots {
        let mut random = ChaCha8Rng::seed_from_u64(self.rank as u64);
        let pool = self.pool(CANDIDATES * most, &mut random);
        let rows = self.rows(&pool);
        let mut left = entries.principal(&pool);
        let l = view(&rows);
        matmul(
            view_mut(&mut left),
            Accum::Add,
            l,
            l.transpose(),
            -1.0,
            Par::Seq,
        );
        let before: Vec<f64> = left.diagonal().iter().copied().collect();
        let floor = before.first().map_or(0.0, |largest| STALE * largest);
        let floor = floor.max(self.floor());
        let mut chosen = Vec::with_capacity(most);
        let mut columns = DMatrix::zeros(pool.len(), most);
        for candidate in 0..pool.len() {
            let value = left[(candidate, candidate)];
            let refused = random.random::<f64>() * before[candidate] >= value;
            if value <= floor || refused {
                continue;
            }
            let column = left.column(candidate) / value.sqrt();
            left.ger(-1.0, &column, &column, 1.0);
            columns.set_column(chosen.len(), &column);
            chosen.push(candidate);
            if chosen.len() == most {
                break;
            }
        }
        Pivots {
            indices: chosen.iter().map(|&r| pool[r]).collect(),
            rows: rows.select_rows(&chosen),
            corner: columns.columns(0, chosen.len()).select_rows(&chosen),
        }
    }

    /// Draws `count` rows with probabilities in proportion to the diagonal of `K − LLᵀ`. Returns the row of the largest
    /// entry first, then the other drawn rows in random order, each once; no rows where all entries are rounding.
    fn pool(&self, count: usize, random: &mut ChaCha8Rng) -> Vec<usize> {
        let diagonals = self.panels.iter().flat_map(|panel| &panel.diagonal);
        let entries = || diagonals.clone().copied().enumerate();
        let largest = entries().reduce(|best, next| if next.1 > best.1 { next } else { best });
        let Some((largest, _)) = largest.filter(|(_, value)| *value > self.floor()) else {
            return Vec::new();
        };
        let mut draws: Vec<f64> = (0..count)
            .map(|_| self.left * random.random::<f64>())
            .collect();
        draws.sort_by(f64::total_cmp);
        let mut drawn = Vec::with_capacity(count);
        let (mut sum, mut draws) = (0.0, draws.into_iter().peekable());
        for (i, value) in entries() {
            sum += value;
            let mut hit = false;
            while draws.next_if(|draw| *draw < sum).is_some() {
                hit = true;
            }
            if hit && i != largest {
                drawn.push(i);
            }
        }
        drawn.shuffle(random);
        std::iter::once(largest).chain(drawn).collect()
    }

    /// Appends one column of L per pivot, and updates the diagonal and the trace of the remainder.
    fn add_columns(&mut self, entries: &impl Entries, pivots: &Pivots) {
        let extend = |panel: &mut ColumnPanel| panel.extend(entries, pivots);
        if self.panels.len() > 1 {
            self.panels.par_iter_mut().for_each(extend);
        } else {
            self.panels.iter_mut().for_each(extend);
        }
        for &pivot in &pivots.indices {
            self.panels[pivot / ROWS].diagonal[pivot % ROWS] = 0.0;
        }
        self.pivots.extend(&pivots.indices);
        self.rank += pivots.indices.len();
        self.left = sum_of_diagonals(&self.panels);
    }
}

#[cfg(test)]
mod tests;
