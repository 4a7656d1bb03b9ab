//! Rows cleaned of noise by linear and kernel PCA, and their errors against the number of components.

use std::sync::Arc;

use super::{
    Content, Control, PanelSpec,
    error_curves::{ErrorLine, rule},
    picture::{Grid, STEP, pictures},
    pre_images::name,
};
use crate::{
    analysis::{Analysis, Denoising, DenoisingErrors},
    data::Labels,
    method::Method,
    setup::{View, pair},
    view::{
        Anchor, Aspect, Axis, Chart, CrossLine, Held, Key, LineStyle, Links, Mark, Orientation,
        Paint, Points, Scale, Text, aspect, counted, number,
    },
};

/// Panel of the cleaned rows.
pub(super) struct DenoisedRows;
/// Panel of the error against the number of components.
pub(super) struct Errors;

const TITLE: &str = "Denoising";
/// Colour of noisy rows among the cleaned ones.
const NOISY: Paint = Paint::Shade(0.25);
/// Number of pictures side by side.
const PICTURES: usize = 10;
/// Room for the names of the rows of pictures, in widths of a picture.
const NAMES: f64 = 2.0;

impl PanelSpec for DenoisedRows {
    fn about(&self) -> &'static str {
        "Rows rebuilt from their first q components: noise lies mostly in the others. Kernel PCA bends with \
         the data, linear PCA stays in a plane."
    }

    fn chart(&self, analysis: &Analysis, view: &View) -> Chart {
        match found(analysis) {
            Ok(found) => cleaned(analysis, view, found),
            Err(why) => Chart::empty(TITLE, why),
        }
    }

    fn controls(&self) -> &'static [Control] {
        &[Control::Denoising]
    }

    fn content<'a>(&self, analysis: &'a Analysis, _view: &View) -> Option<Content<'a>> {
        found(analysis).ok().map(Content::Denoising)
    }

    fn help(&self, _analysis: &Analysis, _view: &View) -> Option<String> {
        Some(HELP.to_owned())
    }
}

impl PanelSpec for Errors {
    fn about(&self) -> &'static str {
        "How far rebuilt rows are from those without noise, against the number of components, by linear and \
         kernel PCA"
    }

    fn chart(&self, analysis: &Analysis, _view: &View) -> Chart {
        match found(analysis) {
            Ok(found) if !found.curve.is_empty() => errors(analysis, found),
            Ok(_) => Chart::empty("Denoising error", "not computed: show this panel first"),
            Err(why) => Chart::empty("Denoising error", why),
        }
    }

    fn controls(&self) -> &'static [Control] {
        &[Control::Denoising]
    }

    fn content<'a>(&self, analysis: &'a Analysis, _view: &View) -> Option<Content<'a>> {
        let found = found(analysis).ok();
        found
            .filter(|found| !found.curve.is_empty())
            .map(Content::DenoisingError)
    }

    fn help(&self, _analysis: &Analysis, _view: &View) -> Option<String> {
        Some(HELP.to_owned())
    }
}

const HELP: &str = "Errors are means of squared differences from the rows without noise, over all their values, \
                    in the units of the data. The components are computed from the noisy rows.";

fn found(analysis: &Analysis) -> Result<&Denoising, &str> {
    if let Some(lack) = analysis.dataset.objects.lack_of_features() {
        return Err(lack);
    }
    let found = analysis.explain.denoising.as_deref();
    found.ok_or("not computed: show this panel first")
}

/// Name of the error, by what rows are compared with.
fn aim(analysis: &Analysis) -> &'static str {
    if analysis.clean.is_some() {
        "mean squared error"
    } else {
        "no noise is added: what is left of the rows themselves, mean squared error"
    }
}

