//! Lanes as threads.

use std::{
    io,
    sync::mpsc::{self, Sender},
    thread::{self, JoinHandle},
    time::Duration,
};

use crate::{io_words::without_number, platform::Urgency};

/// Length of a [`pause`].
const PAUSE: Duration = Duration::from_millis(1);

/// Named thread that does jobs one after the other. Dropping it finishes those that were sent, then joins it.
pub struct Lane<T> {
    jobs: Option<Sender<T>>,
    thread: Option<JoinHandle<()>>,
}

impl<T: Send + 'static> Lane<T> {
    /// Starts the thread, which runs `work` for each job.
    ///
    /// # Errors
    /// When the system gives no thread.
    pub fn start(urgency: Urgency, mut work: impl FnMut(T) + Send + 'static) -> io::Result<Self> {
        let (jobs, sent) = mpsc::channel();
        let thread = thread::Builder::new().name(urgency.name().into());
        let thread = thread.spawn(move || {
            for job in sent {
                work(job);
            }
        })?;
        Ok(Self {
            jobs: Some(jobs),
            thread: Some(thread),
        })
    }

    /// Asks for a job, after all that were sent before.
    pub fn send(&self, job: T) {
        if let Some(jobs) = &self.jobs {
            // Sending fails only when the thread is gone, and then the process is about to end.
            let _ = jobs.send(job);
        }
    }
}

impl<T> Drop for Lane<T> {
    fn drop(&mut self) {
        self.jobs = None;
        if let Some(thread) = self.thread.take() {
            // Panics of jobs are caught; were a thread to die otherwise, nothing is left to save.
            let _ = thread.join();
        }
    }
}

/// Runs work on half of the processors, so that sliders keep the others, in threads of this name that nobody waits
/// for.
///
/// # Errors
/// A sentence where the system gives no threads.
pub fn aside(name: &'static str, work: impl FnOnce() + Send + 'static) -> Result<(), String> {
    let threads = thread::available_parallelism().map_or(1, |all| all.get().div_ceil(2));
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .thread_name(move |_| name.into())
        .build()
        .map_err(without_number)?;
    // The last task of a pool that is dropped still runs to its end.
    pool.spawn(work);
    Ok(())
}

/// Waits a moment for another thread.
pub fn pause() {
    thread::sleep(PAUSE);
}

/// Does nothing: the window has a thread of its own, and need not be let draw.
#[inline]
pub fn breathe() {}
