//! Dialogs: typed paths, the command palette, shortcuts, about.

use std::mem::discriminant;

use egui::{Context, Frame, Id, Modal, RichText, ScrollArea, Ui};

use super::{
    animation_dialog, columns_dialog,
    command_widgets::text_button,
    dialog_parts::{buttons, file_row, focused_field, last_row, save_row, title},
    memory_dialog, palette_dialog, picture_dialog, table_dialog,
    theme::{self, Tokens},
};
use crate::app::{App, Command, Destination, Dialog, OpenPlace};
use explorer::setup::is_line;

/// Width of a dialog in points, where the window has room for it.
const WIDTH: f32 = 480.0;
/// Width of the window in points, below which a dialog scrolls.
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
            Dialog::Columns(_) => columns_dialog::WIDTH,
            _ => WIDTH,
        };
        // In a small window the contents scroll.
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
                    place,
                } => {
                    let asked = (before.is_some(), *place);
                    open_path(ui, path, problem.as_deref(), asked, &mut commands);
                }
                Dialog::SavePicture(options) => {
                    picture_dialog::show(ui, app, options, &mut commands);
                }
                Dialog::ExportTable(options) => {
                    table_dialog::show(ui, app, options, &mut commands);
                }
                Dialog::Animation(options) => {
                    animation_dialog::show(ui, app, options, &mut commands);
                }
                Dialog::SaveSession(to) => SAVE_SESSION.show(ui, app, to, &mut commands),
                Dialog::SaveLesson(to) => SAVE_LESSON.show(ui, app, to, &mut commands),
                Dialog::SaveHandout(to) => SAVE_HANDOUT.show(ui, app, to, &mut commands),
                Dialog::UnsavedLesson(then) => unsaved_lesson(ui, then, &mut commands),
                Dialog::Palette { filter, selected } => {
                    palette_dialog::show(ui, app, filter, *selected, &mut commands);
                }
                Dialog::Columns(summaries) => {
                    columns_dialog::show(ui, app, summaries, &mut commands);
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

fn open_path(
    ui: &mut Ui,
    path: &str,
    problem: Option<&str>,
    (opening, place): (bool, OpenPlace),
    out: &mut Vec<Command>,
) {
    title(
        ui,
        match place {
            OpenPlace::Data => "Open a table, a session or a lesson",
            OpenPlace::NewRows => "Open new rows",
            OpenPlace::CleanRows => "Open clean rows",
        },
    );
    let mut text = path.to_owned();
    let help = "A path as the system writes it, absolute or from the folder where the program started; or a \
         setup as it was copied in one line";
    let entered = focused_field(ui, &mut text, "Path", "/path/to/table.csv", help);
    let tokens = Tokens::of(ui.visuals());
    if let Some(problem) = problem {
        ui.colored_label(tokens.error, problem);
    } else {
        let text = match place {
            _ if opening => "Opening…",
            OpenPlace::NewRows => {
                "A table with the same features by name, and the label where there is one."
            }
            OpenPlace::CleanRows => {
                "A table with the same features by name, and a row for each row that is denoised, in the same order."
            }
            OpenPlace::Data => {
                "CSV, TSV or whitespace-separated, with or without a header line; or a session or a lesson \
                 (.toml)."
            }
        };
        ui.label(theme::small(text).weak());
    }
    ui.add_space(theme::SECTION);
    let open = (
        "Open",
        "Reads the file and shows it; if that fails, nothing changes",
    );
    let chosen = buttons(ui, open, !text.trim().is_empty(), (None, false), out);
    if text != path {
        let dialog = Dialog::opening(text.clone(), None, place);
        out.push(Command::Show(dialog));
    }
    if (chosen || entered) && !text.trim().is_empty() {
        out.push(match place {
            OpenPlace::NewRows => Command::OpenNewRows(text.trim().into()),
            OpenPlace::CleanRows => Command::OpenCleanRows(text.trim().into()),
            OpenPlace::Data if is_line(&text) => Command::OpenLine(text),
            OpenPlace::Data => Command::OpenPath(text.trim().into()),
        });
    }
}

/// Dialog that asks for nothing but a file, with a line on its contents.
struct SaveAs {
    title: &'static str,
    ending: &'static str,
    about: &'static str,
    /// Makes the dialog with another typed path.
    typed: fn(Destination) -> Dialog,
    save: fn(Destination) -> Command,
}

const SAVE_SESSION: SaveAs = SaveAs {
    title: "Save session",
    ending: "toml",
    about: "",
    typed: Dialog::SaveSession,
    save: Command::SaveSession,
};

const SAVE_LESSON: SaveAs = SaveAs {
    title: "Save lesson",
    ending: "toml",
    about: "Tables up to 64 KiB go into the file. Larger ones stay where they are, and a checksum tells \
            when they change.",
    typed: Dialog::SaveLesson,
    save: Command::SaveLessonTo,
};

const SAVE_HANDOUT: SaveAs = SaveAs {
    title: "Save handout",
    ending: "html",
    about: "A page with all texts and pictures. A browser shows it, and prints it, also as PDF.",
    typed: Dialog::SaveHandout,
    save: Command::SaveHandout,
};

impl SaveAs {
    fn show(&self, ui: &mut Ui, app: &App, to: &Destination, out: &mut Vec<Command>) {
        title(ui, self.title);
        let mut new = to.clone();
        let entered = file_row(ui, &mut new, &format!(".{}", self.ending), out);
        if !self.about.is_empty() {
            ui.label(theme::small(self.about).weak());
        }
        let target = new.document(self.ending);
        if save_row(ui, app, &mut new, &target, entered, None, out) {
            out.push((self.save)(new));
        } else if new != *to {
            out.push(Command::Show((self.typed)(new)));
        }
    }
}

/// Draws the choice between saving and discarding a lesson.
fn unsaved_lesson(ui: &mut Ui, then: &Command, out: &mut Vec<Command>) {
    title(ui, "Save the lesson?");
    ui.label("It has changes that are not saved.");
    ui.add_space(theme::SECTION);
    last_row(ui, |ui| {
        let then = || Box::new(then.clone());
        let ways = [
            ("Save", Command::SaveLessonAnd(then())),
            ("Discard", Command::DiscardLessonAnd(then())),
            ("Cancel", Command::CloseDialog),
        ];
        for (name, command) in ways {
            text_button(ui, name, command, out);
        }
    });
}

fn shortcuts(ui: &mut Ui, room: f32, out: &mut Vec<Command>) {
    /// Height in points of the parts of the dialog around the list.
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
            "Alt with a letter opens a menu, F10 the first; arrow keys go on from there. In a plot: drag to move, wheel \
             to zoom, click the name of an axis to choose what stands there, drag with the right button to zoom into a \
             box, double-click to fit. Click a dot to select it; hold Shift and drag to select a \
             rectangle; Ctrl or ⌘ adds. Click a class in the legend to show it alone. Double-click \
             a title to maximise, drag it to move the panel beside another or behind a tab. What can be \
             dragged in a plot is reached by Tab, or by pressing it, and arrow keys move it; with Shift in \
             small steps.",
        ).weak(),
    );
    ui.add_space(theme::SPACE);
    last_row(ui, |ui| {
        text_button(ui, "Close", Command::CloseDialog, out);
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
