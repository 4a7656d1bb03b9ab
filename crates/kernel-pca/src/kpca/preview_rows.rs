//! Previews of a fit to all rows with the scores of some rows only, as many as a picture can tell apart. The fit is by
//! Fourier modes, and its eigenvectors are evaluated at these rows only.

use std::{sync::Arc, sync::atomic::AtomicBool};

use nalgebra::DMatrix;

use super::{
    CancelCheck, FitError, FitOptions, KernelPca, Solver, Tier, Workspace,
    attempts::FourierPreference,
    finish::finish,
    fourier::{by_fourier, is_gaussian},
    solve::SolverTask,
    workspace::stays_cancelled,
};
use crate::kernel::{Kernel, MetricPoints};

/// Rows that a preview shows, with their points.
#[derive(Debug)]
pub(super) struct PreviewRows {
    /// Indices of the rows, ascending.
    rows: Arc<[usize]>,
    /// Data of these rows (rows × d).
    x: Arc<DMatrix<f64>>,
    /// Points of these rows in the kernel's metric.
    points: Arc<MetricPoints>,
}

impl Workspace {
    /// Prepares previews of some `rows` (ascending) of x (n × d) from the space of waves that
    /// [`foresee`](Self::foresee) made over all rows.
    pub fn foresee_rows(&mut self, x: &Arc<DMatrix<f64>>, rows: &Arc<[usize]>, kernel: Kernel) {
        if let Some(fourier) = &mut self.cache(x, kernel.metric()).fourier {
            rayon::scope(|_| fourier.prepare(rows));
        }
    }

    /// Fits a preview of kernel PCA to all rows of x (n × d), with the scores of some `rows` (ascending) only. `None`
    /// where a solver is asked for by name, where the kernel has no Fourier modes on these data, or where they would be
    /// slower than other solvers.
    ///
    /// The result also projects new points, by sums over these rows in place of all.
    ///
    /// # Errors
    /// When cancelled, when an eigenproblem fails, and when kernel values or eigenvalues overflow or underflow.
    pub fn preview_of(
        &mut self,
        x: &Arc<DMatrix<f64>>,
        rows: &Arc<[usize]>,
        kernel: Kernel,
        options: &FitOptions,
        cancelled: CancelCheck<'_>,
    ) -> Result<Option<KernelPca>, FitError> {
        if !kernel.is_plain() || options.solver != Solver::Auto {
            return Ok(None);
        }
        let latch = AtomicBool::new(false);
        let cancelled = &|| stays_cancelled(&latch, cancelled);
        let cache = self.cache(x, kernel.metric());
        let kernel = cache.scaled(kernel, options)?;
        if !is_gaussian(&kernel) || cache.points.are_equal() {
            return Ok(None);
        }
        let task = SolverTask {
            points: &cache.points,
            kernel,
            k: options.components.min(x.nrows()),
            tier: Tier::Preview,
            progress: &cache.progress,
            cancelled,
        };
        let budget = options.memory_budget;
        let (fourier, wanted) = (&mut cache.fourier, FourierPreference::IfFaster);
        let solve = |_: &_| by_fourier(task, fourier, wanted, Some(rows), budget);
        let solution = rayon::scope(solve);
        cache.progress.reset();
        let Some(solution) = solution? else {
            return Ok(None);
        };
        let kept = cache.preview_rows.take();
        let kept = kept.filter(|drawn| Arc::ptr_eq(&drawn.rows, rows));
        let drawn = cache
            .preview_rows
            .insert(kept.unwrap_or_else(|| PreviewRows {
                rows: Arc::clone(rows),
                x: Arc::new(x.select_rows(&**rows)),
                points: Arc::new(cache.points.subset(rows)),
            }));
        let stands_for = x.nrows() as f64 / rows.len().max(1) as f64;
        let asked = (task.k, task.tier);
        finish(
            solution,
            kernel,
            asked,
            (&drawn.x, &drawn.points),
            stands_for,
        )
        .map(Some)
    }
}
