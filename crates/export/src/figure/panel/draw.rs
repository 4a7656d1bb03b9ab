//! Painting of a panel that has its places: grid, marks, key, axes with their texts, title and colour bar.

use super::{AFTER, BEFORE_BAR, BELOW_TITLE, BESIDE, NAME, NOTE, PanelCell, TITLE};
use chart::{
    Anchor,
    layout::{
        Ink, LETTER, Label, PlacedKey, PlacedShape, Spots, Stroke, Tint, color_bar, minor,
        tick_text,
    },
    paper::{font::PAPER, svg::Svg},
};

/// Width of the plate around a key in a plot, in points, and below its opacity.
const PLATE: f32 = 3.0;
const PLATE_OPACITY: f32 = 0.85;
/// Length of minor ticks, in points.
const MINOR: f32 = 3.0;

impl PanelCell<'_> {
    fn draw_key(&self, spot: usize, svg: &mut Svg) {
        let key = PlacedKey::in_column(&self.chart.key, PAPER);
        let [width, height] = key.size;
        let [left, top] = Spots::corner(spot, &self.frame, key.size);
        svg.group("key", [left, top].map(f64::from), |svg| {
            let ends = [-PLATE, -PLATE, width + PLATE, height + PLATE];
            let plate = PlacedShape::Rect {
                ends,
                fill: Ink::of(Tint::Surface, PLATE_OPACITY),
            };
            let rim = PlacedShape::outline(ends, Stroke::thin(Tint::Line));
            svg.shapes(&[plate, rim], &self.frame);
            svg.shapes(&key.shapes(), &self.frame);
        });
    }

    /// Paints the panel, the top left corner of its plot at the origin.
    pub fn draw(&self, svg: &mut Svg) {
        let frame = &self.frame;
        let [width, height] = frame.size.map(|side| side as f32);
        let grid = self.grid();
        if !grid.is_empty() {
            svg.group("grid", [0.0; 2], |svg| svg.shapes(&grid, frame));
        }
        let shapes = self.shapes();
        svg.clipped(frame.size, |svg| svg.shapes(&shapes, frame));
        if let Some(spot) = self.key {
            self.draw_key(spot, svg);
        }
        let mut around = Vec::new();
        // Space has a box of its own.
        if !self.chart.is_space() {
            around.push(PlacedShape::outline(
                [0.0, 0.0, width, height],
                Stroke::thin(Tint::Line),
            ));
        }
        self.minor_ticks(&mut around);
        self.axes(&mut around);
        let label = |text: &String, at, size| Label::new(text.clone(), at, Anchor::Middle, size);
        let mut y = if self.ticks[0].is_empty() {
            height
        } else {
            height + BESIDE + NAME[1]
        };
        for line in &self.names[0] {
            y += NAME[1];
            around.push(PlacedShape::Label(Label {
                class: "name",
                ..label(
                    line,
                    [width / 2.0, y - NAME[1] / 2.0 + AFTER / 2.0],
                    NAME[0],
                )
            }));
        }
        y += AFTER + NAME[1] * (self.lines()[1] - self.names[0].len()) as f32;
        for line in &self.note {
            y += NOTE[1];
            around.push(PlacedShape::Label(Label {
                class: "note",
                ink: Ink::of(Tint::Weak, 1.0),
                ..label(line, [width / 2.0, y - NOTE[1] / 2.0], NOTE[0])
            }));
        }
        let (_, [at, size]) = self.titled;
        for (i, line) in self.title.iter().rev().enumerate() {
            let y = -BELOW_TITLE - TITLE[1] * (i as f32 + 0.5);
            around.push(PlacedShape::Label(Label {
                class: "title",
                bold: true,
                anchor: Anchor::Start,
                ..label(line, [at, y], size)
            }));
        }
        svg.group("axes", [0.0; 2], |svg| svg.shapes(&around, frame));
        let bar = color_bar(self.chart, height);
        if !bar.is_empty() && self.content.has_bar {
            svg.group("bar", [f64::from(width + BEFORE_BAR), 0.0], |svg| {
                svg.shapes(&bar, frame);
            });
        }
    }

    /// Lines of the grid, one at each tick.
    fn grid(&self) -> Vec<PlacedShape<'static>> {
        let [width, height] = self.frame.size.map(|side| side as f32);
        let line = |xy: Vec<[f32; 2]>| PlacedShape::Line {
            xy,
            stroke: Stroke::thin(Tint::Grid),
        };
        let x = self.ticks[0]
            .iter()
            .map(|tick| self.frame.place([tick.value, 0.0])[0]);
        let y = self.ticks[1]
            .iter()
            .map(|tick| self.frame.place([0.0, tick.value])[1]);
        let upright = x.map(|x| line(vec![[x, 0.0], [x, height]]));
        upright
            .chain(y.map(|y| line(vec![[0.0, y], [width, y]])))
            .collect()
    }

    /// Adds short lines inside the frame at 2, 3, … 9 times the powers of ten of logarithmic axes.
    fn minor_ticks(&self, shapes: &mut Vec<PlacedShape>) {
        let [width, height] = self.frame.size.map(|side| side as f32);
        let scales = [self.chart.x.scale, self.chart.y.scale];
        for (axis, scale) in scales.into_iter().enumerate() {
            let range = self.frame.ranges[axis];
            for value in minor(scale, range, self.frame.size[axis]) {
                let [x, y] = self.frame.place([value; 2]);
                let ends: [[[f32; 2]; 2]; 2] = match axis {
                    0 => [[[x, height - MINOR], [x, height]], [[x, 0.0], [x, MINOR]]],
                    _ => [[[0.0, y], [MINOR, y]], [[width - MINOR, y], [width, y]]],
                };
                shapes.extend(ends.map(|xy| PlacedShape::Line {
                    xy: xy.to_vec(),
                    stroke: Stroke::thin(Tint::Line),
                }));
            }
        }
    }

    /// Adds the texts of ticks, and the name of the vertical axis.
    fn axes(&self, shapes: &mut Vec<PlacedShape>) {
        let height = self.frame.size[1] as f32;
        let tick = |text: String, at, anchor| {
            PlacedShape::Label(Label {
                class: "tick",
                ink: Ink::of(Tint::Weak, 1.0),
                ..Label::new(text, at, anchor, LETTER)
            })
        };
        for it in &self.ticks[0] {
            let x = self.frame.place([it.value, 0.0])[0];
            let at = [x, height + BESIDE + NAME[1] / 2.0];
            shapes.push(tick(tick_text(self.chart.x.scale, *it), at, Anchor::Middle));
        }
        for it in &self.ticks[1] {
            let at = [-BESIDE, self.frame.place([0.0, it.value])[1]];
            shapes.push(tick(tick_text(self.chart.y.scale, *it), at, Anchor::End));
        }
        let widest = self.widths(1).fold(0.0, f32::max);
        let ticks = if self.ticks[1].is_empty() {
            0.0
        } else {
            widest + BESIDE
        };
        for (i, line) in self.names[1].iter().rev().enumerate() {
            let x = -ticks - BESIDE - NAME[1] * (i as f32 + 0.5);
            shapes.push(PlacedShape::Label(Label {
                class: "name",
                turned: true,
                ..Label::new(line.clone(), [x, height / 2.0], Anchor::Middle, NAME[0])
            }));
        }
    }
}
