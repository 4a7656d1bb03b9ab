//! Distances and inner products between points, evaluated a tile of pairs at a time.

#![allow(
    clippy::inline_always,
    reason = "inlined into the dispatched function, the loops are compiled with its instruction set"
)]

use std::{array, ops::Range};

use nalgebra::DMatrix;
use pulp::{Arch, Simd, WithSimd, bytemuck::cast_slice};
use rayon::prelude::*;

use super::MetricPoints;
use crate::{
    cores::many_registers,
    kernel::{Real, bounded::of_sum_in_runs, metrics::Term},
};

/// Number of rows of a panel, in which each feature's coordinates stand side by side: as many as a loop takes at a time
/// in the widest registers.
pub(super) const PANEL: usize = 16;
/// Number of registers of rows whose sums are kept at a time: more would leave no register for the factors.
const REGISTERS: usize = 2;
/// Number of features whose terms are summed from zero before their sum joins the total: short sums round less.
const RUN: usize = 64;

/// Bounds the rounding of a metric's sum over the features, in units of ε and of the sum of the terms' moduli.
pub(in crate::kernel) fn of_features(features: usize) -> f64 {
    of_sum_in_runs(features, RUN)
}

impl MetricPoints {
    /// Evaluates `factor` times the metric between `self[rows]` and `others[columns]` into `out`, column by column
    /// from the start of `out`; each column begins `stride` after the one before.
    pub(crate) fn tile<R: Real>(
        &self,
        rows: Range<usize>,
        others: &Self,
        columns: Range<usize>,
        factor: f64,
        out: &mut [R],
        stride: usize,
    ) {
        self.metric.evaluate(MetricPairs {
            x: self.layout(rows.start),
            rows,
            y: others.layout(columns.start),
            columns,
            entries: &self.columns,
            factor,
            out,
            stride,
        });
    }

    /// Coordinates in the layout that is read fastest by loops that begin at row `first`.
    fn layout(&self, first: usize) -> Coordinates<'_> {
        if self.are_costly() && first.is_multiple_of(PANEL) {
            Coordinates {
                values: self.panels.get_or_init(|| panels(&self.x)),
                panel: PANEL,
                features: self.x.ncols(),
            }
        } else {
            Coordinates {
                values: self.x.as_slice(),
                panel: self.x.nrows(),
                features: self.x.ncols(),
            }
        }
    }
}

/// Rearranges x (n × d) in panels of rows, filled up with zeros.
fn panels(x: &DMatrix<f64>) -> Vec<f64> {
    let (n, features) = x.shape();
    let mut panels = vec![0.0; n.next_multiple_of(PANEL) * features];
    let each = panels.par_chunks_exact_mut(PANEL * features).enumerate();
    each.for_each(|(number, panel)| {
        let rows = number * PANEL..((number + 1) * PANEL).min(n);
        for (column, values) in x.column_iter().zip(panel.chunks_exact_mut(PANEL)) {
            values[..rows.len()].copy_from_slice(&column.as_slice()[rows.clone()]);
        }
    });
    panels
}

/// Coordinates of points in panels of rows: panel after panel, and in each panel feature after feature. A matrix
/// stored column by column is a single panel.
#[derive(Clone, Copy)]
struct Coordinates<'a> {
    values: &'a [f64],
    /// Number of rows of a panel.
    panel: usize,
    /// Number d of features.
    features: usize,
}

impl<'a> Coordinates<'a> {
    /// Coordinates from feature 0 of a row on. The following entries are of the next rows of the row's panel; the
    /// row's next feature stands [`panel`](Self::panel) further.
    fn values_from(self, row: usize) -> &'a [f64] {
        let panel = self.panel.max(1);
        let start = row / panel * panel * self.features + row % panel;
        // Points without features have no coordinates.
        self.values.get(start..).unwrap_or_default()
    }
}

/// Pairs of points x (rows) and y (columns) whose metric is evaluated, with the place for the values.
pub(in crate::kernel) struct MetricPairs<'a, R> {
    x: Coordinates<'a>,
    rows: Range<usize>,
    y: Coordinates<'a>,
    columns: Range<usize>,
    /// Column of the given matrix that belongs to each x; its entries are read from the rows y.
    entries: &'a [usize],
    factor: f64,
    out: &'a mut [R],
    stride: usize,
}

