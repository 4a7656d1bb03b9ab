//! A chart as plain data: axes, marks and a key. Colours are roles; a palette resolves them.

use std::sync::Arc;

use super::Marker;
use crate::{data::Pictures, explain::patches};

/// Values at the left and right end of a plot, and at the bottom and top.
pub type Ranges = [[f64; 2]; 2];

/// Everything needed to draw one panel.
#[derive(Debug, Clone, PartialEq)]
pub struct Chart {
    pub title: String,
    pub x: Axis,
    pub y: Axis,
    pub aspect: Aspect,
    /// Drawn in order, the first at the back.
    pub marks: Vec<Mark>,
    pub key: Key,
    /// A remark that belongs to the picture, such as "components not determined".
    pub note: Option<String>,
    /// One sentence for screen readers.
    pub summary: String,
}

#[derive(Debug, Clone, PartialEq)]
pub struct Axis {
    /// Name with unit.
    pub label: String,
    pub scale: Scale,
    /// Values to show; `None` fits the marks.
    pub range: Option<[f64; 2]>,
}

impl Chart {
    /// A chart without marks, whose note says why.
    pub(crate) fn empty(title: &str, note: &str) -> Self {
        Self {
            title: title.to_owned(),
            x: Axis::new("", Scale::Unmarked),
            y: Axis::new("", Scale::Unmarked),
            aspect: Aspect::Free,
            marks: vec![],
            key: Key::None,
            note: Some(note.to_owned()),
            summary: format!("{title}: {note}."),
        }
    }
}

impl Chart {
    /// Whether neither direction is marked with values.
    #[must_use]
    pub fn is_bare(&self) -> bool {
        [&self.x, &self.y].map(|axis| axis.scale) == [Scale::Unmarked; 2]
    }

    /// Width over height of a chart that says how far both axes reach, in equal units.
    #[must_use]
    pub fn proportions(&self) -> Option<f32> {
        let [width, height] = [self.x.range?, self.y.range?].map(|[low, high]| high - low);
        let ratio = (width / height) as f32;
        (self.aspect == Aspect::Equal && ratio.is_finite() && ratio > 0.0).then_some(ratio)
    }
}

impl Axis {
    /// An axis that fits the marks.
    pub(crate) fn new(label: impl Into<String>, scale: Scale) -> Self {
        Self {
            label: label.into(),
            scale,
            range: None,
        }
    }

    /// The direction across a strip of jittered points, wide enough to keep them together.
    pub(crate) fn strip() -> Self {
        Self {
            range: Some([-1.5, 1.5]),
            ..Self::new("", Scale::Unmarked)
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scale {
    Linear,
    /// Marks hold log₁₀ of the value; ticks read as powers of ten.
    Log10,
    /// Whole numbers only: component numbers, row indices.
    Count,
    /// No ticks: the direction has no meaning.
    Unmarked,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Aspect {
    /// One unit is as long on both axes, because distances mean something.
    Equal,
    Free,
}

#[derive(Debug, Clone, PartialEq)]
pub enum Mark {
    Points(Points),
    Bars(Bars),
    Line(Line),
    Rule(Rule),
    Image(Image),
    Text(Text),
}

/// One dot per row that is not hidden, the first at the back; `xy`, `rows` and `paints` have equal
/// length, and every coordinate is finite.
#[derive(Debug, Clone, PartialEq)]
pub struct Points {
    pub name: String,
    pub xy: Arc<[[f64; 2]]>,
    /// The row of the dataset behind each dot.
    pub rows: Arc<[usize]>,
    pub paints: Arc<[Paint]>,
    /// How far behind each dot lies, 0 in front to 1 at the back, in a view of space; dots at the
    /// back are smaller and fainter. `None` in a plane.
    pub depths: Option<Arc<[f32]>>,
    /// How much each dot is to be seen, ascending. `None` where all are equal.
    pub emphases: Option<Arc<[Emphasis]>>,
    /// The shape of each dot. `None` where all are discs.
    pub markers: Option<Arc<[Marker]>>,
    /// What to draw in place of dots, by row of the dataset, where the rows are pictures.
    pub pictures: Option<Arc<Pictures>>,
}

/// How much a dot is to be seen, from least to most.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Emphasis {
    /// Of a class other than the one that is shown alone.
    Shadow,
    /// Not selected, while others are.
    Faded,
    Plain,
    Selected,
}

impl Emphasis {
    /// The share of its colour that a dot keeps.
    #[must_use]
    pub fn opacity(self) -> f32 {
        match self {
            Self::Shadow => 0.1,
            Self::Faded => 0.28,
            Self::Plain | Self::Selected => 1.0,
        }
    }
}

/// How one dot differs from the usual dot of its paint.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct DotLook {
    /// Relative to the usual radius.
    pub size: f32,
    /// The share of its colour that it loses to the surface.
    pub haze: f32,
}

/// One of the shapes that make a dot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Layer {
    Dot,
    /// Of ink, a little larger than the dot.
    Outline,
}

impl Points {
    #[must_use]
    pub fn emphasis(&self, dot: usize) -> Emphasis {
        let emphases = self.emphases.as_ref();
        emphases.map_or(Emphasis::Plain, |emphases| emphases[dot])
    }

