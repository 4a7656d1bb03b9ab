//! Separation in words: in titles, at the foot of figures, and on hover.

use super::{Measure, at, left_out, on_new};
use crate::{analysis::Analysis, presented::Presented, setup::View};
use chart::{Chart, count, percent};
use kernel_pca::{
    explain::separation::{HALVINGS, MOST_JUDGED_ROWS},
    method::Method,
    objects::Labels,
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
    let mut chart = Chart {
        title: format!("{} · {what} {said}{}", chart.title, new.unwrap_or_default()),
        ..chart
    };
    if let Some(classes) = new_by_class(analysis, of, MOST_IN_A_NOTE) {
        chart.remark(format!("new rows by class: {classes}"));
    }
    chart
}

/// Number of classes up to which a note names each, and up to which a tooltip does.
const MOST_IN_A_NOTE: usize = 5;
const MOST_IN_HELP: usize = 20;

/// Text of the accuracy on the new rows of each class by as many components as the title's, such as "u 98.6 %, v 38.9
/// %, w 0.0 % (not fitted)"; of more than `most` classes, the least and the greatest. `None` where new rows have no
/// classes.
fn new_by_class(analysis: &Analysis, of: Method, most: usize) -> Option<String> {
    let separation = analysis.explain.separation.as_ref()?;
    let Labels::Classes { names, .. } = &analysis.new_rows()?.rows.labels else {
        return None;
    };
    let fitted = match &analysis.dataset.labels {
        Labels::Classes { names, .. } => names.len(),
        Labels::None | Labels::Continuous { .. } => 0,
    };
    let classes = separation.by_class_of_new(of).iter();
    let mut found: Vec<(f64, String)> = classes
        .filter_map(|it| {
            let left_out = if it.class < fitted {
                ""
            } else {
                " (not fitted)"
            };
            let name = names.get(it.class)?;
            Some((it.found, format!("{name} {}{left_out}", percent(it.found))))
        })
        .collect();
    if found.len() > most {
        found.sort_by(|(a, _), (b, _)| a.total_cmp(b));
        let ends = [found.first()?, found.last()?].map(|(_, said)| said.as_str());
        return Some(format!("from {} to {}", ends[0], ends[1]));
    }
    let said: Vec<String> = found.into_iter().map(|(_, said)| said).collect();
    (!said.is_empty()).then(|| said.join(", "))
}

/// Accuracy of kernel PCA on the new rows of each class, for a note; `None` where there is none.
pub(super) fn kpca_by_class(analysis: &Analysis) -> Option<String> {
    let classes = new_by_class(analysis, Method::Kpca, MOST_IN_A_NOTE)?;
    Some(format!("new rows by class, kernel PCA: {classes}"))
}

/// Accuracy on new rows by kernel PCA, of all and of each class, such as "new rows 71.3 %: u 98.6 %, v 38.9 %"; `None`
/// where there is none.
pub fn of_new_rows(analysis: &Analysis, view: &View) -> Option<String> {
    let separation = analysis.explain.separation.as_ref()?;
    let (q, _) = at(separation.of(Method::Kpca), view.separation_components)?;
    let all = Measure::of(&analysis.dataset.labels).value(on_new(separation, Method::Kpca, q)?);
    let classes = new_by_class(analysis, Method::Kpca, MOST_IN_A_NOTE);
    let classes = classes.map(|classes| format!(": {classes}"));
    Some(format!("new rows {all}{}", classes.unwrap_or_default()))
}

/// Explanation of the scores in titles, for the foot of a figure; `None` where there is none.
pub fn in_short(analysis: &Analysis, view: &View) -> Option<String> {
    let separation = analysis.explain.separation.as_ref()?;
    let (_, curve) = separation.curves().next()?;
    let (q, _) = at(curve, view.separation_components)?;
    Some(match Measure::of(&analysis.dataset.labels) {
        Measure::Accuracy { .. } => format!("percentages in titles: {}", accuracy_by(q)),
        Measure::R2 => format!(
            "R²: of a linear regression of the label on {}",
            components_held_out(q)
        ),
    })
}

/// Meaning of a percentage by which the first q components separate classes.
pub fn accuracy_by(q: usize) -> String {
    format!(
        "accuracy of a linear discriminant on {}",
        components_held_out(q)
    )
}

fn components_held_out(q: usize) -> String {
    let components = if q == 1 { "component" } else { "components" };
    format!("{q} {components}, half of the rows held out")
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
        let name = method.presented().title;
        said.push(format!(
            "{name}, q = {q}: {mean}, with a standard deviation of {spread} between halvings."
        ));
        if let Some(new) = on_new(separation, *method, q) {
            let new = measure.value(new);
            let classes = new_by_class(analysis, *method, MOST_IN_HELP);
            let classes = classes.map(|classes| format!(", by class {classes}"));
            let classes = classes.unwrap_or_default();
            said.push(format!("On the new rows, from all others: {new}{classes}."));
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
    if n > MOST_JUDGED_ROWS {
        let [some, all] = [MOST_JUDGED_ROWS, n].map(count);
        said.push(format!("It is judged by {some} of the {all} rows."));
    }
    said.extend(left_out(&analysis.dataset.labels).map(|said| said + "."));
    said.push("The components are computed from all rows, without their labels.".to_owned());
    Some(said.join(" "))
}
