//! Progress of long work, on a terminal.

use std::{
    io::{IsTerminal, Write},
    sync::{
        Arc,
        mpsc::{self, RecvTimeoutError},
    },
    thread,
    time::Duration,
};

use explorer::{
    Result,
    analysis::{Analysis, Analyzer, Progress},
    setup::Setup,
};
use kernel_pca::kpca::Tier;

/// Width of the line of progress in characters, to which shorter lines are padded.
const WIDE: usize = 50;
/// Time between two updates of the line of progress.
const LOOK: Duration = Duration::from_secs(1);

/// Analyses the setup exactly, and shows the progress of that.
///
/// # Errors
/// The errors of [`Analyzer::run`].
pub fn analyse(analyzer: Analyzer, setup: &Setup) -> Result<Analysis> {
    let progress = Arc::new(Progress::default());
    let mut analyzer = analyzer.telling(Arc::clone(&progress));
    while_shown(&progress, || analyzer.run(setup, Tier::Exact, &|| false))
}

/// Runs the work, and prints the progress of a long one on the terminal.
pub fn while_shown<T>(progress: &Progress, work: impl FnOnce() -> T) -> T {
    let mut terminal = std::io::stderr();
    if !terminal.is_terminal() {
        return work();
    }
    let (done, is_done) = mpsc::channel::<()>();
    thread::scope(|scope| {
        scope.spawn(move || {
            let mut shown = false;
            while is_done.recv_timeout(LOOK) == Err(RecvTimeoutError::Timeout) {
                if let Some(step) = progress.step() {
                    // A terminal that is gone is no reason to stop.
                    let _ = write!(terminal, "\r{:WIDE$}", step.to_string());
                    shown = true;
                }
            }
            if shown {
                let _ = write!(terminal, "\r{:WIDE$}\r", "");
            }
        });
        let result = work();
        drop(done);
        result
    })
}
