//! What the explaining panels need, computed for those that are wanted and kept while it holds.

use std::{borrow::Cow, collections::BTreeMap, convert::Infallible, sync::Arc};

use nalgebra::DMatrix;

use super::{
    Contours, FeatureSpace, Progress,
    cached::{Cached, Same},
    contours::{self, ContourKey, contours},
};
use crate::{
    correspondence::Correspondence,
    data::{Dataset, Labels, Scaler},
    embedding::Embedding,
    explain::{
        EmpiricalMap, KernelMap, NoMap,
        empirical_map::spread,
        kernel_map::Limits,
        separation::{self, Score},
    },
    kernel::Kernel,
    kpca::{Cancelled, FitError, KernelPca, Tier},
    manifold::{self, ManifoldError, ManifoldParams, Options},
    method::Method,
    panel::list::{Need, Panel},
    pca::Pca,
    setup::{KernelMatrixView, RowOrder, View},
};

/// `None` stands where nothing was wanted, or where the data do not allow it.
#[derive(Debug, Clone, Default)]
pub struct Explain {
    pub pca_contours: Option<Arc<Contours>>,
    pub kpca_contours: Option<Arc<Contours>>,
    pub kernel_map: Option<Arc<KernelMap>>,
    pub separation: Option<Separation>,
    /// The explicit feature map beside the kernel trick, or why there is none.
    pub feature_space: Option<Arc<Result<FeatureSpace, NoMap>>>,
    pub empirical_map: Option<Arc<EmpiricalMap>>,
    /// Those that are computed only where something shows them.
    pub embeddings: Vec<(Method, Embedded)>,
}

/// Scores by a method, or why there are none, in one line.
pub type Embedded = Result<Arc<dyn Embedding>, String>;

impl Explain {
    /// Whether it is here.
    fn has(&self, need: Need) -> bool {
        match need {
            Need::PcaContours => self.pca_contours.is_some(),
            Need::KpcaContours => self.kpca_contours.is_some(),
            Need::KernelMap => self.kernel_map.is_some(),
            Need::Separation => self.separation.is_some(),
            Need::FeatureSpace => self.feature_space.is_some(),
            Need::EmpiricalMap => self.empirical_map.is_some(),
        }
    }

    /// What became of a method that is computed only where something shows it, if something did.
    #[must_use]
    pub fn embedding(&self, method: Method) -> Option<&Embedded> {
        let mut known = self.embeddings.iter();
        known.find(|(of, _)| *of == method).map(|(_, it)| it)
    }

    /// The maps of a method's components, where they were wanted.
    #[must_use]
    pub fn contours(&self, method: Method) -> Option<&Contours> {
        match method {
            Method::Pca => self.pca_contours.as_deref(),
            Method::Kpca => self.kpca_contours.as_deref(),
            _ => None,
        }
    }
}

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

/// The fitted numbers that explanations are drawn from.
#[derive(Debug, Clone, Copy)]
pub(super) struct Fitted<'a> {
    pub dataset: &'a Arc<Dataset>,
    pub scaler: &'a Scaler,
    pub x: &'a Arc<DMatrix<f64>>,
    pub pca: &'a Arc<Pca>,
    pub kpca: &'a Arc<KernelPca>,
    pub manifold: ManifoldParams,
    pub tier: Tier,
    /// Bytes that an embedding may hold at once.
    pub memory_budget: u64,
}

/// The last explanations with what each was made from.
#[derive(Debug, Default)]
pub(super) struct Explainer {
    pca_contours: Cached<(Same<Pca>, ContourKey), Option<Arc<Contours>>>,
    kpca_contours: Cached<(Same<KernelPca>, ContourKey), Option<Arc<Contours>>>,
    kernel_map: Cached<(Same<KernelPca>, KernelMatrixView), Arc<KernelMap>>,
    separation: BTreeMap<Method, Cached<Separated, Option<Curve>>>,
    feature_space: Cached<Compared, Arc<Result<FeatureSpace, NoMap>>>,
    empirical_map: Cached<Same<KernelPca>, Arc<EmpiricalMap>>,
    embeddings: BTreeMap<Method, Cached<Asked, Embedded>>,
    correspondence: Cached<Same<Dataset>, Embedded>,
    progress: Arc<Progress>,
}

