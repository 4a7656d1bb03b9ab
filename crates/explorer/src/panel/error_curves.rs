//! Curves of errors against the number of components, with their minima.

use chart::{CrossLine, Line, LineStyle, Mark, Marker, Orientation, Paint, Pin};

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
        let points = self.points.iter();
        let points = points.map(|&(q, error)| (q, error, (self.say)(error)));
        curve(&self.name, self.paint, self.style, points)
    }

    /// Number of components with the least error, in words, and a pin there.
    pub fn least(&self) -> Option<(String, Mark)> {
        let points = self.points.iter().copied();
        let (q, error) = points.min_by(|a, b| a.1.total_cmp(&b.1))?;
        let best = format!("{}, best q = {q}: {}", self.name, (self.say)(error));
        let pin = Mark::Pin(Pin::new(
            best.clone(),
            [q as f64, error],
            Marker::Diamond,
            self.paint,
        ));
        Some((best, pin))
    }

    /// Error with q components, or with all where there are fewer.
    pub fn at(&self, q: usize) -> Option<f64> {
        let mut points = self.points.iter().rev();
        points.find(|(of, _)| *of <= q).map(|(_, error)| *error)
    }
}

/// Curve over numbers q of components, from each q with a height and its text.
pub(super) fn curve(
    name: &str,
    paint: Paint,
    style: LineStyle,
    points: impl Iterator<Item = (usize, f64, String)>,
) -> Mark {
    let vertex = |(q, height, said)| ([q as f64, height], format!("{name}, q = {q}: {said}"));
    let (xy, labels) = points.map(vertex).unzip();
    Mark::Line(Line {
        style,
        // Between dots that stand close, dashes would not be seen.
        dots: style == LineStyle::Solid,
        labels,
        ..Line::new(name, paint, xy)
    })
}

/// Vertical line at a number of components.
pub(super) fn rule(q: usize) -> CrossLine {
    CrossLine::new(
        format!("q = {q}"),
        Orientation::Vertical,
        q as f64,
        LineStyle::Dashed,
    )
}
