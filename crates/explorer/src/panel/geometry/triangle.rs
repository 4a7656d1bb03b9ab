//! Triangle to scale of two images and the origin, or the mean.

use super::{LINE, text, worked::digits};
use crate::panel::coordinates::PAINTS;
use chart::{Anchor, Line, LineStyle, Mark, Paint, number};
use kernel_pca::explain::ImagePair;

/// Largest width and height of a triangle, without the names around it, in lines of text.
pub(super) const TRIANGLE: [f64; 2] = [4.9, 3.5];
/// Width and height of a triangle with the names around it, in lines of text.
pub(super) const BOX: [f64; 2] = [10.8, 6.8];
/// Room at the left of a triangle for the length of a steep side, in lines of text.
pub(super) const MARGIN: f64 = 2.9;

/// Draws the triangle of both images and a `foot`, the origin or the mean, to scale, below the given corner.
pub(super) fn triangle(
    pair: &ImagePair,
    heading: &str,
    foot: &str,
    [left, top]: [f64; 2],
) -> Vec<Mark> {
    let heading_at = [left + 0.5, top - 0.7 * LINE];
    let mut marks = vec![text(heading_at, heading, Paint::Ink, Anchor::Start)];
    let middle = top - 2.2 * LINE - TRIANGLE[1] / 2.0;
    let Some([x, y]) = corners(pair) else {
        let why = "negative squares have no length";
        let at = [left + 0.5, middle];
        marks.push(text(at, why, Paint::Warning, Anchor::Start));
        return marks;
    };
    let (width, height) = (x[0].max(y[0]), x[1] - y[1]);
    let scale = (TRIANGLE[0] / width).min(TRIANGLE[1] / height.max(f64::MIN_POSITIVE));
    // Both images may be in the foot.
    let scale = if scale.is_finite() { scale } else { 0.0 };
    let center = f64::midpoint(x[1], y[1]);
    let place = |[a, b]: [f64; 2]| [left + MARGIN + scale * a, middle + scale * (b - center)];
    let at = [[0.0; 2], x, y].map(place);
    let lengths = pair.lengths().map(Option::unwrap_or_default);
    let distance = pair.distance().unwrap_or_default();
    let sides = [
        ("φ(x)", [0, 1], lengths[0], PAINTS[0], LineStyle::Solid),
        ("φ(y)", [0, 2], lengths[1], PAINTS[1], LineStyle::Solid),
        ("distance", [1, 2], distance, Paint::Ink, LineStyle::Dashed),
    ];
    for (name, ends, length, paint, style) in sides {
        marks.push(Mark::Line(Line {
            style,
            dots: style == LineStyle::Solid,
            labels: vec![format!("{name}: length {}", digits(length)); 2],
            ..Line::new(name.to_owned(), paint, ends.map(|end| at[end]).to_vec())
        }));
    }
    let foot_at = [at[0][0] - 0.4, at[0][1]];
    marks.push(text(foot_at, foot, Paint::Ink, Anchor::End));
    // Names one above the other where both ends are near, and a distance only where there is room for it.
    let near = at[1][1] - at[2][1] < 2.2 * LINE;
    let apart = if near { 0.6 } else { 0.0 };
    let beside = |[x, y]: [f64; 2], up: f64| [x + 0.4, y + up];
    marks.push(text(beside(at[1], apart), "φ(x)", PAINTS[0], Anchor::Start));
    marks.push(text(
        beside(at[2], -apart),
        "φ(y)",
        PAINTS[1],
        Anchor::Start,
    ));
    for (end, side, length, paint) in [
        (1, 1.0, lengths[0], PAINTS[0]),
        (2, -1.0, lengths[1], PAINTS[1]),
    ] {
        // In brief: the table beside has every digit.
        marks.push(outside([at[0], at[end]], side, &number(length), paint));
    }
    if !near {
        let middle = [0, 1].map(|axis| f64::midpoint(at[1][axis], at[2][axis]));
        let at = beside(middle, 0.0);
        marks.push(text(at, &number(distance), Paint::Ink, Anchor::Start));
    }
    marks
}

/// Text of the length of a triangle's side, outside the triangle: above the side (1) or below it (−1).
fn outside([from, to]: [[f64; 2]; 2], side: f64, length: &str, paint: Paint) -> Mark {
    let along = [0, 1].map(|axis| to[axis] - from[axis]);
    let norm = along[0].hypot(along[1]).max(f64::MIN_POSITIVE);
    let normal = [-side * along[1] / norm, side * along[0] / norm];
    let at = [0, 1].map(|axis| f64::midpoint(from[axis], to[axis]) + 0.75 * LINE * normal[axis]);
    let anchor = match normal[0] {
        across if across < -0.5 => Anchor::End,
        across if across > 0.5 => Anchor::Start,
        _ => Anchor::Middle,
    };
    text(at, length, paint, anchor)
}

/// Places of φ(x) and φ(y) relative to a foot at the origin, one above the axis and one below; `None` where a length or
/// the angle is no real number.
fn corners(pair: &ImagePair) -> Option<[[f64; 2]; 2]> {
    let [a, b] = pair.lengths();
    let (a, b) = (a?, b?);
    // A foot that is one of the images sees the other one straight ahead.
    let angle = if a * b > 0.0 { pair.angle()? } else { 0.0 };
    let (sine, cosine) = (angle.to_radians() / 2.0).sin_cos();
    Some([[a * cosine, a * sine], [b * cosine, -b * sine]])
}
