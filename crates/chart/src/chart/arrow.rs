//! Arrows, such as the columns of a table among its scores.

use super::Paint;

/// Straight arrow from one place to another; a text beside its head is a mark of its own.
#[derive(Debug, Clone, PartialEq)]
pub struct Arrow {
    /// Name of the thing that the arrow stands for, with which the tooltip begins.
    pub name: String,
    pub tail: [f64; 2],
    pub head: [f64; 2],
    pub paint: Paint,
}

impl Arrow {
    /// Width of the shaft, in points.
    pub const WIDTH: f32 = 1.5;
    /// Length and width of the head, in points.
    const HEAD: [f32; 2] = [9.0, 7.0];

    /// Corners of the head (the tip first) of an arrow whose ends are given in points; `None` where both are one
    /// place. The shaft ends midway between the other two. An arrow shorter than its head is all head.
    #[must_use]
    pub fn barbs(tail: [f32; 2], tip: [f32; 2]) -> Option<[[f32; 2]; 3]> {
        let [x, y] = [tip[0] - tail[0], tip[1] - tail[1]];
        let length = x.hypot(y);
        if !(length > 0.0 && length.is_finite()) {
            return None;
        }
        let [long, wide] = Self::HEAD.map(|side| side * (length / Self::HEAD[0]).min(1.0));
        let (x, y) = (x / length, y / length);
        let side = |sign: f32| {
            let across = sign * wide / 2.0;
            [
                tip[0] - long * x - across * y,
                tip[1] - long * y + across * x,
            ]
        };
        Some([tip, side(1.0), side(-1.0)])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_head_points_along_its_arrow_and_is_no_longer_than_it() {
        assert_eq!(
            Arrow::barbs([10.0, 5.0], [30.0, 5.0]),
            Some([[30.0, 5.0], [21.0, 8.5], [21.0, 1.5]])
        );
        assert_eq!(
            Arrow::barbs([0.0, 4.5], [0.0, 0.0]),
            Some([[0.0, 0.0], [1.75, 4.5], [-1.75, 4.5]])
        );
        assert_eq!(Arrow::barbs([1.0, 1.0], [1.0, 1.0]), None);
    }
}
