//! Executor without a thread: it computes when polled, for tests.

use std::{cell::RefCell, sync::atomic::AtomicBool};

use super::{Desk, Event, Executor, Task, TaskKey, Ticket};
use system::Urgency;

/// Executor that keeps tasks until it is polled, then carries them out on the caller's thread.
#[derive(Debug, Default)]
pub struct Inline {
    desk: Desk,
    waiting: Vec<(Task, Ticket)>,
    /// True where sweeps are computed, each of which takes many fits.
    sweeps: bool,
}

impl Inline {
    /// Creates an executor that also computes sweeps.
    #[must_use]
    pub fn sweeping() -> Self {
        Self {
            sweeps: true,
            ..Self::default()
        }
    }
}

impl Executor for Inline {
    fn ask(&mut self, task: Task) -> Ticket {
        let ticket = Ticket::default();
        if let Some(key) = task.key() {
            self.give_up(key);
        }
        if self.sweeps || task.key() != Some(TaskKey::Sweep) {
            self.waiting.push((task, ticket.clone()));
        }
        ticket
    }

    fn give_up(&mut self, key: TaskKey) {
        self.waiting.retain(|(task, _)| task.key() != Some(key));
    }

    fn poll(&mut self) -> Option<Event> {
        // Errands first, so that their results are present when the next answer is seen.
        let of = |task: &Task| match (task.urgency(), task.key()) {
            (Urgency::Errand, _) => 0,
            (Urgency::Live, _) => 1,
            (Urgency::Aside, Some(TaskKey::Spectrum)) => 2,
            (Urgency::Aside, _) => 3,
        };
        let waiting = self.waiting.iter().enumerate();
        let (next, _) = waiting.min_by_key(|(i, (task, _))| (of(task), *i))?;
        let (task, ticket) = self.waiting.remove(next);
        let events = RefCell::new(Vec::new());
        let tell = |event| events.borrow_mut().push(event);
        task.run(&mut self.desk, &ticket, &AtomicBool::new(false), &tell);
        // Once the task is done, only its last event matters.
        events.into_inner().pop()
    }
}
