//! Lines over bars, which tell bars of about the same lightness apart.

use super::{Ink, PlacedShape, Stroke, Tint};
use crate::Hatch;

/// Distance between two lines along an axis, in points.
const STEP: f32 = 5.0;

/// Lines of a hatch inside a rectangle: left, upper, right and lower end.
pub(super) fn lines<'a>(
    [left, top, right, bottom]: [f32; 4],
    hatch: Hatch,
) -> impl Iterator<Item = PlacedShape<'a>> {
    let (across, down) = (right - left, bottom - top);
    let length = match hatch {
        Hatch::Plain => 0.0,
        Hatch::Level => down,
        Hatch::Rising | Hatch::Falling => across + down,
    };
    let count = (length / STEP).ceil().max(0.0) as usize;
    (0..count).filter_map(move |i| {
        // Where a slanted line through a corner of the rectangle's box would begin.
        let at = STEP * (i as f32 + 0.5);
        let [from, to] = match hatch {
            Hatch::Plain => return None,
            Hatch::Level => [[0.0, at], [across, at]],
            Hatch::Rising => [
                [(at - down).max(0.0), at.min(down)],
                [at.min(across), (at - across).max(0.0)],
            ],
            Hatch::Falling => [
                [across - (at - down).max(0.0), at.min(down)],
                [across - at.min(across), (at - across).max(0.0)],
            ],
        };
        let is_inside = |[x, y]: [f32; 2]| (0.0..=across).contains(&x) && (0.0..=down).contains(&y);
        let place = |[x, y]: [f32; 2]| [left + x, top + y];
        (is_inside(from) && is_inside(to) && from != to).then(|| PlacedShape::Line {
            xy: vec![place(from), place(to)],
            stroke: Stroke {
                width: 1.25,
                ..Stroke::thin(Tint::Surface)
            },
        })
    })
}

/// A bar with its hatch.
pub(super) fn bar<'a>(
    ends: [f32; 4],
    fill: Ink,
    hatch: Hatch,
) -> impl Iterator<Item = PlacedShape<'a>> {
    std::iter::once(PlacedShape::Rect { ends, fill }).chain(lines(ends, hatch))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_stay_in_their_bar() {
        for ends in [
            [10.0, 20.0, 16.0, 120.0],
            [0.0, 0.0, 40.0, 3.0],
            [5.0, 5.0, 5.5, 5.5],
        ] {
            for hatch in Hatch::ALL {
                let all: Vec<PlacedShape> = lines(ends, hatch).collect();
                // The smallest is too small for any line.
                assert_eq!(
                    all.is_empty(),
                    hatch == Hatch::Plain || ends[3] < 6.0 && ends[0] > 0.0
                );
                for shape in all {
                    let PlacedShape::Line { xy, .. } = shape else {
                        panic!("lines")
                    };
                    for [x, y] in xy {
                        assert!((ends[0]..=ends[2]).contains(&x), "{hatch:?} {x}");
                        assert!((ends[1]..=ends[3]).contains(&y), "{hatch:?} {y}");
                    }
                }
            }
        }
    }
}
