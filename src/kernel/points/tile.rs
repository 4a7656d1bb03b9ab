//! Distances and inner products between points, a tile at a time.

use faer::{Accum, MatMut, MatRef, Par, linalg::matmul::matmul};
use nalgebra::DMatrix;
use pulp::{Arch, Simd, WithSimd};

use super::{FEW_FEATURES, Metric, MetricPoints};
use crate::kernel::Real;

/// A squared distance this much smaller than the squared norms it is the difference of has lost
/// digits.
const CANCELLATION: f64 = 1e-4;
const LANES: usize = 16;

impl MetricPoints {
    /// `factor` times the metric between `self[rows]` and `others[columns]`, written column by column
    /// from the start of `out`, each column `stride` after the one before.
    pub(crate) fn tile<R: Real>(
        &self,
        rows: std::ops::Range<usize>,
        others: &Self,
        columns: std::ops::Range<usize>,
        factor: f64,
        out: &mut [R],
        stride: usize,
    ) {
        let differences = match self.metric {
            Metric::L1 | Metric::ChiSquared | Metric::Given | Metric::GivenSquared => true,
            _ => self.x.ncols() <= FEW_FEATURES,
        };
        if differences {
            for (j, out) in columns.zip(out.chunks_mut(stride)) {
                self.column(rows.clone(), others, j, factor, &mut out[..rows.len()]);
            }
            return;
        }
        // Differences of products would not keep the digits of a number any shorter.
        let mut products = self.products(rows.clone(), others, columns.clone());
        for (j, (mut column, out)) in
            columns.zip(products.column_iter_mut().zip(out.chunks_mut(stride)))
        {
            if self.metric == Metric::SquaredEuclidean {
                self.distances_from_products(rows.clone(), others, j, column.as_mut_slice());
            }
            for (out, &value) in out.iter_mut().zip(column.iter()) {
                *out = R::of(factor * value);
            }
        }
    }

    /// One column by sums over the features, or of the given entries.
    fn column<R: Real>(
        &self,
        rows: std::ops::Range<usize>,
        others: &Self,
        j: usize,
        factor: f64,
        out: &mut [R],
    ) {
        let row = (others, j);
        match self.metric {
            Metric::SquaredEuclidean => {
                self.sum_over_features(rows, row, factor, out, |a, b| (a - b) * (a - b));
            }
            Metric::L1 => self.sum_over_features(rows, row, factor, out, |a, b| (a - b).abs()),
            Metric::ChiSquared => self.sum_over_features(rows, row, factor, out, |a, b| {
                // 0/0 for two zeros.
                let share = (a - b) / (a + b).max(f64::MIN_POSITIVE);
                (a - b) * share
            }),
            Metric::CenteredInner | Metric::Inner | Metric::Cosine => {
                self.sum_over_features(rows, row, factor, out, |a, b| a * b);
            }
            Metric::Given | Metric::GivenSquared => {
                for (out, &column) in out.iter_mut().zip(&self.columns[rows]) {
                    *out = R::of(factor * self.given(others.x[(j, column)]));
                }
            }
        }
    }

    fn sum_over_features<R: Real>(
        &self,
        rows: std::ops::Range<usize>,
        (others, j): (&Self, usize),
        factor: f64,
        out: &mut [R],
        term: impl Fn(f64, f64) -> f64 + Copy,
    ) {
        Arch::new().dispatch(SumOverFeatures {
            x: &self.x,
            start: rows.start,
            other: others.x.row(j).iter(),
            factor,
            out,
            term,
        });
    }

    fn products(
        &self,
        rows: std::ops::Range<usize>,
        others: &Self,
        columns: std::ops::Range<usize>,
    ) -> DMatrix<f64> {
        let (a, b) = (self.rows(rows), others.rows(columns));
        let mut products = DMatrix::zeros(a.nrows(), b.nrows());
        let (height, width) = products.shape();
        matmul(
            MatMut::from_column_major_slice_mut(products.as_mut_slice(), height, width),
            Accum::Replace,
            a,
            b.transpose(),
            1.0,
            Par::Seq,
        );
        products
    }

    /// What products are taken of.
    fn rows(&self, rows: std::ops::Range<usize>) -> MatRef<'_, f64> {
        let x = if self.moved.is_empty() {
            &self.x
        } else {
            &self.moved
        };
        let x = MatRef::from_column_major_slice(x.as_slice(), x.nrows(), x.ncols());
        x.subrows(rows.start, rows.len())
    }

    /// ‖x−y‖² = ‖x‖² + ‖y‖² − 2x·y, taken by differences where that would cancel.
    fn distances_from_products(
        &self,
        rows: std::ops::Range<usize>,
        others: &Self,
        j: usize,
        out: &mut [f64],
    ) {
        let norm_j = others.squared_norms[j];
        let norms = &self.squared_norms[rows.clone()];
        let mut cancelled = false;
        for (value, norm) in out.iter_mut().zip(norms) {
            let sum = norm + norm_j;
            *value = sum - 2.0 * *value;
            cancelled |= *value < CANCELLATION * sum;
        }
        if !cancelled {
            return;
        }
        for ((i, value), norm) in rows.zip(out).zip(norms) {
            if *value < CANCELLATION * (norm + norm_j) {
                *value = self.x.row(i).metric_distance(&others.x.row(j)).powi(2);
            }
        }
    }
}

/// A closure would do, were it sure to be inlined, and with that compiled for wide instructions.
struct SumOverFeatures<'a, R, F, I> {
    x: &'a DMatrix<f64>,
    /// Rows of x from here on, one for each number of `out`.
    start: usize,
    other: I,
    factor: f64,
    out: &'a mut [R],
    term: F,
}

impl<'a, R, F, I> WithSimd for SumOverFeatures<'_, R, F, I>
where
    R: Real,
    F: Fn(f64, f64) -> f64,
    I: Iterator<Item = &'a f64> + Clone,
{
    type Output = ();

    #[allow(
        clippy::inline_always,
        reason = "compiled with the caller's instruction set"
    )]
    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        let Self {
            x,
            start,
            other,
            factor,
            out,
            term,
        } = self;
        let n = x.nrows();
        let (head, tail) = out.as_chunks_mut::<LANES>();
        let mut at = start;
        for sums in head {
            let mut acc = [0.0; LANES];
            for (c, &b) in other.clone().enumerate() {
                let a = &x.as_slice()[c * n + at..][..LANES];
                for (sum, &a) in acc.iter_mut().zip(a) {
                    *sum += term(a, b);
                }
            }
            *sums = acc.map(|sum| R::of(factor * sum));
            at += LANES;
        }
        for (i, sum) in (at..).zip(tail) {
            let terms = other.clone().enumerate();
            let terms = terms.map(|(c, &b)| term(x.as_slice()[c * n + i], b));
            *sum = R::of(factor * terms.fold(0.0, |sum, term| sum + term));
        }
    }
}