    #[must_use]
    pub fn marker(&self, dot: usize) -> Marker {
        let markers = self.markers.as_ref();
        markers.map_or(Marker::Disc, |markers| markers[dot])
    }

    /// Whether the dot can be pointed at and selected.
    #[must_use]
    pub fn is_active(&self, dot: usize) -> bool {
        self.emphasis(dot) != Emphasis::Shadow
    }

    /// What to draw, from back to front. Outlines lie behind all selected dots, so that those which
    /// overlap share one.
    pub fn layers(&self) -> impl Iterator<Item = (usize, Layer)> {
        let count = self.xy.len();
        let first_selected = self.emphases.as_ref().map_or(count, |emphases| {
            emphases.partition_point(|emphasis| *emphasis < Emphasis::Selected)
        });
        let selected = first_selected..count;
        let outlines = selected.clone().map(|dot| (dot, Layer::Outline));
        let dots = |range: std::ops::Range<usize>| range.map(|dot| (dot, Layer::Dot));
        dots(0..first_selected)
            .chain(outlines)
            .chain(dots(selected))
    }

    #[must_use]
    pub fn look(&self, dot: usize) -> DotLook {
        let depth = self.depths.as_ref().map(|depths| depths[dot]);
        let emphasis = self.emphasis(dot);
        let far = depth.map_or(0.0, |depth| 0.65 * depth);
        let grown = match emphasis {
            Emphasis::Selected => 1.15,
            Emphasis::Shadow | Emphasis::Faded | Emphasis::Plain => 1.0,
        };
        DotLook {
            size: grown * depth.map_or(1.0, |depth| 1.25 - 0.6 * depth),
            haze: 1.0 - (1.0 - far) * emphasis.opacity(),
        }
    }
}

/// A rectangle of cells coloured by value.
#[derive(Debug, Clone, PartialEq)]
pub struct Image {
    /// What the values are.
    pub name: String,
    /// Left and right, bottom and top edge.
    pub extent: [[f64; 2]; 2],
    /// Cells in a row.
    pub columns: usize,
    /// Finite; row by row, each from left to right, the bottom row first.
    pub values: Arc<[f64]>,
    /// The values at the two ends of the map.
    pub range: [f64; 2],
    pub map: ColorMap,
    /// Where there are any, the cells are samples of something continuous, which has one colour
    /// between each of these evenly spaced values and the next.
    pub levels: Arc<[f64]>,
}

impl Image {
    /// Number of rows of cells.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.values.len().checked_div(self.columns).unwrap_or(0)
    }

    /// The colour of a value.
    #[must_use]
    pub fn paint(&self, value: f64) -> Paint {
        if self.levels.is_empty() {
            self.shade(value)
        } else {
            self.band_paint(self.levels.partition_point(|level| *level <= value))
        }
    }

