//! Results that explaining panels need, computed for the visible panels and kept while their inputs stay.

mod denoising;
mod embeddings;
mod features;
mod kernel_map;
mod mirrored;
mod novelty;
mod pre_images;
mod projections;
mod reconstruction;
mod separation;
mod trust;

use std::sync::Arc;

use denoising::Denoiser;
use embeddings::Embeddings;
use features::FeatureCaches;
use nalgebra::DMatrix;
use novelty::Novelties;
use pre_images::PreImager;
use projections::Projections;
use reconstruction::Rebuilder;
use separation::Separations;
pub(super) use separation::judge_of;
use trust::Trusts;

use super::{
    Analysis, Contours, FeatureSpace, PinnedAnalysis, Watch,
    asked::{Asked, MapQuestion},
    cached::{Cache, Same},
    contours::{self, ContourKey, contours},
};
use crate::{panel::list::Need, setup::KernelMatrixView};
use kernel_pca::{
    embedding::Embedding,
    explain::{EmpiricalMap, Fields, KernelMap, NoMap, empirical_map::spread},
    kernel::Kernel,
    kpca::{CancelCheck, FitError, KernelPca, Tier},
    method::Method,
    pca::Pca,
    sweep::{ShuffledEigenvalues, Sweep},
};

pub use denoising::{Denoising, DenoisingErrors};
pub use embeddings::EmbeddingResult;
pub use features::{Features, PlacedProbe};
pub(super) use mirrored::with_signs;
pub use novelty::{ClassBeyond, Novelty, beyond_by_class};
pub use pre_images::{Linear, PreImages, TargetScores};
pub use projections::ProjectionResult;
pub(super) use projections::held_out;
pub use reconstruction::{ErrorCurve, HELD_OUT_SEED, HeldOut, Reconstruction};
pub use separation::{ClassAccuracy, Separation, SeparationOfNew};
pub use trust::{MethodTrust, PictureTrust};

/// Results of explaining panels; a field is `None` where no panel wanted it, or where the data do not allow it.
#[derive(Debug, Clone, Default)]
pub struct Explain {
    pub pca_contours: Option<Arc<Contours>>,
    pub kpca_contours: Option<Arc<Contours>>,
    pub kernel_map: Option<Arc<KernelMap>>,
    pub separation: Option<Separation>,
    /// Measures of how far the plot of each method keeps neighbours and distances of the input.
    pub trust: Option<PictureTrust>,
    /// Explicit feature map compared with the kernel trick, or the reason for which there is none.
    pub feature_space: Option<Arc<Result<FeatureSpace, NoMap>>>,
    pub empirical_map: Option<Arc<EmpiricalMap>>,
    /// Results of fits repeated at other values of one parameter.
    pub sweep: Option<Arc<Sweep>>,
    /// Eigenvalues of shuffled columns, or the reason in one line for which there are none.
    pub shuffled: Option<Arc<Result<ShuffledEigenvalues, String>>>,
    pub pre_images: Option<Arc<PreImages>>,
    pub denoising: Option<Arc<Denoising>>,
    /// Reconstruction errors by number of components, or the reason in one line for which there are none.
    pub reconstruction: Option<Arc<Result<Reconstruction, String>>>,
    /// Embeddings by the methods that are fitted only where a panel shows them.
    pub embeddings: Vec<(Method, EmbeddingResult)>,
    /// Scores of the new rows, by method.
    pub projections: Vec<(Method, ProjectionResult)>,
    /// Errors of the methods' scores for new rows, measured on held-out rows, as shares of the scores' spread;
    /// methods without a measured error are missing.
    pub projection_errors: Vec<(Method, f64)>,
    /// Squared distance in feature space of each row from the span of kernel PCA's components.
    pub novelty: Option<Arc<Novelty>>,
    /// Map of the novelty over the plane of the input.
    pub novelty_map: Option<Arc<Contours>>,
    /// Influence of single features on scores.
    pub features: Features,
    /// Pinned pictures beside this one.
    pub pinned: Vec<Arc<PinnedAnalysis>>,
}

