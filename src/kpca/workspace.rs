//! Fitting, and what is kept between fits.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

use nalgebra::DMatrix;

use super::{
    Bytes, Cancelled, Doubt, FitError, FitOptions, FitProgress, KernelPca, SpectrumStage, Tier,
    attempts::{Attempt, KernelFacts, Purpose, Question, SMALL, attempts},
    centered_kernel::CenteredKernel,
    composed::Prepared,
    distances::Distances,
    finish::{Context, finish},
    foresee::Foresight,
    fourier::{by_fourier, is_gaussian},
    plan::Plan,
    solution::Solution,
    solve::{
        Task, by_cholesky, by_dense, by_features, by_krylov, of_equal_points, prove_by_inertia,
    },
    tile_store::TileStore,
    trail::Trail,
};
use crate::{
    eigen::{Failure, cholesky::Factor, dense::symmetric_eigenvalues, fourier::Fourier},
    kernel::{Kernel, Metric, MetricPoints, OutOfRange, ScaledKernel},
    power_of_two::times,
};

/// Components that a share is first looked for in.
const FIRST_GUESS: usize = 16;

/// What is kept between fits so that nothing is computed twice.
#[derive(Debug, Default)]
pub struct Workspace {
    cache: Option<Cache>,
    /// The kernel last evaluated as a whole.
    prepared: Option<Prepared>,
    progress: Arc<FitProgress>,
}

/// What belongs to one set of points and one metric.
#[derive(Debug)]
pub(super) struct Cache {
    x: Arc<DMatrix<f64>>,
    metric: Metric,
    pub(super) points: Arc<MetricPoints>,
    pub(super) distances: Distances,
    pub(super) double: TileStore<f64>,
    pub(super) single: TileStore<f32>,
    /// A factor of the kernel matrix last factored, as far as it was needed.
    factor: Option<(ScaledKernel, Factor)>,
    pub(super) trail: Trail,
    pub(super) progress: Arc<FitProgress>,
    /// How many components sufficed for a share, if that is what was asked for last, and some more.
    pub(super) enough: Option<usize>,
    /// Fourier modes, once they are wanted.
    pub(super) fourier: Option<Fourier>,
    pub(super) foresight: Foresight,
}

/// What the solvers are asked for.
#[derive(Clone, Copy)]
pub(super) struct Asked<'a> {
    pub(super) kernel: ScaledKernel,
    pub(super) k: usize,
    pub(super) options: &'a FitOptions,
    pub(super) purpose: Purpose,
}

impl Workspace {
    /// Its fits tell `progress` how far they are.
    #[must_use]
    pub fn telling(progress: Arc<FitProgress>) -> Self {
        Self {
            progress,
            ..Self::default()
        }
    }

    /// Fits kernel PCA to `x` (n × d).
    ///
    /// # Errors
    /// When cancelled, when kernel or eigenvalues on these data go beyond the range of numbers, when
    /// the solver asked for does not fit into the memory allowed, or when none converges.
    pub fn fit(
        &mut self,
        x: &Arc<DMatrix<f64>>,
        kernel: Kernel,
        options: &FitOptions,
        cancelled: Cancelled<'_>,
    ) -> Result<KernelPca, FitError> {
        let latch = AtomicBool::new(false);
        let cancelled = &|| stays_cancelled(&latch, cancelled);
        if !kernel.is_plain() {
            let (prepared, options) = self.prepare(x, kernel, options)?;
            let (matrix, plain) = (&prepared.matrix, prepared.plain_kernel());
            let found = self.fit(matrix, plain, &options, cancelled)?;
            return Ok(prepared.finish(found));
        }
        let cache = self.cache(x, kernel.metric());
        let kernel = ScaledKernel::new(kernel, &cache.points, None)?;
        let k = options.components.min(x.nrows());
        cache.enough = None;
        let asked = Asked {
            kernel,
            k,
            options,
            purpose: Purpose::Answer,
        };
        let solution = cache.solve(asked, cancelled)?;
        cache.finish(solution, kernel, k, options.tier)
    }

