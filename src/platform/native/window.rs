//! Window of the desktop program.

use anyhow::{Context as _, bail};
use egui::{ViewportBuilder, ViewportCommand, vec2};

use system::io_words::{without_number, without_place};

/// Opens a window of this size in points, and runs the program that `start` creates until the window is closed.
///
/// # Errors
/// When there is no display or no graphics, in one line that says what to do instead.
pub fn show_window(
    title: &str,
    [width, height]: [f32; 2],
    start: impl FnOnce(egui::Context) -> anyhow::Result<Box<dyn eframe::App>> + 'static,
) -> anyhow::Result<()> {
    if !has_display() {
        bail!(
            "no display found, so no window can be opened; `kpca-explorer render` draws the same \
             figure and `kpca-explorer fit` computes the same numbers without one"
        );
    }
    let options = eframe::NativeOptions {
        viewport: ViewportBuilder::default()
            .with_title(title)
            .with_app_id("kpca-explorer")
            .with_inner_size(vec2(width, height))
            .with_min_inner_size(vec2(800.0, 480.0))
            .with_drag_and_drop(true),
        // Colours of maps stand for numbers, and no other colour gradients are drawn.
        dithering: false,
        ..eframe::NativeOptions::default()
    };
    let start = |creation: &eframe::CreationContext<'_>| Ok(start(creation.egui_ctx.clone())?);
    eframe::run_native(title, options, Box::new(start))
        .map_err(|error| anyhow::anyhow!(without_number(without_place(error))))
        .context("the window could not be opened; `kpca-explorer render` and `fit` need none")
}

/// Returns true where a window system is present: by its environment variables on Unix, always on other systems.
fn has_display() -> bool {
    if !cfg!(unix) || cfg!(target_os = "macos") {
        return true;
    }
    ["DISPLAY", "WAYLAND_DISPLAY", "WAYLAND_SOCKET"]
        .into_iter()
        .any(|name| std::env::var_os(name).is_some_and(|value| !value.is_empty()))
}

/// Switches the window to full screen, or back.
pub fn full_screen(ctx: &egui::Context, full: bool) {
    ctx.send_viewport_cmd(ViewportCommand::Fullscreen(full));
}
