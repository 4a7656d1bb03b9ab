//! What the first q components know of the label, asked of rows that the fit has not seen.
//!
//! The rows are halved at random, each half is fitted and the other one predicted from it, and that is
//! repeated with other halves. Classes are predicted by linear discriminant analysis, a quantity by
//! linear regression (Hastie, Tibshirani and Friedman, *The Elements of Statistical Learning*, §4.3 and
//! §3.2). The components themselves are computed from all rows, without their labels.

use std::sync::Arc;

use nalgebra::{Cholesky, DMatrix, DVector};
use rayon::prelude::*;

use crate::{
    data::{Labels, RandomState},
    eigen::gemm::{product, tr_product, view},
};

/// How often the rows are halved.
pub const HALVINGS: usize = 20;
/// Of the random numbers that halve them, so that the same scores give the same answer.
pub const SEED: u32 = 0;
/// What is added to the diagonal of the covariance, relative to its mean: components made of rounding
/// then say nothing, and more components than rows do no harm.
pub const RIDGE: f64 = 1e-6;
/// No more components than this are looked at.
pub const MOST: usize = 64;

/// Of more rows than this only some are judged: a share of so many is good to half a percent.
pub const MOST_ROWS: usize = 10_000;
/// Numbers of components whose rules are tried at once.
const AT_ONCE: usize = 8;

/// Added where rows of a class do not differ at all, to scores of at most one: the nearest class wins.
const LEAST: f64 = 1e-30;

/// How well the label of rows that were left out is predicted.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Score {
    /// Share of rows whose class is found, or R², over all halvings.
    pub mean: f64,
    /// Standard deviation (divisor 20) between the halvings.
    pub spread: f64,
}

/// Why a label cannot be predicted, in words for the screen; `None` where it can.
#[must_use]
pub fn obstacle(labels: &Labels) -> Option<&'static str> {
    match labels {
        Labels::None => Some("there is no label to predict: choose a label column"),
        Labels::Classes { codes, .. } => {
            let sizes = class_sizes(codes);
            let classes = sizes.iter().filter(|&&size| size > 0).count();
            if classes < 2 {
                Some("all rows are of one class")
            } else if sizes.iter().filter(|&&size| size > 1).count() < 2 {
                Some("two classes with two rows each are needed at least")
            } else if codes.len() / 2 <= classes {
                Some("there are too few rows: half of them must be more than there are classes")
            } else {
                None
            }
        }
        Labels::Continuous { values, .. } => {
            if values.len() < 4 {
                Some("four rows are needed at least")
            } else if values.iter().all(|value| *value == values[0]) {
                Some("the label is the same in all rows")
            } else {
                None
            }
        }
    }
}

/// How well the first q columns of `scores` (n × k) predict the label of each row, for q = 1, 2, … up
/// to k or [`MOST`]; `None` where there is an [`obstacle`]. See [`Judge`].
///
/// # Panics
/// When there is not one label for each row.
#[must_use]
pub fn separation(scores: &DMatrix<f64>, labels: &Labels) -> Option<Vec<Score>> {
    Some(Judge::of_all(labels)?.judge(scores))
}

/// What scores are judged by: labels, and halves of the rows, which stay the same whatever the scores.
///
/// Halves are drawn as `NumPy` draws them: the rows in the order of `RandomState(0).permutation(n)`,
/// then sorted by class, fall alternately into one half and the other. So both halves have their share
/// of each class, and a script can draw the same. Each row is predicted once in each halving.
///
/// A class of one row is never in both halves, so that its row counts as wrong.
#[derive(Debug)]
pub struct Judge {
    /// Of the rows that are judged.
    target: Target,
    /// These, where they are not all.
    rows: Option<Arc<[usize]>>,
    /// How many rows there are.
    of: usize,
    /// Both halves of the rows that are judged, for each halving.
    halvings: Vec<[Vec<usize>; 2]>,
}

impl Judge {
    /// `None` where there is an [`obstacle`].
    #[must_use]
    pub fn of_all(labels: &Labels) -> Option<Self> {
        if obstacle(labels).is_some() {
            return None;
        }
        let target = Target::of(labels)?;
        Some(Self {
            halvings: halvings(&target, target.len()),
            of: target.len(),
            target,
            rows: None,
        })
    }

    /// By some rows (ascending) with these `labels`, of `of` in all.
    #[must_use]
    pub fn of_some(rows: &Arc<[usize]>, labels: &Labels, of: usize) -> Option<Self> {
        Some(Self {
            rows: Some(Arc::clone(rows)),
            of,
            ..Self::of_all(labels)?
        })
    }