    /// The same with as many components as reach `share` of the trace, but no more than
    /// `options.components`. Where the trace is not positive there are no shares, and a few are computed.
    ///
    /// # Errors
    /// Those of [`fit`](Self::fit).
    pub fn fit_share(
        &mut self,
        x: &Arc<DMatrix<f64>>,
        kernel: Kernel,
        share: f64,
        options: &FitOptions,
        cancelled: Cancelled<'_>,
    ) -> Result<KernelPca, FitError> {
        let latch = AtomicBool::new(false);
        let cancelled = &|| stays_cancelled(&latch, cancelled);
        if !kernel.is_plain() {
            let (prepared, options) = self.prepare(x, kernel, options)?;
            let (matrix, plain) = (&prepared.matrix, prepared.plain_kernel());
            let found = self.fit_share(matrix, plain, share, &options, cancelled)?;
            return Ok(prepared.finish(found));
        }
        let cache = self.cache(x, kernel.metric());
        let kernel = ScaledKernel::new(kernel, &cache.points, None)?;
        let most = options.components.min(x.nrows());
        // The next step of a slider needs about as many as the last.
        let mut k = cache.enough.unwrap_or(FIRST_GUESS).min(most);
        loop {
            let asked = Asked {
                kernel,
                k,
                options,
                purpose: Purpose::Answer,
            };
            let solution = cache.solve(asked, cancelled)?;
            let few = FIRST_GUESS.min(most);
            if solution.trace <= 0.0 && few <= k {
                return cache.finish(solution, kernel, few, options.tier);
            }
            match reaching(&solution.pairs.values, share * solution.trace) {
                Some(found) if found <= k => {
                    cache.enough = Some(found + found / 4 + 2);
                    return cache.finish(solution, kernel, found, options.tier);
                }
                _ if k == most => return cache.finish(solution, kernel, k, options.tier),
                // A solver may know more eigenvalues than it has vectors.
                Some(found) => k = found.min(most),
                None => k = (2 * k).min(most),
            }
        }
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
        if !kernel.is_plain() {
            let options = FitOptions {
                memory_budget,
                ..FitOptions::default()
            };
            let (prepared, FitOptions { memory_budget, .. }) = self.prepare(x, kernel, &options)?;
            let (matrix, kernel) = (&prepared.matrix, prepared.plain_kernel());
            let values = self.full_spectrum(matrix, kernel, memory_budget, reached, cancelled)?;
            return Ok(prepared.finish_spectrum(values));
        }
        let cache = self.cache(x, kernel.metric());
        let n = x.nrows();
        let kernel = ScaledKernel::new(kernel, &cache.points, None)?;
        reached(SpectrumStage::Kernel);
        // Few features or a low rank give all eigenvalues that are not zero.
        let task = Task {
            points: &cache.points,
            kernel,
            k: 0,
            tier: Tier::Exact,
        };
        let plan = Plan::new(n, cache.points.features(), 0, memory_budget);
        let rank = plan.rank().min(n / 4);
        let mut solution = if cache.points.are_equal() {
            Some(of_equal_points(task)?)
        } else {
            by_features(task, rank)?
        };
        if solution.is_none() && kernel.kernel().is_positive() && n > SMALL {
            let factor = factor_of(&mut cache.factor, kernel);
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
            if !plan.has_room_for_dense() {
                return Err(out_of_memory(plan.dense, plan).into());
            }
            let Cache {
                distances,
                double,
                single,
                progress,
                ..
            } = cache;
            let stores = (distances, double, single);
            let mut op = centered(stores, task, plan, progress, cancelled);
            let matrix = op.explicit()?;
            reached(SpectrumStage::Decomposition);
            let values = symmetric_eigenvalues(&matrix).ok_or(Failure::NotConverged)?;
            let noise = op.sums().map_or(0.0, |sums| sums.noise);
            let clean = |λ: f64| if λ.abs() > noise { λ } else { 0.0 };
            values.into_iter().rev().map(clean).collect()
        };
        values.sort_by(|a, b| b.total_cmp(a));
        for value in &mut values {
            *value = times(*value, kernel.exponent());
        }
        if cancelled() {
            return Err(FitError::Cancelled);
        }
        Ok(values)
    }

    /// Evaluates a kernel as a whole, unless that was done last; the options are those for the solvers.
    fn prepare(
        &mut self,
        x: &Arc<DMatrix<f64>>,
        kernel: Kernel,
        options: &FitOptions,
    ) -> Result<(Prepared, FitOptions), FitError> {
        let is_same =
            |kept: &Prepared| Arc::ptr_eq(kept.composed.x(), x) && kept.composed.kernel() == kernel;
        let before = self.prepared.take();
        let prepared = if let Some(same) = before.clone().filter(is_same) {
            same
        } else {
            // The matrix is another, but its vectors are where those before lead.
            let before = before.filter(|before| before.is_near(kernel, x));
            let is_of = |cache: &Cache, before: &Prepared| Arc::ptr_eq(&cache.x, &before.matrix);
            let trail = match (self.cache.take(), before) {
                (Some(cache), Some(before)) if is_of(&cache, &before) => cache.trail.led_on(),
                _ => Trail::default(),
            };
            let prepared = Prepared::new(kernel, x, options.memory_budget)?;
            self.cache(&prepared.matrix, Metric::Given).trail = trail;
            prepared
        };
        self.prepared = Some(prepared.clone());
        let n = x.nrows();
        let options = FitOptions {
            components: options.components.min(n),
            memory_budget: options.memory_budget.saturating_sub(Prepared::bytes(n)),
            ..*options
        };
        Ok((prepared, options))
    }

