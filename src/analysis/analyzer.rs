//! Runs a setup, keeping every stage whose inputs did not change.

use std::{
    sync::Arc,
    time::{Instant, SystemTime},
};

use nalgebra::DMatrix;

use super::{
    Analysis, Timings,
    explain::{Explainer, Fitted},
    warnings::warnings,
};
use crate::{
    Result,
    data::{Columns, Dataset, Scaler, Scaling, Source, Table},
    kernel::{Kernel, gamma_auto, gamma_median},
    kpca::{Cancelled, FitError, FitOptions, KernelPca, Solver, Tier, Workspace},
    pca::Pca,
    setup::Setup,
};

/// Runs setups one after the other and remembers the last result of each stage with what it was
/// made from, so that moving a kernel slider repeats the kernel's part alone.
#[derive(Debug)]
pub struct Analyzer {
    /// Bytes that a fit may hold at once.
    memory_budget: u64,
    loaded: Option<(Source, Option<SystemTime>, Arc<Table>)>,
    picked: Option<(Arc<Table>, Columns, Arc<Dataset>)>,
    scaled: Option<(Arc<Dataset>, Scaling, Scaled)>,
    workspace: Workspace,
    fitted: Option<(Asked, Arc<KernelPca>)>,
    explainer: Explainer,
}

/// What a fit was asked for.
type Asked = (Arc<DMatrix<f64>>, Kernel, FitOptions);

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
        Self::new(free_memory() / 2)
    }
}

impl Analyzer {
    /// May use `memory_budget` bytes for a fit.
    #[must_use]
    pub fn new(memory_budget: u64) -> Self {
        Self {
            memory_budget,
            loaded: None,
            picked: None,
            scaled: None,
            workspace: Workspace::default(),
            fitted: None,
            explainer: Explainer::default(),
        }
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
        } = self.scale(&dataset, setup.scaling);
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
        let explain = self.explainer.run(fitted, &setup.view, cancelled)?;

        Ok(Analysis {
            warnings: warnings(&dataset, &kpca),
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
            explain,
            timings: Timings {
                load,
                pca: pca_time,
                kpca: kpca_time,
            },
        })
    }

    fn load(&mut self, source: &Source, cancelled: Cancelled<'_>) -> Result<Arc<Table>> {
        // A file that was saved again since is another source.
        let modified = source.modified();
        if let Some((known, known_modified, table)) = &self.loaded
            && known == source
            && *known_modified == modified
        {
            return Ok(Arc::clone(table));
        }
        let table = Arc::new(source.load(cancelled)?);
        self.loaded = Some((source.clone(), modified, Arc::clone(&table)));
        Ok(table)
    }

    fn pick(&mut self, table: &Arc<Table>, columns: &Columns) -> Result<Arc<Dataset>> {
        if let Some((from, known, dataset)) = &self.picked
            && Arc::ptr_eq(from, table)
            && known == columns
        {
            return Ok(Arc::clone(dataset));
        }
        let dataset = Arc::new(table.dataset(columns)?);
        self.picked = Some((Arc::clone(table), columns.clone(), Arc::clone(&dataset)));
        Ok(dataset)
    }

    fn scale(&mut self, dataset: &Arc<Dataset>, scaling: Scaling) -> Scaled {
        if let Some((from, known, scaled)) = &self.scaled
            && Arc::ptr_eq(from, dataset)
            && *known == scaling
        {
            return scaled.clone();
        }
        let scaler = scaling.fit(&dataset.x);
        let x = Arc::new(scaler.apply(&dataset.x));
        let scaled = Scaled {
            scaler,
            pca: Arc::new(Pca::fit(&x)),
            gamma_auto: gamma_auto(&x),
            gamma_median: gamma_median(&x),
            x,
        };
        self.scaled = Some((Arc::clone(dataset), scaling, scaled.clone()));
        scaled
    }

    fn fit(
        &mut self,
        x: &Arc<DMatrix<f64>>,
        kernel: Kernel,
        options: FitOptions,
        cancelled: Cancelled<'_>,
    ) -> Result<Arc<KernelPca>, FitError> {
        if let Some(((from, known_kernel, known_options), kpca)) = &self.fitted
            && Arc::ptr_eq(from, x)
            && *known_kernel == kernel
            && *known_options == options
        {
            return Ok(Arc::clone(kpca));
        }
        let kpca = Arc::new(self.workspace.fit(x, kernel, &options, cancelled)?);
        self.fitted = Some(((Arc::clone(x), kernel, options), Arc::clone(&kpca)));
        Ok(kpca)
    }
}

fn check(cancelled: Cancelled<'_>) -> Result<(), FitError> {
    if cancelled() {
        return Err(FitError::Cancelled);
    }
    Ok(())
}

/// Bytes that programs could still take without swapping; 4 GiB where the system does not say.
fn free_memory() -> u64 {
    let available = sysinfo::System::new().map(|mut system| {
        system.refresh_memory();
        system.available_memory()
    });
    available.ok().filter(|&bytes| bytes > 0).unwrap_or(4 << 30)
}
