//! A chart as plain data: axes, marks and a key. Colours are roles; a palette resolves them.

mod arrow;
mod held;
mod image;
mod line;
mod points;
mod series;
mod text;

pub use arrow::Arrow;
pub use held::{Held, Pin};
pub use image::{ColorMap, Image};
pub use line::{CrossLine, Line, LineStyle, Orientation};
pub use points::{DotLayer, DotLook, Emphasis, PointNames, Points};
pub use series::{APART_IN_GREY, Hatch, SeriesSign};
pub use text::{Anchor, Text};

use std::sync::Arc;

use super::{Marker, Rgb};

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

    /// Width over height of a chart in equal units whose axes both fix their ranges; `None` for other charts.
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
    /// Places of both rows of each pair, in the order of `rows`.
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
    /// Values that lying bars stand for, since their lengths are in a unit of the layout; `None` for standing bars.
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

/// Colours and shape of a series, such as the results of one method among several; the maker of the chart chooses
/// them.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Role {
    /// Colours on a light and on a dark surface.
    pub colors: [Rgb; 2],
    /// Shape of the series' dots in the key.
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
    /// New rows that have no colour by their label.
    NewRows,
}

/// Explanation of the colours.
#[derive(Debug, Clone, PartialEq)]
pub enum Key {
    None,
    Legend {
        title: String,
        entries: Vec<(String, Paint)>,
        /// Index of the entry whose class is shown alone: the dots and entries of the others are faded. `None` where
        /// all are shown.
        alone: Option<usize>,
        /// True where classes have shapes besides their colours.
        shaped: bool,
        /// Signs of the series that are curves or bars, not dots, each with the paint of its series.
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
    /// Legend whose signs are dots of colour, with no class shown alone.
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
