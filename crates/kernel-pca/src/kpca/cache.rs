//! Data and results kept for one set of points, and the loop that makes the attempts at a fit, one solver after the
//! other, until one answers.

use std::sync::Arc;

use nalgebra::DMatrix;

use super::{
    Accuracy, Bytes, CancelCheck, Doubt, FitError, FitOptions, FitProgress, KernelPca, Tier,
    attempts::{Attempt, FitProblem, FitPurpose, IterationPace, KernelFacts, Settling, attempts},
    centered_kernel::PointTiles,
    finish::finish,
    foresee::ReducedBases,
    fourier::{by_fourier, is_gaussian},
    plan::MemoryPlan,
    preview_rows::PreviewRows,
    prove::prove_by_inertia,
    solution::Solution,
    solve::{
        SolverTask, by_cholesky, by_dense, by_features, by_krylov, by_landmarks, of_equal_points,
    },
    trail::Trail,
};
use crate::{
    eigen::{cholesky::PivotedCholesky, fourier::Fourier},
    kernel::{Kernel, Metric, MetricPoints, OutOfRange, ScaledKernel},
};

/// Cache of the data and results that belong to one set of points and one metric.
#[derive(Debug)]
pub(super) struct PointCache {
    /// Rows of the data (n × d).
    pub(super) x: Arc<DMatrix<f64>>,
    pub(super) metric: Metric,
    /// Points of these rows in the metric.
    pub(super) points: Arc<MetricPoints>,
    /// Distances and kernel values of all pairs, where stored.
    pub(super) tiles: PointTiles,
    /// Cholesky factor last computed, possibly unfinished, with its kernel.
    pub(super) factor: Option<(ScaledKernel, PivotedCholesky)>,
    /// Eigenvectors of the last fits, from which the next iteration starts.
    pub(super) trail: Trail,
    /// Pace of previews by iteration since the last exact answer.
    pace: IterationPace,
    pub(super) progress: Arc<FitProgress>,
    /// Number of components to try first for a share of the trace: those that reached the last share asked for, and
    /// some more. `None` where the last fit asked for no share.
    pub(super) enough: Option<usize>,
    /// Fourier solver for the points; `None` until it is needed.
    pub(super) fourier: Option<Fourier>,
    /// Rows of the last preview that gave the scores of some rows only; `None` before such a preview.
    pub(super) preview_rows: Option<PreviewRows>,
    /// Reduced bases for previews.
    pub(super) foresight: ReducedBases,
}

impl PointCache {
    /// Creates a cache of the rows x (n × d) without results; `trail` holds vectors to start iterations from.
    pub(super) fn new(
        x: &Arc<DMatrix<f64>>,
        metric: Metric,
        trail: Trail,
        progress: &Arc<FitProgress>,
    ) -> Self {
        Self {
            x: Arc::clone(x),
            metric,
            points: Arc::new(MetricPoints::sharing(Arc::clone(x), metric)),
            tiles: PointTiles::new(x.nrows()),
            factor: None,
            trail,
            pace: IterationPace::Follows,
            progress: Arc::clone(progress),
            enough: None,
            fourier: None,
            preview_rows: None,
            foresight: ReducedBases::default(),
        }
    }

    /// Scales a kernel to the points, with the errors of given values and of rows that `options` state.
    ///
    /// # Errors
    /// [`OutOfRange`] where values leave the range of numbers.
    pub(super) fn scaled(
        &self,
        kernel: Kernel,
        options: &FitOptions,
    ) -> Result<ScaledKernel, OutOfRange> {
        let kernel = ScaledKernel::new(kernel, &self.points, None)?.off_by(options.rounding);
        let of_data = kernel.data_effect(&self.x, &self.points, options.data);
        Ok(kernel.changed_by(of_data.norm()))
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
        finish(solution, kernel, (k, tier), (&self.x, &self.points), 1.0)
    }

