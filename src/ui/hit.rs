//! What lies under the pointer in a plot, and what is said of it.

use egui::{PopupAnchor, Pos2, Response, Tooltip};
use egui_plot::PlotTransform;

use super::{plot::PlotContext, theme};
use crate::view::{Chart, Mark, Points, Scale, number};

/// How near the pointer must be to name a dot, in points.
const REACH: f32 = 12.0;

/// A mark under the pointer.
pub(super) struct Hit {
    /// What it is: the mark's name where several could be meant, or lines about the rows.
    pub name: String,
    pub xy: [f64; 2],
    pub rows: Vec<usize>,
}

/// Of the points within reach of the pointer, the nearest one; of equals, the foremost.
fn nearest(
    xy: &[[f64; 2]],
    transform: &PlotTransform,
    pointer: Pos2,
    is_active: impl Fn(usize) -> bool,
) -> Option<usize> {
    // In the plot's units, because there are many points and one pointer.
    let center = transform.value_from_position(pointer);
    let [x_scale, y_scale] = transform.dpos_dvalue();
    let mut least = f64::from(REACH * REACH);
    let mut nearest = None;
    for (i, [x, y]) in xy.iter().enumerate() {
        let distance = ((x - center.x) * x_scale).powi(2) + ((y - center.y) * y_scale).powi(2);
        if distance <= least && is_active(i) {
            (least, nearest) = (distance, Some(i));
        }
    }
    nearest
}

/// The mark nearest to the pointer within reach; later marks lie on top and win.
pub(super) fn find(
    chart: &Chart,
    transform: &PlotTransform,
    pointer: Pos2,
    context: &PlotContext<'_>,
) -> Option<Hit> {
    let dot =
        |points: &Points| nearest(&points.xy, transform, pointer, |dot| points.is_active(dot));
    let nearest = |xy: &[[f64; 2]]| nearest(xy, transform, pointer, |_| true);
    chart.marks.iter().rev().find_map(|mark| match mark {
        Mark::Points(points) => dot(points).map(|i| Hit {
            name: (context.row_label)(points.rows[i]),
            xy: points.xy[i],
            rows: vec![points.rows[i]],
        }),
        // Lines without a name are a frame.
        Mark::Line(line) if line.name.is_empty() => None,
        Mark::Line(line) => nearest(&line.xy).map(|i| Hit {
            name: line.name.clone(),
            xy: line.xy[i],
            rows: vec![],
        }),
        Mark::Bars(bars) => {
            let value = transform.value_from_position(pointer);
            bars.xy
                .iter()
                .find(|[x, top]| {
                    let inside = (bars.base.min(*top)..=bars.base.max(*top)).contains(&value.y);
                    (value.x - x).abs() <= bars.width / 2.0 && inside
                })
                .map(|xy| Hit {
                    name: bars.name.clone(),
                    xy: *xy,
                    rows: vec![],
                })
        }
        Mark::Image(image) => {
            let value = transform.value_from_position(pointer);
            let xy = [value.x, value.y];
            let name = |value| format!("{} = {}", image.name, number(value));
            let (name, rows) = match (context.entry)(xy) {
                Some(entry) => (entry.text, entry.rows),
                None => (name(image.value_at(xy)?), vec![]),
            };
            Some(Hit { name, xy, rows })
        }
        Mark::Rule(_) | Mark::Text(_) => None,
    })
}

pub(super) fn tooltip(response: &Response, chart: &Chart, hit: &Hit) {
    Tooltip::always_open(
        response.ctx.clone(),
        response.layer_id,
        response.id,
        PopupAnchor::Pointer,
    )
    .gap(12.0)
    .show(|ui| {
        let (head, features) = hit.name.split_once('\n').unwrap_or((&hit.name, ""));
        if !head.is_empty() {
            ui.label(theme::semibold(head));
        }
        ui.spacing_mut().item_spacing.y = 0.0;
        for feature in features.lines() {
            ui.label(feature);
        }
        for (axis, value) in [(&chart.x, hit.xy[0]), (&chart.y, hit.xy[1])] {
            let line = format!("{} {}", axis.label, reading(axis.scale, value));
            let told = features.lines().any(|feature| feature == line);
            if axis.scale != Scale::Unmarked && !told {
                ui.label(line);
            }
        }
    });
}

fn reading(scale: Scale, value: f64) -> String {
    match scale {
        Scale::Log10 => number(10f64.powf(value)),
        Scale::Linear | Scale::Count | Scale::Unmarked => number(value),
    }
}
