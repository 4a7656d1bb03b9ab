//! Undo and redo: two stacks of former states.

/// Seconds within which edits of one kind are one step of undo: a drag is one step.
const COALESCE_SECONDS: f64 = 0.8;

/// Largest number of steps that can be undone.
const DEPTH: usize = 200;

/// Grouping of consecutive edits into steps of undo, by their kind `K`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum UndoStep<K> {
    /// Step of its own.
    Alone,
    /// One step with edits of the same kind, however long they take.
    Whole(K),
    /// One step with edits of the same kind while pauses are short.
    Brisk(K),
}

/// Past and undone states `S`, grouped by the kind `K` of edits.
#[derive(Debug, Clone)]
pub(super) struct History<S, K> {
    past: Vec<S>,
    future: Vec<S>,
    last: Option<(UndoStep<K>, f64)>,
}

impl<S, K> Default for History<S, K> {
    fn default() -> Self {
        Self {
            past: vec![],
            future: vec![],
            last: None,
        }
    }
}

impl<S: PartialEq, K: PartialEq> History<S, K> {
    /// Records the state `before` an edit at `now` seconds, unless the edit continues a step.
    pub fn record(&mut self, before: impl FnOnce() -> S, step: UndoStep<K>, now: f64) {
        let same_step = self.last.as_ref().is_some_and(|(last, at)| match step {
            UndoStep::Alone => false,
            UndoStep::Whole(_) => *last == step,
            UndoStep::Brisk(_) => *last == step && now - at < COALESCE_SECONDS,
        });
        self.last = Some((step, now));
        self.future.clear();
        if same_step {
            return;
        }
        if self.past.len() == DEPTH {
            self.past.remove(0);
        }
        self.past.push(before());
    }

    pub fn undo(&mut self, current: S) -> Option<S> {
        let before = self.past.pop()?;
        self.future.push(current);
        self.last = None;
        Some(before)
    }

    pub fn redo(&mut self, current: S) -> Option<S> {
        let after = self.future.pop()?;
        self.past.push(current);
        self.last = None;
        Some(after)
    }

    /// Removes the last step, if it led away from `before`, as if it had not been tried.
    pub fn forget(&mut self, before: &S) {
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
    use crate::app::{Edit, Parameter, Touch};
    use explorer::setup::Setup;
    use kernel_pca::kernel::{Gamma, KernelParameter};

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
            history.record(|| with_gamma(gamma), edit.step(), i as f64 * 0.1);
        }
        history.record(
            || with_gamma(4.0),
            Edit::Number(Parameter::Of(KernelParameter::Degree), 5.0).step(),
            0.35,
        );

        assert_eq!(history.undo(with_gamma(5.0)), Some(with_gamma(4.0)));
        assert_eq!(history.undo(with_gamma(4.0)), Some(with_gamma(1.0)));
        assert!(!history.can_undo());
        assert_eq!(history.redo(with_gamma(1.0)), Some(with_gamma(4.0)));
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
            history.record(|| with_gamma(i as f64 + 1.0), Edit::Draw(touch).step(), now);
        }
        for before in [5.0, 4.0, 3.0, 1.0] {
            assert_eq!(history.undo(with_gamma(9.0)), Some(with_gamma(before)));
        }
        assert!(!history.can_undo());
    }

    #[test]
    fn a_pause_ends_a_step_and_an_edit_ends_redo() {
        let mut history = History::default();
        let edit = Edit::Gamma(Gamma::Auto).step();
        history.record(|| with_gamma(1.0), edit, 0.0);
        history.record(|| with_gamma(2.0), edit, 5.0);
        assert_eq!(history.undo(with_gamma(3.0)), Some(with_gamma(2.0)));
        history.record(|| with_gamma(2.0), edit, 6.0);
        assert!(!history.can_redo());
    }
}
