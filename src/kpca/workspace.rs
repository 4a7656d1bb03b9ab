//! Fitting, and what is kept between fits.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

use nalgebra::DMatrix;

use super::{
    Cancelled, FitError, FitOptions, KernelPca, Solver, SpectrumStage, Tier,
    centered_kernel::CenteredKernel,
    distances::Distances,
    finish::{Context, finish},
    solve::{Solution, Task, by_cholesky, by_dense, by_features, by_krylov},
    tile_store::{TileStore, tile_bytes},
    trail::Trail,
};
use crate::{
    eigen::{Failure, cholesky::Factor, dense::symmetric_eigenvalues},
    kernel::{Kernel, Metric, Points},
};

/// Up to this many points, the whole spectrum costs less than an iteration.
const SMALL: usize = 200;

/// Up to this many points, the whole spectrum may be had to prove an exact answer.
const MEDIUM: usize = 1000;

/// What is kept between fits so that nothing is computed twice.
#[derive(Debug, Default)]
pub struct Workspace {
    cache: Option<Cache>,
}

/// What belongs to one set of points and one metric.
#[derive(Debug)]
struct Cache {
    x: Arc<DMatrix<f64>>,
    metric: Metric,
    points: Arc<Points>,
    distances: Distances,
    double: TileStore<f64>,
    single: TileStore<f32>,
    /// A factor of the kernel matrix last factored, as far as it was needed.
    factor: Option<(Kernel, Factor)>,
    trail: Trail,
}

/// Which solvers can be had within the memory there is.
#[derive(Debug, Clone, Copy)]
struct Plan {
    /// Tiles of kernel values fit.
    tiles: bool,
    /// The whole matrix fits, with its eigenvectors.
    dense: bool,
    /// Columns that a factor may have.
    rank: usize,
}

impl Workspace {
    /// Fits kernel PCA to `x` (n × d).
    ///
    /// # Errors
    /// When cancelled, when the kernel overflows on these data, or when no solver converges.
    pub fn fit(
        &mut self,
        x: &Arc<DMatrix<f64>>,
        kernel: Kernel,
        options: &FitOptions,
        cancelled: Cancelled<'_>,
    ) -> Result<KernelPca, FitError> {
        let latch = AtomicBool::new(false);
        let cancelled = &|| stays_cancelled(&latch, cancelled);
        let cache = self.cache(x, Metric::of(&kernel));
        let k = options.components.min(x.nrows());
        // On a thread of the pool, which need not be woken after each of the parallel parts.
        let Solution {
            pairs,
            centering,
            trace,
            noise,
        } = rayon::scope(|_| cache.solve(kernel, k, options, cancelled))?;
        let context = Context {
            x,
            points: &cache.points,
            kernel,
            k,
            tier: options.tier,
            centering,
            trace,
            noise,
        };
        Ok(finish(pairs, context))
    }

    /// All n eigenvalues of the centred kernel matrix of `x` (n × d), descending. `reached` is told
    /// each stage as it begins.
    ///
    /// # Errors
    /// When cancelled, when the kernel overflows on these data, or when the matrix does not fit
    /// into `memory_budget` bytes.
    pub fn full_spectrum(
        &mut self,
        x: &Arc<DMatrix<f64>>,
        kernel: Kernel,
        memory_budget: u64,
        reached: &dyn Fn(SpectrumStage),
        cancelled: Cancelled<'_>,
    ) -> Result<Vec<f64>, FitError> {
        let latch = AtomicBool::new(false);
        let cancelled = &|| stays_cancelled(&latch, cancelled);
        let cache = self.cache(x, Metric::of(&kernel));
        let n = x.nrows();
        reached(SpectrumStage::Kernel);
        // Few features or a low rank give all eigenvalues that are not zero.
        let task = Task {
            points: &cache.points,
            kernel,
            k: 0,
            tier: Tier::Exact,
        };
        let plan = Plan::new(n, memory_budget);
        let mut solution = by_features(task, n / 4)?;
        if solution.is_none() && kernel.is_positive() && n > SMALL {
            let factor = factor_of(&mut cache.factor, kernel);
            let rank = plan.rank.min(n / 4);
            let found = by_cholesky(task, factor, rank, true, &|| cancelled())?;
            solution = found.filter(|found| found.pairs.rank.is_some());
        }
        let mut values = if let Some(Solution { pairs, noise, .. }) = solution {
            let clean = |λ: f64| if λ > noise { λ } else { 0.0 };
            let mut values: Vec<f64> = pairs.values.into_iter().map(clean).collect();
            values.resize(n.max(values.len()), 0.0);
            values.truncate(n);
            values
        } else {
            if !plan.dense {
                return Err(FitError::OutOfMemory);
            }
            let Cache {
                distances,
                double,
                single,
                ..
            } = cache;
            let mut op = centered(distances, double, single, task, memory_budget, cancelled);
            let matrix = op.explicit()?;
            reached(SpectrumStage::Decomposition);
            let values = symmetric_eigenvalues(&matrix).ok_or(Failure::NotConverged)?;
            let noise = op.sums().map_or(0.0, |sums| sums.noise);
            let clean = |λ: f64| if λ.abs() > noise { λ } else { 0.0 };
            values.into_iter().rev().map(clean).collect()
        };
        values.sort_by(|a, b| b.total_cmp(a));
        if cancelled() {
            return Err(FitError::Cancelled);
        }
        Ok(values)
    }

