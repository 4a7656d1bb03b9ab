//! An executor without a thread: it computes when told to.

use super::{Executor, Outcome, Request, job::Desk};

/// Keeps the newest request until it is polled, then answers it on the caller's thread.
#[derive(Debug, Default)]
pub struct Inline {
    desk: Desk,
    waiting: Option<Request>,
}

impl Executor for Inline {
    fn submit(&mut self, request: Request) {
        self.waiting = Some(request);
    }

    fn poll(&mut self) -> Option<Outcome> {
        let request = self.waiting.take()?;
        self.desk.run(request, &|| false)
    }
}
