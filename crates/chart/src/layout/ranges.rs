//! Ranges of values that a plot shows.

use super::{Frame, LETTER};
use crate::{Axis, Chart, Mark, Ranges};

/// Share of the data's range that is left free at either end.
const AIR: f64 = 0.06;
/// Share of the range that is left free at each end of a view of space in a figure, which cannot be turned.
const AIR_IN_SPACE: f64 = 0.02;

/// Ranges that show all of a chart: its data with some air around them, or as its axes say. Bars stand on the edge of
/// the plot. Lines across the plot and pins widen nothing: one that is dragged would run away from the pointer.
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
            Mark::Links(_) | Mark::CrossLine(_) | Mark::Pin(_) => {}
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

/// Largest ratio of the range of common axes to that of a picture on them: the picture is then a quarter as wide, and
/// its shape is still seen.
const COMPARABLE: f64 = 4.0;

/// Ranges that show several charts on common axes; `None` where there is only one chart, or one would be too small to
/// see on them.
#[must_use]
pub fn in_common(own: Ranges, others: impl Iterator<Item = Ranges>) -> Option<Ranges> {
    let all: Vec<Ranges> = others.chain([own]).collect();
    let common = [0, 1].map(|axis| {
        let low = all
            .iter()
            .map(|it| it[axis][0])
            .fold(f64::INFINITY, f64::min);
        let high = all.iter().map(|it| it[axis][1]);
        [low, high.fold(f64::NEG_INFINITY, f64::max)]
    });
    let span = |[low, high]: [f64; 2]| high - low;
    let narrow = |it: &Ranges| (0..2).any(|axis| span(common[axis]) > COMPARABLE * span(it[axis]));
    (all.len() > 1 && !all.iter().any(narrow)).then_some(common)
}

/// Ranges that a plot of `seen` shows when it is enlarged by `factor` about a point: when shrunk, never beyond `all` of
/// its chart. `None` where they show all of it.
#[must_use]
pub fn zoomed(seen: Ranges, all: Ranges, about: [f64; 2], factor: f64) -> Option<Ranges> {
    let span = |[low, high]: [f64; 2]| high - low;
    let is_whole = |axis: usize| span(seen[axis]) >= factor * span(all[axis]) * (1.0 - 1e-9);
    if factor < 1.0 && is_whole(0) && is_whole(1) {
        return None;
    }
    Some([0, 1].map(|axis| {
        if factor < 1.0 && is_whole(axis) {
            return all[axis];
        }
        let at = about[axis];
        let [low, high] = seen[axis].map(|end| at + (end - at) / factor);
        let [least, most] = all[axis];
        let aside = if factor < 1.0 {
            (least - low).max(0.0) - (high - most).max(0.0)
        } else {
            0.0
        };
        [low + aside, high + aside]
    }))
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

/// Widens the range of an axis until a unit is as long on both axes of a plot of some size. Ranges that are `kept` stay,
/// and no other becomes narrower: where that leaves no way, units differ.
#[must_use]
pub fn in_equal_units_keeping(ranges: Ranges, size: [f64; 2], kept: [bool; 2]) -> Ranges {
    if kept == [false; 2] {
        return in_equal_units(ranges, size);
    }
    let units = Frame { ranges, size }.units();
    let mut widened = ranges;
    for (axis, other) in [(0, 1), (1, 0)] {
        // A unit that is longer than that of the other axis becomes as short.
        if !kept[axis] && units[axis] > units[other] {
            widened[axis] = in_equal_units(ranges, size)[axis];
        }
    }
    widened
}

/// Ranges of a view of space in a figure with a plot of the given size: just those of its box, dots and texts, since it
/// cannot be turned there; its axes reach further, so that it can be turned in a window. Ranges that were zoomed to
/// stay.
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
        for [x, y] in &texts {
            reached.add_to(0, *x);
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
    fn a_wheel_takes_no_plot_past_its_chart() {
        let all = [[0.0, 10.0], [0.0, 4.0]];
        let near = zoomed(all, all, [2.0, 1.0], 2.0).unwrap();
        assert_eq!(near, [[1.0, 6.0], [0.5, 2.5]]);
        // About a corner, what lies beyond is given back at the other side.
        let back = zoomed(near, all, [6.0, 2.5], 0.8).unwrap();
        assert_eq!(back, [[0.0, 6.25], [0.0, 2.5]]);
        assert_eq!(zoomed(near, all, [1.0, 0.5], 0.5), None);
        let flat = zoomed([[0.0, 10.0], [1.0, 2.0]], all, [5.0, 1.5], 0.5);
        assert_eq!(flat, Some([[0.0, 10.0], [0.5, 2.5]]));
    }

    #[test]
    fn charts_share_axes_unless_one_would_be_a_dot() {
        let own = [[0.0, 2.0], [0.0, 1.0]];
        let other = [[-1.0, 1.0], [0.5, 3.0]];
        let common = Some([[-1.0, 2.0], [0.0, 3.0]]);
        assert_eq!(in_common(own, [other].into_iter()), common);
        assert_eq!(in_common(other, [own].into_iter()), common);
        assert_eq!(in_common(own, std::iter::empty()), None);
        let far = [[0.0, 900.0], [0.0, 1.0]];
        assert_eq!(in_common(own, [far].into_iter()), None);
    }

    #[test]
    fn a_range_that_is_kept_stays_and_the_other_loses_nothing() {
        let square = [400.0; 2];
        let ranges = [[0.0, 4.0], [1.0, 3.0]];
        let keeping = |kept| in_equal_units_keeping(ranges, square, kept);
        let equal = [[0.0, 4.0], [0.0, 4.0]];
        assert_eq!(keeping([false, false]), equal);
        assert_eq!(keeping([true, false]), equal);
        assert_eq!(keeping([false, true]), ranges);
        assert_eq!(keeping([true, true]), ranges);
    }

    #[test]
    fn the_shorter_range_grows_about_its_middle() {
        let ranges = in_equal_units([[0.0, 4.0], [1.0, 3.0]], [400.0, 400.0]);
        assert_eq!(ranges, [[0.0, 4.0], [0.0, 4.0]]);
        let ranges = in_equal_units([[0.0, 4.0], [1.0, 3.0]], [800.0, 200.0]);
        assert_eq!(ranges, [[-2.0, 6.0], [1.0, 3.0]]);
    }
}
