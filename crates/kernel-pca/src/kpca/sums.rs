//! Sums over all values of a kernel, added up while tiles are evaluated in a single pass: row sums, diagonal and
//! squares, from which means, trace, norm and bounds on rounding follow.

#![allow(
    clippy::inline_always,
    reason = "only what is inlined is compiled for the processor's widest registers"
)]

use pulp::{Arch, Simd, WithSimd};

use super::solution::MatrixFacts;
use crate::{
    eigen::{
        accuracy::MatrixTotals,
        tiles::{TILE, TilePosition, block_range},
    },
    kernel::{Centering, Real, ValueRounding},
};

/// Largest |u f'(u) / f(u)| of a decaying kernel f = exp(−u) while f exceeds ε: −ln ε.
const STEEPEST: f64 = 36.0;

/// Means, trace and norm of a kernel matrix, with bounds on the effect of rounding.
#[derive(Debug, Clone)]
pub(super) struct KernelSums {
    pub(super) matrix: MatrixFacts,
    /// Trace and squared norm of the centred matrix.
    pub(super) totals: MatrixTotals,
    /// Bound on the norm of the matrix's perturbation by rounding, had its values been summed in double precision.
    pub(super) rounding_in_double: f64,
}

/// Sums over the tiles of one run, the values above the diagonal included by symmetry.
#[derive(Debug, Clone)]
pub(super) struct PartSums {
    /// Sum of the diagonal.
    diagonal: f64,
    /// Sum of the squares of all values.
    pub(super) squares: f64,
    /// Sum of each row, length n.
    rows: Vec<f64>,
}

impl PartSums {
    pub(super) fn new(n: usize) -> Self {
        Self {
            diagonal: 0.0,
            squares: 0.0,
            rows: vec![0.0; n],
        }
    }

    /// Subtracts `offset` from the values of a tile, in place, and adds the results to the sums.
    pub(super) fn take_up<T: Real>(&mut self, tile: &mut [T], offset: T, at: TilePosition) {
        let n = self.rows.len();
        let (height, width) = (
            block_range(n, at.row).len(),
            block_range(n, at.column).len(),
        );
        let mut rows = [T::default(); TILE];
        let mut columns = [0.0; TILE];
        let squares = Arch::new().dispatch(AccumulateTile {
            tile,
            height,
            offset,
            rows: &mut rows,
            columns: &mut columns[..width],
        });
        for (sum, row) in self.rows[block_range(n, at.row)].iter_mut().zip(rows) {
            *sum += row.to_f64();
        }
        if at.row == at.column {
            self.squares += squares;
            let diagonal = (0..height).map(|i| tile[i * (TILE + 1)].to_f64());
            self.diagonal += diagonal.sum::<f64>();
        } else {
            self.squares += 2.0 * squares;
            let of_columns = self.rows[block_range(n, at.column)].iter_mut().zip(columns);
            for (sum, column) in of_columns {
                *sum += column;
            }
        }
    }
}

/// Operation that subtracts `offset` from the values of a tile, adds the results to the sums of its `rows` and
/// `columns`, and returns the sum of their squares.
struct AccumulateTile<'a, T> {
    tile: &'a mut [T],
    /// Number of the tile's rows within the matrix.
    height: usize,
    offset: T,
    rows: &'a mut [T; TILE],
    columns: &'a mut [f64],
}

