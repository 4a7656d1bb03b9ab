//! Distances and inner products between points, a tile at a time.

#![allow(
    clippy::inline_always,
    reason = "inlined into the dispatched function, the loops are compiled with its instruction set"
)]

use std::{array, ops::Range};

use nalgebra::DMatrix;
use pulp::{Arch, Simd, WithSimd, bytemuck::cast_slice};

use super::{
    Metric, MetricPoints,
    term::{ChiSquared, Difference, Product, SquaredDifference, Term},
};
use crate::kernel::Real;

/// Registers of rows and columns whose sums are kept at a time: enough to hide the latency of an addition, and half of
/// the registers at most.
const V: usize = 2;
const C: usize = 4;

impl MetricPoints {
    /// `factor` times the metric between `self[rows]` and `others[columns]`, written column by column
    /// from the start of `out`, each column `stride` after the one before.
    pub(crate) fn tile<R: Real>(
        &self,
        rows: Range<usize>,
        others: &Self,
        columns: Range<usize>,
        factor: f64,
        out: &mut [R],
        stride: usize,
    ) {
        let sums = Sums {
            x: &self.x,
            rows,
            y: &others.x,
            columns,
            factor,
            out,
            stride,
        };
        match self.metric {
            Metric::SquaredEuclidean => sums.add_up(SquaredDifference),
            Metric::L1 => sums.add_up(Difference),
            Metric::ChiSquared => sums.add_up(ChiSquared),
            Metric::CenteredInner | Metric::Inner | Metric::Cosine => sums.add_up(Product),
            Metric::Given | Metric::GivenSquared => {
                let Sums {
                    rows, columns, out, ..
                } = sums;
                for (j, out) in columns.zip(out.chunks_mut(stride)) {
                    for (out, &column) in out.iter_mut().zip(&self.columns[rows.clone()]) {
                        *out = R::of(factor * self.given(others.x[(j, column)]));
                    }
                }
            }
        }
    }
}

/// Sums over features between some rows of x and some of y, and where they go.
struct Sums<'a, R> {
    x: &'a DMatrix<f64>,
    rows: Range<usize>,
    y: &'a DMatrix<f64>,
    columns: Range<usize>,
    factor: f64,
    out: &'a mut [R],
    stride: usize,
}

impl<R: Real> Sums<'_, R> {
    fn add_up(self, term: impl Term) {
        Arch::new().dispatch(Dispatched { sums: self, term });
    }

    #[inline(always)]
    fn add_up_in<S: Simd>(&mut self, simd: S, term: impl Term) {
        let Range { start, end } = self.rows;
        let whole = end - self.rows.len() % (V * S::F64_LANES);
        for row in (start..whole).step_by(V * S::F64_LANES) {
            self.strip(simd, row..row + V * S::F64_LANES, term, |x| {
                array::from_fn::<_, V, _>(|v| S::as_simd_f64s(x).0[v])
            });
        }
        for row in (whole..end).step_by(S::F64_LANES) {
            let rows = row..end.min(row + S::F64_LANES);
            self.strip(simd, rows, term, |x| [simd.partial_load_f64s(x)]);
        }
    }

    /// Some rows, whose values of a feature `load` puts into registers, with all columns.
    #[inline(always)]
    fn strip<S: Simd, const V: usize>(
        &mut self,
        simd: S,
        rows: Range<usize>,
        term: impl Term,
        load: impl Fn(&[f64]) -> [S::f64s; V] + Copy,
    ) {
        let Range { start, end } = self.columns;
        let whole = end - self.columns.len() % C;
        for column in (start..whole).step_by(C) {
            self.block::<S, V, C>(simd, rows.clone(), column, term, load);
        }
        for column in whole..end {
            self.block::<S, V, 1>(simd, rows.clone(), column, term, load);
        }
    }

    #[inline(always)]
    fn block<S: Simd, const V: usize, const C: usize>(
        &mut self,
        simd: S,
        rows: Range<usize>,
        column: usize,
        term: impl Term,
        load: impl Fn(&[f64]) -> [S::f64s; V],
    ) {
        let mut sums = [[simd.splat_f64s(0.0); V]; C];
        let x = self.x.as_slice().chunks_exact(self.x.nrows());
        let y = self.y.as_slice().chunks_exact(self.y.nrows());
        for (x, y) in x.zip(y) {
            let x = load(&x[rows.clone()]);
            for (sums, &y) in sums.iter_mut().zip(&y[column..column + C]) {
                let y = simd.splat_f64s(y);
                for (sum, x) in sums.iter_mut().zip(x) {
                    *sum = term.add(simd, *sum, x, y);
                }
            }
        }
        let first = (column - self.columns.start) * self.stride + rows.start - self.rows.start;
        for (sums, out) in sums.iter().zip(self.out[first..].chunks_mut(self.stride)) {
            for (out, sum) in out[..rows.len()].iter_mut().zip(cast_slice(sums)) {
                let sum: f64 = *sum;
                *out = R::of(self.factor * sum);
            }
        }
    }
}

/// A closure would do, were it sure to be inlined, and with that compiled for wide instructions.
struct Dispatched<'a, R, T> {
    sums: Sums<'a, R>,
    term: T,
}

impl<R: Real, T: Term> WithSimd for Dispatched<'_, R, T> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(mut self, simd: S) {
        self.sums.add_up_in(simd, self.term);
    }
}
