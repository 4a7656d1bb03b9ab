//! Choices of the probe, its paths and the arrows of a feature.

use egui::{PopupCloseBehavior, Ui};

use super::{
    explain_menu, panel_menu,
    widgets::{drop_down, explained_row, list_entry},
};
use crate::{
    app::{App, Choice, Command, Edit},
    setup::{Paths, ProbeView},
};

const ALONG: &str = "The feature that runs through its range while the probe's others stay; its image draws a \
                     line in linear and kernel PCA";
const ARROWS: &str =
    "The feature whose growth moves the scores as the arrows show, at a sample of rows";

/// Draws the choices of the probe: on or off, the values of its other columns, and the features along which it is
/// followed.
pub(super) fn probe(ui: &mut Ui, app: &App, out: &mut Vec<Command>) {
    let mut probe = app.setup().view.probe.clone();
    if lacks_features(app) {
        return;
    }
    panel_menu::choose(ui, app, Choice::Probe, out);
    if probe.shown {
        let mut contours = app.setup().view.contours.clone();
        explain_menu::at_row(ui, app, &mut contours.at_row);
        if contours != app.setup().view.contours {
            out.push(Command::Edit(Edit::Contours(contours)));
        }
        let options = [
            (Paths::Strongest, "strongest", "Those that move it most"),
            (Paths::None, "none", "The probe's image without paths"),
        ];
        let current = match probe.paths {
            Paths::None => "none".to_owned(),
            Paths::Strongest => "strongest".to_owned(),
            Paths::Feature(feature) => name(app, feature),
        };
        explained_row(ui, "Paths along", ALONG, None, |ui| {
            let (width, close) = (ui.available_width(), PopupCloseBehavior::CloseOnClick);
            drop_down(ui, "probe-paths", current, width, close, |ui| {
                for (paths, text, help) in options {
                    if list_entry(ui, probe.paths == paths, text, help) {
                        probe.paths = paths;
                    }
                }
                ui.separator();
                for feature in 0..count(app) {
                    let paths = Paths::Feature(feature);
                    if list_entry(ui, probe.paths == paths, name(app, feature), ALONG) {
                        probe.paths = paths;
                    }
                }
            });
        });
    }
    send(probe, app, out);
}

/// Draws the choice of the feature whose arrows are drawn.
pub(super) fn arrows(ui: &mut Ui, app: &App, out: &mut Vec<Command>) {
    let mut probe = app.setup().view.probe.clone();
    if lacks_features(app) {
        return;
    }
    let current = probe.arrows.map(|feature| name(app, feature));
    explained_row(ui, "Arrows of", ARROWS, None, |ui| {
        let (width, close) = (ui.available_width(), PopupCloseBehavior::CloseOnClick);
        let current = current.unwrap_or_else(|| "none".into());
        drop_down(ui, "arrows", current, width, close, |ui| {
            let none = "Dots without arrows";
            if list_entry(ui, probe.arrows.is_none(), "none", none) {
                probe.arrows = None;
            }
            for feature in 0..count(app) {
                let is_chosen = probe.arrows == Some(feature);
                if list_entry(ui, is_chosen, name(app, feature), ARROWS) {
                    probe.arrows = Some(feature);
                }
            }
        });
    });
    send(probe, app, out);
}

fn send(probe: ProbeView, app: &App, out: &mut Vec<Command>) {
    if probe != app.setup().view.probe {
        out.push(Command::Edit(Edit::Probe(probe)));
    }
}

fn lacks_features(app: &App) -> bool {
    app.shown()
        .is_none_or(|shown| !shown.analysis.dataset.has_features())
}

fn count(app: &App) -> usize {
    app.shown().map_or(0, |shown| shown.analysis.dataset.d())
}

/// Name of a feature; the last one for indices beyond.
fn name(app: &App, feature: usize) -> String {
    let names = app
        .shown()
        .map(|shown| &shown.analysis.dataset.feature_names);
    let name = names.and_then(|names| names.get(feature).or(names.last()));
    name.cloned().unwrap_or_default()
}
