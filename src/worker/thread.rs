//! The executor with a thread.

use std::{
    io,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc, Condvar, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, Ordering},
        mpsc::{self, Receiver, Sender},
    },
    thread::{self, JoinHandle},
};

use super::{Errand, Event, Executor, News, Request, job::Desk};

/// A thread that answers the newest request, and another that runs errands.
///
/// Dropping it abandons the computation, finishes the errands and joins both threads.
#[derive(Debug)]
pub struct Worker {
    mailbox: Arc<Mailbox>,
    errands: Option<Sender<Errand>>,
    events: Receiver<Event>,
    threads: Vec<JoinHandle<()>>,
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
    pub fn start(wake: impl Fn() + Clone + Send + 'static) -> io::Result<Self> {
        let mailbox = Arc::new(Mailbox::default());
        let (sender, events) = mpsc::channel();
        let (errands, orders) = mpsc::channel();
        let mut worker = Self {
            mailbox: Arc::clone(&mailbox),
            errands: Some(errands),
            events,
            threads: Vec::new(),
        };
        let report = move |event| {
            // The receiver lives as long as the worker, which outlives its threads.
            let _ = sender.send(event);
            wake();
        };
        let analysis = thread::Builder::new().name("analysis".into());
        let errands = thread::Builder::new().name("errands".into());
        worker.threads.push(analysis.spawn({
            let report = report.clone();
            move || work(&mailbox, &report)
        })?);
        worker.threads.push(errands.spawn(move || {
            for errand in orders {
                report(Event::News(run(errand)));
            }
        })?);
        Ok(worker)
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

    fn send(&mut self, errand: Errand) {
        if let Some(errands) = &self.errands {
            // It fails only when the thread is gone, and then the process is on its way out.
            let _ = errands.send(errand);
        }
    }

    fn poll(&mut self) -> Option<Event> {
        self.events.try_recv().ok()
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        self.mailbox.newest.store(u64::MAX, Ordering::Relaxed);
        self.mailbox.fresh.store(u64::MAX, Ordering::Relaxed);
        self.mailbox.lock().closed = true;
        self.mailbox.filled.notify_one();
        self.errands = None;
        for thread in self.threads.drain(..) {
            // Panics of jobs are caught; were a thread to die otherwise, nothing is left to save.
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

/// A panic while drawing must not end the thread that saves.
fn run(errand: Errand) -> News {
    catch_unwind(AssertUnwindSafe(|| errand.run()))
        .unwrap_or_else(|_| News::Failed("drawing the figure stopped unexpectedly".into()))
}

fn work(mailbox: &Mailbox, report: &impl Fn(Event)) {
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
            report(Event::Outcome(outcome));
        }
    }
}
