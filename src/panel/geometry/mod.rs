//! Two rows in feature space: what they and the origin, and they and the mean, look like to scale, and how
//! each number comes from kernel values.

mod code;

use super::{
    Content, Control, PanelSpec,
    coordinates::{self, PAINTS, two_rows},
};
use crate::{
    analysis::Analysis,
    explain::{Geometry, Pair},
    setup::View,
    view::{
        Anchor, Aspect, Axis, Chart, Line, LineStyle, Mark, Paint, Scale, Text, kernel_label,
        row_title,
    },
};

pub(super) struct GeometryPanel;

const TITLE: &str = "Geometry of feature space";

/// All is laid out in lines of text: so many are as long as the chart is wide.
const WIDTH: f64 = 26.0;
/// From one line of text to the next, and how high a text may be.
const LINE: f64 = 1.0;
const TEXT: f64 = 0.78;
/// What a triangle may take, without the names around it.
const TRIANGLE: [f64; 2] = [8.0, 3.8];
/// Where the two triangles begin, and the only one where there is one.
const LEFT: [f64; 2] = [0.8, 13.6];
/// Where the columns of the table end.
const COLUMNS: [f64; 3] = [11.5, 18.5, 25.5];
/// A line that is longer goes on in the next one.
const LONGEST: usize = 62;

impl PanelSpec for GeometryPanel {
    fn about(&self) -> &'static str {
        "Lengths, distance and angle of two rows in feature space, worked out from kernel values: of the \
         rows selected, or pointed at, or the first two"
    }

    fn chart(&self, analysis: &Analysis, view: &View) -> Chart {
        match two_rows(analysis, view) {
            Some(rows) => chart(analysis, rows),
            None => Chart::empty(TITLE, "there are fewer than two rows"),
        }
    }

    fn controls(&self) -> &'static [Control] {
        &[]
    }

    fn content<'a>(
        &self,
        analysis: &'a Analysis,
        view: &View,
        _chart: &Chart,
    ) -> Option<Content<'a>> {
        let rows = two_rows(analysis, view)?;
        Some(Content::Own(code::code(analysis, rows)))
    }

    fn help(&self, _analysis: &Analysis, _view: &View) -> Option<String> {
        Some(
            "Nobody sees φ, and nobody needs to: k(x, y) is the product of φ(x) and φ(y), and lengths, \
             distances and angles are made of products. Any three points lie in a plane, so both triangles \
             are drawn to scale, each to its own."
                .into(),
        )
    }

    fn follows_pointer(&self) -> bool {
        true
    }
}

fn chart(analysis: &Analysis, rows: [usize; 2]) -> Chart {
    let geometry = Geometry::of(&analysis.kpca, rows);
    let centered = geometry.centered();
    let mut marks = Vec::new();
    let feet = [
        Some((geometry.pair, "from the origin", "0")),
        centered.map(|pair| (pair, "from the mean μ", "μ")),
    ];
    for ((pair, heading, foot), left) in feet.into_iter().flatten().zip(LEFT) {
        marks.extend(triangle(&pair, heading, foot, left));
    }
    let mut y = -(2.5 * LINE + TRIANGLE[1] + 1.5 * LINE);
    let table = table(&geometry, centered.as_ref());
    for row in &table {
        for (j, cell) in row.iter().enumerate() {
            let (x, anchor) = match j {
                0 => (0.0, Anchor::Start),
                _ => (COLUMNS[j - 1], Anchor::End),
            };
            marks.push(text([x, y], cell, Paint::Ink, anchor));
        }
        y -= LINE;
    }
    y -= 0.4 * LINE;
    let said = worked(&geometry);
    for line in said.iter().flat_map(|line| broken(line)) {
        marks.push(text([0.0, y], &line, Paint::Ink, Anchor::Start));
        y -= LINE;
    }
    let title = format!("{TITLE} · {}", kernel_label(&analysis.kernel));
    let axis = |range| Axis {
        range: Some(range),
        ..Axis::new("", Scale::Unmarked)
    };
    Chart {
        summary: format!(
            "{title}, of {} (x) and {} (y). {}.",
            row_title(analysis, rows[0]),
            row_title(analysis, rows[1]),
            said.iter()
                .map(Worked::joined)
                .collect::<Vec<_>>()
                .join("; ")
        ),
        x: axis([-0.3, WIDTH + 0.3]),
        y: axis([y + 0.3 * LINE, 0.0]),
        aspect: Aspect::Equal,
        marks,
        key: coordinates::key(analysis, rows),
        note: note(analysis, &geometry),
        title,
    }
}

