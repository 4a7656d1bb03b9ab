//! Two rows in feature space: what they and the origin, and they and the mean, look like to scale, and how
//! each number comes from kernel values.

mod code;
mod triangle;
mod worked;

use super::{
    Content, Control, PanelSpec,
    coordinates::{self, two_rows},
};
use crate::{
    analysis::Analysis,
    explain::Geometry,
    setup::View,
    view::{
        Anchor, Aspect, Axis, Chart, MapGrid, Mark, Paint, Room, Scale, Text, kernel_label,
        row_title,
    },
};
use triangle::{BOX, triangle};
use worked::{Worked, broken, table, worked};

pub(super) struct GeometryPanel;

const TITLE: &str = "Geometry of feature space";

/// All is laid out in lines of text: so many are as long as table and formulas are wide.
const WIDTH: f64 = 26.0;
/// From one line of text to the next, and how high a text may be.
const LINE: f64 = 1.0;
const TEXT: f64 = 0.78;
/// About as many lines as table and formulas take.
const LINES: f64 = 15.0;
/// Where the columns of the table end.
const COLUMNS: [f64; 3] = [11.5, 18.5, 25.5];

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
