//! Probe, its paths and the arrows of a feature, over the dots of the input and of scores.

use crate::{
    analysis::{Analysis, PlacedProbe},
    setup::View,
    view::{extent, row_title},
};
use chart::{
    Anchor, Held, Line, LineStyle, Links, Mark, Marker, Paint, Pin, Text, number, shorter_numbers,
};
use kernel_pca::{
    explain::{Arrows, probe::ImagePath},
    method::Method,
};

/// Marks below and above the dots, with remarks on them.
#[derive(Default)]
pub(super) struct Pins {
    pub below: Vec<Mark>,
    pub above: Vec<Mark>,
    pub remarks: Vec<String>,
}

/// Length of the longest arrow, as a share of the plot.
const ARROW: f64 = 0.09;
/// Length and half width of an arrow's head, as shares of the arrow's length.
const HEAD: [f64; 2] = [0.3, 0.17];
/// Length below which an arrow shows no direction, as a share of the longest.
const SHORT: f64 = 0.03;
/// Distance that paths may reach beyond the dots, as a share of the dots' span.
const BEYOND: f64 = 0.05;
/// Distance of a path's name from its end, as a share of the room.
const BESIDE: f64 = 0.025;

/// Probe in the input, with lines to the rows that weigh most in its scores; `place` gives where each row stands.
pub(super) fn in_input(
    analysis: &Analysis,
    view: &View,
    place: impl Fn(usize) -> [f64; 2],
) -> Pins {
    let Some(probed) = probe(analysis, view) else {
        return Pins::default();
    };
    let point = &probed.probe.point;
    let xy = [0, 1].map(|axis| {
        probed
            .columns
            .get(axis)
            .map_or(0.0, |column| point[*column])
    });
    if xy.iter().any(|value| !value.is_finite()) {
        return Pins::default();
    }
    let names = &analysis.dataset.feature_names;
    let lines = point.iter().enumerate();
    let mut lines: Vec<String> = lines
        .take(MOST_LINES)
        .map(|(j, value)| format!("{} {}", names[j], number(*value)))
        .collect();
    if point.len() > MOST_LINES {
        lines.push(format!("and {} more", point.len() - MOST_LINES));
    }
    lines.push("Drag it to follow its image".into());
    Pins {
        below: links(probed, xy, place).into_iter().collect(),
        above: vec![pin(xy, lines, Some(Held::Probe))],
        remarks: fixed(analysis, probed).into_iter().collect(),
    }
}

/// Largest number of columns, or of components, that a tooltip names.
const MOST_LINES: usize = 8;

/// Probe's image among scores at `xy` on two components, its paths, and the arrows of a feature.
pub(super) fn in_scores(
    method: Method,
    analysis: &Analysis,
    view: &View,
    components: [usize; 2],
    names: &[String],
    xy: [&[f64]; 2],
) -> Pins {
    let mut pins = Pins::default();
    if !matches!(method, Method::Pca | Method::Kpca) {
        return pins;
    }
    let room = xy.map(room);
    let place = |row: usize| [xy[0][row], xy[1][row]];
    if let Some(arrows) = arrows_of(analysis, view) {
        pins.above.extend(arrow_marks(arrows, method, room, place));
        let feature = &analysis.dataset.feature_names[arrows.feature];
        pins.remarks
            .push(format!("arrows: where scores go as {feature} grows"));
    }
    let Some(probed) = probe(analysis, view) else {
        return pins;
    };
    let scores = match method {
        Method::Pca => &probed.probe.pca,
        _ => &probed.probe.kpca,
    };
    let image = components.map(|k| scores.get(k).copied().unwrap_or(0.0));
    if image.iter().any(|score| !score.is_finite()) {
        pins.remarks
            .push("the probe's image is too far away to be drawn".into());
        return pins;
    }
    if method == Method::Kpca {
        pins.below.extend(links(probed, image, place));
    }
    for path in &probed.probe.paths {
        let scores = match method {
            Method::Pca => &path.pca,
            _ => &path.kpca,
        };
        let places = (0..scores.nrows()).map(|step| components.map(|k| scores[(step, k)]));
        let name = &analysis.dataset.feature_names[path.feature];
        pins.above
            .extend(path_marks(name, path, &places.collect::<Vec<_>>(), room));
    }
    let inside = image
        .iter()
        .zip(room)
        .all(|(at, [low, high])| (low..=high).contains(at));
    if !inside {
        pins.remarks
            .push("the probe's image is outside the span of the rows".into());
    }
    let lines = scores.iter().zip(names).take(MOST_LINES);
    let lines = lines.map(|(score, name)| format!("{name} {}", number(*score)));
    pins.above.push(pin(image, lines.collect(), None));
    pins
}

