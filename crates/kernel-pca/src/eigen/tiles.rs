//! Products of a symmetric matrix, of which only the tiles on and below the diagonal are used, with a block of vectors.
//! Tiles are numbered row by row and cut into a fixed number of runs, whose sums are added in order, so that results do
//! not depend on the number of threads.

use std::ops::Range;

use nalgebra::DMatrix;
use pulp::Arch;
use rayon::prelude::*;

use super::strips::{Strip, StripFactor, StripSums};
use crate::kernel::Real;

pub(crate) use super::tile_product::TILE;

/// Number of entries of a tile, 64².
pub(crate) const TILE_LEN: usize = TILE * TILE;
/// Largest number of runs that a pass over the tiles is cut into, and so of threads that can share it. Each has sums of
/// its own.
const RUNS: usize = 8;
/// Bytes of a tile (16 KiB) that are multiplied by all strips of a block before the next part, to stay in the
/// first-level cache.
const PART: usize = 16 << 10;

/// Position of a tile: block row I ≥ block column J. Tiles are numbered row by row.
#[derive(Debug, Clone, Copy)]
pub(crate) struct TilePosition {
    /// Block row I.
    pub(crate) row: usize,
    /// Block column J.
    pub(crate) column: usize,
}

/// Source of the tiles of one run, in order.
pub(crate) trait TileSource<T>: Send {
    /// Returns the tile at a position, column by column, [`TILE`] entries each; entries past the matrix's edge are
    /// finite but arbitrary. `None` ends the run; the product is then incomplete.
    fn tile(&mut self, at: TilePosition) -> Option<&[T]>;
}

/// Number of tiles on and below the diagonal of an n × n matrix.
pub(crate) fn tile_count(n: usize) -> usize {
    let blocks = n.div_ceil(TILE);
    blocks * (blocks + 1) / 2
}

/// Range of the rows (or columns) of an n × n matrix in block number `block`.
pub(crate) fn block_range(n: usize, block: usize) -> Range<usize> {
    block * TILE..((block + 1) * TILE).min(n)
}

/// Number of tiles of a run of an n × n matrix; the last run may have fewer.
pub(crate) fn run_len(n: usize) -> usize {
    tile_count(n).div_ceil(RUNS).max(1)
}

/// Number of runs of an n × n matrix, at most [`RUNS`].
pub(crate) fn run_count(n: usize) -> usize {
    tile_count(n).div_ceil(run_len(n))
}

/// Position of the tile with this number, counted from 0 row by row.
fn position(number: usize) -> TilePosition {
    // The largest I with I(I+1)/2 ≤ number.
    let row = ((8 * number + 1).isqrt() - 1) / 2;
    TilePosition {
        row,
        column: number - row * (row + 1) / 2,
    }
}

/// Iterates over the positions of `count` tiles from number `first` on.
pub(crate) fn positions(first: usize, count: usize) -> impl Iterator<Item = TilePosition> {
    let mut next = position(first);
    (0..count).map(move |_| {
        let position = next;
        next = if position.column == position.row {
            TilePosition {
                row: position.row + 1,
                column: 0,
            }
        } else {
            TilePosition {
                row: position.row,
                column: position.column + 1,
            }
        };
        position
    })
}

/// Returns A·X (n × b) for a symmetric A (n × n) and X (n × b). `sources` supply the tiles of A, one source per run.
pub(crate) fn multiply<T: Real, S: TileSource<T>>(
    x: &DMatrix<f64>,
    sources: Vec<S>,
) -> DMatrix<f64> {
    multiply_in(Arch::new(), x, sources)
}

/// Multiplies as [`multiply`] does, in the instruction set `arch`, which the processor must have.
fn multiply_in<T: Real, S: TileSource<T>>(
    arch: Arch,
    x: &DMatrix<f64>,
    sources: Vec<S>,
) -> DMatrix<f64> {
    let (n, b) = x.shape();
    let (len, total) = (run_len(n), tile_count(n));
    let strips = Strip::of::<T>(b, arch);
    let factors: Vec<_> = strips.iter().map(|s| StripFactor::of(x, *s)).collect();
    let mut partial: Vec<Vec<Vec<T>>> = sources
        .into_par_iter()
        .enumerate()
        .map(|(run, mut source)| {
            let first = run * len;
            let len = len.min(total - first);
            let blocks = position(first).row..position(first + len - 1).row + 1;
            let mut sums: Vec<_> = factors
                .iter()
                .map(|f| StripSums::new(arch, f, blocks.clone()))
                .collect();
            for at in positions(first, len) {
                let Some(tile) = source.tile(at) else { break };
                for (p, part) in tile.chunks(PART / size_of::<T>()).enumerate() {
                    let first = p * part.len() / TILE;
                    for sums in &mut sums {
                        sums.add(part, at, first);
                    }
                }
            }
            sums.into_iter().map(StripSums::into_rows).collect()
        })
        .collect();
    // The last run reaches the last row.
    let last = partial.pop().unwrap_or_default();
    let mut product = DMatrix::zeros(n, b);
    for (s, (strip, mut sums)) in strips.iter().zip(last).enumerate() {
        for part in &partial {
            for (sum, value) in sums.iter_mut().zip(&part[s]) {
                *sum += *value;
            }
        }
        let mut columns = product.columns_mut(strip.first, strip.columns);
        for (j, mut column) in columns.column_iter_mut().enumerate() {
            for (value, row) in column.iter_mut().zip(sums.chunks_exact(strip.width)) {
                *value = row[j].to_f64();
            }
        }
    }
    product
}

