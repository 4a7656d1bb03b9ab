//! Novelty: distance of images from the components of kernel PCA, of each row and over the plane of the input
//! (Hoffmann 2007).

use super::{
    Choice, Content, Control, PanelSpec,
    contours::{fixed, new_rows},
};
use crate::{
    analysis::{Analysis, ContourMap, Contours, Novelty},
    explain::{LevelLine, level_lines},
    method::Method,
    setup::{ContourStyle, View},
    view::{
        Aspect, Axis, Chart, ColorMap, CrossLine, Held, Image, Key, Line, LineStyle, Mark,
        Orientation, Paint, Scale, aspect, dots_of, kernel_label, key, new_row_title, number,
        percent, points, row_title,
    },
};

/// Panel of the share of rows beyond each distance.
pub(super) struct Distribution;

impl PanelSpec for Distribution {
    fn about(&self) -> &'static str {
        "How far the rows' images are from the components of kernel PCA: which share lies beyond each \
         distance. Drag the line to say from where on a row is new."
    }

    fn chart(&self, analysis: &Analysis, view: &View) -> Chart {
        if view.novelty_limits {
            plane(analysis)
        } else {
            distribution(analysis, view)
        }
    }

    fn controls(&self) -> &'static [Control] {
        &[Control::Choice(Choice::NoveltyLimits), Control::Novelty]
    }

    fn content<'a>(&self, analysis: &'a Analysis, view: &View) -> Option<Content<'a>> {
        let novelty = analysis.explain.novelty.as_ref()?;
        if view.novelty_limits {
            return Some(Content::Own(plane_in_python(analysis, novelty)));
        }
        let threshold = novelty.threshold(view.novelty_threshold);
        Some(Content::Novelty {
            threshold,
            map: None,
        })
    }

    fn help(&self, analysis: &Analysis, view: &View) -> Option<String> {
        if view.novelty_limits {
            return Some(PLANE.to_owned());
        }
        let shares = Shares::of(analysis.explain.novelty.as_ref()?, view);
        Some(format!(
            "The error of a row is the squared distance of its image from its projection on the {} \
             components. Beyond {}: {}.",
            analysis.kpca.eigenvalues.len(),
            number(shares.threshold),
            shares.words().join(", ")
        ))
    }
}

/// Panel of the distance at each place of the input.
pub(super) struct NoveltyMap;

impl PanelSpec for NoveltyMap {
    fn about(&self) -> &'static str {
        "How new each place of the input is to the components of kernel PCA: the squared distance of its \
         image from them. The red line is the threshold of the novelty panel."
    }

    fn chart(&self, analysis: &Analysis, view: &View) -> Chart {
        map(analysis, view)
    }

    fn controls(&self) -> &'static [Control] {
        &[Control::Novelty, Control::Contours]
    }

    fn content<'a>(&self, analysis: &'a Analysis, view: &View) -> Option<Content<'a>> {
        let novelty = analysis.explain.novelty.as_ref()?;
        Some(Content::Novelty {
            threshold: novelty.threshold(view.novelty_threshold),
            map: Some(analysis.explain.novelty_map.as_ref()?),
        })
    }
}

/// Shares of rows beyond the threshold.
struct Shares {
    threshold: f64,
    /// Numbers of fitted rows and of new ones: beyond, and in all.
    counts: [[usize; 2]; 2],
}

impl Shares {
    fn of(novelty: &Novelty, view: &View) -> Self {
        let threshold = novelty.threshold(view.novelty_threshold);
        let count = |errors: &[f64]| {
            let beyond = errors.iter().filter(|error| **error > threshold).count();
            [beyond, errors.len()]
        };
        Self {
            threshold,
            counts: [count(&novelty.fitted), count(novelty.of_new())],
        }
    }

    /// Words such as "fitted rows 5.0 % (10 of 200)"; new rows only where there are some.
    fn words(&self) -> Vec<String> {
        let named = ["fitted rows", "new rows"].into_iter().zip(self.counts);
        named
            .filter(|(_, [_, all])| *all > 0)
            .map(|(name, [beyond, all])| {
                let share = percent(beyond as f64 / all as f64);
                format!("{name} {share} ({beyond} of {all})")
            })
            .collect()
    }
}