/// Probe, where it is shown and could be computed.
fn probe<'a>(analysis: &'a Analysis, view: &View) -> Option<&'a PlacedProbe> {
    let probed = analysis.explain.features.probe.as_deref();
    probed.filter(|_| view.probe.shown)
}

fn arrows_of<'a>(analysis: &'a Analysis, view: &View) -> Option<&'a Arrows> {
    let arrows = analysis.explain.features.arrows.as_deref();
    arrows.filter(|_| view.probe.arrows.is_some())
}

/// Remark on the values of the features that have no axis.
pub(super) fn fixed(analysis: &Analysis, probed: &PlacedProbe) -> Option<String> {
    (analysis.dataset.d() > probed.columns.len()).then(|| match probed.row {
        Some(row) => format!(
            "the probe's other columns are those of {}",
            row_title(analysis, row)
        ),
        None => "the probe's other columns are at their means".into(),
    })
}

fn pin(xy: [f64; 2], lines: Vec<String>, held: Option<Held>) -> Mark {
    Mark::Pin(Pin {
        lines,
        held,
        ..Pin::new("Probe", xy, Marker::Diamond, Paint::Warning)
    })
}

/// Links from the probe to the rows that weigh most in its scores.
fn links(probed: &PlacedProbe, from: [f64; 2], place: impl Fn(usize) -> [f64; 2]) -> Option<Mark> {
    let parts = probed.probe.parts.iter().filter(|part| part.strength > 0.0);
    let parts: Vec<_> = parts
        .filter(|part| place(part.row).iter().all(|v| v.is_finite()))
        .collect();
    (!parts.is_empty()).then(|| {
        Mark::Links(Links {
            name: "rows that weigh most in the probe's scores".into(),
            rows: parts.iter().map(|part| [part.row; 2]).collect(),
            ends: parts.iter().map(|part| [from, place(part.row)]).collect(),
            strengths: parts.iter().map(|part| part.strength as f32).collect(),
        })
    })
}

/// Range of the dots that paths may cross, so that they don't change the ranges of a plot.
fn room(values: &[f64]) -> [f64; 2] {
    let [low, high] = extent(values);
    let margin = BEYOND * (high - low).max(f64::MIN_POSITIVE);
    [low - margin, high + margin]
}

