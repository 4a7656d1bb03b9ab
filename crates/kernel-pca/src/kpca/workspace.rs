//! Fits of kernel PCA, and the data kept between them, so that a step of a parameter does not compute anything twice.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

use nalgebra::DMatrix;

use super::{
    Bytes, CancelCheck, FitError, FitOptions, FitProgress, KernelPca, attempts::FitPurpose,
    cache::PointCache, centered_kernel::PointTiles, composed::ComposedMatrix, trail::Trail,
};
use crate::{
    eigen::Failure,
    kernel::{Kernel, Metric, OutOfRange},
};

/// Number of components of the first attempt to reach a share of the trace; it doubles until the share is reached.
const FIRST_GUESS: usize = 16;

/// Data and results that are kept between fits, so that nothing is computed twice.
#[derive(Debug, Default)]
pub struct Workspace {
    /// Data and results for the rows and the metric of the last fit.
    cache: Option<PointCache>,
    /// Composed kernel evaluated last, with its matrix.
    prepared: Option<ComposedMatrix>,
    /// Progress of the current fit.
    progress: Arc<FitProgress>,
}

impl Workspace {
    /// Creates a workspace whose fits report their progress to `progress`.
    #[must_use]
    pub fn telling(progress: Arc<FitProgress>) -> Self {
        Self {
            progress,
            ..Self::default()
        }
    }

    /// Fits kernel PCA to `x` (n × d), by the solver and to the accuracy of `options`; asks `cancelled` between steps.
    ///
    /// # Errors
    /// When cancelled, when the kernel is not defined for some value, when kernel values or eigenvalues overflow or
    /// underflow on these data, when the solver asked for does not apply or does not fit into the memory allowed, or
    /// when no solver converges.
    pub fn fit(
        &mut self,
        x: &Arc<DMatrix<f64>>,
        kernel: Kernel,
        options: &FitOptions,
        cancelled: CancelCheck<'_>,
    ) -> Result<KernelPca, FitError> {
        self.fit_enough(x, kernel, None, options, cancelled)
    }

    /// Fits the smallest number of components whose eigenvalues add up to `share` (0 to 1) of the trace, but at most
    /// `options.components`. Where the trace is not positive there are no shares, and up to 16 components are fitted.
    ///
    /// # Errors
    /// The errors of [`fit`](Self::fit).
    pub fn fit_share(
        &mut self,
        x: &Arc<DMatrix<f64>>,
        kernel: Kernel,
        share: f64,
        options: &FitOptions,
        cancelled: CancelCheck<'_>,
    ) -> Result<KernelPca, FitError> {
        self.fit_enough(x, kernel, Some(share), options, cancelled)
    }