/// Bytes of all tiles on and below the diagonal of an n × n matrix with entries of type `T`.
pub(crate) fn tile_bytes<T>(n: usize) -> u64 {
    (tile_count(n) * TILE_LEN * size_of::<T>()) as u64
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;
    use crate::kernel::archs;

    struct MatrixTiles<'a, T>(&'a DMatrix<f64>, Vec<T>);

    impl<T: Real> TileSource<T> for MatrixTiles<'_, T> {
        fn tile(&mut self, at: TilePosition) -> Option<&[T]> {
            let n = self.0.nrows();
            self.1.fill(T::of(7.0));
            for (c, j) in block_range(n, at.column).enumerate() {
                for (r, i) in block_range(n, at.row).enumerate() {
                    self.1[c * TILE + r] = T::of(self.0[(i, j)]);
                }
            }
            Some(&self.1)
        }
    }

    /// Compares a product of small integers, whose products and sums are exact in either precision, with the
    /// plain one.
    fn equals_the_plain_product<T: Real>(arch: Arch) {
        for n in [1, 63, 64, 65, 300] {
            let b = DMatrix::from_fn(n, n, |i, j| ((7 * i + 3 * j) % 11) as f64 - 5.0);
            let a = &b + b.transpose();
            let runs = run_count(n);
            for b in [1, 2, 4, 7, 12, 16, 27] {
                let x = DMatrix::from_fn(n, b, |i, j| ((i + 5 * j) % 7) as f64);
                let sources = (0..runs)
                    .map(|_| MatrixTiles(&a, vec![T::default(); TILE_LEN]))
                    .collect();
                assert_eq!(
                    multiply_in::<T, MatrixTiles<T>>(arch, &x, sources),
                    &a * x,
                    "{arch:?}, n = {n}, b = {b}"
                );
            }
        }
    }

    #[test]
    fn runs_end_where_the_product_is_not_wanted_any_more() {
        struct AbandonedTiles<'a>(&'a AtomicUsize);

        impl TileSource<f64> for AbandonedTiles<'_> {
            fn tile(&mut self, _: TilePosition) -> Option<&[f64]> {
                self.0.fetch_add(1, Ordering::Relaxed);
                None
            }
        }

        let n = 1000;
        let runs = run_count(n);
        assert!(tile_count(n) > 10 * runs);
        let asked = AtomicUsize::new(0);
        let sources = (0..runs).map(|_| AbandonedTiles(&asked)).collect();
        multiply(&DMatrix::zeros(n, 2), sources);
        assert_eq!(asked.into_inner(), runs);
    }

    /// Equal terms round the same way each time they are added to a sum: a single sum of n terms would be off by 50 ε.
    #[test]
    fn rounding_does_not_add_up_along_a_row() {
        let n = 1000;
        let ones = DMatrix::from_element(n, n, f64::from(0.1_f32));
        let x = DMatrix::from_element(n, 8, f64::from(0.3_f32));
        let exact = (&ones * &x)[0];
        for arch in archs() {
            let runs = run_count(n);
            let sources = (0..runs)
                .map(|_| MatrixTiles(&ones, vec![f32::default(); TILE_LEN]))
                .collect();
            let product = multiply_in(arch, &x, sources);
            let off = product.map(|y| (y / exact - 1.0).abs()).amax();
            assert!(
                off < 10.0 * f64::from(f32::EPSILON),
                "{arch:?}: off by {off}"
            );
        }
    }

    #[test]
    fn equals_the_plain_product_in_either_precision_on_any_processor() {
        for arch in archs() {
            equals_the_plain_product::<f64>(arch);
            equals_the_plain_product::<f32>(arch);
        }
    }
}
