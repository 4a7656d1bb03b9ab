//! Pre-images of a point of the kernel PCA plot, by each method, with their distances from it.

mod in_input;

use super::{
    Content, Control, PanelSpec, of_features,
    picture::{Grid, pictures},
};
use crate::word;
use crate::{
    analysis::{Analysis, PreImages, TargetScores},
    setup::{Panel, ScoreAxes, View, clamp},
    view::{TidyTable, method_paint, pre_image_marker, pre_image_paint, row_title},
};
use chart::{Anchor, Aspect, Axis, Chart, Held, Key, Mark, Marker, Paint, Pin, Text, number};
use kernel_pca::{
    method::Method,
    preimage::{PreImage, PreImageMethod},
};
use tabular::{printable::shortened, row_in_words};

pub(super) use in_input::in_input;

pub(super) struct Lab;

const TITLE: &str = "Pre-images";
/// Largest number of features that are written of a point.
const FEATURES: usize = 6;
/// Largest number of letters of a feature's name beside its value, so that other features have room too.
const NAME: usize = 20;
impl PanelSpec for Lab {
    fn about(&self) -> &'static str {
        "What in the input a point of feature space stands for: drag the ringed point in the plot of kernel \
         PCA. Most such points are no row's image, so several methods look for the nearest."
    }

    fn chart(&self, analysis: &Analysis, _view: &View) -> Chart {
        match pre_images(analysis) {
            Ok(found) => chart(analysis, found),
            Err(why) => Chart::empty(TITLE, why),
        }
    }

    fn controls(&self) -> &'static [Control] {
        &[Control::PreImage]
    }

    fn content<'a>(&self, analysis: &'a Analysis, _view: &View) -> Option<Content<'a>> {
        pre_images(analysis).ok().map(Content::PreImages)
    }

    fn table(&self, analysis: &Analysis, _view: &View) -> Option<TidyTable> {
        pre_images(analysis)
            .ok()
            .map(|found| table(analysis, found))
    }

    fn plain_help(&self) -> Option<&'static str> {
        Some(
            "The distance is that between the point asked for and the image of the point found, in feature \
             space. Where it is 0 the pre-image is exact. Linear PCA has an exact inverse for every point \
             of its plot.",
        )
    }
}

fn pre_images(analysis: &Analysis) -> Result<&PreImages, &'static str> {
    of_features(analysis, analysis.explain.pre_images.as_deref())
}

/// Table of the pre-images that were found, a row for each method, linear PCA's exact inverse last: features in the units of the
/// data, and the distance in feature space between the point asked for and the image of the point found (none for linear
/// PCA).
fn table(analysis: &Analysis, found: &PreImages) -> TidyTable {
    let linear = (Method::Pca.name(), &found.linear.point, f64::NAN);
    let ways = found.ways.iter().filter_map(|(method, one)| {
        let one = one.as_ref().ok()?;
        Some((method.name(), &one.point, one.distance))
    });
    let rows: Vec<_> = ways.chain([linear]).collect();
    let names = analysis.dataset.feature_names.iter().enumerate();
    let features = names.map(|(j, name)| {
        let values = rows.iter().map(|(_, point, _)| point[j]);
        (name.clone(), values.collect())
    });
    let distances = rows.iter().map(|(_, _, distance)| *distance).collect();
    let methods = rows.iter().map(|(name, ..)| (*name).to_owned()).collect();
    TidyTable {
        texts: vec![("method".to_owned(), methods)],
        numbers: features
            .chain([("distance".to_owned(), distances)])
            .collect(),
    }
}

/// Name of a method in a list.
pub fn name(method: PreImageMethod) -> &'static str {
    match method {
        PreImageMethod::Ridge => "ridge regression",
        PreImageMethod::Mika => "Mika's fixed point",
        PreImageMethod::KwokTsang => "Kwok and Tsang's distances",
        PreImageMethod::Gradient => "gradient descent",
    }
}

/// Name of a method where there is little room.
pub fn short_name(method: PreImageMethod) -> &'static str {
    match method {
        PreImageMethod::Ridge => "ridge",
        PreImageMethod::Mika => "Mika",
        PreImageMethod::KwokTsang => "Kwok–Tsang",
        PreImageMethod::Gradient => "gradient",
    }
}

/// Quality of a pre-image in words.
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

/// Words on the source of a point's scores on the components that are not in the plot.
fn others(analysis: &Analysis, asked: &TargetScores) -> String {
    match asked.as_in {
        None => "other components 0".to_owned(),
        Some(row) => {
            let called = row_in_words(&analysis.dataset, row);
            let nearest = if row == asked.nearest {
                ", the nearest"
            } else {
                ""
            };
            format!("other components as in {called}{nearest}")
        }
    }
}

fn chart(analysis: &Analysis, found: &PreImages) -> Chart {
    let said: Vec<String> = found
        .ways
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

/// Values of a point by name, or as many as there is room for.
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

/// Words on the point that linear PCA's exact inverse belongs to.
fn of_linear(analysis: &Analysis, found: &PreImages) -> String {
    match found.linear.at_row {
        Some(row) => format!("exact, of {}", row_title(analysis, row)),
        None => "exact, of its own point".to_owned(),
    }
}

/// List of the methods, two lines each: sign, name and quality, then the point.
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
                moves: false,
            })
        };
        if let Some((marker, paint)) = sign {
            marks.push(Mark::Pin(Pin {
                lines: vec![below.clone()],
                ..Pin::new(head.clone(), [0.03, next], marker, paint)
            }));
        }
        // Where there is no room for both, a text gives way to those before it.
        marks.push(line(0.07, next, head));
        marks.push(line(0.07, next - 1.0, below));
        next -= 2.5;
    };
    for (method, one) in &found.ways {
        let title = word::sentence_case(name(*method));
        let sign = (pre_image_marker(*method), pre_image_paint(*method));
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
        Some((Marker::Disc, method_paint(Method::Pca))),
        format!("Linear PCA: {}", of_linear(analysis, found)),
        values(analysis, &found.linear.point),
    );
    (marks, [[0.0, 1.0], [next + 0.9, 1.0]].map(Axis::bare))
}

/// Pictures: the nearest row and linear PCA's inverse, and below them the pre-image by each method.
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
    let second = found.ways.iter().map(|(method, one)| {
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

/// Breaks a text into lines that fit below a picture.
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

/// Returns true where the points that can be dragged are shown.
fn is_shown(analysis: &Analysis, view: &View) -> bool {
    view.panels.contains(&Panel::PreImages) && analysis.dataset.has_features()
}

/// Point that can be dragged in the plot of the scores of linear or kernel PCA; `None` for other methods, and where
/// pre-images are not shown.
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
        lines: asked
            .map(|asked| others(analysis, asked))
            .into_iter()
            .collect(),
        held: Some(Held::PreImage),
        ..Pin::new("point asked for", xy, Marker::Disc, method_paint(method))
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

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
