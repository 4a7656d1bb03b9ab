//! Worker for tests, whose events can be waited for.

use std::{
    ops::{Deref, DerefMut},
    sync::mpsc::{self, Receiver},
    time::Duration,
};

use super::{Event, Executor as _, Worker};

pub(super) struct WatchedWorker {
    worker: Worker,
    /// Receiver of one message for each event.
    woken: Receiver<()>,
}

impl WatchedWorker {
    pub fn start() -> Self {
        let (wake, woken) = mpsc::channel();
        let worker = Worker::start(move || {
            // Sending fails only for a spectrum that was given up and outlives the receiver.
            let _ = wake.send(());
        });
        Self {
            worker: worker.unwrap(),
            woken,
        }
    }

    /// Waits for the next event.
    pub fn event(&mut self) -> Event {
        let patience = Duration::from_mins(1);
        self.woken.recv_timeout(patience).expect("an event");
        self.poll().unwrap()
    }

    /// Ends the worker's threads; returns the number of events that were not fetched.
    pub fn end(self) -> usize {
        let Self { worker, woken } = self;
        drop(worker);
        woken.iter().count()
    }
}

impl Deref for WatchedWorker {
    type Target = Worker;

    fn deref(&self) -> &Worker {
        &self.worker
    }
}

impl DerefMut for WatchedWorker {
    fn deref_mut(&mut self) -> &mut Worker {
        &mut self.worker
    }
}
