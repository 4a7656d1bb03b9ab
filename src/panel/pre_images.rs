//! Where a point of the kernel PCA plot is in the input, by each method, with how far off it is.

use super::{
    Content, Control, PanelSpec,
    picture::{Grid, pictures},
};
use crate::{
    analysis::{Analysis, Asked, PreImages},
    method::Method,
    preimage::{PreImage, PreImageMethod},
    printable::shortened,
    setup::{Panel, ScoreAxes, View, clamp, pair},
    view::{
        Anchor, Aspect, Axis, Chart, Held, Key, Line, LineStyle, Mark, Marker, Paint, Pin, Scale,
        Text, extent, number, row_title,
    },
};

pub(super) struct Lab;

const TITLE: &str = "Pre-images";
/// Features of a point that are written.
const FEATURES: usize = 6;
/// Letters of a feature's name there, so that other features have room too.
const NAME: usize = 20;
/// From a pin to its name, as a share of the plot's width.
const BESIDE: f64 = 0.04;
/// The same downwards, of its height.
const BELOW: f64 = 0.12;
/// Points so far beyond the rows have no name in the plot, as a share of the rows' span.
const BEYOND: f64 = 0.05;
/// Points so near, as a share of the plot, share one name.
const TOGETHER: f64 = 0.06;
/// A name does not lie on another point so near to its line, and at most so far along it, as shares of the plot.
const IN_LINE: f64 = 0.05;
const LONG: f64 = 0.3;
/// How large the point of each method is, relative to the usual pin: those below others are larger, so that
/// all can be told where they are one.
pub(crate) const LINEAR_SIZE: f32 = 1.6;

/// The same for the methods of kernel PCA.
pub(crate) fn pin_size(method: PreImageMethod) -> f32 {
    match method {
        PreImageMethod::KwokTsang => 1.3,
        PreImageMethod::Ridge | PreImageMethod::Gradient => 1.0,
        PreImageMethod::Mika => 0.75,
    }
}

impl PanelSpec for Lab {
    fn about(&self) -> &'static str {
        "What in the input a point of feature space stands for: drag the ringed point in the plot of kernel \
         PCA. Most such points are no row's image, so several methods look for the nearest."
    }

    fn chart(&self, analysis: &Analysis, _view: &View) -> Chart {
        match found(analysis) {
            Ok(found) => chart(analysis, found),
            Err(why) => Chart::empty(TITLE, why),
        }
    }

    fn controls(&self) -> &'static [Control] {
        &[Control::PreImage]
    }

    fn content<'a>(
        &self,
        analysis: &'a Analysis,
        _view: &View,
        _chart: &Chart,
    ) -> Option<Content<'a>> {
        found(analysis).ok().map(Content::PreImages)
    }

    fn help(&self, _analysis: &Analysis, _view: &View) -> Option<String> {
        Some(
            "The distance is that between the point asked for and the image of the point found, in feature \
             space. Where it is 0 the pre-image is exact. Linear PCA has an exact inverse for every point \
             of its plot."
                .into(),
        )
    }
}

fn found(analysis: &Analysis) -> Result<&PreImages, &str> {
    if let Some(lack) = analysis.dataset.objects.lack_of_features() {
        return Err(lack);
    }
    let found = analysis.explain.pre_images.as_deref();
    found.ok_or("not computed: show this panel first")
}

/// How a method is called in a list.
pub(crate) fn name(method: PreImageMethod) -> &'static str {
    match method {
        PreImageMethod::Ridge => "ridge regression",
        PreImageMethod::Mika => "Mika's fixed point",
        PreImageMethod::KwokTsang => "Kwok and Tsang's distances",
        PreImageMethod::Gradient => "gradient descent",
    }
}

/// The same where there is little room.
pub(crate) fn short_name(method: PreImageMethod) -> &'static str {
    match method {
        PreImageMethod::Ridge => "ridge",
        PreImageMethod::Mika => "Mika",
        PreImageMethod::KwokTsang => "Kwok–Tsang",
        PreImageMethod::Gradient => "gradient",
    }
}

/// How good a point is, in words.
fn quality(method: PreImageMethod, found: &PreImage) -> String {
    let distance = if found.distance.is_finite() {
        format!("distance {}", number(found.distance))
    } else {
        "its distance is no number".to_owned()
    };
    match method {
        PreImageMethod::Mika if found.converged => {
            let steps = found.path.len().saturating_sub(1);
            let s = if steps == 1 { "" } else { "s" };
            format!("{distance} · {steps} step{s}")
        }
        PreImageMethod::Mika | PreImageMethod::Gradient if !found.converged => {
            format!("{distance} · did not converge")
        }
        _ if found.converged => distance,
        _ => format!("{distance} · some rows are beyond reach"),
    }
}

