//! Plane of Q and T²: the chart of process control.

use crate::{
    analysis::{Analysis, Novelty},
    panel::NOT_COMPUTED,
    view::{dots_of, kernel_label, key, places, points},
};
use chart::{
    Aspect, Axis, Chart, CrossLine, LineStyle, Mark, Orientation, Paint, Scale, noted, number,
};
use kernel_pca::explain::limits::{ControlLimits, NoLimit};

/// Explanation of the plane of Q and T².
pub(super) const EXPLANATION: &str = "T² is how far a row lies along the components, in standard deviations of each, squared and added up. Q \
                     is the squared distance of its image from them. If scores are normally distributed, the share of \
                     rows like the fitted ones that the limits are set at, 95 % at first, lies within each line: T² by the F-distribution (Tracy, Young and Mason 1992), Q \
                     by Jackson and Mudholkar (1979).";

/// Level of the limits in words, such as "99.5 %"; empty without limits.
pub(super) fn level(limits: Option<&ControlLimits>) -> String {
    limits.map_or_else(String::new, |it| {
        format!("{} %", number(100.0 * it.confidence))
    })
}

/// Each row by its T² and its Q, with their limits: the chart of process control.
pub(super) fn chart(analysis: &Analysis) -> Chart {
    let title = "Novelty";
    let dataset = &*analysis.dataset;
    let Some(novelty) = &analysis.explain.novelty else {
        return Chart::empty(title, NOT_COMPUTED);
    };
    let [t2, new_t2] = &novelty.t2;
    let mut marks = vec![Mark::Points(points(dataset, places(t2, &novelty.fitted)))];
    if let Some(new) = analysis.new_rows().filter(|_| !new_t2.is_empty()) {
        let dots = dots_of(&new.rows, &dataset.labels, places(new_t2, novelty.of_new()));
        marks.push(Mark::NewRows(dots));
    }
    let limits = novelty.limits;
    let [t2_limit, q_limit] = [limits.map(|it| it.t2), limits.map(|it| it.q)];
    let (of_t2, of_q) = ([&t2[..], new_t2], [&novelty.fitted[..], novelty.of_new()]);
    let both = [
        ("T²", t2_limit, Orientation::Vertical, of_t2),
        ("Q", q_limit, Orientation::Horizontal, of_q),
    ];
    let level = level(limits.as_ref());
    let (mut said, mut missing) = (Vec::new(), Vec::new());
    for (name, limit, orientation, values) in both {
        let limit = match limit {
            Some(Ok(limit)) => limit,
            Some(Err(reason)) => {
                missing.push(format!("no limit of {name}: {reason}"));
                continue;
            }
            None => continue,
        };
        marks.push(Mark::CrossLine(CrossLine {
            name: format!("{level} limit of {name} {}", number(limit)),
            orientation,
            at: limit,
            style: LineStyle::Dashed,
            paint: Paint::Warning,
            held: None,
        }));
        let counts = ["fitted", "new"].into_iter().zip(values);
        let counts = counts
            .filter(|(_, values)| !values.is_empty())
            .map(|(of, values)| {
                let beyond = values.iter().filter(|value| **value > limit).count();
                format!("{beyond} of {} {of}", values.len())
            });
        let (limit, counts) = (number(limit), counts.collect::<Vec<_>>().join(", "));
        said.push(format!(
            "beyond the {level} limit {name} = {limit}: {counts}"
        ));
    }
    if limits.is_none() {
        missing.push("limits come once the slider rests".to_owned());
    }
    let left_out = novelty.new.as_ref().err();
    let left_out = left_out.map(|reason| format!("new rows are left out: {reason}"));
    Chart {
        title: format!("{title} · {}", kernel_label(&analysis.kernel)),
        summary: format!("Q against T² of {} rows: {}.", dataset.n(), said.join("; ")),
        x: Axis {
            range: with_limit(of_t2, t2_limit),
            ..Axis::new("T², along the components", Scale::Linear)
        },
        y: Axis {
            range: with_limit(of_q, q_limit),
            ..Axis::new("Q, away from them", Scale::Linear)
        },
        aspect: Aspect::Free,
        marks,
        key: key(&dataset.labels),
        note: noted(said.into_iter().chain(missing).chain(left_out)),
    }
}

