//! Fit under way: its progress, stopping it, and running it again.

use super::{App, Consequence, pace::Quality};
use crate::worker::TaskKey;
use explorer::analysis::Step;
use kernel_pca::kpca::{KernelPca, SolverUsed, Tier};
use tabular::Source;

/// Duration after which a computation gets a spinner.
const PATIENCE_SECONDS: f64 = 0.15;
/// Duration after which a computation can be stopped. A button for shorter ones would only flicker.
pub(super) const STOP_SECONDS: f64 = 0.5;

/// Number of rows above which a rough preview is refined before the exact answer, which then takes several seconds
/// (PERFORMANCE.md: 20,000 × 6).
const REFINED_ROWS: usize = 10_000;

/// Picture on the screen after a fit was stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StoppedPicture {
    Nothing,
    /// Preview of the present parameters.
    Preview,
    /// Picture of earlier parameters.
    Earlier,
}

/// Returns true where the fit used landmarks and its accuracy is not certified, so that more landmarks would help.
fn is_rough(kpca: &KernelPca) -> bool {
    matches!(kpca.solver, SolverUsed::Nystrom { .. }) && !kpca.accuracy.is_certified()
}

impl App {
    /// Returns true where the answer has been awaited for so long that the window should show it.
    #[must_use]
    pub fn is_busy(&self) -> bool {
        self.has_waited(PATIENCE_SECONDS)
    }

    /// Returns true where the answer has been awaited for so long that one may want to stop it.
    #[must_use]
    pub fn offers_to_stop(&self) -> bool {
        self.has_waited(STOP_SECONDS)
    }

    /// Returns true where an exact picture is shown and no answer is awaited, so that work may begin that takes longer
    /// than a slider pauses.
    pub(super) fn rests(&self) -> bool {
        self.is_exact() && self.pace.busy_since().is_none()
    }

    /// Quality of the picture on the screen: rough where a better preview is to come before the exact answer.
    pub(super) fn quality(&self) -> Quality {
        let many = self.analysis().filter(|it| it.rows() > REFINED_ROWS);
        match many {
            Some(it) if it.tier == Tier::Preview && is_rough(&it.kpca) => Quality::Rough,
            _ => Quality::Good,
        }
    }

    fn has_waited(&self, seconds: f64) -> bool {
        let since = self.pace.busy_since();
        since.is_some_and(|since| self.now - since >= seconds)
    }

    /// Seconds until [`is_busy`](Self::is_busy) or [`offers_to_stop`](Self::offers_to_stop) changes.
    pub(super) fn seconds_to_saying_so(&self) -> Option<f64> {
        let since = self.pace.busy_since()?;
        [PATIENCE_SECONDS, STOP_SECONDS]
            .into_iter()
            .map(|seconds| since + seconds - self.now)
            .find(|left| *left > 0.0)
    }

    /// Step of the computation under way, where it takes long.
    #[must_use]
    pub fn progress(&self) -> Option<Step> {
        self.executor.progress()
    }

    /// Name of the file that is being opened: its rows are awaited, and not on the screen yet.
    #[must_use]
    pub fn opens(&self) -> Option<String> {
        let Source::File(file) = &self.setup.source else {
            return None;
        };
        // Where nothing is told, a step of a few milliseconds is under way, or a file that does not answer.
        let is_read = matches!(self.progress(), Some(step) if !step.is_of_reading());
        let awaited = self.pace.busy_since().is_some() && self.table().is_none() && !is_read;
        awaited.then(|| {
            file.path
                .file_name()
                .unwrap_or_default()
                .display()
                .to_string()
        })
    }

    /// Picture on the screen if the last fit was stopped and nothing was asked for since.
    #[must_use]
    pub fn stopped(&self) -> Option<StoppedPicture> {
        if !self.pace.is_stopped() {
            return None;
        }
        Some(match &self.shown {
            None => StoppedPicture::Nothing,
            Some(shown) => match Consequence::between(&shown.setup, &self.wanted()) {
                Consequence::Redraw => StoppedPicture::Preview,
                Consequence::Refit | Consequence::Reload => StoppedPicture::Earlier,
            },
        })
    }

    /// Stops the fit under way. The picture on the screen stays.
    pub(super) fn stop_fit(&mut self) {
        if self.pace.stop().is_some() {
            self.executor.give_up(TaskKey::Analysis);
        }
    }

    /// Restarts the fit that was stopped.
    pub(super) fn run_fit_again(&mut self) {
        if self.pace.is_stopped() {
            self.pace.changed(Consequence::Refit, self.now);
        }
    }
}
