//! Undo and redo: two stacks of setups.

use super::edit::Step;
use crate::setup::Setup;

/// Edits of one kind that follow each other faster than this are one step: a drag is one step.
const COALESCE_SECONDS: f64 = 0.8;

const DEPTH: usize = 200;

#[derive(Debug, Default)]
pub(super) struct History {
    past: Vec<Setup>,
    future: Vec<Setup>,
    last: Option<(Step, f64)>,
}

impl History {
    /// Notes that an edit, part of this step, is about to change `before`, at `now` seconds.
    pub fn record(&mut self, before: &Setup, step: Step, now: f64) {
        let same_step = self.last.is_some_and(|(last, at)| match step {
            Step::Alone => false,
            Step::Stroke(_) | Step::Play(_) => last == step,
            Step::Drag(_) | Step::Kind(_) => last == step && now - at < COALESCE_SECONDS,
        });
        self.last = Some((step, now));
        self.future.clear();
        if same_step {
            return;
        }
        if self.past.len() == DEPTH {
            self.past.remove(0);
        }
        self.past.push(before.clone());
    }

    pub fn undo(&mut self, current: &Setup) -> Option<Setup> {
        let setup = self.past.pop()?;
        self.future.push(current.clone());
        self.last = None;
        Some(setup)
    }

    pub fn redo(&mut self, current: &Setup) -> Option<Setup> {
        let setup = self.future.pop()?;
        self.past.push(current.clone());
        self.last = None;
        Some(setup)
    }

    /// Takes the last step out, if it led away from `before`: it is as if it had not been tried.
    pub fn forget(&mut self, before: &Setup) {
        if self.past.last() == Some(before) {
            self.past.pop();
        }
        self.last = None;
    }

    pub fn can_undo(&self) -> bool {
        !self.past.is_empty()
    }

    pub fn can_redo(&self) -> bool {
        !self.future.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        app::{Edit, Touch},
        kernel::Gamma,
    };

    fn with_gamma(gamma: f64) -> Setup {
        let mut setup = Setup::default();
        Edit::Gamma(Gamma::Value(gamma)).apply(&mut setup);
        setup
    }

    #[test]
    fn a_drag_is_one_step_and_redo_brings_it_back() {
        let mut history = History::default();
        for (i, gamma) in [1.0, 2.0, 3.0].into_iter().enumerate() {
            let edit = Edit::Gamma(Gamma::Value(gamma + 1.0));
            history.record(&with_gamma(gamma), edit.step(), i as f64 * 0.1);
        }
        history.record(&with_gamma(4.0), Edit::Degree(5).step(), 0.35);

        assert_eq!(history.undo(&with_gamma(5.0)), Some(with_gamma(4.0)));
        assert_eq!(history.undo(&with_gamma(4.0)), Some(with_gamma(1.0)));
        assert!(!history.can_undo());
        assert_eq!(history.redo(&with_gamma(1.0)), Some(with_gamma(4.0)));
    }

    #[test]
    fn a_stroke_is_one_step_however_long_it_takes_and_a_click_always_is() {
        let mut history = History::default();
        let at = [0.0; 2];
        let spray = |stroke| Touch::Spray {
            at,
            spread: [1.0; 2],
            class: 1,
            stroke,
        };
        let click = Touch::Add { at, class: 1 };
        let touches = [spray(1), spray(1), spray(2), click, click];
        for (i, touch) in touches.into_iter().enumerate() {
            let now = [0.0, 9.0, 9.1, 9.2, 9.3][i];
            history.record(&with_gamma(i as f64 + 1.0), Edit::Draw(touch).step(), now);
        }
        for before in [5.0, 4.0, 3.0, 1.0] {
            assert_eq!(history.undo(&with_gamma(9.0)), Some(with_gamma(before)));
        }
        assert!(!history.can_undo());
    }

    #[test]
    fn a_pause_ends_a_step_and_an_edit_ends_redo() {
        let mut history = History::default();
        let edit = Edit::Gamma(Gamma::Auto).step();
        history.record(&with_gamma(1.0), edit, 0.0);
        history.record(&with_gamma(2.0), edit, 5.0);
        assert_eq!(history.undo(&with_gamma(3.0)), Some(with_gamma(2.0)));
        history.record(&with_gamma(2.0), edit, 6.0);
        assert!(!history.can_redo());
    }
}
