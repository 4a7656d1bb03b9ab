//! Mirror of the window for those who do not see it: the accessibility tree that egui makes for screen readers, as
//! parts of which a page makes HTML beside its canvas.

mod part;
mod reader;
#[cfg(test)]
mod tests;
mod wish;

use egui::{Context, Event, FullOutput, Plugin, RawInput};

use reader::Mirror;
use wish::{Wish, request};

/// Seconds from one mirror to the next: soon for who listens, and too seldom for a drag to feel it.
const INTERVAL: f64 = 0.2;

/// Plugin of egui that shows the mirror whenever it has changed and no pointer button is held, and passes the wishes of
/// its readers to egui.
pub(super) struct MirrorPlugin {
    /// Takes the mirror as JSON.
    show: Box<dyn Fn(&str) + Send + Sync>,
    /// Returns the next wish.
    wished: Box<dyn Fn() -> Option<Wish> + Send + Sync>,
    shown: String,
    /// Time of the last mirror, in seconds.
    at: f64,
}

impl MirrorPlugin {
    pub fn new(
        show: impl Fn(&str) + Send + Sync + 'static,
        wished: impl Fn() -> Option<Wish> + Send + Sync + 'static,
    ) -> Self {
        Self {
            show: Box::new(show),
            wished: Box::new(wished),
            shown: String::new(),
            at: f64::NEG_INFINITY,
        }
    }
}

impl Plugin for MirrorPlugin {
    fn debug_name(&self) -> &'static str {
        "mirror"
    }

    fn input_hook(&mut self, ctx: &Context, input: &mut RawInput) {
        while let Some([what, part, value]) = (self.wished)() {
            let request = request(&what, &part, &value).map(Event::AccessKitActionRequest);
            input.events.extend(request);
        }
        let (last, held) = ctx.input(|input| (input.time, input.pointer.any_down()));
        let now = input.time.unwrap_or(last);
        if !held && now >= self.at + INTERVAL {
            self.at = now;
            ctx.enable_accesskit();
        } else {
            ctx.disable_accesskit();
        }
    }

    fn output_hook(&mut self, ctx: &Context, output: &mut FullOutput) {
        let Some(update) = &output.platform_output.accesskit_update else {
            // Before the pass it would be forgotten where the last one asked for an earlier frame.
            ctx.request_repaint_after(std::time::Duration::from_secs_f64(INTERVAL));
            return;
        };
        let mirror = Mirror::of(update, ctx.zoom_factor());
        let text = serde_json::to_string(&mirror).unwrap_or_default();
        if text != self.shown {
            (self.show)(&text);
            self.shown = text;
        }
    }
}