fn text(xy: [f64; 2], text: &str, paint: Paint, anchor: Anchor) -> Mark {
    Mark::Text(Text {
        xy,
        text: text.to_owned(),
        paint,
        anchor,
        height: TEXT,
        large: true,
    })
}

/// Both images seen from a foot, to scale.
fn triangle(pair: &Pair, heading: &str, foot: &str, left: f64) -> Vec<Mark> {
    let mut marks = vec![text(
        [left, -0.7 * LINE],
        heading,
        Paint::Ink,
        Anchor::Start,
    )];
    let middle = -(1.9 * LINE + TRIANGLE[1] / 2.0);
    let Some(corners) = corners(pair) else {
        let why = "negative squares have no length";
        marks.push(text([left, middle], why, Paint::Warning, Anchor::Start));
        return marks;
    };
    let [x, y] = corners;
    let [width, low, high] = [
        x[0].max(y[0]),
        x[1].min(y[1]).min(0.0),
        x[1].max(y[1]).max(0.0),
    ];
    let scale = (TRIANGLE[0] / width).min(TRIANGLE[1] / (high - low).max(f64::MIN_POSITIVE));
    // Both images may be in the foot.
    let scale = if scale.is_finite() { scale } else { 0.0 };
    let center = f64::midpoint(low, high);
    let place = |[a, b]: [f64; 2]| [left + 0.6 + scale * a, middle + scale * (b - center)];
    let at = [[0.0; 2], x, y].map(place);
    let [length_x, length_y] = pair.lengths().map(|it| digits(it.unwrap_or_default()));
    let distance = pair.distance().map(digits).unwrap_or_default();
    let sides = [
        ("φ(x)", [0, 1], &length_x, PAINTS[0], LineStyle::Solid),
        ("φ(y)", [0, 2], &length_y, PAINTS[1], LineStyle::Solid),
        ("distance", [1, 2], &distance, Paint::Ink, LineStyle::Dashed),
    ];
    for (name, ends, length, paint, style) in sides {
        marks.push(Mark::Line(Line {
            name: name.to_owned(),
            xy: ends.map(|end| at[end]).to_vec(),
            style,
            dots: style == LineStyle::Solid,
            paint,
            labels: vec![format!("{name}: length {length}"); 2],
        }));
    }
    let beside = |[x, y]: [f64; 2], up: f64| [x + 0.4, y + up];
    marks.push(text(
        [at[0][0] - 0.4, at[0][1]],
        foot,
        Paint::Ink,
        Anchor::End,
    ));
    // One above the other where both point the same way.
    let apart = if (at[1][1] - at[2][1]).abs() < 1.2 * LINE {
        0.6
    } else {
        0.0
    };
    marks.push(text(beside(at[1], apart), "φ(x)", PAINTS[0], Anchor::Start));
    marks.push(text(
        beside(at[2], -apart),
        "φ(y)",
        PAINTS[1],
        Anchor::Start,
    ));
    for (ends, length, paint, up) in [
        ([0, 1], &length_x, PAINTS[0], 0.75),
        ([0, 2], &length_y, PAINTS[1], -0.75),
    ] {
        let [a, b] = ends.map(|end: usize| at[end]);
        let middle = [f64::midpoint(a[0], b[0]), f64::midpoint(a[1], b[1]) + up];
        marks.push(text(middle, length, paint, Anchor::Middle));
    }
    if apart == 0.0 {
        let middle = [0, 1].map(|axis| f64::midpoint(at[1][axis], at[2][axis]));
        marks.push(text(
            beside(middle, 0.0),
            &distance,
            Paint::Ink,
            Anchor::Start,
        ));
    }
    marks
}

/// Where φ(x) and φ(y) are seen from a foot at the origin, one above the axis and one below; `None` where
/// there are no such places.
fn corners(pair: &Pair) -> Option<[[f64; 2]; 2]> {
    let [a, b] = pair.lengths();
    let (a, b) = (a?, b?);
    // A foot that is one of the images sees the other one straight ahead.
    let angle = if a * b > 0.0 { pair.angle()? } else { 0.0 };
    let (sine, cosine) = (angle.to_radians() / 2.0).sin_cos();
    Some([[a * cosine, a * sine], [b * cosine, -b * sine]])
}

