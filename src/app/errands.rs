//! Errands beside the picture, one after the other: the one under way, its progress, and stopping it.

use std::collections::VecDeque;

use super::{App, computing::STOP_SECONDS};
use crate::worker::{Doing, Errand, Task, Ticket};
use explorer::analysis::Step;

/// Errands that were sent and are not done, the one under way first.
#[derive(Debug, Default)]
pub(super) struct Errands {
    sent: VecDeque<Sent>,
    /// Time at which the first errand began, in seconds.
    since: f64,
}

#[derive(Debug)]
pub(super) struct Sent {
    pub doing: Doing,
    pub ticket: Ticket,
}

/// Errand that has been under way for a while.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ErrandUnderWay {
    pub doing: Doing,
    pub step: Option<Step>,
    /// True where the errand was given up, and only finishes a part that cannot be interrupted.
    pub stopping: bool,
}

impl App {
    /// Sends an errand to be done beside the computations.
    pub(super) fn send(&mut self, errand: Errand) -> Ticket {
        let doing = errand.doing();
        let ticket = self.executor.ask(Task::Run(errand));
        if self.errands.sent.is_empty() {
            self.errands.since = self.now;
        }
        self.errands.sent.push_back(Sent {
            doing,
            ticket: ticket.clone(),
        });
        ticket
    }

    /// Removes and returns the errand that is done now, the first in the queue: errands end in the order in which they
    /// were sent.
    pub(super) fn errand_is_done(&mut self) -> Option<Sent> {
        self.errands.since = self.now;
        self.errands.sent.pop_front()
    }

    /// Returns true where an errand of this kind is under way or waits.
    #[must_use]
    pub fn is_doing(&self, doing: Doing) -> bool {
        self.errands.sent.iter().any(|sent| sent.doing == doing)
    }

    /// Errand under way, where it has been for so long that the window should show it.
    #[must_use]
    pub fn errand_under_way(&self) -> Option<ErrandUnderWay> {
        let sent = self.errands.sent.front()?;
        (self.now - self.errands.since >= STOP_SECONDS).then(|| ErrandUnderWay {
            doing: sent.doing,
            step: sent.ticket.step(),
            stopping: sent.ticket.is_given_up(),
        })
    }

    /// Seconds until the window should show the errand under way.
    pub(super) fn seconds_to_naming_errand(&self) -> Option<f64> {
        self.errands.sent.front()?;
        let left = self.errands.since + STOP_SECONDS - self.now;
        (left > 0.0).then_some(left)
    }

    /// Stops the errand under way. Those that wait go on.
    pub(super) fn stop_errand(&mut self) {
        if let Some(sent) = self.errands.sent.front() {
            sent.ticket.give_up();
        }
    }

    /// Reason why there is no errand to stop.
    pub(super) fn errand_obstacle(&self) -> Option<&'static str> {
        let first = self.errands.sent.front();
        let stoppable = first.is_some_and(|sent| !sent.ticket.is_given_up());
        (!stoppable).then_some("nothing is being saved or drawn beside the picture")
    }
}
