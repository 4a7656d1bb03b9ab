//! Lines through places, and lines across the whole plot.

use super::{Held, Paint};
use crate::Marker;

#[derive(Debug, Clone, PartialEq)]
pub struct Line {
    pub name: String,
    pub xy: Vec<[f64; 2]>,
    pub style: LineStyle,
    /// Draws a dot at each vertex.
    pub dots: bool,
    /// Shape of the dots; `None` for discs. A line with a shape but without `dots` has dots at a few vertices.
    pub marker: Option<Marker>,
    pub paint: Paint,
    /// Text of each vertex when it is pointed at; empty where the name says it all.
    pub labels: Vec<String>,
}

impl Line {
    /// Solid line without dots, whose tooltip is the name at every vertex.
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
    /// Thin and dashed, for a level below zero among many level lines.
    FineDashed,
    Dashed,
    Dotted,
    /// Long dashes; the next styles have other patterns for further series.
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

    /// Returns true for the style of a curve that stands alone; false for styles of clouds and nets of lines.
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
    /// Thing that is moved by dragging the line; `None` for a line that cannot be dragged.
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
