//! Control chart: Q and T² of each row over its number, in the order of the file, with their limits.

use super::{NEW, plane::level};
use crate::{
    analysis::{Analysis, Novelty},
    panel::NOT_COMPUTED,
    view::{kernel_label, method_paint, new_row_title, row_title},
};
use chart::{
    Aspect, Axis, Chart, CrossLine, Key, Line, LineStyle, Mark, Orientation, Paint, Scale, noted,
    number,
};
use kernel_pca::method::Method;

/// Explanation of the control chart.
pub(super) const EXPLANATION: &str = "Q and T² of each row, in the order of the file and new rows last, each over its own limit: a row above the \
     line at 1 is out of control. Q says that a row is of another kind, T² that it is of the same kind and extreme.";

/// Largest number of rows whose dots are drawn.
const MOST_DOTS: usize = 200;

/// Draws Q and T² over row numbers, each as a multiple of its limit so that both have one line.
pub(super) fn chart(analysis: &Analysis) -> Chart {
    let title = "Novelty";
    let Some(novelty) = &analysis.explain.novelty else {
        return Chart::empty(title, NOT_COMPUTED);
    };
    let Some(limits) = novelty.limits else {
        return Chart::empty(title, "limits come once the slider rests");
    };
    let n = novelty.fitted.len();
    let of_q: Vec<f64> = [&novelty.fitted[..], novelty.of_new()].concat();
    let of_t2: Vec<f64> = novelty.t2.concat();
    let kinds = [
        ("Q", limits.q, of_q, method_paint(Method::Kpca)),
        ("T²", limits.t2, of_t2, Paint::Ink),
    ];
    let level = level(Some(&limits));
    let (mut marks, mut entries, mut notes) = (vec![], vec![], vec![]);
    for (name, limit, values, paint) in kinds {
        let limit = match limit {
            Ok(limit) => limit,
            Err(reason) => {
                notes.push(format!("no limit of {name}: {reason}"));
                continue;
            }
        };
        let beyond = values.iter().filter(|value| **value > limit).count();
        entries.push((
            format!(
                "{name}: {beyond} of {} beyond {}",
                values.len(),
                number(limit)
            ),
            paint,
        ));
        marks.push(Mark::Line(curve(analysis, name, &values, limit, n, paint)));
    }
    if marks.is_empty() {
        return Chart::empty(title, &notes.join("; "));
    }
    marks.push(Mark::CrossLine(CrossLine {
        name: format!("{level} limit"),
        orientation: Orientation::Horizontal,
        at: 1.0,
        style: LineStyle::Dashed,
        paint: Paint::Warning,
        held: None,
    }));
    if !novelty.of_new().is_empty() {
        let name = format!("{NEW} from here on");
        let at = n as f64 + 0.5;
        let line = CrossLine::new(name, Orientation::Vertical, at, LineStyle::Dotted);
        marks.push(Mark::CrossLine(line));
        notes.push(format!("{NEW} are those behind row {n}"));
    }
    notes.extend(left_out(novelty));
    let said: Vec<&str> = entries.iter().map(|(words, _)| words.as_str()).collect();
    Chart {
        title: format!("{title} · {}", kernel_label(&analysis.kernel)),
        summary: format!("Control chart of {} rows. {}.", n, said.join(". ")),
        x: Axis::new("row", Scale::Count),
        y: Axis::new(format!("multiple of the {level} limit"), Scale::Linear),
        aspect: Aspect::Free,
        marks,
        key: Key::legend("", entries),
        note: noted(notes),
    }
}

/// Sentence with the reason for which new rows are left out; `None` where they are not.
pub(super) fn left_out(novelty: &Novelty) -> Option<String> {
    let reason = novelty.new.as_ref().err()?;
    Some(format!("new rows are left out: {reason}"))
}

/// Curve of Q or T² over row numbers, as multiples of its limit, fitted rows first.
fn curve(
    analysis: &Analysis,
    name: &str,
    values: &[f64],
    limit: f64,
    n: usize,
    paint: Paint,
) -> Line {
    let title = |row: usize| match row.checked_sub(n) {
        None => row_title(analysis, row),
        Some(new) => new_row_title(analysis, new),
    };
    let numbered = values.iter().enumerate();
    Line {
        dots: values.len() <= MOST_DOTS,
        labels: numbered
            .clone()
            .map(|(row, value)| format!("{}: {name} = {}", title(row), number(*value)))
            .collect(),
        ..Line::new(
            name.to_owned(),
            paint,
            numbered
                .map(|(row, value)| [(row + 1) as f64, value / limit])
                .collect(),
        )
    }
}

/// Python lines for the control chart, after those of the plane of Q and T².
pub(super) fn in_python(novelty: &Novelty) -> Vec<String> {
    let limits = (novelty.limits).map(|it| [("q", "Q", it.q), ("t2", "T²", it.t2)]);
    let curves = limits.into_iter().flatten().filter_map(|(name, title, limit)| {
        let limit = limit.ok()?;
        Some(format!(
            "ax.plot(np.arange(1, len({name}) + 1), {name} / {limit:?}, marker=\".\", label=\"{title}\")"
        ))
    });
    let line = "ax.axhline(1, ls=\"--\", c=\"gray\")".to_owned();
    let fitted = (!novelty.of_new().is_empty())
        .then(|| "ax.axvline(len(X) + 0.5, c=\"gray\")  # new rows stand behind it".to_owned());
    let key = "ax.legend()".to_owned();
    curves.chain([line]).chain(fitted).chain([key]).collect()
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
    use kernel_pca::explain::limits::{ControlLimits, NoLimit};

    #[test]
    fn both_numbers_stand_over_the_row_as_multiples_of_their_limits() {
        let mut analysis = testing::classes(4, 2);
        let limits = ControlLimits {
            confidence: 0.95,
            components: 2,
            t2: Ok(2.0),
            q: Ok(0.25),
        };
        let mut novelty = Novelty {
            fitted: vec![0.5, 0.125, 0.25, 0.25],
            new: Ok(vec![1.0]),
            t2: [vec![1.0, 2.0, 3.0, 4.0], vec![6.0]],
            limits: Some(limits),
        };
        let view = View {
            novelty_view: NoveltyView::Rows,
            ..View::default()
        };
        analysis.explain.novelty = Some(Arc::new(novelty.clone()));
        let chart = Panel::Novelty.chart(&analysis, &view);
        testing::assert_drawable(&chart);
        let [q, t2] = testing::lines(&chart)[..] else {
            panic!("two curves")
        };
        assert_eq!(
            q.xy,
            [[1.0, 2.0], [2.0, 0.5], [3.0, 1.0], [4.0, 1.0], [5.0, 4.0]]
        );
        assert_eq!(t2.xy[4], [5.0, 3.0]);
        let Key::Legend { entries, .. } = &chart.key else {
            panic!("a legend")
        };
        assert_eq!(entries[0].0, "Q: 2 of 5 beyond 0.25");
        assert_eq!(entries[1].0, "T²: 3 of 5 beyond 2");
        assert_eq!(chart.y.label, "multiple of the 95 % limit");
        assert_eq!(
            chart.note.as_deref(),
            Some("new rows are those behind row 4")
        );
        novelty.limits = Some(ControlLimits {
            q: Err(NoLimit::NothingLeft),
            ..limits
        });
        analysis.explain.novelty = Some(Arc::new(novelty));
        let chart = Panel::Novelty.chart(&analysis, &view);
        assert_eq!(testing::lines(&chart).len(), 1);
        assert!(chart.note.unwrap().starts_with("no limit of Q"));
    }
}
