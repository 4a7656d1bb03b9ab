//! Runs a setup, keeping every stage whose inputs did not change.

use std::{
    sync::Arc,
    time::{Instant, SystemTime},
};

use nalgebra::DMatrix;

use super::{
    Analysis, Timings,
    cached::{Cached, Same},
    explain::{Explainer, Fitted},
    warnings::warnings,
};
use crate::{
    Result,
    data::{Columns, Dataset, Scaler, Scaling, Source, Table},
    kernel::{Kernel, gamma_auto, gamma_median},
    kpca::{Cancelled, FitError, FitOptions, KernelPca, Progress, Solver, Tier, Workspace},
    pca::Pca,
    setup::Setup,
};

/// Runs setups one after the other and remembers the last result of each stage with what it was
/// made from, so that moving a kernel slider repeats the kernel's part alone.
#[derive(Debug)]
pub struct Analyzer {
    /// Bytes that a fit may hold at once.
    memory_budget: u64,
    loaded: Cached<(Source, Option<SystemTime>), Arc<Table>>,
    picked: Cached<(Same<Table>, Columns), Arc<Dataset>>,
    scaled: Cached<(Same<Dataset>, Scaling), Scaled>,
    workspace: Workspace,
    fitted: Cached<Asked, Arc<KernelPca>>,
    explainer: Explainer,
}

/// What a fit was asked for.
type Asked = (Same<DMatrix<f64>>, Kernel, FitOptions);

/// What depends on the scaled data alone.
#[derive(Debug, Clone)]
struct Scaled {
    scaler: Scaler,
    x: Arc<DMatrix<f64>>,
    pca: Arc<Pca>,
    gamma_auto: f64,
    gamma_median: f64,
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
            scaled: Cached::default(),
            workspace: Workspace::default(),
            fitted: Cached::default(),
            explainer: Explainer::default(),
        }
    }

    /// Its fits tell `progress` how far they are.
    #[must_use]
    pub fn telling(self, progress: Arc<Progress>) -> Self {
        Self {
            workspace: Workspace::telling(progress),
            ..self
        }
    }

    /// From now on a fit may use `memory_budget` bytes.
    pub fn limit_memory(&mut self, memory_budget: u64) {
        self.memory_budget = memory_budget;
    }

    /// Loads, scales and fits what `setup` describes.
    ///
    /// # Errors
    /// Whatever is wrong with data, parameters or fit; what was cached stays.
    pub fn run(
        &mut self,
        setup: &Setup,
        tier: Tier,
        solver: Solver,
        cancelled: Cancelled<'_>,
    ) -> Result<Analysis> {
        let start = Instant::now();
        let table = self.load(&setup.source, cancelled)?;
        let dataset = self.pick(&table, &setup.columns)?;
        let load = start.elapsed();
        check(cancelled)?;

        let start = Instant::now();
        let Scaled {
            scaler,
            x,
            pca,
            gamma_auto,
            gamma_median,
        } = self.scale(&dataset, setup.scaling)?;
        let pca_time = start.elapsed();
        check(cancelled)?;

        let start = Instant::now();
        let kernel = setup.kernel.check(&x)?;
        let options = FitOptions {
            components: setup.components,
            solver,
            tier,
            memory_budget: self.memory_budget,
        };
        let kpca = self.fit(&x, kernel, options, cancelled)?;
        let kpca_time = start.elapsed();

        let fitted = Fitted {
            dataset: &dataset,
            scaler: &scaler,
            x: &x,
            pca: &pca,
            kpca: &kpca,
            tier,
        };
        let start = Instant::now();
        let explain = self.explainer.run(fitted, &setup.view, cancelled)?;
        let explain_time = start.elapsed();

        Ok(Analysis {
            warnings: warnings(&dataset, &kpca, tier),
            table,
            dataset,
            scaler,
            x,
            pca,
            kernel,
            kpca,
            tier,
            gamma_auto,
            gamma_median,
            full_spectrum: None,
            explain,
            timings: Timings {
                load,
                pca: pca_time,
                kpca: kpca_time,
                explain: explain_time,
            },
        })
    }

    fn load(&mut self, source: &Source, cancelled: Cancelled<'_>) -> Result<Arc<Table>> {
        // A file that was saved again since is another source.
        let from = (source.clone(), source.modified());
        self.loaded
            .get(from, || Ok(Arc::new(source.load(cancelled)?)))
    }

    fn pick(&mut self, table: &Arc<Table>, columns: &Columns) -> Result<Arc<Dataset>> {
        let from = (Same::as_in(table), columns.clone());
        self.picked
            .get(from, || Ok(Arc::new(table.dataset(columns)?)))
    }

    fn scale(&mut self, dataset: &Arc<Dataset>, scaling: Scaling) -> Result<Scaled> {
        self.scaled.get((Same::as_in(dataset), scaling), || {
            let scaler = scaling.fit(&dataset.x);
            let x = Arc::new(scaler.apply(&dataset.x));
            if !x.iter().all(|value| value.is_finite()) {
                return Err(FitError::DataTooLarge.into());
            }
            let pca = Pca::fit(&x);
            if !pca.total.is_finite() {
                return Err(FitError::DataTooLarge.into());
            }
            Ok(Scaled {
                scaler,
                pca: Arc::new(pca),
                gamma_auto: gamma_auto(&x),
                gamma_median: gamma_median(&x),
                x,
            })
        })
    }

    fn fit(
        &mut self,
        x: &Arc<DMatrix<f64>>,
        kernel: Kernel,
        options: FitOptions,
        cancelled: Cancelled<'_>,
    ) -> Result<Arc<KernelPca>, FitError> {
        let Self {
            fitted, workspace, ..
        } = self;
        fitted.get((Same::as_in(x), kernel, options), || {
            Ok(Arc::new(workspace.fit(x, kernel, &options, cancelled)?))
        })
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
