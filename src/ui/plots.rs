//! The room for plots: three panels above, two below, and the splits between them.

use egui::{CursorIcon, Pos2, Rect, Sense, Ui, UiBuilder, pos2};

use super::{
    charts::Charts,
    plot_frame,
    theme::{self, Tokens},
};
use crate::{
    app::{App, Command, Split},
    view::Panel,
};

/// How far from a split the pointer still grabs it.
const GRAB: f32 = 3.0;

/// Draws the plots and gives back the rows under the pointer.
pub(super) fn show(
    ui: &mut Ui,
    app: &App,
    charts: &mut Charts,
    out: &mut Vec<Command>,
) -> Vec<usize> {
    let room = ui.available_rect_before_wrap();
    if app.shown().is_none() {
        empty(ui, app, out);
        return vec![];
    }
    if let Some(panel) = app.maximised() {
        panel_in(ui, room, panel, app, charts, out)
    } else {
        panels(ui, room, app, charts, out)
    }
}

fn panels(
    ui: &mut Ui,
    room: Rect,
    app: &App,
    charts: &mut Charts,
    out: &mut Vec<Command>,
) -> Vec<usize> {
    let size = room.size();
    let (columns, bottom, rows) = app.settings().layout.splits([size.x, size.y]);
    let pixel = |at: f32| ui.painter().round_to_pixel_center(at);
    let columns = columns.map(|x| pixel(room.left() + x));
    let bottom = pixel(room.left() + bottom);
    let y = pixel(room.top() + rows);

    let cell = |left: f32, right: f32, top: f32, bottom: f32| {
        Rect::from_min_max(pos2(left, top), pos2(right, bottom))
    };
    let (left, right, top, end) = (room.left(), room.right(), room.top(), room.bottom());
    let mut hovered_rows = vec![];
    let cells = [
        cell(left, columns[0], top, y),
        cell(columns[0], columns[1], top, y),
        cell(columns[1], right, top, y),
        cell(left, bottom, y, end),
        cell(bottom, right, y, end),
    ];
    for (panel, rect) in app.setup().view.places().into_iter().zip(cells) {
        hovered_rows.extend(panel_in(ui, rect, panel, app, charts, out));
    }

    let vertical = |x: f32, top: f32, bottom: f32| cell(x, x, top, bottom);
    for (split, line) in [
        (Split::Column(0), vertical(columns[0], top, y)),
        (Split::Column(1), vertical(columns[1], top, y)),
        (Split::Bottom, vertical(bottom, y, end)),
        (Split::Rows, cell(left, right, y, y)),
    ] {
        if let Some(pointer) = split_handle(ui, split, line) {
            let share = (pointer - room.min) / room.size();
            let share = if split == Split::Rows {
                share.y
            } else {
                share.x
            };
            out.push(Command::MoveSplit(split, share));
        }
    }
    hovered_rows
}

fn panel_in(
    ui: &mut Ui,
    rect: Rect,
    panel: Panel,
    app: &App,
    charts: &mut Charts,
    out: &mut Vec<Command>,
) -> Vec<usize> {
    let builder = UiBuilder::new().id_salt(panel.name()).max_rect(rect);
    ui.scope_builder(builder, |ui| {
        ui.set_clip_rect(rect.intersect(ui.clip_rect()));
        plot_frame::show(ui, panel, app, charts, out)
    })
    .inner
}

/// A line that can be dragged; where the pointer is while it is.
pub(super) fn split_handle(ui: &Ui, split: Split, line: Rect) -> Option<Pos2> {
    let tokens = Tokens::of(ui.visuals());
    let cursor = if split == Split::Rows {
        CursorIcon::ResizeRow
    } else {
        CursorIcon::ResizeColumn
    };
    let id = ui.scope_id().with(format!("{split:?}"));
    let response = ui
        .interact(line.expand(GRAB), id, Sense::DRAG)
        .on_hover_and_drag_cursor(cursor);
    let color = if response.hovered() || response.dragged() {
        tokens.accent
    } else {
        tokens.line
    };
    ui.painter()
        .line_segment([line.left_top(), line.right_bottom()], (1.0, color));
    response
        .interact_pointer_pos()
        .filter(|_| response.dragged())
}

/// What stands here before there is any picture.
fn empty(ui: &mut Ui, app: &App, out: &mut Vec<Command>) {
    let tokens = Tokens::of(ui.visuals());
    let room = ui.available_rect_before_wrap();
    let size = egui::vec2(room.width().min(440.0), 160.0);
    let rect = Rect::from_center_size(room.center(), size);
    ui.scope_builder(UiBuilder::new().max_rect(rect), |ui| {
        ui.vertical_centered(|ui| {
            // How to run it again stands in the line at the bottom.
            let (title, text) = match app.problem() {
                Some(problem) => ("There is no picture yet", problem),
                None if app.stopped().is_some() => {
                    ("There is no picture yet", "The fit was stopped")
                }
                None => ("Computing…", ""),
            };
            ui.heading(title);
            ui.label(text);
            if app.problem().is_some() {
                ui.add_space(theme::SPACE);
                ui.label(
                    theme::small("Drop a CSV file here, or choose an example.")
                        .color(tokens.text_weak),
                );
                ui.add_space(theme::SPACE);
                let open = ui.button("Open half moons");
                let help = "Prepared data that open in any case";
                if open.on_hover_text(help).clicked() {
                    out.push(Command::Example("half-moons"));
                }
            }
        });
    });
}
