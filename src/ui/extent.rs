//! How far a plot reaches that shows all of its chart. That takes a look at every dot, so it is found out once,
//! when the chart is built.

use egui_plot::{PlotBounds, PlotPoint};

use crate::view::{Axis, Chart, Mark};

/// The share of the data's range that is left free on each side.
const AIR: f64 = 0.06;

/// The data with some air around them; bars stand on the edge of the plot.
pub(super) fn bounds(chart: &Chart) -> PlotBounds {
    let mut bounds = PlotBounds::NOTHING;
    let mut floor = None;
    for mark in &chart.marks {
        match mark {
            Mark::Points(points) | Mark::NewRows(points) => extend(&mut bounds, &points.xy),
            Mark::Line(line) => extend(&mut bounds, &line.xy),
            Mark::Bars(bars) => {
                for [[left, right], [bottom, top]] in bars.extents() {
                    extend(&mut bounds, &[[left, bottom], [right, top]]);
                }
                floor = bars.lying.is_none().then_some(bars.base);
            }
            Mark::Image(image) => {
                let [[left, right], [bottom, top]] = image.extent;
                extend(&mut bounds, &[[left, bottom], [right, top]]);
            }
            Mark::Text(text) => extend(&mut bounds, &[text.xy]),
            Mark::Arrow(arrow) => extend(&mut bounds, &[arrow.tail, arrow.head]),
            // Links end at dots, and a pin changes nothing.
            Mark::Links(_) | Mark::Rule(_) | Mark::Pin(_) => {}
        }
    }
    let ([mut left, mut bottom], [mut right, mut top]) = (bounds.min(), bounds.max());
    let on_floor = floor.is_some_and(|base| bottom >= base);
    pad(&chart.x, &mut left, &mut right);
    let lowest = bottom;
    pad(&chart.y, &mut bottom, &mut top);
    if on_floor {
        bottom = lowest;
    }
    PlotBounds::from_min_max([left, bottom], [right, top])
}

/// Widens a range by a share of itself, or to where the axis says that it ends.
fn pad(axis: &Axis, low: &mut f64, high: &mut f64) {
    if let Some([first, last]) = axis.range {
        (*low, *high) = (first, last);
        return;
    }
    let span = *high - *low;
    let air = if span > 0.0 { AIR * span } else { 0.5 };
    *low -= air;
    *high += air;
}

fn extend(bounds: &mut PlotBounds, xy: &[[f64; 2]]) {
    for [x, y] in xy {
        bounds.extend_with(&PlotPoint::new(*x, *y));
    }
}
