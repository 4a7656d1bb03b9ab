//! Reasons why commands cannot be carried out, where several have one in common.

use crate::{app::App, platform::link};
use explorer::panel::Panel;
use tabular::Source;

const NO_LESSON: &str = "no lesson is open";
const NO_PICTURE: &str = "there is no picture yet";

pub(super) fn no_picture(app: &App) -> Option<&'static str> {
    app.shown.is_none().then_some(NO_PICTURE)
}

pub(super) fn no_lesson(app: &App) -> Option<&'static str> {
    app.course.is_none().then_some(NO_LESSON)
}

pub(super) fn not_presenting(app: &App) -> Option<&'static str> {
    app.presentation
        .is_none()
        .then_some("only while presenting")
}

pub(super) fn no_notes(app: &App) -> Option<&'static str> {
    not_presenting(app).or_else(|| no_lesson(app))
}

pub(super) fn nothing_selected(app: &App) -> Option<&'static str> {
    let none = app.setup.view.marking.selected.is_empty();
    none.then_some("nothing is selected")
}

pub(super) fn nothing_swept(app: &App) -> Option<&'static str> {
    let none = app.setup.view.swept(&app.setup.kernel).is_none();
    none.then_some("this kernel has no parameter to run through")
        .or_else(|| no_picture(app))
}

pub(super) fn no_novel_new_rows(app: &App) -> Option<&'static str> {
    match app.novel_new_rows() {
        None => Some("open new rows and show the novelty panel first"),
        Some(rows) if rows.is_empty() => Some("no new row lies beyond the threshold"),
        Some(_) => None,
    }
}

/// Why a panel's numbers cannot be had.
pub(super) fn no_numbers(app: &App, panel: Panel) -> Option<&'static str> {
    let unseen = panel.explains() && !app.visible().contains(&panel);
    let unseen = unseen.then_some("show this panel first");
    no_panel(app, panel).or_else(|| no_picture(app)).or(unseen)
}

/// Reason why a panel can't be shown: the picture of a pin that is not there.
pub(super) fn no_panel(app: &App, panel: Panel) -> Option<&'static str> {
    let offered = app.setup.view.offered().any(|it| it == panel);
    (!offered).then_some("nothing is pinned there")
}

/// Reason why a panel, or the one in the centre of attention, cannot be pinned.
pub(super) fn no_pin(app: &App, panel: Option<Panel>) -> Option<&'static str> {
    if app.setup.view.free_letter().is_none() {
        return Some("four pictures are pinned: unpin one first");
    }
    match panel {
        None => nothing_looked_at(app),
        Some(panel) => (!panel.can_be_pinned()).then_some("this panel cannot be pinned"),
    }
}

pub(super) fn no_versus(app: &App) -> Option<&'static str> {
    nothing_looked_at(app).filter(|_| app.setup.view.pinned.is_empty())
}

fn nothing_looked_at(app: &App) -> Option<&'static str> {
    let none = app.looked_at().is_none();
    none.then_some("no panel is in sight that can be pinned")
}

pub(super) fn no_link() -> Option<&'static str> {
    let has_link = link("").is_some();
    (!has_link).then_some("only a page in a browser has an address")
}

pub(super) fn no_table_to_link(app: &App) -> Option<&'static str> {
    let is_file = matches!(app.setup.source, Source::File(_));
    no_link().or((!is_file).then_some("a link names such data by itself"))
}
