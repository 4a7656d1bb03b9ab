//! Influence of single features on scores: the probe, arrows and influences.

use std::{collections::BTreeSet, sync::Arc};

use nalgebra::DMatrix;

use super::super::{
    Analysis,
    asked::{FeatureQuestion, ProbeQuestion},
    cached::{Cache, Same},
};
use crate::{
    panel::list::Need,
    setup::{Paths, components_on, pair},
};
use kernel_pca::{
    embedding::Embedding,
    explain::{
        Arrows, Influence, Probe, correlations,
        probe::{self, strongest_features},
    },
    kpca::{CancelCheck, FitError, KernelPca, Tier},
    pca::Pca,
};

/// Number of rows that have an arrow: few enough that arrows do not cover each other.
const ARROWS: usize = 36;

/// Results about features; `None` where one was not wanted, or where the data have no features.
#[derive(Debug, Clone, Default)]
pub struct Features {
    pub probe: Option<Arc<PlacedProbe>>,
    pub arrows: Option<Arc<Arrows>>,
    pub influence: Option<Arc<Influence>>,
    /// Correlations of the d features with p components of kernel PCA and of linear PCA, d × p each.
    pub correlations: Option<Arc<[DMatrix<f64>; 2]>>,
    /// Components of kernel PCA and of linear PCA (0-based) that arrows, influence and correlations describe.
    pub components: [Vec<usize>; 2],
}

/// Probe, with its place in the plane of the input plot's columns.
#[derive(Debug, Clone, PartialEq)]
pub struct PlacedProbe {
    pub probe: Probe,
    /// Columns of the probe's plane; a single one where the data have one feature.
    pub columns: Vec<usize>,
    /// Row whose values the other features take; `None` for their means.
    pub row: Option<usize>,
}

/// Caches of the latest results about features.
#[derive(Debug, Default)]
pub(super) struct FeatureCaches {
    probe: Cache<(Methods, ProbeKey), Arc<PlacedProbe>>,
    arrows: Cache<(Methods, ShownComponents, usize), Option<Arc<Arrows>>>,
    influence: Cache<(Methods, ShownComponents, Tier), Option<Arc<Influence>>>,
}

/// Bound on n · d times the number of rows at which influences are computed in an exact answer; beyond it, a sample
/// of the rows is used.
const MOST_OPERATIONS: usize = 400_000_000;
/// Bound on n · d times the number of rows at which influences are computed while a slider moves.
const MOST_IN_PREVIEW: usize = 10_000_000;

type Methods = (Same<KernelPca>, Same<Pca>);
/// Components of kernel PCA and of linear PCA that the axes show, 0-based.
type ShownComponents = [Vec<usize>; 2];

/// Choices on which a probe depends.
#[derive(Debug, Clone, PartialEq)]
struct ProbeKey {
    components: Vec<usize>,
    columns: Vec<usize>,
    at: Option<[f64; 2]>,
    row: Option<usize>,
    paths: Paths,
}

impl FeatureCaches {
    /// Computes the results that the question and the `needs` ask for and `known` lacks.
    pub fn of(
        &mut self,
        fitted: &Analysis,
        (asked, needs): (&FeatureQuestion, &BTreeSet<Need>),
        known: Features,
        cancelled: CancelCheck<'_>,
    ) -> Result<Features, FitError> {
        let Analysis {
            dataset, pca, kpca, ..
        } = fitted;
        let methods = || (Same::as_in(kpca), Same::as_in(pca));
        let shown = [
            components_on(asked.axes[0], kpca.eigenvalues.len()),
            components_on(asked.axes[1], pca.eigenvalues.len()),
        ];
        if !dataset.has_features() || dataset.n() == 0 {
            return Ok(Features::default());
        }
        let [components, of_pca] = &shown;
        let mut found = Features {
            components: shown.clone(),
            ..known
        };
        if let Some(probe) = &asked.probe
            && found.probe.is_none()
        {
            let asked = ProbeKey::of(fitted, probe, components);
            found.probe = Some(self.probe.get((methods(), asked.clone()), || {
                Ok::<_, FitError>(Arc::new(asked.probe(fitted)))
            })?);
        }
        if let Some(feature) = asked.arrows
            && found.arrows.is_none()
        {
            let feature = feature.min(dataset.d() - 1);
            found.arrows = self.arrows.get((methods(), shown.clone(), feature), || {
                let both = [&**components, &**of_pca];
                let arrows = Arrows::of(kpca, pca, feature, both, ARROWS, cancelled)?;
                Ok::<_, FitError>(arrows.map(Arc::new))
            })?;
        }
        if needs.contains(&Need::Correlations) && found.correlations.is_none() {
            let scores = [
                of_components(&**kpca, components),
                of_components(&**pca, of_pca),
            ];
            let with_features = scores.map(|scores| correlations(&dataset.x, &scores));
            found.correlations = Some(Arc::new(with_features));
        }
        if needs.contains(&Need::Influence) && found.influence.is_none() {
            let from = |tier| (methods(), shown.clone(), tier);
            let from = self.influence.best(from, fitted.tier);
            let tier = from.2;
            found.influence = self.influence.get(from, || {
                let both = [&**components, &**of_pca];
                let most = match tier {
                    Tier::Preview | Tier::Refined => MOST_IN_PREVIEW,
                    Tier::Exact => MOST_OPERATIONS,
                };
                let rows = (most / dataset.x.len().max(1)).max(1);
                let influence = Influence::of(kpca, pca, both, rows, cancelled)?;
                Ok::<_, FitError>(influence.map(Arc::new))
            })?;
        }
        Ok(found)
    }
}

/// Scores on the given p components, n × p.
fn of_components(embedding: &dyn Embedding, components: &[usize]) -> DMatrix<f64> {
    let n = embedding.scores().nrows();
    DMatrix::from_fn(n, components.len(), |row, p| {
        embedding.score(row, components[p])
    })
}

impl ProbeKey {
    fn of(fitted: &Analysis, asked: &ProbeQuestion, components: &[usize]) -> Self {
        let dataset = &fitted.dataset;
        Self {
            components: components.to_vec(),
            columns: match pair(asked.input, dataset.d()) {
                Some(columns) => columns.to_vec(),
                None => vec![0],
            },
            at: asked.at,
            row: asked
                .row
                .filter(|row| *row < dataset.n() && dataset.d() > 2),
            paths: asked.paths,
        }
    }

    fn probe(self, fitted: &Analysis) -> PlacedProbe {
        let data = &fitted.dataset.x;
        let means = data.row_mean();
        let mut point: Vec<f64> = match self.row {
            Some(row) => data.row(row).iter().copied().collect(),
            None => means.iter().copied().collect(),
        };
        let least = if fitted.kpca.kernel.takes_negative_values() {
            f64::NEG_INFINITY
        } else {
            0.0
        };
        for (axis, &column) in self.columns.iter().enumerate() {
            let at = self.at.map_or(means[column], |at| at[axis]);
            point[column] = at.max(least);
        }
        let fitted = probe::FittedMethods {
            data,
            scaler: &fitted.scaler,
            pca: &fitted.pca,
            kpca: &fitted.kpca,
        };
        let features = match self.paths {
            Paths::None => vec![],
            Paths::Feature(feature) => vec![feature.min(data.ncols() - 1)],
            Paths::Strongest => {
                strongest_features(fitted, &point, &self.components, Paths::MOST_PATHS)
            }
        };
        PlacedProbe {
            probe: Probe::at(fitted, point, &self.components, &features),
            columns: self.columns,
            row: self.row,
        }
    }
}
