//! Criteria for the choice of γ, with their results in words.

use crate::{analysis::Analysis, setup::View};
use chart::{count, number, rounded};
use kernel_pca::sweep::{Criterion, CriterionResult, GammaChoice, Sweep, SweptParameter};

/// Factor by which the γ of criteria may differ before a remark says so.
const AGREEMENT: f64 = 3.0;

/// Results of the criteria for γ in a sweep, among them the γ at which as many components as in titles predict the
/// label best; empty where the sweep has none.
#[must_use]
pub fn gamma_marks(sweep: &Sweep, view: &View) -> Vec<CriterionResult> {
    let mut found = sweep.criteria.clone();
    if !found.is_empty() {
        let separation = sweep.best_separation(view.separation_components);
        let known = Criterion::known([1.0; 2]).count().min(found.len());
        let held_out = sweep.best_held_out(view.separation_components);
        found.splice(known..known, separation.into_iter().chain(held_out));
    }
    found
}

/// Marks at γ's slider: results of the criteria as far as a sweep has computed them, or those that need no sweep.
#[must_use]
pub fn marks_of_gamma(analysis: &Analysis, view: &View) -> Vec<CriterionResult> {
    let sweep = analysis.explain.sweep.as_deref();
    let asked = sweep.filter(|sweep| sweep.question.parameter == SweptParameter::GAMMA);
    if let Some(sweep) = asked.filter(|sweep| !sweep.criteria.is_empty()) {
        return gamma_marks(sweep, view);
    }
    Criterion::known([analysis.gamma_auto, analysis.gamma_median]).collect()
}

/// Result of a criterion in words: the value of γ and why, or why there is none.
#[must_use]
pub fn answer_in_words(found: &CriterionResult) -> String {
    let name = found.criterion.name();
    let said = match found.answer {
        GammaChoice::Between(low, value, high) if low < high => {
            let (low, value, high) = (number(low), number(value), number(high));
            format!("{name}: γ = {value}, from {low} to {high}.")
        }
        GammaChoice::At(value) | GammaChoice::Between(_, value, _) => {
            format!("{name}: γ = {}.", number(value))
        }
        GammaChoice::AtLowerEnd => format!(
            "{name}: no mark, since nothing is clearly better than the lower end of the range."
        ),
        GammaChoice::AtUpperEnd => format!(
            "{name}: no mark, since nothing is clearly better than the upper end of the range."
        ),
        GammaChoice::Nothing(why) => format!("{name}: no mark, since {why}."),
    };
    let rows = found
        .rows
        .map(|rows| format!(" Asked of {rows} of the rows."));
    format!(
        "{said} {}{}",
        found.criterion.help(),
        rows.unwrap_or_default()
    )
}

/// Sentence where the γ of criteria differ much; `None` where they agree.
#[must_use]
pub fn disagreement(marks: &[CriterionResult]) -> Option<String> {
    let values = || marks.iter().filter_map(|found| found.answer.value());
    let [low, high] = [
        values().fold(f64::INFINITY, f64::min),
        values().fold(0.0, f64::max),
    ];
    let factor = high / low;
    let differ = values().count() > 1 && factor > AGREEMENT;
    differ.then(|| {
        let factor = rounded(factor, 1);
        let factor = if factor < 10.0 {
            number(factor)
        } else {
            count(factor as usize)
        };
        format!("the rules disagree: their γ differ {factor}-fold")
    })
}

/// Criterion to follow where criteria disagree, and its purpose: the separation of the labels, or else the median
/// heuristic; `None` where neither gives a γ.
pub fn advised(marks: &[CriterionResult]) -> Option<(&CriterionResult, &'static str)> {
    let by = |rule, purpose| {
        let given = |it: &&CriterionResult| it.criterion == rule && it.answer.value().is_some();
        Some((marks.iter().find(given)?, purpose))
    };
    by(Criterion::Separation, "to predict the label")
        .or_else(|| by(Criterion::Median, "for a first look"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn result(criterion: Criterion, answer: GammaChoice) -> CriterionResult {
        CriterionResult {
            criterion,
            answer,
            rows: None,
        }
    }

    #[test]
    fn what_has_no_mark_says_why() {
        let alignment = result(Criterion::Alignment, GammaChoice::AtLowerEnd);
        let said = answer_in_words(&alignment);
        assert!(
            said.starts_with("alignment: no mark, since nothing"),
            "{said}"
        );
        let band = GammaChoice::Between(9.0, 21.54, 46.4);
        let said = answer_in_words(&result(Criterion::ParallelAnalysis, band));
        assert!(said.starts_with("parallel analysis: γ = 21.54, from 9 to 46.4."));
        assert!(!said.contains(" the best "));
    }

    #[test]
    fn rules_far_apart_are_said_to_be() {
        let median = result(Criterion::Median, GammaChoice::At(0.38));
        let variance = result(Criterion::Variance, GammaChoice::At(0.88));
        assert_eq!(disagreement(&[median, variance]), None);
        assert_eq!(disagreement(&[median]), None);
        let parallel = result(
            Criterion::ParallelAnalysis,
            GammaChoice::Between(9.0, 38.0, 49.0),
        );
        let said = disagreement(&[median, variance, parallel]).unwrap();
        assert!(said.contains("100-fold"), "{said}");
        let advised = |marks: &[CriterionResult]| advised(marks).unwrap().0.criterion;
        assert_eq!(advised(&[median, variance, parallel]), Criterion::Median);
        let separation = result(Criterion::Separation, GammaChoice::At(20.0));
        assert_eq!(advised(&[median, separation]), Criterion::Separation);
        let none = result(Criterion::Separation, GammaChoice::AtLowerEnd);
        assert_eq!(advised(&[median, none]), Criterion::Median);
    }
}
