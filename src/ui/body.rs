//! Parts between the bars: side panel, plots and the list of selected rows.

use egui::{CentralPanel, CursorIcon, Frame, Margin, Panel, Pos2, Rect, ScrollArea, Sense, Ui};
use egui_commonmark::CommonMarkCache;

use super::{
    charts::Charts,
    data_panel, gallery, insight_bar, kernel_panel, lesson_editor, lesson_panel, plots, row_list,
    theme::{self, Tokens},
    view_panel,
};
use crate::app::{App, Command, Layout};

/// Least width and height, in points, of all that stands between the bars.
pub(super) fn least_size(app: &App) -> [f32; 2] {
    let layout = app.settings().layout;
    let [mut width, mut height] = app.least_room();
    if app.course().is_some() {
        width += lesson_panel::WIDTH;
    }
    if app.writing().is_some() {
        width += lesson_editor::WIDTH;
    }
    if app.shows_side_panel() || app.gallery().is_some() {
        width += layout.side_within(0.0, width);
    }
    if app.shows_row_list() {
        height += Layout::LEAST_LIST;
    }
    height += insight_bar::most_height(app);
    [width, height]
}

/// Draws side panel, plots and the list of selected rows; returns the rows under the pointer.
pub(super) fn show(
    ui: &mut Ui,
    app: &App,
    (charts, markdown): (&mut Charts, &mut CommonMarkCache),
    out: &mut Vec<Command>,
) -> Vec<usize> {
    let left = |name: &'static str, width| Panel::left(name).exact_size(width);
    let area = left("lesson editor", lesson_editor::WIDTH);
    lesson_editor::show(ui, app, area, out);
    let area = left("lesson", lesson_panel::WIDTH);
    lesson_panel::show(ui, app, area, markdown, out);
    if app.gallery().is_some() {
        beside(ui, app, out, |ui, out| {
            let margin = Frame::new().inner_margin(Margin::symmetric(12, 0));
            margin.show(ui, |ui| gallery::show(ui, app, charts, out));
        });
    } else {
        gallery::closed(ui);
        charts.forget_small();
        if app.shows_side_panel() {
            beside(ui, app, out, |ui, out| controls(ui, app, out));
        }
    }
    insight_bar::show(ui, app, out);
    let listed = app.shows_row_list().then(|| row_list::show(ui, app, out));
    let mut hovered_rows = CentralPanel::default()
        .frame(Frame::new())
        .show(ui, |ui| plots::show(ui, app, charts, out))
        .inner;
    hovered_rows.extend(listed.flatten());
    hovered_rows
}

/// Height of the controls, in points, below which their rows stand closer.
const ROOM_FOR_AIR: f32 = 600.0;

/// Draws the sections for data, kernel and view.
pub(super) fn controls(ui: &mut Ui, app: &App, out: &mut Vec<Command>) {
    if ui.available_height() < ROOM_FOR_AIR {
        ui.spacing_mut().item_spacing.y = 1.0;
    }
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        Frame::new()
            .inner_margin(Margin::symmetric(12, 0))
            .show(ui, |ui| {
                data_panel::show(ui, app, out);
                kernel_panel::show(ui, app, out);
                view_panel::show(ui, app, out);
            });
    });
}

/// Draws `contents` at the left of the plots, with a right edge that can be dragged to change its width.
fn beside(
    ui: &mut Ui,
    app: &App,
    out: &mut Vec<Command>,
    contents: impl FnOnce(&mut Ui, &mut Vec<Command>),
) {
    let tokens = Tokens::of(ui.visuals());
    let room = ui.available_rect_before_wrap();
    let left = room.left();
    let [plots, _] = app.least_room();
    let width = app.settings().layout.side_within(room.width(), plots);
    let panel = Panel::left("side")
        .exact_size(width)
        .resizable(false)
        .show_separator_line(false)
        .frame(Frame::new().fill(tokens.surface))
        .show(ui, |ui| {
            ui.set_min_size(ui.available_size());
            contents(ui, out);
        });
    let rect = panel.response.rect;
    let edge = Rect::from_x_y_ranges(rect.right()..=rect.right(), rect.y_range());
    if let Some(pointer) = side_handle(ui, edge) {
        out.push(Command::WidenSide(pointer.x - left));
    }
}

/// Draws a line that can be dragged; returns the pointer's place while it is.
fn side_handle(ui: &Ui, line: Rect) -> Option<Pos2> {
    let tokens = Tokens::of(ui.visuals());
    let id = ui.scope_id().with("side handle");
    let response = ui
        .interact(line.expand(theme::GRAB), id, Sense::DRAG)
        .on_hover_and_drag_cursor(CursorIcon::ResizeColumn);
    let color = if response.hovered() || response.dragged() {
        tokens.accent
    } else {
        tokens.line
    };
    let ends = [line.left_top(), line.right_bottom()];
    ui.painter().line_segment(ends, (1.0, color));
    response
        .interact_pointer_pos()
        .filter(|_| response.dragged())
}
