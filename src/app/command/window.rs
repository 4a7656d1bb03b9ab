//! The window itself: its side panel and dialogs, theme and size.

use egui::Key;

use super::entry::{CTRL, CommandEntry, NONE, SHIFT, entry, entry_of};
use crate::app::{App, Arrangement, Dialog, Edit, Effect, Layout, Section, Theme};

pub(super) fn show(dialog: &Dialog) -> CommandEntry<'_> {
    let (modifiers, key) = match dialog {
        Dialog::OpenPath { .. } => (SHIFT, Some(Key::O)),
        Dialog::Palette { .. } => (CTRL, Some(Key::K)),
        Dialog::Shortcuts => (NONE, Some(Key::F1)),
        _ => (NONE, None),
    };
    let shown = entry_of(dialog.words(), move |app| app.dialog = Some(dialog.clone()));
    let shown = shown.keys(modifiers, key);
    match dialog {
        Dialog::OpenPath { .. } => shown.called("paste clipboard import load"),
        _ => shown,
    }
}

pub(super) fn close_dialog() -> CommandEntry<'static> {
    let help = "Closes the dialog and changes nothing";
    entry("Close", help, |app| {
        app.dialog = None;
        app.forget_what_waits();
    })
}

pub(super) fn toggle_side_panel() -> CommandEntry<'static> {
    entry(
        "Side panel",
        "Shows or hides the controls, to give the plots their room",
        App::toggle_side_panel,
    )
    .keys(CTRL, Key::B)
}

pub(super) fn widen_side(width: f32) -> CommandEntry<'static> {
    entry("Widen the side panel", "", move |app| {
        app.settings.layout.widen_side(width);
    })
}

pub(super) fn toggle_section(section: Section) -> CommandEntry<'static> {
    let help = "Folds these controls away, or opens them";
    entry("{} controls", help, move |app| {
        let folded = &mut app.settings.folded;
        if !folded.remove(&section) {
            folded.insert(section);
        }
    })
    .about(move || section.in_text())
}

pub(super) fn toggle_insight() -> CommandEntry<'static> {
    entry(
        "What you see",
        "One sentence about the result, such as which feature drowns the others",
        |app| app.settings.insight = !app.settings.insight,
    )
}

pub(super) fn reset_layout() -> CommandEntry<'static> {
    let help = "Panels and splits as they were at the first start";
    entry("Reset layout", help, |app| {
        app.maximise(None);
        app.settings.film_strip = true;
        app.edit(Edit::Arrange(app.tiles_of(Arrangement::Usual)));
        if !app.shows_side_panel() {
            app.toggle_side_panel();
        }
        app.fit_plots();
        app.settings.layout = Layout::default();
    })
    .called("default original restore")
}

pub(super) fn theme(theme: Theme) -> CommandEntry<'static> {
    entry("Theme: {}", "", move |app| app.settings.theme = theme)
        .about(move || theme.label())
        .explained(move || theme.help())
}

pub(super) fn zoom_in() -> CommandEntry<'static> {
    let help = "Enlarges texts and controls by a tenth";
    entry("Zoom in", help, |app| app.zoom_to(app.zoom() * 1.1)).keys(CTRL, Key::Plus)
}

pub(super) fn zoom_out() -> CommandEntry<'static> {
    let help = "Makes texts and controls smaller by a tenth";
    entry("Zoom out", help, |app| app.zoom_to(app.zoom() / 1.1)).keys(CTRL, Key::Minus)
}

pub(super) fn zoom_reset() -> CommandEntry<'static> {
    let help = "Texts and controls in the size that suits the window";
    entry("Actual size", help, |app| app.settings.zoom = None).keys(CTRL, Key::Num0)
}

pub(super) fn dismiss_notice() -> CommandEntry<'static> {
    entry(
        "Dismiss",
        "Closes this line. After an error the setup goes back to what is on the screen.",
        App::dismiss_notice,
    )
}

pub(super) fn quit() -> CommandEntry<'static> {
    entry(
        "Quit",
        "Ends the program. Data, kernel and view are back at the next start.",
        |app| app.effects.push(Effect::Quit),
    )
    .keys(CTRL, Key::Q)
}
