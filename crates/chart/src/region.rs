//! Regions that the user draws around dots, in a plot's own units.

use super::Points;

#[derive(Debug, Clone, PartialEq)]
pub enum Region {
    /// Two opposite corners of a rectangle.
    Rectangle([[f64; 2]; 2]),
    /// Corners of a polygon, which closes itself; where it crosses itself, a point is inside if a ray from it
    /// meets the outline an odd number of times.
    Lasso(Vec<[f64; 2]>),
}

impl Region {
    #[must_use]
    pub fn contains(&self, point: [f64; 2]) -> bool {
        match self {
            Self::Rectangle([a, b]) => (0..2).all(|axis| {
                let (low, high) = (a[axis].min(b[axis]), a[axis].max(b[axis]));
                (low..=high).contains(&point[axis])
            }),
            Self::Lasso(corners) => is_inside(point, corners),
        }
    }

    /// Rows of the dots inside the region, but for faded dots of classes that are not shown.
    pub fn rows(&self, points: &Points) -> impl Iterator<Item = usize> {
        let bounds = self.bounds();
        let dots = points.xy.iter().enumerate();
        dots.filter(move |(dot, xy)| {
            let near = (0..2).all(|axis| (bounds[0][axis]..=bounds[1][axis]).contains(&xy[axis]));
            near && points.is_active(*dot) && self.contains(**xy)
        })
        .map(|(dot, _)| points.rows[dot])
    }

    /// Lowest x and y of the corners, and highest.
    fn bounds(&self) -> [[f64; 2]; 2] {
        let corners = match self {
            Self::Rectangle(corners) => &corners[..],
            Self::Lasso(corners) => corners,
        };
        let mut bounds = [[f64::INFINITY; 2], [f64::NEG_INFINITY; 2]];
        for corner in corners {
            for axis in 0..2 {
                bounds[0][axis] = bounds[0][axis].min(corner[axis]);
                bounds[1][axis] = bounds[1][axis].max(corner[axis]);
            }
        }
        bounds
    }
}

/// Tests a point by the even–odd rule. An edge has its lower end and not its upper one, so that a ray through a
/// corner meets the two edges there once or twice, as it should.
fn is_inside([x, y]: [f64; 2], corners: &[[f64; 2]]) -> bool {
    let Some(mut from) = corners.last() else {
        return false;
    };
    let mut inside = false;
    for to in corners {
        if (from[1] <= y) != (to[1] <= y) {
            let share = (y - from[1]) / (to[1] - from[1]);
            inside ^= x < from[0] + share * (to[0] - from[0]);
        }
        from = to;
    }
    inside
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use proptest::prelude::*;

    use super::*;
    use crate::{Emphasis, Paint};

    fn point() -> impl Strategy<Value = [f64; 2]> {
        [-1.0..1.0_f64, -1.0..1.0_f64]
    }

    /// Number of times that a closed polygon winds around a point, by the angles that its edges span.
    fn winding(point: [f64; 2], corners: &[[f64; 2]]) -> f64 {
        let turn = |a: &[f64; 2], b: &[f64; 2]| {
            let (ax, ay) = (a[0] - point[0], a[1] - point[1]);
            let (bx, by) = (b[0] - point[0], b[1] - point[1]);
            (ax * by - ay * bx).atan2(ax * bx + ay * by)
        };
        let next = corners.iter().cycle().skip(1);
        let total: f64 = corners.iter().zip(next).map(|(a, b)| turn(a, b)).sum();
        total / std::f64::consts::TAU
    }

    proptest! {
        #[test]
        fn a_lasso_holds_what_it_winds_around_oddly(
            corners in proptest::collection::vec(point(), 0..12),
            at in point(),
        ) {
            let turns = winding(at, &corners);
            // On the outline itself neither answer is wrong.
            prop_assume!((turns - turns.round()).abs() < 1e-6);
            let odd = turns.round().rem_euclid(2.0) == 1.0;
            prop_assert_eq!(Region::Lasso(corners).contains(at), odd);
        }

        #[test]
        fn a_rectangle_is_the_lasso_of_its_corners(a in point(), b in point(), at in point()) {
            let lasso = Region::Lasso(vec![a, [b[0], a[1]], b, [a[0], b[1]]]);
            prop_assert_eq!(Region::Rectangle([a, b]).contains(at), lasso.contains(at));
        }

        #[test]
        fn rows_are_those_of_the_dots_inside(
            xy in proptest::collection::vec(point(), 0..40),
            corners in proptest::collection::vec(point(), 3..9),
        ) {
            let emphasis = |i: usize| if i < 5 { Emphasis::Shadow } else { Emphasis::Plain };
            let points = Points {
                name: String::new(),
                rows: (0..xy.len()).map(|i| 2 * i).collect(),
                paints: xy.iter().map(|_| Paint::Plain).collect(),
                depths: None,
                emphases: Some((0..xy.len()).map(emphasis).collect()),
                markers: None,
                pictures: None,
                names: None,
                xy: Arc::from(xy.clone()),
            };
            for region in [Region::Rectangle([corners[0], corners[1]]), Region::Lasso(corners)] {
                let mut expected = Vec::new();
                for (i, at) in xy.iter().enumerate().skip(5) {
                    if region.contains(*at) {
                        expected.push(2 * i);
                    }
                }
                prop_assert_eq!(region.rows(&points).collect::<Vec<_>>(), expected);
            }
        }
    }

    #[test]
    fn where_a_lasso_covers_itself_twice_it_has_a_hole() {
        let square = [[0.0, 0.0], [4.0, 0.0], [4.0, 4.0], [0.0, 4.0], [0.0, 0.0]];
        let inner = [[1.0, 1.0], [3.0, 1.0], [3.0, 3.0], [1.0, 3.0], [1.0, 1.0]];
        let ring = Region::Lasso([square, inner].concat());
        assert!(ring.contains([0.5, 2.0]));
        assert!(!ring.contains([2.0, 2.0]));
        assert!(!ring.contains([5.0, 2.0]));
    }
}
