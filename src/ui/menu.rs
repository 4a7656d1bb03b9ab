//! The menu bar, and the shortcuts of everything in it.

use egui::{Align, Button, Context, InputState, Key, KeyboardShortcut, Layout, MenuBar, Ui};

use super::{
    fonts::icon,
    selection_menu, theme,
    widgets::{NO_ICON, command_item, entry},
};
use crate::{
    app::{App, Arrangement, Command, Dialog, Subject, Theme},
    export::Language,
    setup::examples,
    view::Panel,
};

pub(super) fn show(ui: &mut Ui, app: &App, out: &mut Vec<Command>) {
    MenuBar::new().ui(ui, |ui| {
        ui.menu_button("File", |ui| file(ui, app, out));
        ui.menu_button("Edit", |ui| edit(ui, app, out));
        ui.menu_button("Select", |ui| selection_menu::show(ui, app, out));
        ui.menu_button("Examples", |ui| examples_menu(ui, app, out));
        ui.menu_button("View", |ui| view(ui, app, out));
        ui.menu_button("Help", |ui| help(ui, app, out));
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let palette = Command::Show(Dialog::palette());
            let mut button =
                Button::new(entry(icon::SEARCH, "Commands")).frame_when_inactive(false);
            if let Some(shortcut) = palette.shortcut() {
                button = button.shortcut_text(ui.ctx().format_shortcut(&shortcut));
            }
            if ui.add(button).clicked() {
                out.push(palette);
            }
            ui.add_space(theme::SECTION);
            selection_menu::tools(ui, app, out);
        });
    });
}

fn file(ui: &mut Ui, app: &App, out: &mut Vec<Command>) {
    let mut item = |ui: &mut Ui, icon, command: Command| {
        command_item(ui, app, icon, &command.label(), command, out);
    };
    item(ui, icon::FOLDER_OPEN, Command::Open);
    item(ui, icon::FILE_TEXT, Command::Show(Dialog::open_path()));
    if !app.settings().recent.is_empty() {
        ui.menu_button(entry(icon::ROTATE_CCW, "Open recent"), |ui| {
            for path in &app.settings().recent {
                let name = path.file_name().map_or_else(
                    || path.display().to_string(),
                    |n| n.to_string_lossy().into(),
                );
                if ui
                    .button(name)
                    .on_hover_text(path.display().to_string())
                    .clicked()
                {
                    out.push(Command::OpenPath(path.clone()));
                }
            }
        });
    }
    let mut item = |ui: &mut Ui, icon, command: Command| {
        command_item(ui, app, icon, &command.label(), command, out);
    };
    ui.separator();
    item(ui, NO_ICON, Command::OpenSession);
    item(ui, NO_ICON, Command::AskForSession);
    ui.separator();
    let save = Command::AskForPicture(Subject::AllPanels);
    item(ui, icon::SAVE, save);
    item(ui, icon::IMAGE, Command::CopyPicture(Subject::AllPanels));
    item(ui, icon::TABLE, Command::AskForTable { selected: false });
    item(ui, NO_ICON, Command::CopyScript(Language::Python));
    item(ui, NO_ICON, Command::CopyScript(Language::R));
    ui.separator();
    item(ui, icon::X, Command::Quit);
}

fn edit(ui: &mut Ui, app: &App, out: &mut Vec<Command>) {
    for (icon, command) in [(icon::UNDO_2, Command::Undo), (icon::REDO_2, Command::Redo)] {
        command_item(ui, app, icon, &command.label(), command, out);
    }
    ui.separator();
    let memory = Command::Show(Dialog::Memory);
    command_item(ui, app, NO_ICON, &memory.label(), memory, out);
}

fn examples_menu(ui: &mut Ui, app: &App, out: &mut Vec<Command>) {
    for example in examples() {
        let selected = *app.setup() == example.setup;
        let response = ui
            .selectable_label(selected, example.title)
            .on_hover_text(example.description);
        if response.clicked() {
            out.push(Command::Example(example.name));
        }
    }
}

fn view(ui: &mut Ui, app: &App, out: &mut Vec<Command>) {
    for theme in Theme::ALL {
        let selected = app.settings().theme == theme;
        let mark = if selected { icon::CHECK } else { NO_ICON };
        let command = Command::Theme(theme);
        command_item(ui, app, mark, &command.label(), command, out);
    }
    ui.separator();
    let side = if app.settings().side_panel {
        icon::CHECK
    } else {
        NO_ICON
    };
    for (icon, command) in [
        (side, Command::ToggleSidePanel),
        (icon::SCAN, Command::FitPlots),
        (icon::ROTATE_CCW, Command::ResetLayout),
    ] {
        command_item(ui, app, icon, &command.label(), command, out);
    }
    ui.separator();
    let places = app.setup().view.places();
    for arrangement in Arrangement::ALL {
        let current = app.maximised().is_none() && places == arrangement.places();
        let mark = if current { icon::CHECK } else { NO_ICON };
        let command = Command::Arrange(arrangement);
        command_item(ui, app, mark, &command.label(), command, out);
    }
    ui.separator();
    let visible = app.visible();
    ui.menu_button(entry(icon::MAXIMIZE_2, "Maximise"), |ui| {
        for panel in Panel::ALL {
            let mark = if app.maximised() == Some(panel) {
                icon::CHECK
            } else if visible.contains(&panel) {
                icon::EYE
            } else {
                NO_ICON
            };
            let command = Command::ToggleMaximised(panel);
            command_item(ui, app, mark, panel.title(), command, out);
        }
    });
    ui.separator();
    for command in [Command::ZoomIn, Command::ZoomOut, Command::ZoomReset] {
        command_item(ui, app, NO_ICON, &command.label(), command, out);
    }
}

fn help(ui: &mut Ui, app: &App, out: &mut Vec<Command>) {
    for command in [
        Command::Show(Dialog::palette()),
        Command::Show(Dialog::Shortcuts),
        Command::Show(Dialog::About),
    ] {
        command_item(ui, app, NO_ICON, &command.label(), command, out);
    }
}

/// Takes the keys of all commands that can be carried out now.
pub(super) fn shortcuts(ctx: &Context, app: &App, out: &mut Vec<Command>) {
    // Keys belong to a text field while one is edited; a dialog has its own.
    if app.dialog().is_some() || ctx.text_edit_focused() {
        return;
    }
    // Escape gives up an outline that is being drawn, or closes a menu, before it does more.
    let engaged = ctx.input(|input| input.pointer.any_down()) || egui::Popup::is_any_open(ctx);
    let mut commands = Command::listed();
    commands.retain(|command| !engaged || *command != Command::Release);
    // The one with more modifiers first: ⇧⌘Z also looks like ⌘Z.
    commands.sort_by_key(|c| c.shortcut().is_none_or(|s| !s.modifiers.shift));
    for command in commands {
        let Some(shortcut) = command.shortcut() else {
            continue;
        };
        // On most keyboards plus is the shifted equals key; people press it either way.
        let mut keys = vec![shortcut];
        if shortcut.logical_key == Key::Plus {
            keys.push(KeyboardShortcut::new(shortcut.modifiers, Key::Equals));
        }
        let pressed = |input: &mut InputState| keys.iter().any(|key| input.consume_shortcut(key));
        if app.obstacle(&command).is_none() && ctx.input_mut(pressed) {
            out.push(command);
        }
    }
}
