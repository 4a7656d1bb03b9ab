//! Undo and redo: two stacks of setups.

use std::mem::Discriminant;

use super::Edit;
use crate::setup::Setup;

/// Edits of one kind that follow each other faster than this are one step: a drag is one step.
const COALESCE_SECONDS: f64 = 0.8;

const DEPTH: usize = 200;

#[derive(Debug, Default)]
pub(super) struct History {
    past: Vec<Setup>,
    future: Vec<Setup>,
    last: Option<(Discriminant<Edit>, f64)>,
}

impl History {
    /// Notes that an edit of this kind is about to change `before`, at `now` seconds.
    pub fn record(&mut self, before: &Setup, kind: Discriminant<Edit>, now: f64) {
        let same_step = self
            .last
            .is_some_and(|(last, at)| last == kind && now - at < COALESCE_SECONDS);
        self.last = Some((kind, now));
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
    use std::mem::discriminant;

    use super::*;
    use crate::kernel::Gamma;

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
            history.record(&with_gamma(gamma), discriminant(&edit), i as f64 * 0.1);
        }
        history.record(&with_gamma(4.0), discriminant(&Edit::Degree(5)), 0.35);

        assert_eq!(history.undo(&with_gamma(5.0)), Some(with_gamma(4.0)));
        assert_eq!(history.undo(&with_gamma(4.0)), Some(with_gamma(1.0)));
        assert!(!history.can_undo());
        assert_eq!(history.redo(&with_gamma(1.0)), Some(with_gamma(4.0)));
    }

    #[test]
    fn a_pause_ends_a_step_and_an_edit_ends_redo() {
        let mut history = History::default();
        let edit = discriminant(&Edit::Gamma(Gamma::Auto));
        history.record(&with_gamma(1.0), edit, 0.0);
        history.record(&with_gamma(2.0), edit, 5.0);
        assert_eq!(history.undo(&with_gamma(3.0)), Some(with_gamma(2.0)));
        history.record(&with_gamma(2.0), edit, 6.0);
        assert!(!history.can_redo());
    }
}
