//! Rows of the side panel for named parameters: their names, tooltips and ranges come from
//! [`Parameter`].

use egui::Ui;

use super::widgets::{choice, explained_row, list_entry};
use crate::{
    app::{Command, Parameter},
    setup::Setup,
    typed::{Quantity, Rule},
};

/// A row for a number, greyed out with the reason where it would change nothing.
pub(super) fn number_row<R>(
    ui: &mut Ui,
    parameter: Parameter,
    setup: &Setup,
    contents: impl FnOnce(&mut Ui, Quantity) -> R,
) -> R {
    let reason = parameter.unused(setup);
    let any = Quantity::new(parameter.title(), Rule::Any);
    let quantity = parameter.quantity().unwrap_or(any);
    let (title, help) = (parameter.title(), parameter.help());
    explained_row(ui, title, help, reason.as_deref(), |ui| {
        contents(ui, quantity)
    })
}

/// A row with a list of the parameter's values.
pub(super) fn named_choice(
    ui: &mut Ui,
    parameter: Parameter,
    setup: &Setup,
    selected: &str,
    out: &mut Vec<Command>,
) {
    let title = parameter.title();
    let reason = parameter.unused(setup);
    explained_row(ui, title, parameter.help(), reason.as_deref(), |ui| {
        choice(ui, title, selected, |ui| {
            for value in parameter.named() {
                if list_entry(ui, value.title == selected, &value.title, value.help) {
                    out.push(Command::Edit(value.edit));
                }
            }
        });
    });
}
