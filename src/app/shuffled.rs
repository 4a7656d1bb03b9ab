//! Eigenvalues compared with those of shuffled columns: computed beside the live picture where a panel shows it,
//! and kept for as long as it belongs to what is shown.

use std::sync::Arc;

use super::App;
use crate::worker::{Errand, Ticket};
use explorer::analysis::ShuffleTask;
use kernel_pca::sweep::ShuffledEigenvalues;

/// Comparison that is known or under way.
#[derive(Debug, Default)]
pub(super) struct Shuffler {
    of: Option<ShuffleTask>,
    known: Option<Arc<Result<ShuffledEigenvalues, String>>>,
    /// Ticket of the last comparison that was asked for.
    ticket: Ticket,
}

impl App {
    /// Asks for the comparison that is wanted now, stops another one, and adds the known one to what is shown.
    pub(super) fn follow_with_shuffled(&mut self) {
        let Some(shown) = &self.shown else { return };
        let task = ShuffleTask::of(&shown.analysis, &self.setup.view, &self.visible());
        let same = match (&task, &self.shuffler.of) {
            (Some(task), Some(of)) => task.is_like(of),
            (None, None) => true,
            _ => false,
        };
        let rests = self.rests();
        if !same {
            self.shuffler.ticket.give_up();
            self.shuffler.of = None;
            self.shuffler.known = None;
            if rests && let Some(task) = task {
                self.begin_shuffling(task);
            }
        }
        self.show_shuffled();
    }

    fn begin_shuffling(&mut self, mut task: ShuffleTask) {
        task.memory_budget = self.settings.memory_budget();
        self.shuffler.of = Some(task.clone());
        self.shuffler.ticket = self.send(Errand::Shuffle(task));
    }

    fn show_shuffled(&mut self) {
        let known = &self.shuffler.known;
        let Some(shown) = &mut self.shown else { return };
        let has = shown.analysis.explain.shuffled.as_ref();
        if has.map(Arc::as_ptr) != known.as_ref().map(Arc::as_ptr) {
            let analysis = Arc::make_mut(&mut shown.analysis);
            analysis.explain.shuffled.clone_from(known);
        }
    }

    /// Takes a comparison, unless another was asked for since.
    pub(super) fn hear_of_shuffled(
        &mut self,
        ticket: &Ticket,
        found: Arc<Result<ShuffledEigenvalues, String>>,
    ) {
        if self.awaits_shuffled(ticket) {
            self.shuffler.known = Some(found);
        }
    }

    /// Returns true where this comparison is still wanted.
    pub(super) fn awaits_shuffled(&self, ticket: &Ticket) -> bool {
        self.shuffler.of.is_some() && self.shuffler.ticket.is(ticket)
    }
}
