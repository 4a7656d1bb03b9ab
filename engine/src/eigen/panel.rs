//! A run of rows of a pivoted Cholesky factor, as one task extends it.

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

/// Rows of a panel.
pub(super) const ROWS: usize = 512;

/// Some rows of L, and of the diagonal of `K − LLᵀ`.
#[derive(Debug)]
pub(super) struct ColumnPanel {
    pub(super) rows: Range<usize>,
    /// Column by column.
    pub(super) l: Vec<f64>,
    pub(super) diagonal: Vec<f64>,
}

/// The pivots of a block of t columns.
pub(super) struct Pivots {
    pub(super) indices: Vec<usize>,
    /// Their rows of L so far, t × r.
    pub(super) rows: DMatrix<f64>,
    /// Their rows of the new columns, t × t, lower triangular.
    pub(super) corner: DMatrix<f64>,
}

impl ColumnPanel {
    pub(super) fn extend(&mut self, entries: &impl Entries, pivots: &Pivots) {
        let (height, rank) = (self.rows.len(), pivots.rows.ncols());
        let mut new = entries.columns(self.rows.clone(), &pivots.indices);
        let l = MatRef::from_column_major_slice(&self.l, height, rank);
        let rows = view(&pivots.rows).transpose();
        matmul(view_mut(&mut new), Accum::Add, l, rows, -1.0, Par::Seq);
        // New columns N with N·cornerᵀ = what is there now.
        let corner = view(&pivots.corner);
        solve_lower_triangular_in_place(corner, view_mut(&mut new).transpose_mut(), Par::Seq);
        Arch::new().dispatch(TakeSquares {
            diagonal: &mut self.diagonal,
            columns: new.as_slice(),
        });
        self.l.extend_from_slice(new.as_slice());
    }
}

/// Takes the squares of the entries of each column from `diagonal`, down to zero.
struct TakeSquares<'a> {
    diagonal: &'a mut [f64],
    columns: &'a [f64],
}

impl WithSimd for TakeSquares<'_> {
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

pub(super) fn sum_of_diagonals(panels: &[ColumnPanel]) -> f64 {
    panels.iter().map(|p| p.diagonal.iter().sum::<f64>()).sum()
}
