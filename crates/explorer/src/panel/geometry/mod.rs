//! Geometry of two rows in feature space: their triangles with the origin and with the mean, to scale, and each
//! number worked out from kernel values.

mod code;
mod triangle;
mod worked;

use triangle::{BOX, triangle};
use worked::{WorkedNumber, broken, table, worked};

use super::{
    Content, PanelSpec,
    coordinates::{self, two_rows, x_and_y},
};
use crate::{analysis::Analysis, setup::View, view::kernel_label};
use chart::{Anchor, Aspect, Axis, Chart, MapGrid, Mark, Paint, Room, Text};
use kernel_pca::explain::Geometry;

pub(super) struct GeometryPanel;

const TITLE: &str = "Geometry of feature space";

/// Distance from one line of text to the next, the unit of the layout.
const LINE: f64 = 1.0;
/// Largest height of a text, in lines.
const TEXT: f64 = 0.78;
/// Gap between two paragraphs, in lines.
const SPACE: f64 = 0.4;
/// Gap between triangles and text, in lines.
const GUTTER: f64 = 0.6;
/// Ends of the table's columns, as shares of the width of the text.
const COLUMNS: [f64; 3] = [0.43, 0.71, 0.98];
/// Least height of lines, relative to small print; where it would be less, the text is shortened.
const LEGIBLE: f64 = 0.8;

/// Parts that are shown, and their places: the amount of text decides what fits into a room.
#[derive(Debug, Clone, Copy, PartialEq)]
struct GeometryLayout {
    /// True for triangles one above the other beside the text, false for both side by side above it.
    beside: bool,
    /// True where every number is worked out, false for the distance alone.
    whole: bool,
}

impl GeometryLayout {
    const ALL: [Self; 4] = [
        Self::new(true, true),
        Self::new(false, true),
        Self::new(true, false),
        Self::new(false, false),
    ];

    const fn new(beside: bool, whole: bool) -> Self {
        Self { beside, whole }
    }

    /// Approximate width and height of the text, in lines.
    fn text(self) -> [f64; 2] {
        if self.whole {
            [26.0, 18.5]
        } else {
            [21.0, 10.2]
        }
    }

    fn width(self) -> f64 {
        let [width, _] = self.text();
        let [across, _] = BOX;
        if self.beside {
            across + GUTTER + width
        } else {
            width.max(2.0 * across)
        }
    }

    fn height(self) -> f64 {
        let [_, height] = self.text();
        let [_, down] = BOX;
        if self.beside {
            height.max(2.0 * down)
        } else {
            down + height
        }
    }

    /// Height of a line in a room.
    fn line(self, room: Room) -> f64 {
        (room.width / self.width()).min(room.height / self.height())
    }

    /// Layout with all that can be read in a room, with lines as high as can be.
    fn fitting(room: Room) -> Self {
        let highest = |whole| {
            let layouts = Self::ALL.into_iter().filter(|it| it.whole == whole);
            layouts.reduce(|best, next| {
                if next.line(room) > best.line(room) {
                    next
                } else {
                    best
                }
            })
        };
        let legible = |it: &Self| it.line(room) >= LEGIBLE * room.line;
        let whole = highest(true).filter(legible);
        whole.or_else(|| highest(false)).unwrap_or(Self::ALL[0])
    }

    /// Upper left corners of both triangles.
    fn triangles(self) -> [[f64; 2]; 2] {
        let [_, down] = BOX;
        if self.beside {
            [[0.0, 0.0], [0.0, -down]]
        } else {
            [[0.0, 0.0], [self.width() / 2.0, 0.0]]
        }
    }

    /// Left end of the text's first line.
    fn first_line(self) -> [f64; 2] {
        let [across, down] = BOX;
        if self.beside {
            [across + GUTTER, -0.7 * LINE]
        } else {
            [0.0, -(down + 0.7 * LINE)]
        }
    }

    /// Grid that stands for the layout: [`of`](Self::of) finds the layout again by it.
    fn grid(self) -> MapGrid {
        MapGrid {
            across: if self.beside { 2 } else { 1 },
            height: self.text()[1],
            caption: 0.0,
        }
    }

    fn of(grid: MapGrid) -> Self {
        let layouts = Self::ALL.into_iter();
        let mut same = layouts.filter(|layout| layout.grid() == grid);
        same.next().unwrap_or(Self::ALL[0])
    }
}