/// Path as lines inside the room, with an arrow at its end and the feature's range at both.
fn path_marks(name: &str, path: &ImagePath, places: &[[f64; 2]], room: [[f64; 2]; 2]) -> Vec<Mark> {
    let inside = |at: &[f64; 2]| {
        at.iter()
            .zip(room)
            .all(|(at, [low, high])| at.is_finite() && (low..=high).contains(at))
    };
    let steps: Vec<usize> = (0..places.len()).collect();
    let runs = steps.chunk_by(|a, b| inside(&places[*a]) == inside(&places[*b]));
    let runs: Vec<&[usize]> = runs
        .filter(|run| run.len() > 1 && inside(&places[run[0]]))
        .collect();
    let line = |run: &&[usize]| {
        Mark::Line(Line {
            name: name.to_owned(),
            xy: run.iter().map(|step| places[*step]).collect(),
            style: LineStyle::Solid,
            dots: false,
            marker: None,
            paint: Paint::Warning,
            labels: run
                .iter()
                .map(|step| {
                    let [x, y] = places[*step].map(number);
                    format!("{name} {}: image at {x}, {y}", number(path.values[*step]))
                })
                .collect(),
        })
    };
    let mut marks: Vec<Mark> = runs.iter().map(line).collect();
    // Beyond the end, as the path comes from the place before.
    let text = |before: usize, end: usize, text: String| {
        let (from, to) = (places[before], places[end]);
        let [u, v] = along(from, to, room);
        let length = u.hypot(v).max(f64::MIN_POSITIVE);
        let anchor = match u / length {
            right if right > 0.5 => Anchor::Start,
            left if left < -0.5 => Anchor::End,
            _ => Anchor::Middle,
        };
        let at = [0, 1].map(|axis| to[axis] + BESIDE / length * (to[axis] - from[axis]));
        Mark::Text(Text::new(at, text, anchor, f64::INFINITY))
    };
    let brief = |value: f64| shorter_numbers(value).next().unwrap_or_default();
    if let Some(&[.., before, end]) = runs.last().copied() {
        let [from, to] = [before, end].map(|step| places[step]);
        let [u, v] = along(from, to, room);
        let length = u.hypot(v);
        let share = if length > 0.0 {
            ARROW / 2.0 / length
        } else {
            0.0
        };
        let head = head(from, to, room, share);
        marks.push(Mark::Line(Line::new("", Paint::Warning, head.into())));
        let name = format!("{name} {}", brief(path.values[end]));
        marks.push(text(before, end, name));
    }
    if let Some(&[start, next, ..]) = runs.first().copied() {
        marks.push(text(next, start, brief(path.values[start])));
    }
    marks
}

/// Arrows along which scores go as a feature grows, at some rows; the longest has a fixed length.
fn arrow_marks(
    arrows: &Arrows,
    method: Method,
    room: [[f64; 2]; 2],
    place: impl Fn(usize) -> [f64; 2],
) -> Vec<Mark> {
    let size = room.map(|[low, high]| high - low);
    let slope = |i: usize| -> [f64; 2] {
        match method {
            Method::Pca => [0, 1].map(|p| arrows.pca.get(p).copied().unwrap_or(0.0)),
            _ => [0, 1].map(|p| arrows.kpca.get((i, p)).copied().unwrap_or(0.0)),
        }
    };
    let length = |[x, y]: [f64; 2]| (x / size[0]).hypot(y / size[1]);
    let slopes: Vec<_> = (0..arrows.rows.len())
        .map(|i| (arrows.rows[i], slope(i)))
        .filter(|(_, slope)| length(*slope).is_finite())
        .collect();
    let lengths = slopes.iter().map(|(_, slope)| length(*slope));
    let longest = lengths.fold(0.0, f64::max);
    let is_seen = |slope| longest > 0.0 && length(slope) > SHORT * longest;
    let seen = slopes.into_iter().filter(|(_, slope)| is_seen(*slope));
    seen.map(|(row, [dx, dy])| {
        let [x, y] = place(row);
        let scale = ARROW / longest;
        let to = [x + scale * dx, y + scale * dy];
        let [left, tip, right] = head([x, y], to, room, 1.0);
        let xy = vec![[x, y], to, left, tip, right];
        Mark::Line(Line::new("", Paint::Ink, xy))
    })
    .collect()
}

/// Step from one place to another, in shares of the room.
fn along(from: [f64; 2], to: [f64; 2], room: [[f64; 2]; 2]) -> [f64; 2] {
    [0, 1].map(|axis| (to[axis] - from[axis]) / (room[axis][1] - room[axis][0]))
}

/// Three points of an arrow's head, the tip between the ends of its sides; `share` scales it to an arrow of that share
/// of the length.
fn head(from: [f64; 2], to: [f64; 2], room: [[f64; 2]; 2], share: f64) -> [[f64; 2]; 3] {
    let size = room.map(|[low, high]| high - low);
    let [u, v] = along(from, to, room).map(|part| share * part);
    let side = |turn: f64| {
        let back = [
            -HEAD[0] * u - turn * HEAD[1] * v,
            -HEAD[0] * v + turn * HEAD[1] * u,
        ];
        [0, 1].map(|axis| to[axis] + back[axis] * size[axis])
    };
    [side(1.0), to, side(-1.0)]
}
