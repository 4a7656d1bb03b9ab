//! Sweep: results at all values of one parameter, as curves.

mod held_out;

use super::{
    Content, Control, PanelSpec,
    separation::{self, Measure},
};
use crate::{
    analysis::Analysis,
    presented::{self},
    setup::{SweepCurves, View},
    view::{answer_in_words, disagreement, gamma_marks, method_paint},
};
use chart::{
    Anchor, Aspect, Axis, Chart, CrossLine, Held, Key, Line, LineStyle, Mark, Marker, Orientation,
    Paint, Pin, Scale, Text, counted, noted, number, percent, subscript,
};
use kernel_pca::{
    kernel::KernelParams,
    kpca::components_for,
    objects::Labels,
    sweep::{
        Criterion, CriterionResult, GammaChoice, RowSample, Sweep, SweepPoint, SweptParameter,
        ValueSpacing,
    },
};

pub(super) struct SweepPanel;

impl PanelSpec for SweepPanel {
    fn about(&self) -> &'static str {
        "What other values of a parameter would give: how well the label is predicted, how many components \
         are needed, the largest eigenvalues. Drag the line, or click where it is to stand."
    }

    fn chart(&self, analysis: &Analysis, view: &View) -> Chart {
        chart(analysis, view)
    }

    fn controls(&self) -> &'static [Control] {
        &[Control::Sweep]
    }

    fn content<'a>(&self, analysis: &'a Analysis, view: &View) -> Option<Content<'a>> {
        let sweep = analysis.explain.sweep.as_deref()?;
        let kernel = analysis.kernel;
        let is_plain = kernel.normalize().is_none() && kernel.center();
        let lack = match sweep.question.parameter.in_scripts() {
            _ if view.sweep.curves == SweepCurves::HeldOut && !is_plain => {
                "held-out curves of kernels that are normalised or not centred are not written out"
            }
            _ if view.sweep.curves == SweepCurves::PreImages => {
                "curves of pre-images are not written out"
            }
            Ok(()) => return Some(Content::Sweep(sweep)),
            Err(why) => why,
        };
        Some(Content::Nothing(lack.to_owned()))
    }

    fn help(&self, analysis: &Analysis, view: &View) -> Option<String> {
        let sweep = analysis.explain.sweep.as_deref()?;
        let marks = gamma_marks(sweep, view);
        let mut said: Vec<String> = marks.iter().map(answer_in_words).collect();
        said.extend(separation::help(analysis, view, &[sweep.question.method]));
        (!said.is_empty()).then(|| said.join(" "))
    }

    fn reads_threshold(&self) -> bool {
        true
    }
}

/// Largest number of components whose eigenvalues have a curve.
const MOST_EIGENVALUES: usize = 10;
/// Share of the largest eigenvalue below which an eigenvalue is rounding error.
const SMALLEST: f64 = 1e-14;
/// Height of the lowest mark above the axis, as a share of the plot.
const LOWEST_MARK: f64 = 0.04;
/// Distance between marks one above the other, as a share of the plot.
const MARK_STEP: f64 = 0.075;
/// Distance between a mark and its name, as a share of the width.
const NAME_ASIDE: f64 = 0.035;

