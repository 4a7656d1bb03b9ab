//! Value of γ at which a sweep found the classes to be separated best.

use super::panels::WORTH_A_WORD;
use kernel_pca::{
    method::Method,
    objects::Labels,
    sweep::{Sweep, SweptParameter},
};

/// Value of γ at which the components of kernel PCA predict the class best.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SeparatingGamma {
    /// Value of γ, rounded to two digits, since nearby values do as well.
    pub gamma: f64,
    /// Share of rows whose class is predicted right at this γ.
    pub share: f64,
}

impl SeparatingGamma {
    /// Reads the best γ off a complete sweep for the first q components; `None` where labels are not classes, where
    /// the best γ lies beyond the range, or where the γ `median` predicts as well.
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