/// Where the other components were taken from.
fn others(analysis: &Analysis, asked: &Asked) -> String {
    match asked.as_in {
        None => "other components 0".to_owned(),
        Some(row) => {
            let id = analysis.dataset.row_ids.get(row).copied().unwrap_or(row);
            let nearest = if row == asked.nearest {
                ", the nearest"
            } else {
                ""
            };
            format!("other components as in row {id}{nearest}")
        }
    }
}

fn chart(analysis: &Analysis, found: &PreImages) -> Chart {
    let said: Vec<String> = found
        .found
        .iter()
        .map(|(method, one)| match one {
            Ok(one) => format!("{}: {}", name(*method), quality(*method, one)),
            Err(reason) => format!("{}: {reason}", name(*method)),
        })
        .collect();
    let (marks, [x, y], aspect) = if let Some(pictures) = pictures(analysis) {
        let grid = Grid::new(pictures, &analysis.dataset.x, [3, 2]);
        let (marks, axes) = as_pictures(analysis, found, &grid);
        (marks, axes, Aspect::Equal)
    } else {
        let (marks, axes) = as_list(analysis, found);
        (marks, axes, Aspect::Free)
    };
    Chart {
        title: TITLE.to_owned(),
        summary: format!(
            "Pre-images of a point of feature space, {}. {}.",
            others(analysis, &found.asked),
            said.join("; ")
        ),
        x,
        y,
        aspect,
        marks,
        key: Key::None,
        note: Some(others(analysis, &found.asked)),
    }
}

/// A point's values by name, or as many as there is room for.
fn values(analysis: &Analysis, point: &[f64]) -> String {
    let names = &analysis.dataset.feature_names;
    let mut values: Vec<String> = names
        .iter()
        .zip(point)
        .take(FEATURES)
        .map(|(name, value)| {
            // Without its unit, which stands in parentheses.
            let name = name.split(" (").next().unwrap_or_default();
            format!("{} {}", shortened(name, NAME), number(*value))
        })
        .collect();
    if names.len() > FEATURES {
        values.push("…".to_owned());
    }
    values.join(", ")
}

/// What stands where linear PCA's point is.
fn of_linear(analysis: &Analysis, found: &PreImages) -> String {
    match found.linear.at_row {
        Some(row) => format!("exact, of {}", row_title(analysis, row)),
        None => "exact, of its own point".to_owned(),
    }
}

/// Two lines a method: its sign, its name and how good it is, and the point.
fn as_list(analysis: &Analysis, found: &PreImages) -> (Vec<Mark>, [Axis; 2]) {
    let mut marks = Vec::new();
    let mut next = 0.0;
    // A sign where there is a point, and two lines.
    let mut entry = |sign: Option<(Marker, Paint)>, head: String, below: String| {
        let line = |x, y, text: String| {
            Mark::Text(Text {
                xy: [x, y],
                text,
                paint: Paint::Ink,
                anchor: Anchor::Start,
                // With its leading a line is a quarter higher than its letters, and lines are 1 apart.
                height: 0.72,
                large: true,
            })
        };
        if let Some((marker, paint)) = sign {
            marks.push(Mark::Pin(Pin {
                name: head.clone(),
                xy: [0.03, next],
                marker,
                paint,
                size: 1.0,
                lines: vec![below.clone()],
                held: None,
            }));
        }
        // Where there is no room for both, a text gives way to those before it.
        marks.push(line(0.07, next, head));
        marks.push(line(0.07, next - 1.0, below));
        next -= 2.5;
    };
    for (method, one) in &found.found {
        let title = capital(name(*method));
        let sign = (Marker::of_pre_image(*method), Paint::PreImage(*method));
        match one {
            Ok(one) => entry(
                Some(sign),
                format!("{title}: {}", quality(*method, one)),
                values(analysis, &one.point),
            ),
            Err(reason) => entry(None, title, reason.clone()),
        }
    }
    entry(
        Some((Marker::Disc, Paint::Method(Method::Pca))),
        format!("Linear PCA: {}", of_linear(analysis, found)),
        values(analysis, &found.linear.point),
    );
    let axis = |range| Axis {
        range: Some(range),
        ..Axis::new("", Scale::Unmarked)
    };
    (marks, [axis([0.0, 1.0]), axis([next + 0.9, 1.0])])
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| {
        first.to_uppercase().chain(letters).collect()
    })
}

