//! Small bar above a drawing: its tools, the class of new points, the size of the brush.

use egui::{Align, Button, Layout, RichText, Sense, Ui, vec2};

use super::{
    command_widgets::{clicked, name_with_keys},
    explained::Explained,
    place, theme,
};
use crate::app::{App, Command, Tool};
use chart::Paint;

/// Radius of the dot beside a class's number, in points.
const DOT: f32 = 4.0;

pub(super) fn show(ui: &mut Ui, app: &App, out: &mut Vec<Command>) {
    ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
        ui.spacing_mut().item_spacing.x = 2.0;
        ui.spacing_mut().button_padding = vec2(theme::GAP, 0.0);
        for tool in Tool::DRAWING {
            let word = match tool {
                Tool::Brush => "Brush",
                Tool::Erase => "Erase",
                _ => "Add",
            };
            button(ui, word, app.tool() == tool, Command::Tool(tool), out);
        }
        ui.add_space(theme::SPACE);
        classes(ui, app, out);
        if matches!(app.tool(), Tool::Brush | Tool::Erase) {
            ui.add_space(theme::SPACE);
            for (sign, larger) in [("−", false), ("+", true)] {
                button(ui, sign, false, Command::ResizeBrush { larger }, out);
            }
        }
    });
}

/// Draws a button for every class that there is and one more, as far as they have keys.
fn classes(ui: &mut Ui, app: &App, out: &mut Vec<Command>) {
    let Some(drawing) = app.drawing() else { return };
    let used = drawing.used_classes();
    let current = app.pen().class;
    let last = used
        .last()
        .map_or(1, |last| last.saturating_add(1))
        .max(current);
    for class in 1..=last.min(Command::KEYED_CLASSES) {
        let before = used.iter().filter(|used| **used < class).count();
        let color = place::color(Paint::Class(before), theme::tone(ui.visuals()));
        let (dot, _) = ui.allocate_exact_size(vec2(2.0 * DOT, theme::ROW), Sense::hover());
        ui.painter().circle_filled(dot.center(), DOT, color);
        let name = drawing.class_name(class);
        let number = class.to_string();
        let button = button(ui, &number, class == current, Command::PenClass(class), out);
        if name != number {
            button.on_hover_text(name);
        }
    }
}

fn button(
    ui: &mut Ui,
    word: &str,
    chosen: bool,
    command: Command,
    out: &mut Vec<Command>,
) -> egui::Response {
    let button =
        Button::selectable(chosen, RichText::new(word)).min_size(vec2(0.0, theme::row(ui)));
    let response = ui
        .add(button)
        .accessible_name(command.label())
        .explained_with_name(&name_with_keys(ui, &command), &command.help());
    clicked(&response, command, out);
    response
}