/// Components that a view of space shows.
const SPACE: usize = 3;
/// Rows that the empirical and the Mercer map are made of, at most.
const MOST_TAKEN: usize = 60;
/// Up to this many rows an embedding is computed while a slider moves.
const QUICK: usize = 500;

/// What an embedding is of: the scaled data, its parameters, and what it may take.
type Asked = (Same<DMatrix<f64>>, ManifoldParams, Options);

/// What a feature map is compared on: the scaled data, the kernel, and how long that may take.
type Compared = (Same<DMatrix<f64>>, Kernel, Tier);

/// What a separation is of.
type Separated = (Same<dyn Embedding>, Same<Dataset>);

fn kernel_map_limits(tier: Tier) -> Limits {
    match tier {
        Tier::Preview => Limits {
            side: 128,
            rows: 512,
        },
        Tier::Exact => Limits {
            side: 1024,
            rows: 2048,
        },
    }
}

impl Explainer {
    /// Its embeddings tell `progress` how far they are.
    pub fn telling(progress: Arc<Progress>) -> Self {
        Self {
            progress,
            ..Self::default()
        }
    }

    /// What `view` asks for, as far as it is not known already.
    pub fn run(
        &mut self,
        fitted: Fitted<'_>,
        view: &View,
        known: Explain,
        cancelled: Cancelled<'_>,
    ) -> Result<Explain, FitError> {
        let Fitted {
            dataset,
            scaler,
            x,
            pca,
            kpca,
            tier,
            ..
        } = fitted;
        let has: Vec<Need> = Need::ALL.into_iter().filter(|it| known.has(*it)).collect();
        let wants = |need| {
            let wanted = view.panels.iter().any(|panel| panel.needs() == Some(need));
            wanted && !has.contains(&need)
        };
        let mut explain = known;
        let key = contours::key(view, tier);
        if wants(Need::PcaContours) {
            let from = (Same::as_in(pca), key.clone());
            explain.pca_contours = self
                .pca_contours
                .get(from, || contours(&**pca, dataset, scaler, &key, cancelled))?;
        }
        if wants(Need::KpcaContours) {
            let from = (Same::as_in(kpca), key.clone());
            explain.kpca_contours = self
                .kpca_contours
                .get(from, || contours(&**kpca, dataset, scaler, &key, cancelled))?;
        }
        if wants(Need::KernelMap) {
            let KernelMatrixView { centered, order } = view.kernel_matrix;
            let from = (Same::as_in(kpca), view.kernel_matrix.clone());
            let map = self.kernel_map.get(from, || {
                let order = row_order(dataset, kpca, order);
                let limits = kernel_map_limits(tier);
                let values = |rows: &[usize], columns: &[usize]| kpca.kernel_values(rows, columns);
                let centered = centered && kpca.kernel.centers_last();
                KernelMap::of(&values, &order, centered, limits, cancelled).map(Arc::new)
            })?;
            explain.kernel_map = Some(map);
        }
        if wants(Need::FeatureSpace) {
            let from = (Same::as_in(x), kpca.kernel, tier);
            let found = self.feature_space.get(from, || {
                FeatureSpace::of(&kpca.kernel, x, tier, cancelled).map(Arc::new)
            })?;
            explain.feature_space = Some(found);
        }
        if wants(Need::EmpiricalMap) {
            let map = self.empirical_map.get(Same::as_in(kpca), || {
                let rows = with_second(spread(x.nrows(), MOST_TAKEN), x.nrows());
                let values = |rows: &[usize], columns: &[usize]| kpca.kernel_values(rows, columns);
                EmpiricalMap::of(values, rows).map(Arc::new)
            })?;
            explain.empirical_map = Some(map);
        }
        for method in view.methods() {
            if explain.embedding(method).is_none() {
                let embedded = self.embed(method, &fitted, cancelled)?;
                explain.embeddings.push((method, embedded));
            }
        }
        // Asked of every method anew: another may have come into sight since.
        let separates = |panel: &Panel| panel.needs() == Some(Need::Separation);
        if view.panels.iter().any(separates) {
            let separation = explain.separation.take().unwrap_or_default();
            explain.separation = self.separation(&fitted, &explain, separation);
        }
        Ok(explain)
    }

