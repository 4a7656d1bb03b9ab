//! How much memory a fit may use.

use egui::{DragValue, Ui};

use super::{
    dialogs::{last_row, title},
    theme::{self, Tokens},
    widgets::{row, segmented},
};
use crate::{
    analysis::half_of_free_memory,
    app::{App, Command},
};

pub(super) fn show(ui: &mut Ui, app: &App, out: &mut Vec<Command>) {
    title(ui, "Memory limit");
    let limit = app.settings().memory_mib;
    let half = || (half_of_free_memory() >> 20).clamp(LEAST.into(), u32::MAX.into()) as u32;
    row(ui, "A fit uses", |ui| {
        let choices = [(false, "half of what is free"), (true, "at most")];
        if let Some(fixed) = segmented(ui, limit.is_some(), &choices) {
            out.push(Command::LimitMemory(fixed.then(half)));
        }
    });
    if let Some(limit) = limit {
        row(ui, "At most", |ui| {
            let mut mebibytes = limit;
            let field = DragValue::new(&mut mebibytes)
                .range(LEAST..=u32::MAX)
                .speed(16.0)
                .suffix(" MiB");
            if ui.add(field).changed() {
                out.push(Command::LimitMemory(Some(mebibytes)));
            }
        });
    }
    ui.add_space(theme::SPACE);
    ui.label(
        theme::small(
            "Where the kernel matrix does not fit, kernel PCA is approximated from some of its \
             columns; the status line then says how far an eigenvalue may be off.",
        )
        .color(Tokens::of(ui.visuals()).text_weak),
    );
    ui.add_space(theme::SPACE);
    last_row(ui, |ui| {
        if ui.button("Close").clicked() {
            out.push(Command::CloseDialog);
        }
    });
}

/// Less than this holds no fit worth the name.
const LEAST: u32 = 16;
