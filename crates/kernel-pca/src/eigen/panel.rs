//! Range of rows of a pivoted Cholesky factor, which one task extends by a block of columns. The new rows solve a
//! triangular system with the factor's rows at the pivots; their squares then leave the remainder's diagonal.

#![allow(
    clippy::inline_always,
    reason = "only what is inlined is compiled for the processor's widest registers"
)]

use std::ops::Range;

use faer::{
    Accum, MatRef, Par,
    linalg::{matmul::matmul, triangular_solve::solve_lower_triangular_in_place},
};
use nalgebra::DMatrix;
use pulp::{Arch, Simd, WithSimd};

use super::{
    entries::Entries,
    gemm::{view, view_mut},
};

/// Number of rows of a panel. Longer panels would be too few for all cores, and shorter ones make small products.
pub(super) const ROWS: usize = 512;

/// Range of rows of the factor L (n × r), with the same range of the diagonal of the remainder `K − LLᵀ`.
#[derive(Debug)]
pub(super) struct ColumnPanel {
    /// Rows of K that the panel covers.
    pub(super) rows: Range<usize>,
    /// Entries of L in these rows, column by column.
    pub(super) l: Vec<f64>,
    /// Diagonal entries of `K − LLᵀ` in these rows.
    pub(super) diagonal: Vec<f64>,
    /// Positions of pivots among these rows.
    pub(super) pivots: Vec<usize>,
}

/// Pivots of a block of t new columns of L.
pub(super) struct Pivots {
    /// Rows of K that were chosen as pivots (length t).
    pub(super) indices: Vec<usize>,
    /// Rows of L at the pivots, t × r, before the block is appended.
    pub(super) rows: DMatrix<f64>,
    /// Rows of the t new columns at the pivots, t × t, lower triangular.
    pub(super) corner: DMatrix<f64>,
}

impl ColumnPanel {
    /// Appends this panel's rows of the new columns, and subtracts the squares of their entries from the diagonal.
    pub(super) fn extend(&mut self, entries: &impl Entries, pivots: &Pivots) {
        let (height, rank) = (self.rows.len(), pivots.rows.ncols());
        let mut new = entries.columns(self.rows.clone(), &pivots.indices);
        let l = MatRef::from_column_major_slice(&self.l, height, rank);
        let rows = view(&pivots.rows).transpose();
        matmul(view_mut(&mut new), Accum::Add, l, rows, -1.0, Par::Seq);
        // The new columns N solve N·cornerᵀ = `new`.
        let corner = view(&pivots.corner);
        solve_lower_triangular_in_place(corner, view_mut(&mut new).transpose_mut(), Par::Seq);
        // The remainder is zero in rows of pivots. A small pivot would magnify what rounding makes of that.
        for &row in &self.pivots {
            new.row_mut(row).fill(0.0);
        }
        for (&pivot, own) in pivots.indices.iter().zip(pivots.corner.row_iter()) {
            if self.rows.contains(&pivot) {
                let row = pivot - self.rows.start;
                new.row_mut(row).copy_from(&own);
                self.pivots.push(row);
            }
        }
        Arch::new().dispatch(SubtractSquares {
            diagonal: &mut self.diagonal,
            columns: new.as_slice(),
        });
        self.l.extend_from_slice(new.as_slice());
    }
}

/// Subtracts the squares of each column's entries from `diagonal`; results below zero become zero.
struct SubtractSquares<'a> {
    diagonal: &'a mut [f64],
    columns: &'a [f64],
}

impl WithSimd for SubtractSquares<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        for column in self.columns.chunks_exact(self.diagonal.len().max(1)) {
            for (left, new) in self.diagonal.iter_mut().zip(column) {
                let value = *left - new * new;
                *left = if value > 0.0 { value } else { 0.0 };
            }
        }
    }
}

/// Sum over all panels of their entries of the diagonal of `K − LLᵀ`: its trace.
pub(super) fn sum_of_diagonals(panels: &[ColumnPanel]) -> f64 {
    panels.iter().map(|p| p.diagonal.iter().sum::<f64>()).sum()
}