    /// A method that is computed only where something shows it.
    fn embed(
        &mut self,
        method: Method,
        fitted: &Fitted<'_>,
        cancelled: Cancelled<'_>,
    ) -> Result<Embedded, FitError> {
        let &Fitted {
            dataset,
            x,
            kpca,
            manifold,
            tier,
            memory_budget,
            ..
        } = fitted;
        if let Some(lack) = dataset.objects.lack_of_features() {
            return Ok(Err(lack.to_owned()));
        }
        if method == Method::Correspondence {
            // Counts as they came; its cost is that of linear PCA.
            let cached = self.correspondence.get(Same::as_in(dataset), || {
                let found = Correspondence::fit(&dataset.x);
                let found = found.map(|it| Arc::new(it) as Arc<dyn Embedding>);
                Ok::<_, Infallible>(found.map_err(|error| error.to_string()))
            });
            let Ok(embedded) = cached;
            return Ok(embedded);
        }
        let components = match method {
            // As many as there are features at most, as in scikit-learn.
            Method::Lle => kpca.eigenvalues.len().max(SPACE).min(x.ncols()),
            _ => kpca.eigenvalues.len().max(SPACE),
        };
        let options = Options {
            components,
            memory_budget,
        };
        let from = (Same::as_in(x), manifold, options);
        let cached = self.embeddings.entry(method).or_default();
        if tier == Tier::Preview && !cached.knows(&from) && x.nrows() > QUICK {
            return Ok(Err("computed once the slider rests".into()));
        }
        let progress = &*self.progress;
        cached.get(from, || {
            progress.begin(method);
            let progress = &progress.embedding;
            unroll(x, (method, manifold), &options, progress, cancelled)
        })
    }

