//! Presenting in a lecture room.

use egui::Key;

use super::{
    entry::{CommandEntry, NONE, entry},
    obstacles::no_lesson,
};
use crate::app::{App, Blank};

pub(super) fn toggle_presentation() -> CommandEntry<'static> {
    entry(
        "Present",
        "Fills the screen with the picture, large enough for a lecture room. Escape goes back.",
        App::toggle_presentation,
    )
    .keys(NONE, Key::F5)
}

pub(super) fn blank(blank: Blank) -> CommandEntry<'static> {
    let (name, help) = match blank {
        Blank::Black => (
            "Black screen",
            "Makes the screen black while one talks, or shows the picture again (B)",
        ),
        Blank::White => (
            "White screen",
            "Makes the screen white while one talks, or shows the picture again (W)",
        ),
    };
    entry(name, help, move |app| app.blank(blank)).unless(not_presenting)
}

pub(super) fn toggle_pointer() -> CommandEntry<'static> {
    entry(
        "Highlight the pointer",
        "Lets a disc follow the pointer, so that all see where it is (P)",
        App::toggle_pointer,
    )
    .unless(not_presenting)
}

pub(super) fn toggle_notes() -> CommandEntry<'static> {
    entry(
        "Text of the step",
        "Lays the text of the step over the plots, or takes it away (N)",
        App::toggle_notes,
    )
    .unless(|app| not_presenting(app).or_else(|| no_lesson(app)))
}

fn not_presenting(app: &App) -> Option<&'static str> {
    app.presentation
        .is_none()
        .then_some("only while presenting")
}
