//! Runs a setup, keeping every stage whose inputs did not change.

use std::{
    convert::Infallible,
    sync::Arc,
    time::{Instant, SystemTime},
};

use nalgebra::DMatrix;

use super::{
    Analysis, Explain, NewPoints, Pinned, Progress, Timings,
    cached::{Cached, Same},
    drawn::Drawn,
    explain::{Explainer, Fitted},
    new_rows,
    objects::{Compared, Maker},
    warnings::{unreached, warnings},
};
use crate::{
    Result,
    data::{
        AddedNoise, Columns, Dataset, Holds, NewRows, Objects, Scaler, Scaling, Source, Table,
        Takes,
    },
    explain::{Insight, insight},
    kernel::{Kernel, gamma_auto, gamma_median},
    kpca::{Cancelled, FitError, FitOptions, KernelPca, Solver, Tier, Workspace},
    pca::Pca,
    setup::{Components, Setup},
};

/// Up to this many points, a preview takes a few milliseconds anyway.
const FEW: usize = 1000;

/// Runs setups one after the other and remembers the last result of each stage with what it was
/// made from, so that moving a kernel slider repeats the kernel's part alone.
#[derive(Debug)]
pub struct Analyzer {
    /// Bytes that a fit may hold at once.
    memory_budget: u64,
    loaded: Cached<(Source, Option<SystemTime>, Holds), Arc<Table>>,
    picked: Cached<(Same<Table>, Columns, Takes), Arc<Dataset>>,
    noised: Cached<(Same<Dataset>, AddedNoise), Arc<Dataset>>,
    scaled: Cached<(Same<Dataset>, Scaling), Scaled>,
    new_rows: Cached<NewRowsFrom, Arc<NewRows>>,
    new_scaled: Cached<NewScaledFrom, Arc<DMatrix<f64>>>,
    medians: Cached<(Same<Dataset>, Scaler), f64>,
    /// What was found last, if that was of a drawing.
    median_of_drawing: Option<f64>,
    maker: Maker,
    workspace: Workspace,
    fitted: Cached<Asked, Arc<KernelPca>>,
    /// The same with the signs of linear PCA, where that is asked for.
    aligned: Cached<(Same<KernelPca>, Same<Pca>), Arc<KernelPca>>,
    drawn: Cached<DrawnFrom, Option<Arc<Drawn>>>,
    /// The last fit and its rows, whose signs a preview takes over.
    last: Option<(Arc<Dataset>, Arc<KernelPca>)>,
    explainer: Explainer,
    /// What explains previews of some rows, beside which that of all stays.
    explainer_of_some: Explainer,
    /// What was pinned beside the last picture.
    pinned: Vec<Arc<Pinned>>,
    progress: Arc<Progress>,
    remarked: Cached<(Same<KernelPca>, Same<Dataset>), Option<Insight>>,
    /// What had an exact answer last, apart from what pins show.
    answered: Option<(Setup, Same<Dataset>)>,
    /// Whether exact fits take over signs too.
    follows: bool,
}

/// Where new rows come from, and what they are matched to.
type NewRowsFrom = (Source, Option<SystemTime>, Same<Table>, Same<Dataset>);

/// What the rows that a preview shows are some of.
type DrawnFrom = (Same<Dataset>, Same<Pca>);

/// What new rows are scaled by.
type NewScaledFrom = (Same<NewRows>, Same<Dataset>, Scaling);

/// What a fit was asked for.
type Asked = (Same<DMatrix<f64>>, Kernel, FitOptions, Components);

/// What depends on the scaled data alone.
#[derive(Debug, Clone)]
struct Scaled {
    scaler: Scaler,
    x: Arc<DMatrix<f64>>,
    pca: Arc<Pca>,
    gamma_auto: f64,
}

