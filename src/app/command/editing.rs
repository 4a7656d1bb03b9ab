//! Changes of the setup and their undoing, and names that are typed where they stand.

use egui::Key;

use super::entry::{CTRL, CommandEntry, SHIFT, entry};
use crate::app::{App, Edit, renaming::in_words};
use explorer::setup::Nameable;

pub(super) fn edit(edit: &Edit) -> CommandEntry<'_> {
    entry("Change", "", move |app| {
        if let Edit::Source(_) = edit {
            return app.start_with(edit.clone());
        }
        app.note_strip(edit);
        app.edit(edit.clone());
    })
}

pub(super) fn undo() -> CommandEntry<'static> {
    let help = "Takes back the last change of data, kernel or view";
    entry("Undo", help, App::undo)
        .keys(CTRL, Key::Z)
        .unless(|app| (!app.history.can_undo()).then_some("nothing to undo"))
}

pub(super) fn redo() -> CommandEntry<'static> {
    entry("Redo", "Repeats the change you undid", App::redo)
        .keys(SHIFT, Key::Z)
        .unless(|app| (!app.history.can_redo()).then_some("nothing to redo"))
}

pub(super) fn rename(thing: &Nameable) -> CommandEntry<'_> {
    entry(
        "Rename {}…",
        "Gives it a name of your own, in the window, figures, sessions and scripts. An empty name brings the program’s \
         back; between dollar signs simple maths is set: $x_1$, $\\gamma$.",
        move |app| app.begin_renaming(thing),
    )
    .about(move || in_words(thing))
    .unless(move |app| app.no_name(thing))
}

pub(super) fn take_name(typed: &str) -> CommandEntry<'_> {
    entry("Take the name", "", move |app| app.take_name(typed))
}

pub(super) fn leave_name() -> CommandEntry<'static> {
    entry("Leave the name", "", App::leave_name)
}
