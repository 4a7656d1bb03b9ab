//! Trust in the pictures of all methods that have scores: how far neighbourhoods and distances of the input are kept on
//! the two axes that a plot shows.

use std::{collections::BTreeMap, sync::Arc};

use nalgebra::DMatrix;

use super::{
    super::{
        Analysis,
        asked::TrustQuestion,
        cached::{Cache, Same},
    },
    Explain, embeddings,
};
use crate::setup::components_on;
use kernel_pca::{
    embedding::Embedding,
    explain::{
        spearman,
        trust::{
            self, MOST_RANKED_ROWS, NeighborRanks, Trust, distances, most_neighbors, sampled_pairs,
        },
    },
    kpca::{CancelCheck, FitError, Tier},
    method::Method,
    sweep::RowSample,
};

/// Largest number of rows that are judged at each step of a slider: more would make it slow.
const QUICK: usize = 500;

/// Measures of how far the plots of all methods keep neighbours and distances of the input.
#[derive(Debug, Clone)]
pub struct PictureTrust {
    /// Rows among which neighbours are ranked; `None` where these are all rows.
    pub sample: Option<RowSample>,
    /// Number k of neighbours by which torn rows are judged: the number asked for, at most what the rows allow.
    pub neighbors: usize,
    /// Pairs of rows whose distances are compared.
    pub pairs: Arc<[[usize; 2]]>,
    /// Distances of the pairs in the scaled input.
    pub input: Arc<[f64]>,
    /// Trust in the picture of each method, in the order of [`Method::ALL`].
    pub methods: Vec<(Method, Arc<MethodTrust>)>,
}

/// Measures of how far the plot of one method keeps neighbours and distances of the input.
#[derive(Debug, Clone)]
pub struct MethodTrust {
    /// Components on the axes of the picture, 0-based.
    pub components: Vec<usize>,
    /// Trustworthiness and continuity by k = 1, 2, … neighbours.
    pub trust: Trust,
    /// Share to which the k nearest neighbours of each row were torn from it, from 0 to 1; NaN for a row that is not in the
    /// sample.
    pub torn: Vec<f64>,
    /// Distances of the pairs in the picture.
    pub distances: Vec<f64>,
    /// Spearman's correlation of the pairs' distances in the picture with those in the input; `None` where one of them
    /// does not vary.
    pub rank_correlation: Option<f64>,
}

impl PictureTrust {
    /// Trust in the picture of one method; `None` where it has none here.
    #[must_use]
    pub fn of(&self, method: Method) -> Option<&MethodTrust> {
        let mut known = self.methods.iter();
        known.find(|(of, _)| *of == method).map(|(_, it)| &**it)
    }
}

/// Key of a method's trust: rows, embedding, components on the axes, and number of neighbours.
type TrustKey = (Same<DMatrix<f64>>, Same<dyn Embedding>, Vec<usize>, usize);

/// Rows among which pictures are judged, with the ranks of neighbours in the input.
#[derive(Debug)]
struct JudgedRows {
    sample: Option<RowSample>,
    ranks: NeighborRanks,
    pairs: Arc<[[usize; 2]]>,
    input: Arc<[f64]>,
}

impl JudgedRows {
    /// Ranks the rows of x (n × d), or a sample of them.
    fn of(x: &DMatrix<f64>, cancelled: CancelCheck<'_>) -> Result<Self, FitError> {
        let sample = RowSample::of(x.nrows(), MOST_RANKED_ROWS);
        let pairs = sampled_pairs(x.nrows());
        Ok(Self {
            ranks: ranks(sample.as_ref(), x, cancelled)?,
            input: distances(x, &pairs).into(),
            pairs: pairs.into(),
            sample,
        })
    }

    /// Judges a picture (n × 1 or n × 2) of the rows by k neighbours.
    fn judge(
        &self,
        components: Vec<usize>,
        (picture, k): (&DMatrix<f64>, usize),
        cancelled: CancelCheck<'_>,
    ) -> Result<MethodTrust, FitError> {
        let seen = ranks(self.sample.as_ref(), picture, cancelled)?;
        let of_judged = trust::torn(&self.ranks, &seen, k);
        let torn = match &self.sample {
            Some(sample) => {
                let mut torn = vec![f64::NAN; picture.nrows()];
                let judged = sample.rows.iter().zip(of_judged);
                judged.for_each(|(row, it)| torn[*row] = it);
                torn
            }
            None => of_judged,
        };
        let distances = distances(picture, &self.pairs);
        Ok(MethodTrust {
            components,
            trust: Trust::between(&self.ranks, &seen),
            torn,
            rank_correlation: spearman(&self.input, &distances),
            distances,
        })
    }
}

/// Neighbour ranks among all rows of `points`, or among the sampled rows alone.
fn ranks(
    sample: Option<&RowSample>,
    points: &DMatrix<f64>,
    cancelled: CancelCheck<'_>,
) -> Result<NeighborRanks, FitError> {
    match sample {
        Some(sample) => NeighborRanks::of(&sample.of_matrix(points, false), cancelled),
        None => NeighborRanks::of(points, cancelled),
    }
}

