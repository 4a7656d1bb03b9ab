//! What the explaining panels need, computed for those that are wanted and kept while it holds.

use std::{convert::Infallible, sync::Arc};

use nalgebra::DMatrix;

use super::{
    Contours,
    cached::{Cached, Same},
    contours::{self, ContourKey, contours},
};
use crate::{
    data::{Dataset, Labels, Scaler},
    explain::{
        KernelMap,
        kernel_map::Limits,
        separation::{self, Score, separation},
    },
    kpca::{Cancelled, FitError, KernelPca, Tier},
    manifold::{self, Embedding, ManifoldError, ManifoldKind, ManifoldParams, Options},
    panel::{Need, Panel},
    pca::Pca,
    setup::{KernelMatrixView, RowOrder, View},
};

/// `None` stands where nothing was wanted, or where the data do not allow it.
#[derive(Debug, Clone, Default)]
pub struct Explain {
    pub pca_contours: Option<Arc<Contours>>,
    pub kpca_contours: Option<Arc<Contours>>,
    pub kernel_map: Option<Arc<KernelMap>>,
    pub separation: Option<Arc<Separation>>,
    /// Each with the parameters' or the data's fault, where there is one.
    pub manifolds: Vec<(ManifoldKind, Unrolled)>,
}

/// An embedding, or why there is none, in one line.
pub type Unrolled = Result<Arc<Embedding>, String>;

impl Explain {
    /// Whether it is here.
    fn has(&self, need: Need) -> bool {
        match need {
            Need::PcaContours => self.pca_contours.is_some(),
            Need::KpcaContours => self.kpca_contours.is_some(),
            Need::KernelMap => self.kernel_map.is_some(),
            Need::Separation => self.separation.is_some(),
            Need::Isomap | Need::Lle | Need::LaplacianEigenmaps | Need::DiffusionMap => need
                .manifold()
                .is_some_and(|kind| self.manifold(kind).is_some()),
        }
    }

    /// What became of an embedding, if it was wanted.
    #[must_use]
    pub fn manifold(&self, kind: ManifoldKind) -> Option<&Unrolled> {
        let mut known = self.manifolds.iter();
        known.find(|(of, _)| *of == kind).map(|(_, it)| it)
    }

    /// Whether what the panel needs beyond the fit is here.
    pub(super) fn suffices(&self, panel: Panel) -> bool {
        panel.needs().is_none_or(|need| self.has(need))
    }

    /// With what is missing here taken from `other`.
    pub(super) fn or(self, other: Self) -> Self {
        Self {
            pca_contours: self.pca_contours.or(other.pca_contours),
            kpca_contours: self.kpca_contours.or(other.kpca_contours),
            kernel_map: self.kernel_map.or(other.kernel_map),
            separation: self.separation.or(other.separation),
            manifolds: self.manifolds.into_iter().chain(other.manifolds).collect(),
        }
    }
}

/// How well q = 1, 2, … components predict the label.
type Curve = Arc<[Score]>;

/// How well q = 1, 2, … components of either method predict the label.
#[derive(Debug, Clone, PartialEq)]
pub struct Separation {
    pub pca: Curve,
    pub kpca: Curve,
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
    pca_separation: Cached<Separated<Pca>, Option<Curve>>,
    separation: Cached<Separated<KernelPca>, Option<Arc<Separation>>>,
    /// In the order of [`ManifoldKind::ALL`].
    manifolds: [Cached<Asked, Unrolled>; 4],
}

/// Components that a view of space shows.
const SPACE: usize = 3;
/// Up to this many rows an embedding is computed while a slider moves.
const QUICK: usize = 500;

/// What an embedding is of: the scaled data, its parameters, and what it may take.
type Asked = (Same<DMatrix<f64>>, ManifoldParams, Options);