    /// How well the first q columns of `scores` (n × k) predict the label, for q = 1, 2, … up to k or [`MOST`].
    ///
    /// # Panics
    /// When there is not one label for each row.
    #[must_use]
    pub fn judge(&self, scores: &DMatrix<f64>) -> Vec<Score> {
        assert_eq!(scores.nrows(), self.of, "one label for each row");
        let scores = scores.columns(0, scores.ncols().min(MOST));
        let z = of_order_one(match &self.rows {
            Some(rows) => scores.select_rows(&**rows),
            None => scores.into_owned(),
        });
        let target = &self.target;
        let halvings: Vec<Vec<f64>> = self
            .halvings
            .par_iter()
            .map(|[a, b]| {
                let halves = [a, b].map(|rows| Half::of(&z, target, rows));
                let fits = halves.each_ref().map(Half::fit);
                let missed = [fits[0].missed(&halves[1]), fits[1].missed(&halves[0])];
                let both = missed[0].iter().zip(&missed[1]);
                both.map(|(a, b)| 1.0 - (a + b) / target.total()).collect()
            })
            .collect();
        let score = |q: usize| {
            let of_each = || halvings.iter().map(|curve| curve[q]);
            let mean = of_each().sum::<f64>() / HALVINGS as f64;
            let variance = of_each().map(|v| (v - mean).powi(2)).sum::<f64>() / HALVINGS as f64;
            Score {
                mean,
                spread: variance.sqrt(),
            }
        };
        (0..z.ncols()).map(score).collect()
    }
}

/// How well the rule that the first q columns of the first scores (n × k) give with their labels predicts
/// those of the second (m × k), for q = 1, …, k: the share of rows whose class is found, or R² about the mean
/// of the second labels. `None` where the first labels allow no rule, or the second are of another kind.
///
/// # Panics
/// When the numbers of columns, or of rows and their labels, differ.
#[must_use]
pub fn held_out(scores: [&DMatrix<f64>; 2], labels: [&Labels; 2]) -> Option<Vec<f64>> {
    if obstacle(labels[0]).is_some() {
        return None;
    }
    let [k, new_k] = scores.map(DMatrix::ncols);
    assert_eq!(k, new_k, "different numbers of components");
    let targets = Target::of_both(labels)?;
    let largest = scores[0].amax();
    let unit = if largest > 0.0 { largest } else { 1.0 };
    let mut halves = scores.into_iter().zip(targets).map(|(z, target)| {
        assert_eq!(z.nrows(), target.len(), "one label for each row");
        let z = z / unit;
        Half { z, target }
    });
    let (fitted, new) = (halves.next()?, halves.next()?);
    let total = new.target.variation();
    let missed = fitted.fit().missed(&new);
    (total > 0.0).then(|| missed.into_iter().map(|it| 1.0 - it / total).collect())
}

/// Rows of each class.
#[must_use]
pub fn class_sizes(codes: &[usize]) -> Vec<usize> {
    let mut sizes = vec![0; codes.iter().max().map_or(0, |last| last + 1)];
    for &code in codes {
        sizes[code] += 1;
    }
    sizes
}

/// Divided by the largest modulus: squares then neither overflow nor vanish.
fn of_order_one(z: DMatrix<f64>) -> DMatrix<f64> {
    let largest = z.amax();
    if largest > 0.0 { z / largest } else { z }
}

/// What is predicted of each row.
#[derive(Debug)]
enum Target {
    Classes {
        codes: Vec<usize>,
        count: usize,
    },
    /// Of mean zero and largest modulus one.
    Quantity(Vec<f64>),
}

impl Target {
    fn of(labels: &Labels) -> Option<Self> {
        match labels {
            Labels::None => None,
            Labels::Classes { codes, .. } => Some(Self::Classes {
                count: class_sizes(codes).len(),
                codes: codes.clone(),
            }),
            Labels::Continuous { values, .. } => {
                let n = values.len() as f64;
                let mean: f64 = values.iter().map(|value| value / n).sum();
                let centred = values.iter().map(|value| value - mean);
                let largest = centred.clone().fold(0.0_f64, |m, v| m.max(v.abs()));
                Some(Self::Quantity(centred.map(|v| v / largest).collect()))
            }
        }
    }

