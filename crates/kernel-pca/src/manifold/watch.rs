//! Progress of an embedding's computation, stage by stage, and its cancellation.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use rayon::prelude::*;

use crate::{eigen::Failure, kpca::CancelCheck};

listed! {
    /// Stage in the computation of an embedding.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum EmbeddingStage {
        /// Search for the neighbours of each row.
        Neighbors => "neighbours",
        /// Shortest paths from each row.
        Paths => "shortest paths",
        /// Weights that reconstruct each row from its neighbours.
        Weights => "weights",
        /// Kernel values of all pairs of rows.
        Kernel => "kernel",
        /// Factorisation of a sparse matrix: its steps are not counted, and it cannot be stopped midway.
        Factorization => "factorisation",
        /// Eigenvectors, counted in passes over the matrix, of which the total is not known.
        Eigenvectors => "eigenvectors",
        /// Steps of a layout's descent.
        Layout => "layout",
        /// Scores of new rows.
        NewRows => "new rows",
    }
    /// Name of the stage, in a word or two.
    fn title
}

/// Progress of an embedding, written by the computation and read from any thread.
#[derive(Debug, Default)]
pub struct EmbeddingProgress {
    /// Number of the stage in [`EmbeddingStage::ALL`], counted from one; zero before the first stage.
    stage: AtomicUsize,
    /// Steps of the stage that are done.
    done: AtomicUsize,
    /// Total number of steps of the stage; zero where not known.
    all: AtomicUsize,
}

impl EmbeddingProgress {
    /// Returns the stage, the number of its steps that are done, and their total where it is known; `None` before
    /// the first stage.
    #[must_use]
    pub fn stage(&self) -> Option<(EmbeddingStage, usize, Option<usize>)> {
        let [stage, done, all] =
            [&self.stage, &self.done, &self.all].map(|n| n.load(Ordering::Relaxed));
        let stage = *EmbeddingStage::ALL.get(stage.checked_sub(1)?)?;
        Some((stage, done, (all > 0).then_some(all)))
    }

    /// Resets the progress to before the first stage.
    pub(super) fn reset(&self) {
        self.stage.store(0, Ordering::Relaxed);
    }

    /// Begins a stage of `all` steps, zero where not known.
    fn begin(&self, stage: EmbeddingStage, all: usize) {
        self.done.store(0, Ordering::Relaxed);
        self.all.store(all, Ordering::Relaxed);
        self.stage.store(stage as usize + 1, Ordering::Relaxed);
    }
}

/// Observer of an embedding's computation: counts stages and steps, and asks whether to stop.
pub(super) struct EmbeddingWatch<'a> {
    progress: &'a EmbeddingProgress,
    cancelled: CancelCheck<'a>,
    /// True once cancelled, so that all threads of the computation agree.
    latch: AtomicBool,
}

impl<'a> EmbeddingWatch<'a> {
    pub(super) fn new(progress: &'a EmbeddingProgress, cancelled: CancelCheck<'a>) -> Self {
        Self {
            progress,
            cancelled,
            latch: AtomicBool::new(false),
        }
    }

    /// Begins a stage of `steps` steps, zero where not known.
    pub(super) fn stage(&self, stage: EmbeddingStage, steps: usize) -> &Self {
        self.progress.begin(stage, steps);
        self
    }

    /// Returns true once the computation is cancelled.
    pub(super) fn is_cancelled(&self) -> bool {
        if !self.latch.load(Ordering::Relaxed) && (self.cancelled)() {
            self.latch.store(true, Ordering::Relaxed);
        }
        self.latch.load(Ordering::Relaxed)
    }

    /// Counts one step; called before each step.
    ///
    /// # Errors
    /// [`Failure::Cancelled`] once the computation is cancelled.
    pub(super) fn step(&self) -> Result<(), Failure> {
        if self.is_cancelled() {
            return Err(Failure::Cancelled);
        }
        self.progress.done.fetch_add(1, Ordering::Relaxed);
        Ok(())
    }

    /// Computes `of(i)` for each i below n on all cores, as the n steps of a stage.
    ///
    /// # Errors
    /// [`Failure::Cancelled`] once the computation is cancelled.
    pub(super) fn each<T: Send>(
        &self,
        stage: EmbeddingStage,
        n: usize,
        of: impl Fn(usize) -> T + Sync,
    ) -> Result<Vec<T>, Failure> {
        let each = self.stage(stage, n);
        let all = (0..n).into_par_iter();
        all.map(|i| each.step().map(|()| of(i))).collect()
    }
}
