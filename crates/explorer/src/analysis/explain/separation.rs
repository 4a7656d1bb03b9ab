//! Separation: accuracy of predicting the label from the first components, for every method that has scores.

use std::{borrow::Cow, collections::BTreeMap, sync::Arc};

use nalgebra::DMatrix;

use super::{
    super::{
        Analysis,
        cached::{Cache, Same},
    },
    Explain, embeddings,
};
use kernel_pca::{
    embedding::Embedding,
    explain::separation::{self, MOST_JUDGED_ROWS, SeparationJudge, SeparationScore},
    method::Method,
    objects::Labels,
    sweep::RowSample,
};
use tabular::{Dataset, NewRows};

/// Accuracy of predicting the label from q = 1, 2, … components.
type SeparationCurve = Arc<[SeparationScore]>;

/// Accuracy of predicting the label from q = 1, 2, … components, for each method.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Separation {
    curves: Vec<(Method, SeparationCurve)>,
    /// Accuracy on new rows, by method, of predictors learnt from all fitted rows.
    on_new: Vec<(Method, Arc<SeparationOfNew>)>,
}

/// Accuracy on new rows of predictors learnt from all fitted rows.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct SeparationOfNew {
    /// Accuracy of all new rows, with q = 1, 2, … components.
    pub all: Vec<f64>,
    /// Accuracy of the new rows of each class, which a mean over all of them hides; empty for a quantity.
    pub by_class: Vec<ClassAccuracy>,
}

/// Accuracy of predictions for the new rows of one class.
#[derive(Debug, Clone, PartialEq)]
pub struct ClassAccuracy {
    /// Index of the class among the names of the new rows' labels.
    pub class: usize,
    /// Number of new rows of the class.
    pub rows: usize,
    /// Share of these rows whose class is predicted right, from 0 to 1; 0 where no fitted row is of the class.
    pub found: f64,
}

impl SeparationOfNew {
    /// Predicts the labels of m new rows from `scores` of the fitted (n × k) and the new rows (m × k), each class by
    /// the first q components. `labels` are those of the fitted and the new rows; `None` where they allow no
    /// prediction.
    #[must_use]
    pub fn of(scores: [&DMatrix<f64>; 2], labels: [&Labels; 2], q: usize) -> Option<Self> {
        let all = separation::held_out(scores, labels)?;
        let q = q.clamp(1, all.len().max(1));
        let mut by_class = Vec::new();
        if let Labels::Classes { names, codes, .. } = labels[1] {
            let first = scores.map(|it| it.columns(0, q.min(it.ncols())).into_owned());
            for class in 0..names.len() {
                let rows: Vec<usize> = (0..codes.len())
                    .filter(|&row| codes[row] == Some(class))
                    .collect();
                let (its, of_it) = (first[1].select_rows(&rows), labels[1].of_rows(&rows));
                let found = separation::held_out([&first[0], &its], [labels[0], &of_it]);
                by_class.extend(found.and_then(|it| it.last().copied()).map(|found| {
                    ClassAccuracy {
                        class,
                        rows: rows.len(),
                        found,
                    }
                }));
            }
        }
        Some(Self { all, by_class })
    }
}

impl Separation {
    /// Curves of all methods, in the order of [`Method::ALL`].
    pub fn curves(&self) -> impl Iterator<Item = (Method, &[SeparationScore])> {
        let curves = self.curves.iter();
        curves.map(|(method, curve)| (*method, &**curve))
    }

    /// Accuracy on new rows with q = 1, 2, … components; empty where it was not wanted, or where new rows have no
    /// label.
    #[must_use]
    pub fn on_new(&self, method: Method) -> &[f64] {
        self.of_new(method).map_or(&[], |it| &it.all)
    }

    /// Accuracy on the new rows of each class, where new rows have classes; empty elsewhere.
    #[must_use]
    pub fn by_class_of_new(&self, method: Method) -> &[ClassAccuracy] {
        self.of_new(method).map_or(&[], |it| &it.by_class)
    }

    fn of_new(&self, method: Method) -> Option<&SeparationOfNew> {
        let mut known = self.on_new.iter();
        known.find(|(of, _)| *of == method).map(|(_, it)| &**it)
    }

    /// Sets the accuracies on new rows.
    #[must_use]
    pub fn with_new(mut self, on_new: Vec<(Method, Arc<SeparationOfNew>)>) -> Self {
        self.on_new = on_new;
        self
    }

    /// Curve of one method; empty where there is none.
    #[must_use]
    pub fn of(&self, method: Method) -> &[SeparationScore] {
        let mut curves = self.curves();
        curves.find(|(of, _)| *of == method).map_or(&[], |it| it.1)
    }

    /// Largest number of components that a curve has.
    #[must_use]
    pub fn longest(&self) -> usize {
        self.curves()
            .map(|(_, curve)| curve.len())
            .max()
            .unwrap_or(0)
    }

    /// Replaces the curve of a method, or removes it for `None`.
    fn put(&mut self, method: Method, curve: Option<SeparationCurve>) {
        self.curves.retain(|(of, _)| *of != method);
        self.curves.extend(curve.map(|curve| (method, curve)));
        self.curves.sort_by_key(|(of, _)| *of);
    }
}

