//! Invitation of the first start: three waves around γ's handle, then a ring, until it is touched.

use std::time::Duration;

use egui::{Id, Pos2, Stroke, Ui};

use super::theme::{self, Tokens};

/// Seconds from one wave around the handle to the next.
const PERIOD: f64 = 1.8;
/// Number of waves: enough to be noticed. At rest a window draws nothing.
const WAVES: f64 = 3.0;
/// Distance that a wave goes beyond the handle, in points.
const REACH: f32 = 11.0;
/// Frames per second: a gentle movement needs no more.
const RATE: f64 = 30.0;
/// Radius of the ring that stays, as a share of the way of a wave.
const RESTING: f32 = 0.3;

/// Draws a wave that leaves the handle and fades, or the ring that is left, with a line below the slider.
pub(super) fn show(ui: &mut Ui, handle: Pos2, radius: f32) {
    let tokens = Tokens::of(ui.visuals());
    let now = ui.input(|input| input.time);
    let since = Id::unique("time of the first wave");
    let begun = ui.data_mut(|data| *data.get_temp_mut_or_insert_with(since, || now));
    let waves = (now - begun) / PERIOD;
    let share = if waves < WAVES && !theme::is_still(ui) {
        let next = Duration::from_secs_f64(1.0 / RATE);
        ui.ctx().request_repaint_after(next);
        waves.fract() as f32
    } else {
        RESTING
    };
    let color = tokens.accent.gamma_multiply(0.9 * (1.0 - share).powi(2));
    let stroke = Stroke::new(2.0, color);
    ui.painter()
        .circle_stroke(handle, radius + REACH * share, stroke);
    ui.label(theme::semibold("Drag γ: the moons come apart").color(tokens.accent));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ui::theme::Circumstances;
    use egui::{Context, Pos2, RawInput, ViewportId};

    #[test]
    fn waves_ask_for_frames_unless_less_motion_is_wanted() {
        for still in [false, true] {
            let ctx = Context::default();
            theme::install(&ctx);
            let circumstances = Circumstances {
                still,
                ..Circumstances::default()
            };
            theme::install_style(&ctx, circumstances);
            let mut delay = Duration::ZERO;
            // The first frames also ask for one more, as fonts are new.
            for _ in 0..4 {
                let draw = |ui: &mut Ui| show(ui, Pos2::ZERO, 8.0);
                let mut output = ctx.run_ui(RawInput::default(), draw);
                output.textures_delta.clear();
                delay = output.viewport_output[&ViewportId::ROOT].repaint_delay;
            }
            assert_eq!(delay > Duration::from_secs(1), still, "{delay:?}");
        }
    }
}
