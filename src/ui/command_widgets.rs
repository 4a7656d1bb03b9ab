//! Buttons and menu entries of commands: their names, keys, tooltips and obstacles, drawn alike everywhere.

use egui::{Button, Response, Ui};

use super::{
    explained::Explained,
    widgets::{explained_button, icon_button},
};
use crate::app::{App, Command, Edit};

/// Draws a menu entry for a command, with its name and shortcut; greyed out when it can't be carried out.
pub(super) fn command_item(
    ui: &mut Ui,
    app: &App,
    icon: &str,
    command: Command,
    out: &mut Vec<Command>,
) {
    named_item(ui, app, icon, &command.label(), command, out);
}

/// Draws a menu entry for a command under another name.
pub(super) fn named_item(
    ui: &mut Ui,
    app: &App,
    icon: &str,
    label: &str,
    command: Command,
    out: &mut Vec<Command>,
) {
    let mut button = Button::new(entry(icon, label));
    if let Some(shortcut) = command.shortcut() {
        button = button.shortcut_text(ui.ctx().format_shortcut(&shortcut));
    }
    if command_button(ui, app, button, command, out) {
        ui.close();
    }
}

/// Draws a button for a command, greyed out with the reason when it can't be carried out; returns true where it was
/// clicked.
pub(super) fn command_button(
    ui: &mut Ui,
    app: &App,
    button: Button<'_>,
    command: Command,
    out: &mut Vec<Command>,
) -> bool {
    let obstacle = app.obstacle(&command);
    let response = ui.add_enabled(obstacle.is_none(), button);
    let response = response.explained(&command.help());
    let response = match obstacle {
        Some(obstacle) => response.on_disabled_hover_text(obstacle),
        None => response,
    };
    clicked(&response, command, out)
}

/// Draws a button of a row or a dialog for a command that can be carried out.
pub(super) fn text_button(ui: &mut Ui, text: &str, command: Command, out: &mut Vec<Command>) {
    let button = explained_button(ui, text, &command.help());
    clicked(&button, command, out);
}

/// Draws a square button for a command that can be carried out, as an icon alone.
pub(super) fn command_icon(ui: &mut Ui, icon: &str, command: Command, out: &mut Vec<Command>) {
    let button = icon_button(ui, icon, &command.label(), &command.help());
    clicked(&button, command, out);
}

/// Draws square buttons for commands, greyed out when they can't be carried out.
pub(super) fn command_icons<const N: usize>(
    ui: &mut Ui,
    app: &App,
    commands: [(&str, Command); N],
    out: &mut Vec<Command>,
) {
    for (icon, command) in commands {
        ui.add_enabled_ui(app.obstacle(&command).is_none(), |ui| {
            command_icon(ui, icon, command, out);
        });
    }
}

/// Sends a command where its control was clicked, and returns true there.
pub(super) fn clicked(response: &Response, command: Command, out: &mut Vec<Command>) -> bool {
    let clicked = response.clicked();
    out.extend(clicked.then_some(command));
    clicked
}

/// Name of a command with its keys.
pub(super) fn name_with_keys(ui: &Ui, command: &Command) -> String {
    let name = command.label();
    match command.shortcut() {
        Some(keys) => format!("{name} ({})", ui.ctx().format_shortcut(&keys)),
        None => name,
    }
}

/// Sends an edit that gives a part of the setup its new value, where that is another one.
pub(super) fn send<T: PartialEq>(
    new: T,
    now: &T,
    edit: impl FnOnce(T) -> Edit,
    out: &mut Vec<Command>,
) {
    if new != *now {
        out.push(Command::Edit(edit(new)));
    }
}

/// Space as wide as an icon, so that labels line up.
pub(super) const NO_ICON: &str = "\u{2003}";

/// Text with an icon in front, or with the room of one.
pub(super) fn entry(icon: &str, label: &str) -> String {
    format!("{icon}  {label}")
}
