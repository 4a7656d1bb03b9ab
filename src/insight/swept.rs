//! γ that a sweep found to tell classes apart.

use super::panels::WORTH_A_WORD;
use crate::{
    data::Labels,
    method::Method,
    sweep::{Sweep, SweptParameter},
};

/// γ at which components of kernel PCA tell classes apart best.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SeparatingGamma {
    /// γ to two digits, as a button names it: values nearby do as well.
    pub gamma: f64,
    /// Share of rows told right there.
    pub share: f64,
}

impl SeparatingGamma {
    /// Reads it off a whole sweep of γ for the first q components; `None` where labels are no classes, the best γ lies
    /// beyond the range, or `median` does as well.
    #[must_use]
    pub fn of(sweep: &Sweep, labels: &Labels, q: usize, median: f64) -> Option<Self> {
        let question = &sweep.question;
        let is_gamma =
            question.parameter == SweptParameter::GAMMA && question.method == Method::Kpca;
        if !is_gamma || !matches!(labels, Labels::Classes { .. }) {
            return None;
        }
        let best = sweep.best_separation(q)?.answer.value()?;
        let [share, otherwise] = [best, median].map(|gamma| {
            let far = |value: f64| (value.ln() - gamma.ln()).abs();
            let nearest = sweep.known().min_by(|a, b| far(a.0).total_cmp(&far(b.0)));
            nearest.and_then(|(_, point)| Some(point.separation_by(q)?.mean))
        });
        let share = share?;
        let gamma = format!("{best:.1e}").parse().unwrap_or(best);
        (share - otherwise? > WORTH_A_WORD).then_some(Self { gamma, share })
    }
}
