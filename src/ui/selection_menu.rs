//! Tools that pick dots, and the menu of the picked ones.

use egui::{Button, RichText, Ui, Vec2};

use super::{
    command_widgets::{NO_ICON, clicked, command_item, name_with_keys},
    explained::Explained,
    fonts::icon,
    theme::{self, Tokens},
};
use crate::app::{App, Command, Tool};

pub(super) fn show(ui: &mut Ui, app: &App, out: &mut Vec<Command>) {
    let marking = &app.setup().view.marking;
    let checked = |on: bool| if on { icon::CHECK } else { NO_ICON };
    let mut item = |ui: &mut Ui, icon, command| command_item(ui, app, icon, command, out);
    for tool in Tool::ALWAYS {
        item(ui, checked(app.tool() == tool), Command::Tool(tool));
    }
    ui.separator();
    item(ui, icon::X, Command::Release);
    item(ui, NO_ICON, Command::InvertSelection);
    ui.separator();
    item(ui, icon::EYE_OFF, Command::HideSelected);
    item(ui, NO_ICON, Command::ShowOnlySelected);
    item(ui, icon::EYE, Command::ShowAllRows);
    ui.separator();
    item(ui, NO_ICON, Command::FitWithoutSelected);
    item(ui, NO_ICON, Command::FitAllRows);
    ui.separator();
    let recoloured = checked(marking.recoloured);
    item(ui, recoloured, Command::ToggleRecoloured);
    ui.separator();
    let listed = checked(app.shows_row_list());
    item(ui, listed, Command::ToggleRowList);
    item(ui, icon::COPY, Command::CopySelectedRows);
    item(ui, icon::TABLE, Command::AskForTable { selected: true });
    item(ui, NO_ICON, Command::ContoursThrough(None));
}

/// Draws the tools side by side, in a row that is laid out from the right.
pub(super) fn tools(ui: &mut Ui, app: &App, out: &mut Vec<Command>) {
    let tokens = Tokens::of(ui.visuals());
    ui.spacing_mut().item_spacing.x = 2.0;
    ui.spacing_mut().button_padding = Vec2::ZERO;
    for tool in Tool::ALWAYS.into_iter().rev() {
        let symbol = match tool {
            Tool::Rectangle => icon::SQUARE_DASHED,
            Tool::Lasso => icon::LASSO,
            Tool::Move | Tool::Draw | Tool::Brush | Tool::Erase => icon::HAND,
        };
        let chosen = app.tool() == tool;
        let color = if chosen {
            tokens.selected_text
        } else {
            tokens.text
        };
        let text = RichText::new(symbol).size(theme::ICON).color(color);
        let command = Command::Tool(tool);
        let size = Vec2::new(theme::ROW, theme::row(ui));
        let button = ui
            .add_sized(size, Button::selectable(chosen, text))
            .accessible_name(command.label())
            .explained_with_name(&name_with_keys(ui, &command), &command.help());
        clicked(&button, command, out);
    }
}