impl<R: Real> MetricPairs<'_, R> {
    /// Sums a term over the features of each pair, times `factor`, into `out`.
    pub(in crate::kernel) fn add_up(self, term: impl Term) {
        Arch::new().dispatch(DispatchTile { pairs: self, term });
    }

    /// Reads each pair's entry off a given matrix, and writes `of` the entry, times `factor`, to `out`.
    pub(in crate::kernel) fn read(self, of: impl Fn(f64) -> f64) {
        let entries = &self.entries[self.rows];
        for (j, out) in self.columns.zip(self.out.chunks_mut(self.stride)) {
            let y = self.y.values_from(j);
            for (out, &column) in out.iter_mut().zip(entries) {
                *out = R::of(self.factor * of(y[column * self.y.panel]));
            }
        }
    }

    #[inline(always)]
    fn add_up_in<S: Simd>(&mut self, simd: S, term: impl Term) {
        let height = REGISTERS * S::F64_LANES;
        let Range { start, end } = self.rows;
        let whole = end - self.rows.len() % height;
        for row in (start..whole).step_by(height) {
            self.strip(simd, row..row + height, term, |x| {
                array::from_fn::<_, REGISTERS, _>(|v| S::as_simd_f64s(x).0[v])
            });
        }
        for row in (whole..end).step_by(S::F64_LANES) {
            let rows = row..end.min(row + S::F64_LANES);
            self.strip(simd, rows, term, |x| [simd.partial_load_f64s(x)]);
        }
    }

    /// Adds up the terms of some rows with all columns; `load` puts the rows' values of a feature into registers.
    /// It takes as many columns at a time as leave half of the registers for the terms.
    #[inline(always)]
    fn strip<S: Simd, const V: usize>(
        &mut self,
        simd: S,
        rows: Range<usize>,
        term: impl Term,
        load: impl Fn(&[f64]) -> [S::f64s; V] + Copy,
    ) {
        let at_once = if many_registers::<S>() { 8 } else { 4 };
        let Range { start, end } = self.columns;
        let whole = end - self.columns.len() % at_once;
        for column in (start..whole).step_by(at_once) {
            if at_once == 8 {
                self.block::<S, V, 8>(simd, rows.clone(), column, term, load);
            } else {
                self.block::<S, V, 4>(simd, rows.clone(), column, term, load);
            }
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
        debug_assert_eq!(self.x.features, self.y.features, "features");
        let (n, m, features) = (self.x.panel, self.y.panel, self.x.features);
        let (x, y) = (self.x.values_from(rows.start), self.y.values_from(column));
        let mut totals = [[simd.splat_f64s(0.0); V]; C];
        // Counted by hand, since an iterator over chunks divides at each call.
        for run in (0..features).step_by(RUN) {
            let mut sums = [[simd.splat_f64s(0.0); V]; C];
            for feature in run..features.min(run + RUN) {
                let x = load(&x[feature * n..][..rows.len()]);
                let y = &y[feature * m..][..C];
                for (sums, &y) in sums.iter_mut().zip(y) {
                    let y = simd.splat_f64s(y);
                    for (sum, x) in sums.iter_mut().zip(x) {
                        *sum = term.add(simd, *sum, x, y);
                    }
                }
            }
            for (totals, sums) in totals.iter_mut().zip(sums) {
                for (total, sum) in totals.iter_mut().zip(sums) {
                    *total = simd.add_f64s(*total, sum);
                }
            }
        }
        let first = (column - self.columns.start) * self.stride + rows.start - self.rows.start;
        for (c, totals) in totals.iter().enumerate() {
            let out = &mut self.out[first + c * self.stride..][..rows.len()];
            for (out, sum) in out.iter_mut().zip(cast_slice(totals)) {
                let sum: f64 = *sum;
                *out = R::of(self.factor * sum);
            }
        }
    }
}

/// Loop over pairs, as an operation to dispatch. A closure might not be inlined, and would then not be compiled for
/// wide instructions.
struct DispatchTile<'a, R, T> {
    pairs: MetricPairs<'a, R>,
    term: T,
}

