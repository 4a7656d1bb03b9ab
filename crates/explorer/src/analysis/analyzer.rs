//! Computes setups stage by stage, keeping the result of every stage whose inputs did not change.

use std::{sync::Arc, time::Duration};

use nalgebra::DMatrix;

use super::{
    Analysis, Asked, Explain, NewPoints, PinnedAnalysis, Progress, Timings, Watch,
    cached::{Cache, Same},
    explain::Explainer,
    fitter::{FitOfRows, Fitter, Manner, ShownRows},
    preparer::{Preparer, SourceRows},
    progress::Work,
    warnings::{left_out_of_new, of_kernel_pca, unreached},
};
use crate::{
    Result,
    insight::{self, Diagnosis, PanelFindings, SampledKernel},
    setup::Setup,
};
use kernel_pca::{
    kpca::{CancelCheck, FitError, KernelPca, Tier},
    manifold::joining_neighbors,
    method::Method,
    objects::{Labels, Objects, Scaling},
};
use system::{Instant, free_memory};
use tabular::{Dataset, Source, Table};

/// Computes setups one after the other. It keeps the last result of each stage with the stage's inputs, so that
/// moving a kernel slider repeats the kernel's part alone.
#[derive(Debug)]
pub struct Analyzer {
    /// Bytes that a fit may hold at once.
    memory_budget: u64,
    preparer: Preparer,
    fitter: Fitter,
    explainer: Explainer,
    /// Explainer of previews that show a sample of the rows, apart from `explainer`, so that the cached results of all
    /// rows stay there.
    explainer_of_some: Explainer,
    /// Pinned pictures of the last setup.
    pinned: Vec<Arc<PinnedAnalysis>>,
    sampled: Cache<Same<KernelPca>, SampledKernel>,
    /// Cache of the least number of neighbours that connects the graph of neighbours, by scaled data and present
    /// number; `None` where up to [`MOST_NEIGHBORS`] do not connect it.
    joined: Cache<(Same<DMatrix<f64>>, usize), Option<usize>>,
    /// Cache of the share of rows that equal an earlier row, by scaled data.
    repeated: Cache<Same<DMatrix<f64>>, f64>,
    /// Setup (without dragged pins) and dataset of the last result, if it was exact.
    answered: Option<(Setup, Same<Dataset>)>,
    progress: Arc<Progress>,
}

impl Default for Analyzer {
    /// Creates an analyzer whose fits may hold half of the memory that is free at this moment.
    fn default() -> Self {
        Self::new(half_of_free_memory())
    }
}

impl Analyzer {
    /// Creates an analyzer whose fits may hold `memory_budget` bytes.
    #[must_use]
    pub fn new(memory_budget: u64) -> Self {
        Self {
            memory_budget,
            preparer: Preparer::default(),
            fitter: Fitter::default(),
            explainer: Explainer::default(),
            explainer_of_some: Explainer::default(),
            pinned: Vec::new(),
            sampled: Cache::default(),
            joined: Cache::default(),
            repeated: Cache::default(),
            answered: None,
            progress: Arc::default(),
        }
    }

    /// Sets the counter to which reading, fits and embeddings report.
    #[must_use]
    pub fn telling(self, progress: Arc<Progress>) -> Self {
        Self {
            preparer: Preparer::telling(Arc::clone(&progress)),
            fitter: Fitter::telling(&progress),
            progress,
            ..self
        }
    }

    /// Limits fits to `memory_budget` bytes from now on.
    pub fn limit_memory(&mut self, memory_budget: u64) {
        if self.memory_budget != memory_budget {
            self.answered = None;
        }
        self.memory_budget = memory_budget;
    }