    /// Of rows that a rule is made from, and of others; in one unit. `None` where they are of two kinds.
    fn of_both(labels: [&Labels; 2]) -> Option<[Self; 2]> {
        match labels {
            [
                Labels::Classes { codes, .. },
                Labels::Classes { codes: others, .. },
            ] => {
                let count = class_sizes(codes).len().max(class_sizes(others).len());
                Some([codes, others].map(|codes| Self::Classes {
                    codes: codes.clone(),
                    count,
                }))
            }
            [
                Labels::Continuous { values, .. },
                Labels::Continuous { values: others, .. },
            ] => {
                let largest = values.iter().fold(0.0_f64, |m, v| m.max(v.abs()));
                let unit = largest.max(f64::MIN_POSITIVE);
                let scaled =
                    |values: &Vec<f64>| Self::Quantity(values.iter().map(|v| v / unit).collect());
                Some([values, others].map(scaled))
            }
            _ => None,
        }
    }

    /// What is missed by knowing the mean of a quantity alone, or nothing of classes.
    fn variation(&self) -> f64 {
        match self {
            Self::Classes { codes, .. } => codes.len() as f64,
            Self::Quantity(values) => {
                let mean = values.iter().sum::<f64>() / values.len().max(1) as f64;
                values.iter().map(|value| (value - mean).powi(2)).sum()
            }
        }
    }

    fn len(&self) -> usize {
        match self {
            Self::Classes { codes, .. } => codes.len(),
            Self::Quantity(values) => values.len(),
        }
    }

    /// What is missed by knowing nothing: all rows, or the sum of squares.
    fn total(&self) -> f64 {
        match self {
            Self::Classes { codes, .. } => codes.len() as f64,
            Self::Quantity(values) => values.iter().map(|v| v * v).sum(),
        }
    }

    fn select(&self, rows: &[usize]) -> Self {
        match self {
            Self::Classes { codes, count } => Self::Classes {
                codes: rows.iter().map(|&i| codes[i]).collect(),
                count: *count,
            },
            Self::Quantity(values) => Self::Quantity(rows.iter().map(|&i| values[i]).collect()),
        }
    }
}

/// The rows of both halves, for each halving.
fn halvings(target: &Target, n: usize) -> Vec<[Vec<usize>; 2]> {
    let mut random = RandomState::new(SEED);
    let halve = |_| {
        let mut order = random.permutation(n as u32);
        if let Target::Classes { codes, .. } = target {
            order.sort_by_key(|&i| codes[i]);
        }
        [0, 1].map(|first| order.iter().copied().skip(first).step_by(2).collect())
    };
    (0..HALVINGS).map(halve).collect()
}

/// Half of the rows.
struct Half {
    /// m × k.
    z: DMatrix<f64>,
    target: Target,
}

/// A rule of the form zᵀw + offset for each class, or for the quantity, with w = (S + r·I)⁻¹ t of the
/// first q components.
struct Fit {
    /// S, k × k: the covariance within classes, or of all rows, with the number of rows as divisor.
    covariance: DMatrix<f64>,
    /// t as columns, k × C: the classes' means, or the covariance with the quantity.
    solved_for: DMatrix<f64>,
    offsets: Offsets,
}

enum Offsets {
    /// ln of each class's share of the rows; −∞ without any. The offset is that less half of tᵀw.
    LogShares(Vec<f64>),
    /// Means of the components and of the quantity: the rule goes through them.
    Means(DVector<f64>, f64),
}

impl Half {
    fn of(z: &DMatrix<f64>, target: &Target, rows: &[usize]) -> Self {
        Self {
            z: z.select_rows(rows),
            target: target.select(rows),
        }
    }

    /// How much of it the `values` of a rule (m × C) with these offsets get wrong.
    fn missed_by(&self, values: &[f64], offsets: &[f64]) -> f64 {
        match &self.target {
            Target::Classes { codes, .. } => wrong(codes, values, offsets) as f64,
            Target::Quantity(wanted) => {
                let offset = offsets.first().copied().unwrap_or(0.0);
                let pairs = values.iter().zip(wanted);
                pairs
                    .map(|(value, wanted)| (value + offset - wanted).powi(2))
                    .sum()
            }
        }
    }

    fn fit(&self) -> Fit {
        match &self.target {
            Target::Classes { codes, count } => self.discriminant(codes, *count),
            Target::Quantity(values) => self.regression(values),
        }
    }

