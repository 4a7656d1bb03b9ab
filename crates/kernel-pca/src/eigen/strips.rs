//! Layout of blocks of vectors for products with tiles: strips of columns, one register wide. A strip of at most half a
//! register's width packs two rows into each register.

use std::{marker::PhantomData, ops::Range};

use nalgebra::DMatrix;
use pulp::{Arch, Simd, WithSimd};

use super::{
    tile_product::{TILE, TileProduct},
    tiles::TilePosition,
};
use crate::kernel::Real;

/// Strip of a few columns of a block of vectors, padded with zeros so that rows fill registers. Where the columns take
/// at most half of a register, two rows share one: the entries of a tile for these rows stand side by side, and
/// multiply both rows at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Strip {
    /// Index in the block of the strip's first column.
    pub(super) first: usize,
    /// Number of columns without padding.
    pub(super) columns: usize,
    /// Number of columns with padding.
    pub(super) width: usize,
    /// Number of rows that share a register: one or two.
    shared: usize,
}

impl Strip {
    /// Cuts `columns` columns into strips for numbers of type `T` in the instruction set `arch`.
    pub(super) fn of<T: Real>(columns: usize, arch: Arch) -> Vec<Self> {
        struct Lanes<T>(PhantomData<T>);

        impl<T: Real> WithSimd for Lanes<T> {
            type Output = usize;

            fn with_simd<S: Simd>(self, _: S) -> usize {
                T::lanes::<S>()
            }
        }

        let lanes = arch.dispatch(Lanes(PhantomData::<T>));
        (0..columns)
            .step_by(lanes)
            .map(|first| {
                let columns = lanes.min(columns - first);
                let shared = if 2 * columns <= lanes { 2 } else { 1 };
                Self {
                    first,
                    columns,
                    width: lanes / shared,
                    shared,
                }
            })
            .collect()
    }
}

/// Entries of a strip of vectors to be multiplied, with rows of zeros up to the edge of the last tile.
pub(super) struct StripFactor<T> {
    /// Columns and layout of the strip.
    strip: Strip,
    /// Values with the rows that share a register interleaved: two rows a and b stand as a₀ b₀ a₁ b₁ …, then the next
    /// two. Row by row where rows share no register.
    sharing: Vec<T>,
    /// Values repeated for each row that shares a register: a₀ a₀ a₁ a₁ …, then the next row. `None` where rows share
    /// no register, since both layouts are then equal.
    repeating: Option<Vec<T>>,
}

impl<T: Real> StripFactor<T> {
    /// Lays out the columns of x (n × b) that belong to `strip`.
    pub(super) fn of(x: &DMatrix<f64>, strip: Strip) -> Self {
        let width = strip.width;
        let columns = x.columns(strip.first, strip.columns);
        let mut rows = vec![T::default(); x.nrows().next_multiple_of(TILE) * width];
        for (j, column) in columns.column_iter().enumerate() {
            for (row, &value) in rows.chunks_exact_mut(width).zip(column.iter()) {
                row[j] = T::of(value);
            }
        }
        if strip.shared == 1 {
            return Self {
                strip,
                sharing: rows,
                repeating: None,
            };
        }
        let mut sharing = vec![T::default(); rows.len()];
        let pairs = rows.chunks_exact(2 * width);
        for (places, pair) in sharing.chunks_exact_mut(2 * width).zip(pairs) {
            let (first, second) = pair.split_at(width);
            for ((place, a), b) in places.as_chunks_mut().0.iter_mut().zip(first).zip(second) {
                *place = [*a, *b];
            }
        }
        let mut repeating = vec![T::default(); 2 * rows.len()];
        for (places, value) in repeating.as_chunks_mut().0.iter_mut().zip(&rows) {
            *places = [*value; 2];
        }
        Self {
            strip,
            sharing,
            repeating: Some(repeating),
        }
    }

    /// Returns the values in the repeating layout.
    fn repeating(&self) -> &[T] {
        self.repeating.as_ref().unwrap_or(&self.sharing)
    }
}

/// Accumulated products of the tiles of a run with a strip.
pub(super) struct StripSums<'a, T> {
    /// Instruction set of the products.
    arch: Arch,
    /// Strip that tiles are multiplied with.
    factor: &'a StripFactor<T>,
    /// Block rows of the tiles.
    blocks: Range<usize>,
    /// Sums for the rows of `blocks`, in the layout of [`StripFactor`]'s `sharing`.
    sharing: Vec<T>,
    /// Sums for all rows up to the last of `blocks`, in the layout of [`StripFactor`]'s `repeating`: a sum is spread
    /// over the places of its value.
    repeating: Vec<T>,
}

impl<'a, T: Real> StripSums<'a, T> {
    /// Creates zero sums for tiles in the given block rows.
    pub(super) fn new(arch: Arch, factor: &'a StripFactor<T>, blocks: Range<usize>) -> Self {
        let Strip { width, shared, .. } = factor.strip;
        let size = TILE * width;
        Self {
            arch,
            factor,
            sharing: vec![T::default(); blocks.len() * size],
            repeating: vec![T::default(); blocks.end * size * shared],
            blocks,
        }
    }

    /// Adds the product with the strip of `part`, the columns of the tile `at` from the tile's column `first` on, and
    /// the product of the transposed part unless the tile lies on the diagonal.
    pub(super) fn add(&mut self, part: &[T], at: TilePosition, first: usize) {
        let Strip { width, shared, .. } = self.factor.strip;
        let block_row = |block: usize| block * TILE * width..(block + 1) * TILE * width;
        let first = (at.column * TILE + first) * width * shared;
        let repeating = first..first + part.len() / TILE * width * shared;
        let x_column = &self.factor.repeating()[repeating.clone()];
        let y_column = &mut self.repeating[repeating];
        self.arch.dispatch(TileProduct {
            tile: part,
            rows: shared,
            x_row: &self.factor.sharing[block_row(at.row)],
            x_column,
            y_row: &mut self.sharing[block_row(at.row - self.blocks.start)],
            y_column: (at.row > at.column).then_some(y_column),
        });
    }

    /// Returns the sums row by row, from the first row of the matrix to the last of `blocks`.
    pub(super) fn into_rows(self) -> Vec<T> {
        let Strip { width, shared, .. } = self.factor.strip;
        let first = self.blocks.start * TILE * width;
        if shared == 1 {
            let mut sums = self.repeating;
            for (sum, value) in sums[first..].iter_mut().zip(&self.sharing) {
                *sum += *value;
            }
            return sums;
        }
        let mut sums = vec![T::default(); self.repeating.len() / 2];
        for (sum, [even, odd]) in sums.iter_mut().zip(self.repeating.as_chunks().0) {
            *sum = *even + *odd;
        }
        let sharing = self.sharing.chunks_exact(2 * width);
        for (pair, places) in sums[first..].chunks_exact_mut(2 * width).zip(sharing) {
            let (first, second) = pair.split_at_mut(width);
            for ((a, b), [even, odd]) in first.iter_mut().zip(second).zip(places.as_chunks().0) {
                *a += *even;
                *b += *odd;
            }
        }
        sums
    }
}
