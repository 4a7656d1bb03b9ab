//! Ticket of an errand that was sent.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

use crate::{
    analysis::{Progress, Step},
    platform::breathe,
};

/// Handle shared by the sender of an errand and whoever carries it out: gives it up, and holds its progress.
#[derive(Debug, Clone, Default)]
pub struct Ticket {
    given_up: Arc<AtomicBool>,
    progress: Arc<Progress>,
}

impl Ticket {
    /// Gives the errand up: it ends at its next stage, or comes to nothing where it was not begun.
    pub fn give_up(&self) {
        self.given_up.store(true, Ordering::Relaxed);
    }

    #[must_use]
    pub fn is_given_up(&self) -> bool {
        breathe();
        self.given_up.load(Ordering::Relaxed)
    }

    /// Step of the errand, where it takes long.
    #[must_use]
    pub fn step(&self) -> Option<Step> {
        self.progress.step()
    }

    /// Progress that the errand writes.
    #[must_use]
    pub fn progress(&self) -> &Arc<Progress> {
        &self.progress
    }

    /// Returns true where both stand for the same errand.
    #[must_use]
    pub fn is(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.given_up, &other.given_up)
    }

    /// Returns true where nobody else waits for the errand or carries it out.
    pub(super) fn is_alone(&self) -> bool {
        Arc::strong_count(&self.given_up) == 1
    }
}