impl PanelSpec for GeometryPanel {
    fn about(&self) -> &'static str {
        "Lengths, distance and angle of two rows in feature space, worked out from kernel values: of the \
         rows selected, or pointed at, or the first two"
    }

    fn chart(&self, analysis: &Analysis, view: &View) -> Chart {
        chart_in_layout(analysis, view, GeometryLayout::fitting(Room::default()))
    }

    /// Arranges triangles and text, two parts, side by side or one above the other; where there is little room the
    /// text is shorter.
    fn map_grid(&self, _analysis: &Analysis, room: Room) -> Option<MapGrid> {
        Some(GeometryLayout::fitting(room).grid())
    }

    fn arranged_chart(&self, analysis: &Analysis, view: &View, grid: MapGrid) -> Chart {
        chart_in_layout(analysis, view, GeometryLayout::of(grid))
    }

    fn content<'a>(&self, analysis: &'a Analysis, view: &View) -> Option<Content<'a>> {
        let rows = two_rows(analysis, view).ok()?;
        Some(Content::Own(code::code(analysis, rows)))
    }

    fn plain_help(&self) -> Option<&'static str> {
        Some(
            "Nobody sees φ, and nobody needs to: k(x, y) is the product of φ(x) and φ(y), and lengths, \
             distances and angles are made of products. Any three points lie in a plane, so both triangles \
             are drawn to scale, each to its own.",
        )
    }

    fn follows_pointer(&self) -> bool {
        true
    }
}

fn chart_in_layout(analysis: &Analysis, view: &View, layout: GeometryLayout) -> Chart {
    match two_rows(analysis, view) {
        Ok(rows) => chart(analysis, rows, layout),
        Err(why) => Chart::empty(TITLE, why),
    }
}

fn chart(analysis: &Analysis, rows: [usize; 2], layout: GeometryLayout) -> Chart {
    let geometry = Geometry::of(&analysis.kpca, rows);
    let centered = geometry.centered();
    let mut marks = Vec::new();
    let feet = [
        Some((geometry.pair, "from the origin", "0")),
        centered.map(|pair| (pair, "from the mean μ", "μ")),
    ];
    for ((pair, heading, foot), corner) in feet.into_iter().flatten().zip(layout.triangles()) {
        marks.extend(triangle(&pair, heading, foot, corner));
    }
    let [left, mut y] = layout.first_line();
    let [width, _] = layout.text();
    for row in table(&geometry, centered.as_ref()) {
        for (j, cell) in row.iter().enumerate() {
            let (x, anchor) = match j {
                0 => (left, Anchor::Start),
                _ => (left + COLUMNS[j - 1] * width, Anchor::End),
            };
            marks.push(text([x, y], cell, Paint::Ink, anchor));
        }
        y -= LINE;
    }
    y -= SPACE * LINE;
    let said = worked(&geometry);
    let lines: Vec<String> = if layout.whole {
        let means = geometry.mean.map(|_| means(analysis.dataset.n()));
        let lines = said.iter().flat_map(|it| broken(it, width));
        lines.chain(means).collect()
    } else {
        // Only the numbers that the triangles show, as far as there is room.
        let mut room = layout.height() + y - LINE;
        let shown = said.iter().filter(|it| it.is_shown_above());
        let lines = shown.map(|it| broken(it, width)).take_while(|lines| {
            room -= lines.len() as f64 * LINE;
            room >= 0.0
        });
        lines.flatten().collect()
    };
    for line in lines {
        marks.push(text([left, y], &line, Paint::Ink, Anchor::Start));
        y -= LINE;
    }
    if !layout.whole {
        marks.push(Mark::Hint(line([left, y], MORE, Paint::Ink, Anchor::Start)));
        y -= LINE;
    }
    let lowest = (y + 0.3 * LINE).min(layout.triangles()[1][1] - BOX[1]);
    let title = format!("{TITLE} · {}", kernel_label(&analysis.kernel));
    Chart {
        summary: format!(
            "{title}, of {}. {}.",
            x_and_y(analysis, rows),
            said.iter()
                .map(WorkedNumber::joined)
                .collect::<Vec<_>>()
                .join("; ")
        ),
        x: Axis::bare([-0.3, layout.width() + 0.3]),
        y: Axis::bare([lowest, 0.0]),
        aspect: Aspect::Equal,
        marks,
        key: coordinates::key(analysis, rows),
        note: Some(note(analysis, &geometry)),
        title,
    }
}

