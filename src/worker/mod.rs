//! Background work: requests are tasks ([`Task`]), and a task replaces those with the same [`TaskKey`], so that the
//! latest wins. Nothing here draws or knows of the window's parts.
//!
//! The window talks to an [`Executor`]: [`Worker`] computes on threads; [`Inline`] computes on the caller's thread,
//! step by step, for tests. Each task has a [`Ticket`], by which it is given up and tells its progress. Errands,
//! such as writing a figure, are done one by one, and none replaces another.

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

pub use desk::{Outcome, Refusal, Request};
pub use doing::Doing;
pub use errand::{Errand, News, OutputFile};
pub use inline::Inline;
pub use lanes::Worker;
pub use picture::Picture;
pub use spectrum::{SpectrumNews, SpectrumRequest};
pub use sweep::{SweepNews, SweepRequest};
pub use task::{Task, TaskKey};
pub use ticket::Ticket;

use desk::Desk;

use explorer::analysis::Step;

/// Executor of tasks, which reports their outcomes later.
pub trait Executor {
    /// Sends a task, which replaces those with the same key. Each errand ends with one event, in the order of
    /// sending; replaced and given-up tasks of a key end without.
    fn ask(&mut self, task: Task) -> Ticket;

    /// Gives up all tasks with this key, including the one under way.
    fn give_up(&mut self, key: TaskKey);

    /// Returns the next event, `None` where there is none; never waits.
    fn poll(&mut self) -> Option<Event>;

    /// Step that the computation under way has reached; `None` where none takes long.
    fn progress(&self) -> Option<Step> {
        None
    }
}

/// Event that an executor reports.
#[derive(Debug, Clone)]
pub enum Event {
    Outcome(Outcome),
    News(News),
    /// News of the spectrum requested under this number.
    Spectrum(u64, SpectrumNews),
    /// News of the sweep requested under this number.
    Sweep(u64, SweepNews),
}