/// Note on which rows were cleaned, how, and how well.
fn note(analysis: &Analysis, found: &Denoising) -> String {
    let n = analysis.dataset.n();
    let mut said = Vec::new();
    if analysis.clean.is_none() {
        said.push("no noise is added, so this is what is left of the rows themselves".to_owned());
    }
    if let Err(reason) = &found.kernel {
        said.push(format!("kernel PCA: {reason}"));
    } else {
        said.push(format!("kernel PCA by {}", name(found.method)));
    }
    if found.rows.len() < n {
        said.push(format!("{} of {n} rows, spread evenly", found.rows.len()));
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
    let before = analysis
        .clean
        .is_some()
        .then(|| (entry("noisy", noisy), NOISY));
    let linear = (entry("linear PCA", linear), Paint::Method(Method::Pca));
    let kernel = kernel.map(|error| (entry("kernel PCA", error), Paint::Method(Method::Kpca)));
    Key::Legend {
        title: String::new(),
        entries: before.into_iter().chain([linear]).chain(kernel).collect(),
        alone: None,
        shaped: false,
    }
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
    let (marks, [x, y], aspect) = if pictures(analysis).is_some() {
        let (marks, axes) = as_pictures(analysis, found);
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

/// Arrows from each noisy row to its reconstruction by each method.
fn as_arrows(
    analysis: &Analysis,
    found: &Denoising,
    [a, b]: [usize; 2],
) -> (Vec<Mark>, [Axis; 2], Aspect) {
    let dataset = &analysis.dataset;
    let place = |rows: &nalgebra::DMatrix<f64>| -> Vec<[f64; 2]> {
        (0..rows.nrows())
            .map(|i| [rows[(i, a)], rows[(i, b)]])
            .collect()
    };
    let noisy = place(&found.noisy);
    let dots = |name: &str, xy: &[[f64; 2]], paints: Arc<[Paint]>| {
        Mark::Points(Points {
            name: name.to_owned(),
            xy: xy.into(),
            rows: found.rows.clone().into(),
            paints,
            depths: None,
            emphases: None,
            markers: None,
            pictures: None,
        })
    };
    let ways = [
        (Method::Pca, Some(&found.linear)),
        (Method::Kpca, found.kernel.as_ref().ok()),
    ];
    let (mut links, mut ends) = (Vec::new(), Vec::new());
    for (method, rows) in ways {
        let Some(rows) = rows else { continue };
        let to = place(rows);
        let name = method.spec().title_in_text;
        links.push(Mark::Links(Links {
            name: format!("moved by {name}"),
            strengths: [].into(),
            rows: found.rows.iter().map(|&row| [row, row]).collect(),
            ends: noisy
                .iter()
                .zip(&to)
                .map(|(from, to)| [*from, *to])
                .collect(),
        }));
        let paints = to.iter().map(|_| Paint::Method(method)).collect();
        ends.push(dots(name, &to, paints));
    }
    let before = dots(
        "noisy rows",
        &noisy,
        found.rows.iter().map(|_| NOISY).collect(),
    );
    let marks = links.into_iter().chain([before]).chain(ends).collect();
    let axis = |j: usize| Axis::new(dataset.feature_names[j].clone(), Scale::Linear);
    let (x, y): (Vec<f64>, Vec<f64>) = noisy.iter().map(|&[x, y]| (x, y)).unzip();
    (marks, [axis(a), axis(b)], aspect(&x, &y).0)
}

/// Rows to be shown as pictures: the first of each class, or some that are spread evenly.
fn shown(analysis: &Analysis, found: &Denoising) -> Vec<usize> {
    let mut shown = Vec::new();
    if let Labels::Classes { names, codes, .. } = &analysis.dataset.labels {
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
    let before = if analysis.clean.is_some() {
        vec![("original", &found.clean), ("noisy", &found.noisy)]
    } else {
        vec![("original", &found.clean)]
    };
    let kernel = found.kernel.as_ref().ok().map(|rows| ("kernel PCA", rows));
    before
        .into_iter()
        .chain([("linear PCA", &found.linear)])
        .chain(kernel)
        .collect()
}

fn as_pictures(analysis: &Analysis, found: &Denoising) -> (Vec<Mark>, [Axis; 2]) {
    let Some(pictures) = pictures(analysis) else {
        return (vec![], [Axis::strip(), Axis::strip()]);
    };
    let shown = shown(analysis, found);
    let lines = lines(analysis, found);
    let grid = Grid::new(pictures, &found.clean, [shown.len(), lines.len()]);
    let pitch = grid.height() + (STEP - 1.0);
    let mut marks = Vec::new();
    for (i, (name, rows)) in lines.iter().enumerate() {
        let top = -(i as f64) * pitch;
        marks.push(Mark::Text(Text {
            xy: [-0.15, top - grid.height() / 2.0],
            text: (*name).to_owned(),
            paint: Paint::Ink,
            anchor: Anchor::End,
            height: 0.4,
            large: false,
        }));
        for (column, row) in shown.iter().enumerate() {
            let point: Vec<f64> = rows.row(*row).iter().copied().collect();
            let corner = [column as f64 * STEP, top];
            marks.push(Mark::Image(grid.image(name, &point, corner)));
        }
    }
    let axis = |name: &str, range| Axis {
        range: Some(range),
        ..Axis::new(name, Scale::Unmarked)
    };
    let right = shown.len() as f64 * STEP;
    let bottom = -(lines.len() as f64) * pitch;
    (
        marks,
        [
            axis("a row of the data in each column", [-NAMES - 0.15, right]),
            axis("", [bottom, 0.12]),
        ],
    )
}

/// Error of one of the two curves.
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
            name: method.spec().title_in_text.to_owned(),
            paint: Paint::Method(method),
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
    if analysis.clean.is_some() {
        marks.push(Mark::CrossLine(CrossLine {
            name: format!("noise {}", number(noisy)),
            orientation: Orientation::Horizontal,
            at: noisy,
            style: LineStyle::Dotted,
            paint: Paint::Ink,
            held: None,
        }));
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
        key: Key::Legend {
            title: String::new(),
            entries,
            alone: None,
            shaped: false,
        },
        note: Some(note(analysis, found)),
    }
}
