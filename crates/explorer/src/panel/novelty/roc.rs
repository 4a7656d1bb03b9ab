//! Receiver operating characteristic of Q and T² for new rows of known classes, with their areas and results by class.

use std::collections::HashSet;

use super::{over_rows::left_out, plane::level};
use crate::{
    analysis::{Analysis, ClassBeyond, Novelty, beyond_by_class},
    panel::NOT_COMPUTED,
    view::{kernel_label, method_paint},
};
use chart::{Aspect, Axis, Chart, Key, Line, LineStyle, Mark, Paint, Scale, noted, percent};
use kernel_pca::{explain::area_under_roc, method::Method, objects::Labels};

/// Explanation of the receiver operating characteristic.
pub(super) const EXPLANATION: &str = "As the limit falls, which share of the rows that should be found is found, against the share of the others \
     that is found with them. The area is the probability that a row to be found has the larger number: 0.5 is \
     chance. To be found are new rows of classes that no fitted row has; where there are none, those of the last class.";

/// Draws the curves of Q and T², with the chance line.
pub(super) fn chart(analysis: &Analysis) -> Chart {
    let title = "Novelty";
    let Some(novelty) = &analysis.explain.novelty else {
        return Chart::empty(title, NOT_COMPUTED);
    };
    let Some(new) = analysis.new_rows().filter(|_| !novelty.of_new().is_empty()) else {
        let reason = left_out(novelty);
        let reason = reason
            .as_deref()
            .unwrap_or("it takes new rows with classes");
        return Chart::empty(title, reason);
    };
    let Some((name, is_found)) = to_be_found(&analysis.dataset.labels, &new.rows.labels) else {
        return Chart::empty(title, "it takes new rows of two classes at least");
    };
    let numbers = [
        ("Q", novelty.of_new(), method_paint(Method::Kpca)),
        ("T²", &novelty.t2[1][..], Paint::Ink),
    ];
    let (mut marks, mut entries) = (vec![], vec![]);
    for (number, values, paint) in numbers {
        let Some(area) = area_under_roc(values, &is_found) else {
            continue;
        };
        let words = format!("{number}: area {area:.3}");
        marks.push(Mark::Line(Line {
            labels: vec![],
            ..Line::new(words.clone(), paint, curve(values, &is_found))
        }));
        entries.push((words, paint));
    }
    marks.push(Mark::Line(Line {
        style: LineStyle::Dotted,
        ..Line::new("chance".to_owned(), Paint::Ink, vec![[0.0; 2], [1.0; 2]])
    }));
    let said: Vec<&str> = entries.iter().map(|(words, _)| words.as_str()).collect();
    let by_class = by_class(novelty, &new.rows.labels);
    Chart {
        title: format!("{title} · {}", kernel_label(&analysis.kernel)),
        summary: format!(
            "Receiver operating characteristic for new rows of {name}. {}.",
            said.join(". ")
        ),
        x: Axis::new("share of the other new rows", Scale::Linear).within([-0.02, 1.02]),
        y: Axis::new(format!("share of {name} found"), Scale::Linear).within([-0.02, 1.02]),
        aspect: Aspect::Free,
        marks,
        key: Key::legend("", entries),
        note: noted(by_class),
    }
}

/// Python lines that draw the curves of Q and T², as `plane::numbers` names these; `None` where nothing is to be found, or
/// a script has no new rows, as they are no vectors.
pub(super) fn in_python(analysis: &Analysis) -> Option<Vec<String>> {
    let new = analysis
        .new_rows()
        .filter(|_| analysis.dataset.has_features())?;
    let wanted = classes_to_be_found(&analysis.dataset.labels, &new.rows.labels)?;
    let lines = [
        &*format!("wanted = np.isin(new_label, {wanted:?})"),
        "for name, values in [(\"Q\", q[len(X):]), (\"T²\", t2[len(X):])]:",
        "    others_found, wanted_found, _ = roc_curve(wanted, values, drop_intermediate=False)",
        "    area = roc_auc_score(wanted, values)",
        "    ax.plot(others_found, wanted_found, label=f\"{name}: area {area:.3f}\")",
        "ax.plot([0, 1], [0, 1], \":\", color=\"gray\")",
        "ax.legend()",
    ];
    Some(lines.map(str::to_owned).to_vec())
}

/// Name of the classes to be found, with a flag for each new row; `None` where all rows or none would be found.
fn to_be_found(fitted: &Labels, new: &Labels) -> Option<(String, Vec<bool>)> {
    let Labels::Classes { names, codes, .. } = new else {
        return None;
    };
    let wanted = classes_to_be_found(fitted, new)?;
    let is_found: Vec<bool> = codes
        .iter()
        .map(|code| code.is_some_and(|class| wanted.contains(&class)))
        .collect();
    let found = is_found.iter().filter(|it| **it).count();
    let words: Vec<&str> = wanted.iter().map(|&it| names[it].as_str()).collect();
    (found > 0 && found < is_found.len()).then(|| (words.join(", "), is_found))
}

