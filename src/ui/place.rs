//! Places of marks on the screen, and their colours.

use egui::{Color32, Pos2};
use egui_plot::{PlotPoint, PlotTransform};

use chart::{Paint, Tone, paint_rgb};

/// Colour of a role in the window.
pub(super) fn color(paint: Paint, tone: Tone) -> Color32 {
    let [r, g, b] = paint_rgb(paint, tone);
    Color32::from_rgb(r, g, b)
}

/// Place on the screen, in points, of a point in a plot's units.
pub(super) fn position(transform: &PlotTransform, [x, y]: [f64; 2]) -> Pos2 {
    transform.position_from_point(&PlotPoint::new(x, y))
}

/// Point in a plot's units of a place on the screen, in points.
pub(super) fn values(transform: &PlotTransform, at: Pos2) -> [f64; 2] {
    let PlotPoint { x, y } = transform.value_from_position(at);
    [x, y]
}