/// The nearest row and linear PCA's inverse, and below them what each method found.
fn as_pictures(analysis: &Analysis, found: &PreImages, grid: &Grid<'_>) -> (Vec<Mark>, [Axis; 2]) {
    const LINES: usize = 3;

    let row: Vec<f64> = analysis
        .dataset
        .x
        .row(found.asked.nearest)
        .iter()
        .copied()
        .collect();
    let nearest = row_title(analysis, found.asked.nearest);
    let first = [
        ("nearest row".to_owned(), nearest, Some(&row[..])),
        (
            "linear PCA".to_owned(),
            match found.linear.at_row {
                Some(_) => "exact, of that row".to_owned(),
                None => "exact, of its own point".to_owned(),
            },
            Some(&found.linear.point[..]),
        ),
    ];
    let second = found.found.iter().map(|(method, one)| {
        let title = short_name(*method).to_owned();
        match one {
            Ok(one) => (title, quality(*method, one), Some(&one.point[..])),
            Err(reason) => (title, reason.clone(), None),
        }
    });
    let places = (0..).map(|i| [i % grid.across, i / grid.across]);
    let mut marks = Vec::new();
    for ((title, below, point), place) in first.into_iter().chain(second).zip(places) {
        let lines: Vec<String> = [title].into_iter().chain(wrapped(&below)).collect();
        marks.extend(grid.cell(place, &lines, LINES, point));
    }
    (marks, grid.axes(LINES, "what each method finds"))
}

