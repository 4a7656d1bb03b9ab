//! New rows, on which nothing was fitted, among the dots of the fitted ones.

use std::sync::Arc;

use super::{
    Chart, Key, Mark, Marker, Paint, Points, jitter, percent, plotted,
    points::{class_paint, shades},
};
use crate::{
    analysis::Analysis,
    data::{Labels, NewRows},
    method::Method,
    setup::ScoreAxes,
};

/// Dots of the new rows at these places, as far as they are finite.
pub(crate) fn dots_of(new: &NewRows, fitted: &Labels, x: &[f64], y: &[f64]) -> Points {
    let rows: Vec<usize> = (0..x.len().min(y.len()))
        .filter(|&i| x[i].is_finite() && y[i].is_finite())
        .collect();
    Points {
        name: new.name.clone(),
        xy: rows.iter().map(|&i| [x[i], y[i]]).collect(),
        paints: paints(new, fitted, &rows),
        markers: Some(rows.iter().map(|_| Marker::Ring).collect()),
        rows: rows.into(),
        depths: None,
        emphases: None,
        pictures: None,
    }
}

fn paints(new: &NewRows, fitted: &Labels, rows: &[usize]) -> Arc<[Paint]> {
    match (&new.labels, fitted) {
        (Labels::Classes { codes, .. }, _) => rows.iter().map(|&i| class_paint(codes[i])).collect(),
        (Labels::Continuous { values, .. }, Labels::Continuous { values: known, .. }) => {
            shades(known, rows.iter().map(|&i| values[i]))
        }
        _ => rows.iter().map(|_| Paint::NewRows).collect(),
    }
}

/// Adds new rows in front of the marks, where a method gives them scores.
pub(crate) fn with_new_rows(
    mut marks: Vec<Mark>,
    analysis: &Analysis,
    method: Method,
    axes: ScoreAxes,
) -> Vec<Mark> {
    if let (Some(new), Some(Ok(scores))) = (&analysis.new, analysis.projected(method)) {
        let column = |j: usize| -> Vec<f64> { scores.column(j).iter().copied().collect() };
        let m = new.rows.n();
        let (x, y) = match axes {
            ScoreAxes::Pair(a, b) => (column(a), column(b)),
            // Behind the rows that were fitted.
            ScoreAxes::Index(a) => {
                let n = analysis.dataset.n();
                ((n..n + m).map(|i| i as f64).collect(), column(a))
            }
            ScoreAxes::Strip(a) => (column(a), jitter(m)),
        };
        let inside = plotted(axes).iter().flatten().all(|j| *j < scores.ncols());
        if inside {
            let dots = dots_of(&new.rows, &analysis.dataset.labels, &x, &y);
            marks.push(Mark::NewRows(dots));
        }
    }
    marks
}

/// Error of a method's scores of new rows in words, or the reason why it gives none; `None` where neither is known.
pub(crate) fn said_of_new_rows(analysis: &Analysis, method: Method) -> Option<String> {
    match analysis.projected(method)? {
        Ok(_) => {
            let mut errors = analysis.explain.projection_errors.iter();
            let (_, error) = errors.find(|(of, _)| *of == method)?;
            Some(held_out_in_words(*error))
        }
        Err(reason) => Some(format!("new rows are left out: {reason}")),
    }
}

/// Sentence on the error of new rows' scores, a share of their spread.
#[must_use]
pub fn held_out_in_words(error: f64) -> String {
    format!(
        "new rows: scores are off by {} of their spread, by a tenth of the rows held out",
        percent(error)
    )
}

/// Explains rings in the key of a finished chart, also where a method has no place for new rows, so that charts
/// which share a key go on sharing it.
pub(crate) fn explain_new_rows(chart: &mut Chart, analysis: &Analysis) {
    let Some(new) = &analysis.new else { return };
    if !chart
        .marks
        .iter()
        .any(|mark| matches!(mark, Mark::Points(_)))
    {
        return;
    }
    let rows = &new.rows;
    if chart
        .marks
        .iter()
        .any(|mark| matches!(mark, Mark::NewRows(_)))
    {
        let text = format!(
            " {} new rows of {} are drawn as rings.",
            rows.n(),
            rows.name
        );
        chart.summary.push_str(&text);
    }
    let entry = (String::from("new rows"), Paint::NewRows);
    match &mut chart.key {
        Key::Legend { entries, .. } => entries.push(entry),
        Key::None => {
            chart.key = Key::Legend {
                title: String::new(),
                entries: vec![(analysis.dataset.name.clone(), Paint::Plain), entry],
                alone: None,
                shaped: false,
            };
        }
        Key::ColorBar { .. } => {
            let text = "rings are new rows".to_owned();
            chart.note = Some(match chart.note.take() {
                Some(note) => format!("{note}; {text}"),
                None => text,
            });
        }
    }
}
