//! A chart as plain data: axes, marks and a key. Colours are roles; a palette resolves them.

mod arrow;
mod held;
mod image;
mod points;
mod series;

pub use arrow::Arrow;
pub use held::{Held, Pin};
pub use image::{ColorMap, Image};
pub use points::{DotLayer, DotLook, Emphasis, PointNames, Points};
pub use series::{APART_IN_GREY, Hatch, SeriesSign};

use std::{borrow::Cow, sync::Arc};

use super::{Marker, Rgb};

/// Width of a plot over the height of its large texts, which leaves room for about twice as many letters.
const LETTERS: f32 = 26.0;
/// Largest height of large texts over the usual one.
const MOST: f32 = 1.7;

/// Values at the left and right end of a plot, and at its bottom and top.
pub type Ranges = [[f64; 2]; 2];

/// Content of one panel: axes, marks, key and texts.
#[derive(Debug, Clone, PartialEq)]
pub struct Chart {
    pub title: String,
    pub x: Axis,
    pub y: Axis,
    pub aspect: Aspect,
    /// Marks in the order of drawing, the first at the back.
    pub marks: Vec<Mark>,
    pub key: Key,
    /// Remark on the picture, such as "components not determined".
    pub note: Option<String>,
    /// Sentence that describes the chart to screen readers.
    pub summary: String,
}

#[derive(Debug, Clone, PartialEq)]
pub struct Axis {
    /// Name of the quantity, with its unit.
    pub label: String,
    pub scale: Scale,
    /// Range of values to show; `None` fits the marks.
    pub range: Option<[f64; 2]>,
}

impl Chart {
    /// Chart without marks, whose note says why.
    pub fn empty(title: &str, note: &str) -> Self {
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
    /// Returns true where neither axis is marked with values.
    #[must_use]
    pub fn is_bare(&self) -> bool {
        [&self.x, &self.y].map(|axis| axis.scale) == [Scale::Unmarked; 2]
    }

    /// Returns true for a view of space, and for anything else that has neither axes nor a frame.
    #[must_use]
    pub fn is_space(&self) -> bool {
        self.is_bare() && self.x.label.is_empty() && self.aspect == Aspect::Equal
    }

    /// Adds a remark to the note.
    pub fn remark(&mut self, remark: String) {
        self.note = noted(self.note.take().into_iter().chain([remark]));
    }

    /// Returns true where there are maps, or other images.
    #[must_use]
    pub fn has_images(&self) -> bool {
        let is_image = |mark: &Mark| matches!(mark, Mark::Image(_));
        self.marks.iter().any(is_image)
    }

    /// Returns true where there are dots, which may lie below texts.
    #[must_use]
    pub fn has_dots(&self) -> bool {
        let is_dots = |mark: &Mark| matches!(mark, Mark::Points(_) | Mark::NewRows(_));
        self.marks.iter().any(is_dots)
    }

    /// Width over height of a chart that fixes both ranges, in equal units.
    #[must_use]
    pub fn proportions(&self) -> Option<f32> {
        let [width, height] = [self.x.range?, self.y.range?].map(|[low, high]| high - low);
        let ratio = (width / height) as f32;
        (self.aspect == Aspect::Equal && ratio.is_finite() && ratio > 0.0).then_some(ratio)
    }
}

impl Axis {
    /// Axis that fits the marks.
    pub fn new(label: impl Into<String>, scale: Scale) -> Self {
        Self {
            label: label.into(),
            scale,
            range: None,
        }
    }

    /// Shows this range of values, whatever the marks.
    pub fn within(self, range: [f64; 2]) -> Self {
        Self {
            range: Some(range),
            ..self
        }
    }

    /// Axis over a range, without a name or ticks.
    pub fn bare(range: [f64; 2]) -> Self {
        Self::new("", Scale::Unmarked).within(range)
    }

