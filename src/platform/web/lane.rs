//! Lanes as turns in the page's one thread, in place of threads.

use std::{cell::RefCell, io, rc::Rc};

use crate::platform::Urgency;

type LaneWork<T> = Rc<RefCell<dyn FnMut(T)>>;

/// Lane that does jobs one after the other, in turns with the page.
pub struct Lane<T> {
    urgency: Urgency,
    work: LaneWork<T>,
}

impl<T: 'static> Lane<T> {
    /// Runs `work` for each job.
    ///
    /// # Errors
    /// Never: it needs no thread.
    pub fn start(urgency: Urgency, work: impl FnMut(T) + 'static) -> io::Result<Self> {
        let work = Rc::new(RefCell::new(work));
        Ok(Self { urgency, work })
    }

    /// Asks for a job, after all that were sent before.
    pub fn send(&self, job: T) {
        let work = Rc::clone(&self.work);
        // No other job of this urgency begins before it ends.
        kpca_bridge::spawn(self.urgency as u8, move || (work.borrow_mut())(job));
    }
}

/// Runs work when nothing else is to be done.
///
/// # Errors
/// Never: it needs no thread.
pub fn aside(_name: &'static str, work: impl FnOnce() + 'static) -> Result<(), String> {
    kpca_bridge::spawn(Urgency::Aside as u8, work);
    Ok(())
}

/// Gives way to the page for a moment.
pub fn pause() {
    kpca_bridge::give_way();
}

/// Lets the page draw, where the work has taken long enough for that.
pub fn breathe() {
    kpca_bridge::breathe();
}
