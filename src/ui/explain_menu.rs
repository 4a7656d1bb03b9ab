//! What can be chosen in the panels that explain a picture.

use egui::{DragValue, Ui, Vec2};

use super::{
    theme,
    widgets::{FIELD_WIDTH, row, row_enabled, segmented, slider},
};
use crate::{
    app::{App, Command, Edit},
    setup::{ContourStyle, ContourView, RowOrder},
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
    row(ui, "Draw", |ui| {
        let styles = [
            (ContourStyle::Lines, "lines"),
            (ContourStyle::Bands, "bands"),
            (ContourStyle::Both, "both"),
        ];
        if let Some(style) = segmented(ui, contours.style, &styles) {
            contours.style = style;
        }
    });
    ui.checkbox(&mut contours.points, "Points on top");
    at_row(ui, app, &mut contours.at_row);
    if contours != app.setup().view.contours {
        out.push(Command::Edit(Edit::Contours(contours)));
    }
}

/// Where the columns are fixed that are not on the axes.
fn at_row(ui: &mut Ui, app: &App, at_row: &mut Option<usize>) {
    let Some(shown) = app.shown() else { return };
    let dataset = &shown.analysis.dataset;
    let reason = (dataset.d() < 3).then_some("there are no other columns");
    row_enabled(ui, "Others at", reason, |ui| {
        let width = ui.available_width() - FIELD_WIDTH - theme::SPACE;
        ui.allocate_ui(Vec2::new(width, theme::ROW), |ui| {
            if let Some(by_row) =
                segmented(ui, at_row.is_some(), &[(false, "means"), (true, "row")])
            {
                *at_row = by_row.then_some(app.hovered_rows().first().copied().unwrap_or(0));
            }
        });
        let mut row = at_row.unwrap_or(0);
        let last = dataset.n().saturating_sub(1);
        let field = DragValue::new(&mut row).range(0..=last);
        let changed = ui.add_enabled(at_row.is_some(), field).changed();
        if changed {
            *at_row = Some(row);
        }
    });
}

fn kernel_matrix(ui: &mut Ui, app: &App, out: &mut Vec<Command>) {
    let mut choice = app.setup().view.kernel_matrix.clone();
    ui.checkbox(&mut choice.centered, "Centred");
    let component = match choice.order {
        RowOrder::Component(component) => Some(component),
        RowOrder::Source | RowOrder::Label => None,
    };
    row(ui, "Order", |ui| {
        let by_component = RowOrder::Component(component.unwrap_or(0));
        let orders = [
            (RowOrder::Source, "file"),
            (RowOrder::Label, "label"),
            (by_component, "score"),
        ];
        if let Some(order) = segmented(ui, choice.order, &orders) {
            choice.order = order;
        }
    });
    let reason = component
        .is_none()
        .then_some("only where rows are ordered by score");
    row_enabled(ui, "Score on PC", reason, |ui| {
        let mut number = component.unwrap_or(0) + 1;
        if slider(ui, &mut number, 1..=components(app), |s| s).changed() {
            choice.order = RowOrder::Component(number - 1);
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