/// Caches of the input's neighbour ranks and of the latest trust in each method's picture.
#[derive(Debug, Default)]
pub(super) struct Trusts {
    judged: Cache<Same<DMatrix<f64>>, Arc<JudgedRows>>,
    methods: BTreeMap<Method, Cache<TrustKey, Arc<MethodTrust>>>,
}

impl Trusts {
    /// Judges the pictures of all methods that have scores; `None` where the rows have no features, are too few, or are
    /// many while a slider moves.
    ///
    /// # Errors
    /// When cancelled.
    pub fn of(
        &mut self,
        fitted: &Analysis,
        explain: &Explain,
        asked: &TrustQuestion,
        cancelled: CancelCheck<'_>,
    ) -> Result<Option<PictureTrust>, FitError> {
        let x = &fitted.x;
        let n = x.nrows();
        let moves = fitted.tier != Tier::Exact && n > QUICK;
        let most = most_neighbors(n.min(MOST_RANKED_ROWS));
        if !fitted.dataset.has_features() || most == 0 || moves {
            return Ok(None);
        }
        let neighbors = asked.neighbors.clamp(1, most);
        let of_rows = || JudgedRows::of(x, cancelled).map(Arc::new);
        let judged = self.judged.get(Same::as_in(x), of_rows)?;
        let mut methods = Vec::new();
        for (method, embedding) in embeddings(fitted, explain) {
            let components = components_on(asked.axes(method), embedding.eigenvalues().len());
            if components.is_empty() {
                continue;
            }
            let from = (
                Same::as_in(x),
                Same::as_in(&embedding),
                components.clone(),
                neighbors,
            );
            let found = self.methods.entry(method).or_default().get(from, || {
                let picture = embedding.scores().select_columns(&components);
                let found = judged.judge(components, (&picture, neighbors), cancelled);
                found.map(Arc::new)
            })?;
            methods.push((method, found));
        }
        methods.sort_by_key(|(method, _)| *method);
        Ok(Some(PictureTrust {
            sample: judged.sample.clone(),
            neighbors,
            pairs: Arc::clone(&judged.pairs),
            input: Arc::clone(&judged.input),
            methods,
        }))
    }
}

#[cfg(test)]
mod tests {
    use crate::{
        analysis::{Analysis, Analyzer},
        panel::Panel,
        setup::{Components, ScoreAxes, Setup},
    };
    use kernel_pca::{kpca::Tier, method::Method};
    use tabular::{Generator, Shape, Source};

    fn roll(n_samples: usize) -> Setup {
        let mut setup = Setup {
            source: Source::Generated(Generator {
                n_samples,
                ..Generator::new(Shape::SwissRoll)
            }),
            components: Components::Count(3),
            ..Setup::default()
        };
        setup.view.panels = vec![Panel::Trust];
        setup
    }

    fn run(analyzer: &mut Analyzer, setup: &Setup, tier: Tier) -> Analysis {
        analyzer.run(setup, tier, &|| false).unwrap()
    }

    #[test]
    fn every_method_beside_is_judged_by_the_axes_of_its_plot() {
        let mut analyzer = Analyzer::new(1 << 30);
        let mut setup = roll(120);
        let first = run(&mut analyzer, &setup, Tier::Exact);
        let trust = first.explain.trust.clone().unwrap();
        let methods: Vec<Method> = trust.methods.iter().map(|(method, _)| *method).collect();
        assert_eq!(methods, [Method::Pca, Method::Kpca]);
        let linear = trust.of(Method::Pca).unwrap();
        assert_eq!(
            (linear.components.clone(), linear.torn.len()),
            (vec![0, 1], 120)
        );
        assert_eq!(linear.trust.trustworthiness.len(), 50);
        let mean = linear.torn.iter().sum::<f64>() / 120.0;
        let expected = 1.0 - linear.trust.continuity[trust.neighbors - 1];
        assert!((mean - expected).abs() < 1e-12);

        // Another method and other axes: linear PCA is not judged again, kernel PCA is.
        setup.view.panels.push(Panel::Isomap);
        setup.view.kpca = ScoreAxes::Strip(2);
        let second = run(&mut analyzer, &setup, Tier::Exact)
            .explain
            .trust
            .unwrap();
        assert_eq!(second.methods.len(), 3);
        assert!(std::ptr::eq(second.of(Method::Pca).unwrap(), linear));
        assert_eq!(second.of(Method::Kpca).unwrap().components, [2]);
    }

    #[test]
    fn of_many_rows_a_sample_is_judged_once_the_slider_rests() {
        let mut analyzer = Analyzer::new(1 << 30);
        let setup = roll(2100);
        let moving = run(&mut analyzer, &setup, Tier::Preview);
        assert!(moving.explain.trust.is_none());
        let trust = run(&mut analyzer, &setup, Tier::Exact)
            .explain
            .trust
            .unwrap();
        let linear = trust.of(Method::Pca).unwrap();
        let judged = linear.torn.iter().filter(|it| !it.is_nan()).count();
        assert_eq!((judged, linear.torn.len()), (2000, 2100));
        assert_eq!(trust.sample.as_ref().unwrap().of, 2100);
        assert_eq!(linear.distances.len(), 1000);
    }
}