    /// The colour between levels: that of the value half-way, as if levels went on at both ends.
    #[must_use]
    pub fn band_paint(&self, band: usize) -> Paint {
        match *self.levels {
            [] => self.shade(f64::midpoint(self.range[0], self.range[1])),
            [level] => {
                let end = self.range[band.min(1)];
                self.shade(f64::midpoint(level, end))
            }
            [first, second, ..] => self.shade(first + (band as f64 - 0.5) * (second - first)),
        }
    }

    /// Polygons to be painted one over the other, which show the bands between the levels.
    #[must_use]
    pub fn bands(&self) -> Vec<(Paint, Vec<[f64; 2]>)> {
        let counts = [self.columns, self.rows()];
        let place = |cells: [f64; 2]| {
            [0, 1].map(|axis| {
                let [low, high] = self.extent[axis];
                low + (high - low) * cells[axis] / counts[axis].max(1) as f64
            })
        };
        let [[left, right], [bottom, top]] = self.extent;
        let ground = vec![[left, bottom], [right, bottom], [right, top], [left, top]];
        let patches = patches(&self.values, self.columns, &self.levels).into_iter();
        let patches = patches.map(|patch| {
            let xy = patch.xy.into_iter().map(place).collect();
            (self.band_paint(patch.band), xy)
        });
        std::iter::once((self.band_paint(0), ground))
            .chain(patches)
            .collect()
    }

    fn shade(&self, value: f64) -> Paint {
        let [low, high] = self.range;
        let position = if high > low {
            (value - low) / (high - low)
        } else {
            0.5
        };
        self.map.paint(position as f32)
    }

    /// The value of the cell at a point, if it lies on the image.
    #[must_use]
    pub fn value_at(&self, point: [f64; 2]) -> Option<f64> {
        let counts = [self.columns, self.rows()];
        let [column, row] = [0, 1].map(|axis| {
            let [low, high] = self.extent[axis];
            let cell = (point[axis] - low) / (high - low) * counts[axis] as f64;
            (cell >= 0.0 && cell < counts[axis] as f64).then_some(cell as usize)
        });
        self.values.get(row? * self.columns + column?).copied()
    }
}

/// A short text at a point, half above and half below it.
#[derive(Debug, Clone, PartialEq)]
pub struct Text {
    pub xy: [f64; 2],
    pub text: String,
    pub paint: Paint,
    pub anchor: Anchor,
    /// How high it may be, in units of the y axis; it is written smaller where it would be higher.
    pub height: f64,
}

/// What of a text stands at its point.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Anchor {
    Start,
    Middle,
    End,
}

impl Anchor {
    /// How much of the text's width stands before the point.
    #[must_use]
    pub fn share_before(self) -> f32 {
        match self {
            Self::Start => 0.0,
            Self::Middle => 0.5,
            Self::End => 1.0,
        }
    }
}

/// How values become colours.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ColorMap {
    /// From little to much.
    Sequential,
    /// From negative over zero, in the middle, to positive; pale, to lie behind points and lines.
    Diverging,
}

impl ColorMap {
    /// The colour at a position in [0, 1].
    #[must_use]
    pub fn paint(self, position: f32) -> Paint {
        match self {
            Self::Sequential => Paint::Value(position),
            Self::Diverging => Paint::Signed(2.0 * position - 1.0),
        }
    }
}

/// Vertical bars.
#[derive(Debug, Clone, PartialEq)]
pub struct Bars {
    pub name: String,
    /// Centre and top of each bar.
    pub xy: Vec<[f64; 2]>,
    /// Where the bars stand; 0 on a linear axis, the floor on a logarithmic one.
    pub base: f64,
    pub width: f64,
    pub paint: Paint,
    /// What to say of each bar when it is pointed at.
    pub labels: Vec<String>,
}

