//! Section *View*: axes, spectrum, threshold.

use egui::{PopupCloseBehavior, Ui, Vec2};

use super::{
    fonts::icon,
    parameter_row::slider_row,
    pixel_picker, theme,
    widgets::{drop_down, explained_row, list_entry, section, segmented},
};
use crate::{
    analysis::Analysis,
    app::{App, Choice, Command, Edit, Parameter, Section},
    method::Method,
    setup::{DotColour, ScoreAxes},
};

pub(super) const INPUT: &str = "Two columns of the data, before scaling. Other columns are there but \
                                not seen; linear PCA turns the whole cloud to show most of it.";
const PCA: &str = "Which principal components are drawn. Linear PCA turns the cloud so \
                              that its spread along the first is largest.";
const OTHERS: &str = "Which components of Isomap and its like are drawn, in all of their plots";
const KPCA: &str = "Which kernel components are drawn. They are linear components in the \
                               kernel's space, so in the input they may bend.";
pub(super) const SPECTRUM: &str = "The spectrum shows each component's eigenvalue: the variance along \
                                   it. Where it drops steeply, few components tell most.";
const COLOURS: &str = "What gives the dots their colours: the label, or how far each row is from what the \
                       components of kernel PCA explain";
const BY_ROW: &str = "Draws the scores in the order of the rows, as over time";
const STRIP: &str =
    "Draws one component alone; points are shaken a little so that none hides another";

/// Number of components offered before any are computed.
const COMPONENTS_BEFORE_DATA: usize = 2;

pub(super) fn show(ui: &mut Ui, app: &App, out: &mut Vec<Command>) {
    section(ui, icon::EYE, Section::View, app, out, |ui, out| {
        let view = &app.setup().view;
        explained_row(ui, "Input", INPUT, lack(app), |ui| input_axes(ui, app, out));
        for method in [Method::Pca, Method::Kpca] {
            axes_row(ui, method.title(), method, app, out);
        }
        explained_row(ui, "Colours", COLOURS, None, |ui| {
            let label = "What the points are coloured by in the data";
            let novelty = Choice::DotColour.help();
            let colours = [
                (DotColour::Label, "label", label),
                (DotColour::Novelty, "novelty", novelty),
            ];
            if segmented(ui, view.dot_colour, &colours).is_some() {
                out.push(Command::Edit(Edit::Choose(Choice::DotColour)));
            }
        });
        explained_row(ui, "Spectrum", SPECTRUM, None, |ui| {
            let linear = "Bars as long as the eigenvalues: the large ones are compared";
            let log = Choice::LogSpectrum.help();
            let scales = [(false, "linear", linear), (true, "log", log)];
            if segmented(ui, view.spectrum_log, &scales).is_some() {
                out.push(Command::Edit(Edit::Choose(Choice::LogSpectrum)));
            }
        });
    });
}

/// Draws a row for the threshold α.
pub(super) fn threshold(ui: &mut Ui, app: &App, out: &mut Vec<Command>) {
    slider_row(ui, Parameter::Threshold, app, out);
}

/// Reason why there is nothing to choose about features.
pub(super) fn lack(app: &App) -> Option<&'static str> {
    let has_features = |analysis: &Analysis| analysis.dataset.has_features();
    let lacks = app
        .shown()
        .is_some_and(|shown| !has_features(&shown.analysis));
    lacks.then_some("These data have no features")
}

/// Draws pickers of the input plot's two columns.
pub(super) fn input_axes(ui: &mut Ui, app: &App, out: &mut Vec<Command>) {
    let axes = app.setup().view.input;
    pair(ui, |ui, width, side| {
        let id = ["input-x", "input-y"][side];
        if let Some(column) = column_picker(ui, app, id, axes[side], width) {
            let mut new = axes;
            new[side] = column;
            out.push(Command::Edit(Edit::InputAxes(new)));
        }
    });
}

/// Draws a picker of the third column in 3-D.
pub(super) fn input_depth(ui: &mut Ui, app: &App, out: &mut Vec<Command>) {
    let (current, width) = (app.setup().view.input_depth, ui.available_width());
    if let Some(column) = column_picker(ui, app, "input-depth", current, width) {
        out.push(Command::Edit(Edit::InputDepth(column)));
    }
}

