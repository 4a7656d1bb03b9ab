//! Invitation of the first start: a wave around γ's handle until it is touched.

use std::time::Duration;

use egui::{Pos2, Stroke, Ui};

use super::theme::{self, Tokens};

/// Seconds from one wave around the handle to the next.
const PERIOD: f64 = 1.8;
/// Distance that a wave goes beyond the handle, in points.
const REACH: f32 = 11.0;
/// Frames per second: a gentle movement needs no more.
const RATE: f64 = 30.0;

/// Draws a wave that leaves the handle and fades, with a line below the slider.
pub(super) fn show(ui: &mut Ui, handle: Pos2, radius: f32) {
    let tokens = Tokens::of(ui.visuals());
    let time = ui.input(|input| input.time);
    let share = (time.rem_euclid(PERIOD) / PERIOD) as f32;
    let color = tokens.accent.gamma_multiply(0.9 * (1.0 - share).powi(2));
    let stroke = Stroke::new(2.0, color);
    ui.painter()
        .circle_stroke(handle, radius + REACH * share, stroke);
    ui.ctx()
        .request_repaint_after(Duration::from_secs_f64(1.0 / RATE));
    ui.label(theme::semibold("Drag γ: the moons come apart").color(tokens.accent));
}
