//! Parallel analysis for the spectrum panels: eigenvalues compared with those of shuffled columns.

use std::sync::Arc;

use nalgebra::DMatrix;

use super::{Analysis, Watch};
use crate::{
    Result,
    panel::list::Panel,
    setup::{Components, View},
};
use kernel_pca::{
    kernel::Kernel,
    kpca::{FitError, FitOptions},
    objects::ObjectKind,
    settled,
    sweep::ShuffledEigenvalues,
};

/// Inputs of the comparison with shuffled columns.
#[derive(Debug, Clone)]
pub struct ShuffleTask {
    x: Arc<DMatrix<f64>>,
    kernel: Kernel,
    components: usize,
    /// Bytes that a fit may hold at once.
    pub memory_budget: u64,
}

impl ShuffleTask {
    /// Makes the task for an analysis; `None` where none of `panels` shows the comparison with shuffled columns.
    #[must_use]
    pub fn of(analysis: &Analysis, view: &View, panels: &[Panel]) -> Option<Self> {
        let wanted =
            view.spectrum_shuffled && panels.iter().any(|panel| panel.compares_with_shuffled());
        let kept = analysis.kpca.eigenvalues.len();
        let shown = view.spectrum_components.min(analysis.rows());
        wanted.then(|| Self {
            x: Arc::clone(&analysis.x),
            kernel: analysis.kernel,
            components: match analysis.components {
                Components::Count(_) => kept.max(shown),
                Components::Share(_) => kept,
            },
            memory_budget: FitOptions::default().memory_budget,
        })
    }

    /// Returns true where the other task gives the same result.
    #[must_use]
    pub fn is_like(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.x, &other.x)
            && self.kernel == other.kernel
            && self.components == other.components
    }

    /// Fits shuffled columns, and reports the number of fits to the observer; the inner error is the reason in one
    /// line for which they cannot be fitted.
    ///
    /// # Errors
    /// When cancelled.
    pub fn run(&self, watch: Watch<'_>) -> Result<Result<ShuffledEigenvalues, String>, FitError> {
        if self.kernel.kind().takes() != ObjectKind::Vectors {
            return Ok(Err("there are no columns to shuffle".into()));
        }
        if self.x.ncols() < 2 {
            return Ok(Err("one column alone cannot be shuffled apart".into()));
        }
        let options = FitOptions {
            components: self.components.max(1),
            memory_budget: self.memory_budget,
            ..FitOptions::default()
        };
        let told = |done, all| watch.progress.parts(done, all);
        let found = ShuffledEigenvalues::of(&self.x, self.kernel, &options, &told, watch.cancelled);
        watch.progress.parts(0, 0);
        settled(found)
    }
}

impl Analysis {
    /// Adds the comparison with shuffled columns if a panel of `view` shows it and it is missing.
    ///
    /// # Errors
    /// When cancelled.
    pub(super) fn held_against_shuffled(
        mut self,
        view: &View,
        watch: Watch<'_>,
    ) -> Result<Self, FitError> {
        if self.explain.shuffled.is_none()
            && let Some(task) = ShuffleTask::of(&self, view, &view.panels)
        {
            let task = ShuffleTask {
                memory_budget: watch.memory,
                ..task
            };
            self.explain.shuffled = Some(Arc::new(task.run(watch)?));
        }
        Ok(self)
    }
}
