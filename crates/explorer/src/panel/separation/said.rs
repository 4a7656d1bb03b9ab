//! Separation in words: in titles, at the foot of figures, and on hover.

use super::{Measure, at, left_out, on_new};
use crate::{analysis::Analysis, setup::View};
use chart::{Chart, count, percent};
use kernel_pca::{
    explain::separation::{HALVINGS, MOST_ROWS},
    method::Method,
};

/// Adds the score with q components to the title of a score plot, where there is one.
pub fn with_score(chart: Chart, analysis: &Analysis, view: &View, of: Method) -> Chart {
    let separation = analysis.explain.separation.as_ref();
    let score = separation.and_then(|it| at(it.of(of), view.separation_components));
    let Some((q, score)) = score else {
        return chart;
    };
    let measure = Measure::of(&analysis.dataset.labels);
    let what = match measure {
        Measure::Accuracy { .. } => "separates",
        Measure::R2 => "R²",
    };
    let said = measure.value(score.mean);
    let new = separation.and_then(|it| on_new(it, of, q));
    let new = new.map(|new| format!(" · new rows {}", measure.value(new)));
    Chart {
        title: format!("{} · {what} {said}{}", chart.title, new.unwrap_or_default()),
        ..chart
    }
}

/// Explanation of the scores in titles, for the foot of a figure; `None` where there is none.
pub fn in_short(analysis: &Analysis, view: &View) -> Option<String> {
    let separation = analysis.explain.separation.as_ref()?;
    let (_, curve) = separation.curves().next()?;
    let (q, _) = at(curve, view.separation_components)?;
    let components = if q == 1 { "component" } else { "components" };
    Some(match Measure::of(&analysis.dataset.labels) {
        Measure::Accuracy { .. } => format!(
            "percentages in titles: accuracy of a linear discriminant on {q} {components}, half of the rows held out"
        ),
        Measure::R2 => format!(
            "R²: of a linear regression of the label on {q} {components}, half of the rows held out"
        ),
    })
}

/// Explanation of a score for its tooltip; `None` where there is none.
pub fn help(analysis: &Analysis, view: &View, of: &[Method]) -> Option<String> {
    let separation = analysis.explain.separation.as_ref()?;
    let measure = Measure::of(&analysis.dataset.labels);
    let mut said = vec![match measure {
        Measure::Accuracy { .. } => format!(
            "Accuracy of linear discriminant analysis on the first q scores: {HALVINGS} times the rows \
             are halved at random, each class shared between the halves, and the classes of either half \
             are predicted from the other."
        ),
        Measure::R2 => format!(
            "R² of linear regression on the first q scores: {HALVINGS} times the rows are halved at \
             random, and the label of either half is predicted from the other."
        ),
    }];
    for method in of {
        let (q, score) = at(separation.of(*method), view.separation_components)?;
        let (mean, spread) = (measure.value(score.mean), measure.value(score.spread));
        let name = method.title();
        said.push(format!(
            "{name}, q = {q}: {mean}, with a standard deviation of {spread} between halvings."
        ));
        if let Some(new) = on_new(separation, *method, q) {
            let new = measure.value(new);
            said.push(format!("On the new rows, from all others: {new}."));
        }
    }
    said.push(match measure {
        Measure::Accuracy { chance } => format!(
            "Chance is {}, the share of the largest class.",
            percent(chance)
        ),
        Measure::R2 => "The label's mean alone would give 0.".to_owned(),
    });
    let n = analysis.rows();
    if n > MOST_ROWS {
        let [some, all] = [MOST_ROWS, n].map(count);
        said.push(format!("It is judged by {some} of the {all} rows."));
    }
    said.extend(left_out(&analysis.dataset.labels).map(|said| said + "."));
    said.push("The components are computed from all rows, without their labels.".to_owned());
    Some(said.join(" "))
}
