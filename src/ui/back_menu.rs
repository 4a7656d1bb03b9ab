//! Choices about pre-images, which take points of feature space back to the input.

use egui::{Ui, Vec2};

use super::{
    command_widgets::send,
    data_panel, explain_menu,
    number_field::row_field,
    panel_menu::choose,
    parameter_row::slider_row,
    theme,
    widgets::{FIELD_WIDTH, explained_row, segmented, slider, tick_box},
};
use crate::app::{App, Choice, Command, Edit, Parameter};
use explorer::setup::{ErrorSpace, Others};
use kernel_pca::{
    preimage::PreImageMethod,
    typed::{NamedNumber, NumberRange},
};

const OTHERS: &str = "The plot shows two components; the point needs a score in each. At 0 it lies in the plane \
                      of the two, as in a row it is near what that row is.";

pub(super) fn pre_image(ui: &mut Ui, app: &App, out: &mut Vec<Command>) {
    let mut view = app.setup().view.pre_image;
    explained_row(ui, "Others at", OTHERS, None, |ui| {
        let width = ui.available_width() - FIELD_WIDTH - theme::SPACE;
        let mut row = match view.others {
            Others::Row(row) => Some(row),
            Others::Zero | Others::Nearest => None,
        };
        ui.allocate_ui(Vec2::new(width, theme::row(ui)), |ui| {
            let first = app.selected_rows().next().unwrap_or(0);
            let by_row = Others::Row(row.unwrap_or(first));
            let help = |others| Choice::PreImageOthers(others).help();
            let [zero, nearest] = [Others::Zero, Others::Nearest].map(help);
            let options = [
                (Others::Zero, "0", zero),
                (Others::Nearest, "nearest", nearest),
                (
                    by_row,
                    "row",
                    "As in the row whose number stands beside, at first the one selected",
                ),
            ];
            segmented(ui, &mut view.others, &options);
        });
        let ids = app.dataset().map_or(&[][..], |dataset| &dataset.row_ids);
        if row_field(ui, &mut row, ids)
            && let Some(row) = row
        {
            view.others = Others::Row(row);
        }
    });
    slider_row(ui, Parameter::RidgePenalty, app, out);
    send(view, &app.setup().view.pre_image, Edit::PreImage, out);
    choose(ui, app, Choice::PreImageBack, out);
}

const SPACE: &str = "In feature space the error is what the tail of the spectrum holds. In the input it is how far rows \
                     are from what is rebuilt of them, which takes a way back.";

pub(super) fn reconstruction(ui: &mut Ui, app: &App, out: &mut Vec<Command>) {
    let view = &app.setup().view;
    explained_row(ui, "Error in", SPACE, None, |ui| {
        let help = |space| Choice::ErrorsIn(space).help();
        let [feature, input] = ErrorSpace::ALL.map(help);
        let options = [
            (ErrorSpace::Feature, "feature space", feature),
            (ErrorSpace::Input, "input", input),
        ];
        let mut space = view.reconstruction_space;
        if segmented(ui, &mut space, &options) {
            out.push(Command::Edit(Edit::Choose(Choice::ErrorsIn(space))));
        }
    });
    if view.reconstruction_space == ErrorSpace::Input {
        slider_row(ui, Parameter::RidgePenalty, app, out);
    }
}

/// Draws the choice of the number of components that rows are rebuilt from.
pub(super) fn components(ui: &mut Ui, app: &App, out: &mut Vec<Command>) {
    let mut view = app.setup().view.denoising;
    let most = explain_menu::components(app);
    let help = Choice::DenoiseFrom(view.components).help();
    explained_row(ui, "Number q", help, None, |ui| {
        let quantity = NamedNumber::new("q", NumberRange::Whole(1, most as u32));
        slider(ui, quantity, &mut view.components, 1..=most, |s| s);
    });
    send(view, &app.setup().view.denoising, Edit::Denoising, out);
}

pub(super) fn denoising(ui: &mut Ui, app: &App, out: &mut Vec<Command>) {
    components(ui, app, out);
    let mut view = app.setup().view.denoising;
    for method in PreImageMethod::ALL {
        let choice = Choice::DenoiseBy(method);
        let mut chosen = view.method == method;
        if tick_box(ui, &mut chosen, &choice.label(), choice.help()) {
            view.method = method;
        }
    }
    send(view, &app.setup().view.denoising, Edit::Denoising, out);
    if view.method == PreImageMethod::Ridge {
        slider_row(ui, Parameter::RidgePenalty, app, out);
    }
    data_panel::clean_rows(ui, app, out);
}
