//! An executor without a thread: it computes when told to.

use std::collections::VecDeque;

use super::{Errand, Event, Executor, Request, job::Desk};

/// Keeps the newest request until it is polled, then answers it on the caller's thread.
#[derive(Debug, Default)]
pub struct Inline {
    desk: Desk,
    waiting: Option<Request>,
    errands: VecDeque<Errand>,
}

impl Executor for Inline {
    fn submit(&mut self, request: Request) {
        self.waiting = Some(request);
    }

    fn send(&mut self, errand: Errand) {
        self.errands.push_back(errand);
    }

    fn poll(&mut self) -> Option<Event> {
        if let Some(errand) = self.errands.pop_front() {
            return Some(Event::News(errand.run()));
        }
        let request = self.waiting.take()?;
        self.desk.run(request, &|| false).map(Event::Outcome)
    }
}
