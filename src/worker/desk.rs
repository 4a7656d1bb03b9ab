//! Computations of the visible picture, and the state kept between them.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::Arc,
};

use super::picture::KnownEmbeddings;
use explorer::{
    analysis::{Analysis, Analyzer, Progress, Watch, half_of_free_memory},
    setup::{ScalingBy, Setup},
};
use kernel_pca::{
    Cancellable,
    kpca::{CancelCheck, Tier},
};
use tabular::Table;

/// Request of an analysis, numbered so that late answers to old requests can be recognised.
#[derive(Debug, Clone, PartialEq)]
pub struct Request {
    /// Number that grows with each request.
    pub generation: u64,
    pub setup: Box<Setup>,
    pub tier: Tier,
    /// Bytes that the fit may use; `None` for half of the memory that was free at the start.
    pub memory_limit: Option<u64>,
    /// True where the data changed, so that a preview still running is of no more use.
    pub fresh: bool,
    /// Authority on whether columns are standardised.
    pub scaling_by: ScalingBy,
}

impl Request {
    pub(super) fn is_preview(&self) -> bool {
        self.tier == Tier::Preview
    }
}

/// Answer to a request.
#[derive(Debug, Clone)]
pub struct Outcome {
    pub generation: u64,
    /// Setup with its analysis.
    pub result: Result<(Box<Setup>, Arc<Analysis>), Refusal>,
}

/// Refusal of a setup.
#[derive(Debug, Clone)]
pub struct Refusal {
    /// One plain sentence on the reason.
    pub reason: String,
    /// Setup with its table, where that could be read, so that other columns of it can be chosen.
    pub table: Option<(Box<Setup>, Arc<Table>)>,
}

/// State of one lane that carries out tasks one after the other: results kept for the next tasks.
#[derive(Debug)]
pub(super) struct Desk {
    analyzer: Analyzer,
    pub known: KnownEmbeddings,
    /// Default bound on the bytes of a fit. It is read once: with a new value each time, no two fits would be of
    /// the same problem.
    pub memory_budget: u64,
    progress: Arc<Progress>,
}

impl Default for Desk {
    fn default() -> Self {
        Self::telling(Arc::default())
    }
}

impl Desk {
    /// Creates a desk whose fits and embeddings report to `progress`.
    pub(super) fn telling(progress: Arc<Progress>) -> Self {
        let memory_budget = half_of_free_memory();
        Self {
            analyzer: Analyzer::new(memory_budget).telling(Arc::clone(&progress)),
            known: KnownEmbeddings::default(),
            memory_budget,
            progress,
        }
    }

    /// Drops all results that are kept.
    pub(super) fn clear(&mut self) {
        *self = Self::telling(Arc::clone(&self.progress));
    }

    /// Answers a request; `None` where it was cancelled.
    pub(super) fn answer(&mut self, request: Request, watch: Watch<'_>) -> Option<Outcome> {
        let limit = request.memory_limit.unwrap_or(self.memory_budget);
        self.analyzer.limit_memory(limit);
        let (mut setup, tier) = (request.setup, request.tier);
        if request.scaling_by == ScalingBy::Data {
            // What is wrong with the data is said by the analysis.
            let _ = self.analyzer.start(&mut setup, watch.cancelled);
        }
        let result = match self.analyzer.run(&setup, tier, watch.cancelled) {
            Err(error) if error.is_cancelled() => return None,
            Err(error) => Err(Refusal {
                reason: error.to_string(),
                table: (self.analyzer.table(&setup)).map(|table| (setup, table)),
            }),
            Ok(analysis) => Ok((setup, Arc::new(analysis))),
        };
        let generation = request.generation;
        Some(Outcome { generation, result })
    }

    /// Prepares the next steps of a slider until a request cancels it.
    pub(super) fn foresee(&mut self, cancelled: CancelCheck<'_>) {
        // However it ended, the next request can be answered without it.
        let ended = catch_unwind(AssertUnwindSafe(|| self.analyzer.foresee(cancelled)));
        if ended.is_err() {
            self.clear();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;
    use kernel_pca::kernel::KernelKind;

    #[test]
    fn a_computation_is_abandoned_in_the_middle() {
        let mut setup = Setup::welcome();
        setup.kernel.kind = KernelKind::Laplacian;
        let request = Request {
            generation: 1,
            setup: Box::new(setup),
            tier: Tier::Exact,
            memory_limit: None,
            fresh: false,
            scaling_by: ScalingBy::Setup,
        };
        let asked = AtomicUsize::new(0);
        let times = |limit: usize| {
            asked.store(0, Ordering::Relaxed);
            let cancelled = || asked.fetch_add(1, Ordering::Relaxed) >= limit;
            let watch = Watch {
                progress: &Arc::default(),
                cancelled: &cancelled,
                memory: u64::MAX,
            };
            Desk::default().answer(request.clone(), watch)
        };
        assert!(times(usize::MAX).is_some());
        let often = asked.load(Ordering::Relaxed);
        assert!(often > 3, "{often}");
        for limit in 0..often {
            assert!(times(limit).is_none(), "{limit} of {often}");
        }
    }
}
