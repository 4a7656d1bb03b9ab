//! Thumbnails: charts without axes, titles and texts, small enough to be told apart at a glance.

use std::sync::Arc;

use egui::{Sense, Ui, Vec2};
use egui_plot::Plot;

use super::{brush::Brush, chart_item::ChartItem, charts};
use chart::{Aspect, Chart, Mark, Points};
use explorer::panel::Panel;

/// Largest number of dots of a thumbnail, which is about a hundred points wide.
const MOST_DOTS: usize = 250;

/// Chart without the parts that could not be read, and with few dots.
pub(super) fn small(mut chart: Chart) -> Chart {
    chart
        .marks
        .retain(|mark| !matches!(mark, Mark::Text(_) | Mark::Hint(_) | Mark::Pin(_)));
    for mark in &mut chart.marks {
        if let Mark::Points(points) | Mark::NewRows(points) = mark {
            *points = some_of(points);
        }
    }
    chart
}

/// Subset of at most [`MOST_DOTS`] dots, evenly spread over the order of the rows.
fn some_of(points: &Points) -> Points {
    let step = points.xy.len().div_ceil(MOST_DOTS).max(1);
    Points {
        name: points.name.clone(),
        xy: points.xy.iter().step_by(step).copied().collect(),
        rows: points.rows.iter().step_by(step).copied().collect(),
        paints: points.paints.iter().step_by(step).copied().collect(),
        depths: (points.depths.as_ref()).map(|all| all.iter().step_by(step).copied().collect()),
        emphases: None,
        markers: None,
        pictures: None,
        names: None,
    }
}

/// Draws the chart into all the room that `ui` has.
pub(super) fn show(ui: &mut Ui, panel: Panel, chart: &Arc<Chart>) {
    let id = egui::Id::unique(("thumbnail", panel.name()));
    let item = ChartItem::new(id, chart, Brush::of(ui), &[], charts::bounds(chart));
    let mut plot = Plot::new(id)
        .id(id)
        .show_axes(false)
        .show_grid(false)
        .show_background(false)
        .show_crosshair(false)
        .set_margin_fraction(Vec2::ZERO)
        .allow_drag(false)
        .allow_zoom(false)
        .allow_scroll(false)
        .allow_boxed_zoom(false)
        .allow_double_click_reset(false)
        .sense(Sense::empty())
        .reset();
    if chart.aspect == Aspect::Equal {
        plot = plot.data_aspect(1.0);
    }
    plot.show(ui, |plot| plot.add(item));
}
