//! One thread that computes; the latest request wins. Knows the maths and no UI.
//!
//! The window talks to an [`Executor`]: the real one is [`Worker`], a named thread; [`Inline`]
//! computes on the caller's own thread, step by step, for tests and for targets without threads.

mod inline;
mod job;
mod thread;

pub use inline::Inline;
pub use job::{Answer, Job, Outcome, Request};
pub use thread::Worker;

/// Takes requests and gives outcomes back later. Only the newest waiting request is kept.
pub trait Executor {
    fn submit(&mut self, request: Request);

    /// The next finished outcome, if there is one; never waits.
    fn poll(&mut self) -> Option<Outcome>;
}