impl Explain {
    /// Returns true where this result holds everything that `need` asks for.
    pub(super) fn has(&self, need: Need) -> bool {
        match need {
            Need::PcaContours => self.pca_contours.is_some(),
            Need::KpcaContours => self.kpca_contours.is_some(),
            Need::KernelMap => self.kernel_map.is_some(),
            Need::Separation => self.separation.is_some(),
            Need::Trust => self.trust.is_some(),
            Need::FeatureSpace => self.feature_space.is_some(),
            Need::EmpiricalMap => self.empirical_map.is_some(),
            Need::Novelty => self.novelty.is_some(),
            Need::NoveltyMap => self.novelty.is_some() && self.novelty_map.is_some(),
            Need::Probe => self.features.probe.is_some(),
            Need::Influence => self.features.influence.is_some(),
            Need::Correlations => self.features.correlations.is_some(),
            Need::Sweep => self.sweep.is_some(),
            Need::PreImages => self.pre_images.is_some(),
            Need::Pinned => !self.pinned.is_empty(),
            Need::Reconstruction => self.reconstruction.is_some(),
            Need::Denoising => self.denoising.is_some(),
            Need::DenoisingCurve => {
                let denoising = self.denoising.as_ref();
                denoising.is_some_and(|denoising| !denoising.curve.is_empty())
            }
        }
    }

    /// Embedding by a method that is fitted only where a panel shows it, or the reason for which there is none;
    /// `None` where no panel shows the method.
    #[must_use]
    pub fn embedding(&self, method: Method) -> Option<&EmbeddingResult> {
        let mut known = self.embeddings.iter();
        known.find(|(of, _)| *of == method).map(|(_, it)| it)
    }

    /// Maps of a method's components; `None` where no panel wanted them.
    #[must_use]
    pub fn contours(&self, method: Method) -> Option<&Contours> {
        match method {
            Method::Pca => self.pca_contours.as_deref(),
            Method::Kpca => self.kpca_contours.as_deref(),
            _ => None,
        }
    }
}

/// Embeddings that this analysis has: by linear PCA where there are features, by kernel PCA, and by the methods that
/// were fitted for a panel.
fn embeddings(
    fitted: &Analysis,
    explain: &Explain,
) -> impl Iterator<Item = (Method, Arc<dyn Embedding>)> {
    let has_features = fitted.dataset.has_features();
    let pca: Option<Arc<dyn Embedding>> = has_features.then(|| Arc::clone(&fitted.pca) as _);
    let kpca: Arc<dyn Embedding> = Arc::clone(&fitted.kpca) as _;
    let shown = explain.embeddings.iter().filter_map(|(method, it)| {
        let embedding = it.as_ref().ok()?;
        Some((*method, Arc::clone(embedding)))
    });
    let always = pca.map(|pca| (Method::Pca, pca));
    always
        .into_iter()
        .chain([(Method::Kpca, kpca)])
        .chain(shown)
}

/// Cache of the latest maps of a method's components.
type MapCache<M> = Cache<(Same<M>, ContourKey), Option<Arc<Contours>>>;

/// Maps of a method's components over the plane of the input; a known exact result serves previews too.
fn maps_of<M: Fields>(
    cache: &mut MapCache<M>,
    method: &Arc<M>,
    fitted: &Analysis,
    asked: &MapQuestion,
    cancelled: CancelCheck<'_>,
) -> Result<Option<Arc<Contours>>, FitError> {
    let from = |tier| (Same::as_in(method), contours::key(asked, tier));
    let from = cache.best(from, fitted.tier);
    let key = from.1.clone();
    cache.get(from, || {
        contours(&**method, &fitted.dataset, &fitted.scaler, &key, cancelled)
    })
}

/// Caches of the results that explaining panels need.
#[derive(Debug, Default)]
pub(super) struct Explainer {
    pca_contours: MapCache<Pca>,
    kpca_contours: MapCache<KernelPca>,
    kernel_map: Cache<(Same<KernelPca>, KernelMatrixView, Tier), Arc<KernelMap>>,
    separations: Separations,
    trusts: Trusts,
    feature_space: Cache<FeatureMapKey, Arc<Result<FeatureSpace, NoMap>>>,
    empirical_map: Cache<Same<KernelPca>, Arc<EmpiricalMap>>,
    embeddings: Embeddings,
    projections: Projections,
    novelties: Novelties,
    features: FeatureCaches,
    lab: PreImager,
    denoiser: Denoiser,
    rebuilder: Rebuilder,
}

/// Largest number of rows from which the empirical and Mercer's map are made: more columns would be unreadable.
const MOST_TAKEN: usize = 60;
/// Inputs of a comparison of feature maps: the scaled data, the kernel and the tier, which bounds its time.
type FeatureMapKey = (Same<DMatrix<f64>>, Kernel, Tier);

