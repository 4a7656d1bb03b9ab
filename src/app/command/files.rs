//! Opening: tables, new rows beside them, sessions, and setups on a line.

use std::path::Path;

use egui::Key;

use super::entry::{CTRL, CommandEntry, SHIFT, entry};
use crate::app::{App, Destination, Edit, Effect};
use tabular::{Dataset, printable::printable};

pub(super) fn open() -> CommandEntry<'static> {
    let help = "Opens a table of numbers (CSV, TSV or separated by blanks)";
    entry("Open…", help, |app| app.effects.push(Effect::PickFile)).keys(CTRL, Key::O)
}

pub(super) fn open_path(path: &Path) -> CommandEntry<'_> {
    entry("Open {}", "Opens {}", move |app| app.open(path.to_owned()))
        .about(move || printable(&path.display().to_string()).into_owned())
}

pub(super) fn browse_new_rows() -> CommandEntry<'static> {
    entry(
        "Open new rows…",
        "Chooses a table with the same features, whose rows are projected rather than fitted",
        |app| app.effects.push(Effect::PickNewRows),
    )
}

pub(super) fn open_new_rows(path: &Path) -> CommandEntry<'_> {
    entry(
        "Open {} as new rows",
        "Draws its rows as rings where the components that were fitted put them",
        move |app| app.open_new_rows(path.to_owned()),
    )
    .about(move || path.display().to_string())
}

pub(super) fn close_new_rows() -> CommandEntry<'static> {
    entry(
        "Close the new rows",
        "Draws the rows that were fitted alone again, and closes the clean rows that belong to the new ones",
        |app| app.edit(Edit::NewRows(None)),
    )
    .unless(|app| {
        let are_open = app.setup.new_rows.is_some();
        (!are_open).then_some("no new rows are open")
    })
}

pub(super) fn browse_clean_rows() -> CommandEntry<'static> {
    entry(
        "Open clean rows…",
        "Chooses a table of the rows without noise, one for each row that is denoised: of the new rows where some are \
         open, else of the fitted ones. Errors of denoising are then against them.",
        |app| app.effects.push(Effect::PickCleanRows),
    )
    .called("denoising noise-free noiseless truth original target ground error")
    .unless(|app| {
        let has_features = app.dataset().is_none_or(Dataset::has_features);
        (!has_features).then_some("the data have no features that noise could be in")
    })
}

pub(super) fn open_clean_rows(path: &Path) -> CommandEntry<'_> {
    entry(
        "Open {} as clean rows",
        "Holds denoised rows against its rows",
        move |app| app.open_clean_rows(path.to_owned()),
    )
    .about(move || path.display().to_string())
}

pub(super) fn close_clean_rows() -> CommandEntry<'static> {
    entry(
        "Close the clean rows",
        "Holds denoised rows against the rows as they came, or as they were before noise was added",
        |app| app.edit(Edit::CleanRows(None)),
    )
    .unless(|app| {
        let are_open = app.setup.clean_rows.is_some();
        (!are_open).then_some("no clean rows are open")
    })
}

pub(super) fn show_columns() -> CommandEntry<'static> {
    entry(
        "Columns…",
        "Lists every column with its first values and what it is used for, which can be changed, and how the file is read",
        App::show_columns,
    )
    .called("header sheet names separator delimiter decimal kinds types roles")
    .unless(|app| app.table().is_none().then_some("no table is read"))
}

pub(super) fn open_session() -> CommandEntry<'static> {
    entry(
        "Open session or picture…",
        "Opens a saved session, or the setup of a picture that was saved: data, kernel and view as they were",
        |app| app.effects.push(Effect::PickSession),
    )
}

pub(super) fn ask_for_session() -> CommandEntry<'static> {
    entry("Save session…", SESSION, App::ask_for_session).keys(SHIFT, Key::S)
}

pub(super) fn save_session(to: &Destination) -> CommandEntry<'_> {
    entry("Save session", SESSION, move |app| {
        app.save_session(to.clone());
    })
}

const SESSION: &str =
    "Saves data source, kernel and view in a small text file that brings them back";

pub(super) fn open_line(line: &str) -> CommandEntry<'_> {
    entry("Open a setup", "", move |app| app.open_line(line))
}

pub(super) fn browse() -> CommandEntry<'static> {
    let help = "Chooses the file in the system's dialog";
    entry("Browse…", help, |app| {
        app.effects.push(Effect::PickTarget);
    })
}

pub(super) fn write_to(path: &Path) -> CommandEntry<'_> {
    entry("Write to {}", "", move |app| app.write_to(path))
        .about(move || path.display().to_string())
}
