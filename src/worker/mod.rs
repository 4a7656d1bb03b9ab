//! One thread that computes; the latest request wins. Knows the maths and no UI.
//!
//! The window talks to an [`Executor`]: the real one is [`Worker`], a named thread; [`Inline`]
//! computes on the caller's own thread, step by step, for tests and for targets without threads.
//! Errands, such as writing a figure, are done one by one and none is dropped for another.

mod errand;
mod inline;
mod job;
mod spectrum;
#[cfg(test)]
mod testing;
mod thread;

pub use errand::{Errand, News, Picture};
pub use inline::Inline;
pub use job::{Answer, Job, Outcome, Request};
pub use spectrum::{SpectrumNews, SpectrumRequest};
pub use thread::Worker;

use crate::analysis::Step;

/// Takes requests and errands and tells later what came of them.
pub trait Executor {
    /// Asks for a computation; it replaces the one that waits.
    fn submit(&mut self, request: Request);

    /// Gives up every computation asked for up to this generation, also the one under way.
    fn abandon(&mut self, generation: u64);

    /// Asks for something to be done beside the computations.
    fn send(&mut self, errand: Errand);

    /// Asks for a whole spectrum in place of the one under way; `None` gives that up.
    fn find_spectrum(&mut self, request: Option<SpectrumRequest>);

    /// The next thing that happened, if there is one; never waits.
    fn poll(&mut self) -> Option<Event>;

    /// What the computation under way is at, where it takes long.
    fn progress(&self) -> Option<Step> {
        None
    }
}

/// What an executor tells.
#[derive(Debug, Clone)]
pub enum Event {
    Outcome(Outcome),
    News(News),
    /// What is known of the spectrum that was asked for by this number.
    Spectrum(u64, SpectrumNews),
}
