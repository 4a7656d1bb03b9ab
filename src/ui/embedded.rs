//! Picture in a page of notes: plots, what the reader may drag below them, and a sentence; no menus.

use egui::{CentralPanel, Frame, Label, Margin, Panel as Area, Ui};
use egui_commonmark::CommonMarkCache;

use super::{
    charts::Charts,
    lesson_panel, plots, presentation,
    theme::{self, Tokens},
    upright,
};
use crate::app::{App, Command};

/// Draws all of the window; returns the rows under the pointer.
pub(super) fn show(
    ui: &mut Ui,
    app: &App,
    (charts, markdown): (&mut Charts, &mut CommonMarkCache),
    out: &mut Vec<Command>,
) -> Vec<usize> {
    sentence(ui, app);
    if upright::is_upright(ui.available_size()) {
        return upright::body(ui, app, (charts, markdown), out);
    }
    let area = Area::left("lesson").exact_size(lesson_panel::WIDTH);
    lesson_panel::show(ui, app, area, markdown, out);
    // A lesson has its sliders in its text.
    if app.course().is_none() {
        presentation::sliders(ui, app, out);
    }
    CentralPanel::default()
        .frame(Frame::new())
        .show(ui, |ui| plots::show(ui, app, charts, out))
        .inner
}

/// Draws what is shown, or why nothing is, in one line.
fn sentence(ui: &mut Ui, app: &App) {
    let tokens = Tokens::of(ui.visuals());
    let bar = Frame::new().fill(tokens.surface);
    Area::bottom("sentence")
        .frame(bar.inner_margin(Margin::symmetric(12, 2)))
        .show_separator_line(false)
        .show(ui, |ui| {
            // Its place stays where nothing is said.
            let text = app.spoken().unwrap_or_default();
            let color = if app.problem().is_some() {
                tokens.error
            } else {
                tokens.text_weak
            };
            ui.set_min_height(theme::ROW);
            ui.centered_and_justified(|ui| {
                ui.add(Label::new(theme::small(text).color(color)).truncate());
            });
        });
}
