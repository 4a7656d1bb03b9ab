//! Lanes of work on the page's single thread: tasks that take turns with the page.

use std::{cell::RefCell, io, rc::Rc};

use crate::CancelCheck;
use crate::Urgency;

type LaneWork<T> = Rc<RefCell<dyn FnMut(T)>>;

/// Lane that does jobs one after the other, in turns with the page.
pub struct Lane<T> {
    urgency: Urgency,
    work: LaneWork<T>,
}

impl<T: 'static> Lane<T> {
    /// Creates a lane that runs `work` for each job.
    ///
    /// # Errors
    /// Never: no thread is needed.
    pub fn start(urgency: Urgency, work: impl FnMut(T) + 'static) -> io::Result<Self> {
        let work = Rc::new(RefCell::new(work));
        Ok(Self { urgency, work })
    }

    /// Sends a job, to be done after all jobs sent before.
    pub fn send(&self, job: T) {
        let work = Rc::clone(&self.work);
        // No other job of this urgency begins before the job ends.
        kpca_bridge::spawn(self.urgency as u8, move || (work.borrow_mut())(job));
    }
}

/// Runs work when nothing else is to be done.
///
/// # Errors
/// Never: no thread is needed.
pub fn aside(_name: &'static str, work: impl FnOnce() + 'static) -> Result<(), String> {
    kpca_bridge::spawn(Urgency::Aside as u8, work);
    Ok(())
}

/// Runs `work` at once and returns its result, never `None`: reading on a page does not wait.
#[allow(
    clippy::unnecessary_wraps,
    reason = "elsewhere a system may not answer"
)]
pub fn unless_cancelled<T: 'static>(
    cancelled: CancelCheck<'_>,
    work: impl FnOnce(CancelCheck<'_>) -> T + 'static,
) -> Option<T> {
    Some(work(cancelled))
}
