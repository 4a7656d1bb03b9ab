//! The dialogs: typed paths, the command palette, shortcuts, about.

use std::{mem::discriminant, path::Path};

use egui::{
    Align, Button, Context, Frame, Id, Key, Layout, Modal, RichText, ScrollArea, TextEdit, Ui,
};

use super::{
    explained::Explained,
    memory_dialog, palette_dialog, picture_dialog, table_dialog,
    theme::{self, Tokens},
    widgets::{explained_button, row},
};
use crate::app::{App, Command, Destination, Dialog};

const WIDTH: f32 = 480.0;
/// In a window that is narrower, a dialog scrolls.
const LEAST_WIDTH: f32 = 320.0;

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
        // What a small window has no room for scrolls.
        let room = ctx.content_rect().size() - egui::Vec2::splat(4.0 * theme::SECTION);
        let width = width.min(room.x);
        let scrolled = ScrollArea::both()
            .max_width(room.x)
            .min_scrolled_width(width)
            .max_height(room.y)
            .min_scrolled_height(room.y);
        scrolled.show(ui, |ui| {
            ui.set_width(width.max(LEAST_WIDTH));
            match dialog {
                Dialog::OpenPath {
                    path,
                    problem,
                    before,
                } => {
                    let opening = before.is_some();
                    open_path(ui, path, problem.as_deref(), opening, &mut commands);
                }
                Dialog::SavePicture(options) => {
                    picture_dialog::show(ui, app, options, &mut commands);
                }
                Dialog::ExportTable(options) => {
                    table_dialog::show(ui, app, options, &mut commands);
                }
                Dialog::SaveSession(to) => save_session(ui, to, &mut commands),
                Dialog::Palette { filter, selected } => {
                    palette_dialog::show(ui, app, filter, *selected, &mut commands);
                }
                Dialog::Memory => memory_dialog::show(ui, app, &mut commands),
                Dialog::Shortcuts => shortcuts(ui, room.y, &mut commands),
                Dialog::About => about(ui),
            }
        });
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
pub(super) fn focused_field(
    ui: &mut Ui,
    text: &mut String,
    name: &str,
    hint: &str,
    explanation: &str,
) -> bool {
    let field = TextEdit::singleline(text)
        .id(field_id())
        .hint_text(hint)
        .desired_width(f32::INFINITY);
    let response = ui.add(field).accessible_name(name).explained(explanation);
    let entered = response.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
    if ui.memory(|memory| memory.focused().is_none()) {
        response.request_focus();
    }
    entered
}

/// The one field of a dialog that has the keyboard from the start.
pub(super) fn field_id() -> Id {
    Id::unique("dialog-field")
}

fn open_path(
    ui: &mut Ui,
    path: &str,
    problem: Option<&str>,
    opening: bool,
    out: &mut Vec<Command>,
) {
    title(ui, "Open a table or a session");
    let mut text = path.to_owned();
    let help =
        "A path as the system writes it, absolute or from the folder where the program started";
    let entered = focused_field(ui, &mut text, "Path", "/path/to/table.csv", help);
    let tokens = Tokens::of(ui.visuals());
    if let Some(problem) = problem {
        ui.colored_label(tokens.error, problem);
    } else {
        let text = if opening {
            "Opening…"
        } else {
            "CSV, TSV or whitespace-separated, with or without a header line; or a session (.toml)."
        };
        ui.label(theme::small(text).color(tokens.text_weak));
    }
    ui.add_space(theme::SECTION);
    let open = (
        "Open",
        "Reads the file and shows it; if that fails, nothing changes",
    );
    let chosen = buttons(ui, open, !text.trim().is_empty(), None, out);
    if text != path {
        out.push(Command::Show(Dialog::opening(text.clone())));
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
            if explained_button(ui, "Browse…", &Command::Browse.help()).clicked() {
                out.push(Command::Browse);
            }
            let help = "Where to write. A name alone goes to the usual folder, and the ending says the \
                        format.";
            entered = focused_field(ui, &mut path, "File", &hint, help);
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
    let main = if to.exists {
        ("Replace", "Writes over the file that is there")
    } else {
        (
            "Save",
            "Writes the file; one that is there already is not replaced unasked",
        )
    };
    let save = buttons(ui, main, true, copy, out) || entered;
    to.replace |= save && to.exists;
    save
}

/// The row of buttons that ends a dialog; whether the main one was clicked.
fn buttons(
    ui: &mut Ui,
    (main, explanation): (&str, &str),
    enabled: bool,
    copy: Option<Command>,
    out: &mut Vec<Command>,
) -> bool {
    let tokens = Tokens::of(ui.visuals());
    last_row(ui, |ui| {
        let text = theme::semibold(main).color(tokens.selected_text);
        let button = Button::new(text).fill(tokens.selected);
        let button = ui.add_enabled(enabled, button).explained(explanation);
        let clicked = button.clicked();
        if let Some(copy) = copy
            && explained_button(ui, "Copy", &copy.help()).clicked()
        {
            out.push(copy);
        }
        if explained_button(ui, "Cancel", &Command::CloseDialog.help()).clicked() {
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

fn shortcuts(ui: &mut Ui, room: f32, out: &mut Vec<Command>) {
    /// What stands around the list.
    const AROUND: f32 = 176.0;
    title(ui, "Keyboard shortcuts");
    let height = (room - AROUND).max(3.0 * theme::ROW);
    let list = ScrollArea::vertical()
        .max_height(height)
        .min_scrolled_height(height);
    list.show(ui, |ui| {
        ui.set_width(ui.available_width());
        egui::Grid::new("shortcuts")
            .num_columns(2)
            .spacing([theme::SECTION, theme::GAP])
            .show(ui, |ui| {
                for command in Command::listed() {
                    if let Some(shortcut) = command.shortcut() {
                        ui.label(ui.ctx().format_shortcut(&shortcut));
                        ui.label(match command {
                            Command::Release => "Restore a maximised panel; clear selection".into(),
                            other => other.label(),
                        });
                        ui.end_row();
                    }
                }
            });
    });
    ui.add_space(theme::SPACE);
    ui.label(
        theme::small(
            "In a plot: drag to move, wheel to zoom, drag with the right button to zoom into a \
             box, double-click to fit. Click a dot to select it; hold Shift and drag to select a \
             rectangle; Ctrl or ⌘ adds. Click a class in the legend to show it alone. Double-click \
             a title to maximise, drag it to move the panel beside another or behind a tab.",
        )
        .color(Tokens::of(ui.visuals()).text_weak),
    );
    ui.add_space(theme::SPACE);
    last_row(ui, |ui| {
        if explained_button(ui, "Close", &Command::CloseDialog.help()).clicked() {
            out.push(Command::CloseDialog);
        }
    });
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