    pub(super) fn cache(&mut self, x: &Arc<DMatrix<f64>>, metric: Metric) -> &mut Cache {
        let before = self.cache.take().filter(|cache| cache.metric == metric);
        let (kept, trail) = match before {
            Some(cache) if Arc::ptr_eq(&cache.x, x) => (Some(cache), Trail::default()),
            // A point that is dragged moves the vectors as a slider does.
            Some(cache) if differ_little(&cache.x, x) => {
                (None, cache.trail.led_on().of_points(x.nrows()))
            }
            _ => (None, Trail::default()),
        };
        self.cache.insert(kept.unwrap_or_else(|| {
            let points = Arc::new(MetricPoints::new(x, metric));
            Cache {
                x: Arc::clone(x),
                metric,
                distances: Distances::new(Arc::clone(&points)),
                double: TileStore::new(Arc::clone(&points)),
                single: TileStore::new(Arc::clone(&points)),
                points,
                factor: None,
                trail,
                progress: Arc::clone(&self.progress),
                enough: None,
                fourier: None,
                foresight: Foresight::default(),
            }
        }))
    }
}

impl Cache {
    /// On a thread of the pool, which need not be woken after each of the parallel parts.
    pub(super) fn solve(
        &mut self,
        asked: Asked<'_>,
        cancelled: Cancelled<'_>,
    ) -> Result<Solution, Failure> {
        let solution = rayon::scope(|_| self.ask_solvers(asked, cancelled));
        self.progress.reset();
        solution
    }

    fn finish(
        &self,
        solution: Solution,
        kernel: ScaledKernel,
        k: usize,
        tier: Tier,
    ) -> Result<KernelPca, FitError> {
        let context = Context {
            x: &self.x,
            points: &self.points,
            kernel,
            k,
            tier,
        };
        finish(solution, &context)
    }

    /// What is known before anything is tried.
    fn question(&self, asked: Asked<'_>) -> Question {
        let Asked {
            kernel,
            k,
            options,
            purpose,
        } = asked;
        Question {
            n: self.points.len(),
            k,
            tier: options.tier,
            solver: options.solver,
            kernel: KernelFacts {
                positive: kernel.kernel().is_positive(),
                gaussian: is_gaussian(&kernel),
            },
            equal_points: self.points.are_equal(),
            warm: !self.trail.is_empty(),
            purpose,
        }
    }

    /// Makes one attempt after the other, until one answers.
    fn ask_solvers(
        &mut self,
        asked: Asked<'_>,
        cancelled: Cancelled<'_>,
    ) -> Result<Solution, Failure> {
        let Asked {
            kernel, k, options, ..
        } = asked;
        let question = self.question(asked);
        let Self {
            points,
            distances,
            double,
            single,
            factor,
            trail,
            progress,
            fourier,
            foresight,
            ..
        } = self;
        let tier = options.tier;
        let task = Task {
            points,
            kernel,
            k,
            tier,
        };
        let budget = options.memory_budget.saturating_sub(foresight.bytes());
        let plan = Plan::new(points.len(), points.features(), k, budget);
        let stores = (distances, double, single);
        let mut op = centered(stores, task, plan, progress, cancelled);
        // An answer that stayed unproven, should there be no room for a better one.
        let mut unproven = None;
        for attempt in attempts(&question, &plan) {
            let found = match attempt {
                Attempt::Zeros => Some(of_equal_points(task)?),
                Attempt::Reduced => {
                    let reduced = foresight.ready();
                    let found = reduced.and_then(|it| it.preview(kernel, k, tier));
                    if let Some(solution) = &found {
                        trail.add(kernel.kernel(), &solution.pairs.vectors);
                    }
                    found
                }
                Attempt::Features { most } => by_features(task, most)?,
                Attempt::Fourier(wanted) => {
                    by_fourier(task, fourier, wanted, plan.budget, cancelled)?
                }
                Attempt::Cholesky {
                    rank,
                    other,
                    short_of,
                } => {
                    let factor = factor_of(factor, kernel);
                    let found = by_cholesky(task, factor, rank, other, &|| cancelled())?;
                    let is_enough =
                        |found: &Solution| !other || found.accuracy(tier, k).is_certified();
                    found.filter(is_enough).map(|mut found| {
                        found.pairs.needed = short_of;
                        *trail = Trail::default();
                        found
                    })
                }
                Attempt::Krylov { settle } => {
                    let mut found = by_krylov(&mut op, task, trail.vectors())?;
                    if let Some(solution) = &mut found {
                        trail.add(kernel.kernel(), &solution.pairs.vectors);
                        if settle && is_open(solution, task) {
                            prove_by_inertia(&mut op, task, &mut solution.pairs)?;
                        }
                    }
                    unproven = found.take_if(|found| settle && is_open(found, task));
                    found
                }
                // Where something was missed, the whole spectrum has it.
                Attempt::Dense => Some(by_dense(&mut op, k)?),
                Attempt::Refuse { needed } => match unproven.take() {
                    None => return Err(out_of_memory(needed, plan)),
                    answer => answer,
                },
            };
            if let Some(solution) = found {
                return Ok(solution);
            }
        }
        // The last attempt answers or refuses.
        Err(Failure::NotConverged)
    }
}

