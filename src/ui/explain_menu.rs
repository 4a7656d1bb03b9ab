//! Choices in the menus of panels that explain a picture.

use egui::{Ui, Vec2};

use super::{
    command_widgets::send,
    number_field::row_field,
    panel_menu, theme,
    widgets::{FIELD_WIDTH, choice, explained_row, list_entry, row, segmented, slider},
};
use crate::app::{App, Choice, Command, Edit};
use explorer::{
    presented::Presented,
    setup::{ContourStyle, ContourView, RowOrder, Setup, SweepCurves, SweepView},
};
use kernel_pca::{
    sweep::GridRows,
    typed::{NamedNumber, NumberRange},
};

const FIRST_MAP: &str = "The component of the first map; those after it follow";
const MAPS: &str = "How many components have a map. Later ones wave more and tell less.";
const OTHERS: &str = "A map is a plane through all features. The columns that are not on its axes are \
                      held at these values.";
const SCORE_ON: &str = "The component by whose scores the rows of the matrix are ordered";
const SWEPT: &str = "What runs through its range while all else stays as it is";
const ROWS: &str = "What differs from row to row, where pictures stand in a grid";
const CURVES: &str = "What is drawn against it";

/// Number of components of kernel PCA, 1 before any are computed.
pub(super) fn components(app: &App) -> usize {
    app.analysis()
        .map_or(1, |it| it.kpca.eigenvalues.len().max(1))
}

/// Draws a row for the number of a component, whose index is from 0; returns true where another was chosen.
fn component_row(
    ui: &mut Ui,
    app: &App,
    (name, help): (&str, &str),
    disabled_because: Option<&str>,
    subject: &'static str,
    component: &mut usize,
) -> bool {
    let most = components(app);
    explained_row(ui, name, help, disabled_because, |ui| {
        let mut number = *component + 1;
        let quantity = NamedNumber::new(subject, NumberRange::Whole(1, most as u32));
        let changed = slider(ui, quantity, &mut number, 1..=most, |s| s).changed();
        if changed {
            *component = number - 1;
        }
        changed
    })
}

pub(super) fn contours(ui: &mut Ui, app: &App, out: &mut Vec<Command>) {
    let mut contours = app.setup().view.contours.clone();
    let (name, first) = (("First map", FIRST_MAP), &mut contours.component);
    component_row(ui, app, name, None, "The first map", first);
    explained_row(ui, "Maps", MAPS, None, |ui| {
        let most = ContourView::MOST_MAPS;
        let quantity = NamedNumber::new("The number of maps", NumberRange::Whole(1, most as u32));
        slider(ui, quantity, &mut contours.maps, 1..=most, |s| s);
    });
    row(ui, "Draw", |ui| {
        let styles = [
            (
                ContourStyle::Lines,
                "lines",
                "Lines along which the component has one value",
            ),
            (
                ContourStyle::Bands,
                "bands",
                "Colours for the values between the lines",
            ),
            (
                ContourStyle::Both,
                "both",
                "Lines and the colours between them",
            ),
        ];
        segmented(ui, &mut contours.style, &styles);
    });
    panel_menu::choose(ui, app, Choice::ContourPoints, out);
    at_row(ui, app, &mut contours.at_row);
    send(contours, &app.setup().view.contours, Edit::Contours, out);
}

/// Draws the choice of values for the columns that are not on the axes: their means, or those of a row.
pub(super) fn at_row(ui: &mut Ui, app: &App, at_row: &mut Option<usize>) {
    let Some(dataset) = app.dataset() else { return };
    let reason = (dataset.d() < 3).then_some("there are no other columns");
    explained_row(ui, "Others at", OTHERS, reason, |ui| {
        let width = ui.available_width() - FIELD_WIDTH - theme::SPACE;
        ui.allocate_ui(Vec2::new(width, theme::row(ui)), |ui| {
            let options = [
                (false, "means", "At the mean of each column"),
                (true, "row", "As in the row whose number stands beside"),
            ];
            let mut by_row = at_row.is_some();
            if segmented(ui, &mut by_row, &options) {
                *at_row = by_row.then_some(app.hovered_rows().first().copied().unwrap_or(0));
            }
        });
        row_field(ui, at_row, &dataset.row_ids);
    });
}

pub(super) fn kernel_matrix(ui: &mut Ui, app: &App, out: &mut Vec<Command>) {
    let mut choice = app.setup().view.kernel_matrix.clone();
    panel_menu::choose(ui, app, Choice::CenteredMatrix, out);
    let component = match choice.order {
        RowOrder::Component(component) => Some(component),
        RowOrder::Source | RowOrder::Label => None,
    };
    row(ui, "Order", |ui| {
        let by_component = RowOrder::Component(component.unwrap_or(0));
        let help = |order| Choice::MatrixOrder(order).help();
        let [by_file, by_label, by_score] =
            [RowOrder::Source, RowOrder::Label, by_component].map(help);
        let orders = [
            (RowOrder::Source, "file", by_file),
            (RowOrder::Label, "label", by_label),
            (by_component, "score", by_score),
        ];
        segmented(ui, &mut choice.order, &orders);
    });
    let reason = component
        .is_none()
        .then_some("only where rows are ordered by score");
    let (name, mut component) = (("Score on PC", SCORE_ON), component.unwrap_or(0));
    if component_row(ui, app, name, reason, "The component", &mut component) {
        choice.order = RowOrder::Component(component);
    }
    let now = &app.setup().view.kernel_matrix;
    send(choice, now, Edit::KernelMatrix, out);
}

