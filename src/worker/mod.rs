//! Computation beside the window: the latest request wins. Knows the maths and no UI.
//!
//! The window talks to an [`Executor`]: the real one is [`Worker`], a named thread; [`Inline`]
//! computes on the caller's own thread, step by step, for tests and for targets without threads.
//! Errands, such as writing a figure, are done one by one, and none is dropped for another. Each has a
//! [`Ticket`], which gives it up and tells how far it is.

mod doing;
mod errand;
mod inline;
mod job;
mod lanes;
mod picture;
mod spectrum;
mod sweep;
#[cfg(test)]
mod testing;
mod ticket;

pub use doing::Doing;
pub use errand::{Errand, News};
pub use inline::Inline;
pub use job::{Answer, Job, Outcome, Request};
pub use lanes::Worker;
pub use picture::Picture;
pub use spectrum::{SpectrumNews, SpectrumRequest};
pub use sweep::{SweepNews, SweepRequest};
pub use ticket::Ticket;

use std::sync::Arc;

use picture::Known;

use crate::{analysis::Step, platform};

/// Function that hears of events, on any thread.
type Report = Arc<dyn Fn(Event) + Send + Sync>;

/// Executor of requests and errands, which reports their outcomes later.
pub trait Executor {
    /// Asks for a computation; it replaces the one that waits.
    fn submit(&mut self, request: Request);

    /// Gives up every computation asked for up to this generation, also the one under way.
    fn abandon(&mut self, generation: u64);

    /// Asks for something to be done beside the computations, after all that was asked for before. Each errand
    /// ends with one piece of news.
    fn send(&mut self, errand: Errand) -> Ticket;

    /// Asks for a full spectrum in place of the one under way; `None` gives that up.
    fn find_spectrum(&mut self, request: Option<SpectrumRequest>);

    /// Asks for a sweep in place of the one under way; `None` gives that up.
    fn sweep(&mut self, _request: Option<SweepRequest>) {}

    /// Returns the next event, if there is one; never waits.
    fn poll(&mut self) -> Option<Event>;

    /// Step of the computation under way, where it takes long.
    fn progress(&self) -> Option<Step> {
        None
    }
}

/// Event that an executor reports.
#[derive(Debug, Clone)]
pub enum Event {
    Outcome(Outcome),
    News(News),
    /// News of the spectrum that was asked for by this number.
    Spectrum(u64, SpectrumNews),
    /// News of the sweep that was asked for by this number.
    Sweep(u64, SweepNews),
}

/// Runs work beside what is looked at, in threads of this name that nobody waits for. Where the system gives none,
/// the event that `failed` makes of the reason is reported.
fn aside(
    name: &'static str,
    report: Report,
    failed: impl FnOnce(String) -> Event,
    work: impl FnOnce(&dyn Fn(Event)) + Send + 'static,
) {
    let refused = Arc::clone(&report);
    if let Err(reason) = platform::aside(name, move || work(&*report)) {
        refused(failed(reason));
    }
}
