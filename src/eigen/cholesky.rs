//! Greedy pivoted Cholesky factorisation of a positive semidefinite matrix that is never formed.
//!
//! After r steps `K ≈ LLᵀ` with L n × r, and `K − LLᵀ` is positive semidefinite: no eigenvalue is off
//! by more than the trace that is left, which is known exactly (Harbrecht, Peters and Schneider
//! 2012). Costs r columns of K and n r² operations.

use std::ops::Range;

use nalgebra::DMatrix;
use pulp::Arch;
use rayon::prelude::*;

/// A positive semidefinite matrix (n × n) by its columns.
pub(crate) trait Columns: Sync {
    fn diagonal(&self) -> Vec<f64>;

    /// Writes entries `rows` of column `j`.
    fn column(&self, j: usize, rows: Range<usize>, out: &mut [f64]);
}

/// A factor that can be carried on.
#[derive(Debug)]
pub(crate) struct Factor {
    n: usize,
    panels: Vec<Panel>,
    rank: usize,
    /// Trace of K.
    trace: f64,
    /// Trace of `K − LLᵀ`.
    left: f64,
    /// Pivots below it are rounding.
    floor: f64,
}

/// What a run of the factorisation may cost.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Limits {
    /// Stop when no more than this part of the trace is left.
    pub(crate) left: f64,
    /// Give up where more columns would be needed, as soon as that can be foreseen.
    pub(crate) rank: usize,
}

/// Some rows of L, of the diagonal of `K − LLᵀ`, and of a new column.
#[derive(Debug)]
struct Panel {
    rows: Range<usize>,
    /// Column by column.
    l: Vec<f64>,
    diagonal: Vec<f64>,
}

/// Rows of a panel: a column of it stays in the first-level cache.
const ROWS: usize = 2048;
/// Columns between two looks at how fast the trace falls.
const LOOK: usize = 16;

