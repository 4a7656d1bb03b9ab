//! Data and results kept for one set of points, and the loop that makes the attempts at a fit, one solver after the
//! other, until one answers.

use std::sync::Arc;

use nalgebra::DMatrix;

use super::{
    Bytes, CancelCheck, Doubt, FitError, FitOptions, FitProgress, KernelPca, Tier,
    attempts::{Attempt, FitProblem, FitPurpose, KernelFacts, Settling, attempts},
    centered_kernel::CenteredKernel,
    distances::Distances,
    drawn::PreviewRows,
    finish::{FitContext, finish},
    foresee::ReducedBases,
    fourier::{by_fourier, is_gaussian},
    plan::MemoryPlan,
    prove::prove_by_inertia,
    solution::Solution,
    solve::{
        FactorColumns, SolverTask, by_cholesky, by_dense, by_features, by_krylov, by_landmarks,
        of_equal_points,
    },
    tile_store::TileStore,
    trail::Trail,
};
use crate::{
    eigen::{Failure, cholesky::PivotedCholesky, fourier::Fourier},
    kernel::{Metric, MetricPoints, ScaledKernel},
};

/// Data and results that belong to one set of points and one metric.
#[derive(Debug)]
pub(super) struct PointCache {
    /// Rows of the data (n × d).
    pub(super) x: Arc<DMatrix<f64>>,
    pub(super) metric: Metric,
    /// Points of these rows in the metric.
    pub(super) points: Arc<MetricPoints>,
    /// Distances or inner products of all pairs, where kept.
    pub(super) distances: Distances,
    /// Kernel values in double precision.
    pub(super) double: TileStore<f64>,
    /// Kernel values in single precision.
    pub(super) single: TileStore<f32>,
    /// Cholesky factor last computed, possibly unfinished, with its kernel.
    pub(super) factor: Option<(ScaledKernel, PivotedCholesky)>,
    /// Eigenvectors of the last fits, from which the next iteration starts.
    pub(super) trail: Trail,
    pub(super) progress: Arc<FitProgress>,
    /// Number of components to try first for a share of the trace: those that reached the last share asked for, and
    /// some more. `None` where the last fit asked for no share.
    pub(super) enough: Option<usize>,
    /// Fourier solver for the points; `None` until it is needed.
    pub(super) fourier: Option<Fourier>,
    /// Rows that previews showed last, where they showed some rows only.
    pub(super) drawn: Option<PreviewRows>,
    /// Reduced bases for previews.
    pub(super) foresight: ReducedBases,
}

/// Request for a fit to the solvers.
#[derive(Clone, Copy)]
pub(super) struct SolverRequest<'a> {
    /// Kernel, scaled to the points.
    pub(super) kernel: ScaledKernel,
    /// Number of components wanted.
    pub(super) k: usize,
    /// Tier, solver and memory budget of the fit.
    pub(super) options: &'a FitOptions,
    /// Use that is made of the answer, on which the choice of solvers depends.
    pub(super) purpose: FitPurpose,
}

impl PointCache {
    /// Creates a cache of the rows x (n × d) without results; `trail` holds vectors to start iterations from.
    pub(super) fn new(
        x: &Arc<DMatrix<f64>>,
        metric: Metric,
        trail: Trail,
        progress: &Arc<FitProgress>,
    ) -> Self {
        let points = Arc::new(MetricPoints::sharing(Arc::clone(x), metric));
        Self {
            x: Arc::clone(x),
            metric,
            distances: Distances::new(Arc::clone(&points)),
            double: TileStore::new(Arc::clone(&points)),
            single: TileStore::new(Arc::clone(&points)),
            points,
            factor: None,
            trail,
            progress: Arc::clone(progress),
            enough: None,
            fourier: None,
            drawn: None,
            foresight: ReducedBases::default(),
        }
    }

    /// Bytes that the stored tiles of kernel values and distances take now.
    pub(super) fn tile_bytes(&self) -> u64 {
        self.distances.bytes() + self.double.bytes() + self.single.bytes()
    }

    /// Drops all stored tiles; later passes evaluate them anew.
    pub(super) fn drop_tiles(&mut self) {
        self.distances.fit_into(0, false);
        self.double.fit_into(0);
        self.single.fit_into(0);
    }

    /// Solves on a thread of the pool, which saves waking a thread after each parallel part.
    ///
    /// # Errors
    /// A [`Failure`] where it is cancelled, or no attempt answers.
    pub(super) fn solve(
        &mut self,
        asked: SolverRequest<'_>,
        cancelled: CancelCheck<'_>,
    ) -> Result<Solution, Failure> {
        let solution = rayon::scope(|_| self.ask_solvers(asked, cancelled));
        self.progress.reset();
        solution
    }

    /// Turns the solution for `kernel` into a fit of k components.
    ///
    /// # Errors
    ///
    /// As in [`finish()`].
    pub(super) fn finish(
        &self,
        solution: Solution,
        kernel: ScaledKernel,
        k: usize,
        tier: Tier,
    ) -> Result<KernelPca, FitError> {
        let context = FitContext {
            x: &self.x,
            points: &self.points,
            stands_for: 1.0,
            kernel,
            k,
            tier,
        };
        finish(solution, &context)
    }