    /// Solves for k components of `kernel`, scaled to the points, on a thread of the pool, which saves waking a thread
    /// after each parallel part. The choice of solvers depends on the `purpose` of the answer.
    ///
    /// # Errors
    /// When it is cancelled, or no attempt answers.
    pub(super) fn solve(
        &mut self,
        kernel: ScaledKernel,
        k: usize,
        options: &FitOptions,
        purpose: FitPurpose,
        cancelled: CancelCheck<'_>,
    ) -> Result<Solution, FitError> {
        if options.tier == Tier::Exact {
            self.pace = IterationPace::Follows;
        }
        let question = FitProblem {
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
            knows_distances: self.tiles.knows_distances(),
            pace: self.pace,
            purpose,
        };
        let budget = options.memory_budget;
        self.progress.work().take();
        let solution = rayon::scope(|_| self.attempt(kernel, &question, budget, cancelled));
        self.progress.reset();
        let work = self.progress.work().take();
        Ok(Solution { work, ..solution? })
    }

    /// Makes the listed attempts, one after the other, until one answers.
    ///
    /// # Errors
    /// When it is cancelled, or no attempt answers.
    fn attempt(
        &mut self,
        kernel: ScaledKernel,
        question: &FitProblem,
        budget: u64,
        cancelled: CancelCheck<'_>,
    ) -> Result<Solution, FitError> {
        let &FitProblem { n, k, tier, .. } = question;
        let task = SolverTask {
            points: &self.points,
            kernel,
            k,
            tier,
            progress: &self.progress,
            cancelled,
        };
        let (trail, fourier) = (&mut self.trail, &mut self.fourier);
        let budget = budget.saturating_sub(self.foresight.bytes());
        let plan = MemoryPlan::new(n, task.points.features(), k, budget);
        let mut op = self.tiles.centered(task, plan);
        // Unproven answer, for use where there is no memory for a better one.
        let mut unproven = None;
        for attempt in attempts(question, &plan) {
            let found = match attempt {
                Attempt::Zeros => Some(of_equal_points(task)?),
                Attempt::Reduced => {
                    let reduced = self.foresight.ready.as_ref();
                    let found = reduced.and_then(|it| it.preview(kernel, k, tier));
                    if let Some(solution) = &found {
                        trail.add(kernel.kernel(), &solution.vectors);
                    }
                    found
                }
                Attempt::Features { most } => by_features(task, most)?,
                Attempt::Fourier(wanted) => by_fourier(task, fourier, wanted, None, plan.budget)?,
                Attempt::Cholesky {
                    rank,
                    other,
                    short_of,
                } => {
                    let found = by_cholesky(task, &mut self.factor, rank, other)?;
                    let is_enough =
                        |found: &Solution| !other || Accuracy::of(found, k, tier).is_certified();
                    found.filter(is_enough).map(|mut found| {
                        found.doubt = short_of.map(|needed| Doubt::Memory {
                            needed: Bytes(needed),
                        });
                        *trail = Trail::default();
                        found
                    })
                }
                Attempt::Nystrom {
                    landmarks,
                    short_of,
                } => by_landmarks(task, &mut self.factor, landmarks, short_of)?,
                Attempt::Sketch { landmarks } => {
                    // Of its own: the exact answer is the same whether or not a hand moved before it.
                    let found = by_landmarks(task, &mut None, landmarks, None)?;
                    if let Some(solution) = &found {
                        trail.add(kernel.kernel(), &solution.vectors);
                    }
                    found
                }
                Attempt::Krylov { passes, settling } => {
                    let is_open = |found: &Solution| {
                        Accuracy::of(found, k, tier).doubt == Some(Doubt::Unproven)
                    };
                    let mut found = by_krylov(&mut op, trail.vectors(), passes)?;
                    if tier == Tier::Preview && found.is_none() {
                        self.pace = IterationPace::Lags;
                    }
                    if let Some(solution) = &mut found {
                        trail.add(kernel.kernel(), &solution.vectors);
                        if settling != Settling::Unproven && is_open(solution) {
                            prove_by_inertia(&mut op, solution)?;
                        }
                    }
                    let leaves = settling == Settling::FactorOrNext;
                    unproven = found.take_if(|found| leaves && is_open(found));
                    found
                }
                // The whole spectrum includes any eigenvalue that was missed.
                Attempt::Dense => Some(by_dense(&mut op)?),
                Attempt::Unsuited(reason) => {
                    let solver = question.solver.name();
                    return Err(FitError::Unsuited { solver, reason });
                }
                Attempt::Refuse { needed } => match unproven.take() {
                    None => return Err(plan.out_of_memory(needed)),
                    answer => answer,
                },
            };
            if let Some(solution) = found {
                return Ok(solution);
            }
        }
        // The last attempt answers or refuses.
        Err(FitError::NotConverged)
    }
}