impl<R: Real, T: Term> WithSimd for DispatchTile<'_, R, T> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(mut self, simd: S) {
        self.pairs.add_up_in(simd, self.term);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::{Metric, archs, metrics::Product, of_sum};

    /// Coordinate made of counts and fractions, which the formulas of all metrics take.
    fn coordinate(i: usize, j: usize, of: usize) -> f64 {
        ((7 * i + 3 * j) % of) as f64 / 4.0
    }

    #[test]
    fn metrics_are_their_formulas_of_any_shape() {
        let shapes = [(1, 1, 1), (2, 7, 5), (3, 16, 4), (20, 45, 9), (200, 64, 64)];
        let summed = Metric::ALL.into_iter().filter(|metric| !metric.is_given());
        for (metric, (features, rows, columns)) in
            summed.flat_map(|metric| shapes.map(|shape| (metric, shape)))
        {
            let mut x = DMatrix::from_fn(rows + 3, features, |i, j| coordinate(i, j + 1, 11));
            let mut y = DMatrix::from_fn(columns + 2, features, |i, j| coordinate(i, j, 13));
            if metric == Metric::CenteredInner {
                let mean = x.row_mean();
                for rows in [&mut x, &mut y] {
                    rows.row_iter_mut().for_each(|mut row| row -= &mean);
                }
            } else {
                // No row is zeros, which have no cosine.
                x.column_mut(0).fill(1.0);
                y.column_mut(0).fill(2.0);
            }
            let points = MetricPoints::new(&x, metric);
            let others = points.others(&y);
            let factor = crate::power_of_two::times(0.5, points.unit());
            let stride = rows + 1;
            let mut out = vec![-1.0_f64; stride * columns];
            points.tile(
                2..rows + 2,
                &others,
                1..columns + 1,
                factor,
                &mut out,
                stride,
            );
            let reach =
                0.5 * crate::power_of_two::times(points.reach(Some(&others)), points.unit());
            for (j, column) in out.chunks(stride).enumerate() {
                for (i, value) in column[..rows].iter().enumerate() {
                    let row =
                        |of: &DMatrix<f64>, i| -> Vec<f64> { of.row(i).iter().copied().collect() };
                    let expected =
                        0.5 * (metric.spec().reference)(&row(&x, i + 2), &row(&y, j + 1));
                    let off = (value - expected).abs();
                    let at = format!(
                        "{metric:?}, {features} features, ({i}, {j}) of {rows} × {columns}"
                    );
                    assert!(off <= 1e-14 * reach, "{at}: {value} for {expected}");
                    assert!(
                        expected.abs() <= reach * (1.0 + 1e-14),
                        "{at}: beyond {reach}"
                    );
                }
                assert_eq!(column[rows], -1.0, "written past the column");
            }
        }
    }

    fn whole(x: &DMatrix<f64>) -> Coordinates<'_> {
        Coordinates {
            values: x.as_slice(),
            panel: x.nrows(),
            features: x.ncols(),
        }
    }

    /// Adds up small integers, whose sums are exact in any order; memory between columns stays as it was.
    #[test]
    fn sums_over_features_on_any_processor() {
        for (arch, (features, rows, columns)) in archs().into_iter().flat_map(|arch| {
            let shapes = [(0, 3, 2), (1, 1, 1), (3, 16, 4), (20, 45, 9), (200, 64, 64)];
            shapes.map(|shape| (arch, shape))
        }) {
            let x = DMatrix::from_fn(rows + 3, features, |i, j| 4.0 * coordinate(i, j, 11));
            let y = DMatrix::from_fn(columns + 2, features, |i, j| 4.0 * coordinate(i, j, 13));
            let stride = rows + 1;
            let mut out = vec![-1.0_f32; stride * columns];
            let pairs = MetricPairs {
                x: whole(&x),
                rows: 2..rows + 2,
                y: whole(&y),
                columns: 1..columns + 1,
                entries: &[],
                factor: 0.5,
                out: &mut out,
                stride,
            };
            arch.dispatch(DispatchTile {
                pairs,
                term: Product,
            });
            for (j, column) in out.chunks(stride).enumerate() {
                for (i, value) in column[..rows].iter().enumerate() {
                    let expected = 0.5 * x.row(i + 2).dot(&y.row(j + 1)) as f32;
                    let at =
                        format!("{arch:?}, {features} features, ({i}, {j}) of {rows} × {columns}");
                    assert_eq!(*value, expected, "{at}");
                }
                assert_eq!(column[rows], -1.0, "written past the column");
            }
        }
    }

    /// Equal terms round the same way each time they are added to one sum: with 10,000 of them it is off by 400 ε.
    #[test]
    fn rounding_does_not_add_up_along_the_features() {
        let d = 10_000;
        let points = MetricPoints::new(&DMatrix::from_element(16, d, 1.0), Metric::Cosine);
        let mut out = vec![0.0_f64; 16 * 16];
        points.tile(0..16, &points, 0..16, 1.0, &mut out, 16);
        let largest = out
            .iter()
            .fold(0.0_f64, |m, value| m.max((value - 1.0).abs()));
        assert!(largest < 26.0 * f64::EPSILON, "off by {largest}");
        let bound = of_features(d);
        assert!(
            largest <= bound * f64::EPSILON && bound < 0.5 * of_sum(d),
            "{bound}"
        );
    }

    #[test]
    fn chi_squared_of_two_zeros_is_zero() {
        let x = DMatrix::from_row_slice(2, 3, &[0.0, 3.0, 1.0, 0.0, 1.0, 0.0]);
        let points = MetricPoints::new(&x, Metric::ChiSquared);
        let mut out = [0.0_f64; 4];
        points.tile(0..2, &points, 0..2, 1.0, &mut out, 2);
        // 4/4 and 1/1.
        assert_eq!(out, [0.0, 2.0, 2.0, 0.0]);
    }
}
