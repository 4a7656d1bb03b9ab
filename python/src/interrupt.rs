//! Computations outside the interpreter, which Ctrl-C ends.

use std::{
    collections::BTreeMap,
    panic::resume_unwind,
    process,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
        mpsc::{self, RecvTimeoutError},
    },
    thread,
    time::Duration,
};

use pyo3::{exceptions::PyRuntimeError, prelude::*};
use rayon::{ThreadPool, ThreadPoolBuilder};

use kernel_pca::kpca::CancelCheck;

/// Interval at which the caller asks for signals while a computation runs: a quarter of the 0.2 s within which Ctrl-C is
/// to end it.
const ASK_SIGNALS: Duration = Duration::from_millis(50);

/// Runs `work` on `threads` threads (0: as many as processors) with the interpreter released, and returns its result.
/// Meanwhile the calling thread asks for signals. Where one raises, as Ctrl-C does, the caller goes on at once, and
/// `work` is told to stop: a single decomposition, which cannot, ends by itself and nobody reads its result.
///
/// # Errors
/// The error of `work`, or the one that a signal raised.
#[expect(
    clippy::redundant_closure_for_method_calls,
    reason = "the method itself is for one lifetime alone"
)]
pub fn interruptible<T: Send + 'static>(
    py: Python<'_>,
    threads: usize,
    work: impl FnOnce(CancelCheck<'_>) -> PyResult<T> + Send + 'static,
) -> PyResult<T> {
    let pool = pool(threads)?;
    let cancelled = Arc::new(AtomicBool::new(false));
    let (sender, receiver) = mpsc::channel();
    let asked = Arc::clone(&cancelled);
    let job = move || {
        let found = pool.install(|| work(&|| asked.load(Ordering::Relaxed)));
        // Sending fails where the caller was interrupted.
        let _ = sender.send(found);
    };
    let thread = thread::Builder::new().name("kpca".into()).spawn(job)?;
    py.detach(move || {
        loop {
            match receiver.recv_timeout(ASK_SIGNALS) {
                Ok(found) => return found,
                Err(RecvTimeoutError::Timeout) => Python::attach(|py| py.check_signals())
                    .inspect_err(|_| cancelled.store(true, Ordering::Relaxed))?,
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
        // The thread ended without a result: by a panic, which stays one.
        match thread.join() {
            Err(panic) => resume_unwind(panic),
            Ok(()) => Err(PyRuntimeError::new_err(
                "the computation ended without a result",
            )),
        }
    })
}

/// Pool of `threads` threads (0: as many as processors), kept for the next computation. A child made by `fork` has none of
/// its parent's threads, and gets pools of its own.
fn pool(threads: usize) -> PyResult<Arc<ThreadPool>> {
    static POOLS: Mutex<BTreeMap<(u32, usize), Arc<ThreadPool>>> = Mutex::new(BTreeMap::new());
    let mut pools = POOLS.lock().unwrap_or_else(PoisonError::into_inner);
    let key = (process::id(), threads);
    if let Some(pool) = pools.get(&key) {
        return Ok(Arc::clone(pool));
    }
    let pool = ThreadPoolBuilder::new().num_threads(threads).build();
    let pool = Arc::new(pool.map_err(|error| PyRuntimeError::new_err(error.to_string()))?);
    pools.insert(key, Arc::clone(&pool));
    Ok(pool)
}
