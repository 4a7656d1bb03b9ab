//! Rows of the side panel for named parameters: their names, tooltips and ranges come from [`Parameter`].

use egui::{Slider, Ui};

use super::{
    play,
    widgets::{choice, explained_row, list_entry, slider},
};
use crate::app::{App, Command, Edit, Parameter, Slide};
use explorer::setup::Setup;
use kernel_pca::typed::{NamedNumber, NumberRange};

/// Draws a row for a number, greyed out with the reason where it would change nothing.
pub(super) fn number_row<R>(
    ui: &mut Ui,
    parameter: Parameter,
    setup: &Setup,
    contents: impl FnOnce(&mut Ui, NamedNumber) -> R,
) -> R {
    let reason = parameter.unused(setup);
    let any = NamedNumber::new(parameter.title(), NumberRange::Any);
    let quantity = parameter.quantity(setup).unwrap_or(any);
    let (title, help) = (parameter.title(), parameter.help());
    explained_row(ui, title, help, reason.as_deref(), |ui| {
        contents(ui, quantity)
    })
}

/// Draws a row with a slider for a number, and the button that plays it where a sweep runs through the parameter.
pub(super) fn slider_row(ui: &mut Ui, parameter: Parameter, app: &App, out: &mut Vec<Command>) {
    let setup = app.setup();
    let Some(bounds) = parameter.bounds(setup) else {
        return;
    };
    number_row(ui, parameter, setup, |ui, quantity| {
        let mut value = app.number(parameter).unwrap_or(bounds.ends[0]);
        let ends = app.ends(parameter).unwrap_or(bounds.ends);
        let mut draw = |ui: &mut Ui| parameter_slider(ui, quantity, &mut value, ends, bounds.slide);
        let changed = match parameter.swept() {
            Some(swept) => play::beside(ui, app, swept, out, |ui, _| draw(ui)),
            None => draw(ui),
        };
        if changed {
            out.push(Command::Edit(Edit::Number(parameter, value)));
        }
    });
}

/// Draws a slider between two ends, whole numbers one by one; returns true where it was moved or a number was
/// typed.
fn parameter_slider(
    ui: &mut Ui,
    quantity: NamedNumber,
    value: &mut f64,
    [low, high]: [f64; 2],
    slide: Slide,
) -> bool {
    if !quantity.rule.is_whole() {
        return slider(ui, quantity, value, low..=high, |s| spaced(s, slide)).changed();
    }
    let mut whole = *value as u32;
    let range = low as u32..=high as u32;
    let changed = slider(ui, quantity, &mut whole, range, |s| spaced(s, slide)).changed();
    if changed {
        *value = f64::from(whole);
    }
    changed
}

fn spaced(slider: Slider<'_>, slide: Slide) -> Slider<'_> {
    match slide {
        Slide::Ratios => slider.logarithmic(true).smallest_positive(1e-3),
        Slide::Steps(step) => slider.step_by(step),
    }
}

/// Draws a row with a list of the parameter's values.
pub(super) fn named_choice(
    ui: &mut Ui,
    parameter: Parameter,
    setup: &Setup,
    out: &mut Vec<Command>,
) {
    let (title, selected) = (parameter.title(), parameter.value(setup));
    let reason = parameter.unused(setup);
    explained_row(ui, title, parameter.help(), reason.as_deref(), |ui| {
        choice(ui, title, selected.as_str(), |ui| {
            for value in parameter.named() {
                if list_entry(ui, value.title == selected, &value.title, value.help) {
                    out.push(Command::Edit(value.edit));
                }
            }
        });
    });
}