    /// Axis across a strip of jittered points, wide enough to keep them together.
    pub fn strip() -> Self {
        Self::bare([-1.5, 1.5])
    }
}

/// Note of a chart that makes these remarks; `None` where there are none.
pub fn noted(remarks: impl IntoIterator<Item = String>) -> Option<String> {
    let remarks: Vec<String> = remarks.into_iter().collect();
    (!remarks.is_empty()).then(|| remarks.join("; "))
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scale {
    Linear,
    /// Logarithmic: marks hold log₁₀ of the value; ticks read as powers of ten.
    Log10,
    /// Whole numbers only: component numbers, row indices.
    Count,
    /// Without ticks: the direction has no meaning.
    Unmarked,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Aspect {
    /// Equal units on both axes, because distances mean something.
    Equal,
    Free,
}

#[derive(Debug, Clone, PartialEq)]
pub enum Mark {
    Points(Points),
    /// Dots of new rows, on which nothing was fitted; `rows` are their own indices.
    NewRows(Points),
    Links(Links),
    Bars(Bars),
    Line(Line),
    CrossLine(CrossLine),
    Image(Image),
    Text(Text),
    /// Text on what the pointer can do, for the window alone.
    Hint(Text),
    Pin(Pin),
    Arrow(Arrow),
}

/// Thin lines between rows: the edges of a graph.
#[derive(Debug, Clone, PartialEq)]
pub struct Links {
    pub name: String,
    /// Pairs of rows of the dataset that are joined.
    pub rows: Arc<[[usize; 2]]>,
    /// Places of each pair, parallel to `rows`.
    pub ends: Arc<[[[f64; 2]; 2]]>,
    /// Strength of each line, from 0 to 1; empty where all are alike.
    pub strengths: Arc<[f32]>,
}

impl Links {
    /// Lines of one strength between pairs of rows, each with its ends.
    pub fn new(
        name: impl Into<String>,
        pairs: impl Iterator<Item = ([usize; 2], [[f64; 2]; 2])>,
    ) -> Self {
        let (rows, ends): (Vec<_>, Vec<_>) = pairs.unzip();
        Self {
            name: name.into(),
            rows: rows.into(),
            ends: ends.into(),
            strengths: [].into(),
        }
    }
}

/// Short text at a point, half above and half below it.
#[derive(Debug, Clone, PartialEq)]
pub struct Text {
    pub xy: [f64; 2],
    pub text: String,
    pub paint: Paint,
    pub anchor: Anchor,
    /// Largest height, in units of the y axis; it is written smaller where it would be higher.
    pub height: f64,
    /// Writes the text larger where there is room: it matters as much as the marks.
    pub large: bool,
    /// Stands beside its point, moved so that it lies on no other name and on no arrow's head; one without room is counted.
    pub moves: bool,
}

impl Text {
    /// Text in ink and in small letters, no higher than `height` in units of the y axis.
    pub fn new(xy: [f64; 2], text: impl Into<String>, anchor: Anchor, height: f64) -> Self {
        Self {
            xy,
            text: text.into(),
            paint: Paint::Ink,
            anchor,
            height,
            large: false,
            moves: false,
        }
    }

    /// Text in ink beside a point, which may be moved.
    pub fn beside(xy: [f64; 2], text: impl Into<String>) -> Self {
        Self {
            moves: true,
            ..Self::new(xy, text, Anchor::Start, f64::INFINITY)
        }
    }

    /// Opacity of the plate, in the surface's colour, below a text among dots.
    pub const PLATE: f32 = 0.7;
    /// Width, in points, and opacity of the line from a place to a text that was moved away from it.
    pub const LEADER: [f32; 2] = [0.75, 0.8];

    /// Returns true where the text begins at its point, as the lines of a list do; others are moved into the plot.
    #[must_use]
    pub fn stays(&self) -> bool {
        self.large && self.anchor == Anchor::Start
    }

    /// Returns the text, or as much of its beginning as there is room for.
    pub fn fitting(&self, room: f32, width: impl Fn(&str) -> f32) -> Cow<'_, str> {
        if width(&self.text) <= room {
            return Cow::Borrowed(&self.text);
        }
        let ends = self.text.char_indices().rev();
        let mut cut = ends.map(|(end, _)| format!("{}…", self.text[..end].trim_end()));
        Cow::Owned(cut.find(|cut| width(cut) <= room).unwrap_or_default())
    }

    /// Height of the text's letters in points, in a plot of the given width: the `usual` one or larger, but at
    /// most `height`.
    #[must_use]
    pub fn size(&self, usual: f32, width: f32, height: f32) -> f32 {
        let wanted = if self.large {
            (width / LETTERS).clamp(usual, MOST * usual)
        } else {
            usual
        };
        wanted.min(height)
    }
}

/// Part of a text that stands at its point.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Anchor {
    Start,
    Middle,
    End,
}

impl Anchor {
    /// Share of the text's width that stands before the point.
    #[must_use]
    pub fn share_before(self) -> f32 {
        match self {
            Self::Start => 0.0,
            Self::Middle => 0.5,
            Self::End => 1.0,
        }
    }
}

/// Bars that stand on a value of the y axis, or lie along the x axis.
#[derive(Debug, Clone, PartialEq)]
pub struct Bars {
    pub name: String,
    /// Centre and top of each standing bar; end and centre on the y axis of each lying one.
    pub xy: Vec<[f64; 2]>,
    /// Number, from 1, of the component or value that each bar describes: bars of several methods stand side by
    /// side around it.
    pub numbers: Vec<usize>,
    /// Value where the bars begin: 0 on a linear axis, the floor on a logarithmic one.
    pub base: f64,
    pub width: f64,
    /// Values of lying bars, whose lengths are in a unit of their own; `None` where bars stand.
    pub lying: Option<Vec<f64>>,
    pub paint: Paint,
    pub hatch: Hatch,
    /// Text of each bar when it is pointed at.
    pub labels: Vec<String>,
}

impl Bars {
    /// Ends of each bar along x and along y, the end at the base first.
    pub fn extents(&self) -> impl Iterator<Item = [[f64; 2]; 2]> {
        let half = self.width / 2.0;
        self.xy.iter().map(move |&[x, y]| match self.lying {
            Some(_) => [[self.base, x], [y - half, y + half]],
            None => [[x - half, x + half], [self.base, y]],
        })
    }
}

#[derive(Debug, Clone, PartialEq)]
pub struct Line {
    pub name: String,
    pub xy: Vec<[f64; 2]>,
    pub style: LineStyle,
    /// Draws a dot at each vertex.
    pub dots: bool,
    /// Shape of the dots, which a line without a dot at each vertex has at some; `None` for discs.
    pub marker: Option<Marker>,
    pub paint: Paint,
    /// Text of each vertex when it is pointed at; empty where the name says it all.
    pub labels: Vec<String>,
}

impl Line {
    /// Solid line without dots, of whose vertices the name says all.
    pub fn new(name: impl Into<String>, paint: Paint, xy: Vec<[f64; 2]>) -> Self {
        Self {
            name: name.into(),
            xy,
            style: LineStyle::Solid,
            dots: false,
            marker: None,
            paint,
            labels: vec![],
        }
    }

