//! Linear rules that predict a label from scores, learnt from rows whose label is known: one rule for the first
//! component alone, one for the first two, and so on.

#![expect(
    clippy::inline_always,
    reason = "only what is inlined is compiled for the processor's widest registers"
)]

use faer::MatRef;
use nalgebra::{Cholesky, DMatrix};
use pulp::{Arch, Simd, WithSimd};

use super::target::Prediction;
use crate::eigen::gemm::{product, tr_product, view};

/// Ridge added to the covariance's diagonal, as a multiple of its mean diagonal: components made of rounding then
/// carry no weight, and more components than rows do no harm.
pub const RIDGE: f64 = 1e-6;
/// Least ridge, for scores of at most one: with rows that do not differ within a class, the nearest class mean
/// wins.
const LEAST: f64 = 1e-30;
/// Number of rules evaluated at once: one per lane of the widest register.
const LANES: usize = 8;

/// Scores of m rows, each preceded by a 1, so that a rule with its offset is one product: (1 + k) × m.
pub(super) struct ScorePoints(DMatrix<f64>);

impl ScorePoints {
    /// Points of `scores` (m × k), divided by `unit`.
    pub(super) fn of(scores: &DMatrix<f64>, unit: f64) -> Self {
        let (m, k) = scores.shape();
        let mut points = DMatrix::from_element(1 + k, m, 1.0);
        for (j, column) in scores.column_iter().enumerate() {
            for (i, score) in column.iter().enumerate() {
                points[(1 + j, i)] = score / unit;
            }
        }
        Self(points)
    }

    pub(super) fn select(&self, rows: &[usize]) -> Self {
        let (height, all) = (self.0.nrows(), self.0.as_slice());
        let mut points = Vec::with_capacity(height * rows.len());
        for row in rows {
            points.extend_from_slice(&all[row * height..][..height]);
        }
        Self(DMatrix::from_vec(height, rows.len(), points))
    }

    fn iter(&self) -> impl Iterator<Item = &[f64]> {
        self.0.as_slice().chunks_exact(self.0.nrows())
    }

    /// Sums of the points of each class, (1 + k) × `count`; `codes` gives the class of each point, below `count`.
    fn sums(&self, codes: impl Iterator<Item = usize>, count: usize) -> DMatrix<f64> {
        let height = self.0.nrows();
        let mut sums = DMatrix::zeros(height, count);
        for (point, code) in self.iter().zip(codes) {
            let sum = &mut sums.as_mut_slice()[code * height..][..height];
            for (sum, value) in sum.iter_mut().zip(point) {
                *sum += value;
            }
        }
        sums
    }

    /// Subtracts from each point the column of `centers` that its code names.
    fn less(&self, centers: &DMatrix<f64>, codes: impl Iterator<Item = usize>) -> Self {
        let height = self.0.nrows();
        let mut points = self.0.clone();
        let columns = points.as_mut_slice().chunks_exact_mut(height);
        for (point, code) in columns.zip(codes) {
            let center = &centers.as_slice()[code * height..][..height];
            for (value, center) in point.iter_mut().zip(center) {
                *value -= center;
            }
        }
        Self(points)
    }

    /// Scores without the leading ones, k × m.
    fn scores(&self) -> MatRef<'_, f64> {
        view(&self.0).subrows(1, self.0.nrows() - 1)
    }

    /// Covariance Σ xyᵀ/m of the rows' scores x with their values y (r × m): k × r.
    fn covariance_with(&self, y: MatRef<'_, f64>) -> DMatrix<f64> {
        let m = self.0.ncols().max(1) as f64;
        tr_product(self.scores().transpose(), y.transpose()) / m
    }
}

/// Scores of rows whose label is known, with the labels.
pub(super) struct LabelledRows {
    pub(super) points: ScorePoints,
    pub(super) target: Prediction,
}

/// Linear rules c + (z − t)ᵀw, with w = (S + r·I)⁻¹ d of the first q components z. They predict a quantity, or the
/// log-odds of a class against the first class.
pub(super) struct LinearRules {
    /// Covariance S, k × k, within classes or of all rows, with the number of rows as divisor.
    covariance: DMatrix<f64>,
    /// Directions d as columns: differences of means from the first class's, or the covariance with the
    /// quantity.
    towards: DMatrix<f64>,
    /// Points t as columns: midpoints of the first class's mean and the other classes', or the mean of all rows.
    through: DMatrix<f64>,
    /// Constants c: logarithms of a class's share over the first one's, or the quantity's mean.
    constants: Vec<f64>,
    /// Position of each class among the classes with rows, of which the first, at 0, has no rule; `None` for a class
    /// without rows.
    places: Vec<Option<usize>>,
}

impl LabelledRows {
    pub(super) fn rules(&self) -> LinearRules {
        match &self.target {
            Prediction::Classes { codes, count } => self.discriminants(codes, *count),
            Prediction::Quantity(values) => self.regression(values),
        }
    }

    fn discriminants(&self, codes: &[usize], count: usize) -> LinearRules {
        let codes = || codes.iter().copied();
        let sums = self.points.sums(codes(), count);
        let (k, sizes) = (sums.nrows() - 1, sums.row(0));
        let means = DMatrix::from_fn(1 + k, count, |i, class| {
            sums[(i, class)] / sizes[class].max(1.0)
        });
        let mut places = vec![None; count];
        let present: Vec<usize> = (0..count).filter(|&class| sizes[class] > 0.0).collect();
        for (place, &class) in present.iter().enumerate() {
            places[class] = Some(place);
        }
        let (first, others) = present.split_first().map_or((0, &[][..]), |(a, b)| (*a, b));
        let of_others = |f: fn(f64, f64) -> f64| {
            DMatrix::from_fn(k, others.len(), |i, j| {
                f(means[(1 + i, others[j])], means[(1 + i, first)])
            })
        };
        let within = self.points.less(&means, codes());
        let shares = others
            .iter()
            .map(|&class| (sizes[class] / sizes[first]).ln());
        LinearRules {
            covariance: within.covariance_with(within.scores()),
            towards: of_others(|other, first| other - first),
            through: of_others(f64::midpoint),
            constants: shares.collect(),
            places,
        }
    }

