//! Choices of the probe, its paths and the arrows of a feature.

use egui::Ui;

use super::{
    axis_picker::column_names,
    command_widgets::send,
    explain_menu, panel_menu,
    widgets::{choice, choice_of, explained_row, list_entry},
};
use crate::app::{App, Choice, Command, Edit};
use explorer::setup::Paths;
use tabular::Dataset;

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
        send(contours, &app.setup().view.contours, Edit::Contours, out);
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
            choice(ui, "probe-paths", current, |ui| {
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
    send(probe, &app.setup().view.probe, Edit::Probe, out);
}

/// Draws the choice of the feature whose arrows are drawn.
pub(super) fn arrows(ui: &mut Ui, app: &App, out: &mut Vec<Command>) {
    let mut probe = app.setup().view.probe.clone();
    if lacks_features(app) {
        return;
    }
    let current = probe.arrows.map(|feature| name(app, feature));
    explained_row(ui, "Arrows of", ARROWS, None, |ui| {
        let current = current.unwrap_or_else(|| "none".into());
        let features = (0..count(app)).map(|it| (Some(it), name(app, it), ARROWS));
        let all = [(None, "none".to_owned(), "Dots without arrows")];
        let all = all.into_iter().chain(features);
        if let Some(arrows) = choice_of(ui, "arrows", current, Some(&probe.arrows), all) {
            probe.arrows = arrows;
        }
    });
    send(probe, &app.setup().view.probe, Edit::Probe, out);
}

fn lacks_features(app: &App) -> bool {
    app.dataset().is_none_or(|it| !it.has_features())
}

fn count(app: &App) -> usize {
    app.dataset().map_or(0, Dataset::d)
}

/// Name of a feature; that of the last feature for an index out of range.
fn name(app: &App, feature: usize) -> String {
    let names = column_names(app);
    names
        .get(feature)
        .or(names.last())
        .cloned()
        .unwrap_or_default()
}
