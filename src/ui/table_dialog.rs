//! Dialog that exports a table: its kind, its rows and its destination.

use egui::{Align, Layout, TextEdit, Ui};

use super::{
    command_widgets::text_button,
    dialog_parts::{file_row, save_row, title},
    explained::Explained,
    theme,
    widgets::{choice_of, explained_row, row, row_enabled, segmented, tick_box},
};
use crate::app::{App, Command, Dialog, TableKind, TableOptions};

const NUMBERS: &str = "Which table to write: scores are where the points lie in the plots";

pub(super) fn show(ui: &mut Ui, app: &App, options: &TableOptions, out: &mut Vec<Command>) {
    let mut new = options.clone();
    title(ui, "Export table");
    explained_row(ui, "Numbers", NUMBERS, None, |ui| {
        let all = app.tables().into_iter().map(|kind| {
            let help = format!("Writes {}", kind.title().to_lowercase());
            (kind, kind.title(), help)
        });
        if let Some(kind) = choice_of(ui, "table", new.kind.title(), Some(&new.kind), all) {
            new.choose(kind);
        }
    });
    if matches!(new.kind, TableKind::Projection(_)) {
        row(ui, "New rows", |ui| {
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                text_button(ui, "Open…", Command::BrowseNewRows, out);
                let field = TextEdit::singleline(&mut new.new_rows)
                    .hint_text("table with the same features")
                    .desired_width(f32::INFINITY);
                let field = ui.add(field).accessible_name("New rows");
                field.explained(
                    "A table whose rows are projected on the components that were fitted here",
                );
            });
        });
    }
    let nothing_selected = app.selected_rows().next().is_none();
    let no_rows = new
        .no_rows()
        .or(nothing_selected.then_some("nothing is selected"));
    row_enabled(ui, "Rows", no_rows, |ui| {
        let choices = [
            (false, "all", "Every row of the fit, hidden ones too"),
            (
                true,
                "selected only",
                "The rows that are selected in the plots",
            ),
        ];
        let mut selected = new.selected && no_rows.is_none();
        if segmented(ui, &mut selected, &choices) {
            new.selected = selected;
        }
    });
    row_enabled(ui, "Beside them", new.no_columns(), |ui| {
        let beside = &mut new.beside;
        let number = "A column with each row's number in the source, counted from 0";
        tick_box(ui, &mut beside.row, "row number", number);
        tick_box(
            ui,
            &mut beside.label,
            "label",
            "A column with what the points are coloured by",
        );
        tick_box(
            ui,
            &mut beside.features,
            "features",
            "The features in the units of the source",
        );
    });
    row(ui, "", |ui| {
        ui.label(theme::small(app.table_size(&new)).weak());
    });
    let entered = file_row(
        ui,
        &mut new.to,
        ".csv, .npy, .xlsx, .tex, .md or .html",
        out,
    );
    let target = new.target();
    if save_row(ui, app, &mut new.to, &target, entered, None, out) {
        out.push(Command::SaveTable(new));
    } else if new != *options {
        out.push(Command::Show(Dialog::ExportTable(new)));
    }
}