    fn discriminant(&self, codes: &[usize], count: usize) -> Fit {
        let n = codes.len().max(1) as f64;
        let mut sizes = vec![0.0; count];
        for &code in codes {
            sizes[code] += 1.0;
        }
        let mut means = DMatrix::zeros(self.z.ncols(), count);
        let mut within = self.z.clone();
        for (mut column, mut row) in within.column_iter_mut().zip(means.row_iter_mut()) {
            let mut of_class = vec![0.0; count];
            for (&code, z) in codes.iter().zip(column.iter()) {
                of_class[code] += z;
            }
            for (mean, size) in of_class.iter_mut().zip(&sizes) {
                *mean /= f64::max(*size, 1.0);
            }
            for (&code, z) in codes.iter().zip(column.iter_mut()) {
                *z -= of_class[code];
            }
            row.copy_from_slice(&of_class);
        }
        Fit {
            covariance: tr_product(view(&within), view(&within)) / n,
            solved_for: means,
            offsets: Offsets::LogShares(sizes.iter().map(|size| (size / n).ln()).collect()),
        }
    }

    fn regression(&self, values: &[f64]) -> Fit {
        let n = values.len().max(1) as f64;
        let center = self.z.row_mean().transpose();
        let mean = values.iter().sum::<f64>() / n;
        let mut z = self.z.clone();
        for (mut column, center) in z.column_iter_mut().zip(center.iter()) {
            column.add_scalar_mut(-center);
        }
        let y = DVector::from_iterator(values.len(), values.iter().map(|value| value - mean));
        Fit {
            covariance: tr_product(view(&z), view(&z)) / n,
            solved_for: DMatrix::from_columns(&[z.tr_mul(&y) / n]),
            offsets: Offsets::Means(center, mean),
        }
    }
}

impl Fit {
    /// How much of the half the rules of the first q components get wrong, for q = 1, 2, …: rows, or squares.
    fn missed(&self, half: &Half) -> Vec<f64> {
        let (m, k) = half.z.shape();
        let classes = self.solved_for.ncols();
        let mut missed = Vec::with_capacity(k);
        for first in (1..=k).step_by(AT_ONCE) {
            let rules: Vec<_> = (first..=k).take(AT_ONCE).map(|q| self.rule(q)).collect();
            let most = first + rules.len() - 1;
            let mut weights = DMatrix::zeros(most, rules.len() * classes);
            for (i, (of_rule, _)) in rules.iter().enumerate() {
                let place = (0, i * classes);
                weights.view_mut(place, of_rule.shape()).copy_from(of_rule);
            }
            let values = product(view(&half.z).subcols(0, most), view(&weights));
            let of_rules = values.as_slice().chunks_exact((m * classes).max(1));
            let of_rules = of_rules.zip(&rules);
            missed.extend(of_rules.map(|(values, (_, offsets))| half.missed_by(values, offsets)));
        }
        missed
    }

    /// The rule of the first q components: weights (q × C), and what is added to the value of each class.
    fn rule(&self, q: usize) -> (DMatrix<f64>, Vec<f64>) {
        let solved_for = self.solved_for.rows(0, q);
        let mut ridged = self.covariance.view((0, 0), (q, q)).into_owned();
        let ridge = (RIDGE * ridged.trace() / q as f64).max(LEAST);
        for j in 0..q {
            ridged[(j, j)] += ridge;
        }
        let weights = match Cholesky::new(ridged) {
            Some(factor) => factor.solve(&solved_for),
            // Rounding is far smaller than the ridge, so that this does not happen.
            None => DMatrix::zeros(q, solved_for.ncols()),
        };
        let pairs = weights.column_iter().zip(solved_for.column_iter());
        let offsets = pairs
            .enumerate()
            .map(|(class, (w, t))| match &self.offsets {
                Offsets::LogShares(shares) => shares[class] - 0.5 * t.dot(&w),
                Offsets::Means(center, mean) => mean - center.rows(0, q).dot(&w),
            });
        let offsets = offsets.collect();
        (weights, offsets)
    }
}

/// How many rows have their largest value (m × C, with what is added to each class) elsewhere than at their
/// class; the first is it where several tie.
fn wrong(codes: &[usize], values: &[f64], offsets: &[f64]) -> usize {
    let mut right = vec![true; codes.len()];
    // Rows of a class follow each other, so that there are few runs.
    let mut end = 0;
    for run in codes.chunk_by(|a, b| a == b) {
        let (class, rows) = (run[0], end..end + run.len());
        end = rows.end;
        let of = |class: usize| &values[class * codes.len()..][rows.clone()];
        let (own, added) = (of(class), offsets[class]);
        for (other, &offset) in offsets.iter().enumerate() {
            // Without branches, which rows would take at random.
            let pairs = right[rows.clone()].iter_mut().zip(own).zip(of(other));
            if other < class {
                pairs.for_each(|((right, own), it)| *right &= own + added > it + offset);
            } else {
                pairs.for_each(|((right, own), it)| *right &= own + added >= it + offset);
            }
        }
    }
    right.into_iter().filter(|right| !right).count()
}