/// A heading, then a row for each quantity: of images, of images about their mean, and of images of length 1.
fn table(geometry: &Geometry, centered: Option<&Pair>) -> Vec<Vec<String>> {
    let normalized = geometry.pair.normalized();
    let pairs = [
        Some(("images", Some(geometry.pair))),
        centered.map(|pair| ("less μ", Some(*pair))),
        Some(("of length 1", normalized)),
    ];
    let pairs: Vec<(&str, Option<Pair>)> = pairs.into_iter().flatten().collect();
    let row = |name: &str, value: &dyn Fn(&Pair) -> Option<String>| {
        let cell = |(_, pair): &(&str, Option<Pair>)| {
            pair.as_ref()
                .and_then(value)
                .unwrap_or_else(|| "–".to_owned())
        };
        let mut cells = vec![name.to_owned()];
        cells.extend(pairs.iter().map(cell));
        cells
    };
    let mut head = vec![String::new()];
    head.extend(pairs.iter().map(|(name, _)| (*name).to_owned()));
    vec![
        head,
        row("k(x, x)", &|pair| Some(digits(pair.own[0]))),
        row("k(y, y)", &|pair| Some(digits(pair.own[1]))),
        row("k(x, y)", &|pair| Some(digits(pair.between))),
        row("distance", &|pair| pair.distance().map(digits)),
        row("angle", &|pair| Some(format!("{:.2}°", pair.angle()?))),
    ]
}

/// A formula, the same with numbers, and what they give.
struct Worked {
    formula: String,
    numbers: String,
    result: String,
}

impl Worked {
    fn joined(&self) -> String {
        let parts = [&self.formula, &self.numbers, &self.result];
        let parts: Vec<&str> = parts
            .iter()
            .map(|it| &***it)
            .filter(|it| !it.is_empty())
            .collect();
        parts.join(" = ")
    }
}

/// In one line, or in two.
fn broken(worked: &Worked) -> Vec<String> {
    let whole = worked.joined();
    if whole.chars().count() <= LONGEST || worked.numbers.is_empty() {
        return vec![whole];
    }
    let Worked {
        formula,
        numbers,
        result,
    } = worked;
    vec![formula.clone(), format!("      = {numbers} = {result}")]
}

/// How each number comes about.
fn worked(geometry: &Geometry) -> Vec<Worked> {
    let Geometry {
        pair,
        mean,
        mean_own,
        variance,
    } = *geometry;
    let [xx, yy] = pair.own.map(digits);
    let xy = digits(pair.between);
    let step = |formula: &str, numbers: String, result: String| Worked {
        formula: formula.to_owned(),
        numbers,
        result,
    };
    let no = || "no real number".to_owned();
    let length = |it: Option<f64>| it.map_or_else(no, digits);
    let [length_x, length_y] = pair.lengths().map(length);
    let mut steps = vec![
        step(
            "‖φ(x)‖ = √k(x,x)",
            format!("√{}", signed(&xx)),
            format!("{length_x},  ‖φ(y)‖ = √{} = {length_y}", signed(&yy)),
        ),
        step(
            "‖φ(x) − φ(y)‖² = k(x,x) − 2k(x,y) + k(y,y)",
            format!("{xx} − 2·{} + {}", signed(&xy), signed(&yy)),
            digits(pair.squared_distance()),
        ),
        step(
            "cos θ = k(x,y) / (‖φ(x)‖·‖φ(y)‖)",
            format!("{xy} / ({length_x}·{length_y})"),
            pair.cosine().map_or_else(no, digits),
        ),
    ];
    if pair.cosine().is_none() {
        steps.pop();
    }
    let Some(mean) = mean else {
        steps.push(step(
            "mean of ‖φ‖² over all rows",
            String::new(),
            digits(variance),
        ));
        return steps;
    };
    let own = digits(mean.own);
    let [with_x, with_y] = mean.with.map(digits);
    let centered = geometry.centered().map_or(0.0, |pair| pair.between);
    steps.push(step(
        "less μ: k(x,y) − m(x) − m(y) + ‖μ‖²",
        format!(
            "{xy} − {} − {} + {}",
            signed(&with_x),
            signed(&with_y),
            signed(&own)
        ),
        digits(centered),
    ));
    steps.push(step("‖μ‖² = mean of all k", String::new(), own.clone()));
    steps.push(step(
        "total variance = mean of k(x,x) − ‖μ‖²",
        format!("{} − {}", digits(mean_own), signed(&own)),
        digits(variance),
    ));
    steps
}

