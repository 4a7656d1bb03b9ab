//! Ranges of values that a plot shows.

use super::{Frame, LETTER};
use crate::view::{Axis, Chart, Mark, Ranges};

/// Share of the data's range that is left free at either end.
const AIR: f64 = 0.06;
/// Share that is left free around a view of space that stands still.
const AIR_IN_SPACE: f64 = 0.02;

/// Ranges that show all of a chart: its data with some air around them, or as its axes say. Bars stand on the edge
/// of the plot. Rules and pins, which the pointer drags, widen nothing: they would run away from it.
#[must_use]
pub fn shown(chart: &Chart) -> Ranges {
    let mut extent = Extent::default();
    let mut floor = None;
    for mark in &chart.marks {
        match mark {
            Mark::Points(points) | Mark::NewRows(points) => extent.add(&points.xy),
            Mark::Line(line) => extent.add(&line.xy),
            Mark::Bars(bars) => {
                for [[left, right], [bottom, top]] in bars.extents() {
                    extent.add(&[[left, bottom], [right, top]]);
                }
                floor = bars.lying.is_none().then_some(bars.base);
            }
            Mark::Image(image) => {
                let [[left, right], [bottom, top]] = image.extent;
                extent.add(&[[left, bottom], [right, top]]);
            }
            Mark::Text(text) | Mark::Hint(text) => extent.add(&[text.xy]),
            Mark::Arrow(arrow) => extent.add(&[arrow.tail, arrow.head]),
            // Links end at dots.
            Mark::Links(_) | Mark::Rule(_) | Mark::Pin(_) => {}
        }
    }
    let of = |axis: &Axis, seen: [f64; 2]| axis.range.unwrap_or_else(|| widened(seen, AIR));
    let [x, [lowest, highest]] = extent.0;
    let mut y = of(&chart.y, [lowest, highest]);
    if chart.y.range.is_none() && floor.is_some_and(|base| lowest >= base) {
        y[0] = lowest;
    }
    [of(&chart.x, x), y]
}

/// Widens the shorter of two ranges about its middle until a unit is as long on both axes of a plot of some size.
#[must_use]
pub fn in_equal_units(ranges: Ranges, size: [f64; 2]) -> Ranges {
    let unit = Frame { ranges, size }.units();
    let unit = unit[0].min(unit[1]);
    [0, 1].map(|axis| {
        let middle = f64::midpoint(ranges[axis][0], ranges[axis][1]);
        let half = size[axis] / unit / 2.0;
        [middle - half, middle + half]
    })
}

/// Ranges that show a view of space no farther than it reaches, with the texts beside it, in a plot of some size.
/// Its axes reach further, so that it can be turned; on paper it stands still. A part that was zoomed to stays a
/// part.
#[must_use]
pub fn standing_still(chart: &Chart, size: [f64; 2]) -> Ranges {
    let wanted = shown(chart);
    let mut solid = Extent::default();
    let mut texts = Vec::new();
    for mark in &chart.marks {
        match mark {
            Mark::Line(line) => solid.add(&line.xy),
            Mark::Points(points) | Mark::NewRows(points) => solid.add(&points.xy),
            Mark::Links(links) => solid.add(links.ends.as_flattened()),
            Mark::Text(text) => texts.push(text.xy),
            _ => {}
        }
    }
    let mut ranges = wanted;
    // The height of a text in units of the axes depends on their ranges; a few rounds settle it.
    for _ in 0..3 {
        let unit = Frame { ranges, size }.units();
        let half = 0.6 * f64::from(LETTER) / unit[0].min(unit[1]);
        let mut reached = Extent(solid.0);
        for [_, y] in &texts {
            reached.add_to(1, y - half);
            reached.add_to(1, y + half);
        }
        ranges = reached.0.map(|range| widened(range, AIR_IN_SPACE));
    }
    let is_part = (0..2).any(|axis| {
        let ([low, high], [from, to]) = (solid.0[axis], wanted[axis]);
        from > low || high > to
    });
    if is_part { wanted } else { ranges }
}

/// Least and largest value on either axis; [∞, −∞] where there is none.
struct Extent(Ranges);

impl Default for Extent {
    fn default() -> Self {
        Self([[f64::INFINITY, f64::NEG_INFINITY]; 2])
    }
}

impl Extent {
    fn add(&mut self, xy: &[[f64; 2]]) {
        for [x, y] in xy {
            self.add_to(0, *x);
            self.add_to(1, *y);
        }
    }

    fn add_to(&mut self, axis: usize, value: f64) {
        let [low, high] = &mut self.0[axis];
        (*low, *high) = (low.min(value), high.max(value));
    }
}

/// Range with a share of its span added at both ends; a single value gets room around it, and an empty one becomes
/// [0, 1].
fn widened([low, high]: [f64; 2], share: f64) -> [f64; 2] {
    if low > high {
        return [0.0, 1.0];
    }
    let span = high - low;
    let room = if span > 1e-9 * low.abs().max(high.abs()) {
        share * span
    } else if low == 0.0 {
        1.0
    } else {
        0.1 * low.abs()
    };
    [low - room, high + room]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_range_gets_air_and_a_single_value_gets_room() {
        assert_eq!(widened([0.0, 10.0], 0.06), [-0.6, 10.6]);
        assert_eq!(widened([0.0, 0.0], 0.06), [-1.0, 1.0]);
        assert_eq!(widened([-5.0, -5.0], 0.06), [-5.5, -4.5]);
        assert_eq!(
            widened([f64::INFINITY, f64::NEG_INFINITY], 0.06),
            [0.0, 1.0]
        );
    }

    #[test]
    fn the_shorter_range_grows_about_its_middle() {
        let ranges = in_equal_units([[0.0, 4.0], [1.0, 3.0]], [400.0, 400.0]);
        assert_eq!(ranges, [[0.0, 4.0], [0.0, 4.0]]);
        let ranges = in_equal_units([[0.0, 4.0], [1.0, 3.0]], [800.0, 200.0]);
        assert_eq!(ranges, [[-2.0, 6.0], [1.0, 3.0]]);
    }
}
