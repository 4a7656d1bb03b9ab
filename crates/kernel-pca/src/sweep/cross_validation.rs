//! Quality of components on rows that they were not fitted to, by k-fold cross-validation.

use std::sync::Arc;

use nalgebra::{DMatrix, RowDVector};

use crate::{
    explain::separation::{SeparationScore, held_out},
    kernel::Kernel,
    kpca::{CancelCheck, FitError, FitOptions, Solver, Tier, Workspace},
    objects::{Labels, RandomState},
    preimage::{PreImageError, PreImageMethod, Ridge},
};

/// Number of folds: each part of the rows is held out once.
pub const FOLDS: usize = 5;
/// Seed of the random order in which rows are dealt into folds.
pub const SEED: u32 = 0;
/// Penalty α of the ridge regression that computes pre-images: scikit-learn's default.
pub const ALPHA: f64 = 1.0;

/// Quality of the fits of one kernel on held-out rows.
#[derive(Debug, Clone, PartialEq)]
pub struct HeldOutQuality {
    /// Accuracy of predicting the label of held-out rows from the first 1, 2, … components; empty where no label
    /// can be predicted. `spread` is the standard error of the mean over the folds.
    pub accuracy: Vec<SeparationScore>,
    /// Mean squared distance of held-out rows from their pre-images, as a share of that from the mean of the fitted
    /// rows, with its standard error; `None` where the kernel has no pre-images by ridge regression.
    pub pre_image_error: Option<SeparationScore>,
}

impl HeldOutQuality {
    /// Returns the accuracy with the first q components, or with all where there are fewer; `None` where no label
    /// can be predicted.
    #[must_use]
    pub fn accuracy_by(&self, q: usize) -> Option<SeparationScore> {
        SeparationScore::by_first(q, &self.accuracy)
    }
}

/// Cross-validation at each value of a sweep.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct CrossValidation {
    /// Result at each value: `None` before it was computed, or the reason in one line for which it cannot be.
    pub values: Vec<Option<Result<HeldOutQuality, String>>>,
    /// Number of rows of the sample that was used; `None` where all rows were.
    pub rows: Option<usize>,
}

/// Rows dealt into [`FOLDS`] parts.
#[derive(Debug, Clone)]
pub struct Folds {
    /// Fitted and held-out rows of each fold, ascending.
    parts: Vec<[Vec<usize>; 2]>,
}

impl Folds {
    /// Deals rows so that `NumPy` can do the same: the order of `RandomState(0).permutation(n)`, sorted by class,
    /// is dealt in turns, so that each part has its share of each class. `None` where a part would have fewer than
    /// two rows.
    #[must_use]
    pub fn of(n: usize, labels: &Labels) -> Option<Self> {
        if n < 2 * FOLDS {
            return None;
        }
        let mut order = RandomState::new(SEED).permutation(u32::try_from(n).ok()?);
        if let Labels::Classes { codes, .. } = labels {
            order.sort_by_key(|&i| codes[i].unwrap_or(usize::MAX));
        }
        let part = |fold: usize| {
            let mut both = [vec![], vec![]];
            for (place, &row) in order.iter().enumerate() {
                both[usize::from(place % FOLDS == fold)].push(row);
            }
            both.map(|mut rows| {
                rows.sort_unstable();
                rows
            })
        };
        Some(Self {
            parts: (0..FOLDS).map(part).collect(),
        })
    }
}