/// A number in the midst of a formula: with parentheses where it has a sign.
fn signed(number: &str) -> String {
    if number.starts_with('−') {
        format!("({number})")
    } else {
        number.to_owned()
    }
}

fn note(analysis: &Analysis, geometry: &Geometry) -> Option<String> {
    let n = analysis.dataset.n();
    if geometry.mean.is_some() {
        return Some(format!(
            "m(x) is the mean of k(x, ·) over all {n} rows; each triangle has a scale of its own"
        ));
    }
    let why = if analysis.kernel.center() {
        "images were moved to their mean before they were normalised"
    } else {
        "images are not moved to their mean"
    };
    Some(why.to_owned())
}

/// Six significant digits without trailing zeros.
fn digits(value: f64) -> String {
    let text = coordinates::six_digits(value);
    match text.split_once('e') {
        None if text.contains('.') => {
            let short = text.trim_end_matches('0').trim_end_matches('.');
            short.to_owned()
        }
        _ => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        analysis::Analyzer,
        kernel::Kernel,
        kpca::{Solver, Tier},
        panel::Panel,
        setup::{Marking, Setup, example},
        view::testing,
    };

    fn shown(setup: &Setup) -> (Chart, Vec<String>) {
        let analysis = Analyzer::default()
            .run(setup, Tier::Exact, Solver::Auto, &|| false)
            .unwrap();
        let chart = Panel::Geometry.chart(&analysis, &setup.view);
        testing::assert_drawable(&chart);
        let texts = chart.marks.iter().filter_map(|mark| match mark {
            Mark::Text(text) => Some(text.text.clone()),
            _ => None,
        });
        let texts = texts.collect();
        (chart, texts)
    }

    #[test]
    fn the_example_shows_what_is_worked_by_hand() {
        let mut setup = example("feature-space").unwrap().setup;
        let (_, texts) = shown(&setup);
        for line in [
            "‖φ(x)‖ = √k(x,x) = √43.81 = 6.61891,  ‖φ(y)‖ = √57.22 = 7.56439",
            "      = 43.81 − 2·50.01 + 57.22 = 1.01",
            "‖μ‖² = mean of all k = 44.2944",
            "total variance = mean of k(x,x) − ‖μ‖² = 45.048 − 44.2944 = 0.7536",
            "1.00499",
            "0.0236",
        ] {
            assert!(texts.iter().any(|text| text == line), "{line}: {texts:#?}");
        }
        setup.kernel = Kernel::poly(1.0, 2, 0.0).into();
        setup.view.marking = Marking {
            selected: [3, 4].into_iter().collect(),
            ..Marking::default()
        };
        let (_, texts) = shown(&setup);
        for line in ["0.935704", "‖μ‖² = mean of all k = 2006.25"] {
            assert!(texts.iter().any(|text| text == line), "{line}: {texts:#?}");
        }
    }

    #[test]
    fn pointing_at_rows_fills_up_what_is_not_selected() {
        let mut setup = example("feature-space").unwrap().setup;
        setup.view.pointed_at = vec![4];
        assert!(
            shown(&setup)
                .0
                .summary
                .contains("of row 4 (x) and row 0 (y)")
        );
        setup.view.marking.selected = [2].into_iter().collect();
        assert!(
            shown(&setup)
                .0
                .summary
                .contains("of row 2 (x) and row 4 (y)")
        );
        setup.view.marking.selected = [1, 3].into_iter().collect();
        assert!(
            shown(&setup)
                .0
                .summary
                .contains("of row 1 (x) and row 3 (y)")
        );
    }

    #[test]
    fn every_kernel_of_every_example_has_a_picture() {
        for example in crate::setup::examples() {
            let mut setup = example.setup;
            setup.view.panels = vec![Panel::Geometry];
            let (chart, texts) = shown(&setup);
            assert!(
                texts.iter().any(|text| text == "k(x, y)"),
                "{}",
                example.name
            );
            assert!(chart.note.is_some());
        }
    }

    #[test]
    fn an_indefinite_kernel_may_have_no_lengths() {
        let mut setup = example("feature-space").unwrap().setup;
        setup.kernel = Kernel::sigmoid(0.01, -5.0).into();
        let (_, texts) = shown(&setup);
        let said = |part: &str| texts.iter().any(|text| text.contains(part));
        assert!(
            said("no real number") && said("negative squares have no length"),
            "{texts:#?}"
        );
    }
}
