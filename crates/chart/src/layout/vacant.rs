//! Places in a plot where nothing is painted, for a key.

use super::{Frame, Medium, PlacedShape, text::overlap};
use crate::Marker;

/// Distance of a key from the edges of its plot, in points.
const INSET: f32 = 6.0;
/// Least distance of a key from marks, in points.
const CLEAR: f32 = 4.0;
/// Largest share of a plot's width or height that a key inside may take.
const KEY_SHARE: f32 = 0.8;

/// Places of a key in its plot, best first: shares of the free room, across and down, that lie at the left of the key
/// and above it.
const SPOTS: [[f32; 2]; 14] = [
    [1.0, 0.0],
    [0.0, 0.0],
    [1.0, 1.0],
    [0.0, 1.0],
    [1.0, 0.25],
    [1.0, 0.5],
    [1.0, 0.75],
    [0.0, 0.25],
    [0.0, 0.5],
    [0.0, 0.75],
    [0.5, 0.0],
    [0.5, 1.0],
    [0.75, 0.0],
    [0.75, 1.0],
];

/// Set of places of a key in its plot, a bit for each.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Spots(u16);

impl Spots {
    /// Places at which a box of this size would cover one of the shapes; all places where the plot is too small for it.
    #[must_use]
    pub fn taken(
        shapes: &[PlacedShape],
        frame: &Frame,
        size: [f32; 2],
        medium: Medium<'_>,
    ) -> Self {
        let sides = frame.sides();
        let mut taken = Self::default();
        let is_small = (0..2).all(|axis| size[axis] + 2.0 * INSET <= KEY_SHARE * sides[axis]);
        for spot in 0..SPOTS.len() {
            let [left, top] = Self::corner(spot, frame, size);
            let [right, bottom] = [left + size[0], top + size[1]];
            let ends = [left - CLEAR, top - CLEAR, right + CLEAR, bottom + CLEAR];
            let covers = |shape| covers(&ends, shape, frame, medium);
            if !is_small || shapes.iter().any(covers) {
                taken.0 |= 1 << spot;
            }
        }
        taken
    }

    /// Every place.
    #[must_use]
    pub fn all() -> Self {
        Self(u16::MAX)
    }

    /// Places that are in at least one of the two sets.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Index of the best place that is not in the set; `None` where all are in it.
    #[must_use]
    pub fn best_other(self) -> Option<usize> {
        (0..SPOTS.len()).find(|spot| self.0 >> spot & 1 == 0)
    }

    /// Top left corner of a box at a place.
    #[must_use]
    pub fn corner(spot: usize, frame: &Frame, size: [f32; 2]) -> [f32; 2] {
        let shares = SPOTS.get(spot).copied().unwrap_or_default();
        let sides = frame.sides();
        [0, 1].map(|axis| INSET + shares[axis] * (sides[axis] - size[axis] - 2.0 * INSET))
    }
}

/// Returns true where a rectangle would cover a part of a shape.
fn covers(ends: &[f32; 4], shape: &PlacedShape, frame: &Frame, medium: Medium<'_>) -> bool {
    let around = |[x, y]: [f32; 2], by: f32| overlap(ends, &[x - by, y - by, x + by, y + by]);
    match shape {
        PlacedShape::Dots(dots) => {
            let reach = match dots.points.pictures {
                Some(_) => dots.picture / 2.0,
                None => dots.radius * Marker::REACH,
            };
            let mut places = dots.points.xy.iter().map(|xy| frame.place(*xy));
            places.any(|at| around(at, reach))
        }
        PlacedShape::Sign { center, radius, .. } => around(*center, radius * Marker::REACH),
        PlacedShape::Image { ends: other, .. } | PlacedShape::Rect { ends: other, .. } => {
            overlap(ends, other)
        }
        PlacedShape::Line { xy, .. } => xy.windows(2).any(|line| crosses(ends, line[0], line[1])),
        PlacedShape::Polygon { xy, .. } => xy.iter().any(|corner| around(*corner, 1.0)),
        PlacedShape::Label(label) => {
            let [x, y] = label.at;
            let width = (medium.measure)(&label.text, label.size);
            let left = x - label.anchor.share_before() * width;
            let half = label.size / 2.0;
            overlap(ends, &[left, y - half, left + width, y + half])
        }
    }
}

/// Returns true where a line segment has a point in a rectangle: a part between both pairs of sides at once.
pub(super) fn crosses(ends: &[f32; 4], from: [f32; 2], to: [f32; 2]) -> bool {
    let (mut first, mut last) = (0.0_f32, 1.0_f32);
    for axis in 0..2 {
        let (low, high, long) = (ends[axis], ends[axis + 2], to[axis] - from[axis]);
        if long == 0.0 {
            if !(low..=high).contains(&from[axis]) {
                return false;
            }
            continue;
        }
        let [a, b] = [low, high].map(|end| (end - from[axis]) / long);
        first = first.max(a.min(b));
        last = last.min(a.max(b));
    }
    first <= last
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout::{Stroke, Tint};

    const MEDIUM: Medium<'static> = Medium {
        measure: &|text, size| 0.6 * size * text.chars().count() as f32,
        least: 0.0,
        hints: false,
    };

    #[test]
    fn lines_cross_boxes_that_they_enter_and_no_others() {
        let ends = [10.0, 10.0, 20.0, 20.0];
        assert!(crosses(&ends, [0.0, 15.0], [30.0, 15.0]));
        assert!(crosses(&ends, [12.0, 12.0], [13.0, 13.0]));
        assert!(crosses(&ends, [0.0, 8.0], [30.0, 22.0]));
        assert!(!crosses(&ends, [0.0, 25.0], [25.0, 21.0]));
        assert!(!crosses(&ends, [0.0, 15.0], [9.0, 15.0]));
        // Its box overlaps the rectangle, and the line passes by a corner.
        assert!(!crosses(&ends, [5.0, 14.0], [14.0, 5.0]));
    }

    #[test]
    fn a_key_stands_in_the_first_corner_that_is_free() {
        let frame = Frame {
            ranges: [[0.0, 1.0]; 2],
            size: [200.0, 100.0],
        };
        let line = |from: [f32; 2], to: [f32; 2]| PlacedShape::Line {
            xy: vec![from, to],
            stroke: Stroke::thin(Tint::Line),
        };
        let size = [60.0, 30.0];
        let best = |shapes: &[PlacedShape]| {
            let taken = Spots::taken(shapes, &frame, size, MEDIUM);
            let spot = taken.best_other()?;
            Some(Spots::corner(spot, &frame, size))
        };
        assert_eq!(best(&[]), Some([134.0, 6.0]));
        let right = line([150.0, 0.0], [150.0, 100.0]);
        assert_eq!(best(std::slice::from_ref(&right)), Some([6.0, 6.0]));
        let top = line([0.0, 20.0], [200.0, 20.0]);
        assert_eq!(best(&[right.clone(), top.clone()]), Some([6.0, 64.0]));
        let bottom = line([0.0, 80.0], [200.0, 80.0]);
        let middle = [top, bottom, right];
        assert_eq!(best(&middle), Some([6.0, 35.0]));
        let left = line([30.0, 0.0], [30.0, 100.0]);
        let [top, bottom, right] = middle;
        assert_eq!(best(&[top, bottom, right, left]), None);
        let wide = Spots::taken(&[], &frame, [170.0, 30.0], MEDIUM);
        assert_eq!(wide.best_other(), None);
    }
}