fn chart(analysis: &Analysis, view: &View) -> Chart {
    let kernel = KernelParams::from(analysis.kernel);
    let Some((parameter, method)) = view.swept(&kernel) else {
        return Chart::empty("Sweep", "this kernel has no parameter to run through");
    };
    let title = format!("Sweep of {}", parameter.symbol());
    let known =
        analysis.explain.sweep.as_deref().filter(|sweep| {
            (sweep.question.parameter, sweep.question.method) == (parameter, method)
        });
    let Some(sweep) = known else {
        return Chart::empty(&title, "computed once the slider rests");
    };
    if sweep.known().next().is_none() {
        let reason = sweep.failures().map_or("computing", |(reason, _)| reason);
        return Chart::empty(&title, reason);
    }
    let drawn = match view.sweep.curves {
        SweepCurves::Shares => shares(sweep, &analysis.dataset.labels, view),
        SweepCurves::Components => components(sweep, view),
        SweepCurves::Eigenvalues => eigenvalues(sweep),
        SweepCurves::HeldOut => held_out::curves(sweep, &analysis.dataset.labels, view),
        SweepCurves::PreImages => pre_images(sweep),
    };
    let CurveSet {
        mut marks,
        y,
        entries,
        title: legend,
        mut notes,
    } = drawn;
    let is_marked = !view.wishes.no_marks;
    let present = analysis.value_of(parameter).filter(|_| is_marked);
    let symbol = parameter.symbol();
    let criteria = if is_marked {
        gamma_marks(sweep, view)
    } else {
        vec![]
    };
    let values = &sweep.question.values;
    let ends = [values.first(), values.last()].map(|end| parameter.place(*end.unwrap_or(&0.0)));
    marks.extend(criteria_marks(&criteria, parameter, &y, ends));
    if let Some(value) = present {
        marks.push(Mark::CrossLine(CrossLine {
            name: format!("{symbol} = {}", number(value)),
            orientation: Orientation::Vertical,
            at: parameter.place(value),
            style: LineStyle::Dashed,
            paint: Paint::Ink,
            held: Some(Held::SweepValue),
        }));
    }
    notes.splice(0..0, state(sweep));
    let differ = disagreement(&criteria);
    notes.extend(differ.map(|differ| format!("{differ}, as each optimises something else")));
    let said: Vec<&str> = entries.iter().map(|(entry, _)| &**entry).collect();
    Chart {
        summary: format!(
            "{title} from {} to {}: {}.",
            number(values.first().copied().unwrap_or(0.0)),
            number(values.last().copied().unwrap_or(0.0)),
            said.join("; ")
        ),
        title: match present {
            Some(value) => format!("{title} · now {}", number(value)),
            None => title,
        },
        x: Axis::new(
            presented::axis(parameter),
            match parameter.spread() {
                ValueSpacing::Ratios => Scale::Log10,
                ValueSpacing::Steps => Scale::Linear,
                ValueSpacing::Whole => Scale::Count,
            },
        )
        .within(widened(ends, present.map(|value| parameter.place(value)))),
        y,
        aspect: Aspect::Free,
        marks,
        key: Key::legend(legend, entries),
        note: noted(notes),
    }
}

/// Widens a range to hold the present value, with a little room beside the curves.
fn widened([low, high]: [f64; 2], present: Option<f64>) -> [f64; 2] {
    let low = present.map_or(low, |present| low.min(present));
    let high = present.map_or(high, |present| high.max(present));
    let room = 0.02 * (high - low).max(0.5);
    [low - room, high + room]
}

/// Curves, and the axis that they share.
struct CurveSet {
    marks: Vec<Mark>,
    y: Axis,
    entries: Vec<(String, Paint)>,
    title: String,
    notes: Vec<String>,
}

/// Curve through the values at which `height` is known, in pieces where it is not; `said` writes each height.
fn curve(
    sweep: &Sweep,
    name: &str,
    paint: Paint,
    height: impl Fn(&SweepPoint) -> Option<f64>,
    said: impl Fn(f64) -> String,
) -> Vec<Mark> {
    let parameter = sweep.question.parameter;
    let symbol = parameter.symbol();
    let heights: Vec<_> = sweep
        .known()
        .map(|(value, point)| (value, height(point).filter(|height| height.is_finite())))
        .collect();
    let label = |(value, height): &(f64, f64)| {
        format!("{name}, {symbol} = {}: {}", number(*value), said(*height))
    };
    let dots = parameter.spread() == ValueSpacing::Whole;
    let pieces = heights.split(|(_, height)| height.is_none());
    let lines = pieces.filter(|piece| !piece.is_empty()).map(|piece| {
        let points: Vec<(f64, f64)> = piece
            .iter()
            .filter_map(|(value, height)| Some((*value, (*height)?)))
            .collect();
        Mark::Line(Line {
            name: name.to_owned(),
            labels: points.iter().map(label).collect(),
            xy: points
                .iter()
                .map(|(value, height)| [parameter.place(*value), *height])
                .collect(),
            style: LineStyle::Solid,
            // A point alone would not be seen.
            dots: dots || points.len() == 1,
            marker: None,
            paint,
        })
    });
    lines.collect()
}

