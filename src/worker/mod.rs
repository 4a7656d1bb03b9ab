//! Background work: requests are tasks ([`Task`]), of which those with one [`TaskKey`] replace each other, so that
//! the latest wins. Knows the maths and no UI.
//!
//! The window talks to an [`Executor`]: the real one is [`Worker`], with threads; [`Inline`] computes on the caller's
//! own thread, step by step, for tests. Each task has a [`Ticket`], which gives it up and tells how far it is. Errands,
//! such as writing a figure, are done one by one, and none is dropped for another.

mod desk;
mod doing;
mod errand;
mod inline;
mod lanes;
mod picture;
mod spectrum;
mod sweep;
mod task;
#[cfg(test)]
mod testing;
mod ticket;

pub use desk::{Outcome, Request};
pub use doing::Doing;
pub use errand::{Errand, News};
pub use inline::Inline;
pub use lanes::Worker;
pub use picture::Picture;
pub use spectrum::{SpectrumNews, SpectrumRequest};
pub use sweep::{SweepNews, SweepRequest};
pub use task::{Task, TaskKey};
pub use ticket::Ticket;

use desk::Desk;

use crate::analysis::Step;

/// Executor of tasks, which reports their outcomes later.
pub trait Executor {
    /// Asks for a task in place of those with the same key. Each errand ends with one piece of news, in the order in
    /// which they were asked for; what is replaced or given up is silent.
    fn ask(&mut self, task: Task) -> Ticket;

    /// Gives up all that was asked for with this key, also what is under way.
    fn give_up(&mut self, key: TaskKey);

    /// Returns the next event, if there is one; never waits.
    fn poll(&mut self) -> Option<Event>;

    /// Stage that the computation under way is at, where it takes long.
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