/// The rows that an analysis shows.
struct Shown {
    dataset: Arc<Dataset>,
    x: Arc<DMatrix<f64>>,
    pca: Arc<Pca>,
    /// How many there are, where these are not all.
    drawn_of: Option<usize>,
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
            loaded: Cached::default(),
            picked: Cached::default(),
            noised: Cached::default(),
            scaled: Cached::default(),
            new_rows: Cached::default(),
            new_scaled: Cached::default(),
            medians: Cached::default(),
            median_of_drawing: None,
            maker: Maker::default(),
            workspace: Workspace::default(),
            fitted: Cached::default(),
            aligned: Cached::default(),
            drawn: Cached::default(),
            last: None,
            explainer: Explainer::default(),
            explainer_of_some: Explainer::default(),
            pinned: Vec::new(),
            progress: Arc::default(),
            remarked: Cached::default(),
            answered: None,
            follows: false,
        }
    }

    /// Its reading, fits and embeddings tell `progress` how far they are.
    #[must_use]
    pub fn telling(self, progress: Arc<Progress>) -> Self {
        Self {
            workspace: Workspace::telling(Arc::clone(&progress.fit)),
            explainer: Explainer::telling(Arc::clone(&progress)),
            progress,
            ..self
        }
    }

    /// Every fit takes over the signs of the one before: pictures that follow each other must not turn over.
    #[must_use]
    pub fn following(self) -> Self {
        Self {
            follows: true,
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
        let start = Instant::now();
        let takes = setup.kernel.kind.takes();
        let table = self.load(&setup.source, takes.holds(setup.columns.map), cancelled)?;
        let clean = self.pick(&table, &setup.columns, takes)?;
        let noise = setup.added_noise.filter(|_| clean.has_features());
        let dataset = self.add_noise(&clean, noise);
        let new_rows = self.read_new(setup.new_rows.as_ref(), &table, &clean, cancelled)?;
        // Beside an exact answer that stands, a preview would be another picture of the same.
        let question = (setup.apart_from_pins(), Same::as_in(&dataset));
        let stands = self.answered.take().is_some_and(|known| known == question);
        let tier = if stands { Tier::Exact } else { tier };
        let load = start.elapsed();
        check(cancelled)?;

        let start = Instant::now();
        let Scaled {
            scaler,
            x,
            pca,
            gamma_auto,
        } = self.scale(&dataset, setup.scaling)?;
        let is_drawn = matches!(setup.source, Source::Drawn(_));
        let gamma_median = self.median(&dataset, &scaler, is_drawn, tier);
        let pca_time = start.elapsed();
        check(cancelled)?;

        let start = Instant::now();
        let kernel = setup.kernel.check(&x)?;
        let Compared { x, beta_bound } =
            self.maker
                .make(&dataset, kernel, x, self.memory_budget, cancelled)?;
        let options = FitOptions {
            components: match setup.components {
                Components::Count(count) => count,
                Components::Share(_) => Components::MOST_FOR_SHARE,
            },
            solver,
            tier,
            memory_budget: self.memory_budget,
        };
        let asked = (kernel, options, setup.components);
        let all = Shown {
            dataset,
            x,
            pca,
            drawn_of: None,
        };
        let some = self.preview_of_some(setup, &all, asked, cancelled)?;
        let (shown, mut kpca) = if let Some(some) = some {
            some
        } else {
            let kpca = self.fit(&all.dataset, &all.x, asked, cancelled)?;
            (all, kpca)
        };
        let Shown {
            dataset,
            x,
            pca,
            drawn_of,
        } = shown;
        if setup.view.align_signs {
            kpca = self.align(&kpca, &pca);
        }
        let kpca_time = start.elapsed();
        let new = match new_rows {
            Some(rows) => {
                let scaled = self.scale_new(&rows, &dataset, &scaler, setup.scaling);
                Some(NewPoints::of(&rows, &scaled, &dataset, &kernel, cancelled)?)
            }
            None => None,
        };

        let mut warnings = warnings(&dataset, &kpca, tier);
        let in_vain = setup.added_noise.is_some() && noise.is_none();
        warnings.extend(in_vain.then(|| "no noise is added: there are no features".to_owned()));
        warnings.extend(unreached(setup.components, &kpca));
        let clean = noise.is_some().then_some(clean);
        let fitted = Fitted {
            dataset: &dataset,
            clean: clean.as_ref(),
            scaler: &scaler,
            x: &x,
            pca: &pca,
            kpca: &kpca,
            manifold: setup.manifold,
            tier,
            memory_budget: self.memory_budget,
            new: new.as_ref(),
        };
        let start = Instant::now();
        let known = Explain::default();
        let explainer = match drawn_of {
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
            origin: Arc::new(setup.clone()),
            warnings,
            clean,
            table,
            dataset,
            drawn_of,
            new,
            scaler,
            x,
            pca,
            kernel,
            kpca,
            components: setup.components,
            manifold: setup.manifold,
            tier,
            gamma_auto,
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
                let swept = analysis.swept(view, memory, cancelled)?;
                swept.held_against_shuffled(view, memory, cancelled)?
            }
        };
        let known = &self.pinned;
        let analysis = analysis.with_pinned(&setup.view, known, self.memory_budget, cancelled)?;
        self.pinned.clone_from(&analysis.explain.pinned);
        Ok(analysis)
    }

    /// Does, while nothing else is asked for, what makes the next steps of γ's slider fast: its previews then
    /// touch no kernel value. What was done stays where it is cancelled.
    ///
    /// # Errors
    /// When cancelled.
    pub fn foresee(&mut self, cancelled: Cancelled<'_>) -> Result<(), FitError> {
        let Some(((x, kernel, options, _), kpca)) = self.fitted.last() else {
            return Ok(());
        };
        let options = FitOptions {
            components: kpca.eigenvalues.len(),
            ..*options
        };
        let x = x.shared();
        if x.nrows() <= FEW || options.solver != Solver::Auto {
            return Ok(());
        }
        self.workspace.foresee(x, *kernel, &options, cancelled)
    }

    fn load(
        &mut self,
        source: &Source,
        holds: Holds,
        cancelled: Cancelled<'_>,
    ) -> Result<Arc<Table>> {
        // A file that was saved again since is another source.
        let from = (source.clone(), source.modified(), holds);
        self.loaded.get(from, || {
            let table = source.load_for(holds, &self.progress.read, cancelled)?;
            Ok(Arc::new(table))
        })
    }

    fn pick(
        &mut self,
        table: &Arc<Table>,
        columns: &Columns,
        takes: Takes,
    ) -> Result<Arc<Dataset>> {
        let from = (Same::as_in(table), columns.clone(), takes);
        self.picked
            .get(from, || Ok(Arc::new(table.objects(columns, takes)?)))
    }

    fn add_noise(&mut self, clean: &Arc<Dataset>, noise: Option<AddedNoise>) -> Arc<Dataset> {
        let Some(noise) = noise else {
            return Arc::clone(clean);
        };
        let add = || Ok::<_, Infallible>(Arc::new(clean.with_noise(&noise)));
        let Ok(noised) = self.noised.get((Same::as_in(clean), noise), add);
        noised
    }

    fn read_new(
        &mut self,
        source: Option<&Source>,
        table: &Arc<Table>,
        dataset: &Arc<Dataset>,
        cancelled: Cancelled<'_>,
    ) -> Result<Option<Arc<NewRows>>> {
        let Some(source) = source else {
            return Ok(None);
        };
        let (table_as, dataset_as) = (Same::as_in(table), Same::as_in(dataset));
        let from = (source.clone(), source.modified(), table_as, dataset_as);
        let read = || Ok(Arc::new(new_rows::read(source, table, dataset, cancelled)?));
        self.new_rows.get(from, read).map(Some)
    }

    fn scale_new(
        &mut self,
        rows: &Arc<NewRows>,
        dataset: &Arc<Dataset>,
        scaler: &Scaler,
        scaling: Scaling,
    ) -> Arc<DMatrix<f64>> {
        let from = (Same::as_in(rows), Same::as_in(dataset), scaling);
        let scaled = || Ok::<_, Infallible>(new_rows::scaled(rows, dataset, scaler));
        let Ok(scaled) = self.new_scaled.get(from, scaled);
        scaled
    }

    fn scale(&mut self, dataset: &Arc<Dataset>, scaling: Scaling) -> Result<Scaled> {
        self.scaled.get((Same::as_in(dataset), scaling), || {
            let scaler = scaling.fit(&dataset.x);
            let features = Arc::new(scaler.apply(&dataset.x));
            let x = match &dataset.objects {
                Objects::Matrix(matrix) => matrix,
                Objects::Vectors | Objects::Strings(_) | Objects::Graph(_) => &features,
            };
            if !x.iter().all(|value| value.is_finite()) {
                return Err(FitError::DataTooLarge.into());
            }
            // Without features it has no components.
            let pca = Pca::fit(&features);
            if !pca.total.is_finite() {
                return Err(FitError::DataTooLarge.into());
            }
            Ok(Scaled {
                scaler,
                pca: Arc::new(pca),
                gamma_auto: gamma_auto(&features),
                x: Arc::clone(x),
            })
        })
    }

    /// Kernel PCA with those of its signs, which are arbitrary, that make it agree with linear PCA.
    fn align(&mut self, kpca: &Arc<KernelPca>, pca: &Arc<Pca>) -> Arc<KernelPca> {
        let turn = || {
            let mut turned = (**kpca).clone();
            turned.agree_with(&pca.scores);
            Ok::<_, Infallible>(Arc::new(turned))
        };
        let Ok(aligned) = self
            .aligned
            .get((Same::as_in(kpca), Same::as_in(pca)), turn);
        aligned
    }

    /// What γ's rule gives. It is a mark beside the slider here, and looks at all pairs of many rows: while
    /// points are drawn, which is when data change from preview to preview, the mark may be late.
    fn median(
        &mut self,
        dataset: &Arc<Dataset>,
        scaler: &Scaler,
        is_drawn: bool,
        tier: Tier,
    ) -> f64 {
        let late = self.median_of_drawing.filter(|_| is_drawn);
        if let (Tier::Preview, Some(median)) = (tier, late) {
            return median;
        }
        let from = (Same::as_in(dataset), scaler.clone());
        let Ok(median) = self.medians.get(from, || {
            Ok::<_, Infallible>(gamma_median(&scaler.apply(&dataset.x)))
        });
        self.median_of_drawing = is_drawn.then_some(median);
        median
    }

    /// A preview of some of many rows, where that is all that is asked for and the exact answer is not known.
    fn preview_of_some(
        &mut self,
        setup: &Setup,
        all: &Shown,
        (kernel, options, components): (Kernel, FitOptions, Components),
        cancelled: Cancelled<'_>,
    ) -> Result<Option<(Shown, Arc<KernelPca>)>, FitError> {
        let Shown {
            dataset, x, pca, ..
        } = all;
        let exact = FitOptions {
            tier: Tier::Exact,
            ..options
        };
        let is_known = || {
            let asked = (Same::as_in(x), kernel, exact, components);
            self.fitted.knows(&asked)
        };
        if options.tier == Tier::Exact || !Drawn::suffices(setup, dataset) || is_known() {
            return Ok(None);
        }
        let from = (Same::as_in(dataset), Same::as_in(pca));
        let draw = || Ok::<_, Infallible>(Drawn::of(dataset, pca).map(Arc::new));
        let Ok(Some(drawn)) = self.drawn.get(from, draw) else {
            return Ok(None);
        };
        let found = self
            .workspace
            .preview_of(x, &drawn.rows, kernel, &options, cancelled)?;
        let Some(mut kpca) = found else {
            return Ok(None);
        };
        match &self.last {
            Some((rows, before)) if Arc::ptr_eq(rows, &drawn.dataset) => kpca.follow(before),
            Some((rows, before)) if Arc::ptr_eq(rows, dataset) => {
                kpca.follow_among(&drawn.rows, before);
            }
            _ => {}
        }
        let kpca = Arc::new(kpca);
        self.last = Some((Arc::clone(&drawn.dataset), Arc::clone(&kpca)));
        let some = Shown {
            dataset: Arc::clone(&drawn.dataset),
            x: Arc::clone(kpca.training()),
            pca: Arc::clone(&drawn.pca),
            drawn_of: Some(dataset.n()),
        };
        Ok(Some((some, kpca)))
    }

    /// While a slider moves, signs follow the picture before; at rest they are those of the definition,
    /// so that the same data and parameters give the same picture.
    fn fit(
        &mut self,
        dataset: &Arc<Dataset>,
        x: &Arc<DMatrix<f64>>,
        (kernel, options, components): (Kernel, FitOptions, Components),
        cancelled: Cancelled<'_>,
    ) -> Result<Arc<KernelPca>, FitError> {
        let Self {
            fitted,
            workspace,
            last,
            follows,
            ..
        } = self;
        let before = last
            .take()
            .filter(|(rows, _)| rows.name == dataset.name && rows.row_ids == dataset.row_ids);
        // What is known exactly serves a preview too: what is dragged in a plot fits nothing anew.
        let of_tier = |tier| {
            let options = FitOptions { tier, ..options };
            (Same::as_in(x), kernel, options, components)
        };
        let asked = fitted.best(of_tier, options.tier);
        let kpca = fitted.get(asked, || {
            let mut kpca = match components {
                Components::Count(_) => workspace.fit(x, kernel, &options, cancelled)?,
                Components::Share(share) => {
                    workspace.fit_share(x, kernel, share, &options, cancelled)?
                }
            };
            if let Some((_, before)) = &before
                && (*follows || options.tier == Tier::Preview)
            {
                kpca.follow(before);
            }
            Ok(Arc::new(kpca))
        });
        *last = match &kpca {
            Ok(kpca) => Some((Arc::clone(dataset), Arc::clone(kpca))),
            Err(_) => before,
        };
        kpca
    }
}

impl Analyzer {
    /// What is to be seen first in a fit.
    fn insight(
        &mut self,
        dataset: &Arc<Dataset>,
        scaling: Scaling,
        x: &DMatrix<f64>,
        pca: &Pca,
        kpca: &Arc<KernelPca>,
    ) -> Option<Insight> {
        let fitted = insight::Fitted {
            dataset,
            scaling,
            x,
            pca,
            kpca,
        };
        // A fit is of one scaling, so it need not be compared.
        let from = (Same::as_in(kpca), Same::as_in(dataset));
        let Ok(insight) = self
            .remarked
            .get(from, || Ok::<_, Infallible>(Insight::of(fitted)));
        insight
    }
}

fn check(cancelled: Cancelled<'_>) -> Result<(), FitError> {
    if cancelled() {
        return Err(FitError::Cancelled);
    }
    Ok(())
}

/// Half of the bytes that programs could still take without swapping; 2 GiB where the system does
/// not say.
#[must_use]
pub fn half_of_free_memory() -> u64 {
    let available = sysinfo::System::new().map(|mut system| {
        system.refresh_memory();
        system.available_memory()
    });
    available.ok().filter(|&bytes| bytes > 0).unwrap_or(4 << 30) / 2
}
