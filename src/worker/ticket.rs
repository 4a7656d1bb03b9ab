//! Handle of a task that was asked for.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

use crate::{
    analysis::{Progress, Step},
    platform::breathe,
};

/// Shared by who asked for a task and who carries it out: gives it up, and tells how far it is.
#[derive(Debug, Clone, Default)]
pub struct Ticket {
    state: Arc<State>,
    progress: Arc<Progress>,
}

#[derive(Debug, Default)]
struct State {
    given_up: AtomicBool,
    superseded: AtomicBool,
}

impl Ticket {
    /// A ticket of a task that tells `progress` how far it is.
    pub(super) fn telling(progress: &Arc<Progress>) -> Self {
        Self {
            state: Arc::default(),
            progress: Arc::clone(progress),
        }
    }

    /// Ends the task at its next stage, or before it begins.
    pub fn give_up(&self) {
        self.supersede();
        self.state.given_up.store(true, Ordering::Relaxed);
    }

    /// Keeps the task from beginning; one under way goes on.
    pub(super) fn supersede(&self) {
        self.state.superseded.store(true, Ordering::Relaxed);
    }

    #[must_use]
    pub fn is_given_up(&self) -> bool {
        breathe();
        self.state.given_up.load(Ordering::Relaxed)
    }

    /// Returns true where it was given up or something newer is asked for.
    pub(super) fn is_superseded(&self) -> bool {
        breathe();
        self.state.superseded.load(Ordering::Relaxed)
    }

    /// Stage that the task is at, where it takes long.
    #[must_use]
    pub fn step(&self) -> Option<Step> {
        self.progress.step()
    }

    /// Counts that the task tells how far it is.
    #[must_use]
    pub fn progress(&self) -> &Arc<Progress> {
        &self.progress
    }

    /// Returns true where both stand for the same task.
    #[must_use]
    pub fn is(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.state, &other.state)
    }

    /// Returns true where nobody else waits for the task or carries it out.
    pub(super) fn is_alone(&self) -> bool {
        Arc::strong_count(&self.state) == 1
    }
}
