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
        Anchor, Aspect, Axis, Chart, Line, LineStyle, MapGrid, Mark, Paint, Room, Scale, Text,
        kernel_label, row_title,
    },
};

pub(super) struct GeometryPanel;

const TITLE: &str = "Geometry of feature space";

/// All is laid out in lines of text: so many are as long as table and formulas are wide.
const WIDTH: f64 = 26.0;
/// From one line of text to the next, and how high a text may be.
const LINE: f64 = 1.0;
const TEXT: f64 = 0.78;
/// What a triangle may take, without the names around it, and all with them.
const TRIANGLE: [f64; 2] = [6.4, 4.2];
/// Left of a triangle, for the length of a steep side.
const MARGIN: f64 = 3.6;
const BOX: [f64; 2] = [12.8, 7.6];
/// About as many lines as table and formulas take.
const LINES: f64 = 15.0;
/// Where the columns of the table end.
const COLUMNS: [f64; 3] = [11.5, 18.5, 25.5];
/// A line that is longer goes on in the next one.
const LONGEST: usize = 62;

/// Where the parts stand, from the upper left corner.
struct Places {
    triangles: [[f64; 2]; 2],
    text: [f64; 2],
    width: f64,
}

impl Places {
    /// Triangles side by side above the text, or one above the other beside it.
    fn new(beside: bool) -> Self {
        let [across, down] = BOX;
        if beside {
            Self {
                triangles: [[0.0, 0.0], [0.0, -down]],
                text: [across + 0.6, -0.7 * LINE],
                width: across + 0.6 + WIDTH,
            }
        } else {
            Self {
                triangles: [[0.0, 0.0], [across, 0.0]],
                text: [0.0, -(down + 0.7 * LINE)],
                width: WIDTH,
            }
        }
    }

    /// Whether the text is larger in a room if the triangles stand beside it.
    fn are_beside(room: Room) -> bool {
        let line = |width: f64, height: f64| (room.width / width).min(room.height / height);
        let [across, down] = BOX;
        line(across + WIDTH, LINES.max(2.0 * down)) > line(WIDTH, down + LINES)
    }
}

