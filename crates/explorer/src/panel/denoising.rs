//! Rows cleaned of noise by linear and kernel PCA, and their errors against the number of components.

use std::sync::Arc;

use super::{
    Content, Control, NOT_COMPUTED, PanelSpec,
    error_curves::{ErrorLine, rule},
    of_features,
    picture::{Grid, STEP, pictures},
    pre_images::name,
};
use crate::{
    analysis::{Analysis, Denoising, DenoisingErrors},
    presented::Presented,
    setup::{View, pair},
    view::{aspect, method_paint},
};
use chart::{
    Anchor, Aspect, Axis, Chart, CrossLine, Held, Key, Line, LineStyle, Links, Mark, Marker,
    Orientation, Paint, Points, Scale, Text, counted, number,
};
use kernel_pca::{method::Method, objects::Labels};
use tabular::Pictures;

/// Panel of the cleaned rows.
pub(super) struct DenoisedRows;
/// Panel of the error against the number of components.
pub(super) struct Errors;

const TITLE: &str = "Denoising";
/// Colour of noisy rows among the cleaned ones.
const NOISY: Paint = Paint::Shade(0.25);
/// Largest number of pictures side by side.
const PICTURES: usize = 10;
/// Room for the names of the rows of pictures, in widths of a picture.
const NAMES: f64 = 2.0;

impl PanelSpec for DenoisedRows {
    fn about(&self) -> &'static str {
        "Rows rebuilt from their first q components: noise lies mostly in the others. Kernel PCA bends with \
         the data, linear PCA stays in a plane."
    }

    fn chart(&self, analysis: &Analysis, view: &View) -> Chart {
        match denoising(analysis) {
            Ok(found) => cleaned(analysis, view, found),
            Err(why) => Chart::empty(TITLE, why),
        }
    }

    fn controls(&self) -> &'static [Control] {
        &[Control::Denoising]
    }

    fn content<'a>(&self, analysis: &'a Analysis, _view: &View) -> Option<Content<'a>> {
        denoising(analysis).ok().map(Content::Denoising)
    }

    fn plain_help(&self) -> Option<&'static str> {
        Some(HELP)
    }
}

impl PanelSpec for Errors {
    fn about(&self) -> &'static str {
        "How far rebuilt rows are from those without noise, against the number of components, by linear and \
         kernel PCA"
    }

    fn chart(&self, analysis: &Analysis, _view: &View) -> Chart {
        match with_curve(analysis) {
            Ok(found) => errors(analysis, found),
            Err(why) => Chart::empty("Denoising error", why),
        }
    }

    fn controls(&self) -> &'static [Control] {
        &[Control::Denoising]
    }

    fn content<'a>(&self, analysis: &'a Analysis, _view: &View) -> Option<Content<'a>> {
        with_curve(analysis).ok().map(Content::DenoisingError)
    }

    fn plain_help(&self) -> Option<&'static str> {
        Some(HELP)
    }
}

const HELP: &str = "Errors are means of squared differences from the rows without noise, over all their values, \
                    in the units of the data. The components are computed from the noisy rows. Rows without noise are \
                    those before noise was added, or those of a file of clean rows.";

fn denoising(analysis: &Analysis) -> Result<&Denoising, &'static str> {
    of_features(analysis, analysis.explain.denoising.as_deref())
}

/// Denoising whose errors are known for each number of components, or the reason why there is none.
fn with_curve(analysis: &Analysis) -> Result<&Denoising, &'static str> {
    let found = denoising(analysis)?;
    let is_known = !found.curve.is_empty();
    is_known.then_some(found).ok_or(NOT_COMPUTED)
}

/// Name of the error, by what rows are compared with.
fn aim(analysis: &Analysis) -> &'static str {
    if analysis.knows_clean_rows() {
        "mean squared error"
    } else {
        "no noise is added: what is left of the rows themselves, mean squared error"
    }
}

/// Note on which rows were cleaned, how, and how well.
fn note(analysis: &Analysis, found: &Denoising) -> String {
    let (n, of_all) = match analysis.new_rows().filter(|_| found.are_new) {
        Some(new) => (new.rows.n(), "new rows"),
        None => (analysis.dataset.n(), "rows"),
    };
    let mut said = Vec::new();
    if let Some(clean) = &analysis.clean_rows {
        said.push(format!("{n} {of_all} against {}", clean.name));
    } else if analysis.clean.is_none() {
        said.push("no noise is added, so this is what is left of the rows themselves".to_owned());
    }
    if let Err(reason) = &found.kernel {
        said.push(format!("kernel PCA: {reason}"));
    } else {
        said.push(format!("kernel PCA by {}", name(found.method)));
    }
    if found.rows.len() < n {
        said.push(format!(
            "{} of {n} {of_all}, spread evenly",
            found.rows.len()
        ));
    }
    if found.unfinished > 0 {
        let rows = counted(found.unfinished, ["row", "rows"]);
        said.push(format!("{rows} did not come to rest"));
    }
    said.join("; ")
}

