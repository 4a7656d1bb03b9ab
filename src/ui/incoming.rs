//! Files dropped on the window, and setup lines pasted into it.

use egui::{Context, Event, Rect};

use super::theme::{self, Tokens};
use crate::app::{App, Command};
use explorer::setup::is_line;

/// Opens a setup whose line is pasted beside all fields.
pub(super) fn pasted(ctx: &Context, app: &App, out: &mut Vec<Command>) {
    if app.dialog().is_some() || ctx.text_edit_focused() {
        return;
    }
    let line = ctx.input(|input| {
        input.events.iter().find_map(|event| match event {
            Event::Paste(text) if is_line(text) => Some(text.clone()),
            _ => None,
        })
    });
    out.extend(line.map(Command::OpenLine));
}

/// Opens a dropped file, and says so while one hovers.
pub(super) fn dropped(ctx: &Context, out: &mut Vec<Command>) {
    let (hovering, file) = ctx.input(|input| {
        (
            !input.raw.hovered_files.is_empty(),
            input
                .raw
                .dropped_files
                .first()
                .map(|file| file.path().to_owned()),
        )
    });
    if let Some(path) = file {
        out.push(Command::OpenPath(path));
    }
    if hovering {
        let layer = egui::LayerId::new(egui::Order::Foreground, egui::Id::unique("drop"));
        let painter = ctx.layer_painter(layer);
        let visuals = &ctx.global_style().visuals;
        let tokens = Tokens::of(visuals);
        let rect: Rect = ctx.content_rect();
        painter.rect_filled(rect, 0.0, tokens.plot.gamma_multiply(0.85));
        painter.rect_stroke(
            rect.shrink(theme::SECTION),
            8.0,
            (2.0, tokens.accent),
            egui::StrokeKind::Inside,
        );
        painter.text(
            rect.center(),
            egui::Align2::CENTER_CENTER,
            "Drop a table, a session or a lesson to open it",
            egui::TextStyle::Heading.resolve(&ctx.global_style()),
            tokens.text_strong,
        );
    }
}
