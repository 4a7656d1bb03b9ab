//! Lanes, each a thread that does jobs one after the other.

use std::{
    io,
    sync::mpsc::{self, Sender},
    thread::{self, JoinHandle},
    time::Duration,
};

use crate::{Urgency, io_words::without_number};

/// Length of a [`pause`].
const PAUSE: Duration = Duration::from_millis(1);

/// Named thread that does jobs one after the other. Dropping the lane finishes the jobs already sent, then joins
/// the thread.
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

    /// Sends a job, to be done after all jobs sent before.
    pub fn send(&self, job: T) {
        if let Some(jobs) = &self.jobs {
            // Sending fails only when the thread has ended, and then the process is about to end.
            let _ = jobs.send(job);
        }
    }
}

impl<T> Drop for Lane<T> {
    fn drop(&mut self) {
        self.jobs = None;
        if let Some(thread) = self.thread.take() {
            // Panics of jobs are caught; if the thread ended otherwise, nothing is left to save.
            let _ = thread.join();
        }
    }
}

/// Runs work on half of the processors, rounded up, in threads of this name that nobody waits for; the other
/// processors serve sliders.
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
    // A dropped pool still runs its last task to the end.
    pool.spawn(work);
    Ok(())
}

/// Sleeps for 1 ms, so that another thread can go on.
pub fn pause() {
    thread::sleep(PAUSE);
}

/// Does nothing: the window draws on its own thread.
#[inline]
pub fn breathe() {}
