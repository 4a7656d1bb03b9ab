//! News for the page around an embedded one: results as numbers, selected rows, problems.

use std::sync::Arc;

use serde_json::{Value, json};

use crate::{
    app::App,
    platform::{is_heard, tell_problem, tell_result, tell_selected},
};
use explorer::analysis::Analysis;
use kernel_pca::{embedding::Embedding, kernel::KernelParameter, kpca::Tier, objects::Labels};

/// State that the page around was told last.
#[derive(Debug, Default)]
pub(super) struct Around {
    answer: Option<Arc<()>>,
    selected: Vec<u32>,
    problem: String,
}

impl Around {
    /// Tells the page around the program of a result, selection or problem that changed since the last call; does
    /// nothing where no page listens.
    pub fn follow(&mut self, app: &App) {
        if !is_heard() {
            return;
        }
        // A preview of some rows would be a table of other rows.
        if let Some(analysis) = app.analysis().filter(|it| it.whole.is_none()) {
            let told = self.answer.as_ref();
            if told.is_none_or(|it| !Arc::ptr_eq(it, &analysis.answer)) {
                self.answer = Some(Arc::clone(&analysis.answer));
                tell(analysis);
            }
        }
        let selected = app.setup().view.marking.selected.iter();
        let selected: Vec<u32> = selected.filter_map(|row| u32::try_from(row).ok()).collect();
        if selected != self.selected {
            tell_selected(&selected);
            self.selected = selected;
        }
        let problem = app.trouble().unwrap_or_default();
        if problem != self.problem {
            tell_problem(problem);
            problem.clone_into(&mut self.problem);
        }
    }
}

/// Tells the page around the program of kernel PCA's result: scores by row, eigenvalues, shares and labels.
fn tell(analysis: &Analysis) {
    let scores = analysis.kpca.scores();
    let by_row: Vec<f64> = scores.transpose().iter().copied().collect();
    let shares = analysis.kpca.shares().unwrap_or_default();
    let labels = labels(&analysis.dataset.labels);
    tell_result(
        &description(analysis, scores.ncols()).to_string(),
        &by_row,
        &analysis.kpca.eigenvalues,
        &shares,
        &labels,
    );
}

/// Describes a result with this many components.
fn description(analysis: &Analysis, components: usize) -> Value {
    let kernel = &analysis.kernel;
    let numbers = KernelParameter::ALL.into_iter();
    let numbers = numbers.filter_map(|it| Some((it.name().to_owned(), kernel.value(it)?.into())));
    let numbers: serde_json::Map<String, Value> = numbers.collect();
    let accuracy = &analysis.kpca.accuracy;
    let (label, classes) = match &analysis.dataset.labels {
        Labels::None => (None, None),
        Labels::Classes { column, names, .. } => (Some(column), Some(names)),
        Labels::Continuous { column, .. } => (Some(column), None),
    };
    json!({
        "name": analysis.dataset.name,
        "rows": analysis.dataset.row_ids,
        "components": components,
        "kernel": numbers,
        "exact": analysis.tier == Tier::Exact,
        "certified": accuracy.is_certified(),
        "max_residual": accuracy.residual,
        "eigenvalue_bound": accuracy.eigenvalue_bound,
        "score_bound": accuracy.score_bound,
        "label": label,
        "classes": classes,
    })
}

/// Labels as numbers: of classes their position among the names, NaN for a row without one; empty without labels.
fn labels(labels: &Labels) -> Vec<f64> {
    match labels {
        Labels::None => vec![],
        Labels::Classes { codes, .. } => {
            let number = |code: &Option<usize>| code.map_or(f64::NAN, |code| code as f64);
            codes.iter().map(number).collect()
        }
        Labels::Continuous { values, .. } => values.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_without_a_class_has_no_number() {
        let classes = Labels::Classes {
            column: "kind".into(),
            names: vec!["a".into(), "b".into()],
            codes: vec![Some(1), None],
        };
        let told = labels(&classes);
        assert!(told[0] == 1.0 && told[1].is_nan() && told.len() == 2);
        assert!(labels(&Labels::None).is_empty());
    }
}
