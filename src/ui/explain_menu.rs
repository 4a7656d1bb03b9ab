//! What can be chosen in the panels that explain a picture.

use egui::Ui;

use super::widgets::{row, segmented, slider};
use crate::{
    app::{App, Command, Edit},
    setup::{ContourView, RowOrder},
    view::Panel,
};

/// The choices of `panel`, if it has any, with a line below.
pub(super) fn show(ui: &mut Ui, panel: Panel, app: &App, out: &mut Vec<Command>) {
    match panel {
        Panel::PcaContours | Panel::KpcaContours => contours(ui, app, out),
        Panel::KernelMatrix => kernel_matrix(ui, app, out),
        Panel::Pca | Panel::Kpca | Panel::Separation => separation(ui, app, out),
        Panel::Input
        | Panel::Spectrum
        | Panel::Variance
        | Panel::Input3d
        | Panel::Pca3d
        | Panel::Kpca3d => return,
    }
    ui.separator();
}

fn components(app: &App) -> usize {
    app.shown()
        .map_or(1, |shown| shown.analysis.kpca.eigenvalues.len().max(1))
}

fn contours(ui: &mut Ui, app: &App, out: &mut Vec<Command>) {
    let mut contours = app.setup().view.contours.clone();
    row(ui, "First map", |ui| {
        let mut number = contours.component + 1;
        if slider(ui, &mut number, 1..=components(app), |s| s).changed() {
            contours.component = number - 1;
        }
    });
    row(ui, "Maps", |ui| {
        slider(ui, &mut contours.maps, 1..=ContourView::MOST_MAPS, |s| s);
    });
    ui.checkbox(&mut contours.points, "Points on top");
    if contours != app.setup().view.contours {
        out.push(Command::Edit(Edit::Contours(contours)));
    }
}

fn kernel_matrix(ui: &mut Ui, app: &App, out: &mut Vec<Command>) {
    let mut choice = app.setup().view.kernel_matrix.clone();
    ui.checkbox(&mut choice.centered, "Centred");
    row(ui, "Order", |ui| {
        let orders = [
            (RowOrder::Source, "file"),
            (RowOrder::Label, "label"),
            (RowOrder::Component(0), "PC1"),
        ];
        if let Some(order) = segmented(ui, choice.order, &orders) {
            choice.order = order;
        }
    });
    if choice != app.setup().view.kernel_matrix {
        out.push(Command::Edit(Edit::KernelMatrix(choice)));
    }
}

fn separation(ui: &mut Ui, app: &App, out: &mut Vec<Command>) {
    row(ui, "Classify by q", |ui| {
        let mut q = app.setup().view.separation_components;
        if slider(ui, &mut q, 1..=components(app), |s| s).changed() {
            out.push(Command::Edit(Edit::SeparationComponents(q)));
        }
    });
}