/// Whether few rows are others: moved, or new at the end.
fn differ_little(before: &DMatrix<f64>, now: &DMatrix<f64>) -> bool {
    /// Up to one row in so many.
    const FEW: usize = 20;
    if before.ncols() != now.ncols() {
        return false;
    }
    let [n, m] = [before.nrows(), now.nrows()];
    let same = n.min(m);
    let moved = (0..same).filter(|&i| before.row(i) != now.row(i)).count();
    FEW * (moved + n.abs_diff(m)) <= same
}

/// Whether nothing but a proof is missing to the task's solution.
fn is_open(solution: &Solution, task: Task<'_>) -> bool {
    solution.accuracy(task.tier, task.k).doubt == Some(Doubt::Unproven)
}

fn out_of_memory(needed: u64, plan: Plan) -> Failure {
    Failure::OutOfMemory {
        needed,
        allowed: plan.budget,
    }
}

/// The task's kernel on all pairs, with the tiles that the plan has room for.
pub(super) fn centered<'a>(
    (distances, double, single): (
        &'a mut Distances,
        &'a mut TileStore<f64>,
        &'a mut TileStore<f32>,
    ),
    task: Task<'_>,
    plan: Plan,
    progress: &'a FitProgress,
    cancelled: Cancelled<'a>,
) -> CenteredKernel<'a> {
    let room = distances.fit_into(single.fit_into(plan.room_for_tiles()));
    double.fit_into(0);
    CenteredKernel {
        kernel: task.kernel,
        double,
        single,
        distances,
        room,
        progress,
        cancelled,
    }
}

/// Asks `cancelled` until it has said yes once: the parts of a fit must agree.
pub(super) fn stays_cancelled(latch: &AtomicBool, cancelled: Cancelled<'_>) -> bool {
    if !latch.load(Ordering::Relaxed) && cancelled() {
        latch.store(true, Ordering::Relaxed);
    }
    latch.load(Ordering::Relaxed)
}

/// How many of the first values (descending) sum up to `wanted`, as far as any do; rounding counts
/// for them.
fn reaching(values: &[f64], wanted: f64) -> Option<usize> {
    let mut sum = 0.0;
    let reached = values.iter().position(|value| {
        sum += value;
        sum >= wanted * (1.0 - 1e-12)
    });
    reached.filter(|_| wanted > 0.0).map(|last| last + 1)
}

/// The factor kept for `kernel`, or an empty place for one.
fn factor_of(
    kept: &mut Option<(ScaledKernel, Factor)>,
    kernel: ScaledKernel,
) -> &mut Option<(ScaledKernel, Factor)> {
    if kept.as_ref().is_some_and(|(k, _)| *k != kernel) {
        *kept = None;
    }
    kept
}

impl From<OutOfRange> for FitError {
    fn from(_: OutOfRange) -> Self {
        Self::TooLarge
    }
}

impl From<Failure> for FitError {
    fn from(failure: Failure) -> Self {
        match failure {
            Failure::Cancelled => Self::Cancelled,
            Failure::NotFinite => Self::TooLarge,
            Failure::OutOfMemory { needed, allowed } => Self::OutOfMemory {
                needed: Bytes(needed),
                allowed: Bytes(allowed),
            },
            Failure::NotConverged => Self::NotConverged,
        }
    }
}
