//! Work in advance, between fits, so that previews at nearby values of γ take little time: reduced bases for up to
//! 20,000 points, spaces of waves (spans of leading eigenvectors in Fourier modes) for more.

use std::{mem::swap, sync::Arc, sync::atomic::AtomicBool};

use nalgebra::DMatrix;

use super::{
    CancelCheck, FitError, FitOptions, Tier, Workspace,
    attempts::FitPurpose,
    cache::PointCache,
    fourier::{self, is_gaussian},
    plan::MemoryPlan,
    reduced::{GammaSpan, ReducedBasis},
    solve::SolverTask,
    workspace::stays_cancelled,
};
use crate::{
    eigen::{
        Failure,
        operator::{Operator, Precision},
    },
    kernel::{Kernel, ScaledKernel},
};

/// Number of columns of a basis that are multiplied at once.
const COLUMNS: usize = 64;
/// Number of points above which no reduced basis is made, since its exact fits would take minutes.
const MOST_POINTS: usize = 20_000;

/// Reduced bases of one set of points: one in use for previews, and one that is being made about another γ.
#[derive(Debug, Default)]
pub(super) struct ReducedBases {
    /// Basis that previews are made from; `None` where none is finished.
    pub(super) ready: Option<ReducedBasis>,
    /// Basis that is being made; `None` where none is.
    next: Option<ReducedBasis>,
    /// Kernels for which making a basis failed, and the number of components that it was for: with more components it
    /// would fail too. `None` where none failed.
    pointless: Option<(GammaSpan, usize)>,
}

impl ReducedBases {
    /// Bytes that both bases hold.
    pub(super) fn bytes(&self) -> u64 {
        let both = self.ready.iter().chain(&self.next);
        both.map(ReducedBasis::bytes).sum()
    }
}

impl Workspace {
    /// Computes in advance, or continues to compute, what speeds up previews of x (n × d) with kernels that differ from
    /// `kernel` in γ alone: a reduced basis for γ within a factor of two, or a space of waves, within a factor of 1.5,
    /// for many rows. Both serve `options.components` components, and a reduced basis also as many as the last
    /// [`fit_share`](Self::fit_share) needed. Finished parts are kept when the work is cancelled.
    ///
    /// # Errors
    /// When cancelled, or when an eigenproblem of a space of waves fails.
    pub fn foresee(
        &mut self,
        x: &Arc<DMatrix<f64>>,
        kernel: Kernel,
        options: &FitOptions,
        cancelled: CancelCheck<'_>,
    ) -> Result<(), FitError> {
        let (n, k) = (x.nrows(), options.components.min(x.nrows()));
        if !kernel.is_plain() {
            return Ok(());
        }
        let latch = AtomicBool::new(false);
        let cancelled = &|| stays_cancelled(&latch, cancelled);
        let cache = self.cache(x, kernel.metric());
        if n > MOST_POINTS {
            return Ok(cache.foresee_modes(kernel, k, cancelled)?);
        }
        let k = k.max(cache.enough.unwrap_or(0));
        let ReducedBases {
            ready,
            next,
            pointless,
        } = &mut cache.foresight;
        let suits = |reduced: &ReducedBasis| reduced.suits(kernel, k);
        let in_vain = pointless.is_some_and(|(span, of)| k >= of && span.surrounds(kernel));
        if in_vain || ready.as_ref().is_some_and(suits) {
            return Ok(());
        }
        let kept = next.take().filter(suits);
        let begun = kept.or_else(|| ReducedBasis::begin(kernel, n, k, options.memory_budget));
        let Some(mut reduced) = begun else {
            return Ok(());
        };
        let made = cache.carry_on(&mut reduced, options, cancelled);
        let foresight = &mut cache.foresight;
        match made {
            Ok(true) => foresight.ready = Some(reduced),
            Err(FitError::Cancelled) => {
                foresight.next = Some(reduced);
                return Err(FitError::Cancelled);
            }
            Ok(false) | Err(_) => {
                foresight.pointless = GammaSpan::about(kernel).map(|span| (span, k));
            }
        }
        Ok(())
    }
}

impl PointCache {
    /// Computes what previews by Fourier modes need for a kernel and those near it: sums of waves over all points, and
    /// a space of waves for previews of some rows.
    ///
    /// # Errors
    ///
    /// A [`Failure`] where it is cancelled, or an eigenproblem fails.
    fn foresee_modes(
        &mut self,
        kernel: Kernel,
        k: usize,
        cancelled: CancelCheck<'_>,
    ) -> Result<(), Failure> {
        let scaled = ScaledKernel::new(kernel, &self.points, None);
        if let (Some(modes), Ok(scaled)) = (&mut self.fourier, scaled)
            && is_gaussian(&scaled)
        {
            rayon::scope(|_| fourier::foresee(modes, -scaled.factor(), k, cancelled))?;
        }
        Ok(())
    }

    /// Takes the remaining steps to a reduced basis; returns `false` where no basis is worth making.
    ///
    /// # Errors
    /// When it is cancelled, a fit at a node (value of γ) fails, or the kernel has values that are not finite.
    fn carry_on(
        &mut self,
        reduced: &mut ReducedBasis,
        options: &FitOptions,
        cancelled: CancelCheck<'_>,
    ) -> Result<bool, FitError> {
        let options = &FitOptions {
            tier: Tier::Exact,
            ..*options
        };
        while let Some((kernel, k)) = reduced.next_fit() {
            let kernel = ScaledKernel::new(kernel, &self.points, None)?;
            swap(&mut self.trail, reduced.trail());
            let found = self.solve(kernel, k, options, FitPurpose::Node, cancelled);
            swap(&mut self.trail, reduced.trail());
            if !reduced.take_fit(kernel, found?) {
                return Ok(false);
            }
        }
        while let Some((kernel, precision)) = reduced.next_image() {
            let budget = options.memory_budget;
            let image = self.image(kernel, reduced.basis(), precision, budget, cancelled)?;
            if !reduced.take_image(&image) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Returns the centred kernel matrix times a basis (both n × m).
    ///
    /// # Errors
    /// A [`Failure`] where it is cancelled, or the kernel has values that are not finite.
    fn image(
        &mut self,
        kernel: ScaledKernel,
        basis: &DMatrix<f64>,
        precision: Precision,
        memory_budget: u64,
        cancelled: CancelCheck<'_>,
    ) -> Result<DMatrix<f64>, Failure> {
        let task = SolverTask {
            points: &self.points,
            kernel,
            k: COLUMNS,
            tier: Tier::Exact,
            progress: &self.progress,
            cancelled,
        };
        let budget = memory_budget.saturating_sub(self.foresight.bytes());
        let plan = MemoryPlan::new(basis.nrows(), self.points.features(), COLUMNS, budget);
        let mut op = self.tiles.centered(task, plan);
        let mut image = DMatrix::zeros(basis.nrows(), basis.ncols());
        for start in (0..basis.ncols()).step_by(COLUMNS) {
            let count = COLUMNS.min(basis.ncols() - start);
            let some = basis.columns(start, count).into_owned();
            let product = rayon::scope(|_| op.apply(&some, precision));
            self.progress.reset();
            image.columns_mut(start, count).copy_from(&product?);
        }
        Ok(image)
    }
}
