//! The dialogs: typed paths, the command palette, shortcuts, about.

use std::{mem::discriminant, path::Path};

use egui::{
    Align, Button, Context, Frame, Id, Key, Layout, Modal, RichText, ScrollArea, TextEdit, Ui,
};

use super::{
    memory_dialog, picture_dialog, table_dialog,
    theme::{self, Tokens},
    widgets::row,
};
use crate::app::{App, Command, Destination, Dialog};

const WIDTH: f32 = 480.0;

/// Shows the open dialog, if any.
pub(super) fn show(ctx: &Context, app: &App, out: &mut Vec<Command>) {
    let Some(dialog) = app.dialog() else { return };
    // Each kind has a size of its own, which egui remembers by this.
    let id = Id::unique(("dialog", discriminant(dialog)));
    let frame = Frame::popup(&ctx.global_style()).inner_margin(theme::SECTION);
    let mut modal = Modal::new(id).frame(frame);
    if matches!(dialog, Dialog::Palette { .. }) {
        // Near the top, as palettes are everywhere; the list may grow without moving the field.
        modal = modal.area(
            Modal::default_area(id).anchor(egui::Align2::CENTER_TOP, [0.0, 3.0 * theme::BAR]),
        );
    }
    let mut commands = Vec::new();
    let response = modal.show(ctx, |ui| {
        let width = match dialog {
            Dialog::SavePicture(_) => picture_dialog::WIDTH,
            _ => WIDTH,
        };
        ui.set_width(width.min(ctx.content_rect().width() - 4.0 * theme::SECTION));
        match dialog {
            Dialog::OpenPath { path } => open_path(ui, path, &mut commands),
            Dialog::SavePicture(options) => picture_dialog::show(ui, app, options, &mut commands),
            Dialog::ExportTable(options) => table_dialog::show(ui, app, options, &mut commands),
            Dialog::SaveSession(to) => save_session(ui, to, &mut commands),
            Dialog::Palette { filter, selected } => {
                palette(ui, app, filter, *selected, &mut commands);
            }
            Dialog::Memory => memory_dialog::show(ui, app, &mut commands),
            Dialog::Shortcuts => shortcuts(ui),
            Dialog::About => about(ui),
        }
    });
    if response.should_close() {
        commands.push(Command::CloseDialog);
    }
    out.append(&mut commands);
}

pub(super) fn title(ui: &mut Ui, text: &str) {
    ui.heading(text);
    ui.add_space(theme::SPACE);
}

/// A text field that has the keyboard from the start; whether Enter was pressed in it.
pub(super) fn focused_field(ui: &mut Ui, text: &mut String, name: &str, hint: &str) -> bool {
    let field = TextEdit::singleline(text)
        .id(Id::unique("dialog-field"))
        .hint_text(hint)
        .desired_width(f32::INFINITY);
    let response = ui.add(field).accessible_name(name);
    let entered = response.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
    if ui.memory(|memory| memory.focused().is_none()) {
        response.request_focus();
    }
    entered
}

fn open_path(ui: &mut Ui, path: &str, out: &mut Vec<Command>) {
    title(ui, "Open a table or a session");
    let mut text = path.to_owned();
    let entered = focused_field(ui, &mut text, "Path", "/path/to/table.csv");
    ui.label(
        theme::small("CSV, TSV or whitespace-separated, with or without a header line; or a session (.toml).")
            .color(Tokens::of(ui.visuals()).text_weak),
    );
    ui.add_space(theme::SECTION);
    let chosen = buttons(ui, "Open", !text.trim().is_empty(), None, out);
    if text != path {
        out.push(Command::Show(Dialog::OpenPath { path: text.clone() }));
    }
    if (chosen || entered) && !text.trim().is_empty() {
        out.push(Command::OpenPath(text.trim().into()));
    }
}

fn save_session(ui: &mut Ui, to: &Destination, out: &mut Vec<Command>) {
    title(ui, "Save session");
    let mut new = to.clone();
    let entered = file_row(ui, &mut new, ".toml", out);
    let target = new.document("toml");
    if save_row(ui, &mut new, &target, entered, None, out) {
        out.push(Command::SaveSession(new));
    } else if new != *to {
        out.push(Command::Show(Dialog::SaveSession(new)));
    }
}

/// The path of the file to write, with one of `extensions`; whether Enter was pressed in it.
pub(super) fn file_row(
    ui: &mut Ui,
    to: &mut Destination,
    extensions: &str,
    out: &mut Vec<Command>,
) -> bool {
    let (mut path, mut entered) = (to.path.clone(), false);
    let hint = format!("{}{extensions}", to.suggestion);
    row(ui, "File", |ui| {
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            if ui.button("Browse…").clicked() {
                out.push(Command::Browse);
            }
            entered = focused_field(ui, &mut path, "File", &hint);
        });
    });
    to.retype(path);
    entered
}

/// Where a file will be written or why it was not, then the buttons, among them one that copies
/// where there is something to `copy`; whether to write it.
pub(super) fn save_row(
    ui: &mut Ui,
    to: &mut Destination,
    target: &Path,
    entered: bool,
    copy: Option<Command>,
    out: &mut Vec<Command>,
) -> bool {
    let tokens = Tokens::of(ui.visuals());
    ui.add_space(theme::SPACE);
    if let Some(problem) = &to.problem {
        ui.colored_label(tokens.error, problem);
    } else {
        let text = format!("Will be written to {}", target.display());
        ui.label(theme::small(text).color(tokens.text_weak));
    }
    ui.add_space(theme::SPACE);
    let main = if to.exists { "Replace" } else { "Save" };
    let save = buttons(ui, main, true, copy, out) || entered;
    to.replace |= save && to.exists;
    save
}