    /// Loads, scales and fits the data as `setup` describes.
    ///
    /// # Errors
    /// The errors of data, parameters and fit; cached results stay.
    #[expect(
        clippy::too_many_lines,
        reason = "one stage after the other, from top to bottom"
    )]
    pub fn run(
        &mut self,
        setup: &Setup,
        tier: Tier,
        cancelled: CancelCheck<'_>,
    ) -> Result<Analysis> {
        // Clears the work under way however this function returns.
        let progress = Arc::clone(&self.progress);
        let _resting = Resting(&progress);
        let watch = Watch::new(&progress, cancelled);
        progress.work(Work::Data);
        let start = Instant::now();
        let SourceRows {
            table,
            clean,
            dataset,
            new: new_rows,
            clean_rows,
        } = self.preparer.read(setup, self.memory_budget, cancelled)?;
        // A preview is not computed where the exact result is known; the two would differ.
        let question = (setup.apart_from_pins(), Same::as_in(&dataset));
        let stands = self.answered.take().is_some_and(|known| known == question);
        let tier = if stands { Tier::Exact } else { tier };
        let asked = Asked::of(&setup.view, setup.new_rows.is_some());
        let load = start.elapsed();
        watch.check()?;

        progress.work(Work::LinearPca);
        let start = Instant::now();
        let scaled = self.preparer.scale(&dataset, setup.scaling)?;
        let scaler = &scaled.scaler;
        let is_drawn = matches!(setup.source, Source::Drawn(_));
        let gamma_median = self.preparer.median(&dataset, scaler, is_drawn, tier);
        let pca_time = start.elapsed();
        watch.check()?;

        progress.work(Work::KernelPca);
        let start = Instant::now();
        // Rows that stay for as long as they are fitted.
        let entries = match &dataset.objects {
            Objects::Matrix(matrix) => matrix.entries.len(),
            Objects::Vectors | Objects::Strings(_) | Objects::Graph(_) => 2 * dataset.x.len(),
        };
        let held = table.bytes().saturating_add(8 * entries as u64);
        let manner = Manner {
            tier,
            memory_budget: self.memory_budget.saturating_sub(held),
            gamma_median: dataset.has_features().then_some(gamma_median),
        };
        let found = self
            .fitter
            .run((setup, &asked), &dataset, &scaled, manner, cancelled)?;
        let FitOfRows {
            shown,
            kernel,
            kpca,
            beta_bound,
        } = found;
        let ShownRows {
            dataset,
            x,
            pca,
            whole,
        } = shown;
        let kpca_time = start.elapsed();
        watch.check()?;
        progress.work(Work::Panels);
        let new = match new_rows {
            Some(rows) => {
                let scaled = self
                    .preparer
                    .scale_new(&rows, &dataset, scaler, setup.scaling);
                Some(NewPoints::of(&rows, &scaled, &dataset, &kernel, cancelled)?)
            }
            None => None,
        };

        let mut analysis = Analysis {
            memory_budget: self.memory_budget,
            origin: Arc::new(setup.clone()),
            warnings: of_kernel_pca(&dataset, &kpca, tier),
            clean,
            clean_rows,
            table,
            dataset,
            whole,
            new,
            scaler: scaled.scaler,
            deviation_ratio: scaled.deviation_ratio,
            x,
            pca,
            kernel,
            kpca,
            components: setup.components,
            manifold: setup.manifold,
            tier,
            gamma_auto: scaled.gamma_auto,
            gamma_median,
            beta_bound,
            full_spectrum: None,
            answer: Arc::default(),
            explain: Explain::default(),
            insight: None,
            timings: Timings {
                load,
                pca: pca_time,
                kpca: kpca_time,
                explain: Duration::ZERO,
            },
        };
        analysis.warnings.extend(analysis.warnings_of_rows());
        let new = analysis.new.as_ref();
        (analysis.warnings).extend(new.and_then(|new| left_out_of_new(new.rows.skipped_rows)));
        let unreached = unreached(setup.components, &analysis.kpca);
        analysis.warnings.extend(unreached);
        let start = Instant::now();
        let explainer = match analysis.whole {
            Some(_) => &mut self.explainer_of_some,
            None => &mut self.explainer,
        };
        let within = watch.within(
            self.fitter
                .make_room(self.memory_budget.saturating_sub(held)),
        );
        analysis.explain = explainer.run(&analysis, &asked, within)?;
        if tier == Tier::Exact {
            analysis.insight = self.diagnosis(&analysis, cancelled);
        }
        analysis.timings.explain = start.elapsed();
        self.answered = (tier == Tier::Exact).then_some(question);
        let watch = watch.within(self.memory_budget);
        let view = &setup.view;
        let analysis = match tier {
            Tier::Preview | Tier::Refined => analysis,
            Tier::Exact => analysis
                .swept(view, watch)?
                .held_against_shuffled(view, watch)?,
        };
        let analysis = analysis.with_pinned(&asked.pinned, &self.pinned, watch)?;
        self.pinned.clone_from(&analysis.explain.pinned);
        Ok(analysis)
    }

    /// Sets the scaling that suits a setup which starts with a user's own table: columns whose deviations differ much
    /// are standardised.
    ///
    /// # Errors
    /// The errors of data and columns.
    pub fn start(&mut self, setup: &mut Setup, cancelled: CancelCheck<'_>) -> Result<()> {
        let rows = self.preparer.read(setup, self.memory_budget, cancelled)?;
        let differ = insight::deviation_ratio(&rows.dataset.x) > insight::UNITS_DIFFER;
        if differ && insight::has_own_units(setup, &rows.dataset) {
            setup.scaling = Scaling::Standardize;
        }
        Ok(())
    }

    /// Table of the setup's source, if that was read last, even where the fit then failed; `None` otherwise.
    pub fn table(&self, setup: &Setup) -> Option<Arc<Table>> {
        self.preparer.table(setup)
    }

    /// Prepares fast previews for the next steps of γ's slider, while nothing else is to be computed.
    ///
    /// # Errors
    /// When cancelled.
    pub fn foresee(&mut self, cancelled: CancelCheck<'_>) -> Result<(), FitError> {
        self.fitter.foresee(cancelled)
    }

    /// Diagnoses an exact result; `None` where nothing is to be said.
    fn diagnosis(&mut self, analysis: &Analysis, cancelled: CancelCheck<'_>) -> Option<Diagnosis> {
        let Analysis {
            origin,
            dataset,
            x,
            pca,
            kpca,
            ..
        } = analysis;
        let has_gaps = dataset.skipped_rows > 0;
        let sparse = has_gaps.then(|| analysis.table.sparse_column(&origin.columns).ok().flatten());
        let sparse = sparse.flatten();
        let is_raw =
            origin.scaling != Scaling::Standardize && insight::has_own_units(origin, dataset);
        let repeated = || insight::repeated(x);
        let sampled = || SampledKernel::of(kpca);
        let fitted = insight::DiagnosedFit {
            dataset,
            scaling: origin.scaling,
            x,
            pca,
            kpca,
            repeated: self.repeated.made(Same::as_in(x), repeated),
            identifiers: &identifiers(&analysis.table, dataset),
            sparse: sparse.as_ref(),
            units: is_raw.then_some(analysis.deviation_ratio),
            sampled: self.sampled.made(Same::as_in(kpca), sampled),
            gamma: origin.kernel.gamma,
            gamma_median: analysis.gamma_median,
        };
        Diagnosis::of(fitted, &self.seen(analysis, cancelled))
    }

    /// Collects the parts of a result that diagnoses read.
    fn seen(&mut self, analysis: &Analysis, cancelled: CancelCheck<'_>) -> PanelFindings {
        let Analysis {
            origin, x, explain, ..
        } = analysis;
        let mut embedded = explain.embeddings.iter();
        let in_pieces = embedded.find_map(|(method, embedding)| {
            let graph = embedding.as_ref().ok()?.graph()?;
            let pieces = graph.pieces;
            // Laplacian eigenmaps counts each row among its own neighbours.
            let own = usize::from(*method == Method::LaplacianEigenmaps);
            let than = origin.manifold.neighbors.saturating_sub(own);
            (pieces > 1 && !graph.is_given).then(|| {
                let join = || match analysis.rows_for(*method) {
                    Ok(rows) => joining_neighbors(&rows, than, MOST_NEIGHBORS, cancelled),
                    Err(_) => Ok(None),
                };
                let joined = self.joined.get((Same::as_in(x), than), join);
                let joined = joined.ok().flatten();
                (*method, pieces, joined.map(|count| count + own))
            })
        });
        let score = |method| {
            let separation = explain.separation.as_ref()?.of(method);
            separation
                .get(origin.view.separation_components.checked_sub(1)?)
                .copied()
        };
        let scores = score(Method::Pca).zip(score(Method::Kpca));
        let has_classes = matches!(analysis.dataset.labels, Labels::Classes { .. });
        PanelFindings {
            in_pieces,
            separation: scores.filter(|_| has_classes).map(<[_; 2]>::from),
        }
    }
}

/// Names of the features whose values only identify rows.
fn identifiers(table: &Table, dataset: &Dataset) -> Vec<String> {
    let columns = table.columns().iter().enumerate();
    let identifying = columns.filter(|(j, _)| table.identifies(*j));
    let names = identifying.map(|(_, column)| column.name.clone());
    names
        .filter(|name| dataset.feature_names.contains(name))
        .collect()
}

/// Largest number of neighbours that is proposed to connect a graph: trades helpful proposals against graphs of
/// hardly local neighbours.
const MOST_NEIGHBORS: usize = 50;

/// Guard that clears the work under way from the progress when dropped.
struct Resting<'a>(&'a Progress);

impl Drop for Resting<'_> {
    fn drop(&mut self) {
        self.0.end();
    }
}

/// Default bound on the bytes of a fit: half of the machine's free memory.
#[must_use]
pub fn half_of_free_memory() -> u64 {
    free_memory() / 2
}
