//! Runs a setup, keeping every stage whose inputs did not change.

use std::{convert::Infallible, sync::Arc};

use nalgebra::DMatrix;

use super::{
    Analysis, Explain, NewPoints, Pinned, Progress, Timings,
    cached::{Cached, Same},
    explain::{Explainer, Fitted},
    fitter::{FitOfRows, Fitter, Manner, Shown},
    preparer::{Preparer, Rows},
    progress::Work,
    warnings::{of_kernel_pca, of_rows, unreached},
};
use crate::{
    Result,
    data::{Dataset, Scaling, Source},
    insight::{self, Insight},
    kpca::{Cancelled, FitError, KernelPca, Solver, Tier},
    pca::Pca,
    platform::{Instant, free_memory},
    setup::Setup,
};

/// Runs setups one after the other and remembers the last result of each stage with what it was
/// made from, so that moving a kernel slider repeats the kernel's part alone.
#[derive(Debug)]
pub struct Analyzer {
    /// Bytes that a fit may hold at once.
    memory_budget: u64,
    preparer: Preparer,
    fitter: Fitter,
    explainer: Explainer,
    /// What explains previews of some rows, beside which that of all stays.
    explainer_of_some: Explainer,
    /// What was pinned beside the last picture.
    pinned: Vec<Arc<Pinned>>,
    remarked: Cached<(Same<KernelPca>, Same<Dataset>), Option<Insight>>,
    /// The share of rows that others equal.
    repeated: Cached<Same<DMatrix<f64>>, f64>,
    /// What had an exact answer last, apart from what pins show.
    answered: Option<(Setup, Same<Dataset>)>,
    progress: Arc<Progress>,
}

impl Default for Analyzer {
    /// May use half of the memory that is free now.
    fn default() -> Self {
        Self::new(half_of_free_memory())
    }
}

impl Analyzer {
    /// May use `memory_budget` bytes for a fit.
    #[must_use]
    pub fn new(memory_budget: u64) -> Self {
        Self {
            memory_budget,
            preparer: Preparer::default(),
            fitter: Fitter::default(),
            explainer: Explainer::default(),
            explainer_of_some: Explainer::default(),
            pinned: Vec::new(),
            remarked: Cached::default(),
            repeated: Cached::default(),
            answered: None,
            progress: Arc::default(),
        }
    }

    /// Its reading, fits and embeddings tell `progress` how far they are.
    #[must_use]
    pub fn telling(self, progress: Arc<Progress>) -> Self {
        Self {
            preparer: Preparer::telling(Arc::clone(&progress)),
            fitter: Fitter::telling(&progress),
            explainer: Explainer::telling(Arc::clone(&progress)),
            progress,
            ..self
        }
    }

    /// Every fit takes over the signs of the one before: pictures that follow each other must not turn over.
    #[must_use]
    pub fn following(self) -> Self {
        Self {
            fitter: self.fitter.following(),
            ..self
        }
    }

    /// From now on a fit may use `memory_budget` bytes.
    pub fn limit_memory(&mut self, memory_budget: u64) {
        if self.memory_budget != memory_budget {
            self.answered = None;
        }
        self.memory_budget = memory_budget;
    }

