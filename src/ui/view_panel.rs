//! What the plots show: axes, spectrum, threshold.

use egui::{PopupCloseBehavior, Ui, Vec2};

use super::{
    fonts::icon,
    theme,
    widgets::{drop_down, row, section, segmented, slider},
};
use crate::{
    app::{App, Command, Edit},
    setup::ScoreAxes,
};

/// Components offered before any are computed.
const COMPONENTS_BEFORE_DATA: usize = 2;

pub(super) fn show(ui: &mut Ui, app: &App, out: &mut Vec<Command>) {
    section(ui, icon::EYE, "View", |ui| {
        let view = &app.setup().view;
        row(ui, "Input", |ui| input_axes(ui, app, out));
        row(ui, "Linear PCA", |ui| {
            pca_axes(ui, app, out);
        });
        row(ui, "Kernel PCA", |ui| {
            kpca_axes(ui, app, out);
        });
        row(ui, "Spectrum", |ui| {
            let scales = [(false, "linear"), (true, "log")];
            if let Some(log) = segmented(ui, view.spectrum_log, &scales) {
                out.push(Command::Edit(Edit::SpectrumLog(log)));
            }
        });
        row(ui, "Eigenvalues", |ui| {
            let mut count = view.spectrum_components;
            if slider(ui, &mut count, 1..=64, |s| s).changed() {
                out.push(Command::Edit(Edit::SpectrumComponents(count)));
            }
        });
        row(ui, "Threshold α", |ui| {
            let mut threshold = view.threshold;
            if slider(ui, &mut threshold, 0.5..=1.0, |s| s.step_by(0.005)).changed() {
                out.push(Command::Edit(Edit::Threshold(threshold)));
            }
        });
    });
}

/// Pickers of the input plot's two columns.
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

/// A picker of the third column in 3-D.
pub(super) fn input_depth(ui: &mut Ui, app: &App, out: &mut Vec<Command>) {
    let (current, width) = (app.setup().view.input_depth, ui.available_width());
    if let Some(column) = column_picker(ui, app, "input-depth", current, width) {
        out.push(Command::Edit(Edit::InputDepth(column)));
    }
}

/// A list of the feature columns; the one that was clicked.
fn column_picker(ui: &mut Ui, app: &App, id: &str, current: usize, width: f32) -> Option<usize> {
    let names = app
        .shown()
        .map(|shown| shown.analysis.dataset.feature_names.clone())
        .unwrap_or_default();
    let name = |i: usize| {
        names
            .get(i)
            .cloned()
            .unwrap_or_else(|| format!("column {i}"))
    };
    let current = current.min(names.len().saturating_sub(1));
    let mut picked = None;
    let close = PopupCloseBehavior::CloseOnClick;
    drop_down(ui, id, name(current), width, close, |ui| {
        for i in 0..names.len() {
            if ui.selectable_label(i == current, name(i)).clicked() {
                picked = Some(i);
            }
        }
    });
    picked
}

pub(super) fn pca_axes(ui: &mut Ui, app: &App, out: &mut Vec<Command>) {
    let count = app
        .shown()
        .map_or(COMPONENTS_BEFORE_DATA, |s| s.analysis.pca.eigenvalues.len());
    if let Some(axes) = score_axes(ui, "pca", app.setup().view.pca, count) {
        out.push(Command::Edit(Edit::PcaAxes(axes)));
    }
}

pub(super) fn kpca_axes(ui: &mut Ui, app: &App, out: &mut Vec<Command>) {
    let count = app.shown().map_or(COMPONENTS_BEFORE_DATA, |s| {
        s.analysis.kpca.eigenvalues.len()
    });
    if let Some(axes) = score_axes(ui, "kpca", app.setup().view.kpca, count) {
        out.push(Command::Edit(Edit::KpcaAxes(axes)));
    }
}

/// A component along x, and what it is drawn against.
fn score_axes(ui: &mut Ui, id: &str, axes: ScoreAxes, count: usize) -> Option<ScoreAxes> {
    let clamp = |i: usize| i.min(count.saturating_sub(1));
    let first = match axes {
        ScoreAxes::Pair(i, _) | ScoreAxes::Index(i) | ScoreAxes::Strip(i) => clamp(i),
    };
    let component = |i: usize| format!("PC{}", i + 1);
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
                        if ui.selectable_label(i == first, component(i)).clicked() {
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
                if ui.selectable_label(axes == option, component(i)).clicked() {
                    new = Some(option);
                }
            }
            ui.separator();
            for (option, text) in [
                (ScoreAxes::Index(first), "row index"),
                (ScoreAxes::Strip(first), "strip, jittered"),
            ] {
                if ui.selectable_label(axes == option, text).clicked() {
                    new = Some(option);
                }
            }
        });
    });
    new.filter(|new| *new != axes)
}

/// Two equal halves of the row.
fn pair(ui: &mut Ui, mut half: impl FnMut(&mut Ui, f32, usize)) {
    ui.spacing_mut().item_spacing.x = theme::GAP;
    let width = (ui.available_width() - theme::GAP) / 2.0;
    for side in 0..2 {
        // A list cuts its text to the room it is given, so each has a room of its own.
        ui.allocate_ui(Vec2::new(width, theme::ROW), |ui| half(ui, width, side));
    }
}
