//! Symmetric matrices kept in tiles on and below the diagonal: half the memory of the whole.

use std::slice::ChunksExact;

use nalgebra::DMatrix;
use rayon::prelude::*;

use super::watch::EmbeddingWatch;
use crate::eigen::{
    Failure,
    tiles::{
        TILE, TILE_LEN, TilePosition, TileSource, block_range, multiply, positions, run_len,
        tile_count,
    },
};

/// Symmetric matrix (n × n), stored as its tiles on and below the diagonal.
pub(super) struct SymmetricTiles {
    n: usize,
    /// Entries: one row of tiles after the other, each tile column by column.
    values: Vec<f64>,
}

/// Bytes of the tiles of an n × n matrix.
pub(super) fn bytes(n: usize) -> u64 {
    8 * (tile_count(n) as u64).saturating_mul(TILE_LEN as u64)
}

impl SymmetricTiles {
    /// Fills a matrix row by row: `row(i, end)` gives the entries of row i before column `end`, and is called once
    /// for each row.
    ///
    /// # Errors
    /// [`Failure::Cancelled`] when cancelled.
    pub(super) fn from_rows(
        n: usize,
        each: &EmbeddingWatch<'_>,
        row: impl Fn(usize, usize) -> Vec<f64> + Sync,
    ) -> Result<Self, Failure> {
        let mut values = vec![0.0; tile_count(n) * TILE_LEN];
        // Each row of tiles is one tile longer than the row before.
        let mut rows_of_tiles = Vec::with_capacity(n.div_ceil(TILE));
        let mut rest = values.as_mut_slice();
        for block in 0..n.div_ceil(TILE) {
            let (tiles, others) = rest.split_at_mut((block + 1) * TILE_LEN);
            rows_of_tiles.push((block, tiles));
            rest = others;
        }
        // Longest first, so that no thread is left with a long row at the end.
        rows_of_tiles.reverse();
        rows_of_tiles
            .into_par_iter()
            .with_max_len(1)
            .try_for_each(|(block, tiles)| {
                let rows = block_range(n, block);
                for (r, i) in rows.clone().enumerate() {
                    each.step()?;
                    for (j, value) in row(i, rows.end).into_iter().take(rows.end).enumerate() {
                        tiles[j / TILE * TILE_LEN + j % TILE * TILE + r] = value;
                    }
                }
                Ok(())
            })?;
        let mut whole = Self { n, values };
        whole.mirror_diagonal();
        Ok(whole)
    }

    /// Replaces each entry (i, j) with j ≤ i by `change(i, j, entry)`.
    pub(super) fn map(&mut self, change: impl Fn(usize, usize, f64) -> f64 + Sync) {
        let n = self.n;
        let positions: Vec<TilePosition> = positions(0, tile_count(n)).collect();
        let tiles = self.values.par_chunks_exact_mut(TILE_LEN).zip(positions);
        tiles.for_each(|(tile, at)| {
            let columns = tile.chunks_exact_mut(TILE).zip(block_range(n, at.column));
            for (column, j) in columns {
                for (value, i) in column.iter_mut().zip(block_range(n, at.row)) {
                    *value = change(i, j, *value);
                }
            }
        });
        self.mirror_diagonal();
    }

    /// Returns the matrix times x (n × b).
    pub(super) fn times(&self, x: &DMatrix<f64>) -> DMatrix<f64> {
        let runs = self.values.chunks(run_len(self.n) * TILE_LEN);
        let sources = runs.map(|values| values.chunks_exact(TILE_LEN));
        multiply::<f64, _>(x, sources.collect())
    }

    /// Copies the entries below the diagonal above it, in the tiles on the diagonal.
    fn mirror_diagonal(&mut self) {
        for block in 0..self.n.div_ceil(TILE) {
            let last = (block + 1) * (block + 2) / 2 - 1;
            let tile = &mut self.values[last * TILE_LEN..][..TILE_LEN];
            for column in 0..TILE {
                for row in 0..column {
                    tile[column * TILE + row] = tile[row * TILE + column];
                }
            }
        }
    }
}

/// Stored tiles, handed out in order.
impl TileSource<f64> for ChunksExact<'_, f64> {
    fn tile(&mut self, _: TilePosition) -> Option<&[f64]> {
        self.next()
    }
}