fn distribution(analysis: &Analysis, view: &View) -> Chart {
    let title = "Novelty";
    let Some(novelty) = &analysis.explain.novelty else {
        return Chart::empty(title, "not computed: show this panel first");
    };
    let shares = Shares::of(novelty, view);
    let paint = Paint::Method(Method::Kpca);
    let fitted = |row| row_title(analysis, row);
    let new = |row| new_row_title(analysis, row);
    let curves = [
        (
            "fitted rows",
            &novelty.fitted[..],
            paint,
            &fitted as &dyn Fn(usize) -> String,
        ),
        (
            "new rows",
            novelty.of_new(),
            Paint::NewRows,
            &new as &dyn Fn(usize) -> String,
        ),
    ];
    let mut marks = Vec::new();
    let mut entries = Vec::new();
    for (name, errors, paint, label) in curves {
        if !errors.is_empty() {
            marks.push(Mark::Line(curve(name, errors, paint, label)));
        }
        let words = shares.words();
        let said = words.into_iter().find(|words| words.starts_with(name));
        entries.extend(said.map(|said| (said, paint)));
    }
    marks.push(Mark::CrossLine(CrossLine {
        name: format!("threshold {}", number(shares.threshold)),
        orientation: Orientation::Vertical,
        at: shares.threshold,
        style: LineStyle::Dashed,
        paint: Paint::Warning,
        held: Some(Held::NoveltyThreshold),
    }));
    let kernel = kernel_label(&analysis.kernel);
    let left_out = novelty.new.as_ref().err();
    let errors = novelty.fitted.iter().chain(novelty.of_new());
    let most = errors.copied().fold(0.0, f64::max);
    Chart {
        title: format!("{title} · {kernel}"),
        summary: format!(
            "Share of rows beyond each reconstruction error. Beyond {}: {}.",
            number(shares.threshold),
            shares.words().join(", ")
        ),
        x: Axis::new("reconstruction error", Scale::Linear),
        y: Axis {
            range: Some([-0.03, 1.03]),
            ..Axis::new("share of rows beyond", Scale::Linear)
        },
        aspect: Aspect::Free,
        marks,
        key: Key::Legend {
            title: "beyond the line".to_owned(),
            entries,
            alone: None,
            shaped: false,
        },
        note: match left_out {
            Some(reason) => Some(format!("new rows are left out: {reason}")),
            None => nothing_left(analysis, most),
        },
    }
}

/// Explanation of the plane of Q and T².
const PLANE: &str = "T² is how far a row lies along the components, in standard deviations of each, squared and added up. Q \
                     is the squared distance of its image from them. If scores are normally distributed, 95 % of rows \
                     like the fitted ones lie within each line: T² by the F-distribution (Tracy, Young and Mason 1992), Q \
                     by Jackson and Mudholkar (1979).";