pub(super) fn separation(ui: &mut Ui, app: &App, out: &mut Vec<Command>) {
    let separation = app.analysis().and_then(|it| it.explain.separation.as_ref());
    let most = separation.map_or_else(|| components(app), |it| it.longest().max(1));
    let mut q = app.setup().view.separation_components;
    let help = Choice::PredictFrom(q).help();
    explained_row(ui, "Predict from q", help, None, |ui| {
        let quantity = NamedNumber::new("q", NumberRange::Whole(1, most as u32));
        if slider(ui, quantity, &mut q, 1..=most, |s| s).changed() {
            out.push(Command::Edit(Edit::SeparationComponents(q)));
        }
    });
}

/// Draws the choices of a sweep: of its parameter, and of its curves or its pictures.
pub(super) fn sweep(ui: &mut Ui, app: &App, has_curves: bool, out: &mut Vec<Command>) {
    let setup = app.setup();
    let mut sweep = setup.view.sweep;
    swept(ui, setup, &mut sweep);
    if has_curves {
        curves(ui, app, &mut sweep, out);
    } else {
        rows_of_grid(ui, setup, &mut sweep);
        multiples(ui, setup, &mut sweep);
    }
    send(sweep, &setup.view.sweep, Edit::Sweep, out);
}

/// Draws the choice of the swept parameter.
fn swept(ui: &mut Ui, setup: &Setup, sweep: &mut SweepView) {
    let Some((now, _)) = setup.view.swept(&setup.kernel) else {
        return;
    };
    explained_row(ui, "Through", SWEPT, None, |ui| {
        choice(ui, "swept", now.symbol(), |ui| {
            for (swept, method) in setup.view.sweepable(&setup.kernel) {
                let help = format!("{} of {}", swept.name(), method.presented().title_in_text);
                if list_entry(ui, swept == now, swept.symbol(), &help) {
                    sweep.parameter = Some(swept);
                }
            }
        });
    });
}

/// Draws the choice of the number of pictures of a sweep, where one parameter alone runs.
fn multiples(ui: &mut Ui, setup: &Setup, sweep: &mut SweepView) {
    if setup.view.second(&setup.kernel).is_some() {
        return;
    }
    let help = Choice::Multiples(sweep.multiples).help();
    explained_row(ui, "Pictures", help, None, |ui| {
        let [few, some, many] = SweepView::MULTIPLES;
        let counts = [(few, "5", help), (some, "7", help), (many, "9", help)];
        segmented(ui, &mut sweep.multiples, &counts);
    });
}

/// Draws the choices of a second parameter, and of the number of values of both.
fn rows_of_grid(ui: &mut Ui, setup: &Setup, sweep: &mut SweepView) {
    let seconds = setup.view.seconds(&setup.kernel);
    let now = setup.view.second(&setup.kernel);
    if seconds.is_empty() {
        return;
    }
    explained_row(ui, "Rows", ROWS, None, |ui| {
        choice(ui, "rows", now.map_or("none", GridRows::symbol), |ui| {
            let help = "One parameter alone, as many pictures as fit";
            if list_entry(ui, now.is_none(), "none", help) {
                sweep.second = None;
            }
            for second in seconds {
                let help = match second {
                    GridRows::Parameter(_) => {
                        "A second parameter of the kernel, from top to bottom"
                    }
                    GridRows::Components => "Other pairs of components, from top to bottom",
                };
                if list_entry(ui, Some(second) == now, second.symbol(), help) {
                    sweep.second = Some(second);
                }
            }
        });
    });
    if now.is_some() {
        let help = Choice::MultiplesGrid(sweep.side).help();
        explained_row(ui, "Grid", help, None, |ui| {
            let [few, some, many] = SweepView::SIDES;
            let sides = [
                (few, "3 × 3", help),
                (some, "4 × 4", help),
                (many, "5 × 5", help),
            ];
            segmented(ui, &mut sweep.side, &sides);
        });
    }
}

/// Draws the choice of curves.
fn curves(ui: &mut Ui, app: &App, sweep: &mut SweepView, out: &mut Vec<Command>) {
    explained_row(ui, "Curves", CURVES, None, |ui| {
        let curves = [
            (SweepCurves::Shares, "shares"),
            (SweepCurves::Components, "count"),
            (SweepCurves::Eigenvalues, "λ"),
            (SweepCurves::HeldOut, "held out"),
            (SweepCurves::PreImages, "back"),
        ]
        .map(|(curves, name)| (curves, name, Choice::Curves(curves).help()));
        segmented(ui, &mut sweep.curves, &curves);
    });
    if matches!(sweep.curves, SweepCurves::Shares | SweepCurves::HeldOut) {
        separation(ui, app, out);
    }
}