/// The row of buttons that ends a dialog; whether the main one was clicked.
fn buttons(
    ui: &mut Ui,
    main: &str,
    enabled: bool,
    copy: Option<Command>,
    out: &mut Vec<Command>,
) -> bool {
    let tokens = Tokens::of(ui.visuals());
    last_row(ui, |ui| {
        let text = theme::semibold(main).color(tokens.selected_text);
        let button = Button::new(text).fill(tokens.selected);
        let clicked = ui.add_enabled(enabled, button).clicked();
        if let Some(copy) = copy
            && ui.button("Copy").clicked()
        {
            out.push(copy);
        }
        if ui.button("Cancel").clicked() {
            out.push(Command::CloseDialog);
        }
        clicked
    })
}

/// The row at the end of a dialog, filled from the right.
pub(super) fn last_row<R>(ui: &mut Ui, contents: impl FnOnce(&mut Ui) -> R) -> R {
    let size = egui::vec2(ui.available_width(), theme::ROW);
    ui.allocate_ui_with_layout(size, Layout::right_to_left(Align::Center), contents)
        .inner
}

fn palette(ui: &mut Ui, app: &App, filter: &str, selected: usize, out: &mut Vec<Command>) {
    let mut text = filter.to_owned();
    focused_field(ui, &mut text, "Command", "Type a command");
    let words: Vec<String> = text.split_whitespace().map(str::to_lowercase).collect();
    let commands: Vec<Command> = Command::listed()
        .into_iter()
        .filter(|command| {
            let label = command.label().to_lowercase();
            words.iter().all(|word| label.contains(word))
        })
        .collect();
    let last = commands.len().saturating_sub(1);
    let mut new = if text == filter {
        selected.min(last)
    } else {
        0
    };
    let (up, down, enter) = ui.input_mut(|input| {
        let mut take = |key| input.consume_key(egui::Modifiers::NONE, key);
        (take(Key::ArrowUp), take(Key::ArrowDown), take(Key::Enter))
    });
    new = new.saturating_sub(usize::from(up)) + usize::from(down);
    new = new.min(last);
    ui.add_space(theme::GAP);
    let mut chosen = enter.then(|| commands.get(new).cloned()).flatten();
    // A modal is as high as it was the frame before; the list must not shrink with it.
    let list = ScrollArea::vertical()
        .max_height(320.0)
        .min_scrolled_height(320.0);
    list.show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.spacing_mut().item_spacing.y = 0.0;
        for (i, command) in commands.iter().enumerate() {
            let mut button = Button::selectable(i == new, command.label())
                .min_size(egui::vec2(ui.available_width(), theme::ROW));
            let obstacle = app.obstacle(command);
            if let Some(obstacle) = obstacle {
                button = button.right_text(obstacle);
            } else if let Some(shortcut) = command.shortcut() {
                button = button.shortcut_text(ui.ctx().format_shortcut(&shortcut));
            } else {
                button = button.right_text("");
            }
            let response = ui.add_enabled(obstacle.is_none(), button);
            if i == new && (up || down) {
                response.scroll_to_me(None);
            }
            if response.clicked() {
                chosen = Some(command.clone());
            }
        }
        if commands.is_empty() {
            ui.weak("No command of that name");
        }
    });
    if let Some(command) = chosen.filter(|command| app.obstacle(command).is_none()) {
        out.push(Command::CloseDialog);
        out.push(command);
    } else if text != filter || new != selected {
        out.push(Command::Show(Dialog::Palette {
            filter: text,
            selected: new,
        }));
    }
}

fn shortcuts(ui: &mut Ui) {
    title(ui, "Keyboard shortcuts");
    egui::Grid::new("shortcuts")
        .num_columns(2)
        .spacing([theme::SECTION, theme::GAP])
        .show(ui, |ui| {
            for command in Command::listed() {
                if let Some(shortcut) = command.shortcut() {
                    ui.label(ui.ctx().format_shortcut(&shortcut));
                    ui.label(command.label());
                    ui.end_row();
                }
            }
        });
    ui.add_space(theme::SPACE);
    ui.label(
        theme::small(
            "In a plot: drag to move, wheel to zoom, drag with the right button to zoom into a \
             box, double-click to fit. Click a dot to select it; hold Shift and drag to select a \
             rectangle; Ctrl or ⌘ adds. Click a class in the legend to show it alone. Double-click \
             a title to maximise.",
        )
        .color(Tokens::of(ui.visuals()).text_weak),
    );
}

fn about(ui: &mut Ui) {
    title(ui, "Kernel PCA Explorer");
    ui.label(format!("Version {}", env!("CARGO_PKG_VERSION")));
    ui.add_space(theme::SPACE);
    ui.label(
        "Linear and kernel PCA side by side, with the numbers that scikit-learn gives. \
         Every result shows its own residual.",
    );
    ui.add_space(theme::SPACE);
    ui.label(RichText::new("MIT or Apache-2.0. Fonts: Inter (OFL 1.1), Lucide (ISC).").weak());
}
