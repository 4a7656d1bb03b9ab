//! What a pass over all values of a kernel adds up.

use pulp::Arch;

use crate::{
    eigen::{
        accuracy::Totals,
        tiles::{Position, TILE},
    },
    kernel::{Centering, Kernel, Real},
};

#[derive(Debug, Clone)]
pub(super) struct Sums {
    /// Of k less its constant.
    pub(super) centering: Centering,
    /// Of the centred matrix.
    pub(super) totals: Totals,
    /// What rounding leaves of a zero eigenvalue.
    pub(super) noise: f64,
}

/// Sums over one run's tiles.
#[derive(Debug, Clone, Default)]
pub(super) struct PartSums {
    diagonal: f64,
    pub(super) squares: f64,
}

impl PartSums {
    /// Takes `offset` from a tile's values, and adds up what is left.
    pub(super) fn take_up<T: Real>(
        &mut self,
        tile: &mut [T],
        offset: T,
        height: usize,
        width: usize,
        at: Position,
    ) {
        const LANES: usize = 16;
        let squares = Arch::new().dispatch(|| {
            let mut sum = 0.0;
            for column in tile.chunks_exact_mut(TILE).take(width) {
                let mut lanes = [T::default(); LANES];
                let (head, tail) = column[..height].as_chunks_mut::<LANES>();
                for values in head {
                    for (lane, v) in lanes.iter_mut().zip(values) {
                        *v = *v - offset;
                        *lane += *v * *v;
                    }
                }
                for (lane, v) in lanes.iter_mut().zip(tail) {
                    *v = *v - offset;
                    *lane += *v * *v;
                }
                sum += lanes.iter().map(|lane| lane.to_f64()).sum::<f64>();
            }
            sum
        });
        if at.row == at.column {
            self.squares += squares;
            let diagonal = (0..height).map(|i| tile[i * (TILE + 1)].to_f64());
            self.diagonal += diagonal.sum::<f64>();
        } else {
            self.squares += 2.0 * squares;
        }
    }
}

impl Sums {
    /// From sums over K, which is k less its constant and `offset`.
    ///
    /// With m the row means of K and g their mean: tr K̃ = tr K − n g, and
    /// ‖K̃‖² = ‖K‖² − 2n‖m‖² + n²g². `epsilon` is of the numbers that were summed.
    pub(super) fn new(
        kernel: &Kernel,
        offset: f64,
        row_sums: &[f64],
        parts: &[PartSums],
        epsilon: f64,
    ) -> Self {
        let n = row_sums.len().max(1) as f64;
        let mut column_means: Vec<f64> = row_sums.iter().map(|sum| sum / n).collect();
        let grand_mean = column_means.iter().sum::<f64>() / n;
        let squares: f64 = parts.iter().map(|p| p.squares).sum();
        let diagonal: f64 = parts.iter().map(|p| p.diagonal).sum();
        let means_squared: f64 = column_means.iter().map(|m| m * m).sum();
        let totals = Totals {
            trace: diagonal - n * grand_mean,
            trace_error: 50.0 * epsilon * (diagonal.abs() + squares.sqrt()),
            squared_norm: squares - 2.0 * n * means_squared + (n * grand_mean).powi(2),
            squared_norm_error: 50.0 * epsilon * squares,
            positive: kernel.is_positive(),
        };
        for mean in &mut column_means {
            *mean += offset;
        }
        Self {
            centering: Centering {
                column_means,
                grand_mean: grand_mean + offset,
            },
            totals,
            noise: 4.0 * epsilon * (1.0 + 10.0 / n) * squares.sqrt(),
        }
    }
}
