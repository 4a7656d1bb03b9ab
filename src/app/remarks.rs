//! Remarks on the last exact result, and the line that is kept for them.

use super::App;
use explorer::insight::{Diagnosis, Insight, SeparatingGamma};
use kernel_pca::{method::Method, sweep::ShuffledEigenvalues};

impl App {
    /// Returns true where the remark that stands above the plots says that components are equal.
    #[must_use]
    pub fn tells_equal_components(&self) -> bool {
        let insight = self.settings.insight.then(|| self.insight()).flatten();
        insight.is_some_and(|it| matches!(it.insight, Insight::EqualComponents { .. }))
    }

    /// Remark on the last exact result.
    #[must_use]
    pub fn insight(&self) -> Option<Diagnosis> {
        let shown = self.analysis();
        let shuffled = shown.and_then(|it| it.explain.shuffled.as_deref());
        let standing_out = shuffled
            .and_then(|it| it.as_ref().ok())
            .map(ShuffledEigenvalues::standing_out);
        // Until the sweep is whole, pictures of the one before may stand.
        let swept = shown.filter(|_| self.sweep_under_way().is_none());
        let separating = swept.and_then(|analysis| {
            let sweep = analysis.explain.sweep.as_deref()?;
            let q = self.setup.view.separation_components;
            SeparatingGamma::of(sweep, &analysis.dataset.labels, q, analysis.gamma_median)
        });
        if let Some(diagnosis) = self.insight.clone() {
            let diagnosis = diagnosis.with_standing_out(standing_out);
            return Some(diagnosis.with_separating(separating));
        }
        let separation = shown?.explain.separation.as_ref()?;
        let q = self.setup.view.separation_components.checked_sub(1)?;
        let now = separation.of(Method::Kpca).get(q)?;
        Diagnosis::of_separating(separating?, now.mean)
    }

    /// Notes the name of the data once there is a remark on them, so that remarks keep their line.
    pub(super) fn keep_room_for_remarks(&mut self) {
        if !self.keeps_room_for_remarks() && self.insight().is_some() {
            self.remarked = self.dataset().map(|it| it.name.clone());
        }
    }

    /// Returns true where remarks have a line of their own: from the first one on, so that plots move once at most, and
    /// not in a lesson, which says itself what is to be seen.
    #[must_use]
    pub fn keeps_room_for_remarks(&self) -> bool {
        let name = self.dataset().map(|it| &it.name);
        self.settings.insight
            && self.course().is_none()
            && name.is_some()
            && name == self.remarked.as_ref()
    }
}
