//! Parts that dialogs share.

use std::path::Path;

use egui::{Align, Button, Id, Key, Layout, TextEdit, Ui};

use super::{
    command_widgets::text_button,
    explained::Explained,
    number_field::NumberField,
    theme::{self, Tokens},
    under_way,
    widgets::{heading, row},
};
use crate::app::{App, Command, Destination, Dialog};
use kernel_pca::typed::{NamedNumber, NumberRange};

/// Width of a field for a whole number of five digits, in points.
const WHOLE_WIDTH: f32 = 48.0;

pub(super) fn title(ui: &mut Ui, text: &str) {
    heading(ui, text);
    ui.add_space(theme::SPACE);
}

/// Draws a text field that has the keyboard from the start; returns true where Enter was pressed in it.
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

/// Identity of a dialog's field that has the keyboard from the start.
pub(super) fn field_id() -> Id {
    Id::unique("dialog-field")
}

/// Draws a field for the path of the file to write, with one of `extensions`; returns true where Enter was pressed
/// in it.
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
            text_button(ui, "Browse…", Command::Browse, out);
            let help = "Where to write. A name alone goes to the usual folder, and the ending says the \
                        format.";
            entered = focused_field(ui, &mut path, "File", &hint, help);
        });
    });
    to.retype(path);
    entered
}

/// Draws the end of a dialog that saves: the path, or the progress, or the reason why nothing was written, then the
/// buttons, among them those of the commands `copies`; returns true where the file is to be written.
pub(super) fn save_row(
    ui: &mut Ui,
    app: &App,
    to: &mut Destination,
    target: &Path,
    entered: bool,
    copies: impl IntoIterator<Item = Command>,
    out: &mut Vec<Command>,
) -> bool {
    let tokens = Tokens::of(ui.visuals());
    ui.add_space(theme::SPACE);
    if let Some(errand) = app.errand_under_way() {
        // The dialog covers the status line. It keeps its height: a line of text takes the place of another.
        ui.scope(|ui| {
            ui.spacing_mut().interact_size.y = 0.0;
            ui.horizontal(|ui| under_way::errand(ui, &errand));
        });
    } else if let Some(problem) = &to.problem {
        ui.colored_label(tokens.error, problem);
    } else {
        let text = format!("Will be written to {}", target.display());
        ui.label(theme::small(text).weak());
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
    let sends = app.dialog().and_then(Dialog::sends);
    let saving = sends.is_some_and(|doing| app.is_doing(doing));
    let stops = app.errand_under_way().is_some_and(|it| !it.stopping);
    let save = buttons(ui, main, !saving, (copies, stops), out) || entered && !saving;
    to.replace |= save && to.exists;
    save
}

/// Draws fields for the width and height in pixels, each within `side`.
pub(super) fn pixel_fields(ui: &mut Ui, [width, height]: [&mut u32; 2], side: [u32; 2]) {
    whole_field(ui, "Width", width, side);
    ui.label("×");
    whole_field(ui, "Height", height, side);
}

/// Draws a field for a whole number that is typed or dragged.
pub(super) fn whole_field(
    ui: &mut Ui,
    name: &'static str,
    value: &mut u32,
    [least, most]: [u32; 2],
) {
    let quantity = NamedNumber::new(name, NumberRange::Whole(least, most));
    let field = NumberField {
        read: &|text| quantity.read(text),
        speed: 1.0,
        range: f64::from(least)..=f64::from(most),
        suffix: "",
    };
    field.show(ui, value, WHOLE_WIDTH).accessible_name(name);
}

/// Draws the row of buttons that ends a dialog, with those of the commands `copies`, and where `stops` one that stops
/// the errand under way; returns true where the main button was clicked.
pub(super) fn buttons(
    ui: &mut Ui,
    (main, explanation): (&str, &str),
    enabled: bool,
    (copies, stops): (impl IntoIterator<Item = Command>, bool),
    out: &mut Vec<Command>,
) -> bool {
    let tokens = Tokens::of(ui.visuals());
    last_row(ui, |ui| {
        let text = theme::semibold(main).color(tokens.selected_text);
        let button = Button::new(text).fill(tokens.selected);
        let button = ui.add_enabled(enabled, button).explained(explanation);
        let clicked = button.clicked();
        for command in copies {
            let name = match command {
                Command::CopyFigureSvg(_) => "Copy SVG",
                _ => "Copy",
            };
            text_button(ui, name, command, out);
        }
        text_button(ui, "Cancel", Command::CloseDialog, out);
        // Last, so that no other button moves or loses the keyboard where it comes or goes.
        if stops {
            text_button(ui, "Stop", Command::StopErrand, out);
        }
        clicked
    })
}

/// Draws the row at the end of a dialog, filled from the right.
pub(super) fn last_row<R>(ui: &mut Ui, contents: impl FnOnce(&mut Ui) -> R) -> R {
    let size = egui::vec2(ui.available_width(), theme::ROW);
    ui.allocate_ui_with_layout(size, Layout::right_to_left(Align::Center), contents)
        .inner
}
