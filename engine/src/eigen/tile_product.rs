//! The product of a tile, or of some of its columns, with a strip of vectors both ways, in the widest instructions
//! there are.

#![allow(
    clippy::inline_always,
    reason = "inlined into the dispatched function, the loops are compiled with its instruction set"
)]

use pulp::{Simd, WithSimd};

use crate::kernel::Real;

/// Rows and columns of a tile: one fits the first-level cache.
pub(crate) const TILE: usize = 64;

/// `Y_I` += T·`X_J` and `Y_J` += Tᵀ·`X_I` for columns T of the tile at block row I and block column J. X and Y are a
/// register wide, so that an entry of T multiplies all of a row.
pub(super) struct TileProduct<'a, T> {
    /// Column by column.
    pub(super) tile: &'a [T],
    /// Rows that share a register, one or two.
    pub(super) rows: usize,
    /// Rows share registers.
    pub(super) x_row: &'a [T],
    /// Values fill the places of all rows that share a register.
    pub(super) x_column: &'a [T],
    /// Rows share registers.
    pub(super) y_row: &'a mut [T],
    /// The places of the rows that share a register add up to the value. None on the diagonal.
    pub(super) y_column: Option<&'a mut [T]>,
}

impl<T: Real> WithSimd for TileProduct<'_, T> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        // Half of the registers hold sums.
        match (S::REGISTER_COUNT >= 32, self.rows) {
            (true, 2) => self.add::<S, 2, 16>(simd),
            (true, _) => self.add::<S, 1, 16>(simd),
            (false, 2) => self.add::<S, 2, 8>(simd),
            (false, _) => self.add::<S, 1, 8>(simd),
        }
    }
}

impl<T: Real> TileProduct<'_, T> {
    /// `P` rows share a register, and `R` registers of `Y_I` are summed up at a time.
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

/// `Y_I` += T·`X_J` for a few rows, and what they add to each row of `Y_J`: every entry is loaded once for both.
#[inline(always)]
fn add_both_ways<'a, T: Real, S: Simd, const P: usize, const R: usize>(
    simd: S,
    columns: impl Iterator<Item = ((&'a [[T; P]; R], &'a T::Vector<S>), &'a mut T::Vector<S>)>,
    x_row: &[T::Vector<S>; R],
    y_row: &mut [T::Vector<S>; R],
) {
    // From zero, as rounding grows with what is added to.
    let mut sums = [T::default().splat(simd); R];
    for ((entries, x_column), y_column) in columns {
        // In two sums, as each addition waits for the one before.
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

/// `Y_I` += T·`X_J` for a few rows.
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

/// A register full of the entries of a tile that stand in rows which share one.
#[inline(always)]
fn splat<T: Real, S: Simd, const P: usize>(simd: S, rows: [T; P]) -> T::Vector<S> {
    match *rows.as_slice() {
        [first, second] => T::splat_pair(simd, first, second),
        _ => rows[0].splat(simd),
    }
}
