//! Product of a tile (or some of its columns) and of its transpose with a strip of vectors, in the widest vector
//! instructions available. Every entry of the tile is loaded once for both products.

#![allow(
    clippy::inline_always,
    reason = "inlined into the dispatched function, the loops are compiled with its instruction set"
)]

use pulp::{Simd, WithSimd};

use crate::{cores::many_registers, kernel::Real};

/// Number of rows and of columns of a tile. A tile takes 16 KiB in single and 32 KiB in double precision, which fits
/// the first-level cache.
pub(crate) const TILE: usize = 64;

/// Adds T·`X_J` to `Y_I` and Tᵀ·`X_I` to `Y_J`, where T holds columns of the tile at block row I and block column J.
/// Rows of X and Y are at most a register wide, so that one instruction multiplies a row by an entry of T.
pub(super) struct TileProduct<'a, T> {
    /// Columns of the tile T, one after the other, [`TILE`] entries each.
    pub(super) tile: &'a [T],
    /// Number of rows that share a register: one or two.
    pub(super) rows: usize,
    /// Rows `X_I` of X, those of the tile's block row; interleaved where rows share registers.
    pub(super) x_row: &'a [T],
    /// Rows `X_J` of X, those of the tile's columns; each value repeated for all rows that share a register.
    pub(super) x_column: &'a [T],
    /// Rows `Y_I` of the product, those of the tile's block row; interleaved where rows share registers.
    pub(super) y_row: &'a mut [T],
    /// Rows `Y_J` of the product, those of the tile's columns; each value as the sum of one place per row that shares a
    /// register. `None` for a tile on the diagonal.
    pub(super) y_column: Option<&'a mut [T]>,
}

impl<T: Real> WithSimd for TileProduct<'_, T> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        // Half of the registers hold sums and the rows multiplied. With more than eight sums the loops are not unrolled
        // and the sums stand in memory, which is three times as slow.
        match (many_registers::<S>(), self.rows) {
            (true, 2) => self.add::<S, 2, 8>(simd),
            (true, _) => self.add::<S, 1, 8>(simd),
            (false, 2) => self.add::<S, 2, 4>(simd),
            (false, _) => self.add::<S, 1, 4>(simd),
        }
    }
}

impl<T: Real> TileProduct<'_, T> {
    /// Adds the tile times `X_J` to `Y_I` and, unless the tile lies on the diagonal, its transpose times `X_I` to
    /// `Y_J`, with `P` rows of X per register and `R` registers of `Y_I` summed at a time.
    #[inline(always)]
    fn add<S: Simd, const P: usize, const R: usize>(self, simd: S) {
        let (tile, _) = self.tile.as_chunks();
        let (x_row, _) = T::vectors::<S>(self.x_row).as_chunks::<R>();
        let (y_row, _) = T::vectors_mut::<S>(self.y_row).as_chunks_mut::<R>();
        let x_column = T::vectors::<S>(self.x_column);
        let mut y_column = self.y_column.map(|y| T::vectors_mut::<S>(y));
        for (block, (x_row, y_row)) in x_row.iter().zip(y_row).enumerate() {
            let tile = tile
                .iter()
                .map(|column: &[T; TILE]| &column.as_chunks::<P>().0.as_chunks().0[block]);
            let columns = tile.zip(x_column);
            match &mut y_column {
                Some(y_column) => add_both_ways(simd, columns.zip(&mut **y_column), x_row, y_row),
                None => add_one_way(simd, columns, y_row),
            }
        }
    }
}

/// Adds T·`X_J` to a few rows of `Y_I`, and the part of Tᵀ·`X_I` from these rows to `Y_J`: each entry of T is loaded
/// once.
#[inline(always)]
fn add_both_ways<'a, T: Real, S: Simd, const P: usize, const R: usize>(
    simd: S,
    columns: impl Iterator<Item = ((&'a [[T; P]; R], &'a T::Vector<S>), &'a mut T::Vector<S>)>,
    x_row: &[T::Vector<S>; R],
    y_row: &mut [T::Vector<S>; R],
) {
    let x_row = *x_row;
    // Sums start from zero, since rounding grows with the size of a partial sum.
    let mut sums = [T::default().splat(simd); R];
    for ((entries, x_column), y_column) in columns {
        // Two partial sums, since each addition waits for the one before.
        let mut across = [T::default().splat(simd); 2];
        for r in 0..R {
            let entry = splat(simd, entries[r]);
            sums[r] = T::mul_add(simd, entry, *x_column, sums[r]);
            across[r % 2] = T::mul_add(simd, entry, x_row[r], across[r % 2]);
        }
        let sum = T::add_vectors(simd, across[0], across[1]);
        *y_column = T::add_vectors(simd, *y_column, sum);
    }
    add_rows::<T, S, R>(simd, y_row, &sums);
}

/// Adds T·`X_J` to a few rows of `Y_I`, for a tile on the diagonal.
#[inline(always)]
fn add_one_way<'a, T: Real, S: Simd, const P: usize, const R: usize>(
    simd: S,
    columns: impl Iterator<Item = (&'a [[T; P]; R], &'a T::Vector<S>)>,
    y_row: &mut [T::Vector<S>; R],
) {
    let mut sums = [T::default().splat(simd); R];
    for (entries, x_column) in columns {
        for (entry, sum) in entries.iter().zip(&mut sums) {
            *sum = T::mul_add(simd, splat(simd, *entry), *x_column, *sum);
        }
    }
    add_rows::<T, S, R>(simd, y_row, &sums);
}

/// Adds `sums` to `y_row`, register by register.
#[inline(always)]
fn add_rows<T: Real, S: Simd, const R: usize>(
    simd: S,
    y_row: &mut [T::Vector<S>; R],
    sums: &[T::Vector<S>; R],
) {
    for (y, sum) in y_row.iter_mut().zip(sums) {
        *y = T::add_vectors(simd, *y, *sum);
    }
}

/// Fills a register with the entries of a tile for the rows that share it: one entry throughout, or two in alternation.
#[inline(always)]
fn splat<T: Real, S: Simd, const P: usize>(simd: S, rows: [T; P]) -> T::Vector<S> {
    match *rows.as_slice() {
        [first, second] => T::splat_pair(simd, first, second),
        _ => rows[0].splat(simd),
    }
}