/// Curves of the accuracy of predicting the label, and of the variance in two components.
fn shares(sweep: &Sweep, labels: &Labels, view: &View) -> CurveSet {
    let q = view.separation_components;
    let symbol = sweep.question.parameter.symbol();
    let measure = Measure::of(labels);
    let said = |value: f64| measure.value(value);
    let predicts = match measure {
        Measure::Accuracy { .. } => "separation",
        Measure::R2 => "R²",
    };
    let quality = |point: &SweepPoint| point.separation_by(q).map(|score| score.mean);
    let (mut marks, mut entries) = (Vec::new(), Vec::new());
    let all = sweep.known().filter_map(|(_, point)| quality(point));
    let lowest = all.fold(0.0, f64::min).max(-1.0);
    if let Some((value, best)) = largest(sweep, quality) {
        let paint = method_paint(sweep.question.method);
        let name = format!("{predicts} by {}", counted(q, ["component", "components"]));
        marks.extend(curve(sweep, &name, paint, quality, said));
        let (best, value) = (said(best), number(value));
        entries.push((format!("{name}: best {best} at {symbol} = {value}"), paint));
    }
    if let Some((value, most)) = largest(sweep, SweepPoint::share_of_two) {
        let (paint, name) = (Paint::Ink, "variance in the first two");
        marks.extend(curve(sweep, name, paint, SweepPoint::share_of_two, percent));
        let (most, value) = (percent(most), number(value));
        entries.push((format!("{name}: most {most} at {symbol} = {value}"), paint));
    }
    let mut notes = Vec::new();
    if let Measure::Accuracy { chance } = measure
        && entries.len() == 2
        && !view.wishes.no_marks
    {
        notes.push(format!("dotted: chance, {}", percent(chance)));
        marks.push(Mark::CrossLine(CrossLine::new(
            format!("chance {}", percent(chance)),
            Orientation::Horizontal,
            chance,
            LineStyle::Dotted,
        )));
    }
    CurveSet {
        marks,
        y: Axis::new("share", Scale::Linear).within([lowest, 1.04]),
        title: "largest on the curve".into(),
        notes,
        entries,
    }
}

/// Value at which the height is largest, the first of equals, and that height.
fn largest(sweep: &Sweep, height: impl Fn(&SweepPoint) -> Option<f64>) -> Option<(f64, f64)> {
    let heights = sweep
        .known()
        .filter_map(|(value, point)| Some((value, height(point)?)));
    heights.reduce(|best, other| if other.1 > best.1 { other } else { best })
}

/// Curve of the number of components that reach α.
fn components(sweep: &Sweep, view: &View) -> CurveSet {
    let alpha = format!("{} %", number(100.0 * view.threshold));
    let enough =
        |point: &SweepPoint| components_for(&point.shares, view.threshold).map(|r| r as f64);
    let paint = method_paint(sweep.question.method);
    let name = format!("components for {alpha}");
    let marks = curve(sweep, &name, paint, enough, number);
    let computed = sweep.known().map(|(_, point)| point.eigenvalues.len());
    let computed = computed.max().unwrap_or(0);
    let more = sweep.known().filter(|(_, point)| enough(point).is_none());
    let more = more.count();
    let note = match more {
        0 => None,
        1 => Some(format!("at one value {computed} components are too few")),
        _ => Some(format!(
            "at {more} values the {computed} computed are too few"
        )),
    };
    let entry = match largest(sweep, enough) {
        Some((_, most)) if more == 0 => format!("{name}: at most {most}"),
        _ => format!("{name}: more than {computed} where the curve is broken off"),
    };
    CurveSet {
        marks,
        y: Axis::new("components r", Scale::Count).within([0.0, 1.06 * computed.max(1) as f64]),
        entries: vec![(entry, paint)],
        title: format!("smallest r for α = {alpha}"),
        notes: note.into_iter().collect(),
    }
}

/// Curve of the mean squared error of the rows' pre-images.
fn pre_images(sweep: &Sweep) -> CurveSet {
    let error = |point: &SweepPoint| point.pre_image_error;
    let paint = method_paint(sweep.question.method);
    let name = "pre-image error";
    let known = sweep.known();
    let known: Vec<(f64, f64)> = known
        .filter_map(|(value, point)| Some((value, error(point)?)))
        .collect();
    let least = known.iter().min_by(|a, b| a.1.total_cmp(&b.1));
    let most = known.iter().map(|(_, error)| *error).fold(0.0, f64::max);
    let entry = least.map(|(value, error)| {
        let at = number(*value);
        (
            format!("{name}: at least {} at {at}", number(*error)),
            paint,
        )
    });
    CurveSet {
        marks: curve(sweep, name, paint, error, number),
        y: Axis::new("mean squared error", Scale::Linear)
            .within([0.0, if most > 0.0 { 1.06 * most } else { 1.0 }]),
        title: "best on the curve".into(),
        notes: vec!["of the rows that were fitted, by ridge regression with α = 1".into()],
        entries: entry.into_iter().collect(),
    }
}

