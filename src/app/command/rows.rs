//! Selected rows, rows that are hidden, and rows that are fitted.

use egui::{Key, Modifiers};

use super::{
    entry::{CTRL, CommandEntry, NONE, entry},
    obstacles::{no_picture, nothing_selected},
};
use crate::app::{App, Edit, Pick};
use tabular::{RowChoice, RowSet};

pub(super) fn select(rows: &[usize], pick: Pick) -> CommandEntry<'_> {
    let help = "Selects this row alone, so that every plot marks it";
    entry("Select rows", help, move |app| app.select(rows, pick))
}

pub(super) fn invert_selection() -> CommandEntry<'static> {
    entry(
        "Invert selection",
        "Selects the rows that are not selected, and lets go of the others",
        App::invert_selection,
    )
    .keys(CTRL, Key::I)
    .unless(no_picture)
}

pub(super) fn release() -> CommandEntry<'static> {
    entry(
        "Clear selection",
        "Lets go of the selected rows; then of the class that is shown alone; then brings the other panels back",
        App::release,
    )
    .keys(NONE, Key::Escape)
    .unless(|app| {
        let isolated = app.setup.view.marking.isolated.as_ref();
        nothing_selected(app).filter(|_| isolated.is_none())
    })
}

pub(super) fn hide_selected() -> CommandEntry<'static> {
    entry(
        "Hide selected rows",
        "Leaves the selected points out of the drawing. They stay in the fit, so no number changes.",
        App::hide_selected,
    )
    .keys(NONE, Key::H)
    .unless(nothing_selected)
}

pub(super) fn show_only_selected() -> CommandEntry<'static> {
    entry(
        "Show only selected rows",
        "Draws the selected points alone. The others stay in the fit, so no number changes.",
        App::show_only_selected,
    )
    .keys(Modifiers::SHIFT, Key::H)
    .unless(nothing_selected)
}

pub(super) fn show_all_rows() -> CommandEntry<'static> {
    entry("Show all rows", "Draws every point again", |app| {
        app.mark(|marking| {
            marking.hidden = RowSet::default();
            marking.isolated = None;
        });
    })
    .keys(NONE, Key::A)
    .unless(|app| {
        let marking = &app.setup.view.marking;
        let all = marking.hidden.is_empty() && marking.isolated.is_none();
        all.then_some("every row is drawn")
    })
}

pub(super) fn fit_without_selected() -> CommandEntry<'static> {
    entry(
        "Fit without the selected rows",
        "Leaves the selected rows out of the fit. They stay in the picture as rings, where the components put them.",
        App::fit_without_selected,
    )
    .called("drop exclude remove leave out delete")
    .unless(|app| nothing_selected(app).or_else(|| app.rows_obstacle()))
}

pub(super) fn fit_all_rows() -> CommandEntry<'static> {
    entry(
        "Fit all rows again",
        "Takes the rows and classes that were left out back into the fit",
        |app| app.edit(Edit::Rows(RowChoice::default())),
    )
    .called("drop exclude include restore")
    .unless(|app| {
        let all = app.setup.columns.rows.takes_all();
        all.then_some("no row was left out")
    })
}

pub(super) fn fit_only(classes: &[String]) -> CommandEntry<'_> {
    entry(
        "Fit only {}",
        "Leaves the rows of all other classes out of the fit, and out of the picture",
        move |app| app.fit_only(classes.to_vec()),
    )
    .about(move || classes.join(" and "))
}

pub(super) fn fit_without_class(class: &str) -> CommandEntry<'_> {
    entry(
        "Fit without {}",
        "Leaves the rows of this class out of the fit, and out of the picture",
        move |app| app.fit_without_class(class),
    )
    .about(move || class)
}

pub(super) fn toggle_recoloured() -> CommandEntry<'static> {
    entry(
        "Colour selected rows",
        "Gives the selected points a colour of their own in every plot",
        |app| app.mark(|marking| marking.recoloured = !marking.recoloured),
    )
}

pub(super) fn toggle_isolated(class: &str) -> CommandEntry<'_> {
    let help = "Shows the points of {} among shadows of the others";
    entry("Show only {}", help, move |app| {
        app.mark(|marking| {
            let alone = marking.isolated.as_deref() == Some(class);
            marking.isolated = (!alone).then(|| class.to_owned());
        });
    })
    .about(move || class)
}

pub(super) fn toggle_row_list() -> CommandEntry<'static> {
    entry(
        "List of selected rows",
        "Lists the selected rows with their features and scores",
        |app| app.settings.row_list = !app.settings.row_list,
    )
    .keys(CTRL, Key::L)
}

pub(super) fn select_novel() -> CommandEntry<'static> {
    entry(
        "Select rows beyond the novelty threshold",
        "Selects the fitted rows whose reconstruction error is beyond the line, and lists them",
        App::select_novel,
    )
    .unless(|app| {
        let none = app.novel_rows().is_none();
        none.then_some("show the novelty panel first")
    })
}

pub(super) fn copy_selected_rows() -> CommandEntry<'static> {
    entry(
        "Copy selected rows",
        "Copies the selected rows as a table, ready for a spreadsheet",
        App::copy_selected_rows,
    )
    .unless(nothing_selected)
}

pub(super) fn list_new_rows(new: bool) -> CommandEntry<'static> {
    let list = move |app: &mut App| app.list_new_rows(new);
    if new {
        entry(
            "List of new rows beyond the threshold",
            "Lists the new rows whose reconstruction error is beyond the line in the novelty panel, by their numbers in \
             their file",
            list,
        )
        .unless(no_novel_new_rows)
    } else {
        let help = "Lists the selected rows again";
        entry("Selected rows in the list", help, list)
    }
}

pub(super) fn copy_novel_new_rows() -> CommandEntry<'static> {
    entry(
        "Copy new rows beyond the threshold",
        "Copies the new rows beyond the line as a table: number, label, error and features",
        App::copy_novel_new_rows,
    )
    .unless(no_novel_new_rows)
}

fn no_novel_new_rows(app: &App) -> Option<&'static str> {
    match app.novel_new_rows() {
        None => Some("open new rows and show the novelty panel first"),
        Some(rows) if rows.is_empty() => Some("no new row lies beyond the threshold"),
        Some(_) => None,
    }
}