fn text(xy: [f64; 2], text: &str, paint: Paint, anchor: Anchor) -> Mark {
    Mark::Text(line(xy, text, paint, anchor))
}

fn line(xy: [f64; 2], text: &str, paint: Paint, anchor: Anchor) -> Text {
    Text {
        paint,
        large: true,
        ..Text::new(xy, text, anchor, TEXT)
    }
}

/// Sentence in place of formulas that have no room.
const MORE: &str = "a larger panel works out every number";

/// Explanation of m(x) in the formulas.
fn means(n: usize) -> String {
    format!("m(x) is the mean of k(x, ·) over all {n} rows")
}

fn note(analysis: &Analysis, geometry: &Geometry) -> String {
    let said = if geometry.mean.is_some() {
        "each triangle has a scale of its own"
    } else if analysis.kernel.center() {
        "images were moved to their mean before they were normalised"
    } else {
        "images are not moved to their mean"
    };
    said.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        analysis::Analyzer,
        panel::Panel,
        setup::{Marking, Setup, example},
        view::testing,
    };
    use kernel_pca::{kernel::Kernel, kpca::Tier};

    fn shown(setup: &Setup) -> (Chart, Vec<String>) {
        let analysis = Analyzer::default()
            .run(setup, Tier::Exact, &|| false)
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
            "   = √43.81 = 6.61891,  ‖φ(y)‖ = √57.22 = 7.56439",
            "   = 43.81 − 2·50.01 + 57.22 = 1.01",
            "‖μ‖² = mean of all k = 44.2944",
            "total variance = mean of k(x,x) − ‖μ‖²",
            "   = 45.048 − 44.2944 = 0.7536",
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
        let is_of = |setup: &Setup, [x, y]: [usize; 2]| {
            let summary = shown(setup).0.summary;
            summary.contains(&format!("of flower {}", x + 1))
                && summary.contains(&format!("and flower {}", y + 1))
        };
        let mut setup = example("feature-space").unwrap().setup;
        setup.view.pointed_at = vec![4];
        assert!(is_of(&setup, [4, 0]));
        setup.view.marking.selected = [2].into_iter().collect();
        assert!(is_of(&setup, [2, 4]));
        setup.view.marking.selected = [1, 3].into_iter().collect();
        assert!(is_of(&setup, [1, 3]));
    }

    #[test]
    fn less_is_said_where_all_of_it_would_be_too_small_to_read() {
        let room = |width, height| Room {
            width,
            height,
            line: 16.0,
        };
        // A third and a half of a small window, and of a larger one.
        for (width, height, beside, whole) in [
            (304.0, 250.0, false, false),
            (465.0, 185.0, true, false),
            (350.0, 370.0, false, true),
            (524.0, 300.0, true, true),
        ] {
            let layout = GeometryLayout::fitting(room(width, height));
            assert_eq!(
                layout,
                GeometryLayout { beside, whole },
                "{width} × {height}"
            );
            assert!(layout.line(room(width, height)) >= LEGIBLE * 16.0);
            assert_eq!(GeometryLayout::of(layout.grid()), layout);
        }
        let setup = example("feature-space").unwrap().setup;
        let analysis = Analyzer::default()
            .run(&setup, Tier::Exact, &|| false)
            .unwrap();
        for layout in GeometryLayout::ALL {
            let chart = chart_in_layout(&analysis, &setup.view, layout);
            testing::assert_drawable(&chart);
            let [[left, right], [bottom, top]] =
                [&chart.x, &chart.y].map(|axis| axis.range.unwrap());
            let size = [right - left, top - bottom];
            assert!(size[0] <= layout.width() + 1.0 && size[1] <= layout.height() + 1.0);
            let said = |part: &str| {
                let is = |mark: &Mark| matches!(mark, Mark::Text(text) | Mark::Hint(text) if text.text.contains(part));
                chart.marks.iter().any(is)
            };
            assert!(said("43.81 − 2·50.01 + 57.22 = 1.01"));
            assert_eq!(
                [said("‖μ‖² = mean"), said(MORE)],
                [layout.whole, !layout.whole]
            );
        }
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
