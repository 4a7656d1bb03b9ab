//! Accuracy with which the first q components predict the label of held-out rows.
//!
//! The rows are halved at random, rules are learnt from each half and tried on the other, and this is repeated with
//! other halves. Classes are predicted by linear discriminant analysis, a quantity by linear regression (Hastie,
//! Tibshirani and Friedman, *The Elements of Statistical Learning*, §4.3 and §3.2). The components themselves are
//! computed from all rows, without their labels; rows without a label are neither learnt from nor predicted.
//!
//! ```
//! use kernel_pca::{explain::separation::separation, objects::Labels};
//! use nalgebra::DMatrix;
//!
//! // Twenty rows, whose class is the sign of their score.
//! let scores = DMatrix::from_fn(20, 1, |i, _| if i % 2 == 0 { 1.0 } else { -1.0 });
//! let codes = (0..20).map(|i| i % 2).collect();
//! let labels = Labels::of_classes("sign", vec!["+".into(), "−".into()], codes);
//! let found = separation(&scores, &labels).map(|scores| scores[0].mean);
//! assert_eq!(found, Some(1.0));
//! ```

mod rules;
mod target;

use nalgebra::DMatrix;
use rayon::prelude::*;

use crate::objects::{Labels, RandomState};
use rules::{LabelledRows, ScorePoints};
use target::Prediction;

/// Number of random halvings of the rows: more make the mean steadier, at two fits of rules each.
pub const HALVINGS: usize = 20;
/// Seed of the halvings, fixed so that equal scores give equal answers.
pub const SEED: u32 = 0;
pub use rules::RIDGE;
/// Largest number of components from which labels are predicted: each number of components takes rules of its own.
pub const MOST_SCORED_COMPONENTS: usize = 64;

/// Number of rows above which a sample is judged: a share of 10,000 rows has a standard error of at most half a
/// percent.
pub const MOST_JUDGED_ROWS: usize = 10_000;
/// Accuracy of predictions for held-out rows, over repeated halvings of the rows or over folds.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SeparationScore {
    /// Mean over the halvings or folds of the share of rows whose class is predicted right, or of R² for a quantity.
    pub mean: f64,
    /// Standard deviation over the halvings (divisor 20), or standard error of the mean over folds.
    pub spread: f64,
}

impl SeparationScore {
    /// Score of the first q components, from `scores` of the first 1, 2, … components; of all where there are fewer
    /// than q, and `None` where there are none.
    pub(crate) fn by_first(q: usize, scores: &[Self]) -> Option<Self> {
        let last = scores.len().min(q.max(1)).checked_sub(1)?;
        Some(scores[last])
    }
}

/// Reason, in words, for which a label cannot be predicted; `None` where it can.
#[must_use]
pub fn obstacle(labels: &Labels) -> Option<&'static str> {
    match labels {
        Labels::None => Some("there is no label to predict: choose a label column"),
        Labels::Classes { codes, .. } => {
            let sizes = class_sizes(codes);
            let rows: usize = sizes.iter().sum();
            let classes = sizes.iter().filter(|&&size| size > 0).count();
            if classes < 2 {
                Some("all rows are of one class")
            } else if sizes.iter().filter(|&&size| size > 1).count() < 2 {
                Some("two classes with two rows each are needed at least")
            } else if rows / 2 <= classes {
                Some("there are too few rows: half of them must be more than there are classes")
            } else {
                None
            }
        }
        Labels::Continuous { values, .. } => {
            let mut known = values.iter().filter(|value| !value.is_nan());
            let first = known.clone().next();
            if known.clone().count() < 4 {
                Some("four rows are needed at least")
            } else if known.all(|value| Some(value) == first) {
                Some("the label is the same in all rows")
            } else {
                None
            }
        }
    }
}

/// Accuracy with which the first q columns of `scores` (n × k) predict the label of each row, for q = 1, 2, …
/// up to k or [`MOST_SCORED_COMPONENTS`]; `None` where there is an [`obstacle`]. See [`SeparationJudge`].
///
/// # Panics
/// When there is not one label for each row.
#[must_use]
pub fn separation(scores: &DMatrix<f64>, labels: &Labels) -> Option<Vec<SeparationScore>> {
    Some(SeparationJudge::of_all(labels)?.judge(scores))
}

/// Labels and random halvings by which scores are judged; they do not depend on the scores.
///
/// Halves are drawn with `NumPy`'s random stream, so that a script can draw the same: the rows in the order of
/// `RandomState(0).permutation(n)`, then sorted by class, go alternately into one half and the other. So both
/// halves have their share of each class. Each row is predicted once in each halving.
///
/// The only row of a class is never in both halves, and so counts as wrong.
#[derive(Debug)]
pub struct SeparationJudge {
    /// Labels of the rows that are judged.
    target: Prediction,
    /// Indices of the rows that are judged; `None` where all are.
    rows: Option<Vec<usize>>,
    /// Number of rows that scores must have.
    of: usize,
    /// Indices, among the rows judged, of both halves of each halving.
    halvings: Vec<[Vec<usize>; 2]>,
}