/// Draws a list of the feature columns, or the grid of pixels that they are; returns the one that was clicked.
fn column_picker(ui: &mut Ui, app: &App, id: &str, current: usize, width: f32) -> Option<usize> {
    let dataset = app.shown().map(|shown| &shown.analysis.dataset);
    let names = dataset.map_or(&[][..], |dataset| &dataset.feature_names);
    let name = |i: usize| names.get(i).cloned().unwrap_or_else(|| "…".to_owned());
    let current = current.min(names.len().saturating_sub(1));
    let mut picked = None;
    let close = PopupCloseBehavior::CloseOnClick;
    drop_down(ui, id, name(current), width, close, |ui| {
        if let Some(pictures) = dataset.and_then(|dataset| dataset.pictures.as_ref()) {
            picked = pixel_picker::show(ui, pictures, names, current);
            return;
        }
        for i in 0..names.len() {
            let help = format!("Puts {} on this axis", name(i));
            if list_entry(ui, i == current, name(i), &help) {
                picked = Some(i);
            }
        }
    });
    picked
}

/// Draws pickers of the components that the plot of a method shows.
pub(super) fn axes_row(
    ui: &mut Ui,
    label: &str,
    method: Method,
    app: &App,
    out: &mut Vec<Command>,
) {
    let help = match method {
        Method::Pca => PCA,
        Method::Kpca => KPCA,
        _ => OTHERS,
    };
    let analysis = app.shown().map(|shown| &shown.analysis);
    let embedding = analysis.and_then(|it| it.embedding(method).ok());
    let count = embedding.map_or(COMPONENTS_BEFORE_DATA, |it| it.eigenvalues().len());
    let axes = app.setup().view.axes(method);
    let reason = lack(app).filter(|_| method == Method::Pca);
    explained_row(ui, label, help, reason, |ui| {
        if let Some(axes) = score_axes(ui, method.name(), axes, count) {
            out.push(Command::Edit(Edit::Axes(method, axes)));
        }
    });
}

/// Draws pickers of a component along x, and of the other axis; returns a change.
fn score_axes(ui: &mut Ui, id: &str, axes: ScoreAxes, count: usize) -> Option<ScoreAxes> {
    let clamp = |i: usize| i.min(count.saturating_sub(1));
    let first = match axes {
        ScoreAxes::Pair(i, _) | ScoreAxes::Index(i) | ScoreAxes::Strip(i) => clamp(i),
    };
    let component = |i: usize| format!("PC{}", i + 1);
    let along =
        |i: usize, way: &str| format!("Draws each row's score on component {} {way}", i + 1);
    let mut new = None;
    pair(ui, |ui, width, side| {
        let close = PopupCloseBehavior::CloseOnClick;
        if side == 0 {
            drop_down(
                ui,
                &format!("{id}-x"),
                component(first),
                width,
                close,
                |ui| {
                    for i in 0..count {
                        if list_entry(ui, i == first, component(i), &along(i, "across")) {
                            new = Some(match axes {
                                ScoreAxes::Pair(_, j) => ScoreAxes::Pair(i, j),
                                ScoreAxes::Index(_) => ScoreAxes::Index(i),
                                ScoreAxes::Strip(_) => ScoreAxes::Strip(i),
                            });
                        }
                    }
                },
            );
            return;
        }
        let text = match axes {
            ScoreAxes::Pair(_, j) => component(clamp(j)),
            ScoreAxes::Index(_) => "row".to_owned(),
            ScoreAxes::Strip(_) => "strip".to_owned(),
        };
        drop_down(ui, &format!("{id}-y"), text, width, close, |ui| {
            for i in 0..count {
                let option = ScoreAxes::Pair(first, i);
                if list_entry(ui, axes == option, component(i), &along(i, "upwards")) {
                    new = Some(option);
                }
            }
            ui.separator();
            for (option, text, help) in [
                (ScoreAxes::Index(first), "row index", BY_ROW),
                (ScoreAxes::Strip(first), "strip, jittered", STRIP),
            ] {
                if list_entry(ui, axes == option, text, help) {
                    new = Some(option);
                }
            }
        });
    });
    new.filter(|new| *new != axes)
}

/// Draws two equal halves of the row.
fn pair(ui: &mut Ui, mut half: impl FnMut(&mut Ui, f32, usize)) {
    ui.spacing_mut().item_spacing.x = theme::GAP;
    let width = (ui.available_width() - theme::GAP) / 2.0;
    for side in 0..2 {
        // A list cuts its text to the room it is given, so each has a room of its own.
        ui.allocate_ui(Vec2::new(width, theme::ROW), |ui| half(ui, width, side));
    }
}