    fn cache(&mut self, x: &Arc<DMatrix<f64>>, metric: Metric) -> &mut Cache {
        let kept = self
            .cache
            .take()
            .filter(|cache| Arc::ptr_eq(&cache.x, x) && cache.metric == metric);
        self.cache.insert(kept.unwrap_or_else(|| {
            let points = Arc::new(Points::new(x, metric));
            Cache {
                x: Arc::clone(x),
                metric,
                distances: Distances::new(Arc::clone(&points)),
                double: TileStore::new(Arc::clone(&points)),
                single: TileStore::new(Arc::clone(&points)),
                points,
                factor: None,
                trail: Trail::default(),
            }
        }))
    }
}

impl Plan {
    fn new(n: usize, budget: u64) -> Self {
        let numbers = |count: usize| 8 * count as u64;
        let dense = tile_bytes::<f64>(n) + 4 * numbers(n).saturating_mul(n as u64);
        Self {
            tiles: tile_bytes::<f32>(n) <= budget / 4 * 3,
            dense: dense <= budget,
            // The factor, its copy to be centred, and its vectors.
            rank: (budget / (3 * numbers(n)).max(1)) as usize,
        }
    }

    /// Columns past which a factor costs more than an iteration would: n r² against some passes of n²,
    /// and where n is small r³.
    fn worthwhile_rank(self, n: usize) -> usize {
        let worthwhile = ((20.0 * n as f64).sqrt() as usize).min(n / 7);
        if self.tiles {
            worthwhile.min(self.rank)
        } else {
            self.rank
        }
    }

    /// The same for a preview that starts from the last one's vectors.
    fn rank_beside_warm(self, n: usize) -> usize {
        self.worthwhile_rank(n)
            .min((1.5 * (n as f64).sqrt()) as usize)
    }
}

impl Cache {
    /// Asks one solver after the other.
    fn solve(
        &mut self,
        kernel: Kernel,
        k: usize,
        options: &FitOptions,
        cancelled: Cancelled<'_>,
    ) -> Result<Solution, Failure> {
        let Self {
            points,
            distances,
            double,
            single,
            factor,
            trail,
            ..
        } = self;
        let n = points.len();
        let &FitOptions {
            solver,
            tier,
            memory_budget,
            ..
        } = options;
        let task = Task {
            points,
            kernel,
            k,
            tier,
        };
        let plan = Plan::new(n, memory_budget);
        let auto = solver == Solver::Auto;
        if auto && let Some(solution) = by_features(task, (20.0 * n as f64).sqrt() as usize)? {
            return Ok(solution);
        }
        let small = n <= SMALL || 6 * k >= n;
        if kernel.is_positive() && (solver == Solver::Cholesky || (auto && !small)) {
            let factor = factor_of(factor, kernel);
            let rank = match tier {
                _ if !auto => n,
                Tier::Preview if !trail.is_empty() => plan.rank_beside_warm(n),
                _ => plan.worthwhile_rank(n),
            };
            let other = auto && plan.tiles;
            let found = by_cholesky(task, factor, rank, other, &|| cancelled())?;
            if let Some(solution) = found.filter(|found| !other || found.is_accurate(tier, k)) {
                *trail = Trail::default();
                return Ok(solution);
            }
        }
        let mut op = centered(distances, double, single, task, memory_budget, cancelled);
        if solver == Solver::Dense
            || small && plan.dense && solver != Solver::Krylov
            || n < 2 * k + 20
        {
            return by_dense(&mut op, k);
        }
        let exact = auto && tier == Tier::Exact;
        let found = by_krylov(&mut op, task, trail.vectors())?;
        let Some(solution) = found else {
            return by_dense(&mut op, k);
        };
        trail.add(kernel, &solution.pairs.vectors);
        // Where the whole spectrum costs little, it settles what could not be proven.
        if exact && n <= MEDIUM && !solution.is_accurate(tier, k) {
            return by_dense(&mut op, k);
        }
        Ok(solution)
    }
}

/// The task's kernel on all pairs, with the tiles that a part of the budget has room for. A quarter
/// is left for bases and copies.
fn centered<'a>(
    distances: &'a mut Distances,
    double: &'a mut TileStore<f64>,
    single: &'a mut TileStore<f32>,
    task: Task<'_>,
    memory_budget: u64,
    cancelled: Cancelled<'a>,
) -> CenteredKernel<'a> {
    let room = distances.fit_into(single.fit_into(memory_budget / 4 * 3));
    double.fit_into(0);
    CenteredKernel {
        kernel: task.kernel,
        double,
        single,
        distances,
        room,
        wide: false,
        cancelled,
    }
}

/// Asks `cancelled` until it has said yes once: the parts of a fit must agree.
fn stays_cancelled(latch: &AtomicBool, cancelled: Cancelled<'_>) -> bool {
    if !latch.load(Ordering::Relaxed) && cancelled() {
        latch.store(true, Ordering::Relaxed);
    }
    latch.load(Ordering::Relaxed)
}

/// The factor kept for `kernel`, or an empty place for one.
fn factor_of(kept: &mut Option<(Kernel, Factor)>, kernel: Kernel) -> &mut Option<(Kernel, Factor)> {
    if kept.as_ref().is_some_and(|(k, _)| *k != kernel) {
        *kept = None;
    }
    kept
}

impl From<Failure> for FitError {
    fn from(failure: Failure) -> Self {
        match failure {
            Failure::Cancelled => Self::Cancelled,
            Failure::NotFinite => Self::NotFinite,
            Failure::NotConverged => Self::NotConverged,
        }
    }
}