impl SeparationJudge {
    /// Judge of all rows with these labels; `None` where there is an [`obstacle`].
    #[must_use]
    pub fn of_all(labels: &Labels) -> Option<Self> {
        if obstacle(labels).is_some() {
            return None;
        }
        let target = Prediction::of(labels, labels)?;
        let unlabelled = labels.unlabelled();
        Some(Self {
            halvings: halvings(&target, target.len()),
            of: target.len() + unlabelled,
            target,
            rows: (unlabelled > 0).then(|| labels.known_rows()),
        })
    }

    /// Judge of some rows (indices ascending, of `of` rows in all) with these `labels`; `None` where there is an
    /// [`obstacle`].
    #[must_use]
    pub fn of_some(rows: Vec<usize>, labels: &Labels, of: usize) -> Option<Self> {
        let judge = Self::of_all(labels)?;
        let rows = match &judge.rows {
            Some(known) => known.iter().map(|&i| rows[i]).collect(),
            None => rows,
        };
        Some(Self {
            rows: Some(rows),
            of,
            ..judge
        })
    }

    /// Accuracy with which the first q columns of `scores` (n × k) predict the label, for q = 1, 2, … up to k
    /// or [`MOST_SCORED_COMPONENTS`].
    ///
    /// # Panics
    /// When there is not one label for each row.
    #[must_use]
    pub fn judge(&self, scores: &DMatrix<f64>) -> Vec<SeparationScore> {
        assert_eq!(scores.nrows(), self.of, "one label for each row");
        let scores = scores.columns(0, scores.ncols().min(MOST_SCORED_COMPONENTS));
        let k = scores.ncols();
        let judged = match &self.rows {
            Some(rows) => scores.select_rows(rows),
            None => scores.into_owned(),
        };
        // Divided by the largest modulus, so that squares neither overflow nor vanish.
        let points = ScorePoints::of(&judged, one_if_zero(judged.amax()));
        let target = &self.target;
        let total = target.variation();
        let halvings: Vec<Vec<f64>> = self
            .halvings
            .par_iter()
            .map(|halves| {
                let [a, b] = halves.each_ref().map(|rows| LabelledRows {
                    points: points.select(rows),
                    target: target.select(rows),
                });
                let missed = [a.rules().missed(&b), b.rules().missed(&a)];
                let both = missed[0].iter().zip(&missed[1]);
                both.map(|(a, b)| 1.0 - (a + b) / total).collect()
            })
            .collect();
        let score = |q: usize| {
            let of_each = || halvings.iter().map(|curve| curve[q]);
            let mean = of_each().sum::<f64>() / HALVINGS as f64;
            let variance = of_each().map(|v| (v - mean).powi(2)).sum::<f64>() / HALVINGS as f64;
            SeparationScore {
                mean,
                spread: variance.sqrt(),
            }
        };
        (0..k).map(score).collect()
    }
}

/// Accuracy of the rules learnt from the first q columns of the first scores (n × k) with their labels, on the second
/// scores (m × k), for q = 1, …, k: the share of rows whose class is found, or R² about the mean of the second labels.
/// `None` where the first labels allow no rule, or the second are of another kind, a quantity that does not vary, or
/// none.
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
    let unit = one_if_zero(scores[0].amax());
    let rows_of = |scores: &DMatrix<f64>, of: &Labels| {
        let target = Prediction::of(of, labels[0])?;
        let unlabelled = of.unlabelled();
        let rows = target.len() + unlabelled;
        assert_eq!(scores.nrows(), rows, "one label for each row");
        let points = if unlabelled > 0 {
            ScorePoints::of(&scores.select_rows(&of.known_rows()), unit)
        } else {
            ScorePoints::of(scores, unit)
        };
        Some(LabelledRows { points, target })
    };
    let (fitted, new) = (
        rows_of(scores[0], labels[0])?,
        rows_of(scores[1], labels[1])?,
    );
    let total = new.target.variation();
    let missed = fitted.rules().missed(&new);
    (total > 0.0).then(|| missed.into_iter().map(|it| 1.0 - it / total).collect())
}

/// Number of rows of each class, without the rows that have no label.
#[must_use]
pub fn class_sizes(codes: &[Option<usize>]) -> Vec<usize> {
    let last = codes.iter().flatten().max();
    let mut sizes = vec![0; last.map_or(0, |last| last + 1)];
    for &code in codes.iter().flatten() {
        sizes[code] += 1;
    }
    sizes
}

fn one_if_zero(largest: f64) -> f64 {
    if largest > 0.0 { largest } else { 1.0 }
}

/// Draws both halves of the rows (indices) for each halving.
fn halvings(target: &Prediction, n: usize) -> Vec<[Vec<usize>; 2]> {
    let mut random = RandomState::new(SEED);
    let halve = |_| {
        let mut order = random.permutation(n as u32);
        if let Prediction::Classes { codes, .. } = target {
            order.sort_by_key(|&i| codes[i]);
        }
        [0, 1].map(|first| order.iter().copied().skip(first).step_by(2).collect())
    };
    (0..HALVINGS).map(halve).collect()
}