impl<T: Real> WithSimd for AccumulateTile<'_, T> {
    type Output = f64;

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) -> f64 {
        let whole = self.height - self.height % T::lanes::<S>();
        let (rows, rows_left) = self.rows.split_at_mut(whole);
        let (zero, less) = (T::default().splat(simd), (-self.offset).splat(simd));
        let mut squares = 0.0;
        for (values, column) in self.tile.chunks_exact_mut(TILE).zip(self.columns) {
            let (values, left) = values[..self.height].split_at_mut(whole);
            let (mut of_values, mut of_squares) = (zero, zero);
            let vectors = T::vectors_mut::<S>(values).iter_mut();
            for (value, row) in vectors.zip(T::vectors_mut::<S>(rows)) {
                *value = T::add_vectors(simd, *value, less);
                *row = T::add_vectors(simd, *row, *value);
                of_values = T::add_vectors(simd, of_values, *value);
                of_squares = T::mul_add(simd, *value, *value, of_squares);
            }
            *column = T::sum_of_vector(simd, of_values).to_f64();
            squares += T::sum_of_vector(simd, of_squares).to_f64();
            for (value, row) in left.iter_mut().zip(&mut *rows_left) {
                *value = *value - self.offset;
                *row += *value;
                *column += value.to_f64();
                squares += (*value * *value).to_f64();
            }
        }
        squares
    }
}

impl KernelSums {
    /// Combines the sums of all runs over the matrix K of the kernel k less its constant and `offset`.
    ///
    /// With m the row means of K and g their mean: tr K̃ = tr K − n g, and ‖K̃‖² = ‖K‖² − 2n‖m‖² + n²g². `epsilon` is
    /// the machine epsilon of the numbers summed, `positive` says that no eigenvalue is negative, and `rounding` bounds
    /// the rounding of the values.
    pub(super) fn new(
        parts: &[PartSums],
        offset: f64,
        epsilon: f64,
        positive: bool,
        rounding: &ValueRounding,
    ) -> Self {
        let mut column_means = vec![0.0; parts.first().map_or(0, |part| part.rows.len())];
        for part in parts {
            for (mean, sum) in column_means.iter_mut().zip(&part.rows) {
                *mean += sum;
            }
        }
        let n = column_means.len().max(1) as f64;
        for mean in &mut column_means {
            *mean /= n;
        }
        let grand_mean = column_means.iter().sum::<f64>() / n;
        let squares: f64 = parts.iter().map(|p| p.squares).sum();
        let diagonal: f64 = parts.iter().map(|p| p.diagonal).sum();
        let means_squared: f64 = column_means.iter().map(|m| m * m).sum();
        let norm = squares.sqrt();
        // ‖K + shift‖²
        let shifted = |shift: f64| squares + n * n * shift * (2.0 * grand_mean + shift);
        let plain_norm = shifted(offset).max(0.0).sqrt();
        let of_values = rounding.of_inner_products.unwrap_or_default() * plain_norm;
        // In units of ε. Where kernel values are far smaller than 1, their own rounding counts, which differs from
        // place to place. The n ones of the diagonal are exact, since their distances are 0.
        let mut evaluation = rounding.of_values * plain_norm;
        if rounding.fades {
            let beside_diagonal = (shifted(offset + 1.0) - n).max(0.0).sqrt();
            let faded = STEEPEST * rounding.of_values * beside_diagonal;
            evaluation = evaluation.min(faded + plain_norm / n.sqrt());
        }
        let evaluation = evaluation * f64::EPSILON + rounding.cancellation + rounding.of_data;
        let of_sums = 1.0 + 10.0 / n;
        let noise = epsilon * of_sums * of_values.max(4.0 * norm);
        let rounding_in = |epsilon: f64| epsilon * of_sums * of_values.max(norm) + evaluation;
        let totals = MatrixTotals {
            trace: diagonal - n * grand_mean,
            trace_error: 50.0 * epsilon * diagonal.abs() + 12.0 * noise,
            squared_norm: squares - 2.0 * n * means_squared + (n * grand_mean).powi(2),
            squared_norm_error: 12.0 * noise * norm,
            positive,
        };
        for mean in &mut column_means {
            *mean += offset;
        }
        Self {
            matrix: MatrixFacts {
                centering: Centering {
                    column_means,
                    grand_mean: grand_mean + offset,
                },
                trace: totals.trace,
                noise,
                rounding: rounding_in(epsilon),
            },
            totals,
            rounding_in_double: rounding_in(f64::EPSILON),
        }
    }
}
