//! Requests to the worker, its answers, and how one request is carried out.

use std::{
    any::Any,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::Arc,
};

use kernel_pca::Cancellable;

use crate::{
    analysis::{Analysis, Analyzer, Progress, half_of_free_memory},
    kpca::{Cancelled, Tier},
    setup::Setup,
};

/// Question, numbered so that a late answer to an old one can be told apart.
#[derive(Debug, Clone, PartialEq)]
pub struct Request {
    /// Number that grows from request to request.
    pub generation: u64,
    pub job: Job,
    /// True where even a preview that is running is of no more use, because the data changed.
    pub fresh: bool,
}

#[derive(Debug, Clone, PartialEq)]
pub enum Job {
    Analyse {
        setup: Box<Setup>,
        tier: Tier,
        /// Bytes that the fit may use; half of the memory that was free at the start where `None`.
        memory_limit: Option<u64>,
    },
}

impl Job {
    /// Returns true for a preview, which is short and worth showing even when the slider has moved on.
    pub(super) fn is_preview(&self) -> bool {
        matches!(
            self,
            Self::Analyse {
                tier: Tier::Preview,
                ..
            }
        )
    }
}

#[derive(Debug, Clone)]
pub struct Outcome {
    pub generation: u64,
    /// Answer, or one plain sentence on what went wrong.
    pub result: Result<Answer, String>,
}

#[derive(Debug, Clone)]
pub enum Answer {
    /// Numbers, with the setup that they answer.
    Analysis {
        setup: Box<Setup>,
        analysis: Arc<Analysis>,
    },
}

/// Desk that carries out requests one after the other, keeping the analysis's caches between them.
#[derive(Debug)]
pub(super) struct Desk {
    analyzer: Analyzer,
    /// Bytes that a fit may use unless the request says otherwise, fixed at the start: otherwise no two fits would
    /// be of the same problem.
    memory_budget: u64,
    progress: Arc<Progress>,
}

impl Default for Desk {
    fn default() -> Self {
        Self::telling(Arc::default())
    }
}

impl Desk {
    /// Reports fits and embeddings to `progress`.
    pub(super) fn telling(progress: Arc<Progress>) -> Self {
        let memory_budget = half_of_free_memory();
        Self {
            analyzer: Analyzer::new(memory_budget).telling(Arc::clone(&progress)),
            memory_budget,
            progress,
        }
    }

    /// Answers a request; `None` when it was abandoned for a newer one.
    ///
    /// A panic in the maths is a bug, but no reason to lose the window: it is reported as an
    /// error, and the caches, which may be half written, are thrown away.
    pub(super) fn run(&mut self, request: Request, cancelled: Cancelled<'_>) -> Option<Outcome> {
        let Request {
            generation, job, ..
        } = request;
        self.attempt(generation, |desk| desk.answer(job, cancelled))
    }

    /// Prepares the next steps of a slider, until a request comes.
    pub(super) fn foresee(&mut self, cancelled: Cancelled<'_>) {
        // Whatever came of it, the next request is answered without it.
        let ended = catch_unwind(AssertUnwindSafe(|| self.analyzer.foresee(cancelled)));
        if ended.is_err() {
            *self = Self::telling(Arc::clone(&self.progress));
        }
    }

    fn attempt(
        &mut self,
        generation: u64,
        work: impl FnOnce(&mut Self) -> crate::Result<Answer>,
    ) -> Option<Outcome> {
        let attempt = catch_unwind(AssertUnwindSafe(|| work(self)));
        let result = match attempt {
            Ok(Err(error)) if error.is_cancelled() => return None,
            Ok(answer) => answer.map_err(|error| error.to_string()),
            Err(panic) => {
                *self = Self::telling(Arc::clone(&self.progress));
                Err(format!(
                    "the computation stopped unexpectedly ({}); change a parameter to try again",
                    panic_message(panic.as_ref())
                ))
            }
        };
        Some(Outcome { generation, result })
    }

    fn answer(&mut self, job: Job, cancelled: Cancelled<'_>) -> crate::Result<Answer> {
        match job {
            Job::Analyse {
                setup,
                tier,
                memory_limit,
            } => {
                let budget = memory_limit.unwrap_or(self.memory_budget);
                self.analyzer.limit_memory(budget);
                let analysis = self.analyzer.run(&setup, tier, cancelled)?;
                Ok(Answer::Analysis {
                    setup,
                    analysis: Arc::new(analysis),
                })
            }
        }
    }
}

fn panic_message(panic: &(dyn Any + Send)) -> &str {
    panic
        .downcast_ref::<&str>()
        .copied()
        .or_else(|| panic.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("no reason given")
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;
    use crate::kernel::KernelKind;

    #[test]
    fn a_panic_becomes_a_message_and_the_next_request_is_answered() {
        let mut desk = Desk::default();
        let outcome = desk.attempt(1, |_| panic!("index {} out of bounds", 7));
        let problem = outcome.unwrap().result.unwrap_err();
        assert!(problem.contains("index 7 out of bounds"), "{problem}");

        let request = Request {
            generation: 2,
            job: Job::Analyse {
                setup: Box::new(Setup::welcome()),
                tier: Tier::Preview,
                memory_limit: None,
            },
            fresh: false,
        };
        let outcome = desk.run(request, &|| false).unwrap();
        assert!(outcome.result.is_ok());
    }

    #[test]
    fn a_computation_is_abandoned_in_the_middle() {
        let mut setup = Setup::welcome();
        setup.kernel.kind = KernelKind::Laplacian;
        let request = Request {
            generation: 1,
            job: Job::Analyse {
                setup: Box::new(setup),
                tier: Tier::Exact,
                memory_limit: None,
            },
            fresh: false,
        };
        let asked = AtomicUsize::new(0);
        let times = |limit: usize| {
            asked.store(0, Ordering::Relaxed);
            Desk::default().run(request.clone(), &|| {
                asked.fetch_add(1, Ordering::Relaxed) >= limit
            })
        };
        assert!(times(usize::MAX).is_some());
        let often = asked.load(Ordering::Relaxed);
        assert!(often > 3, "{often}");
        for limit in 0..often {
            assert!(times(limit).is_none(), "{limit} of {often}");
        }
    }

    #[test]
    fn an_abandoned_request_has_no_outcome() {
        let mut desk = Desk::default();
        let cancelled = Err(crate::kpca::FitError::Cancelled.into());
        assert!(desk.attempt(1, |_| cancelled).is_none());
    }
}