/// In lines that fit below a picture.
fn wrapped(text: &str) -> Vec<String> {
    const LONGEST: usize = 18;
    let mut lines: Vec<String> = Vec::new();
    for part in text.split(" · ") {
        let mut line = String::new();
        for word in part.split(' ') {
            if !line.is_empty() && line.chars().count() + word.chars().count() >= LONGEST {
                lines.push(std::mem::take(&mut line));
            }
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
        lines.push(line);
    }
    lines
}

/// Whether the points that can be dragged are to be seen.
fn is_shown(analysis: &Analysis, view: &View) -> bool {
    view.panels.contains(&Panel::PreImages) && analysis.dataset.has_features()
}

/// The point that can be dragged in the plot of a method's scores.
pub(super) fn handle(method: Method, analysis: &Analysis, view: &View) -> Option<Mark> {
    if !is_shown(analysis, view) {
        return None;
    }
    let found = analysis.explain.pre_images.as_deref();
    let (at, count) = match method {
        Method::Kpca => (view.pre_image.at, analysis.kpca.eigenvalues.len()),
        Method::Pca => {
            let at = view.pre_image.linear_at;
            (
                at.or_else(|| Some(found?.linear.at))?,
                analysis.pca.scores.ncols(),
            )
        }
        _ => return None,
    };
    let middle = 0.5 * (analysis.dataset.n() as f64 - 1.0);
    let xy = match clamp(view.axes(method), count)? {
        ScoreAxes::Pair(..) => at,
        ScoreAxes::Index(_) => [middle, at[1]],
        ScoreAxes::Strip(_) => [at[0], 0.0],
    };
    let asked = found.map(|found| match method {
        Method::Pca => &found.linear.asked,
        _ => &found.asked,
    });
    Some(Mark::Pin(Pin {
        name: "point asked for".to_owned(),
        xy,
        marker: Marker::Disc,
        paint: Paint::Method(method),
        size: 1.0,
        lines: asked
            .map(|asked| others(analysis, asked))
            .into_iter()
            .collect(),
        held: Some(Held::PreImage),
    }))
}

/// What was found, in the plot of the input: the path of the fixed point, the points and their names; and what
/// is to be said of points that are not to be seen.
pub(super) fn in_input(analysis: &Analysis, view: &View) -> (Vec<Mark>, Option<String>) {
    let (true, Ok(found)) = (is_shown(analysis, view), found(analysis)) else {
        return (vec![], None);
    };
    let dataset = &analysis.dataset;
    let place = |point: &[f64]| match pair(view.input, dataset.d()) {
        Some([a, b]) => [point[a], point[b]],
        None => [point.first().copied().unwrap_or(0.0), 0.0],
    };
    let span_of = |column: usize| {
        let values: Vec<f64> = dataset.x.column(column).iter().copied().collect();
        extent(&values)
    };
    let span = match pair(view.input, dataset.d()) {
        Some(columns) => columns.map(span_of),
        None => [span_of(0), [-1.0, 1.0]],
    };
    let linear = Place {
        marker: Marker::Disc,
        paint: Paint::Method(Method::Pca),
        size: LINEAR_SIZE,
        name: "linear PCA",
        xy: place(&found.linear.point),
        said: of_linear(analysis, found),
    };
    let methods = found.found.iter().filter_map(|(method, one)| {
        let one = one.as_ref().ok()?;
        Some(Place {
            marker: Marker::of_pre_image(*method),
            paint: Paint::PreImage(*method),
            size: pin_size(*method),
            name: short_name(*method),
            xy: place(&one.point),
            said: quality(*method, one),
        })
    });
    let mut places: Vec<Place> = std::iter::once(linear).chain(methods).collect();
    // A name far away would change what the plot shows, and it would run away while a point is dragged.
    let is_among_rows = |place: &&Place| {
        place.xy.iter().zip(span).all(|(at, [low, high])| {
            let beyond = (BEYOND * (high - low)).max(f64::EPSILON * high.abs());
            (low - beyond..=high + beyond).contains(at)
        })
    };
    let (near, far): (Vec<&Place>, Vec<&Place>) = places.iter().partition(is_among_rows);
    let far: Vec<&str> = far.iter().map(|place| place.name).collect();
    let remark = (!far.is_empty()).then(|| format!("beyond the rows: {}", far.join(", ")));
    let names = names(&near, span);
    places.sort_by(|a, b| b.size.total_cmp(&a.size));
    let pins = places.into_iter().map(Place::pin);
    let fixed_point = |(method, _): &&(PreImageMethod, _)| *method == PreImageMethod::Mika;
    let paths = found
        .found
        .iter()
        .filter(fixed_point)
        .filter_map(|(method, one)| {
            let path = &one.as_ref().ok()?.path;
            (path.len() > 1).then(|| {
                Mark::Line(Line {
                    name: format!("path of {}", name(*method)),
                    xy: path.iter().map(|point| place(point)).collect(),
                    style: LineStyle::Solid,
                    dots: false,
                    paint: Paint::Ink,
                    labels: vec![],
                })
            })
        });
    (paths.chain(pins).chain(names).collect(), remark)
}

/// What was found, as it is drawn.
struct Place {
    marker: Marker,
    paint: Paint,
    size: f32,
    name: &'static str,
    xy: [f64; 2],
    said: String,
}

impl Place {
    fn pin(self) -> Mark {
        let Self {
            marker,
            paint,
            size,
            name,
            xy,
            said,
        } = self;
        Mark::Pin(Pin {
            name: format!("{name}, pre-image"),
            xy,
            marker,
            paint,
            size,
            lines: vec![said],
            held: None,
        })
    }
}

/// A name beside each place, or one for all of those that stand together: towards the middle of the plot, or where
/// no other place is in its way.
fn names(places: &[&Place], span: [[f64; 2]; 2]) -> Vec<Mark> {
    let size = span.map(|[low, high]| (high - low).max(f64::MIN_POSITIVE));
    let apart = |a: &Place, b: &Place| {
        let by = [0, 1].map(|axis| (a.xy[axis] - b.xy[axis]) / size[axis]);
        by[0].hypot(by[1])
    };
    let mut groups: Vec<Vec<&Place>> = Vec::new();
    for &place in places {
        let mut near = groups.iter_mut();
        match near.find(|group| apart(group[0], place) < TOGETHER) {
            Some(group) => group.push(place),
            None => groups.push(vec![place]),
        }
    }
    let middle = f64::midpoint(span[0][0], span[0][1]);
    let name = |group: &Vec<&Place>| {
        let at = group[0];
        let inwards = if at.xy[0] > middle { -1.0 } else { 1.0 };
        // Where the text begins, from the point, and on which side it goes on.
        let candidates = [
            ([inwards * BESIDE, 0.0], inwards),
            ([-inwards * BESIDE, 0.0], -inwards),
            ([0.0, -BELOW], inwards),
            ([0.0, BELOW], inwards),
        ];
        let is_free = |([dx, dy], side): &([f64; 2], f64)| {
            let room = side * (span[0][usize::from(*side > 0.0)] - at.xy[0]) / size[0];
            let mut others = places.iter().filter(|it| apart(at, it) >= TOGETHER);
            let is_in_the_way = |other: &&Place| {
                let along = side * ((other.xy[0] - at.xy[0]) / size[0] - dx);
                let across = (other.xy[1] - at.xy[1]) / size[1] - dy;
                across.abs() <= IN_LINE && (-BESIDE..LONG).contains(&along)
            };
            room >= LONG && !others.any(is_in_the_way)
        };
        let free = candidates.iter().find(|it| is_free(it));
        let ([dx, dy], side) = *free.unwrap_or(&candidates[0]);
        let names: Vec<&str> = group.iter().map(|place| place.name).collect();
        Mark::Text(Text {
            xy: [at.xy[0] + dx * size[0], at.xy[1] + dy * size[1]],
            text: names.join(", "),
            paint: Paint::Ink,
            anchor: if side > 0.0 {
                Anchor::Start
            } else {
                Anchor::End
            },
            height: f64::INFINITY,
            large: false,
        })
    };
    groups.iter().map(name).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        analysis::Analyzer,
        data::{Builtin, Source},
        kernel::{KernelKind, KernelParams},
        kpca::{Solver, Tier},
        setup::{Components, Setup},
    };

    fn place(name: &'static str, xy: [f64; 2]) -> Place {
        Place {
            marker: Marker::Disc,
            paint: Paint::Ink,
            size: 1.0,
            name,
            xy,
            said: String::new(),
        }
    }

    #[test]
    fn places_that_are_one_share_a_name_which_lies_on_no_other() {
        let written = |places: &[Place]| {
            let places: Vec<&Place> = places.iter().collect();
            let marks = names(&places, [[0.0, 10.0], [0.0, 1.0]]);
            let texts = marks.into_iter().filter_map(|mark| match mark {
                Mark::Text(Text { text, anchor, .. }) => Some((text, anchor)),
                _ => None,
            });
            texts.collect::<Vec<_>>()
        };
        let alone = |name: &str, anchor| (name.to_owned(), anchor);
        let near = [place("linear PCA", [2.0, 0.5]), place("Mika", [2.1, 0.51])];
        assert_eq!(written(&near), [alone("linear PCA, Mika", Anchor::Start)]);
        // Names stand towards the middle of the plot, unless another point is there.
        let far = [place("ridge", [2.0, 0.5]), place("Mika", [8.0, 0.5])];
        let expected = [alone("ridge", Anchor::Start), alone("Mika", Anchor::End)];
        assert_eq!(written(&far), expected);
        let in_the_way = [place("ridge", [4.0, 0.5]), place("Mika", [4.9, 0.52])];
        let expected = [alone("ridge", Anchor::End), alone("Mika", Anchor::Start)];
        assert_eq!(written(&in_the_way), expected);
        // Between another point and the end of the plot it stands below.
        let places = [place("ridge", [7.0, 0.5]), place("Mika", [9.0, 0.5])];
        let marks = names(
            &places.iter().collect::<Vec<_>>(),
            [[0.0, 10.0], [0.0, 1.0]],
        );
        assert!(matches!(&marks[1], Mark::Text(text) if text.xy[1] < 0.45));
    }

    #[test]
    fn a_point_beyond_the_rows_is_said_and_changes_nothing_that_is_seen() {
        let setup = Setup {
            source: Source::Builtin(Builtin::Iris),
            kernel: KernelParams {
                kind: KernelKind::Cosine,
                ..KernelParams::default()
            },
            components: Components::Count(1),
            view: View {
                panels: vec![Panel::Input, Panel::PreImages],
                ..View::default()
            },
            ..Setup::default()
        };
        let analysis = Analyzer::default()
            .run(&setup, Tier::Exact, Solver::Auto, &|| false)
            .unwrap();
        let chart = Panel::Input.chart(&analysis, &setup.view);
        // Ridge regression finds the origin, far from every flower.
        let note = chart.note.unwrap();
        assert!(note.contains("beyond the rows: ridge"), "{note}");
        for mark in &chart.marks {
            if let Mark::Text(text) = mark {
                assert!(text.xy[0] > 4.0 && text.xy[1] > 1.9, "{text:?}");
            }
        }
    }

    #[test]
    fn a_single_step_is_no_steps() {
        let found = PreImage {
            point: vec![0.0],
            distance: 0.5,
            converged: true,
            path: vec![vec![1.0], vec![0.0]],
        };
        let said = quality(PreImageMethod::Mika, &found);
        assert_eq!(said, "distance 0.5 · 1 step");
    }
}
