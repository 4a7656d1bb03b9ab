//! Lessons of one's own: beginning, changing and saving them.

use super::{
    Command,
    entry::{CommandEntry, entry, entry_of},
};
use crate::app::{App, Destination, LessonEdit};

pub(super) fn new_lesson() -> CommandEntry<'static> {
    entry(
        "New lesson from here",
        "Begins a lesson of your own, whose first step is the view on the screen",
        App::new_lesson,
    )
}

pub(super) fn edit_lesson() -> CommandEntry<'static> {
    entry(
        "Edit this lesson",
        "Opens the texts of this lesson beside it, to be changed. A lesson that comes with the program is copied \
         first; comments in the file of your own are not kept.",
        App::edit_lesson,
    )
    .unless(|app| match (&app.course, &app.writing) {
        (None, _) => Some("no lesson is open"),
        (Some(_), Some(_)) => Some("this lesson is being written already"),
        (Some(_), None) => None,
    })
}

pub(super) fn write_lesson(edit: &LessonEdit) -> CommandEntry<'_> {
    entry_of(edit.words(), move |app| app.edit_draft(edit.clone())).unless(move |app| {
        app.writing.as_ref().map_or(NOT_WRITTEN, |writing| {
            let (step, count) = (app.step_written(), writing.draft().steps.len());
            edit.obstacle(step, count, app.differs_from_step())
        })
    })
}

pub(super) fn undo_writing() -> CommandEntry<'static> {
    entry(
        "Undo in the lesson",
        "Takes back the last change of the lesson",
        |app| app.undo_writing(true),
    )
    .unless(|app| match &app.writing {
        None => NOT_WRITTEN,
        Some(writing) => (!writing.can_undo()).then_some("nothing to undo"),
    })
}

pub(super) fn redo_writing() -> CommandEntry<'static> {
    entry(
        "Redo in the lesson",
        "Repeats the change of the lesson that you undid",
        |app| app.undo_writing(false),
    )
    .unless(|app| match &app.writing {
        None => NOT_WRITTEN,
        Some(writing) => (!writing.can_redo()).then_some("nothing to redo"),
    })
}

pub(super) fn save_lesson() -> CommandEntry<'static> {
    let help = "Writes the lesson to its file";
    entry("Save lesson", help, App::save_lesson).unless(|app| match &app.writing {
        None => NOT_WRITTEN,
        Some(writing) => {
            let is_there = writing.path().is_some() && writing.is_saved();
            is_there.then_some("it is saved")
        }
    })
}

pub(super) fn ask_for_lesson() -> CommandEntry<'static> {
    entry(
        "Save lesson as…",
        "Writes the lesson to another file. Tables up to 64 KiB go into it, larger ones are named with a checksum.",
        App::ask_for_lesson,
    )
    .unless(not_written)
}

pub(super) fn save_lesson_to(to: &Destination) -> CommandEntry<'_> {
    entry("Save the lesson", "", move |app| {
        app.save_lesson_to(to.clone());
    })
}

pub(super) fn stop_writing() -> CommandEntry<'static> {
    entry(
        "Stop editing",
        "Closes the texts; the lesson stays open to be read",
        App::stop_writing,
    )
    .unless(not_written)
}

pub(super) fn save_lesson_and(then: &Command) -> CommandEntry<'_> {
    let help = "Writes the lesson to its file, and goes on";
    entry("Save", help, move |app| {
        app.save_lesson_and(Box::new(then.clone()));
    })
}

pub(super) fn discard_lesson_and(then: &Command) -> CommandEntry<'_> {
    let help = "Goes on, and the changes of the lesson are lost";
    entry("Discard", help, move |app| {
        app.discard_lesson_and(then.clone());
    })
}

/// Reason why a lesson cannot be changed: none is being edited.
const NOT_WRITTEN: Option<&str> = Some("no lesson is being written");

fn not_written(app: &App) -> Option<&'static str> {
    NOT_WRITTEN.filter(|_| app.writing.is_none())
}
