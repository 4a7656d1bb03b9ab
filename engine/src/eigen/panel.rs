//! A range of rows of a pivoted Cholesky factor, which one task extends.

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

/// Rows of a panel: fewer panels would leave cores idle, and shorter ones make small products.
pub(super) const ROWS: usize = 512;

/// A range of rows of the factor L (n × r), and of the diagonal of the remainder `K − LLᵀ`.
#[derive(Debug)]
pub(super) struct ColumnPanel {
    /// Rows of K that the panel covers.
    pub(super) rows: Range<usize>,
    /// Rows of L, column by column.
    pub(super) l: Vec<f64>,
    /// Entries of the diagonal of `K − LLᵀ`.
    pub(super) diagonal: Vec<f64>,
}

/// Pivots of a block of t new columns of L.
pub(super) struct Pivots {
    /// Rows of K that were chosen as pivots (length t).
    pub(super) indices: Vec<usize>,
    /// Rows of L at the pivots before the block, t × r.
    pub(super) rows: DMatrix<f64>,
    /// Rows of the new columns at the pivots, t × t, lower triangular.
    pub(super) corner: DMatrix<f64>,
}

impl ColumnPanel {
    /// Appends the new columns' rows of this panel, and subtracts their squares from the diagonal.
    pub(super) fn extend(&mut self, entries: &impl Entries, pivots: &Pivots) {
        let (height, rank) = (self.rows.len(), pivots.rows.ncols());
        let mut new = entries.columns(self.rows.clone(), &pivots.indices);
        let l = MatRef::from_column_major_slice(&self.l, height, rank);
        let rows = view(&pivots.rows).transpose();
        matmul(view_mut(&mut new), Accum::Add, l, rows, -1.0, Par::Seq);
        // The new columns N solve N·cornerᵀ = `new`.
        let corner = view(&pivots.corner);
        solve_lower_triangular_in_place(corner, view_mut(&mut new).transpose_mut(), Par::Seq);
        Arch::new().dispatch(SubtractSquares {
            diagonal: &mut self.diagonal,
            columns: new.as_slice(),
        });
        self.l.extend_from_slice(new.as_slice());
    }
}

/// Subtracts the squares of each column's entries from `diagonal`, down to zero at least.
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

/// Trace of `K − LLᵀ`, summed over all panels.
pub(super) fn sum_of_diagonals(panels: &[ColumnPanel]) -> f64 {
    panels.iter().map(|p| p.diagonal.iter().sum::<f64>()).sum()
}