    /// Loads, scales and fits what `setup` describes.
    ///
    /// # Errors
    /// Whatever is wrong with data, parameters or fit; what was cached stays.
    #[expect(
        clippy::too_many_lines,
        reason = "one stage after the other, from top to bottom"
    )]
    pub fn run(
        &mut self,
        setup: &Setup,
        tier: Tier,
        solver: Solver,
        cancelled: Cancelled<'_>,
    ) -> Result<Analysis> {
        // However this ends, nothing is under way afterwards.
        let progress = Arc::clone(&self.progress);
        let _resting = Resting(&progress);
        progress.work(Work::Data);
        let start = Instant::now();
        let Rows {
            table,
            clean,
            noise,
            dataset,
            new: new_rows,
        } = self.preparer.read(setup, cancelled)?;
        // Beside an exact answer that stands, a preview would be another picture of the same.
        let question = (setup.apart_from_pins(), Same::as_in(&dataset));
        let stands = self.answered.take().is_some_and(|known| known == question);
        let tier = if stands { Tier::Exact } else { tier };
        let load = start.elapsed();
        check(cancelled)?;

        progress.work(Work::LinearPca);
        let start = Instant::now();
        let scaled = self.preparer.scale(&dataset, setup.scaling)?;
        let scaler = &scaled.scaler;
        let is_drawn = matches!(setup.source, Source::Drawn(_));
        let gamma_median = self.preparer.median(&dataset, scaler, is_drawn, tier);
        let pca_time = start.elapsed();
        check(cancelled)?;

        progress.work(Work::KernelPca);
        let start = Instant::now();
        let manner = Manner {
            tier,
            solver,
            memory_budget: self.memory_budget,
        };
        let found = self
            .fitter
            .run(setup, &dataset, &scaled, manner, cancelled)?;
        let FitOfRows {
            shown,
            kernel,
            kpca,
            beta_bound,
        } = found;
        let Shown {
            dataset,
            x,
            pca,
            whole,
        } = shown;
        let kpca_time = start.elapsed();
        check(cancelled)?;
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

        let mut warnings = of_kernel_pca(&dataset, &kpca, tier);
        let in_vain = setup.added_noise.is_some() && noise.is_none();
        warnings.extend(of_rows(&dataset, in_vain));
        warnings.extend(unreached(setup.components, &kpca));
        let clean = noise.is_some().then_some(clean);
        let fitted = Fitted {
            dataset: &dataset,
            clean: clean.as_ref(),
            scaler,
            x: &x,
            pca: &pca,
            kpca: &kpca,
            manifold: setup.manifold,
            components: setup.components,
            tier,
            memory_budget: self.fitter.make_room(self.memory_budget),
            new: new.as_ref(),
        };
        let start = Instant::now();
        let known = Explain::default();
        let explainer = match whole {
            Some(_) => &mut self.explainer_of_some,
            None => &mut self.explainer,
        };
        let explain = explainer.run(fitted, &setup.view, known, cancelled)?;
        let insight = (tier == Tier::Exact)
            .then(|| self.insight(&dataset, setup.scaling, &x, &pca, &kpca))
            .flatten();
        let explain_time = start.elapsed();
        self.answered = (tier == Tier::Exact).then_some(question);

        let analysis = Analysis {
            memory_budget: self.memory_budget,
            origin: Arc::new(setup.clone()),
            warnings,
            clean,
            table,
            dataset,
            whole,
            new,
            scaler: scaled.scaler,
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
            explain,
            insight,
            timings: Timings {
                load,
                pca: pca_time,
                kpca: kpca_time,
                explain: explain_time,
            },
        };
        let analysis = match tier {
            Tier::Preview => analysis,
            Tier::Exact => {
                let (view, memory) = (&setup.view, self.memory_budget);
                let swept = analysis.swept(view, memory, &self.progress, cancelled)?;
                swept.held_against_shuffled(view, memory, &self.progress, cancelled)?
            }
        };
        let known = &self.pinned;
        let analysis = analysis.with_pinned(&setup.view, known, self.memory_budget, cancelled)?;
        self.pinned.clone_from(&analysis.explain.pinned);
        Ok(analysis)
    }

    /// Does, while nothing else is asked for, what makes the next steps of γ's slider fast.
    ///
    /// # Errors
    /// When cancelled.
    pub fn foresee(&mut self, cancelled: Cancelled<'_>) -> Result<(), FitError> {
        self.fitter.foresee(cancelled)
    }

    /// What is to be seen first in a fit.
    fn insight(
        &mut self,
        dataset: &Arc<Dataset>,
        scaling: Scaling,
        x: &Arc<DMatrix<f64>>,
        pca: &Pca,
        kpca: &Arc<KernelPca>,
    ) -> Option<Insight> {
        let repeat = || Ok::<_, Infallible>(insight::repeated(x));
        let Ok(repeated) = self.repeated.get(Same::as_in(x), repeat);
        let fitted = insight::Fitted {
            dataset,
            scaling,
            x,
            pca,
            kpca,
            repeated,
        };
        // A fit is of one scaling, so it need not be compared.
        let from = (Same::as_in(kpca), Same::as_in(dataset));
        let Ok(insight) = self
            .remarked
            .get(from, || Ok::<_, Infallible>(Insight::of(fitted)));
        insight
    }
}

/// No work is under way once this is gone.
struct Resting<'a>(&'a Progress);

impl Drop for Resting<'_> {
    fn drop(&mut self) {
        self.0.rest();
    }
}

fn check(cancelled: Cancelled<'_>) -> Result<(), FitError> {
    if cancelled() {
        return Err(FitError::Cancelled);
    }
    Ok(())
}

/// Bytes that a fit may take by default: half of the machine's free memory.
#[must_use]
pub fn half_of_free_memory() -> u64 {
    free_memory() / 2
}