/// What a separation is of.
type Separated<Method> = (Same<Method>, Same<Dataset>);

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
    /// What `view` asks for.
    pub fn run(
        &mut self,
        fitted: Fitted<'_>,
        view: &View,
        cancelled: Cancelled<'_>,
    ) -> Result<Explain, FitError> {
        let Fitted {
            dataset,
            scaler,
            x,
            pca,
            kpca,
            manifold,
            tier,
            memory_budget,
        } = fitted;
        let wants = |need| view.panels.iter().any(|panel| panel.needs() == Some(need));
        let mut explain = Explain::default();
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
        if wants(Need::Separation) {
            let from = (Same::as_in(pca), Same::as_in(dataset));
            let Ok(linear) = self.pca_separation.get(from, || {
                Ok::<_, Infallible>(scores(&of_linear_pca(pca), dataset))
            });
            let from = (Same::as_in(kpca), Same::as_in(dataset));
            let Ok(both) = self.separation.get(from, || {
                let both = linear.zip(scores(&kpca.scores(), dataset));
                Ok::<_, Infallible>(both.map(|(pca, kpca)| Arc::new(Separation { pca, kpca })))
            });
            explain.separation = both;
        }
        let needs = view.panels.iter().filter_map(|panel| panel.needs());
        for (kind, cached) in ManifoldKind::ALL.into_iter().zip(&mut self.manifolds) {
            if !needs.clone().any(|need| need.manifold() == Some(kind)) {
                continue;
            }
            let params = ManifoldParams { kind, ..manifold };
            let components = match kind {
                // As many as there are features at most, as in scikit-learn.
                ManifoldKind::Lle => kpca.eigenvalues.len().max(SPACE).min(x.ncols()),
                _ => kpca.eigenvalues.len().max(SPACE),
            };
            let options = Options {
                components,
                memory_budget,
            };
            let from = (Same::as_in(x), params, options);
            let unrolled = if !dataset.has_features() {
                Err("without features there are no neighbours to find".into())
            } else if tier == Tier::Preview && !cached.knows(&from) && x.nrows() > QUICK {
                Err("computed once the slider rests".into())
            } else {
                cached.get(from, || unroll(x, params, &options, cancelled))?
            };
            explain.manifolds.push((kind, unrolled));
        }
        Ok(explain)
    }
}

fn unroll(
    x: &DMatrix<f64>,
    params: ManifoldParams,
    options: &Options,
    cancelled: Cancelled<'_>,
) -> Result<Unrolled, FitError> {
    let method = match params.check(x) {
        Ok(method) => method,
        Err(error) => return Ok(Err(error.to_string())),
    };
    match manifold::fit(
        x,
        method,
        options,
        &manifold::Progress::default(),
        cancelled,
    ) {
        Ok(embedding) => Ok(Ok(Arc::new(embedding))),
        Err(ManifoldError::Cancelled) => Err(FitError::Cancelled),
        Err(error) => Ok(Err(error.to_string())),
    }
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

fn scores(scores: &DMatrix<f64>, dataset: &Dataset) -> Option<Curve> {
    separation(scores, &dataset.labels).map(Arc::from)
}

/// The components of n points, which span at most n − 1 dimensions.
fn of_linear_pca(pca: &Pca) -> DMatrix<f64> {
    let (n, r) = pca.scores.shape();
    let count = r.min(n.saturating_sub(1)).min(separation::MOST);
    pca.scores.columns(0, count).into_owned()
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
        assert!(Arc::ptr_eq(
            &first.kpca_contours.unwrap(),
            &second.kpca_contours.clone().unwrap()
        ));
        assert!(Arc::ptr_eq(
            &first.kernel_map.unwrap(),
            &second.kernel_map.unwrap()
        ));
        assert!(Arc::ptr_eq(
            &first.separation.unwrap(),
            &second.separation.unwrap()
        ));
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
            assert_eq!(separation.kpca.len(), components);
            separation.pca.clone()
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
            separation.pca[2].mean < 0.2 && separation.kpca[9].mean > 0.5,
            "{separation:?}"
        );
    }

    #[test]
    fn kernel_components_separate_the_moons() {
        let analysis = run(&mut Analyzer::default(), &setup(&[Panel::Separation]));
        let separation = analysis.explain.separation.unwrap();
        assert_eq!(separation.pca.len(), 2);
        assert_eq!(separation.kpca.len(), analysis.kpca.eigenvalues.len());
        assert!(
            separation.pca[1].mean < 0.9 && separation.kpca[1].mean > 0.98,
            "{separation:?}"
        );
    }
}
