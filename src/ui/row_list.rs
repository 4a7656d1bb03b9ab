//! List of the selected rows, or of new rows beyond the threshold of novelty, below the plots.

use egui::{
    Align, Frame, Layout, Margin, Panel, Rect, RichText, ScrollArea, Sense, Ui, Vec2, vec2,
};

use super::{
    album,
    command_widgets::command_icons,
    explained::Explained,
    fonts::icon,
    theme::{self, Tokens},
    widgets::{icon_button, thin_line},
};
use crate::app::{App, Command};
use chart::counted;
use explorer::view::RowTable;
use tabular::Pictures;

/// Height of the list, in points.
const HEIGHT: f32 = 176.0;
/// Width of a column, in points.
const COLUMN: f32 = 88.0;
/// Longer side of a row's picture, in points.
const PICTURE: f32 = 40.0;
/// Width of the pictures' column, in points.
const PICTURE_COLUMN: f32 = 52.0;

/// Draws the list; returns the row under the pointer.
pub(super) fn show(ui: &mut Ui, app: &App, out: &mut Vec<Command>) -> Option<usize> {
    let tokens = Tokens::of(ui.visuals());
    let [_, plots] = app.least_room();
    let most = (ui.available_height() - plots).max(crate::app::Layout::LEAST_LIST);
    Panel::bottom("rows")
        .default_size(HEIGHT.min(most))
        .max_size(most)
        .resizable(true)
        .frame(Frame::new().fill(tokens.surface).inner_margin(Margin {
            left: 12,
            right: 4,
            top: 4,
            bottom: 8,
        }))
        .show(ui, |ui| {
            title(ui, app, out);
            let new = app.novel_new_rows().filter(|_| app.lists_new_rows());
            if let Some(rows) = new {
                new_rows(ui, &rows, app);
                None
            } else {
                let rows: Vec<usize> = app.selected_rows().collect();
                selected(ui, &rows, app)
            }
        })
        .inner
}

fn title(ui: &mut Ui, app: &App, out: &mut Vec<Command>) {
    let tokens = Tokens::of(ui.visuals());
    let size = vec2(ui.available_width(), theme::ROW);
    ui.allocate_ui_with_layout(size, Layout::right_to_left(Align::Center), |ui| {
        ui.spacing_mut().item_spacing.x = 0.0;
        if icon_button(ui, icon::X, "Close the list", "The rows stay selected").clicked() {
            out.push(Command::ToggleRowList);
        }
        if app.lists_new_rows() {
            command_icons(ui, app, [(icon::COPY, Command::CopyNovelNewRows)], out);
        } else {
            let export = (icon::TABLE, Command::AskForTable { selected: true });
            let copy = (icon::COPY, Command::CopySelectedRows);
            command_icons(ui, app, [export, copy], out);
        }
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
            let selected = app.selected_rows().count();
            let text = counted(selected, ["selected row", "selected rows"]);
            let Some(new) = app.novel_new_rows() else {
                ui.label(theme::semibold(text).color(tokens.text_strong));
                return;
            };
            let new = counted(new.len(), ["new row", "new rows"]);
            let of_new = format!("{new} beyond the threshold");
            ui.spacing_mut().item_spacing.x = theme::SPACE;
            for (text, new) in [(text, false), (of_new, true)] {
                let command = Command::ListNewRows(new);
                let chosen = app.lists_new_rows() == new;
                let choice = ui.selectable_label(chosen, theme::semibold(text));
                if choice.explained(&command.help()).clicked() && !chosen {
                    out.push(command);
                }
            }
        });
    });
}

/// Draws the selected rows; returns the one under the pointer.
fn selected(ui: &mut Ui, rows: &[usize], app: &App) -> Option<usize> {
    let Some(analysis) = app.analysis().filter(|_| !rows.is_empty()) else {
        let text = "Click a dot, or hold Shift and drag a rectangle around some.";
        ui.label(RichText::new(text).weak());
        return None;
    };
    let pictures = analysis.dataset.pictures.as_deref();
    let ringed = |row| app.hovered_rows().contains(&row);
    table(ui, &RowTable::new(analysis), rows, pictures, &ringed)
}

fn new_rows(ui: &mut Ui, rows: &[usize], app: &App) {
    let analysis = app.analysis().filter(|_| !rows.is_empty());
    let Some((analysis, new)) = analysis.and_then(|it| Some((it, it.new.as_ref()?))) else {
        let text =
            "No new row has a larger reconstruction error than the line in the novelty panel.";
        ui.label(RichText::new(text).weak());
        return;
    };
    let listed = RowTable::of_new(analysis, &new.rows);
    table(ui, &listed, rows, new.rows.pictures.as_ref(), &|_| false);
}

/// Draws the rows; returns the one under the pointer.
fn table(
    ui: &mut Ui,
    table: &RowTable<'_>,
    rows: &[usize],
    pictures: Option<&Pictures>,
    is_ringed: &dyn Fn(usize) -> bool,
) -> Option<usize> {
    let tokens = Tokens::of(ui.visuals());
    let mut hovered = None;
    ScrollArea::horizontal().auto_shrink(false).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        let headers = table.headers();
        let before = pictures.map_or(0.0, |_| PICTURE_COLUMN);
        let height = pictures.map_or(theme::ROW, |_| PICTURE + theme::GAP);
        let size = vec2(before + COLUMN * headers.len() as f32, theme::ROW);
        line(
            ui,
            size,
            before,
            headers
                .into_iter()
                .map(|header| theme::small(header).weak()),
        );
        thin_line(ui);
        // Only what is in sight is made, so that a list of thousands costs as much as one of ten.
        let list = ScrollArea::vertical().auto_shrink(false);
        list.show_rows(ui, height, rows.len(), |ui, range| {
            for &row in &rows[range] {
                let color = if is_ringed(row) {
                    tokens.accent
                } else {
                    tokens.text
                };
                let texts = table
                    .texts(row)
                    .map(|text| RichText::new(text).color(color));
                let response = line(ui, vec2(size.x, height), before, texts);
                if let Some(pictures) = pictures {
                    let size = album::size(pictures.size(), PICTURE);
                    let left = response.rect.left_center() + vec2(2.0, -size.y / 2.0);
                    let rect = Rect::from_min_size(left, size);
                    album::paint(ui, rect, pictures.size(), pictures.shades(row));
                }
                if response.contains_pointer() {
                    hovered = Some(row);
                }
            }
        });
    });
    hovered
}

/// Draws cells of equal width behind `before` points of free room; cells out of sight only keep their room.
fn line(
    ui: &mut Ui,
    size: Vec2,
    before: f32,
    cells: impl Iterator<Item = RichText>,
) -> egui::Response {
    let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
    for (i, text) in cells.enumerate() {
        let left = rect.left() + before + i as f32 * COLUMN;
        let cell = Rect::from_min_size(egui::pos2(left, rect.top()), vec2(COLUMN, size.y));
        if ui.is_rect_visible(cell) {
            let cell = cell.shrink2(vec2(2.0, 0.0));
            ui.place(cell, |ui: &mut Ui| {
                ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                    ui.add(egui::Label::new(text).truncate())
                })
                .inner
            });
        }
    }
    response
}
