//! What is asked of the worker, what it answers, and how one request is carried out.

use std::{
    any::Any,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::Arc,
};

use crate::{
    Error,
    analysis::{Analysis, Analyzer},
    kpca::{Cancelled, FitError, Solver, Tier},
    setup::Setup,
};

/// A question, numbered so that a late answer to an old one can be told apart.
#[derive(Debug, Clone, PartialEq)]
pub struct Request {
    /// Grows from request to request.
    pub generation: u64,
    pub job: Job,
    /// Whether even a preview that is running is of no more use, because the data changed.
    pub fresh: bool,
}

#[derive(Debug, Clone, PartialEq)]
pub enum Job {
    Analyse { setup: Box<Setup>, tier: Tier },
}

impl Job {
    /// A preview is short and worth showing even when the slider has moved on.
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
    /// The answer, or one plain sentence on what went wrong.
    pub result: Result<Answer, String>,
}

#[derive(Debug, Clone)]
pub enum Answer {
    /// The numbers, with the setup that they answer.
    Analysis {
        setup: Box<Setup>,
        analysis: Arc<Analysis>,
    },
}

/// Carries out requests one after the other, keeping the analysis's caches between them.
#[derive(Debug, Default)]
pub(super) struct Desk {
    analyzer: Analyzer,
}

impl Desk {
    /// `None` when the request was abandoned for a newer one.
    ///
    /// A panic in the maths is a bug, but no reason to lose the window: it is reported as an
    /// error, and the caches, which may be half written, are thrown away.
    pub(super) fn run(&mut self, request: Request, cancelled: Cancelled<'_>) -> Option<Outcome> {
        let Request {
            generation, job, ..
        } = request;
        let attempt = catch_unwind(AssertUnwindSafe(|| self.answer(job, cancelled)));
        let result = match attempt {
            Ok(Err(Error::Fit(FitError::Cancelled))) => return None,
            Ok(answer) => answer.map_err(|error| error.to_string()),
            Err(panic) => {
                *self = Self::default();
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
            Job::Analyse { setup, tier } => {
                let analysis = self.analyzer.run(&setup, tier, Solver::Auto, cancelled)?;
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
