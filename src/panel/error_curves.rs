//! Curves of errors against the number of components, with their minima.

use crate::view::{CrossLine, Line, LineStyle, Mark, Marker, Orientation, Paint, Pin};

/// Line in a chart of errors.
pub(super) struct ErrorLine {
    pub name: String,
    pub paint: Paint,
    pub style: LineStyle,
    /// Numbers of components, each with its error.
    pub points: Vec<(usize, f64)>,
    /// Writes an error.
    pub say: fn(f64) -> String,
}

impl ErrorLine {
    pub fn line(&self) -> Mark {
        let Self {
            name, points, say, ..
        } = self;
        let label = |&(q, error): &(usize, f64)| format!("{name}, q = {q}: {}", say(error));
        Mark::Line(Line {
            name: name.clone(),
            xy: points.iter().map(|&(q, error)| [q as f64, error]).collect(),
            style: self.style,
            // Between dots that stand close, dashes would not be seen.
            dots: self.style == LineStyle::Solid,
            paint: self.paint,
            labels: points.iter().map(label).collect(),
        })
    }

    /// Number of components with the least error, in words, and a pin there.
    pub fn least(&self) -> Option<(String, Mark)> {
        let points = self.points.iter().copied();
        let (q, error) = points.min_by(|a, b| a.1.total_cmp(&b.1))?;
        let best = format!("{}, best q = {q}: {}", self.name, (self.say)(error));
        let pin = Mark::Pin(Pin {
            name: best.clone(),
            xy: [q as f64, error],
            marker: Marker::Diamond,
            paint: self.paint,
            size: 1.0,
            lines: vec![],
            held: None,
        });
        Some((best, pin))
    }

    /// Error with q components, or with all where there are fewer.
    pub fn at(&self, q: usize) -> Option<f64> {
        let mut points = self.points.iter().rev();
        points.find(|(of, _)| *of <= q).map(|(_, error)| *error)
    }
}

/// Vertical line at a number of components.
pub(super) fn rule(q: usize) -> CrossLine {
    CrossLine {
        name: format!("q = {q}"),
        orientation: Orientation::Vertical,
        at: q as f64,
        style: LineStyle::Dashed,
        paint: Paint::Ink,
        held: None,
    }
}