    /// Thin line in ink, which has no name and so no tooltip.
    pub fn hairline(xy: Vec<[f64; 2]>) -> Self {
        Self {
            style: LineStyle::Hairline,
            ..Self::new("", Paint::Ink, xy)
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LineStyle {
    Solid,
    /// Solid and thin, for one line of many.
    Hairline,
    /// Thin and dashed, for one line of many below zero.
    FineDashed,
    Dashed,
    Dotted,
    /// Dashes of other series than the first.
    LongDashed,
    DashDotted,
    ShortDashed,
    DashDotDotted,
    /// No line: small dots at the vertices, pale where many lie on each other.
    Unjoined,
}

impl LineStyle {
    /// Styles of series in turn.
    pub const OF_SERIES: [Self; 5] = [
        Self::Solid,
        Self::LongDashed,
        Self::DashDotted,
        Self::ShortDashed,
        Self::DashDotDotted,
    ];

    /// Returns true where a line is a curve on its own, and no part of a cloud or of a net.
    #[must_use]
    pub fn is_of_series(self) -> bool {
        !matches!(self, Self::Unjoined | Self::Hairline | Self::FineDashed)
    }
}

/// Straight line across the whole plot.
#[derive(Debug, Clone, PartialEq)]
pub struct CrossLine {
    pub name: String,
    pub orientation: Orientation,
    pub at: f64,
    pub style: LineStyle,
    pub paint: Paint,
    /// Thing that the pointer takes hold of there, if it can be dragged.
    pub held: Option<Held>,
}

impl CrossLine {
    /// Line in ink that cannot be dragged.
    pub fn new(name: String, orientation: Orientation, at: f64, style: LineStyle) -> Self {
        Self {
            name,
            orientation,
            at,
            style,
            paint: Paint::Ink,
            held: None,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Orientation {
    Horizontal,
    Vertical,
}

/// Colours and shape of a series, such as the results of one method among several; the maker of the chart chooses
/// them.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Role {
    /// Colours on a light and on a dark surface.
    pub colors: [Rgb; 2],
    /// Shape of its dots in the key.
    pub marker: Marker,
}

/// Role of a colour; [`paint_rgb`](crate::paint_rgb) gives its look in each theme.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Paint {
    /// Class by number: Okabe–Ito, then variations of it.
    Class(usize),
    /// Position in [0, 1] on the perceptually uniform map.
    Value(f32),
    /// Position in [−1, 1] on the pale map that diverges from zero.
    Signed(f32),
    /// Points where there are no labels.
    Plain,
    /// Points that lack the label which others have.
    Unlabelled,
    /// Selected points that have a colour of their own.
    Selection,
    /// Series with colours and a shape of its own, which no class has.
    Role(Role),
    /// Position in [0, 1] from the surface to ink, as in pictures in greys.
    Shade(f32),
    /// Emphasis against the data, such as a negative eigenvalue.
    Warning,
    /// Text and reference lines.
    Ink,
    /// New rows without a label that is known here.
    NewRows,
}

/// Explanation of the colours.
#[derive(Debug, Clone, PartialEq)]
pub enum Key {
    None,
    Legend {
        title: String,
        entries: Vec<(String, Paint)>,
        /// Index of the one entry that is not weak, where dots of the others are mere shadows.
        alone: Option<usize>,
        /// Gives classes shapes, besides their colours.
        shaped: bool,
        /// Signs of the series that are no dots, by their paints.
        signs: Vec<(Paint, SeriesSign)>,
    },
    ColorBar {
        title: String,
        min: f64,
        max: f64,
        map: ColorMap,
    },
}

impl Key {
    /// Legend of colours alone, all of which are seen.
    pub fn legend(title: impl Into<String>, entries: Vec<(String, Paint)>) -> Self {
        Self::Legend {
            title: title.into(),
            entries,
            alone: None,
            shaped: false,
            signs: vec![],
        }
    }

    /// Bar of the colours between two values.
    pub fn color_bar(title: impl Into<String>, [min, max]: [f64; 2], map: ColorMap) -> Self {
        Self::ColorBar {
            title: title.into(),
            min,
            max,
            map,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(large: bool, anchor: Anchor) -> Text {
        Text {
            xy: [0.0, 0.0],
            text: "a long name".to_owned(),
            paint: Paint::Ink,
            anchor,
            height: 1.0,
            large,
            moves: false,
        }
    }

    #[test]
    fn a_text_without_room_ends_in_an_ellipsis() {
        let text = text(false, Anchor::Middle);
        let fitting = |room: f32| text.fitting(room, |it| it.chars().count() as f32);
        assert_eq!(fitting(11.0), "a long name");
        assert_eq!(fitting(10.0), "a long na…");
        // No blank before the ellipsis.
        assert_eq!(fitting(8.0), "a long…");
        assert_eq!(fitting(0.0), "");
    }

    #[test]
    fn lines_of_a_list_stay_where_they_begin() {
        assert!(text(true, Anchor::Start).stays());
        assert!(!text(true, Anchor::Middle).stays() && !text(false, Anchor::Start).stays());
    }
}
