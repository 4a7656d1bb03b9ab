//! Dialog for the memory that a fit may use.

use egui::Ui;

use super::{
    dialog_parts::{last_row, title},
    number_field::NumberField,
    theme,
    widgets::{FIELD_WIDTH, explained_button, explained_row, row, segmented},
};
use crate::app::{App, Command};
use explorer::analysis::half_of_free_memory;
use kernel_pca::typed::{NamedNumber, NumberRange};

pub(super) fn show(ui: &mut Ui, app: &App, out: &mut Vec<Command>) {
    title(ui, "Memory limit");
    let limit = app.settings().memory_mib;
    let half = || (half_of_free_memory() >> 20).clamp(LEAST.into(), u32::MAX.into()) as u32;
    row(ui, "A fit uses", |ui| {
        let free = "Half of the memory that programs could still take when the window opened";
        let choices = [
            (false, "half of what is free", free),
            (true, "at most", "A number of your own, in MiB"),
        ];
        let mut fixed = limit.is_some();
        if segmented(ui, &mut fixed, &choices) {
            out.push(Command::LimitMemory(fixed.then(half)));
        }
    });
    if let Some(limit) = limit {
        let help = "The kernel matrix of n rows takes 8n² bytes: 191 MiB for 5000 rows";
        explained_row(ui, "At most", help, None, |ui| {
            let mut mebibytes = limit;
            let quantity = NamedNumber::new("The limit", NumberRange::Whole(LEAST, u32::MAX));
            let field = NumberField {
                read: &|text| quantity.read(text),
                speed: 16.0,
                range: f64::from(LEAST)..=f64::from(u32::MAX),
                suffix: " MiB",
            };
            if field.show(ui, &mut mebibytes, 2.0 * FIELD_WIDTH).changed() {
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
        .weak(),
    );
    ui.add_space(theme::SPACE);
    last_row(ui, |ui| {
        if explained_button(ui, "Close", "The limit is kept from one start to the next").clicked() {
            out.push(Command::CloseDialog);
        }
    });
}

/// Least limit in MiB: less holds no fit worth the name.
const LEAST: u32 = 16;
