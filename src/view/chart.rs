//! A chart as plain data: axes, marks and a key. Colours are roles; a palette resolves them.

use std::sync::Arc;

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
    pub(super) fn empty(title: &str, note: &str) -> Self {
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

impl Axis {
    /// An axis that fits the marks.
    pub(super) fn new(label: impl Into<String>, scale: Scale) -> Self {
        Self {
            label: label.into(),
            scale,
            range: None,
        }
    }

    /// The direction across a strip of jittered points, wide enough to keep them together.
    pub(super) fn strip() -> Self {
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
}

/// One dot per row; `xy`, `rows` and `paints` have equal length, and every coordinate is finite.
#[derive(Debug, Clone, PartialEq)]
pub struct Points {
    pub name: String,
    pub xy: Arc<[[f64; 2]]>,
    /// The row of the dataset behind each dot.
    pub rows: Arc<[usize]>,
    pub paints: Arc<[Paint]>,
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
    /// What to say of each vertex when it is pointed at.
    pub labels: Vec<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LineStyle {
    Solid,
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
    /// Points without a label.
    Plain,
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
    },
    ColorBar {
        title: String,
        min: f64,
        max: f64,
    },
}