/// Curves of λ₁, λ₂, … on a logarithmic axis.
fn eigenvalues(sweep: &Sweep) -> CurveSet {
    let all = || sweep.known().flat_map(|(_, point)| &point.eigenvalues);
    let top = all().copied().fold(f64::MIN_POSITIVE, f64::max);
    let count = sweep.known().map(|(_, point)| point.eigenvalues.len());
    let count = count.max().unwrap_or(0).min(MOST_EIGENVALUES);
    let (mut marks, mut entries) = (Vec::new(), Vec::new());
    let mut bottom = top;
    for j in 0..count {
        let height = |point: &SweepPoint| {
            let first = point.eigenvalues.first()?;
            let λ = point.eigenvalues.get(j)?;
            (*λ > SMALLEST * first).then(|| λ.log10())
        };
        let heights = sweep.known().filter_map(|(_, point)| height(point));
        bottom = heights.fold(bottom, |low, height| low.min(10_f64.powf(height)));
        let paint = Paint::Value(0.9 * j as f32 / count.max(2) as f32);
        let name = format!("λ{}", subscript(j + 1));
        marks.extend(curve(sweep, &name, paint, height, |λ| {
            number(10_f64.powf(λ))
        }));
        entries.push((name, paint));
    }
    let [bottom, top] = [bottom, top].map(f64::log10);
    let room = 0.05 * (top - bottom).max(0.1);
    CurveSet {
        marks,
        y: Axis::new("eigenvalue λ", Scale::Log10).within([bottom - 2.0 * room, top + room]),
        entries,
        title: "eigenvalues".into(),
        notes: vec![],
    }
}

/// Notes on the values computed so far, the rows used and the values that failed.
fn state(sweep: &Sweep) -> Vec<String> {
    let mut said = Vec::new();
    if !sweep.is_whole() {
        let (asked, all) = (sweep.asked(), sweep.points.len());
        said.push(format!("{asked} of {all} values so far"));
    }
    if let Some(RowSample { rows, of }) = &sweep.sample {
        let (rows, seed) = (rows.len(), RowSample::SEED);
        said.push(format!("of {rows} rows drawn from {of} with seed {seed}"));
    }
    if let Some((reason, count)) = sweep.failures() {
        let values = if count == 1 { "value" } else { "values" };
        said.push(format!("nothing at {count} {values}: {reason}"));
    }
    said
}

/// Marks of the rules for γ that give a value: a pin with the rule's name, and a bar for a range, one above the other
/// at the foot of the plot.
fn criteria_marks(
    found: &[CriterionResult],
    parameter: SweptParameter,
    y: &Axis,
    ends: [f64; 2],
) -> Vec<Mark> {
    let [bottom, top] = y.range.unwrap_or([0.0, 1.0]);
    let with_value = found.iter().filter_map(|it| Some((it, it.answer.value()?)));
    let mut marks = Vec::new();
    for (row, (found, value)) in with_value.enumerate() {
        let height = bottom + (LOWEST_MARK + MARK_STEP * row as f64) * (top - bottom);
        let at = |value| [parameter.place(value), height];
        let name = found.criterion.name().to_owned();
        let [mut low, mut high] = [value; 2];
        if let GammaChoice::Between(first, _, last) = found.answer
            && first < last
        {
            [low, high] = [first, last];
            marks.push(Mark::Line(Line {
                dots: true,
                style: LineStyle::Hairline,
                ..Line::new(name.clone(), Paint::Ink, vec![at(first), at(last)])
            }));
        }
        // Beside the pin, where there is more room.
        let [left, right] = ends;
        let aside = NAME_ASIDE * (right - left);
        let before = right - at(high)[0] < at(low)[0] - left;
        marks.push(Mark::Text(Text::new(
            if before {
                [at(low)[0] - aside, height]
            } else {
                [at(high)[0] + aside, height]
            },
            name.clone(),
            if before { Anchor::End } else { Anchor::Start },
            0.9 * MARK_STEP * (top - bottom),
        )));
        marks.push(Mark::Pin(Pin {
            lines: vec![answer_in_words(found)],
            ..Pin::new(name, at(value), marker(found.criterion), Paint::Ink)
        }));
    }
    marks
}

/// Shape of the mark of a rule for γ. Neighbours in the list of rules have different shapes, since all are of one
/// colour.
fn marker(criterion: Criterion) -> Marker {
    const SHAPES: [Marker; 4] = [
        Marker::Disc,
        Marker::Square,
        Marker::Triangle,
        Marker::Diamond,
    ];
    let place = Criterion::ALL.iter().position(|it| *it == criterion);
    SHAPES[place.unwrap_or(0) % SHAPES.len()]
}