    fn regression(&self, values: &[f64]) -> LinearRules {
        let n = values.len().max(1) as f64;
        let one = || values.iter().map(|_| 0);
        let center = self.points.sums(one(), 1) / n;
        let mean = values.iter().sum::<f64>() / n;
        let centred = self.points.less(&center, one());
        let values = values.iter().map(|value| value - mean);
        let values = DMatrix::from_iterator(1, values.len(), values);
        LinearRules {
            covariance: centred.covariance_with(centred.scores()),
            towards: centred.covariance_with(view(&values)),
            through: center.rows(1, center.nrows() - 1).into_owned(),
            constants: vec![mean],
            places: vec![],
        }
    }
}

impl LinearRules {
    /// Errors that the rule from the first q components makes on other rows, for q = 1, 2, …: number of wrong rows, or
    /// sum of squared errors.
    pub(super) fn missed(&self, rows: &LabelledRows) -> Vec<f64> {
        let (k, others) = self.towards.shape();
        let points = view(&rows.points.0);
        let mut missed = Vec::with_capacity(k);
        for first in (1..=k).step_by(LANES) {
            let most = k.min(first + LANES - 1);
            let mut weights = DMatrix::zeros(others * LANES, 1 + most);
            for (lane, q) in (first..=most).enumerate() {
                self.write(q, lane, &mut weights);
            }
            let values = product(view(&weights), points.subrows(0, 1 + most));
            let (values, _) = values.as_slice().as_chunks();
            let of_lanes = match &rows.target {
                Prediction::Classes { codes, .. } => Arch::new().dispatch(CountErrors {
                    codes,
                    values,
                    places: &self.places,
                    others,
                }),
                Prediction::Quantity(wanted) => squares(values, wanted),
            };
            missed.extend(&of_lanes[..=most - first]);
        }
        missed
    }

    /// Writes the rules of the first q components into the rows of `weights` that belong to `lane`, each rule's
    /// offset before its weights.
    fn write(&self, q: usize, lane: usize, weights: &mut DMatrix<f64>) {
        let towards = self.towards.rows(0, q);
        let mut ridged = self.covariance.view((0, 0), (q, q)).into_owned();
        let ridge = (RIDGE * ridged.trace() / q as f64).max(LEAST);
        for j in 0..q {
            ridged[(j, j)] += ridge;
        }
        let found = match Cholesky::new(ridged) {
            Some(factor) => factor.solve(&towards),
            // The ridge is far larger than rounding, so the factorisation does not fail.
            None => DMatrix::zeros(q, towards.ncols()),
        };
        for (place, (w, through)) in found
            .column_iter()
            .zip(self.through.column_iter())
            .enumerate()
        {
            let row = place * LANES + lane;
            weights[(row, 0)] = self.constants[place] - through.rows(0, q).dot(&w);
            for (j, &weight) in w.iter().enumerate() {
                weights[(row, 1 + j)] = weight;
            }
        }
    }
}

/// Counts, for each of several rules, the rows whose largest value belongs to another class than their own; of
/// equal values the first class's counts.
struct CountErrors<'a> {
    codes: &'a [usize],
    /// Values of each row under the rules of all classes but the first, whose value is 0.
    values: &'a [[f64; LANES]],
    /// Position of each class among the classes with rows, see [`LinearRules`].
    places: &'a [Option<usize>],
    /// Number of classes that have a rule.
    others: usize,
}

impl WithSimd for CountErrors<'_> {
    type Output = [f64; LANES];

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) -> Self::Output {
        const NONE: [f64; LANES] = [f64::NEG_INFINITY; LANES];
        let mut wrong = [0.0; LANES];
        for (i, &code) in self.codes.iter().enumerate() {
            let values = &self.values[i * self.others..][..self.others];
            let (own, before, after) = match self.places.get(code).copied().flatten() {
                Some(0) => ([0.0; LANES], NONE, largest(NONE, values)),
                Some(place) => (
                    values[place - 1],
                    largest([0.0; LANES], &values[..place - 1]),
                    largest(NONE, &values[place..]),
                ),
                None => (NONE, NONE, NONE),
            };
            for lane in 0..LANES {
                let is_right = own[lane] > before[lane] && own[lane] >= after[lane];
                wrong[lane] += if is_right { 0.0 } else { 1.0 };
            }
        }
        wrong
    }
}

#[inline(always)]
fn largest(start: [f64; LANES], values: &[[f64; LANES]]) -> [f64; LANES] {
    let mut largest = start;
    for value in values {
        for (largest, value) in largest.iter_mut().zip(value) {
            *largest = if value > largest { *value } else { *largest };
        }
    }
    largest
}

fn squares(values: &[[f64; LANES]], wanted: &[f64]) -> [f64; LANES] {
    let mut squares = [0.0; LANES];
    for (values, wanted) in values.iter().zip(wanted) {
        for (sum, value) in squares.iter_mut().zip(values) {
            *sum += (value - wanted).powi(2);
        }
    }
    squares
}