    /// Returns the properties of a fit that are known before any attempt.
    fn question(&self, asked: SolverRequest<'_>) -> FitProblem {
        let SolverRequest {
            kernel,
            k,
            options,
            purpose,
        } = asked;
        FitProblem {
            n: self.points.len(),
            k,
            tier: options.tier,
            solver: options.solver,
            landmarks: options.landmarks,
            kernel: KernelFacts {
                positive: kernel.kernel().is_positive(),
                gaussian: is_gaussian(&kernel),
            },
            equal_points: self.points.are_equal(),
            warm: !self.trail.is_empty(),
            purpose,
        }
    }

    /// Makes the listed attempts, one after the other, until one answers.
    ///
    /// # Errors
    /// A [`Failure`] where it is cancelled, or no attempt answers.
    fn ask_solvers(
        &mut self,
        asked: SolverRequest<'_>,
        cancelled: CancelCheck<'_>,
    ) -> Result<Solution, Failure> {
        let SolverRequest {
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
        let task = SolverTask {
            points,
            kernel,
            k,
            tier,
        };
        let budget = options.memory_budget.saturating_sub(foresight.bytes());
        let plan = MemoryPlan::new(points.len(), points.features(), k, budget);
        let stores = (distances, double, single);
        let mut op = centered(stores, task, plan, progress, cancelled);
        // Unproven answer, for use where there is no memory for a better one.
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
                Attempt::Features { most } => by_features(task, most, progress, cancelled)?,
                Attempt::Fourier(wanted) => {
                    let told = (&**progress, cancelled);
                    by_fourier(task, fourier, wanted, None, plan.budget, told)?
                }
                Attempt::Cholesky {
                    rank,
                    other,
                    short_of,
                } => {
                    let factor = factor_of(factor, kernel);
                    let columns = if other {
                        FactorColumns::Beside(rank)
                    } else {
                        FactorColumns::UpTo(rank)
                    };
                    let found = by_cholesky(task, factor, columns, progress, cancelled)?;
                    let is_enough =
                        |found: &Solution| !other || found.accuracy(tier, k).is_certified();
                    found.filter(is_enough).map(|mut found| {
                        found.pairs.doubt = short_of.map(|needed| Doubt::Memory {
                            needed: Bytes(needed),
                        });
                        *trail = Trail::default();
                        found
                    })
                }
                Attempt::Nystrom {
                    landmarks,
                    short_of,
                } => {
                    let factor = factor_of(factor, kernel);
                    let told = (&**progress, cancelled);
                    by_landmarks(task, factor, landmarks, short_of, told)?
                }
                Attempt::Krylov { settling } => {
                    let mut found = by_krylov(&mut op, task, trail.vectors())?;
                    if let Some(solution) = &mut found {
                        trail.add(kernel.kernel(), &solution.pairs.vectors);
                        if settling != Settling::Unproven && is_open(solution, task) {
                            prove_by_inertia(&mut op, task, &mut solution.pairs)?;
                        }
                    }
                    unproven = found.take_if(|found| settling.leaves() && is_open(found, task));
                    found
                }
                // The whole spectrum includes any eigenvalue that was missed.
                Attempt::Dense => Some(by_dense(&mut op, k)?),
                Attempt::Unsuited { reason } => {
                    let solver = options.solver.name();
                    return Err(Failure::Unsuited { solver, reason });
                }
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

/// Returns whether the solution of the task lacks a proof only.
fn is_open(solution: &Solution, task: SolverTask<'_>) -> bool {
    solution.accuracy(task.tier, task.k).doubt == Some(Doubt::Unproven)
}

/// Failure of a solver that needs `needed` bytes, more than the budget of the plan.
pub(super) fn out_of_memory(needed: u64, plan: MemoryPlan) -> Failure {
    Failure::OutOfMemory {
        needed,
        allowed: plan.budget,
    }
}

/// Returns the centred kernel matrix of a task as an operator that keeps as many tiles in the stores as the plan has
/// room for.
pub(super) fn centered<'a>(
    (distances, double, single): (
        &'a mut Distances,
        &'a mut TileStore<f64>,
        &'a mut TileStore<f32>,
    ),
    task: SolverTask<'_>,
    plan: MemoryPlan,
    progress: &'a FitProgress,
    cancelled: CancelCheck<'a>,
) -> CenteredKernel<'a> {
    let again = single.holds_another(task.kernel) || double.holds_another(task.kernel);
    let room = distances.fit_into(single.fit_into(plan.room_for_tiles()), again);
    double.fit_into(0);
    CenteredKernel {
        kernel: task.kernel,
        double,
        single,
        distances,
        room,
        double_passes: 0,
        progress,
        cancelled,
    }
}

/// Returns the place for the Cholesky factor of `kernel`, emptied where it held that of another kernel.
pub(super) fn factor_of(
    kept: &mut Option<(ScaledKernel, PivotedCholesky)>,
    kernel: ScaledKernel,
) -> &mut Option<(ScaledKernel, PivotedCholesky)> {
    if kept.as_ref().is_some_and(|(k, _)| *k != kernel) {
        *kept = None;
    }
    kept
}
