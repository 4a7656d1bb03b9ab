//! Where a point of the kernel PCA plot is in the input, by each method, with how far off it is.

use super::{
    Content, Control, PanelSpec,
    picture::{Grid, pictures},
};
use crate::{
    analysis::{Analysis, Asked, PreImages},
    method::Method,
    preimage::{PreImage, PreImageMethod},
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
/// From a pin to its name, as a share of the plot's width.
const BESIDE: f64 = 0.035;

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
            format!("{distance} · {steps} steps")
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
        .map(|(name, value)| format!("{name} {}", number(*value)))
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
    let mut entry = |marker, paint, name: &str, head: String, point: Option<String>| {
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
        // Where there is no room for both, a text gives way to those before it.
        marks.push(line(0.07, next, head));
        if let Some(point) = point {
            marks.push(Mark::Pin(Pin {
                name: name.to_owned(),
                xy: [0.03, next],
                marker,
                paint,
                lines: vec![],
                held: None,
            }));
            marks.push(line(0.07, next - 1.0, point));
        }
        next -= 2.5;
    };
    for (method, one) in &found.found {
        let (title, paint) = (name(*method), Paint::PreImage(*method));
        let marker = Marker::of_pre_image(*method);
        let heading = |rest: &str| format!("{}: {rest}", capital(title));
        match one {
            Ok(one) => entry(
                marker,
                paint,
                title,
                heading(&quality(*method, one)),
                Some(values(analysis, &one.point)),
            ),
            Err(reason) => entry(marker, paint, title, heading(reason), None),
        }
    }
    entry(
        Marker::Disc,
        Paint::Method(Method::Pca),
        "linear PCA",
        format!("Linear PCA: {}", of_linear(analysis, found)),
        Some(values(analysis, &found.linear.point)),
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
        lines: asked
            .map(|asked| others(analysis, asked))
            .into_iter()
            .collect(),
        held: Some(Held::PreImage),
    }))
}

/// What was found, in the plot of the input: the path of the fixed point, the points and their names.
pub(super) fn in_input(analysis: &Analysis, view: &View) -> Vec<Mark> {
    let (true, Ok(found)) = (is_shown(analysis, view), found(analysis)) else {
        return vec![];
    };
    let dataset = &analysis.dataset;
    let place = |point: &[f64]| match pair(view.input, dataset.d()) {
        Some([a, b]) => [point[a], point[b]],
        None => [point.first().copied().unwrap_or(0.0), 0.0],
    };
    let column = pair(view.input, dataset.d()).map_or(0, |[a, _]| a);
    let values: Vec<f64> = dataset.x.column(column).iter().copied().collect();
    let [low, high] = extent(&values);
    let beside = BESIDE * (high - low);
    let linear = (
        Marker::Disc,
        Paint::Method(Method::Pca),
        "linear PCA",
        &found.linear.point,
        of_linear(analysis, found),
    );
    let methods = found.found.iter().filter_map(|(method, one)| {
        let one = one.as_ref().ok()?;
        Some((
            Marker::of_pre_image(*method),
            Paint::PreImage(*method),
            short_name(*method),
            &one.point,
            quality(*method, one),
        ))
    });
    let (mut pins, mut names) = (Vec::new(), Vec::new());
    for (marker, paint, name, point, said) in std::iter::once(linear).chain(methods) {
        let xy = place(point);
        pins.push(Mark::Pin(Pin {
            name: format!("{name}, pre-image"),
            xy,
            marker,
            paint,
            lines: vec![said],
            held: None,
        }));
        // Inside the plot, on whichever side it stands.
        let (anchor, beside) = if xy[0] > f64::midpoint(low, high) {
            (Anchor::End, -beside)
        } else {
            (Anchor::Start, beside)
        };
        names.push(Mark::Text(Text {
            xy: [xy[0] + beside, xy[1]],
            text: name.to_owned(),
            paint: Paint::Ink,
            anchor,
            height: f64::INFINITY,
            large: false,
        }));
    }
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
    // Mika's and Kwok and Tsang's points are often one: the pointed shape lies below.
    paths.chain(pins.into_iter().rev()).chain(names).collect()
}
