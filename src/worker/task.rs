//! Tasks done outside the window's thread, and the way a desk carries them out.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::atomic::{AtomicBool, Ordering},
};

use super::{
    Desk, Errand, Event, News, Outcome, Refusal, Request, SpectrumNews, SpectrumRequest, SweepNews,
    SweepRequest, Ticket,
};
use explorer::analysis::Watch;
use system::{Urgency, pause};

/// Function from a panic's message to the event that reports it.
type PanicEvent = Box<dyn Fn(&str) -> Event>;

/// Task to be done outside the window's thread.
#[derive(Debug, Clone)]
pub enum Task {
    /// Computation of the visible picture.
    Analyse(Request),
    /// Errand, which no other task replaces.
    Run(Errand),
    /// Computation of a full spectrum.
    FindSpectrum(SpectrumRequest),
    Sweep(SweepRequest),
}

/// Key of tasks of which only the latest is wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TaskKey {
    Analysis,
    Spectrum,
    Sweep,
}

impl Task {
    /// Key shared by the tasks that replace each other; `None` for errands, all of which are done.
    pub(super) fn key(&self) -> Option<TaskKey> {
        match self {
            Self::Analyse(_) => Some(TaskKey::Analysis),
            Self::Run(_) => None,
            Self::FindSpectrum(_) => Some(TaskKey::Spectrum),
            Self::Sweep(_) => Some(TaskKey::Sweep),
        }
    }

    pub(super) fn urgency(&self) -> Urgency {
        match self {
            Self::Analyse(_) => Urgency::Live,
            Self::Run(_) => Urgency::Errand,
            Self::FindSpectrum(_) | Self::Sweep(_) => Urgency::Aside,
        }
    }

    /// Returns true for a preview, which is short and worth showing even after the slider has moved on.
    pub(super) fn is_preview(&self) -> bool {
        matches!(self, Self::Analyse(request) if request.is_preview())
    }

    /// Returns true where this task makes a preview under way useless, since the data changed.
    pub(super) fn ends_previews(&self) -> bool {
        matches!(self, Self::Analyse(request) if request.fresh)
    }

    /// Returns true where the task ends with the window.
    pub(super) fn ends_with_the_window(&self) -> bool {
        match self {
            Self::Run(errand) => errand.doing().ends_with_the_window(),
            Self::Analyse(_) | Self::FindSpectrum(_) | Self::Sweep(_) => true,
        }
    }

    /// Carries out the task, and passes its events to `tell`, the final one last. A task that was given up passes
    /// none, except for errands.
    ///
    /// `previewing` is set while a preview is computed, and a sweep pauses meanwhile, since the preview is what the
    /// user looks at. A panic is a bug, but must not end the window: it is reported as an error, and the desk's
    /// state, which may be inconsistent, is dropped.
    pub(super) fn run(
        self,
        desk: &mut Desk,
        ticket: &Ticket,
        previewing: &AtomicBool,
        tell: &dyn Fn(Event),
    ) {
        let is_errand = matches!(self, Self::Run(_));
        if ticket.is_superseded() && !is_errand {
            return;
        }
        let failure = self.failure();
        let tell = |event| {
            if is_errand || !ticket.is_given_up() {
                tell(event);
            }
        };
        let waits = matches!(self, Self::Sweep(_));
        let cancelled = || {
            while waits && previewing.load(Ordering::Relaxed) && !ticket.is_given_up() {
                pause();
            }
            ticket.is_given_up()
        };
        let watch = Watch {
            progress: ticket.progress(),
            cancelled: &cancelled,
            memory: desk.memory_budget,
        };
        let is_preview = self.is_preview();
        if is_preview {
            previewing.store(true, Ordering::Relaxed);
        }
        let end = attempt(desk, &failure, |desk| match self {
            Self::Analyse(request) => desk.answer(request, watch).map(Event::Outcome),
            Self::Run(errand) => Some(Event::News(errand.run(&mut desk.known, watch))),
            Self::FindSpectrum(request) => Some(request.run(watch, &tell)),
            Self::Sweep(request) => request.run(watch, &tell),
        });
        if is_preview {
            previewing.store(false, Ordering::Relaxed);
        }
        end.into_iter().for_each(tell);
    }

    /// Returns the function from a panic's message to the event that reports it.
    pub(super) fn failure(&self) -> PanicEvent {
        const STOPPED: &str = "its computation stopped unexpectedly";
        match self {
            Self::Analyse(request) => {
                let generation = request.generation;
                Box::new(move |reason| {
                    let result = Err(Refusal {
                        reason: format!(
                            "the computation stopped unexpectedly ({reason}); change a parameter to try again"
                        ),
                        table: None,
                    });
                    Event::Outcome(Outcome { generation, result })
                })
            }
            Self::Run(errand) => {
                let title = errand.doing().title();
                Box::new(move |_| {
                    Event::News(News::Failed(format!("{title} stopped unexpectedly")))
                })
            }
            Self::FindSpectrum(request) => {
                let id = request.id;
                Box::new(move |_| Event::Spectrum(id, SpectrumNews::Failed(STOPPED.into())))
            }
            Self::Sweep(request) => {
                let id = request.id;
                Box::new(move |_| Event::Sweep(id, SweepNews::Failed(STOPPED.into())))
            }
        }
    }
}

/// Runs work at a desk and returns its final event; after a panic the event reports it, and the desk is cleared.
fn attempt(
    desk: &mut Desk,
    failure: &PanicEvent,
    work: impl FnOnce(&mut Desk) -> Option<Event>,
) -> Option<Event> {
    catch_unwind(AssertUnwindSafe(|| work(desk))).unwrap_or_else(|panic| {
        desk.clear();
        let reason = panic.downcast_ref::<&str>().copied();
        let reason = reason.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
        Some(failure(reason.unwrap_or("no reason given")))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use explorer::setup::{ScalingBy, Setup};
    use kernel_pca::kpca::Tier;

    #[test]
    fn a_panic_becomes_a_message_and_the_next_request_is_answered() {
        let mut desk = Desk::default();
        let task = Task::Analyse(Request {
            generation: 1,
            setup: Box::new(Setup::welcome()),
            tier: Tier::Preview,
            memory_limit: None,
            fresh: false,
            scaling_by: ScalingBy::Setup,
        });
        let failure = task.failure();
        match attempt(&mut desk, &failure, |_| panic!("index {} out of bounds", 7)) {
            Some(Event::Outcome(outcome)) => {
                let problem = outcome.result.unwrap_err().reason;
                assert!(problem.contains("index 7 out of bounds"), "{problem}");
            }
            other => panic!("{other:?}"),
        }
        let answered = std::cell::Cell::new(0);
        let tell = |event| match event {
            Event::Outcome(outcome) if outcome.result.is_ok() => answered.set(answered.get() + 1),
            other => panic!("{other:?}"),
        };
        task.run(&mut desk, &Ticket::default(), &AtomicBool::default(), &tell);
        assert_eq!(answered.get(), 1);
    }
}
