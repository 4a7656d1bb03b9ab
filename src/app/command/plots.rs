//! The pointer in plots, and data drawn by hand.

use egui::Key;

use super::{
    entry::{CTRL, CommandEntry, NONE, entry, entry_of, number_key},
    obstacles::nothing_selected,
};
use crate::app::{App, Tool};
use chart::Ranges;
use explorer::panel::Panel;

pub(super) fn zoomed(panel: Panel, ranges: Option<Ranges>) -> CommandEntry<'static> {
    entry("Zoom into {}", "", move |app| app.zooms.set(panel, ranges)).about(move || panel.title())
}

pub(super) fn fit_plots() -> CommandEntry<'static> {
    let help = "Every plot shows all of its data again";
    entry("Fit plots to data", help, App::fit_plots)
        .called("zoom reset")
        .keys(CTRL, Key::R)
}

pub(super) fn hover_rows(rows: &[usize]) -> CommandEntry<'_> {
    entry("Point at rows", "", move |app| {
        app.hovered_rows = rows.to_vec();
    })
}

pub(super) fn tool(tool: Tool) -> CommandEntry<'static> {
    let (words, key) = tool.words_and_key();
    entry_of(words, move |app| app.tool = tool)
        .keys(NONE, key)
        .unless(move |app| not_drawn(app).filter(|_| tool.draws()))
}

pub(super) fn draw_anew() -> CommandEntry<'static> {
    entry(
        "Draw your own data",
        "An empty sheet in the input plot: click to add points, or spray them with the brush",
        App::draw_anew,
    )
}

pub(super) fn edit_points() -> CommandEntry<'static> {
    entry(
        "Edit these points",
        "Makes a drawing of the two columns in the input plot, or of both where there are two. Its points can be \
         moved, added and erased.",
        App::edit_points,
    )
    .unless(App::no_points_to_edit)
}

pub(super) fn pen_class(class: u8) -> CommandEntry<'static> {
    entry(
        "Draw class {}",
        "The class of new points; selected points change to it at once",
        move |app| app.choose_class(class),
    )
    .about(move || class.to_string())
    .keys(NONE, number_key(class))
    .unless(not_drawn)
}

pub(super) fn resize_brush(larger: bool) -> CommandEntry<'static> {
    let (name, help, key) = if larger {
        let help = "Brush and eraser reach farther";
        ("Larger brush", help, Key::CloseBracket)
    } else {
        let help = "Brush and eraser reach less far";
        ("Smaller brush", help, Key::OpenBracket)
    };
    entry(name, help, move |app| app.pen.resize(larger))
        .keys(NONE, key)
        .unless(not_drawn)
}

pub(super) fn delete_selected() -> CommandEntry<'static> {
    entry(
        "Delete selected points",
        "Takes the selected points out of the drawing",
        App::delete_selected,
    )
    .keys(NONE, Key::Delete)
    .unless(|app| not_drawn(app).or_else(|| nothing_selected(app)))
}

/// Reason why points cannot be changed: the data are not drawn by hand. `None` where they are.
fn not_drawn(app: &App) -> Option<&'static str> {
    let none = app.drawing().is_none();
    none.then_some("draw your own data first, or edit these points")
}