/// Range of an axis from 0 to the largest of some values and to their limit, with a little room; `None` where all are 0.
fn with_limit(values: [&[f64]; 2], limit: Option<Result<f64, NoLimit>>) -> Option<[f64; 2]> {
    let values = values.into_iter().flatten().copied();
    let limit = limit.and_then(Result::ok);
    let most = values.chain(limit).fold(0.0, f64::max);
    (most > 0.0 && most.is_finite()).then_some([-0.04 * most, 1.06 * most])
}

/// Python lines that compute Q and T² of the fitted rows and, after them, of new ones.
pub(super) fn numbers(novelty: &Novelty) -> Vec<String> {
    let all = |fitted: &str| match novelty.of_new() {
        [] => fitted.to_owned(),
        _ => format!("np.concatenate([{fitted}, new_{fitted}])"),
    };
    let scores = all("scores");
    vec![
        format!("q = {}", all("errors")),
        "kept = np.sum(scores**2, axis=0) > 0".to_owned(),
        "spread = scores[:, kept].var(axis=0, ddof=1)".to_owned(),
        format!("t2 = np.sum({scores}[:, kept] ** 2 / spread, axis=1)"),
    ]
}

/// Python lines that draw the plane of Q and T².
pub(super) fn in_python(analysis: &Analysis, novelty: &Novelty) -> Vec<String> {
    let n = analysis.dataset.n();
    let k = novelty.limits.map_or(0, |it| it.components);
    let mut lines = vec!["ax.scatter(t2, q, s=12)".to_owned()];
    if let Some(limits) = novelty.limits {
        if limits.t2.is_ok() {
            lines.push("from scipy.stats import f".to_owned());
            lines.push(format!(
                "ax.axvline({k} * ({n}**2 - 1) / ({n} * ({n} - {k})) * f.ppf({}, {k}, {n} - {k}), ls=\"--\", c=\"gray\")",
                limits.confidence
            ));
        }
        if let Ok(q) = limits.q {
            lines.push(format!("ax.axhline({q:?}, ls=\"--\", c=\"gray\")"));
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::{
        panel::Panel,
        setup::{NoveltyView, View},
        view::testing,
    };

    #[test]
    fn python_goes_on_with_new_rows() {
        let mut novelty = Novelty {
            fitted: vec![0.4, 0.1],
            new: Ok(vec![]),
            t2: [vec![1.0, 2.0], vec![]],
            limits: None,
        };
        assert_eq!(numbers(&novelty)[0], "q = errors");
        novelty.new = Ok(vec![1.0]);
        let lines = numbers(&novelty);
        assert_eq!(lines[0], "q = np.concatenate([errors, new_errors])");
        assert!(lines[3].contains("new_scores"), "{lines:?}");
    }

    #[test]
    fn rows_beyond_either_limit_are_counted() {
        let mut analysis = testing::classes(4, 2);
        let limits = ControlLimits {
            confidence: 0.99,
            components: 2,
            t2: Ok(3.0),
            q: Ok(0.25),
        };
        let novelty = Novelty {
            fitted: vec![0.4, 0.1, 0.3, 0.2],
            new: Ok(vec![]),
            t2: [vec![1.0, 2.0, 2.5, 4.0], vec![]],
            limits: Some(limits),
        };
        let view = View {
            novelty_view: NoveltyView::Plane,
            ..View::default()
        };
        let mut note = |limits| {
            analysis.explain.novelty = Some(Arc::new(Novelty {
                limits,
                ..novelty.clone()
            }));
            let chart = Panel::Novelty.chart(&analysis, &view);
            testing::assert_drawable(&chart);
            let rules = chart
                .marks
                .iter()
                .filter(|mark| matches!(mark, Mark::CrossLine(_)));
            (rules.count(), chart.note.unwrap())
        };
        let (rules, said) = note(Some(limits));
        assert_eq!(
            (rules, &*said),
            (
                2,
                "beyond the 99 % limit T² = 3: 1 of 4 fitted; beyond the 99 % limit Q = 0.25: 2 of 4 fitted"
            )
        );
        let (rules, said) = note(Some(ControlLimits {
            q: Err(NoLimit::NothingLeft),
            ..limits
        }));
        assert!(
            rules == 1 && said.contains("no limit of Q: the components leave nothing"),
            "{said}"
        );
        assert_eq!(
            note(None),
            (0, "limits come once the slider rests".to_owned())
        );
    }
}