impl Factor {
    /// The factor with no columns yet. `rounding` is how far rounding puts entries off.
    pub(crate) fn new(columns: &impl Columns, rounding: f64) -> Self {
        let diagonal = columns.diagonal();
        let n = diagonal.len();
        let panels: Vec<Panel> = (0..n.div_ceil(ROWS))
            .map(|panel| {
                let rows = panel * ROWS..((panel + 1) * ROWS).min(n);
                Panel {
                    l: Vec::new(),
                    diagonal: diagonal[rows.clone()].to_vec(),
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
            floor: rounding,
        }
    }

    /// Trace of K.
    pub(crate) fn trace(&self) -> f64 {
        self.trace
    }

    /// Trace of `K − LLᵀ`: no eigenvalue of `LLᵀ` is further below that of K.
    pub(crate) fn left(&self) -> f64 {
        self.left
    }

    /// Adds columns until `limits` are met; false where they would be exceeded, or `stop` says so.
    pub(crate) fn carry_on(
        &mut self,
        columns: &impl Columns,
        limits: Limits,
        stop: &dyn Fn() -> bool,
    ) -> bool {
        let target = limits.left * self.trace;
        let mut before = (self.rank, self.left);
        while self.left > target {
            let Some((pivot, value)) = self.largest() else {
                break;
            };
            if value <= self.floor {
                break;
            }
            if self.rank >= limits.rank || stop() {
                return false;
            }
            self.add_column(columns, pivot, value);
            if self.rank >= before.0 + LOOK {
                // At the pace of the last columns, those still needed:
                let pace = (before.1 / self.left).ln() / (self.rank - before.0) as f64;
                let needed = (self.left / target).ln() / pace;
                if self.rank >= 2 * LOOK && self.rank as f64 + needed > 1.5 * limits.rank as f64 {
                    return false;
                }
                before = (self.rank, self.left);
            }
        }
        true
    }

    /// L (n × r).
    pub(crate) fn matrix(&self) -> DMatrix<f64> {
        let mut l = DMatrix::zeros(self.n, self.rank);
        for panel in &self.panels {
            for (j, column) in panel.l.chunks_exact(panel.rows.len()).enumerate() {
                l.view_mut((panel.rows.start, j), (column.len(), 1))
                    .copy_from_slice(column);
            }
        }
        l
    }

    /// The first largest entry of the diagonal of `K − LLᵀ`.
    fn largest(&self) -> Option<(usize, f64)> {
        let entries = self.panels.iter().flat_map(|panel| {
            let start = panel.rows.start;
            panel
                .diagonal
                .iter()
                .enumerate()
                .map(move |(i, &v)| (start + i, v))
        });
        entries.reduce(|best, next| if next.1 > best.1 { next } else { best })
    }

    fn add_column(&mut self, columns: &impl Columns, pivot: usize, value: f64) {
        let home = &self.panels[pivot / ROWS];
        let (height, at) = (home.rows.len(), pivot - home.rows.start);
        let pivot_row: Vec<f64> = home.l.iter().skip(at).step_by(height).copied().collect();
        let scale = value.sqrt().recip();
        let extend = |panel: &mut Panel| panel.extend(columns, pivot, &pivot_row, scale);
        if self.panels.len() > 1 {
            self.panels.par_iter_mut().for_each(extend);
        } else {
            self.panels.iter_mut().for_each(extend);
        }
        self.panels[pivot / ROWS].diagonal[at] = 0.0;
        self.rank += 1;
        self.left = sum_of_diagonals(&self.panels);
    }
}

impl Panel {
    fn extend(&mut self, columns: &impl Columns, pivot: usize, pivot_row: &[f64], scale: f64) {
        let Self { rows, l, diagonal } = self;
        let height = rows.len();
        let old = l.len();
        l.resize(old + height, 0.0);
        let (l, new) = l.split_at_mut(old);
        columns.column(pivot, rows.clone(), new);
        Arch::new().dispatch(|| {
            // Four columns at a time, so that the new one is read and written less often.
            let mut fours = l.chunks_exact(4 * height);
            let mut factors = pivot_row.chunks_exact(4);
            for (four, a) in fours.by_ref().zip(factors.by_ref()) {
                let (l0, rest) = four.split_at(height);
                let (l1, rest) = rest.split_at(height);
                let (l2, l3) = rest.split_at(height);
                for ((((new, l0), l1), l2), l3) in new.iter_mut().zip(l0).zip(l1).zip(l2).zip(l3) {
                    *new -= (l0 * a[0] + l1 * a[1]) + (l2 * a[2] + l3 * a[3]);
                }
            }
            let last = fours.remainder().chunks_exact(height);
            for (column, a) in last.zip(factors.remainder()) {
                for (new, l) in new.iter_mut().zip(column) {
                    *new -= l * a;
                }
            }
            for (new, diagonal) in new.iter_mut().zip(diagonal) {
                *new *= scale;
                let left = *diagonal - *new * *new;
                *diagonal = if left > 0.0 { left } else { 0.0 };
            }
        });
    }
}

fn sum_of_diagonals(panels: &[Panel]) -> f64 {
    panels.iter().map(|p| p.diagonal.iter().sum::<f64>()).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Explicit(DMatrix<f64>);

    impl Columns for Explicit {
        fn diagonal(&self) -> Vec<f64> {
            self.0.diagonal().iter().copied().collect()
        }

        fn column(&self, j: usize, rows: Range<usize>, out: &mut [f64]) {
            out.copy_from_slice(&self.0.column(j).as_slice()[rows]);
        }
    }

    /// exp(−|i−j|/n · scale): positive definite.
    fn laplacian(n: usize, scale: f64) -> Explicit {
        Explicit(DMatrix::from_fn(n, n, |i, j| {
            (-scale * i.abs_diff(j) as f64 / n as f64).exp()
        }))
    }

    #[test]
    fn what_is_left_is_the_trace_of_the_difference() {
        // More than one panel.
        let k = laplacian(ROWS + 100, 3.0);
        let mut factor = Factor::new(&k, 0.0);
        let limits = Limits {
            left: 1e-2,
            rank: 500,
        };
        assert!(factor.carry_on(&k, limits, &|| false));
        let l = factor.matrix();
        let trace = k.0.trace() - l.norm_squared();
        assert!(factor.left() <= 1e-2 * k.0.trace());
        assert!((factor.left() - trace).abs() < 1e-9 * k.0.trace());
        // Rows of pivots are exact.
        assert!(l.ncols() > 4 && l.ncols() < 500);
    }

    #[test]
    fn carrying_on_changes_nothing() {
        let k = laplacian(300, 1.0);
        let run = |steps: &[f64]| {
            let mut factor = Factor::new(&k, 0.0);
            for &left in steps {
                assert!(factor.carry_on(&k, Limits { left, rank: 300 }, &|| false));
            }
            factor.matrix()
        };
        assert_eq!(run(&[1e-1, 1e-2]), run(&[1e-2]));
    }

    #[test]
    fn low_rank_ends_at_the_rank_and_high_rank_gives_up_early() {
        let b = DMatrix::from_fn(50, 3, |i, j| ((i * (j + 2)) % 7) as f64 - 3.0);
        let low = Explicit(&b * b.transpose());
        let mut factor = Factor::new(&low, 1e-12);
        assert!(factor.carry_on(
            &low,
            Limits {
                left: 1e-12,
                rank: 50
            },
            &|| false
        ));
        let l = factor.matrix();
        assert_eq!(l.ncols(), 3);
        assert!((&l * l.transpose() - low.0).amax() < 1e-12);

        let identity = Explicit(DMatrix::identity(400, 400));
        let mut factor = Factor::new(&identity, 0.0);
        assert!(!factor.carry_on(
            &identity,
            Limits {
                left: 1e-8,
                rank: 100
            },
            &|| false
        ));
        assert!(factor.matrix().ncols() < 40);
    }
}