impl FromIterator<(Method, Vec<SeparationScore>)> for Separation {
    fn from_iter<I: IntoIterator<Item = (Method, Vec<SeparationScore>)>>(curves: I) -> Self {
        let mut separation = Self::default();
        for (method, curve) in curves {
            separation.put(method, Some(curve.into()));
        }
        separation
    }
}

/// Key of a curve: the embedding and the dataset.
type SeparationKey = (Same<dyn Embedding>, Same<Dataset>);

/// Key of a curve on new rows: fitted scores and labels, new scores and labels, and the number of components by which
/// classes are judged.
type JudgementKey = (
    Same<dyn Embedding>,
    Same<Dataset>,
    Same<DMatrix<f64>>,
    Same<NewRows>,
    usize,
);

/// Dataset that equals all datasets with the same labels: a judge stays valid while points move.
#[derive(Debug)]
struct SameLabels(Arc<Dataset>);

impl PartialEq for SameLabels {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || self.0.labels == other.0.labels
    }
}

/// Caches of the judge of scores and of the latest curves of each method.
#[derive(Debug, Default)]
pub(super) struct Separations {
    judges: Cache<SameLabels, Option<Arc<SeparationJudge>>>,
    curves: BTreeMap<Method, Cache<SeparationKey, Option<SeparationCurve>>>,
    on_new: BTreeMap<Method, Cache<JudgementKey, Option<Arc<SeparationOfNew>>>>,
}

impl Separations {
    /// Computes the curves that `known` lacks, for all methods, and the accuracy on new rows, each class by the first
    /// `judged_by` components; `None` where no label can be predicted.
    pub fn of(
        &mut self,
        fitted: &Analysis,
        explain: &Explain,
        known: Separation,
        judged_by: Option<usize>,
    ) -> Option<Separation> {
        let dataset = &fitted.dataset;
        let mut separation = known;
        let labels = SameLabels(Arc::clone(dataset));
        let judge = || judge_of(&dataset.labels, dataset.n()).map(Arc::new);
        let judge = self.judges.made(labels, judge);
        for (method, embedding) in embeddings(fitted, explain) {
            if !separation.of(method).is_empty() {
                continue;
            }
            let from = (Same::as_in(&embedding), Same::as_in(dataset));
            let cached = self.curves.entry(method).or_default();
            let curve = cached.made(from, || {
                let judged = judge.as_ref()?.judge(&asked_of(method, &*embedding));
                Some(SeparationCurve::from(judged))
            });
            separation.put(method, curve);
        }
        if separation.longest() == 0 {
            return None;
        }
        let on_new = self.on_new(fitted, explain, judged_by);
        Some(separation.with_new(on_new))
    }
}

impl Separations {
    /// Predicts the new rows' labels by predictors learnt from all fitted rows, for every method that projects new
    /// rows.
    fn on_new(
        &mut self,
        fitted: &Analysis,
        explain: &Explain,
        judged_by: Option<usize>,
    ) -> Vec<(Method, Arc<SeparationOfNew>)> {
        let dataset = &fitted.dataset;
        let (Some(new), Some(q)) = (fitted.new_rows(), judged_by) else {
            return vec![];
        };
        let mut found = Vec::new();
        for (method, embedding) in embeddings(fitted, explain) {
            let mut projections = explain.projections.iter();
            let Some((_, Ok(projected))) = projections.find(|(of, _)| *of == method) else {
                continue;
            };
            let from = (
                Same::as_in(&embedding),
                Same::as_in(dataset),
                Same::as_in(projected),
                Same::as_in(&new.rows),
                q,
            );
            let cached = self.on_new.entry(method).or_default();
            let curve = cached.made(from, || {
                let scores = asked_of(method, &*embedding);
                let count = scores.ncols().min(separation::MOST_SCORED_COMPONENTS);
                let [scores, projected] =
                    [&*scores, &**projected].map(|it| it.columns(0, count).into_owned());
                let labels = [&dataset.labels, &new.rows.labels];
                SeparationOfNew::of([&scores, &projected], labels, q).map(Arc::new)
            });
            found.extend(curve.map(|curve| (method, curve)));
        }
        found
    }
}

/// Judge of the scores of n rows with these labels, by all rows or, of many, by a sample; `None` where labels cannot be
/// predicted.
pub(in crate::analysis) fn judge_of(labels: &Labels, n: usize) -> Option<SeparationJudge> {
    // A class may be too rare to occur in the sample.
    let by_some = RowSample::of(n, MOST_JUDGED_ROWS).and_then(|sample| {
        let of_some = sample.of_labels(labels);
        SeparationJudge::of_some(sample.rows, &of_some, n)
    });
    by_some.or_else(|| SeparationJudge::of_all(labels))
}

/// Scores from which the label is predicted. Linear PCA has a component for each feature, but n points span at most
/// n − 1 dimensions.
fn asked_of(method: Method, embedding: &dyn Embedding) -> Cow<'_, DMatrix<f64>> {
    let scores = embedding.scores();
    if method != Method::Pca {
        return scores;
    }
    let (n, r) = scores.shape();
    let count = r
        .min(n.saturating_sub(1))
        .min(separation::MOST_SCORED_COMPONENTS);
    Cow::Owned(scores.columns(0, count).into_owned())
}
