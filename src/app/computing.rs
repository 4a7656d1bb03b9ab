//! The fit under way: how far it is, how to stop it, and how to run it again.

use super::{App, Consequence};
use crate::analysis::Step;

/// A computation that takes longer than this gets a spinner.
const PATIENCE_SECONDS: f64 = 0.15;
/// One that takes longer than this can be stopped. A button for shorter ones would only flicker.
pub(super) const STOP_SECONDS: f64 = 0.5;

/// What is on the screen after a fit was stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stopped {
    Nothing,
    /// The preview of the parameters that are set.
    Preview,
    /// The picture of other parameters than those that are set.
    Earlier,
}

impl App {
    /// Whether the answer has been awaited for so long that the window should say so.
    #[must_use]
    pub fn is_busy(&self) -> bool {
        self.has_waited(PATIENCE_SECONDS)
    }

    /// Whether it has been awaited for so long that one may want to stop it.
    #[must_use]
    pub fn offers_to_stop(&self) -> bool {
        self.has_waited(STOP_SECONDS)
    }

    fn has_waited(&self, seconds: f64) -> bool {
        let since = self.pace.busy_since();
        since.is_some_and(|since| self.now - since >= seconds)
    }

    /// In how many seconds one of the two above changes.
    pub(super) fn seconds_to_saying_so(&self) -> Option<f64> {
        let since = self.pace.busy_since()?;
        [PATIENCE_SECONDS, STOP_SECONDS]
            .into_iter()
            .map(|seconds| since + seconds - self.now)
            .find(|left| *left > 0.0)
    }

    /// What the computation under way is at, where it takes long.
    #[must_use]
    pub fn progress(&self) -> Option<Step> {
        self.executor.progress()
    }

    /// What is on the screen if the last fit was stopped and nothing was asked for since.
    #[must_use]
    pub fn stopped(&self) -> Option<Stopped> {
        if !self.pace.is_stopped() {
            return None;
        }
        Some(match &self.shown {
            None => Stopped::Nothing,
            Some(shown) => match Consequence::between(&shown.setup, &self.wanted()) {
                Consequence::Redraw => Stopped::Preview,
                Consequence::Refit | Consequence::Reload => Stopped::Earlier,
            },
        })
    }

    /// Gives up the fit under way. What is on the screen stays.
    pub(super) fn stop_fit(&mut self) {
        if let Some(generation) = self.pace.stop() {
            self.executor.abandon(generation);
        }
    }

    /// Asks once more for what was stopped.
    pub(super) fn run_fit_again(&mut self) {
        if self.pace.is_stopped() {
            self.pace.changed(Consequence::Refit, self.now);
        }
    }
}
