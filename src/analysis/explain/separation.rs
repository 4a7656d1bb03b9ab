//! How well components predict the label, for every method that has scores.

use std::{borrow::Cow, collections::BTreeMap, convert::Infallible, sync::Arc};

use nalgebra::DMatrix;

use super::{
    super::cached::{Cached, Same},
    Explain, Fitted,
};
use crate::{
    data::Dataset,
    embedding::Embedding,
    explain::separation::{self, Score},
    method::Method,
};

/// How well q = 1, 2, … components predict the label.
type Curve = Arc<[Score]>;

/// How well q = 1, 2, … components of each method predict the label.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Separation(Vec<(Method, Curve)>);

impl Separation {
    /// Every method's, in the order of [`Method::ALL`].
    pub fn curves(&self) -> impl Iterator<Item = (Method, &[Score])> {
        self.0.iter().map(|(method, curve)| (*method, &**curve))
    }

    /// One method's; empty where it has none.
    #[must_use]
    pub fn of(&self, method: Method) -> &[Score] {
        let mut curves = self.curves();
        curves.find(|(of, _)| *of == method).map_or(&[], |it| it.1)
    }

    /// The most components that any method has.
    #[must_use]
    pub fn longest(&self) -> usize {
        self.curves()
            .map(|(_, curve)| curve.len())
            .max()
            .unwrap_or(0)
    }

    /// With another method's curve, or without it where it has none.
    fn put(&mut self, method: Method, curve: Option<Curve>) {
        self.0.retain(|(of, _)| *of != method);
        self.0.extend(curve.map(|curve| (method, curve)));
        self.0.sort_by_key(|(of, _)| *of);
    }
}

impl FromIterator<(Method, Vec<Score>)> for Separation {
    fn from_iter<I: IntoIterator<Item = (Method, Vec<Score>)>>(curves: I) -> Self {
        let mut separation = Self::default();
        for (method, curve) in curves {
            separation.put(method, Some(curve.into()));
        }
        separation
    }
}

/// What a separation is of.
type Separated = (Same<dyn Embedding>, Same<Dataset>);

/// The last curves with what each was made from.
#[derive(Debug, Default)]
pub(super) struct Separations(BTreeMap<Method, Cached<Separated, Option<Curve>>>);

impl Separations {
    /// Every method's curve that is not `known`; `None` where the label allows none.
    pub fn of(
        &mut self,
        fitted: &Fitted<'_>,
        explain: &Explain,
        known: Separation,
    ) -> Option<Separation> {
        let dataset = fitted.dataset;
        let always = [
            dataset
                .has_features()
                .then(|| (Method::Pca, Arc::clone(fitted.pca) as _)),
            Some((Method::Kpca, Arc::clone(fitted.kpca) as _)),
        ];
        let shown = explain.embeddings.iter().filter_map(|(method, it)| {
            let embedding = it.as_ref().ok()?;
            Some((*method, Arc::clone(embedding)))
        });
        let mut separation = known;
        for (method, embedding) in always.into_iter().flatten().chain(shown) {
            if !separation.of(method).is_empty() {
                continue;
            }
            let from = (Same::as_in(&embedding), Same::as_in(dataset));
            let cached = self.0.entry(method).or_default();
            let Ok(curve) = cached.get(from, || {
                let scores = asked_of(method, &*embedding);
                let curve = separation::separation(&scores, &dataset.labels);
                Ok::<_, Infallible>(curve.map(Curve::from))
            });
            separation.put(method, curve);
        }
        (separation.longest() > 0).then_some(separation)
    }
}

/// The scores that are to predict the label. Linear PCA has a component for each feature, but n points
/// span at most n − 1 dimensions.
fn asked_of(method: Method, embedding: &dyn Embedding) -> Cow<'_, DMatrix<f64>> {
    let scores = embedding.scores();
    if method != Method::Pca {
        return scores;
    }
    let (n, r) = scores.shape();
    let count = r.min(n.saturating_sub(1)).min(separation::MOST);
    Cow::Owned(scores.columns(0, count).into_owned())
}