/// Numbers of the classes to be found: those that no fitted row has, or the last one where these are none or all;
/// `None` without classes.
fn classes_to_be_found(fitted: &Labels, new: &Labels) -> Option<Vec<usize>> {
    let Labels::Classes { names, codes, .. } = new else {
        return None;
    };
    let known: HashSet<&str> = match fitted {
        Labels::Classes { names, codes, .. } => codes
            .iter()
            .flatten()
            .map(|code| names[*code].as_str())
            .collect(),
        _ => HashSet::new(),
    };
    let present = |class: &usize| codes.contains(&Some(*class));
    let classes: Vec<usize> = (0..names.len()).filter(present).collect();
    let strange = classes.iter().copied();
    let mut wanted: Vec<usize> = strange.filter(|&it| !known.contains(&*names[it])).collect();
    if wanted.is_empty() || wanted.len() == classes.len() {
        wanted = classes.last().copied().into_iter().collect();
    }
    Some(wanted)
}

/// Points of the curve from (0, 0) to (1, 1): shares of the others and of the wanted rows whose number is at least a
/// limit, for each limit from the largest down; equal numbers are passed at once.
fn curve(numbers: &[f64], is_found: &[bool]) -> Vec<[f64; 2]> {
    let mut order: Vec<usize> = (0..numbers.len()).collect();
    order.sort_by(|a, b| numbers[*b].total_cmp(&numbers[*a]));
    let wanted = is_found.iter().filter(|it| **it).count();
    let all = [numbers.len() - wanted, wanted].map(|count| count.max(1) as f64);
    let mut passed = [0.0; 2];
    let mut points = vec![[0.0; 2]];
    for (i, &row) in order.iter().enumerate() {
        passed[usize::from(is_found[row])] += 1.0;
        let next = order.get(i + 1).map(|&next| numbers[next]);
        if next != Some(numbers[row]) {
            points.push([passed[0] / all[0], passed[1] / all[1]]);
        }
    }
    points
}

/// Sentence for each class of the new rows: how many lie beyond the limits of Q and T².
fn by_class(novelty: &Novelty, labels: &Labels) -> Vec<String> {
    let Some(limits) = &novelty.limits else {
        return vec![];
    };
    let level = level(Some(limits));
    let of_class = |it: ClassBeyond| {
        let beyond = it.beyond.into_iter().zip(["Q", "T²"]);
        let beyond =
            beyond.filter_map(|(share, number)| Some(format!("{} of {number}", percent(share?))));
        let beyond: Vec<String> = beyond.collect();
        (!beyond.is_empty()).then(|| {
            let ClassBeyond { name, rows, .. } = it;
            format!(
                "{name}, {rows} rows: beyond the {level} limit {}",
                beyond.join(", ")
            )
        })
    };
    let numbers = [novelty.of_new(), &novelty.t2[1][..]];
    let found = beyond_by_class(numbers, limits, labels).into_iter();
    found.filter_map(of_class).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Area under straight lines through the points.
    fn area(points: &[[f64; 2]]) -> f64 {
        let pairs = points.windows(2);
        pairs
            .map(|it| (it[1][0] - it[0][0]) * (it[1][1] + it[0][1]) / 2.0)
            .sum()
    }

    #[test]
    fn the_curve_bounds_scikit_learns_area() {
        let kinds = [false, true, false, true, true, false, true];
        let numbers = [0.1, 0.4, 0.4, 0.8, 0.3, 0.2, 0.4];
        let points = curve(&numbers, &kinds);
        // fpr and tpr of sklearn.metrics.roc_curve(kinds, numbers, drop_intermediate=False)
        let expected = [
            [0.0, 0.0],
            [0.0, 0.25],
            [1.0 / 3.0, 0.75],
            [1.0 / 3.0, 1.0],
            [2.0 / 3.0, 1.0],
            [1.0, 1.0],
        ];
        assert_eq!(points, expected);
        // sklearn.metrics.roc_auc_score(kinds, numbers)
        assert!((area(&points) - 0.833_333_333_333_333_4).abs() < 1e-12);
    }

    fn classes(names: &[&str], codes: &[usize]) -> Labels {
        Labels::Classes {
            column: "kind".into(),
            names: names.iter().map(|it| (*it).to_owned()).collect(),
            codes: codes.iter().copied().map(Some).collect(),
        }
    }

    #[test]
    fn classes_that_no_fitted_row_has_are_to_be_found() {
        let new = classes(&["benign", "malignant"], &[0, 1, 1]);
        let of = |fitted: &Labels| to_be_found(fitted, &new);
        let benign = classes(&["benign", "malignant"], &[0, 0]);
        let expected = Some(("malignant".to_owned(), vec![false, true, true]));
        assert_eq!(of(&benign), expected);
        // Where all are known, the last one.
        assert_eq!(of(&new), expected);
        assert_eq!(of(&Labels::None), expected);
        assert_eq!(to_be_found(&benign, &classes(&["benign"], &[0, 0])), None);
        assert_eq!(to_be_found(&benign, &Labels::None), None);
    }
}