impl PanelSpec for GeometryPanel {
    fn about(&self) -> &'static str {
        "Lengths, distance and angle of two rows in feature space, worked out from kernel values: of the \
         rows selected, or pointed at, or the first two"
    }

    fn chart(&self, analysis: &Analysis, view: &View) -> Chart {
        let beside = Places::are_beside(Room::default());
        drawn(analysis, view, &Places::new(beside))
    }

    /// Triangles and text are two parts, side by side or one above the other.
    fn map_grid(&self, _analysis: &Analysis, room: Room) -> Option<MapGrid> {
        let across = if Places::are_beside(room) { 2 } else { 1 };
        Some(MapGrid {
            across,
            height: 1.0,
            caption: 0.0,
        })
    }

    fn arranged_chart(&self, analysis: &Analysis, view: &View, grid: MapGrid) -> Chart {
        drawn(analysis, view, &Places::new(grid.across > 1))
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

fn drawn(analysis: &Analysis, view: &View, places: &Places) -> Chart {
    match two_rows(analysis, view) {
        Some(rows) => chart(analysis, rows, places),
        None => Chart::empty(TITLE, "there are fewer than two rows"),
    }
}

fn chart(analysis: &Analysis, rows: [usize; 2], places: &Places) -> Chart {
    let geometry = Geometry::of(&analysis.kpca, rows);
    let centered = geometry.centered();
    let mut marks = Vec::new();
    let feet = [
        Some((geometry.pair, "from the origin", "0")),
        centered.map(|pair| (pair, "from the mean μ", "μ")),
    ];
    for ((pair, heading, foot), corner) in feet.into_iter().flatten().zip(places.triangles) {
        marks.extend(triangle(&pair, heading, foot, corner));
    }
    let [left, mut y] = places.text;
    let table = table(&geometry, centered.as_ref());
    for row in &table {
        for (j, cell) in row.iter().enumerate() {
            let (x, anchor) = match j {
                0 => (left, Anchor::Start),
                _ => (left + COLUMNS[j - 1], Anchor::End),
            };
            marks.push(text([x, y], cell, Paint::Ink, anchor));
        }
        y -= LINE;
    }
    y -= 0.4 * LINE;
    let said = worked(&geometry);
    for line in said.iter().flat_map(broken) {
        marks.push(text([left, y], &line, Paint::Ink, Anchor::Start));
        y -= LINE;
    }
    let lowest = (y + 0.3 * LINE).min(places.triangles[1][1] - BOX[1]);
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
        x: axis([-0.3, places.width + 0.3]),
        y: axis([lowest, 0.0]),
        aspect: Aspect::Equal,
        marks,
        key: coordinates::key(analysis, rows),
        note: Some(note(analysis, &geometry)),
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

/// Both images seen from a foot, to scale, below a corner.
fn triangle(pair: &Pair, heading: &str, foot: &str, [left, top]: [f64; 2]) -> Vec<Mark> {
    let heading_at = [left + 0.5, top - 0.7 * LINE];
    let mut marks = vec![text(heading_at, heading, Paint::Ink, Anchor::Start)];
    let middle = top - 2.2 * LINE - TRIANGLE[1] / 2.0;
    let Some([x, y]) = corners(pair) else {
        let why = "negative squares have no length";
        let at = [left + 0.5, middle];
        marks.push(text(at, why, Paint::Warning, Anchor::Start));
        return marks;
    };
    let (width, height) = (x[0].max(y[0]), x[1] - y[1]);
    let scale = (TRIANGLE[0] / width).min(TRIANGLE[1] / height.max(f64::MIN_POSITIVE));
    // Both images may be in the foot.
    let scale = if scale.is_finite() { scale } else { 0.0 };
    let center = f64::midpoint(x[1], y[1]);
    let place = |[a, b]: [f64; 2]| [left + MARGIN + scale * a, middle + scale * (b - center)];
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
    let foot_at = [at[0][0] - 0.4, at[0][1]];
    marks.push(text(foot_at, foot, Paint::Ink, Anchor::End));
    // Names one above the other where both ends are near, and a distance only where there is room for it.
    let near = at[1][1] - at[2][1] < 2.2 * LINE;
    let apart = if near { 0.6 } else { 0.0 };
    let beside = |[x, y]: [f64; 2], up: f64| [x + 0.4, y + up];
    marks.push(text(beside(at[1], apart), "φ(x)", PAINTS[0], Anchor::Start));
    marks.push(text(
        beside(at[2], -apart),
        "φ(y)",
        PAINTS[1],
        Anchor::Start,
    ));
    for (end, side, length, paint) in [
        (1, 1.0, &length_x, PAINTS[0]),
        (2, -1.0, &length_y, PAINTS[1]),
    ] {
        marks.push(outside([at[0], at[end]], side, length, paint));
    }
    if !near {
        let middle = [0, 1].map(|axis| f64::midpoint(at[1][axis], at[2][axis]));
        let at = beside(middle, 0.0);
        marks.push(text(at, &distance, Paint::Ink, Anchor::Start));
    }
    marks
}

/// The length of a side, on the side of it where the other one is not: above (1) or below (−1).
fn outside([from, to]: [[f64; 2]; 2], side: f64, length: &str, paint: Paint) -> Mark {
    let along = [0, 1].map(|axis| to[axis] - from[axis]);
    let norm = along[0].hypot(along[1]).max(f64::MIN_POSITIVE);
    let normal = [-side * along[1] / norm, side * along[0] / norm];
    let at = [0, 1].map(|axis| f64::midpoint(from[axis], to[axis]) + 0.75 * LINE * normal[axis]);
    let anchor = match normal[0] {
        across if across < -0.5 => Anchor::End,
        across if across > 0.5 => Anchor::Start,
        _ => Anchor::Middle,
    };
    text(at, length, paint, anchor)
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

fn note(analysis: &Analysis, geometry: &Geometry) -> String {
    let n = analysis.dataset.n();
    if geometry.mean.is_some() {
        return format!(
            "m(x) is the mean of k(x, ·) over all {n} rows; each triangle has a scale of its own"
        );
    }
    let why = if analysis.kernel.center() {
        "images were moved to their mean before they were normalised"
    } else {
        "images are not moved to their mean"
    };
    why.to_owned()
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
            "      = √43.81 = 6.61891,  ‖φ(y)‖ = √57.22 = 7.56439",
            "      = 43.81 − 2·50.01 + 57.22 = 1.01",
            "‖μ‖² = mean of all k = 44.2944",
            "total variance = mean of k(x,x) − ‖μ‖²",
            "      = 45.048 − 44.2944 = 0.7536",
            "1.00499",
            "0.0244",
            "−0.0636",
        ] {
            assert!(texts.iter().any(|text| text == line), "{line}: {texts:#?}");
        }
        setup.kernel = Kernel::poly(1.0, 2, 0.0).into();
        setup.view.marking = Marking {
            selected: [3, 4].into_iter().collect(),
            ..Marking::default()
        };
        let (_, texts) = shown(&setup);
        for line in ["0.935708", "‖μ‖² = mean of all k = 2006.25"] {
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
