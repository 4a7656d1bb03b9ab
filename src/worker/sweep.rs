//! Sweep of a parameter, computed beside the visible picture.

use std::{sync::Arc, time::Duration};

use super::Event;
use explorer::analysis::{SweepTask, Watch};
use kernel_pca::{kpca::FitError, sweep::Sweep};
use system::Instant;

/// Request of a sweep.
#[derive(Debug, Clone)]
pub struct SweepRequest {
    /// Number that identifies the request.
    pub id: u64,
    pub task: SweepTask,
}

#[derive(Debug, Clone, PartialEq)]
pub enum SweepNews {
    /// Results so far, whenever there are more.
    Grown(Arc<Sweep>),
    /// Results of the complete sweep.
    Done(Arc<Sweep>),
    Failed(String),
}

/// Number of values from which a curve is worth showing.
const FIRST_CURVE: usize = 9;
/// Least time between two reports, since all pictures are redrawn at each.
const NEWS_EVERY: Duration = Duration::from_millis(120);

impl SweepRequest {
    /// Computes the sweep on this thread, and passes results so far to `tell`; `None` where it was given up.
    pub(super) fn run(self, watch: Watch<'_>, tell: &dyn Fn(Event)) -> Option<Event> {
        let Self { id, task } = self;
        let mut told: Option<Instant> = None;
        let mut grown = |sweep: &Sweep| {
            let due = match told {
                Some(last) => last.elapsed() >= NEWS_EVERY,
                // A grid is computed before the curve, and each cell is worth showing.
                None => sweep.grid.is_some() || sweep.asked() >= FIRST_CURVE,
            };
            if due {
                told = Some(Instant::now());
                tell(Event::Sweep(id, SweepNews::Grown(Arc::new(sweep.clone()))));
            }
        };
        let news = match task.run(&mut grown, watch.cancelled) {
            Ok(sweep) => SweepNews::Done(Arc::new(sweep)),
            Err(FitError::Cancelled) => return None,
            Err(error) => SweepNews::Failed(error.to_string()),
        };
        Some(Event::Sweep(id, news))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::worker::{Executor as _, Task, TaskKey, testing::WatchedWorker};
    use explorer::{analysis::Analyzer, setup::Setup};
    use kernel_pca::{
        kpca::Tier,
        sweep::{Criterion, MOST_SWEPT_ROWS},
    };
    use tabular::Source;

    fn request(id: u64) -> SweepRequest {
        let mut setup = Setup::welcome();
        if let Source::Generated(generator) = &mut setup.source {
            generator.n_samples = 100;
        }
        let analysis = Analyzer::default().run(&setup, Tier::Exact, &|| false);
        let task = SweepTask::of(&analysis.unwrap(), &setup.view, MOST_SWEPT_ROWS);
        let task = task.unwrap();
        SweepRequest { id, task }
    }

    fn next(worker: &mut WatchedWorker) -> (u64, SweepNews) {
        match worker.event() {
            Event::Sweep(id, news) => (id, news),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_sweep_grows_until_it_is_whole_and_another_replaces_it() {
        let mut worker = WatchedWorker::start();
        worker.ask(Task::Sweep(request(1)));
        let (id, first) = next(&mut worker);
        let SweepNews::Grown(first) = first else {
            panic!("{first:?}")
        };
        assert!(id == 1 && first.asked() >= FIRST_CURVE && !first.is_whole());
        worker.ask(Task::Sweep(request(2)));
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
                    // Each rule once, but for those that are read off the curve itself.
                    let found: Vec<_> = sweep.criteria.iter().map(|it| it.criterion).collect();
                    let mut others = Criterion::ALL.to_vec();
                    others.retain(|rule| !found.contains(rule));
                    let of_curve = [
                        Criterion::Separation,
                        Criterion::HeldOutAccuracy,
                        Criterion::PreImageError,
                    ];
                    assert_eq!(others, of_curve);
                    assert_eq!(found.len() + others.len(), Criterion::ALL.len());
                    break;
                }
                (_, SweepNews::Failed(reason)) => panic!("{reason}"),
            }
        }
        worker.ask(Task::Sweep(request(3)));
        worker.give_up(TaskKey::Sweep);
        assert!(worker.end() < 3, "what is given up is silent");
    }
}