#[derive(Debug, Clone, PartialEq)]
pub struct Line {
    pub name: String,
    pub xy: Vec<[f64; 2]>,
    pub style: LineStyle,
    /// Whether each vertex carries a dot.
    pub dots: bool,
    pub paint: Paint,
    /// What to say of each vertex when it is pointed at; empty where the name says it all.
    pub labels: Vec<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LineStyle {
    Solid,
    /// Solid and thin: one of many.
    Hairline,
    Dashed,
    Dotted,
}

/// A straight line across the whole plot.
#[derive(Debug, Clone, PartialEq)]
pub struct Rule {
    pub name: String,
    pub orientation: Orientation,
    pub at: f64,
    pub style: LineStyle,
    pub paint: Paint,
    /// Whether the user may drag it in the window.
    pub draggable: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Orientation {
    Horizontal,
    Vertical,
}

/// A colour's role; see `paint_rgb` for what it looks like in each theme.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Paint {
    /// A class by number, Okabe–Ito, then variations of it.
    Class(usize),
    /// A position in [0, 1] on the perceptually uniform map.
    Value(f32),
    /// A position in [−1, 1] on the pale map that diverges from zero.
    Signed(f32),
    /// Points without a label.
    Plain,
    /// Selected points that have a colour of their own.
    Selection,
    /// What belongs to linear PCA in a plot of both.
    Pca,
    /// What belongs to kernel PCA in a plot of both.
    Kpca,
    /// Emphasis against the data, such as a negative eigenvalue.
    Warning,
    /// Text and reference lines.
    Ink,
}

/// What explains the colours.
#[derive(Debug, Clone, PartialEq)]
pub enum Key {
    None,
    Legend {
        title: String,
        entries: Vec<(String, Paint)>,
        /// The one entry that is not weak, where dots of the others are mere shadows.
        alone: Option<usize>,
        /// Whether classes have shapes, besides their colours.
        shaped: bool,
    },
    ColorBar {
        title: String,
        min: f64,
        max: f64,
        map: ColorMap,
    },
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_image_is_read_where_it_is_painted() {
        let image = Image {
            name: String::new(),
            extent: [[-1.0, 2.0], [10.0, 12.0]],
            columns: 3,
            values: [1.0, 2.0, 3.0, 4.0, 5.0, 6.0].into(),
            range: [0.0, 8.0],
            map: ColorMap::Diverging,
            levels: [].into(),
        };
        assert_eq!(image.rows(), 2);
        assert_eq!(image.value_at([-0.5, 10.5]), Some(1.0));
        assert_eq!(image.value_at([1.5, 11.5]), Some(6.0));
        assert_eq!(image.value_at([2.5, 11.5]), None);
        assert_eq!(image.value_at([0.0, 9.9]), None);
        assert_eq!(image.paint(6.0), Paint::Signed(0.5));
    }

    #[test]
    fn a_band_has_the_colour_of_its_middle() {
        let image = Image {
            name: String::new(),
            extent: [[0.0, 2.0], [0.0, 2.0]],
            columns: 2,
            values: [0.0, 4.0, 0.0, 4.0].into(),
            range: [-4.0, 4.0],
            map: ColorMap::Diverging,
            levels: [1.0, 3.0].into(),
        };
        assert_eq!(image.paint(2.9), Paint::Signed(0.5));
        assert_eq!(image.paint(1.0), image.paint(2.0));
        assert_eq!(image.paint(0.9), Paint::Signed(0.0));
        let bands = image.bands();
        let paints: Vec<Paint> = bands.iter().map(|(paint, _)| *paint).collect();
        let wanted = [0.0, 0.5, 1.0].map(Paint::Signed);
        assert_eq!(paints, wanted);
        // Half-way between the centres of the cells the value is 2: the first level is to the left.
        let left = |band: usize| bands[band].1.iter().map(|xy| xy[0]).fold(2.0, f64::min);
        assert_eq!([left(0), left(1), left(2)], [0.0, 0.75, 1.25]);
    }
}