    /// Fits as many components as reach the `share` of the trace, at most `options.components`; just
    /// `options.components` where `share` is `None`.
    fn fit_enough(
        &mut self,
        x: &Arc<DMatrix<f64>>,
        kernel: Kernel,
        share: Option<f64>,
        options: &FitOptions,
        cancelled: CancelCheck<'_>,
    ) -> Result<KernelPca, FitError> {
        kernel.check_values(x)?;
        let latch = AtomicBool::new(false);
        let cancelled = &|| stays_cancelled(&latch, cancelled);
        let most = options.components.min(x.nrows());
        if !kernel.is_plain() {
            let (prepared, options) = self.prepare(x, kernel, options, cancelled)?;
            let (matrix, plain) = (&prepared.matrix, prepared.plain_kernel());
            let found = self.fit_enough(matrix, plain, share, &options, cancelled)?;
            return Ok(prepared.finish(found, most));
        }
        let cache = self.cache(x, kernel.metric());
        let kernel = cache.scaled(kernel, options)?;
        let Some(share) = share else {
            cache.enough = None;
            let solution = cache.solve(kernel, most, options, FitPurpose::Answer, cancelled)?;
            return cache.finish(solution, kernel, most, options.tier);
        };
        // The next step of a slider needs about as many components as the last.
        let mut k = cache.enough.unwrap_or(FIRST_GUESS).min(most);
        loop {
            let solution = cache.solve(kernel, k, options, FitPurpose::Answer, cancelled)?;
            let few = FIRST_GUESS.min(most);
            let trace = solution.matrix.trace;
            if trace <= 0.0 && few <= k {
                return cache.finish(solution, kernel, few, options.tier);
            }
            match components_for(&solution.values, share * trace) {
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

    /// Evaluates a composed kernel on all pairs of rows of `x` (n × d), unless it was evaluated last; returns its
    /// matrix, and the options with which solvers are to decompose it.
    ///
    /// # Errors
    ///
    /// The errors of [`ComposedMatrix::new`].
    pub(super) fn prepare(
        &mut self,
        x: &Arc<DMatrix<f64>>,
        kernel: Kernel,
        options: &FitOptions,
        cancelled: CancelCheck<'_>,
    ) -> Result<(ComposedMatrix, FitOptions), FitError> {
        let is_same = |kept: &ComposedMatrix| {
            Arc::ptr_eq(kept.composed.x(), x) && kept.composed.kernel() == kernel
        };
        let before = self.prepared.take();
        let prepared = if let Some(same) = before.clone().filter(is_same) {
            same
        } else {
            // The matrix is new, but the eigenvectors of the one before are near its own.
            let before = before.filter(|before| before.is_near(kernel, x));
            let is_of =
                |cache: &PointCache, before: &ComposedMatrix| Arc::ptr_eq(&cache.x, &before.matrix);
            let trail = match (self.cache.take(), before) {
                (Some(cache), Some(before)) if is_of(&cache, &before) => cache.trail.led_on(),
                _ => Trail::default(),
            };
            let prepared = ComposedMatrix::new(kernel, x, options, &self.progress, cancelled);
            if let Ok(prepared) = &prepared {
                self.cache(&prepared.matrix, Metric::Given).trail = trail;
            }
            self.progress.reset();
            prepared?
        };
        self.prepared = Some(prepared.clone());
        let n = x.nrows();
        let options = FitOptions {
            rounding: prepared.composed.rounding(),
            components: options.components.min(n) + usize::from(prepared.adds_a_zero()),
            memory_budget: options
                .memory_budget
                .saturating_sub(ComposedMatrix::bytes(n)),
            ..*options
        };
        Ok((prepared, options))
    }

    /// Makes room for other computations within `budget` bytes: drops stored tiles that take more than half of it.
    /// Returns the budget less the bytes of the data that are kept.
    pub fn make_room(&mut self, budget: u64) -> u64 {
        let matrices = self
            .prepared
            .as_ref()
            .map_or(0, |prepared| ComposedMatrix::bytes(prepared.matrix.nrows()));
        let tiles = self.cache.as_mut().map_or(0, |cache| {
            if cache.tiles.bytes() > budget / 2 {
                cache.tiles = PointTiles::new(cache.points.len());
            }
            cache.tiles.bytes()
        });
        budget.saturating_sub(matrices + tiles)
    }

    /// Returns the cache of these rows and this metric. A new one takes over the eigenvectors of the one before, where
    /// its rows were nearly equal.
    pub(super) fn cache(&mut self, x: &Arc<DMatrix<f64>>, metric: Metric) -> &mut PointCache {
        let before = self.cache.take().filter(|cache| cache.metric == metric);
        let (kept, trail) = match before {
            Some(cache) if Arc::ptr_eq(&cache.x, x) => (Some(cache), Trail::default()),
            // A dragged point moves the eigenvectors little, as a slider does.
            Some(cache) if differ_little(&cache.x, x) => {
                (None, cache.trail.led_on().of_points(x.nrows()))
            }
            _ => (None, Trail::default()),
        };
        let progress = &self.progress;
        self.cache
            .insert(kept.unwrap_or_else(|| PointCache::new(x, metric, trail, progress)))
    }
}

/// Returns whether few rows of `now` differ from those of `before`: moved, or appended or removed at the end.
fn differ_little(before: &DMatrix<f64>, now: &DMatrix<f64>) -> bool {
    /// Smallest number of unchanged rows for each row that differs.
    const UNCHANGED_PER_CHANGED: usize = 20;
    if before.ncols() != now.ncols() {
        return false;
    }
    let [n, m] = [before.nrows(), now.nrows()];
    let same = n.min(m);
    let moved = (0..same).filter(|&i| before.row(i) != now.row(i)).count();
    UNCHANGED_PER_CHANGED * (moved + n.abs_diff(m)) <= same
}

/// Returns whether `cancelled` has returned true in this or an earlier call, as recorded in `latch`: all parts of a fit
/// must agree on whether it is cancelled.
pub(super) fn stays_cancelled(latch: &AtomicBool, cancelled: CancelCheck<'_>) -> bool {
    if !latch.load(Ordering::Relaxed) && cancelled() {
        latch.store(true, Ordering::Relaxed);
    }
    latch.load(Ordering::Relaxed)
}

/// Smallest number of leading values (descending) that add up to `wanted`, within rounding; `None` where all together
/// do not reach it, or `wanted` is not positive.
#[must_use]
pub fn components_for(values: &[f64], wanted: f64) -> Option<usize> {
    let mut sum = 0.0;
    let reached = values.iter().position(|value| {
        sum += value;
        sum >= wanted * (1.0 - 1e-12)
    });
    reached.filter(|_| wanted > 0.0).map(|last| last + 1)
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