/// Each row by its T² and its Q, with their limits: the chart of process control.
fn plane(analysis: &Analysis) -> Chart {
    let title = "Novelty";
    let dataset = &*analysis.dataset;
    let Some(novelty) = &analysis.explain.novelty else {
        return Chart::empty(title, "not computed: show this panel first");
    };
    let [t2, new_t2] = &novelty.t2;
    let mut marks = vec![Mark::Points(points(dataset, t2, &novelty.fitted))];
    if let Some(new) = analysis.new.as_ref().filter(|_| !new_t2.is_empty()) {
        let dots = dots_of(&new.rows, &dataset.labels, new_t2, novelty.of_new());
        marks.push(Mark::NewRows(dots));
    }
    let limits = novelty.limits;
    let both = [
        (
            "T²",
            limits.and_then(|it| it.t2),
            Orientation::Vertical,
            [t2, new_t2],
        ),
        (
            "Q",
            limits.and_then(|it| it.q),
            Orientation::Horizontal,
            [&novelty.fitted, &novelty.of_new().to_vec()],
        ),
    ];
    let (mut said, mut missing) = (Vec::new(), Vec::new());
    for (name, limit, orientation, values) in both {
        let Some(limit) = limit else {
            missing.push(name);
            continue;
        };
        marks.push(Mark::CrossLine(CrossLine {
            name: format!("limit of {name} {}", number(limit)),
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
        let counts: Vec<String> = counts.collect();
        said.push(format!(
            "beyond {name} = {}: {}",
            number(limit),
            counts.join(", ")
        ));
    }
    let lack = match (limits, &missing[..]) {
        (None, _) => Some("limits come once the slider rests".to_owned()),
        (_, []) => None,
        (Some(_), missing) => Some(format!(
            "no limit of {}: {} rows, {} components",
            missing.join(" and "),
            dataset.n(),
            analysis.kpca.eigenvalues.len()
        )),
    };
    let left_out = novelty.new.as_ref().err();
    let left_out = left_out.map(|reason| format!("new rows are left out: {reason}"));
    let notes: Vec<String> = said.iter().cloned().chain(lack).chain(left_out).collect();
    Chart {
        title: format!("{title} · {}", kernel_label(&analysis.kernel)),
        summary: format!("Q against T² of {} rows: {}.", dataset.n(), said.join("; ")),
        x: Axis {
            range: with_limit([t2, new_t2], limits.and_then(|it| it.t2)),
            ..Axis::new("T², along the components", Scale::Linear)
        },
        y: Axis {
            range: with_limit(
                [&novelty.fitted, novelty.of_new()],
                limits.and_then(|it| it.q),
            ),
            ..Axis::new("Q, away from them", Scale::Linear)
        },
        aspect: Aspect::Free,
        marks,
        key: key(&dataset.labels),
        note: (!notes.is_empty()).then(|| notes.join("; ")),
    }
}

/// Range of an axis from 0 to the largest of some values and to their limit, with a little room; `None` where all are 0.
fn with_limit(values: [&[f64]; 2], limit: Option<f64>) -> Option<[f64; 2]> {
    let values = values.into_iter().flatten().copied();
    let most = values.chain(limit).fold(0.0, f64::max);
    (most > 0.0 && most.is_finite()).then_some([-0.04 * most, 1.06 * most])
}

/// Python lines for the plane of Q and T², of fitted rows.
fn plane_in_python(analysis: &Analysis, novelty: &Novelty) -> Vec<String> {
    let lengths = if analysis.kernel.centers_last() {
        "np.diag(K) - 2 * K.mean(axis=0) + K.mean()"
    } else {
        "np.diag(K)"
    };
    let (n, k) = (
        analysis.dataset.n(),
        novelty.limits.map_or(0, |it| it.components),
    );
    let mut lines = vec![
        format!("lengths = {lengths}"),
        "q = np.maximum(lengths - np.sum(scores**2, axis=1), 0)".to_owned(),
        "kept = np.sum(scores**2, axis=0) > 0".to_owned(),
        "t2 = np.sum(scores[:, kept]**2 / scores[:, kept].var(axis=0, ddof=1), axis=1)".to_owned(),
        "ax.scatter(t2, q, s=12)".to_owned(),
    ];
    if !novelty.of_new().is_empty() {
        lines.insert(0, "# new rows are left out here".to_owned());
    }
    if let Some(limits) = novelty.limits {
        if limits.t2.is_some() {
            lines.push("from scipy.stats import f".to_owned());
            lines.push(format!(
                "ax.axvline({k} * ({n}**2 - 1) / ({n} * ({n} - {k})) * f.ppf(0.95, {k}, {n} - {k}), ls=\"--\", c=\"gray\")"
            ));
        }
        if let Some(q) = limits.q {
            lines.push(format!("ax.axhline({q:?}, ls=\"--\", c=\"gray\")"));
        }
    }
    lines
}

/// Distance below which it is rounding error, as a share of the images' mean squared length.
const ROUNDING: f64 = 1e-11;

/// Sentence where the components explain everything; `None` elsewhere.
fn nothing_left(analysis: &Analysis, most: f64) -> Option<String> {
    let kpca = &analysis.kpca;
    let mean = kpca.trace / analysis.dataset.n().max(1) as f64;
    (most <= ROUNDING * mean).then(|| match kpca.eigenvalues.len() {
        1 => "1 component explains all there is: these errors are rounding".to_owned(),
        count => format!("{count} components explain all there is: these errors are rounding"),
    })
}

/// Number of rows up to which the curve is drawn step by step: with more, a step is less than two points high.
const FEW: usize = 200;

/// Curve that steps down by one row at each distance.
fn curve(name: &str, errors: &[f64], paint: Paint, label: &dyn Fn(usize) -> String) -> Line {
    let n = errors.len();
    let mut order: Vec<usize> = (0..n).collect();
    order.sort_by(|a, b| errors[*a].total_cmp(&errors[*b]));
    // With few rows each step is drawn, from its upper end down; with many, steps are too small to see.
    let ends: &[usize] = if n <= FEW { &[0, 1] } else { &[1] };
    let numbered = || {
        let steps = order.iter().enumerate();
        steps.flat_map(|(i, row)| ends.iter().map(move |end| (i, end, row)))
    };
    Line {
        name: name.to_owned(),
        xy: numbered()
            .map(|(i, end, row)| [errors[*row], (n - i - end) as f64 / n as f64])
            .collect(),
        style: LineStyle::Solid,
        dots: false,
        paint,
        labels: numbered()
            .map(|(i, _, row)| {
                let (error, beyond) = (number(errors[*row]), n - 1 - i);
                format!("{}: error {error}, {beyond} {name} beyond", label(*row))
            })
            .collect(),
    }
}

fn map(analysis: &Analysis, view: &View) -> Chart {
    let title = format!("Novelty map · {}", kernel_label(&analysis.kernel));
    let explain = &analysis.explain;
    let (Some(novelty), Some(contours)) = (&explain.novelty, &explain.novelty_map) else {
        return Chart::empty(&title, missing(analysis, view));
    };
    match &contours.maps[..] {
        [map, ..] if map.field.values.iter().all(|value| value.is_finite()) => {
            of_plane(analysis, view, title, novelty, (contours, map))
        }
        _ => Chart::empty(&title, "the error is too large to draw on this plane"),
    }
}

/// Reason why there is no map.
fn missing(analysis: &Analysis, view: &View) -> &'static str {
    if let Some(lack) = analysis.dataset.objects.lack_of_features() {
        lack
    } else if analysis.dataset.d() < 2 {
        "a map lies over two columns, and the data have one"
    } else if analysis.explain.novelty.is_some()
        && view.panels.contains(&crate::panel::Panel::NoveltyMap)
    {
        "a map needs two different columns that vary: choose others in the input plot"
    } else {
        "not computed: show this panel first"
    }
}

fn of_plane(
    analysis: &Analysis,
    view: &View,
    title: String,
    novelty: &Novelty,
    (contours, map): (&Contours, &ContourMap),
) -> Chart {
    let dataset = &*analysis.dataset;
    let shares = Shares::of(novelty, view);
    let [horizontal, vertical] = [0, 1].map(|axis| Axis {
        range: Some(contours.plane.spans[axis]),
        ..Axis::new(
            dataset.feature_names[contours.plane.columns[axis]].clone(),
            Scale::Linear,
        )
    });
    let most = map.range[1];
    let mut marks = layers(contours, map, shares.threshold, view.contours.style);
    if view.contours.points {
        let columns = contours.plane.columns;
        let [x, y] = columns.map(|j| dataset.x.column(j).iter().copied().collect::<Vec<f64>>());
        marks.push(Mark::Points(points(dataset, &x, &y)));
        marks.extend(new_rows(analysis, columns, |xy| xy));
    }
    let (aspect, squeezed) = aspect(&contours.plane.spans[0], &contours.plane.spans[1]);
    let beyond = format!(
        "beyond {}: {}",
        number(shares.threshold),
        shares.words().join(", ")
    );
    let said = nothing_left(analysis, most).unwrap_or_else(|| beyond.clone());
    let notes: Vec<String> = [Some(said), squeezed, fixed(contours)]
        .into_iter()
        .flatten()
        .collect();
    Chart {
        summary: format!(
            "Reconstruction error of {} over {} and {}, up to {}; {beyond}.",
            dataset.name,
            horizontal.label,
            vertical.label,
            number(most)
        ),
        title,
        x: horizontal,
        y: vertical,
        aspect,
        marks,
        key: match view.contours.style {
            ContourStyle::Lines => Key::None,
            ContourStyle::Bands | ContourStyle::Both => Key::ColorBar {
                title: "reconstruction error".to_owned(),
                min: 0.0,
                max: most,
                map: ColorMap::Sequential,
            },
        },
        note: (!notes.is_empty()).then(|| notes.join("; ")),
    }
}

/// Bands and lines of the distance, and the threshold's line over them.
fn layers(contours: &Contours, map: &ContourMap, threshold: f64, style: ContourStyle) -> Vec<Mark> {
    let mut marks = Vec::new();
    if style != ContourStyle::Lines {
        marks.push(Mark::Image(Image {
            name: "reconstruction error".to_owned(),
            extent: contours.plane.spans,
            columns: map.field.side,
            values: map.field.values.clone().into(),
            range: [0.0, map.range[1]],
            map: ColorMap::Sequential,
            levels: map.levels.clone().into(),
        }));
    }
    let thin = match style {
        ContourStyle::Bands => &[][..],
        ContourStyle::Lines | ContourStyle::Both => &map.lines,
    };
    let line = |it: &LevelLine, style, paint| {
        Mark::Line(Line {
            name: format!("error = {}", number(it.value)),
            xy: it.xy.clone(),
            style,
            dots: false,
            paint,
            labels: vec![],
        })
    };
    let thin = thin.iter();
    marks.extend(thin.map(|it| line(it, LineStyle::Hairline, Paint::Ink)));
    let border = level_lines(&map.field, &contours.plane, &[threshold]);
    let border = border.iter();
    marks.extend(border.map(|it| line(it, LineStyle::Solid, Paint::Warning)));
    marks
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::{explain::limits::ControlLimits, panel::Panel, view::testing};

    #[test]
    fn the_line_says_how_many_rows_lie_beyond() {
        let mut analysis = testing::classes(4, 2);
        analysis.explain.novelty = Some(Arc::new(Novelty {
            fitted: vec![0.4, 0.1, 0.3, 0.2],
            new: Ok(vec![0.5, 0.0]),
            t2: [vec![1.0; 4], vec![1.0; 2]],
            limits: None,
        }));
        let view = View {
            novelty_threshold: Some(0.25),
            ..View::default()
        };
        let chart = Panel::Novelty.chart(&analysis, &view);
        testing::assert_drawable(&chart);
        let Key::Legend { entries, .. } = &chart.key else {
            panic!("a legend")
        };
        let said: Vec<&str> = entries.iter().map(|(said, _)| said.as_str()).collect();
        assert_eq!(
            said,
            ["fitted rows 50.0 % (2 of 4)", "new rows 50.0 % (1 of 2)"]
        );
        let Mark::Line(line) = &chart.marks[0] else {
            panic!("a curve")
        };
        // Both ends of each step.
        let steps = [[0.1, 1.0], [0.1, 0.75], [0.2, 0.75], [0.2, 0.5]];
        assert_eq!(line.xy[..4], steps);
        assert_eq!(
            line.xy[4..],
            [[0.3, 0.5], [0.3, 0.25], [0.4, 0.25], [0.4, 0.0]]
        );
        assert!(line.labels[7].starts_with("row 0 · class 0: error 0.4, 0 fitted"));
        let novelty = analysis.explain.novelty.as_ref().unwrap();
        assert_eq!(novelty.beyond(0.25).collect::<Vec<_>>(), [0, 2]);
        assert_eq!(novelty.threshold(None), 0.4);
        assert_eq!(chart.note, None);
    }

    #[test]
    fn rows_beyond_either_limit_are_counted() {
        let mut analysis = testing::classes(4, 2);
        let limits = ControlLimits {
            components: 2,
            t2: Some(3.0),
            q: Some(0.25),
        };
        let novelty = Novelty {
            fitted: vec![0.4, 0.1, 0.3, 0.2],
            new: Ok(vec![]),
            t2: [vec![1.0, 2.0, 2.5, 4.0], vec![]],
            limits: Some(limits),
        };
        let view = View {
            novelty_limits: true,
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
                "beyond T² = 3: 1 of 4 fitted; beyond Q = 0.25: 2 of 4 fitted"
            )
        );
        let (rules, said) = note(Some(ControlLimits { q: None, ..limits }));
        assert!(rules == 1 && said.contains("no limit of Q"), "{said}");
        assert_eq!(
            note(None),
            (0, "limits come once the slider rests".to_owned())
        );
    }

    #[test]
    fn what_is_left_of_nothing_is_called_rounding() {
        let mut analysis = testing::classes(4, 2);
        analysis.explain.novelty = Some(Arc::new(Novelty {
            fitted: vec![1e-16; 4],
            new: Ok(vec![]),
            t2: [vec![1.0; 4], vec![]],
            limits: None,
        }));
        let note = Panel::Novelty.chart(&analysis, &View::default()).note;
        assert!(note.is_some_and(|note| note.ends_with("these errors are rounding")));
    }
}
