//! Examples and lessons, as their readers go through them.

use egui::Key;

use super::{
    entry::{CommandEntry, NONE, entry},
    obstacles::no_lesson,
};
use crate::app::{AnswerWay, App, Destination, Effect};
use explorer::setup;
use lessons::shipped;

pub(super) fn example(name: &'static str) -> CommandEntry<'static> {
    entry("Example: {}", "", move |app| app.open_example(name))
        .about(move || setup::example(name).map_or("", |it| it.title))
        .explained(move || setup::example(name).map_or("", |it| it.description))
}

pub(super) fn close_example() -> CommandEntry<'static> {
    entry(
        "Close the explanation",
        "Closes the explanation of the example; nothing else changes",
        |app| app.example = None,
    )
}

pub(super) fn lesson(name: &'static str) -> CommandEntry<'static> {
    let lesson = move || shipped().iter().find(|lesson| lesson.name == name);
    entry("Lesson: {}", "", move |app| app.begin_shipped(name))
        .about(move || lesson().map_or("", |it| it.title))
        .explained(move || lesson().map_or("", |it| it.summary))
}

pub(super) fn open_lesson() -> CommandEntry<'static> {
    let help = "Opens a lesson from its file (.toml)";
    entry("Open lesson…", help, |app| {
        app.effects.push(Effect::PickSession);
    })
}

pub(super) fn next_step() -> CommandEntry<'static> {
    entry(
        "Next step",
        "Goes on in the lesson; where a question waits, its answer comes first",
        App::next_step,
    )
    .keys(NONE, Key::PageDown)
    .unless(App::no_next_step)
}

pub(super) fn previous_step() -> CommandEntry<'static> {
    entry(
        "Previous step",
        "Goes back to the lesson’s step before",
        App::previous_step,
    )
    .keys(NONE, Key::PageUp)
    .unless(App::no_step_before)
}

pub(super) fn go_to_step(step: usize) -> CommandEntry<'static> {
    let help = "Goes to this step of the lesson";
    entry("Go to step {}", help, move |app| app.go_to_step(step))
        .about(move || (step + 1).to_string())
}

pub(super) fn show_step_again() -> CommandEntry<'static> {
    entry(
        "Show the step’s picture again",
        "Data, kernel and panels as the lesson’s step has them, whatever was changed. The file of a lesson is read \
         again, so that it can be written beside its picture.",
        App::show_step_again,
    )
    .unless(no_lesson)
}

pub(super) fn answer(choice: usize) -> CommandEntry<'static> {
    let help = "Takes this answer; if it is wrong, others can be tried";
    entry("Answer", help, move |app| app.choose_answer(choice))
}

pub(super) fn show_answer() -> CommandEntry<'static> {
    entry(
        "Show the answer",
        "Shows the answer and the picture that gives it",
        |app| app.answer(AnswerWay::Shown),
    )
}

pub(super) fn close_lesson() -> CommandEntry<'static> {
    entry(
        "Close lesson",
        "Closes the lesson and leaves its picture; it goes on here when it is opened again",
        |app| {
            app.close_lesson();
            app.stop_writing();
        },
    )
    .unless(no_lesson)
}

pub(super) fn ask_for_handout() -> CommandEntry<'static> {
    entry("Save handout…", HANDOUT, App::ask_for_handout).unless(no_lesson)
}

pub(super) fn save_handout(to: &Destination) -> CommandEntry<'_> {
    entry("Save handout", HANDOUT, move |app| {
        app.save_handout(to.clone());
    })
}

const HANDOUT: &str = "Writes the open lesson with its pictures as a page (HTML), which a browser prints, also as PDF";