/// Key of the methods with their errors.
fn key(analysis: &Analysis, found: &Denoising) -> Key {
    let (noisy, linear, kernel) = found.errors();
    let entry = |name: &str, error: f64| format!("{name} {}", number(error));
    let is_noisy = analysis.knows_clean_rows();
    let before = is_noisy.then(|| (entry("noisy", noisy), NOISY));
    let linear = (entry("linear PCA", linear), method_paint(Method::Pca));
    let kernel = kernel.map(|error| (entry("kernel PCA", error), method_paint(Method::Kpca)));
    let entries = before.into_iter().chain([linear]).chain(kernel);
    Key::legend("", entries.collect())
}

fn cleaned(analysis: &Analysis, view: &View, found: &Denoising) -> Chart {
    let title = format!("{TITLE} · q = {}", found.q);
    let (noisy, linear, kernel) = found.errors();
    let kernel = kernel.map_or_else(String::new, |error| {
        format!(" and by kernel PCA {}", number(error))
    });
    let summary = format!(
        "{title}: {} of noisy rows {}, rebuilt by linear PCA {}{kernel}.",
        aim(analysis),
        number(noisy),
        number(linear)
    );
    let (marks, [x, y], aspect) = if let Some(pictures) = pictures(analysis) {
        let (marks, axes) = as_pictures(analysis, found, pictures);
        (marks, axes, Aspect::Equal)
    } else {
        let Some(columns) = pair(view.input, analysis.dataset.d()) else {
            return Chart::empty(&title, "a plot takes two columns");
        };
        as_arrows(analysis, found, columns)
    };
    Chart {
        title,
        summary,
        x,
        y,
        aspect,
        marks,
        key: key(analysis, found),
        note: Some(note(analysis, found)),
    }
}

/// Lines from each noisy row to its reconstruction by each method, with dots at both ends, and the axes.
fn as_arrows(
    analysis: &Analysis,
    found: &Denoising,
    [a, b]: [usize; 2],
) -> (Vec<Mark>, [Axis; 2], Aspect) {
    let dataset = &analysis.dataset;
    let place = |rows: &nalgebra::DMatrix<f64>| -> Vec<[f64; 2]> {
        rows.row_iter().map(|row| [row[a], row[b]]).collect()
    };
    let noisy = place(&found.noisy);
    let dots = |name: &str, xy: &[[f64; 2]], paints: Arc<[Paint]>| {
        let rows = found.rows.clone().into();
        let points = Points::new(name.to_owned(), xy.into(), paints, rows);
        if found.are_new {
            let markers = Some(found.rows.iter().map(|_| Marker::Ring).collect());
            Mark::NewRows(Points { markers, ..points })
        } else {
            Mark::Points(points)
        }
    };
    let ways = [
        (Method::Pca, Some(&found.linear)),
        (Method::Kpca, found.kernel.as_ref().ok()),
    ];
    let (mut links, mut ends) = (Vec::new(), Vec::new());
    for (method, rows) in ways {
        let Some(rows) = rows else { continue };
        let to = place(rows);
        let name = method.presented().title_in_text;
        let pairs = found.rows.iter().zip(noisy.iter().zip(&to));
        let pairs = pairs.map(|(row, (from, to))| ([*row; 2], [*from, *to]));
        if found.are_new {
            // Links are hidden with the fitted rows that they join.
            let pairs = pairs.map(|(_, ends)| Mark::Line(Line::hairline(ends.to_vec())));
            links.extend(pairs);
        } else {
            links.push(Mark::Links(Links::new(format!("moved by {name}"), pairs)));
        }
        let paints = to.iter().map(|_| method_paint(method)).collect();
        ends.push(dots(name, &to, paints));
    }
    let paints = found.rows.iter().map(|_| NOISY).collect();
    let before = dots("noisy rows", &noisy, paints);
    let marks = links.into_iter().chain([before]).chain(ends).collect();
    let axis = |j: usize| Axis::new(dataset.feature_names[j].clone(), Scale::Linear);
    let (x, y): (Vec<f64>, Vec<f64>) = noisy.iter().map(|&[x, y]| (x, y)).unzip();
    (marks, [axis(a), axis(b)], aspect(&x, &y).0)
}

