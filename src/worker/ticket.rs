//! Handle of a task that was sent to an executor.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

use explorer::analysis::{Progress, Step};
use system::breathe;

/// Handle shared by the sender of a task and the lane that carries it out: gives the task up, and reads its
/// progress.
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
    /// Creates a ticket whose task reports to `progress`.
    pub(super) fn telling(progress: &Arc<Progress>) -> Self {
        Self {
            state: Arc::default(),
            progress: Arc::clone(progress),
        }
    }

    /// Gives the task up: it ends at its next stage, or never begins.
    pub fn give_up(&self) {
        self.supersede();
        self.state.given_up.store(true, Ordering::Relaxed);
    }

    /// Keeps the task from beginning; a task under way goes on.
    pub(super) fn supersede(&self) {
        self.state.superseded.store(true, Ordering::Relaxed);
    }

    #[must_use]
    pub fn is_given_up(&self) -> bool {
        breathe();
        self.state.given_up.load(Ordering::Relaxed)
    }

    /// Returns true where the task was given up or superseded.
    pub(super) fn is_superseded(&self) -> bool {
        breathe();
        self.state.superseded.load(Ordering::Relaxed)
    }

    /// Step that the task has reached; `None` where no long work is under way.
    #[must_use]
    pub fn step(&self) -> Option<Step> {
        self.progress.step()
    }

    /// Counters to which the task reports its progress.
    #[must_use]
    pub fn progress(&self) -> &Arc<Progress> {
        &self.progress
    }

    /// Returns true where both tickets are of the same task.
    #[must_use]
    pub fn is(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.state, &other.state)
    }

    /// Returns true where no other copy of the ticket exists, so that the task is done or dropped.
    pub(super) fn is_alone(&self) -> bool {
        Arc::strong_count(&self.state) == 1
    }
}
