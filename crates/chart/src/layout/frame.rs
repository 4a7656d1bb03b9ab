//! Mapping from values to points.

use crate::Ranges;

/// Plot of some size and the values that it shows; places count from its top left corner.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Frame {
    /// Values at the left and right end, and at the bottom and top.
    pub ranges: Ranges,
    /// Width and height in points.
    pub size: [f64; 2],
}

impl Frame {
    /// Place of a pair of values, in points.
    #[must_use]
    pub fn place(&self, [x, y]: [f64; 2]) -> [f32; 2] {
        let [[left, right], [bottom, top]] = self.ranges;
        [
            (self.size[0] * (x - left) / (right - left)) as f32,
            (self.size[1] * (top - y) / (top - bottom)) as f32,
        ]
    }

    /// Lengths of a unit of either axis, in points.
    #[must_use]
    pub fn units(&self) -> [f64; 2] {
        [0, 1].map(|axis| {
            let [low, high] = self.ranges[axis];
            self.size[axis] / (high - low)
        })
    }

    /// Returns true where a pair of values is in sight.
    #[must_use]
    pub fn shows(&self, xy: [f64; 2]) -> bool {
        let is_inside = |axis: usize| {
            let [low, high] = self.ranges[axis];
            (low..=high).contains(&xy[axis])
        };
        is_inside(0) && is_inside(1)
    }

    pub(super) fn sides(&self) -> [f32; 2] {
        self.size.map(|side| side as f32)
    }
}