impl Explainer {
    /// Computes the results that `asked` calls for and `fitted` lacks, within the memory bound of `watch`.
    pub fn run(
        &mut self,
        fitted: &Analysis,
        asked: &Asked,
        watch: Watch<'_>,
    ) -> Result<Explain, FitError> {
        let Analysis { x, kpca, .. } = fitted;
        let (tier, cancelled) = (fitted.tier, watch.cancelled);
        let known = fitted.explain.clone();
        let needs = asked.needs.iter().copied();
        let wanted: Vec<Need> = needs.filter(|need| !known.has(*need)).collect();
        let wants = |need| wanted.contains(&need);
        let mut explain = known;
        self.add_maps(&mut explain, fitted, asked, &wants, cancelled)?;
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
        explain.features = match &asked.features {
            Some(question) => {
                let asked = (question, &asked.needs);
                (self.features).of(fitted, asked, explain.features, cancelled)?
            }
            None => Features::default(),
        };
        if let Some(asked) = &asked.pre_images
            && wants(Need::PreImages)
        {
            explain.pre_images = self.lab.of(fitted, asked, watch)?;
        }
        let with_curve = wants(Need::DenoisingCurve);
        if let Some(asked) = &asked.denoising
            && (with_curve || wants(Need::Denoising))
        {
            explain.denoising = self.denoiser.of(fitted, asked, with_curve, watch)?;
        }
        if let Some(asked) = &asked.reconstruction
            && wants(Need::Reconstruction)
        {
            explain.reconstruction = self.rebuilder.of(fitted, asked, watch)?;
        }
        for &method in &asked.methods {
            if explain.embedding(method).is_none() {
                let embedded = self.embeddings.of(method, fitted, watch)?;
                let embedded = mirrored::mirror(embedded, method, &asked.mirrored);
                explain.embeddings.push((method, embedded));
            }
        }
        explain.projections = self.projections.of(fitted, &explain);
        explain.projection_errors = self.projections.errors(fitted, &explain, watch)?;
        // Computed for every method each time, since another method may have become visible. Pinned pictures are
        // compared by it.
        let separates = [Need::Separation, Need::Pinned];
        if separates.iter().any(|need| asked.needs.contains(need)) {
            let known = explain.separation.take().unwrap_or_default();
            explain.separation = self
                .separations
                .of(fitted, &explain, known, asked.judged_by);
        }
        // For every method each time, as the separation.
        if let Some(asked) = &asked.trust {
            explain.trust = self.trusts.of(fitted, &explain, asked, cancelled)?;
        }
        Ok(explain)
    }

    /// Adds the maps over the plane of the input, the novelty of the rows, and the map of the kernel matrix.
    fn add_maps(
        &mut self,
        explain: &mut Explain,
        fitted: &Analysis,
        asked: &Asked,
        wants: &dyn Fn(Need) -> bool,
        cancelled: CancelCheck<'_>,
    ) -> Result<(), FitError> {
        let Analysis {
            dataset, pca, kpca, ..
        } = fitted;
        let tier = fitted.tier;
        if wants(Need::Novelty) || wants(Need::NoveltyMap) {
            explain.novelty =
                Some((self.novelties).of_rows(fitted, asked.confidence, cancelled)?);
        }
        if let Some(asked) = &asked.maps {
            if wants(Need::PcaContours) {
                let maps = &mut self.pca_contours;
                explain.pca_contours = maps_of(maps, pca, fitted, asked, cancelled)?;
            }
            if wants(Need::KpcaContours) {
                let maps = &mut self.kpca_contours;
                explain.kpca_contours = maps_of(maps, kpca, fitted, asked, cancelled)?;
            }
            if wants(Need::NoveltyMap) {
                let key = contours::key(asked, tier);
                explain.novelty_map = self.novelties.map(fitted, key, cancelled)?;
            }
        }
        if let Some(asked) = &asked.kernel_matrix
            && wants(Need::KernelMap)
        {
            let KernelMatrixView { centered, order } = *asked;
            let from = |tier| (Same::as_in(kpca), asked.clone(), tier);
            let from = self.kernel_map.best(from, tier);
            let tier = from.2;
            let map = self.kernel_map.get(from, || {
                let order = kernel_map::row_order(dataset, kpca, order);
                let limits = kernel_map::limits(tier);
                let values = |rows: &[usize], columns: &[usize]| kpca.kernel_values(rows, columns);
                let centered = centered && kpca.kernel.centers_last();
                KernelMap::of(&values, &order, centered, limits, cancelled).map(Arc::new)
            })?;
            explain.kernel_map = Some(map);
        }
        Ok(())
    }
}

/// Inserts row 1 of n after the first row, if it is missing: panels show the first two rows where none are selected.
fn with_second(mut rows: Vec<usize>, n: usize) -> Vec<usize> {
    if n > 1 && rows.get(1) != Some(&1) {
        rows.insert(1, 1);
    }
    rows
}

#[cfg(test)]
mod tests;
