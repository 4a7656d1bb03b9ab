//! Draws state and emits commands; never computes.

mod album;
mod animation_dialog;
mod back_menu;
mod chart_item;
mod charts;
mod color_bar;
mod data_panel;
mod dialog_parts;
mod dialogs;
mod dots;
mod drawing;
mod drawing_bar;
mod explain_menu;
mod explained;
mod extent;
mod feature_menu;
mod fonts;
mod gamma_slider;
mod handles;
mod held_dot;
mod hit;
mod image;
mod insight_bar;
mod invitation;
mod kernel_panel;
mod key;
mod lesson_editor;
mod lesson_panel;
mod memory_dialog;
mod menu;
mod number_field;
mod outline;
mod palette_dialog;
mod panel_menu;
mod parameter_row;
mod picker;
mod picture_dialog;
mod pixel_picker;
mod pixels;
mod place;
mod play;
mod plot;
mod plot_context;
mod plot_frame;
mod plots;
mod presentation;
mod row_list;
mod selection_menu;
mod status;
mod table_dialog;
mod theme;
mod ticks;
mod tile_tree;
mod title_bar;
mod under_way;
mod view_panel;
mod widgets;
mod window;

use anyhow::{Context as _, bail};
use egui::{ViewportBuilder, vec2};

use crate::{
    app::{App, read_settings, settings_path},
    io_words::{why, without_number, without_place},
    lesson::Lesson,
    setup::Setup,
    worker::Worker,
};

pub use window::Window;

const NAME: &str = "Kernel PCA Explorer";

/// Opens the window and runs until it is closed. Without a `setup` it goes on where the last
/// run ended. A `lesson`, with its name in the settings, begins at once. A `remark` that is not empty is said
/// below the picture.
///
/// # Errors
/// When there is no display or no graphics, in one line that says what to do instead.
pub fn run(
    setup: Option<Setup>,
    lesson: Option<(String, Lesson)>,
    remark: String,
) -> anyhow::Result<()> {
    if !has_display() {
        bail!(
            "no display found, so no window can be opened; `kpca-explorer render` draws the same \
             figure and `kpca-explorer fit` computes the same numbers without one"
        );
    }
    let kept = settings_path();
    let (mut settings, of_settings) = kept.as_deref().map(read_settings).unwrap_or_default();
    let remark = Some(remark).filter(|it| !it.is_empty()).or(of_settings);
    let [width, height] = settings.window.unwrap_or([1280.0, 720.0]);
    let options = eframe::NativeOptions {
        viewport: ViewportBuilder::default()
            .with_title(NAME)
            .with_app_id("kpca-explorer")
            .with_inner_size(vec2(width, height))
            .with_min_inner_size(vec2(800.0, 480.0))
            .with_drag_and_drop(true),
        // Colours of maps stand for numbers, and there are no others that flow into each other.
        dithering: false,
        ..eframe::NativeOptions::default()
    };
    eframe::run_native(
        NAME,
        options,
        Box::new(|creation| {
            let ctx = creation.egui_ctx.clone();
            let wake = ctx.clone();
            let worker = Worker::start(move || wake.request_repaint())
                .map_err(|error| format!("no thread to compute on: {}", why(&error)))?;
            let last = settings.setup.take();
            let worker = Box::new(worker);
            let app = match setup.or(last) {
                Some(setup) => App::new(setup, worker),
                None => App::at_first_start(worker),
            };
            let mut app = app
                .with_settings(settings)
                .with_lesson(lesson)
                .with_remark(remark);
            if let Some(path) = kept {
                app = app.keeping_settings(path);
            }
            Ok(Box::new(Window::new(&ctx, app)))
        }),
    )
    .map_err(|error| anyhow::anyhow!(without_number(without_place(error))))
    .context("the window could not be opened; `kpca-explorer render` and `fit` need none")
}

/// Whether a window system is there at all. Elsewhere than on Unix one always is.
fn has_display() -> bool {
    if !cfg!(unix) || cfg!(target_os = "macos") {
        return true;
    }
    ["DISPLAY", "WAYLAND_DISPLAY", "WAYLAND_SOCKET"]
        .into_iter()
        .any(|name| std::env::var_os(name).is_some_and(|value| !value.is_empty()))
}
