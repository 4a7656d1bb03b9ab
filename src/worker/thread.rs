//! The executor with a thread.

use std::{
    io,
    sync::{
        Arc, Condvar, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, Ordering},
        mpsc::{self, Receiver, Sender},
    },
    thread::{self, JoinHandle},
};

use super::{Executor, Outcome, Request, job::Desk};

/// A thread that answers the newest request. Dropping it abandons the work and joins the thread.
#[derive(Debug)]
pub struct Worker {
    mailbox: Arc<Mailbox>,
    outcomes: Receiver<Outcome>,
    thread: Option<JoinHandle<()>>,
}

/// One slot: a new request overwrites the one that waits.
#[derive(Debug, Default)]
struct Mailbox {
    slot: Mutex<Slot>,
    filled: Condvar,
    /// Generation of the newest request.
    newest: AtomicU64,
    /// Generation of the newest request that makes even previews before it useless.
    fresh: AtomicU64,
}

#[derive(Debug, Default)]
struct Slot {
    request: Option<Request>,
    closed: bool,
}

impl Worker {
    /// Starts the thread; `wake` is called from it whenever an outcome is ready.
    ///
    /// # Errors
    /// When the system gives no thread.
    pub fn start(wake: impl Fn() + Send + 'static) -> io::Result<Self> {
        let mailbox = Arc::new(Mailbox::default());
        let (sender, outcomes) = mpsc::channel();
        let thread = thread::Builder::new().name("analysis".into()).spawn({
            let mailbox = Arc::clone(&mailbox);
            move || work(&mailbox, &sender, &wake)
        })?;
        Ok(Self {
            mailbox,
            outcomes,
            thread: Some(thread),
        })
    }
}

impl Executor for Worker {
    fn submit(&mut self, request: Request) {
        self.mailbox
            .newest
            .store(request.generation, Ordering::Relaxed);
        if request.fresh {
            self.mailbox
                .fresh
                .store(request.generation, Ordering::Relaxed);
        }
        self.mailbox.lock().request = Some(request);
        self.mailbox.filled.notify_one();
    }

    fn poll(&mut self) -> Option<Outcome> {
        self.outcomes.try_recv().ok()
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        self.mailbox.newest.store(u64::MAX, Ordering::Relaxed);
        self.mailbox.fresh.store(u64::MAX, Ordering::Relaxed);
        self.mailbox.lock().closed = true;
        self.mailbox.filled.notify_one();
        if let Some(thread) = self.thread.take() {
            // The thread catches panics of jobs; were it to die otherwise, nothing is left to save.
            let _ = thread.join();
        }
    }
}

impl Mailbox {
    /// The slot stays meaningful whatever happened to another holder of the lock.
    fn lock(&self) -> MutexGuard<'_, Slot> {
        self.slot.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for a request; `None` once the worker is dropped.
    fn take(&self) -> Option<Request> {
        let mut slot = self.lock();
        loop {
            if slot.closed {
                return None;
            }
            if let Some(request) = slot.request.take() {
                return Some(request);
            }
            slot = self
                .filled
                .wait(slot)
                .unwrap_or_else(PoisonError::into_inner);
        }
    }
}

fn work(mailbox: &Mailbox, outcomes: &Sender<Outcome>, wake: &impl Fn()) {
    let mut desk = Desk::default();
    while let Some(request) = mailbox.take() {
        let generation = request.generation;
        // A preview runs to its end unless the data changed: were each one abandoned for the
        // next, the picture would stand still for as long as the slider moves.
        let superseding = if request.job.is_preview() {
            &mailbox.fresh
        } else {
            &mailbox.newest
        };
        let cancelled = || superseding.load(Ordering::Relaxed) > generation;
        if let Some(outcome) = desk.run(request, &cancelled) {
            if outcomes.send(outcome).is_err() {
                return;
            }
            wake();
        }
    }
}
