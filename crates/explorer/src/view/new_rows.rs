//! New rows, on which nothing was fitted, among the dots of the fitted ones.

use std::sync::Arc;

use nalgebra::DMatrix;

use super::{
    jitter,
    points::{class_paint, finite, places, shades},
};
use crate::{
    analysis::Analysis,
    setup::{ScoreAxes, plotted},
};
use chart::{Chart, Key, Mark, Marker, Paint, Points, percent};
use kernel_pca::{method::Method, objects::Labels};
use tabular::NewRows;

/// Dots of the new rows at the coordinates `xy`, without those that are not finite.
pub fn dots_of(new: &NewRows, fitted: &Labels, xy: impl IntoIterator<Item = [f64; 2]>) -> Points {
    let (rows, xy) = finite(xy);
    let paints = paints(new, fitted, &rows);
    Points {
        markers: Some(rows.iter().map(|_| Marker::Ring).collect()),
        ..Points::new(new.name.clone(), xy.into(), paints, rows.into())
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

/// Dots of the new rows on axes of scores, behind the fitted rows on an axis of row numbers; `None` where the method
/// gives them no scores.
pub fn new_rows(analysis: &Analysis, method: Method, axes: ScoreAxes) -> Option<Mark> {
    let new = &analysis.new.as_ref()?.rows;
    let scores = analysis.projected(method)?.ok()?;
    let is_inside = |j: usize| j < scores.ncols();
    if !plotted(axes).into_iter().flatten().all(is_inside) {
        return None;
    }
    let dataset = &analysis.dataset;
    let [x, y] = on_axes(scores, axes, dataset.n());
    Some(Mark::NewRows(dots_of(new, &dataset.labels, places(&x, &y))))
}

/// Coordinates of rows with these scores (n × q) on both axes; an axis of row numbers counts on from `first`.
pub fn on_axes(scores: &DMatrix<f64>, axes: ScoreAxes, first: usize) -> [Vec<f64>; 2] {
    let column = |j: usize| -> Vec<f64> { scores.column(j).iter().copied().collect() };
    let n = scores.nrows();
    let counted = |i: usize| (first + i + 1) as f64;
    match axes {
        ScoreAxes::Pair(a, b) => [column(a), column(b)],
        ScoreAxes::Index(a) => [(0..n).map(counted).collect(), column(a)],
        ScoreAxes::Strip(a) => [column(a), jitter(n)],
    }
}

/// Error of a method's scores of new rows in words, or the reason why it gives none; `None` where neither is known.
pub fn said_of_new_rows(analysis: &Analysis, method: Method) -> Option<String> {
    match analysis.projected(method)? {
        Ok(_) => {
            let mut errors = analysis.explain.projection_errors.iter();
            let (_, error) = errors.find(|(of, _)| *of == method)?;
            Some(held_out_in_words(*error))
        }
        Err(reason) if analysis.new_rows().is_none() => {
            Some(format!("rows left out of the fit are not drawn: {reason}"))
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

/// Adds the classes that only new rows have to the entries of a legend of classes, after those of the fitted rows.
fn add_new_classes(entries: &mut Vec<(String, Paint)>, fitted: &Labels, new: &Labels) {
    let is_class = |(_, paint): &(String, Paint)| matches!(paint, Paint::Class(_));
    if let Some(last) = entries.iter().rposition(is_class).map(|last| last + 1) {
        let names = new.classes().iter().enumerate();
        let only_new = names.skip(fitted.classes().len());
        let only_new = only_new.map(|(class, name)| (name.clone(), Paint::Class(class)));
        entries.splice(last..last, only_new);
    }
}

/// Labels with all classes of the fitted and of the new rows, in this order: the labels of the new rows where only they
/// have some classes, else those of the fitted rows.
pub fn all_labels(analysis: &Analysis) -> &Labels {
    let fitted = &analysis.dataset.labels;
    let new = analysis.new.as_ref().map(|new| &new.rows.labels);
    new.filter(|new| new.classes().len() > fitted.classes().len())
        .unwrap_or(fitted)
}

/// Explains rings in the key of a finished chart, also where a method has no place for new rows, so that charts
/// which share a key go on sharing it.
pub fn explain_new_rows(chart: &mut Chart, analysis: &Analysis) {
    let Some(new) = &analysis.new else { return };
    if !chart.has_dots() {
        return;
    }
    let rows = &new.rows;
    let is_new = |mark: &Mark| matches!(mark, Mark::NewRows(_));
    if chart.marks.iter().any(is_new) {
        let (n, name) = (rows.n(), &rows.name);
        let text = if rows.are_left_out {
            format!(" {n} of its rows are left out of the fit and drawn as rings.")
        } else {
            format!(" {n} new rows of {name} are drawn as rings.")
        };
        chart.summary.push_str(&text);
    }
    let called = if rows.are_left_out {
        "left out"
    } else {
        "new rows"
    };
    let entry = (called.to_owned(), Paint::NewRows);
    match &mut chart.key {
        Key::Legend { entries, .. } => {
            add_new_classes(entries, &analysis.dataset.labels, &rows.labels);
            entries.push(entry);
        }
        Key::None => {
            chart.key = Key::legend(
                "",
                vec![(analysis.dataset.name.clone(), Paint::Plain), entry],
            );
        }
        Key::ColorBar { .. } => chart.remark(if rows.are_left_out {
            "rings are rows left out of the fit".to_owned()
        } else {
            "rings are new rows".to_owned()
        }),
    }
}