    /// Every method's curve that is not `known`; `None` where the label allows none.
    fn separation(
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
            let cached = self.separation.entry(method).or_default();
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

fn unroll(
    x: &DMatrix<f64>,
    (method, params): (Method, ManifoldParams),
    options: &Options,
    progress: &manifold::EmbeddingProgress,
    cancelled: Cancelled<'_>,
) -> Result<Embedded, FitError> {
    let checked = match params.check(method, x) {
        Ok(checked) => checked,
        Err(error) => return Ok(Err(error.to_string())),
    };
    match manifold::fit(x, checked, options, progress, cancelled) {
        Ok(unrolled) => Ok(Ok(Arc::new(unrolled))),
        Err(ManifoldError::Cancelled) => Err(FitError::Cancelled),
        Err(error) => Ok(Err(error.to_string())),
    }
}

/// With the second of n rows too: panels show the first two where none are selected.
fn with_second(mut rows: Vec<usize>, n: usize) -> Vec<usize> {
    if n > 1 && rows.get(1) != Some(&1) {
        rows.insert(1, 1);
    }
    rows
}

fn row_order(dataset: &Dataset, kpca: &KernelPca, order: RowOrder) -> Vec<usize> {
    let mut rows: Vec<usize> = (0..dataset.n()).collect();
    match (order, &dataset.labels) {
        (RowOrder::Source, _) | (RowOrder::Label, Labels::None) => {}
        (RowOrder::Label, Labels::Classes { codes, .. }) => rows.sort_by_key(|&i| codes[i]),
        (RowOrder::Label, Labels::Continuous { values, .. }) => {
            rows.sort_by(|&i, &j| values[i].total_cmp(&values[j]));
        }
        (RowOrder::Component(component), _) => {
            // The scores of one component are in the order of its eigenvector's entries.
            if let Some(last) = kpca.eigenvectors.ncols().checked_sub(1) {
                let vector = kpca.eigenvectors.column(component.min(last));
                rows.sort_by(|&i, &j| vector[i].total_cmp(&vector[j]));
            }
        }
    }
    rows
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        analysis::{Analysis, Analyzer},
        kpca::Solver,
        setup::{Components, Setup, example},
    };

    fn setup(panels: &[Panel]) -> Setup {
        let mut setup = example("half-moons").unwrap().setup;
        setup.view.panels = panels.to_vec();
        setup
    }

    fn run(analyzer: &mut Analyzer, setup: &Setup) -> Analysis {
        analyzer
            .run(setup, Tier::Preview, Solver::Auto, &|| false)
            .unwrap()
    }

    #[test]
    fn only_what_is_wanted_is_computed_and_nothing_twice() {
        let mut analyzer = Analyzer::default();
        let mut setup = setup(&[Panel::Spectrum]);
        let none = run(&mut analyzer, &setup).explain;
        assert!(none.kpca_contours.is_none() && none.separation.is_none());
        setup.view.panels = Panel::ALL.to_vec();
        let first = run(&mut analyzer, &setup).explain;
        setup.view.threshold = 0.5;
        let second = run(&mut analyzer, &setup).explain;
        let contours = [&first, &second].map(|it| it.kpca_contours.clone().unwrap());
        assert!(Arc::ptr_eq(&contours[0], &contours[1]));
        let maps = [&first, &second].map(|it| it.kernel_map.clone().unwrap());
        assert!(Arc::ptr_eq(&maps[0], &maps[1]));
        let [first, second] = [&first, &second].map(|it| it.separation.as_ref().unwrap());
        for ((_, before), (method, now)) in first.curves().zip(second.curves()) {
            assert!(std::ptr::eq(before, now), "{method}");
        }
        setup.view.contours.component = 1;
        let third = run(&mut analyzer, &setup).explain;
        assert_eq!(third.kpca_contours.unwrap().maps[0].field.component, 1);
    }

    #[test]
    fn what_a_picture_lacks_is_added_and_what_it_has_stays() {
        let mut analyzer = Analyzer::default();
        let has = run(&mut analyzer, &setup(&[Panel::KernelMatrix]));
        let mut view = setup(&Panel::ALL).view;
        view.kernel_matrix.centered = true;
        let full = has.explained(&view, &|| false).unwrap();
        let same = |a: &Analysis, b: &Analysis| {
            let map = |analysis: &Analysis| analysis.explain.kernel_map.clone().unwrap();
            Arc::ptr_eq(&map(a), &map(b))
        };
        assert!(same(&has, &full));
        let direct = run(&mut analyzer, &setup(&Panel::ALL));
        assert_eq!(full.explain.kpca_contours, direct.explain.kpca_contours);
        assert_eq!(full.explain.separation, direct.explain.separation);
    }

    #[test]
    fn rows_are_ordered_by_what_was_asked() {
        let mut analyzer = Analyzer::default();
        let analysis = run(&mut analyzer, &setup(&[]));
        let order = |order| row_order(&analysis.dataset, &analysis.kpca, order);
        assert!(order(RowOrder::Source).is_sorted());
        let Labels::Classes { codes, .. } = &analysis.dataset.labels else {
            panic!("moons have classes")
        };
        assert!(order(RowOrder::Label).iter().map(|&i| codes[i]).is_sorted());
        let scores = analysis.kpca.scores();
        let last = scores.ncols() - 1;
        assert!(
            order(RowOrder::Component(99))
                .iter()
                .map(|&i| scores[(i, last)])
                .is_sorted()
        );
    }

    #[test]
    fn what_linear_pca_says_does_not_hang_on_kernel_components() {
        let mut analyzer = Analyzer::default();
        let mut curve = |components| {
            let mut setup = example("iris-rbf").unwrap().setup;
            setup.components = Components::Count(components);
            let separation = run(&mut analyzer, &setup).explain.separation.unwrap();
            assert_eq!(separation.of(Method::Kpca).len(), components);
            separation.of(Method::Pca).to_vec()
        };
        let usual = curve(10);
        assert_eq!(usual.len(), 4);
        assert_eq!([curve(1), curve(2)], [usual.clone(), usual]);
    }

    #[test]
    fn a_quantity_is_regressed() {
        let setup = example("swiss-roll").unwrap().setup;
        let analysis = run(&mut Analyzer::default(), &setup);
        let separation = analysis.explain.separation.unwrap();
        assert!(
            separation.of(Method::Pca)[2].mean < 0.2 && separation.of(Method::Kpca)[9].mean > 0.5,
            "{separation:?}"
        );
    }

    #[test]
    fn kernel_components_separate_the_moons() {
        let analysis = run(&mut Analyzer::default(), &setup(&[Panel::Separation]));
        let separation = analysis.explain.separation.unwrap();
        assert_eq!(separation.of(Method::Pca).len(), 2);
        assert_eq!(
            separation.of(Method::Kpca).len(),
            analysis.kpca.eigenvalues.len()
        );
        assert!(
            separation.of(Method::Pca)[1].mean < 0.9 && separation.of(Method::Kpca)[1].mean > 0.98,
            "{separation:?}"
        );
    }
}