/// Fits kernel PCA to the fitted rows of each fold of x (n × d), and evaluates its `components` on the held-out
/// rows.
///
/// # Errors
/// The errors of the fits.
pub fn cross_validate(
    (x, labels): (&DMatrix<f64>, &Labels),
    kernel: Kernel,
    (components, memory_budget): (usize, u64),
    folds: &Folds,
    cancelled: CancelCheck<'_>,
) -> Result<HeldOutQuality, FitError> {
    let (mut accuracies, mut errors) = (Vec::new(), Vec::new());
    for [fitted, others] in &folds.parts {
        let rows = Arc::new(x.select_rows(fitted));
        let options = FitOptions {
            components: components.min(rows.nrows()),
            solver: Solver::Auto,
            tier: Tier::Exact,
            memory_budget,
            ..FitOptions::default()
        };
        let kpca = Workspace::default().fit(&rows, kernel, &options, cancelled)?;
        let held = x.select_rows(others);
        let projected = kpca.project(&held);
        let both = [fitted, others].map(|rows| labels.of_rows(rows));
        accuracies.extend(held_out([&kpca.scores(), &projected], both.each_ref()));
        if PreImageMethod::Ridge.check(&kernel).is_err() {
            continue;
        }
        match Ridge::new(&kpca, ALPHA, memory_budget, cancelled) {
            Ok(ridge) => errors.push(pre_image_error(
                &rows.row_mean(),
                &held,
                &ridge.at(&projected),
            )),
            Err(PreImageError::Cancelled) => return Err(FitError::Cancelled),
            // The matrix of the scores is not positive definite, so this kernel has no pre-images.
            Err(_) => {}
        }
    }
    let whole = |count: usize| count == folds.parts.len();
    let most = accuracies.iter().map(Vec::len).min().unwrap_or(0);
    let by = |q: usize| summary(accuracies.iter().map(|curve| curve[q]));
    Ok(HeldOutQuality {
        accuracy: if whole(accuracies.len()) {
            (0..most).map(by).collect()
        } else {
            vec![]
        },
        pre_image_error: whole(errors.len()).then(|| summary(errors.iter().copied())),
    })
}

/// Squared distance of rows (m × d) from their pre-images `rebuilt`, as a share of that from the `mean` of the fitted
/// rows.
#[must_use]
pub fn pre_image_error(mean: &RowDVector<f64>, rows: &DMatrix<f64>, rebuilt: &DMatrix<f64>) -> f64 {
    let from_mean: f64 = rows.row_iter().map(|row| (row - mean).norm_squared()).sum();
    (rows - rebuilt).norm_squared() / from_mean.max(f64::MIN_POSITIVE)
}

/// Mean over folds with its standard error, the root of the variance (divisor k − 1) over k.
fn summary(values: impl Iterator<Item = f64> + Clone) -> SeparationScore {
    let count = values.clone().count().max(2) as f64;
    let mean = values.clone().sum::<f64>() / count;
    let squares: f64 = values.map(|value| (value - mean).powi(2)).sum();
    SeparationScore {
        mean,
        spread: (squares / (count - 1.0) / count).sqrt(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_held_out_once_and_classes_are_dealt_evenly() {
        let codes: Vec<usize> = (0..53).map(|i| usize::from(i % 3 == 0)).collect();
        let labels = Labels::of_classes("kind", vec!["a".into(), "b".into()], codes.clone());
        let folds = Folds::of(53, &labels).unwrap();
        let mut held: Vec<usize> = folds
            .parts
            .iter()
            .flat_map(|part| part[1].clone())
            .collect();
        held.sort_unstable();
        assert!(held.into_iter().eq(0..53));
        for [fitted, others] in &folds.parts {
            assert_eq!(fitted.len() + others.len(), 53);
            let of_first = others.iter().filter(|&&i| codes[i] == 1).count();
            assert!((3..=4).contains(&of_first), "{of_first}");
        }
        assert!(Folds::of(9, &labels).is_none());
    }

    /// Two far groups, which any component tells apart, and a label that is chance.
    #[test]
    fn a_label_that_rows_carry_is_found_and_chance_is_not() {
        let mut random = RandomState::new(4);
        let kinds: Vec<usize> = (0..60).map(|i| i % 2).collect();
        let x = DMatrix::from_fn(60, 2, |i, _| {
            6.0 * kinds[i] as f64 + random.standard_normal()
        });
        let coins: Vec<usize> = (0..60)
            .map(|_| usize::from(random.random() < 0.5))
            .collect();
        let validated = |codes: Vec<usize>| {
            let labels = Labels::of_classes("kind", vec!["a".into(), "b".into()], codes);
            let folds = Folds::of(60, &labels).unwrap();
            let kernel = Kernel::rbf(0.1);
            cross_validate((&x, &labels), kernel, (2, 1 << 30), &folds, &|| false).unwrap()
        };
        let found = validated(kinds.clone());
        assert_eq!(found.accuracy.len(), 2);
        assert_eq!(
            found.accuracy[0],
            SeparationScore {
                mean: 1.0,
                spread: 0.0
            }
        );
        let error = found.pre_image_error.unwrap();
        assert!(error.mean > 0.0 && error.mean < 0.5 && error.spread > 0.0);
        let chance = validated(coins).accuracy[1];
        assert!(
            (chance.mean - 0.5).abs() < 0.2 && chance.spread > 0.01,
            "{chance:?}"
        );
    }
}