/// Indices, among the denoised rows, of those shown as pictures: the first of each class, or the first ones of all
/// where these are fewer than two.
fn shown(analysis: &Analysis, found: &Denoising) -> Vec<usize> {
    let mut shown = Vec::new();
    let labels = match &analysis.new {
        Some(new) if found.are_new => &new.rows.labels,
        _ => &analysis.dataset.labels,
    };
    if let Labels::Classes { names, codes, .. } = labels {
        for class in 0..names.len() {
            let mut rows = found.rows.iter();
            shown.extend(rows.position(|row| codes[*row] == Some(class)));
        }
    }
    if shown.len() < 2 {
        shown = (0..found.rows.len().min(PICTURES)).collect();
    }
    shown.truncate(PICTURES);
    shown
}

/// Names of the lines of pictures, with the rows that each shows.
fn lines<'a>(
    analysis: &Analysis,
    found: &'a Denoising,
) -> Vec<(&'static str, &'a nalgebra::DMatrix<f64>)> {
    let mut lines = vec![("original", &found.clean)];
    if analysis.knows_clean_rows() {
        lines.push(("noisy", &found.noisy));
    }
    lines.push(("linear PCA", &found.linear));
    lines.extend(found.kernel.as_ref().ok().map(|rows| ("kernel PCA", rows)));
    lines
}

fn as_pictures(
    analysis: &Analysis,
    found: &Denoising,
    pictures: &Pictures,
) -> (Vec<Mark>, [Axis; 2]) {
    let shown = shown(analysis, found);
    let lines = lines(analysis, found);
    let grid = Grid::new(pictures, &found.clean, [shown.len(), lines.len()]);
    let pitch = grid.height() + (STEP - 1.0);
    let mut marks = Vec::new();
    for (i, (name, rows)) in lines.iter().enumerate() {
        let top = -(i as f64) * pitch;
        marks.push(Mark::Text(Text::new(
            [-0.15, top - grid.height() / 2.0],
            *name,
            Anchor::End,
            0.4,
        )));
        for (column, row) in shown.iter().enumerate() {
            let point: Vec<f64> = rows.row(*row).iter().copied().collect();
            let corner = [column as f64 * STEP, top];
            marks.push(Mark::Image(grid.image(name, &point, corner)));
        }
    }
    let right = shown.len() as f64 * STEP;
    let bottom = -(lines.len() as f64) * pitch;
    let x = Axis::new("a row of the data in each column", Scale::Unmarked);
    let x = x.within([-NAMES - 0.15, right]);
    (marks, [x, Axis::bare([bottom, 0.12])])
}

/// Function that gives the error of one of the two methods.
type ErrorOf = fn(&DenoisingErrors) -> Option<f64>;

const CURVES: [(Method, ErrorOf); 2] = [
    (Method::Pca, |left| left.linear),
    (Method::Kpca, |left| left.kernel),
];

fn errors(analysis: &Analysis, found: &Denoising) -> Chart {
    let mut marks = Vec::new();
    let (mut entries, mut said) = (Vec::new(), Vec::new());
    let mut pins = Vec::new();
    for (method, of) in CURVES {
        let curve = found.curve.iter();
        let line = ErrorLine {
            name: method.presented().title_in_text.to_owned(),
            paint: method_paint(method),
            style: LineStyle::Solid,
            points: curve.filter_map(|left| Some((left.q, of(left)?))).collect(),
            say: number,
        };
        let Some((best, pin)) = line.least() else {
            continue;
        };
        marks.push(line.line());
        pins.push(pin);
        said.push(best.clone());
        entries.push((best, line.paint));
    }
    let (noisy, _, _) = found.errors();
    if analysis.knows_clean_rows() {
        marks.push(Mark::CrossLine(CrossLine::new(
            format!("noise {}", number(noisy)),
            Orientation::Horizontal,
            noisy,
            LineStyle::Dotted,
        )));
        entries.push((format!("noisy rows: {}", number(noisy)), Paint::Ink));
    }
    marks.push(Mark::CrossLine(CrossLine {
        held: Some(Held::DenoisingComponents),
        ..rule(found.q)
    }));
    marks.extend(pins);
    Chart {
        title: format!("Denoising error · q = {}", found.q),
        summary: format!("Denoising error, {}: {}.", aim(analysis), said.join("; ")),
        x: Axis::new("components q", Scale::Count),
        y: Axis::new("mean squared error", Scale::Linear),
        aspect: Aspect::Free,
        marks,
        key: Key::legend("", entries),
        note: Some(note(analysis, found)),
    }
}
