//! The dialog that exports a table: which numbers, of which rows, and where to.

use egui::{Align, Layout, TextEdit, Ui};

use super::{
    dialogs::{file_row, save_row, title},
    theme::{self, Tokens},
    widgets::{choice, row, row_enabled, segmented},
};
use crate::app::{App, Command, Dialog, TableKind, TableOptions};

pub(super) fn show(ui: &mut Ui, app: &App, options: &TableOptions, out: &mut Vec<Command>) {
    let mut new = options.clone();
    title(ui, "Export table");
    row(ui, "Numbers", |ui| {
        choice(ui, "table", new.kind.title(), |ui| {
            for kind in TableKind::ALL {
                let chosen = new.kind == kind;
                if ui.selectable_label(chosen, kind.title()).clicked() {
                    new.choose(kind);
                }
            }
        });
    });
    if new.kind == TableKind::Projection {
        row(ui, "New rows", |ui| {
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                if ui.button("Open…").clicked() {
                    out.push(Command::BrowseNewRows);
                }
                let field = TextEdit::singleline(&mut new.new_rows)
                    .hint_text("table with the same features")
                    .desired_width(f32::INFINITY);
                ui.add(field).accessible_name("New rows");
            });
        });
    }
    let nothing_selected = app.selected_rows().next().is_none();
    let no_rows = new
        .no_rows()
        .or(nothing_selected.then_some("nothing is selected"));
    row_enabled(ui, "Rows", no_rows, |ui| {
        let choices = [(false, "all"), (true, "selected only")];
        if let Some(selected) = segmented(ui, new.selected && no_rows.is_none(), &choices) {
            new.selected = selected;
        }
    });
    row_enabled(ui, "Beside them", new.no_columns(), |ui| {
        ui.checkbox(&mut new.beside.row, "row number");
        ui.checkbox(&mut new.beside.label, "label");
        ui.checkbox(&mut new.beside.features, "features");
    });
    let weak = Tokens::of(ui.visuals()).text_weak;
    row(ui, "", |ui| {
        ui.label(theme::small(app.table_size(&new)).color(weak));
    });
    let entered = file_row(ui, &mut new.to, ".csv or .npy", out);
    let target = new.target();
    if save_row(ui, &mut new.to, &target, entered, None, out) {
        out.push(Command::SaveTable(new));
    } else if new != *options {
        out.push(Command::Show(Dialog::ExportTable(new)));
    }
}
