//! Sweep, on a thread of its own beside the live picture.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use super::{Event, Report, aside};
use crate::{
    analysis::SweepTask,
    kpca::FitError,
    platform::{Instant, breathe, pause},
    sweep::Sweep,
};

/// Request of a sweep.
#[derive(Debug, Clone)]
pub struct SweepRequest {
    /// Number that tells requests apart.
    pub id: u64,
    pub task: SweepTask,
}

#[derive(Debug, Clone, PartialEq)]
pub enum SweepNews {
    /// Results so far, which have grown.
    Grown(Arc<Sweep>),
    /// Results of the whole sweep.
    Done(Arc<Sweep>),
    Failed(String),
}

/// Number of values that make a curve worth looking at.
const FIRST_CURVE: usize = 9;
/// Least time between two reports: every picture is drawn anew when there is more.
const NEWS_EVERY: Duration = Duration::from_millis(120);

impl SweepRequest {
    /// Computes on this thread and reports to `report` until `given_up` is set. While a preview is computed, it
    /// waits: that is what somebody looks at.
    pub(super) fn run(
        self,
        given_up: &AtomicBool,
        previewing: &AtomicBool,
        report: &dyn Fn(Event),
    ) {
        let Self { id, task } = self;
        let tell = |news| {
            if !given_up.load(Ordering::Relaxed) {
                report(Event::Sweep(id, news));
            }
        };
        let mut told: Option<Instant> = None;
        let mut grown = |sweep: &Sweep| {
            let due = match told {
                Some(last) => last.elapsed() >= NEWS_EVERY,
                // A grid comes before the curve, and each of its cells is a picture.
                None => sweep.grid.is_some() || sweep.asked() >= FIRST_CURVE,
            };
            if due {
                told = Some(Instant::now());
                tell(SweepNews::Grown(Arc::new(sweep.clone())));
            }
        };
        let cancelled = || {
            breathe();
            while previewing.load(Ordering::Relaxed) && !given_up.load(Ordering::Relaxed) {
                pause();
            }
            given_up.load(Ordering::Relaxed)
        };
        let found = catch_unwind(AssertUnwindSafe(|| task.run(&mut grown, &cancelled)));
        tell(match found {
            Ok(Ok(sweep)) => SweepNews::Done(Arc::new(sweep)),
            Ok(Err(FitError::Cancelled)) => return,
            Ok(Err(error)) => SweepNews::Failed(error.to_string()),
            Err(_) => SweepNews::Failed("its computation stopped unexpectedly".into()),
        });
    }

    /// Computes on a thread of its own, beside the live picture.
    pub(super) fn run_aside(
        self,
        given_up: Arc<AtomicBool>,
        previewing: Arc<AtomicBool>,
        report: Report,
    ) {
        let id = self.id;
        let failed = |reason| Event::Sweep(id, SweepNews::Failed(reason));
        let work = move |report: &dyn Fn(Event)| self.run(&given_up, &previewing, report);
        aside("sweep", report, failed, work);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        analysis::Analyzer,
        data::Source,
        kpca::Tier,
        setup::Setup,
        sweep::MOST_ROWS,
        worker::{Executor as _, testing::Watched},
    };

    fn request(id: u64) -> SweepRequest {
        let mut setup = Setup::welcome();
        if let Source::Generated(generator) = &mut setup.source {
            generator.n_samples = 100;
        }
        let analysis = Analyzer::default().run(&setup, Tier::Exact, &|| false);
        let task = SweepTask::of(&analysis.unwrap(), &setup.view, MOST_ROWS);
        let task = task.unwrap();
        SweepRequest { id, task }
    }

    fn next(worker: &mut Watched) -> (u64, SweepNews) {
        match worker.event() {
            Event::Sweep(id, news) => (id, news),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_sweep_grows_until_it_is_whole_and_another_replaces_it() {
        let mut worker = Watched::start();
        worker.sweep(Some(request(1)));
        let (id, first) = next(&mut worker);
        let SweepNews::Grown(first) = first else {
            panic!("{first:?}")
        };
        assert!(id == 1 && first.asked() >= FIRST_CURVE && !first.is_whole());
        worker.sweep(Some(request(2)));
        let mut asked = 0;
        loop {
            match next(&mut worker) {
                // News of the first request may have been on their way.
                (1, news) => assert!(matches!(news, SweepNews::Grown(_))),
                (_, SweepNews::Grown(sweep)) => {
                    assert!(sweep.asked() >= asked);
                    asked = sweep.asked();
                }
                (id, SweepNews::Done(sweep)) => {
                    assert!(id == 2 && sweep.is_whole());
                    // 1/d, median, variance, alignment, parallel analysis.
                    assert_eq!(sweep.criteria.len(), 5);
                    break;
                }
                (_, SweepNews::Failed(reason)) => panic!("{reason}"),
            }
        }
        worker.sweep(Some(request(3)));
        worker.sweep(None);
        assert!(worker.end() < 3, "what is given up is silent");
    }
}
