//! Draws state and emits commands; never computes.

mod address;
mod album;
mod animation_dialog;
mod around;
mod arrangements;
mod axis_picker;
mod back_menu;
mod body;
mod brush;
mod chart_item;
mod charts;
mod columns_dialog;
mod command_widgets;
mod data_panel;
mod dialog_parts;
mod dialogs;
mod dots;
mod drawing;
mod drawing_bar;
mod embedded;
mod explain_menu;
mod explained;
mod feature_menu;
mod fonts;
mod gallery;
mod gamma_slider;
#[cfg(test)]
mod geometry_tests;
mod handles;
mod held_dot;
mod hit;
mod image;
mod incoming;
mod insight_bar;
mod invitation;
mod kept;
mod kernel_panel;
mod key;
mod lesson_editor;
mod lesson_panel;
mod lesson_question;
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
mod reading_rows;
mod rename;
mod row_list;
mod selection_menu;
mod status;
mod steady;
mod table_dialog;
mod theme;
mod thumbnail;
mod tile_tree;
mod title_bar;
mod under_way;
mod upright;
mod view_panel;
mod widgets;
mod window;
mod wish_rows;

use crate::{
    app::{App, Command, Theme, read_settings, settings_path},
    platform::show_window,
    worker::Worker,
};
use explorer::setup::{SavedData, ScalingBy, Setup};
use lessons::Lesson;
use system::io_words::why;

pub use window::Window;

const NAME: &str = "Kernel PCA Explorer";

/// Start of a window.
#[derive(Debug, Default)]
pub struct Start {
    /// Setup to begin with; `None` goes on where the last run ended.
    pub setup: Option<Setup>,
    /// Authority on whether columns are standardised.
    pub scaling_by: ScalingBy,
    /// Lesson that begins at once, with its name in the settings.
    pub lesson: Option<(String, Lesson)>,
    /// File and checksum of the data that the session of `setup` was saved with, to be compared once the data are read.
    pub data: Option<SavedData>,
    /// Sentence to be said below the picture, if it is not empty.
    pub remark: String,
    /// Theme, whatever the settings say.
    pub theme: Option<Theme>,
    /// True to begin as a presentation.
    pub presents: bool,
    /// True to show plots alone, as a part of another page, and neither to read nor to keep settings.
    pub embedded: bool,
}

/// Opens the window and runs until it is closed.
///
/// # Errors
/// When there is no display or no graphics, in one line that says what to do instead.
pub fn run(start: Start) -> anyhow::Result<()> {
    let kept = settings_path().filter(|_| !start.embedded);
    let (mut settings, of_settings) = kept.as_deref().map(read_settings).unwrap_or_default();
    let read = settings.clone();
    settings.theme = start.theme.unwrap_or(settings.theme);
    if start.embedded {
        settings.side_panel = false;
        settings.insight = false;
    }
    let remarks = [start.remark].into_iter().chain(of_settings);
    let remarks: Vec<String> = remarks.filter(|it| !it.is_empty()).collect();
    let [width, height] = settings.window.unwrap_or([1280.0, 720.0]);
    show_window(NAME, [width, height], move |ctx| {
        let wake = ctx.clone();
        let worker = Worker::start(move || wake.request_repaint())
            .map_err(|error| anyhow::anyhow!("no thread to compute on: {}", why(&error)))?;
        let last = settings.setup.take();
        if start.setup.is_some() || start.lesson.is_some() {
            // It filled the window over the last picture.
            settings.maximised = None;
        }
        // A setup or a lesson that was asked for opens without the last one.
        let open = settings.open_lesson.take();
        let open = open.filter(|_| start.setup.is_none() && start.lesson.is_none());
        let worker = Box::new(worker);
        let app = match start.setup.or(last) {
            Some(setup) => App::new(setup, worker),
            None => App::at_first_start(worker),
        };
        let app = app
            .with_scaling_by(start.scaling_by)
            .with_settings(settings);
        let mut app = app.comparing(start.data);
        if let Some(path) = kept {
            app = app.keeping_settings(path, read);
        }
        let mut app = app.with_lesson(start.lesson).resuming(open);
        if !remarks.is_empty() {
            app.remark(&remarks.join("; "));
        }
        if start.presents {
            app.apply(Command::TogglePresentation);
        }
        Ok(Box::new(Window::new(&ctx, app).embedded(start.embedded)))
    })
}
