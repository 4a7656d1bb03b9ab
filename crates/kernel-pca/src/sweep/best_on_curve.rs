//! Rules for γ that read a whole sweep: the best value, and the values around it that are as good within its
//! spread.

use super::{Criterion, CriterionResult, GammaChoice, HeldOutQuality, Sweep, largest};
use crate::explain::separation::SeparationScore;

impl Sweep {
    /// Finds the value at which the first q components predict the label best. Neighbouring values count as equally
    /// good if worse by no more than the spread between halvings. `None` while values are missing, or where no
    /// label can be predicted.
    #[must_use]
    pub fn best_separation(&self, q: usize) -> Option<CriterionResult> {
        let scores = self.known();
        let scores = scores.filter_map(|(value, point)| Some((value, point.separation_by(q)?)));
        let scores: Vec<_> = scores.collect();
        let found = best_of(Criterion::Separation, &scores).filter(|_| self.is_whole())?;
        Some(CriterionResult {
            rows: self.sample.as_ref().map(|sample| sample.rows.len()),
            ..found
        })
    }

    /// Finds two values: where the first q components predict held-out rows best, and where pre-images rebuild them
    /// with the smallest error. Values within one standard error of the best count as equally good (Breiman et al.
    /// 1984). Empty while values are missing.
    #[must_use]
    pub fn best_held_out(&self, q: usize) -> Vec<CriterionResult> {
        let Some(validation) = &self.cross_validation else {
            return vec![];
        };
        if !validation.values.iter().all(Option::is_some) {
            return vec![];
        }
        let error = |it: &HeldOutQuality| {
            let error = it.pre_image_error?;
            let mean = -error.mean;
            Some(SeparationScore { mean, ..error })
        };
        let best = |criterion, score: &dyn Fn(&HeldOutQuality) -> Option<SeparationScore>| {
            let scores = self.held_out();
            let scores = scores.filter_map(|(value, it)| Some((value, score(it)?)));
            let found = best_of(criterion, &scores.collect::<Vec<_>>());
            found.map(|found| CriterionResult {
                rows: validation.rows,
                ..found
            })
        };
        let both = [
            best(Criterion::HeldOutAccuracy, &|it| it.accuracy_by(q)),
            best(Criterion::PreImageError, &error),
        ];
        both.into_iter().flatten().collect()
    }
}

/// Finds the value with the largest mean, and the neighbouring values that are as good within its spread; `None`
/// without scores.
fn best_of(criterion: Criterion, scores: &[(f64, SeparationScore)]) -> Option<CriterionResult> {
    let best = largest(scores.iter().map(|(_, score)| score.mean))?;
    let enough = scores[best].1.mean - scores[best].1.spread;
    let as_good = |i: &usize| scores[*i].1.mean >= enough;
    let low = (0..best).rev().take_while(as_good).last().unwrap_or(best);
    let high = (best..scores.len()).take_while(as_good).last();
    let high = high.unwrap_or(best);
    let value = |i: usize| scores[i].0;
    let answer = if low == 0 {
        GammaChoice::AtLowerEnd
    } else if high == scores.len() - 1 {
        GammaChoice::AtUpperEnd
    } else {
        GammaChoice::Between(value(low), value(best), value(high))
    };
    Some(CriterionResult {
        criterion,
        answer,
        rows: None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        kpca::FitError,
        method::Method,
        sweep::{SweepPoint, SweepQuestion, SweptParameter},
    };

    #[test]
    fn ties_are_those_within_the_spread() {
        let means = [0.5, 0.9, 0.97, 1.0, 0.98, 0.9];
        let question = SweepQuestion {
            parameter: SweptParameter::GAMMA,
            method: Method::Kpca,
            values: (1..=6).map(f64::from).collect(),
        };
        let separation = |spread: f64, means: &[f64]| {
            let mut sweep = Sweep::new(question.clone(), None);
            let fit = |value: f64| {
                let mean = means[value as usize - 1];
                Ok::<_, FitError>(SweepPoint {
                    pre_image_error: None,
                    eigenvalues: vec![1.0],
                    shares: vec![1.0],
                    separation: vec![SeparationScore { mean, spread }],
                    scores: [].into(),
                })
            };
            sweep.fill(&[], fit, |_| {}).unwrap();
            sweep.best_separation(2).unwrap().answer
        };
        assert_eq!(separation(0.0, &means), GammaChoice::Between(4.0, 4.0, 4.0));
        assert_eq!(
            separation(0.03, &means),
            GammaChoice::Between(3.0, 4.0, 5.0)
        );
        assert_eq!(separation(0.2, &means), GammaChoice::AtUpperEnd);
        assert_eq!(separation(0.0, &[1.0; 6]), GammaChoice::AtLowerEnd);
    }
}
