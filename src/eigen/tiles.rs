//! Products with a symmetric matrix of which only the tiles on and below the diagonal are kept.

use std::ops::Range;

use faer::{Accum, MatMut, MatRef, Par, linalg::matmul::matmul, prelude::ReborrowMut};
use nalgebra::DMatrix;
use rayon::prelude::*;

/// Rows and columns of a tile: one fits the first-level cache.
pub(crate) const TILE: usize = 64;
/// Numbers in a tile.
pub(crate) const TILE_LEN: usize = TILE * TILE;
/// A pass over the tiles is cut into this many runs whose sums are added in order, so that the
/// result does not depend on the number of threads.
const RUNS: usize = 16;

/// Where a tile stands: block row I ≥ block column J. Tiles are numbered row by row.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Position {
    pub(crate) row: usize,
    pub(crate) column: usize,
}

/// Hands out the tiles of one run, in order.
pub(crate) trait TileSource: Send {
    /// The tile column by column, [`TILE`] apart; entries past the matrix's edge are not read.
    fn tile(&mut self, at: Position) -> &[f64];
}

/// Number of tiles of an n × n matrix.
pub(crate) fn tile_count(n: usize) -> usize {
    let blocks = n.div_ceil(TILE);
    blocks * (blocks + 1) / 2
}

/// Rows (or columns) that block `block` covers.
pub(crate) fn block_range(n: usize, block: usize) -> Range<usize> {
    block * TILE..((block + 1) * TILE).min(n)
}

/// Tiles per run.
pub(crate) fn run_len(n: usize) -> usize {
    tile_count(n).div_ceil(RUNS).max(1)
}

/// The positions of `count` tiles from number `first`.
pub(crate) fn positions(first: usize, count: usize) -> impl Iterator<Item = Position> {
    // The largest I with I(I+1)/2 ≤ first.
    let row = ((8 * first + 1).isqrt() - 1) / 2;
    let mut next = Position {
        row,
        column: first - row * (row + 1) / 2,
    };
    (0..count).map(move |_| {
        let position = next;
        next = if position.column == position.row {
            Position {
                row: position.row + 1,
                column: 0,
            }
        } else {
            Position {
                row: position.row,
                column: position.column + 1,
            }
        };
        position
    })
}

/// A·X for a symmetric A (n × n), X being n × b; `sources` has one entry per run.
pub(crate) fn multiply<S: TileSource>(x: &DMatrix<f64>, sources: Vec<S>) -> DMatrix<f64> {
    let n = x.nrows();
    let (len, total) = (run_len(n), tile_count(n));
    let partial: Vec<DMatrix<f64>> = sources
        .into_par_iter()
        .enumerate()
        .map(|(run, source)| {
            let first = run * len;
            multiply_run(x, source, first, len.min(total - first))
        })
        .collect();
    let mut product = DMatrix::zeros(n, x.ncols());
    for partial in &partial {
        product += partial;
    }
    product
}

fn multiply_run<S: TileSource>(
    x: &DMatrix<f64>,
    mut source: S,
    first: usize,
    count: usize,
) -> DMatrix<f64> {
    let (n, b) = x.shape();
    let mut product = DMatrix::zeros(n, b);
    let mut out = MatMut::from_column_major_slice_mut(product.as_mut_slice(), n, b);
    let x = MatRef::from_column_major_slice(x.as_slice(), n, b);
    for at in positions(first, count) {
        let rows = block_range(n, at.row);
        let columns = block_range(n, at.column);
        let (i, height) = (rows.start, rows.len());
        let (j, width) = (columns.start, columns.len());
        let tile =
            MatRef::from_column_major_slice_with_stride(source.tile(at), height, width, TILE);
        let add = |out: MatMut<'_, f64>, a: MatRef<'_, f64>, x: MatRef<'_, f64>| {
            matmul(out, Accum::Add, a, x, 1.0, Par::Seq);
        };
        add(
            out.rb_mut().subrows_mut(i, height),
            tile,
            x.subrows(j, width),
        );
        if at.row != at.column {
            add(
                out.rb_mut().subrows_mut(j, width),
                tile.transpose(),
                x.subrows(i, height),
            );
        }
    }
    product
}

#[cfg(test)]
mod tests {
    use super::*;

    struct FromMatrix<'a>(&'a DMatrix<f64>, Vec<f64>);

    impl TileSource for FromMatrix<'_> {
        fn tile(&mut self, at: Position) -> &[f64] {
            let n = self.0.nrows();
            self.1.fill(f64::NAN);
            for (c, j) in block_range(n, at.column).enumerate() {
                for (r, i) in block_range(n, at.row).enumerate() {
                    self.1[c * TILE + r] = self.0[(i, j)];
                }
            }
            &self.1
        }
    }

    #[test]
    fn equals_the_plain_product() {
        for n in [1, 63, 64, 65, 300] {
            let b = DMatrix::from_fn(n, n, |i, j| ((7 * i + 3 * j) % 11) as f64 - 5.0);
            let a = &b + b.transpose();
            let x = DMatrix::from_fn(n, 3, |i, j| ((i + 5 * j) % 7) as f64);
            let runs = tile_count(n).div_ceil(run_len(n));
            let sources = (0..runs)
                .map(|_| FromMatrix(&a, vec![0.0; TILE_LEN]))
                .collect();
            assert_eq!(multiply(&x, sources), a * x, "n = {n}");
        }
    }
}
