//! Reasons why commands cannot be carried out, shared by several files of commands.

use crate::app::App;
use explorer::panel::Panel;

pub(super) fn no_picture(app: &App) -> Option<&'static str> {
    app.shown.is_none().then_some("there is no picture yet")
}

pub(super) fn no_lesson(app: &App) -> Option<&'static str> {
    app.course.is_none().then_some("no lesson is open")
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

/// Reason why a panel cannot be shown: its pinned picture does not exist. `None` where the panel can be shown.
pub(super) fn no_panel(app: &App, panel: Panel) -> Option<&'static str> {
    let offered = app.setup.view.offered().any(|it| it == panel);
    (!offered).then_some("nothing is pinned there")
}
