//! Section *View*: colours of dots, scale of the spectrum.

use egui::Ui;

use super::{
    fonts::icon,
    widgets::{explained_row, section, segmented},
};
use crate::app::{App, Choice, Command, Edit, Section};
use explorer::setup::DotColour;

const SPECTRUM: &str = "The spectrum shows each component's eigenvalue: the variance along \
                                   it. Where it drops steeply, few components tell most.";
const COLOURS: &str = "What gives the dots their colours: the label, how far each row is from what the components of \
                       kernel PCA explain, or how far a plot tore its neighbours from it";
pub(super) fn show(ui: &mut Ui, app: &App, out: &mut Vec<Command>) {
    section(ui, icon::EYE, Section::View, app, out, |ui, out| {
        let view = &app.setup().view;
        explained_row(ui, "Colours", COLOURS, None, |ui| {
            let colours = [
                (DotColour::Label, "label"),
                (DotColour::Novelty, "novelty"),
                (DotColour::Torn, "torn"),
            ];
            let colours = colours.map(|(by, name)| (by, name, Choice::DotColour(by).help()));
            let mut by = view.dot_colour;
            if segmented(ui, &mut by, &colours) {
                out.push(Command::Edit(Edit::Choose(Choice::DotColour(by))));
            }
        });
        explained_row(ui, "Spectrum", SPECTRUM, None, |ui| {
            let linear = "Bars as long as the eigenvalues: the large ones are compared";
            let log = Choice::LogSpectrum.help();
            let scales = [(false, "linear", linear), (true, "log", log)];
            if segmented(ui, &mut view.spectrum_log.clone(), &scales) {
                out.push(Command::Edit(Edit::Choose(Choice::LogSpectrum)));
            }
        });
    });
}
