//! Waiting for a system that may never answer, such as a pipe without a writer or a share whose server is gone.

use std::{
    panic::resume_unwind,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
        mpsc::{self, RecvTimeoutError},
    },
    thread,
    time::Duration,
};

use crate::CancelCheck;

/// Time between two checks for cancelling: short beside the tenth of a second in which a click seems to take effect at
/// once.
const PATIENCE: Duration = Duration::from_millis(10);

/// Runs `work` in a thread of its own and returns its result; `None` once `cancelled` returns true. The thread is then
/// left behind: the check that `work` is given returns true from then on, and the thread ends when the system answers.
pub fn unless_cancelled<T: Send + 'static>(
    cancelled: CancelCheck<'_>,
    work: impl FnOnce(CancelCheck<'_>) -> T + Send + 'static,
) -> Option<T> {
    let left = Arc::new(AtomicBool::new(false));
    let work = Arc::new(Mutex::new(Some(work)));
    let taken = move || work.lock().unwrap_or_else(PoisonError::into_inner).take();
    let (answer, answers) = mpsc::sync_channel(1);
    let thread = thread::Builder::new().name("reading".into()).spawn({
        let (left, taken) = (Arc::clone(&left), taken.clone());
        move || {
            let done = taken().map(|work| work(&|| left.load(Ordering::Relaxed)));
            // Sending fails only where nobody waits any more.
            let _ = answer.send(done);
        }
    });
    let Ok(thread) = thread else {
        // Without a thread it is waited for in place.
        return taken().map(|work| work(cancelled));
    };
    loop {
        match answers.recv_timeout(PATIENCE) {
            Ok(done) => return done,
            Err(RecvTimeoutError::Timeout) if cancelled() => {
                left.store(true, Ordering::Relaxed);
                return None;
            }
            Err(RecvTimeoutError::Timeout) => {}
            // The work panicked, which is reported where it is waited for.
            Err(RecvTimeoutError::Disconnected) => match thread.join() {
                Err(panic) => resume_unwind(panic),
                Ok(()) => return None,
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_never_answers_is_left_behind_and_told_so() {
        let (heard, told) = mpsc::channel();
        let hangs = move |left: CancelCheck<'_>| {
            while !left() {
                thread::sleep(PATIENCE);
            }
            heard.send(()).unwrap();
        };
        assert_eq!(unless_cancelled(&|| true, hangs), None);
        told.recv().unwrap();
        assert_eq!(unless_cancelled(&|| false, |_| 3), Some(3));
    }

    #[test]
    #[should_panic(expected = "a bug")]
    fn a_panic_is_heard_where_the_answer_is_waited_for() {
        unless_cancelled(&|| false, |_| panic!("a bug"));
    }
}
