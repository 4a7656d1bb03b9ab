//! Sweep beside the live picture: computed where something shows it, and kept for as long as it belongs to what is
//! shown.

use std::sync::Arc;

use super::App;
use crate::worker::{SweepNews, SweepRequest, Task, TaskKey};
use explorer::{analysis::SweepTask, panel::Need};
use kernel_pca::sweep::{MOST_SWEPT_ROWS, Sweep, SweptParameter};

/// Sweep that is known or under way.
#[derive(Debug, Default)]
pub(super) struct Sweeper {
    /// Number of sweeps asked for so far.
    asked: u64,
    of: Option<SweepTask>,
    known: Option<Arc<Sweep>>,
    /// Sweep before this one: its results for a grid may still be of use.
    before: Option<(SweepTask, Arc<Sweep>)>,
    /// Sweep before this one where it is over the same axis. Its pictures are shown until the new sweep has its own, so
    /// that they can be compared while another parameter moves.
    standing: Option<Arc<Sweep>>,
    state: SweepState,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum SweepState {
    #[default]
    Nothing,
    UnderWay,
    /// Stopped by the user; results so far stay.
    Stopped,
    Whole,
}

impl App {
    /// Asks for the sweep that is wanted now, stops another one, and adds the known results to what is shown.
    pub(super) fn follow_with_sweep(&mut self) {
        let Some(shown) = &self.shown else { return };
        let task = if self.wants_sweep() {
            let view = &self.setup.view;
            SweepTask::of(&shown.analysis, view, MOST_SWEPT_ROWS)
        } else {
            None
        };
        let same = match (&task, &self.sweeper.of) {
            (Some(task), Some(of)) => task.is_like(of),
            (None, None) => true,
            _ => false,
        };
        let rests = self.rests();
        if !same {
            if self.sweeper.state == SweepState::UnderWay {
                self.executor.give_up(TaskKey::Sweep);
            }
            let known = self.sweeper.known.take();
            if let Some((of, known)) = self.sweeper.of.take().zip(known.clone()) {
                self.sweeper.before = Some((of, known));
            }
            self.sweeper.state = SweepState::Nothing;
            let task = task.map(|task| match &self.sweeper.before {
                Some((before, known)) => task.knowing(before, known),
                None => task,
            });
            let stands = |(before, _): &&(SweepTask, Arc<Sweep>)| {
                task.as_ref().is_some_and(|task| task.follows(before))
            };
            let standing = self.sweeper.before.as_ref().filter(stands);
            self.sweeper.standing = standing.map(|(_, sweep)| Arc::clone(sweep));
            let begun = task.as_ref().and_then(SweepTask::begun);
            self.sweeper.known = match known {
                // Nothing changed, so nothing has to be drawn anew.
                Some(known) if begun.as_ref() == Some(&*known) => Some(known),
                _ => begun.map(Arc::new),
            };
            if rests && let Some(task) = task {
                self.begin_sweep(task);
            }
        }
        self.show_sweep();
    }

    fn begin_sweep(&mut self, mut task: SweepTask) {
        task.memory_budget = self.settings.memory_budget();
        let id = self.sweeper.asked + 1;
        self.executor.ask(Task::Sweep(SweepRequest {
            id,
            task: task.clone(),
        }));
        self.sweeper = Sweeper {
            asked: id,
            known: task.begun().map(Arc::new),
            of: Some(task),
            before: None,
            standing: self.sweeper.standing.take(),
            state: SweepState::UnderWay,
        };
    }

    /// Returns true where a panel in sight shows the sweep, or marks of γ are wanted and the sweep runs through γ.
    fn wants_sweep(&self) -> bool {
        let in_panel = self
            .visible()
            .iter()
            .any(|panel| panel.needs() == Some(Need::Sweep));
        in_panel || (self.settings.gamma_marks && self.sweeps_gamma())
    }

    /// Returns true where the sweep runs through γ: then its rules are computed too.
    fn sweeps_gamma(&self) -> bool {
        let swept = self.setup.view.swept(&self.setup.kernel);
        swept.is_some_and(|(parameter, _)| parameter == SweptParameter::GAMMA)
    }

    /// Sweep to show: the one before over the same axis until the present one has all of its pictures, else the present
    /// one as far as it is known.
    fn sweep_to_show(&mut self) -> Option<Arc<Sweep>> {
        let Sweeper {
            of,
            known,
            standing,
            ..
        } = &mut self.sweeper;
        if let (Some(task), Some(known)) = (of, known.as_ref())
            && task.has_pictures(known)
        {
            *standing = None;
        }
        standing.as_ref().or(known.as_ref()).cloned()
    }

    fn show_sweep(&mut self) {
        let known = &self.sweep_to_show();
        let Some(shown) = &mut self.shown else { return };
        let has = shown.analysis.explain.sweep.as_ref();
        if has.map(Arc::as_ptr) != known.as_ref().map(Arc::as_ptr) {
            let analysis = Arc::make_mut(&mut shown.analysis);
            analysis.explain.sweep.clone_from(known);
        }
    }

    pub(super) fn hear_of_sweep(&mut self, id: u64, news: SweepNews) {
        if id != self.sweeper.asked || self.sweeper.state != SweepState::UnderWay {
            return;
        }
        match news {
            SweepNews::Grown(sweep) => self.sweeper.known = Some(sweep),
            SweepNews::Done(sweep) => {
                self.sweeper.known = Some(sweep);
                self.sweeper.state = SweepState::Whole;
            }
            SweepNews::Failed(reason) => {
                self.sweeper.state = SweepState::Stopped;
                self.sweeper.standing = None;
                self.notify(&format!("No sweep: {reason}"), true);
            }
        }
    }

    /// Stops the sweep under way; its results so far stay.
    pub(super) fn stop_sweep(&mut self) {
        if self.sweeper.state == SweepState::UnderWay {
            self.executor.give_up(TaskKey::Sweep);
            self.sweeper.state = SweepState::Stopped;
        }
    }

    /// Restarts the sweep that was stopped.
    pub(super) fn run_sweep_again(&mut self) {
        if self.sweeper.state == SweepState::Stopped
            && let Some(task) = self.sweeper.of.take()
        {
            self.begin_sweep(task);
        }
    }

    /// Numbers of values that are known and of all, of the sweep that is being computed.
    #[must_use]
    pub fn sweep_under_way(&self) -> Option<[usize; 2]> {
        if self.sweeper.state != SweepState::UnderWay {
            return None;
        }
        let all = self.sweeper.of.as_ref()?.question.values.len();
        let known = self.sweeper.known.as_ref();
        Some([known.map_or(0, |sweep| sweep.asked()), all])
    }

    /// Returns true where a sweep was stopped, and nothing else was swept since.
    #[must_use]
    pub fn sweep_is_stopped(&self) -> bool {
        self.sweeper.state == SweepState::Stopped
    }
}
