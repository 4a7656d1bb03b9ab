//! Curves of cross-validated scores at each value of the swept parameter.

use super::{super::separation::Measure, CurveSet};
use crate::{setup::View, view::method_paint};
use chart::{Axis, Line, LineStyle, Mark, Paint, Scale, number, percent};
use kernel_pca::{
    explain::separation::SeparationScore,
    objects::Labels,
    sweep::{HeldOutQuality, Sweep, SweptParameter},
};

/// Curves of how well rows that are held out are predicted, and of the error with which they come back to the input.
pub(super) fn curves(sweep: &Sweep, labels: &Labels, view: &View) -> CurveSet {
    let q = view.separation_components;
    let measure = Measure::of(labels);
    let said = |value: f64| measure.value(value);
    let predicts = match measure {
        Measure::Accuracy { .. } => "accuracy",
        Measure::R2 => "R²",
    };
    let accuracy = HeldOutCurve {
        name: format!("held-out {predicts} by {q}"),
        paint: method_paint(sweep.question.method),
        scores: scored(sweep, &|it| it.accuracy_by(q)),
        rises: true,
    };
    let error = HeldOutCurve {
        name: "pre-image error".to_owned(),
        paint: Paint::Ink,
        scores: scored(sweep, &|it| it.pre_image_error),
        rises: false,
    };
    let mut marks = accuracy.marks(sweep, &said);
    marks.extend(error.marks(sweep, &percent));
    let entries = [accuracy.entry(&said), error.entry(&percent)];
    let means = accuracy.scores.iter().chain(&error.scores);
    let means = means.map(|(_, score)| score.mean);
    let low = means.clone().fold(0.0, f64::min).max(-1.0);
    let high = means.fold(1.0, f64::max).min(2.0);
    let note = match &sweep.cross_validation {
        None if sweep.question.parameter != SweptParameter::GAMMA => "of γ alone: sweep γ",
        None => "computed after the other curves",
        Some(_) => "five folds, seed 0; dotted: one standard error",
    };
    let rows = sweep.cross_validation.as_ref().and_then(|it| it.rows);
    let sample = rows.map(|rows| format!("of {rows} rows"));
    CurveSet {
        marks,
        y: Axis::new("share", Scale::Linear).within([low, 1.04 * high]),
        title: "best on the curve".into(),
        notes: [note.to_owned()].into_iter().chain(sample).collect(),
        entries: entries.into_iter().flatten().collect(),
    }
}

/// Values of the parameter that were cross-validated, each with one of its scores; values without that score are left
/// out.
fn scored(
    sweep: &Sweep,
    score: &dyn Fn(&HeldOutQuality) -> Option<SeparationScore>,
) -> Vec<(f64, SeparationScore)> {
    let known = sweep.held_out();
    known
        .filter_map(|(value, it)| Some((value, score(it)?)))
        .collect()
}

/// A curve of means with their standard errors.
struct HeldOutCurve {
    name: String,
    paint: Paint,
    /// Value of the parameter, mean and standard error.
    scores: Vec<(f64, SeparationScore)>,
    /// True where a larger score is better.
    rises: bool,
}

impl HeldOutCurve {
    /// Lines of the mean and, dotted, of the mean less and plus one standard error.
    fn marks(&self, sweep: &Sweep, said: &dyn Fn(f64) -> String) -> Vec<Mark> {
        if self.scores.is_empty() {
            return vec![];
        }
        let parameter = sweep.question.parameter;
        let lines = [
            ("", LineStyle::Solid, 0.0),
            (" less one standard error", LineStyle::Dotted, -1.0),
            (" plus one standard error", LineStyle::Dotted, 1.0),
        ];
        let line = |(which, style, errors): (&str, LineStyle, f64)| {
            let name = format!("{}{which}", self.name);
            let points = self.scores.iter();
            let points = points.map(|(value, score)| (*value, score.mean + errors * score.spread));
            let label = |(value, height): (f64, f64)| {
                let (symbol, value) = (parameter.symbol(), number(value));
                format!("{name}, {symbol} = {value}: {}", said(height))
            };
            Mark::Line(Line {
                labels: points.clone().map(label).collect(),
                xy: points
                    .map(|(value, height)| [parameter.place(value), height])
                    .collect(),
                style,
                dots: self.scores.len() == 1,
                marker: None,
                paint: self.paint,
                name: name.clone(),
            })
        };
        lines.map(line).into()
    }

    /// Name in the key with the best value on the curve.
    fn entry(&self, said: &dyn Fn(f64) -> String) -> Option<(String, Paint)> {
        let is_better = |a: f64, b: f64| if self.rises { a > b } else { a < b };
        let scores = self.scores.iter();
        let (value, best) =
            scores.reduce(|a, b| if is_better(b.1.mean, a.1.mean) { b } else { a })?;
        let extreme = if self.rises { "at most" } else { "at least" };
        let (best, value) = (said(best.mean), number(*value));
        let entry = format!("{}: {extreme} {best} at {value}", self.name);
        Some((entry, self.paint))
    }
}
