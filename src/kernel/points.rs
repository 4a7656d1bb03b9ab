//! Distances and inner products between points, a tile at a time.

use faer::{Accum, MatMut, MatRef, Par, linalg::matmul::matmul};
use nalgebra::{DMatrix, RowDVector};
use pulp::{Arch, Simd, WithSimd};

use super::{Kernel, Real};

/// What of two points a kernel is a function of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Metric {
    /// Of points moved to their mean, which leaves the centred kernel matrix as it is.
    CenteredInner,
    Inner,
    /// Inner product of unit rows.
    Cosine,
    SquaredEuclidean,
    L1,
}

/// Up to this many features, sums over features are loops; past it, matrix products.
const FEW_FEATURES: usize = 16;
/// A squared distance this much smaller than the squared norms it is the difference of has lost
/// digits.
const CANCELLATION: f64 = 1e-4;
const LANES: usize = 16;

/// Training points prepared for one metric.
#[derive(Debug, Clone)]
pub(crate) struct Points {
    metric: Metric,
    origin: RowDVector<f64>,
    /// n × d: moved to the origin, or of unit rows.
    x: DMatrix<f64>,
    /// ‖xᵢ‖², where products are taken for distances; else empty.
    squared_norms: Vec<f64>,
}

impl Metric {
    pub(crate) fn of(kernel: &Kernel) -> Self {
        match kernel {
            Kernel::Linear => Self::CenteredInner,
            Kernel::Poly { .. } | Kernel::Sigmoid { .. } => Self::Inner,
            Kernel::Cosine => Self::Cosine,
            Kernel::Rbf { .. } => Self::SquaredEuclidean,
            Kernel::Laplacian { .. } => Self::L1,
        }
    }
}

impl Points {
    /// Prepares x (n × d).
    pub(crate) fn new(x: &DMatrix<f64>, metric: Metric) -> Self {
        let origin = match metric {
            Metric::CenteredInner | Metric::SquaredEuclidean | Metric::L1 => x.row_mean(),
            Metric::Inner | Metric::Cosine => RowDVector::zeros(x.ncols()),
        };
        Self::at(x, metric, origin)
    }

    /// Prepares other points (m × d) for the same metric and origin.
    pub(crate) fn others(&self, x: &DMatrix<f64>) -> Self {
        Self::at(x, self.metric, self.origin.clone())
    }

    /// Some of the points.
    pub(crate) fn subset(&self, indices: &[usize]) -> Self {
        Self {
            metric: self.metric,
            origin: self.origin.clone(),
            x: self.x.select_rows(indices),
            // Empty where all are.
            squared_norms: indices
                .iter()
                .filter_map(|&i| self.squared_norms.get(i).copied())
                .collect(),
        }
    }

    fn at(x: &DMatrix<f64>, metric: Metric, origin: RowDVector<f64>) -> Self {
        let mut x = x.clone();
        for (mut column, shift) in x.column_iter_mut().zip(origin.iter()) {
            column.add_scalar_mut(-shift);
        }
        if metric == Metric::Cosine {
            normalize_rows(&mut x);
        }
        let squared_norms = if metric == Metric::SquaredEuclidean && x.ncols() > FEW_FEATURES {
            x.row_iter().map(|row| row.norm_squared()).collect()
        } else {
            Vec::new()
        };
        Self {
            metric,
            origin,
            x,
            squared_norms,
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.x.nrows()
    }

    /// Whether the metric costs more to evaluate than to read from memory.
    pub(crate) fn are_costly(&self) -> bool {
        self.x.ncols() > FEW_FEATURES
    }

    /// n × d: what sums over features are taken of.
    pub(crate) fn coordinates(&self) -> &DMatrix<f64> {
        &self.x
    }

    /// The metric of each point with itself.
    pub(crate) fn diagonal(&self) -> Vec<f64> {
        match self.metric {
            Metric::SquaredEuclidean | Metric::L1 => vec![0.0; self.len()],
            Metric::CenteredInner | Metric::Inner | Metric::Cosine => {
                self.x.row_iter().map(|row| row.norm_squared()).collect()
            }
        }
    }

    /// The point nearest the mean, the first where several are.
    pub(crate) fn nearest_to_mean(&self) -> usize {
        let mean = self.x.row_mean();
        let distances = self.x.row_iter().map(|row| (row - &mean).norm_squared());
        distances
            .enumerate()
            .reduce(|best, next| if next.1 < best.1 { next } else { best })
            .map_or(0, |(i, _)| i)
    }

    /// The metric between `self[rows]` and `others[columns]`, written column by column from the
    /// start of `out`, each column `stride` after the one before.
    pub(crate) fn tile<R: Real>(
        &self,
        rows: std::ops::Range<usize>,
        others: &Self,
        columns: std::ops::Range<usize>,
        out: &mut [R],
        stride: usize,
    ) {
        let differences = match self.metric {
            Metric::L1 => true,
            _ => self.x.ncols() <= FEW_FEATURES,
        };
        if differences {
            for (j, out) in columns.zip(out.chunks_mut(stride)) {
                self.column(rows.clone(), others, j, &mut out[..rows.len()]);
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
                *out = R::of(value);
            }
        }
    }

    /// One column by sums over the features.
    fn column<R: Real>(
        &self,
        rows: std::ops::Range<usize>,
        others: &Self,
        j: usize,
        out: &mut [R],
    ) {
        match self.metric {
            Metric::SquaredEuclidean => {
                self.sum_over_features(rows, others, j, out, |a, b| (a - b) * (a - b));
            }
            Metric::L1 => self.sum_over_features(rows, others, j, out, |a, b| (a - b).abs()),
            Metric::CenteredInner | Metric::Inner | Metric::Cosine => {
                self.sum_over_features(rows, others, j, out, |a, b| a * b);
            }
        }
    }

    fn sum_over_features<R: Real>(
        &self,
        rows: std::ops::Range<usize>,
        others: &Self,
        j: usize,
        out: &mut [R],
        term: impl Fn(f64, f64) -> f64 + Copy,
    ) {
        Arch::new().dispatch(SumOverFeatures {
            x: &self.x,
            start: rows.start,
            other: others.x.row(j).iter(),
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

    fn rows(&self, rows: std::ops::Range<usize>) -> MatRef<'_, f64> {
        let (n, d) = self.x.shape();
        let x = MatRef::from_column_major_slice(self.x.as_slice(), n, d);
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
            *sums = acc.map(R::of);
            at += LANES;
        }
        for (i, sum) in (at..).zip(tail) {
            let terms = other.clone().enumerate();
            *sum = R::of(terms.fold(0.0, |sum, (c, &b)| sum + term(x.as_slice()[c * n + i], b)));
        }
    }
}

/// Divides rows by their norms; zero rows stay zero.
fn normalize_rows(x: &mut DMatrix<f64>) {
    for mut row in x.row_iter_mut() {
        // Scaled first, so that the squares neither overflow nor vanish.
        let largest = row.amax();
        if largest > 0.0 {
            row /= largest;
            let norm = row.norm();
            row /= norm;
        }
    }
}
