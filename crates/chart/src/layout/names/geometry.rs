//! Boxes and lines of names.

use super::super::text::Ends;

/// Distance between a name's box and the rim of its dot, in points, above which a line joins them: about two thirds of
/// a letter's height, so that a name that touches its dot has no line.
const LEADER: f32 = 7.0;

/// Distance of a place from a box, 0 inside.
pub(super) fn gap(ends: &Ends, [x, y]: [f32; 2]) -> f32 {
    let nearest = [x.clamp(ends[0], ends[2]), y.clamp(ends[1], ends[3])];
    (x - nearest[0]).hypot(y - nearest[1])
}

/// Box of the given size beside a place, at distance `reach` from it in the direction `way`.
pub(super) fn beside(
    [x, y]: [f32; 2],
    way: [f32; 2],
    reach: f32,
    [width, height]: [f32; 2],
) -> Ends {
    // From one corner to the next the box slides along its side.
    let along = way.map(|side| (side * std::f32::consts::SQRT_2).clamp(-1.0, 1.0));
    let left = x + way[0] * reach - width * (1.0 - along[0]) / 2.0;
    let top = y + way[1] * reach - height * (1.0 - along[1]) / 2.0;
    [left, top, left + width, top + height]
}

/// Line from the rim of the dot at a place to the box of its name; `None` where they are close to each other.
pub(super) fn leader([x, y]: [f32; 2], radius: f32, ends: &Ends) -> Option<[[f32; 2]; 2]> {
    let to = [x.clamp(ends[0], ends[2]), y.clamp(ends[1], ends[3])];
    let long = (to[0] - x).hypot(to[1] - y);
    (long - radius > LEADER).then(|| {
        let start = radius / long;
        [[x + start * (to[0] - x), y + start * (to[1] - y)], to]
    })
}

/// Box that reaches farther by `by` on all sides.
pub(super) fn grown([left, top, right, bottom]: &Ends, by: f32) -> Ends {
    [left - by, top - by, right + by, bottom + by]
}

/// Smallest box around some corners.
pub(super) fn around(xy: &[[f32; 2]]) -> Ends {
    let start = [
        f32::INFINITY,
        f32::INFINITY,
        f32::NEG_INFINITY,
        f32::NEG_INFINITY,
    ];
    xy.iter().fold(start, |[left, top, right, bottom], [x, y]| {
        [left.min(*x), top.min(*y), right.max(*x), bottom.max(*y)]
    })
}

/// Returns true where two line segments cross.
pub(super) fn meet([a, b]: [[f32; 2]; 2], [c, d]: [[f32; 2]; 2]) -> bool {
    let side = |p: [f32; 2], q: [f32; 2], r: [f32; 2]| {
        (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])
    };
    side(a, b, c) * side(a, b, d) < 0.0 && side(c, d, a) * side(c, d, b) < 0.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_box_slides_along_its_side_from_corner_to_corner() {
        let at = |way| beside([10.0, 10.0], way, 2.0, [6.0, 4.0]);
        assert_eq!(at([1.0, 0.0]), [12.0, 8.0, 18.0, 12.0]);
        assert_eq!(at([-1.0, 0.0]), [2.0, 8.0, 8.0, 12.0]);
        assert_eq!(at([0.0, -1.0]), [7.0, 4.0, 13.0, 8.0]);
    }
}
