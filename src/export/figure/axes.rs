//! What the axes of a panel show and where their ticks stand.

use std::sync::Arc;

use kuva::{TickFormat, render::render_utils::compute_tick_step};

use crate::view::{Axis, Chart, Mark, Orientation, Scale, number};

/// What an axis (0 = x, 1 = y) must show: its own range, or the marks with a margin around them.
pub(super) fn range(chart: &Chart, axis: usize) -> [f64; 2] {
    let wanted = [&chart.x, &chart.y][axis];
    if let Some(range) = wanted.range {
        return widen(range, 0.0);
    }
    let mut base = None;
    let mut seen: Vec<f64> = Vec::new();
    for mark in &chart.marks {
        match mark {
            Mark::Points(points) | Mark::NewRows(points) => {
                seen.extend(points.xy.iter().map(|xy| xy[axis]));
            }
            Mark::Line(line) => seen.extend(line.xy.iter().map(|xy| xy[axis])),
            Mark::Bars(bars) => {
                if axis == 1 && bars.lying.is_none() {
                    base = Some(bars.base);
                    seen.push(bars.base);
                }
                seen.extend(bars.extents().flat_map(|extent| extent[axis]));
            }
            Mark::Image(image) => seen.extend(image.extent[axis]),
            Mark::Text(text) => seen.push(text.xy[axis]),
            Mark::Arrow(arrow) => seen.extend([arrow.tail[axis], arrow.head[axis]]),
            // Links end at dots, and a pin changes nothing.
            Mark::Links(_) | Mark::Pin(_) => {}
            Mark::Rule(rule) => {
                let along = match rule.orientation {
                    Orientation::Vertical => 0,
                    Orientation::Horizontal => 1,
                };
                if along == axis {
                    seen.push(rule.at);
                }
            }
        }
    }
    let Some(extent) = seen
        .into_iter()
        .map(|v| [v, v])
        .reduce(|[lo, hi], [v, _]| [lo.min(v), hi.max(v)])
    else {
        return [0.0, 1.0];
    };
    if wanted.scale == Scale::Count {
        return [extent[0] - 0.4, extent[1] + 0.4];
    }
    let [lo, hi] = widen(extent, 0.05);
    // Bars stand on the axis.
    if base == Some(extent[0]) {
        [extent[0], hi]
    } else {
        [lo, hi]
    }
}

/// What a view of space or a graph shows in a plot of this size: its box, and the texts beside it, each `line`
/// high. Its axes reach further, so that it can be turned; here it stands still.
pub(super) fn space(chart: &Chart, plot: [f64; 2], line: f64) -> [[f64; 2]; 2] {
    let wanted = [0, 1].map(|axis| range(chart, axis));
    let places = chart.marks.iter().map(|mark| match mark {
        Mark::Line(line) => &line.xy[..],
        Mark::Points(points) | Mark::NewRows(points) => &points.xy[..],
        Mark::Links(links) => links.ends.as_flattened(),
        Mark::Bars(_)
        | Mark::Rule(_)
        | Mark::Image(_)
        | Mark::Text(_)
        | Mark::Pin(_)
        | Mark::Arrow(_) => &[],
    });
    let corners: Vec<[f64; 2]> = places.flatten().copied().collect();
    let texts: Vec<f64> = chart
        .marks
        .iter()
        .filter_map(|mark| match mark {
            Mark::Text(text) => Some(text.xy[1]),
            _ => None,
        })
        .collect();
    let ends = |values: &mut dyn Iterator<Item = f64>| {
        values.fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], v| {
            [low.min(v), high.max(v)]
        })
    };
    let box_ends = [0, 1].map(|axis| ends(&mut corners.iter().map(|corner| corner[axis])));
    let mut shown = wanted;
    // How high a text is in units of the axes depends on what they show; it settles at once.
    for _ in 0..3 {
        let unit = unit(shown, plot);
        let of_texts = texts
            .iter()
            .flat_map(|y| [y - line / unit, y + line / unit]);
        let [low, high] = box_ends[1];
        let y = ends(&mut [low, high].into_iter().chain(of_texts));
        shown = [box_ends[0], y].map(|range| widen(range, 0.02));
    }
    let is_within = |axis: usize| {
        let ([low, high], [from, to]) = (box_ends[axis], wanted[axis]);
        from <= low && high <= to
    };
    // A part that was zoomed to stays a part.
    if is_within(0) && is_within(1) {
        shown
    } else {
        wanted
    }
}

/// Adds a share of the span at both ends; a single value gets room around it.
fn widen([lo, hi]: [f64; 2], share: f64) -> [f64; 2] {
    let span = hi - lo;
    if span > 1e-9 * lo.abs().max(hi.abs()) {
        return [lo - share * span, hi + share * span];
    }
    let room = if lo == 0.0 { 1.0 } else { 0.1 * lo.abs() };
    [lo - room, hi + room]
}

/// Widens the shorter of two ranges about its middle until a unit is as long on both axes of a plot
/// of the given width and height.
pub(super) fn equal_units(ranges: [[f64; 2]; 2], plot: [f64; 2]) -> [[f64; 2]; 2] {
    let unit = unit(ranges, plot);
    [0, 1].map(|i| {
        let middle = f64::midpoint(ranges[i][0], ranges[i][1]);
        let half = plot[i].max(1.0) / unit / 2.0;
        [middle - half, middle + half]
    })
}

/// The length of a unit with which both ranges fit into a plot.
fn unit(ranges: [[f64; 2]; 2], plot: [f64; 2]) -> f64 {
    let units = [0, 1].map(|i| plot[i].max(1.0) / (ranges[i][1] - ranges[i][0]));
    units[0].min(units[1])
}

/// A step that leaves about `apart` pixels between ticks: whole for counts, which are short and may
/// stand closer, and for powers of ten.
pub(super) fn tick_step(axis: &Axis, [lo, hi]: [f64; 2], length: f64, apart: f64) -> f64 {
    let apart = if axis.scale == Scale::Count {
        0.5 * apart
    } else {
        apart
    };
    let step = compute_tick_step(lo, hi, (length / apart).clamp(2.0, 10.0) as usize);
    match axis.scale {
        Scale::Linear => step,
        // kuva draws grid lines even without ticks: none but the middle one.
        Scale::Unmarked => hi - lo,
        Scale::Count | Scale::Log10 => step.ceil().max(1.0),
    }
}

pub(super) fn tick_format(scale: Scale) -> TickFormat {
    match scale {
        Scale::Linear | Scale::Count | Scale::Unmarked => TickFormat::Custom(Arc::new(number)),
        Scale::Log10 => TickFormat::Custom(Arc::new(power_of_ten)),
    }
}

fn power_of_ten(exponent: f64) -> String {
    const SUPERSCRIPTS: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    let digits = format!("{exponent:.0}");
    let raised = digits.chars().map(|c| match c.to_digit(10) {
        Some(digit) => SUPERSCRIPTS[digit as usize],
        None => '⁻',
    });
    format!("10{}", raised.collect::<String>())
}
