//! The kernel: its formula with the current values, and its parameters.

use std::cell::Cell;

use egui::{Button, FontId, Frame, Margin, PopupCloseBehavior, Ui, text::LayoutJob};

use super::{
    explained::{Explained, explaining},
    fonts::icon,
    gamma_slider,
    number_field::NumberField,
    parameter_row::{named_choice, number_row, slider_row},
    theme::{self, Tokens},
    widgets::{drop_down, explained_row, icon_button, list_entry, section, slider, tick},
};
use crate::{
    app::{App, Command, Edit, Parameter},
    data::Takes,
    kernel::{Gamma, KernelKind, KernelParameter, KernelParams, sigma_from_gamma},
    panel::Control,
    setup::Components,
    typed::{Quantity, Rule},
    view::{formula_parts, number, switches, symbolic},
};

/// The least width of γ's field: it shows every number with four digits.
const GAMMA_WIDTH: f32 = 72.0;
/// The buttons beside γ.
const AUTO_WIDTH: f32 = 40.0;
const MEDIAN_WIDTH: f32 = 56.0;
/// The button that makes a share of the number of components.
const PERCENT_WIDTH: f32 = 24.0;

pub(super) fn show(ui: &mut Ui, app: &App, out: &mut Vec<Command>) {
    section(ui, icon::SIGMA, "Kernel", |ui| {
        let setup = app.setup();
        let more = kernel(ui, app, out);
        formula_box(ui, app);
        if more {
            feature_space(ui, app, out);
        }
        match setup.kernel.kind.takes() {
            Takes::Graph => of_graphs(ui, app, out),
            Takes::Strings => of_strings(ui, app, out),
            Takes::Vectors | Takes::Matrix(_) => {
                gamma(ui, app, out);
                of_kernel(ui, KernelParameter::Degree, app, out);
                of_kernel(ui, KernelParameter::Coef0, app, out);
            }
        }
        if setup.kernel.uses(KernelParameter::Shape) {
            of_kernel(ui, KernelParameter::Shape, app, out);
        }
        component_count(ui, app, out);
        // Where a plot is shown that depends on it.
        let mut shown = setup.view.places().into_iter();
        if shown.any(|panel| panel.controls().contains(&Control::Neighbors)) {
            neighbors(ui, app, out);
        }
        let mut shown = setup.view.places().into_iter();
        if shown.any(|panel| panel.controls().contains(&Control::Diffusion)) {
            diffusion(ui, app, out);
        }
    });
}

/// The diffusion map's own parameters.
pub(super) fn diffusion(ui: &mut Ui, app: &App, out: &mut Vec<Command>) {
    slider_row(ui, Parameter::DiffusionGamma, app, out);
    slider_row(ui, Parameter::DiffusionTime, app, out);
}

/// Rows for a number in the kernel's formula, and for what else its objects have to choose.
pub(super) fn number_rows(
    ui: &mut Ui,
    parameter: KernelParameter,
    app: &App,
    out: &mut Vec<Command>,
) {
    match parameter.kernels().next().map(KernelKind::takes) {
        _ if parameter == KernelParameter::Gamma => gamma(ui, app, out),
        Some(Takes::Graph) => of_graphs(ui, app, out),
        Some(Takes::Strings) => of_strings(ui, app, out),
        Some(Takes::Vectors | Takes::Matrix(_)) | None => of_kernel(ui, parameter, app, out),
    }
}

/// A row for a number in the kernel's formula.
fn of_kernel(ui: &mut Ui, parameter: KernelParameter, app: &App, out: &mut Vec<Command>) {
    slider_row(ui, Parameter::Of(parameter), app, out);
}

pub(super) fn of_graphs(ui: &mut Ui, app: &App, out: &mut Vec<Command>) {
    let setup = app.setup();
    named_choice(ui, Parameter::Similarity, setup, out);
    for parameter in setup.kernel.parameters() {
        of_kernel(ui, parameter, app, out);
    }
}

pub(super) fn of_strings(ui: &mut Ui, app: &App, out: &mut Vec<Command>) {
    const SHORTER: &str = "Substrings of 1, 2, … up to l symbols count, and not only those of l";
    let setup = app.setup();
    of_kernel(ui, KernelParameter::Length, app, out);
    let mut all = setup.kernel.all_lengths;
    if tick(ui, &mut all, "All lengths up to it", SHORTER) {
        out.push(Command::Edit(Edit::AllLengths(all)));
    }
}

/// The list of kernels; says whether what is done to them besides is to be shown, which the button beside it
/// opens and closes.
pub(super) fn kernel(ui: &mut Ui, app: &App, out: &mut Vec<Command>) -> bool {
    let setup = app.setup();
    let (kernel, parameter) = (&setup.kernel, Parameter::Kernel);
    let usual = kernel.second.is_none() && kernel.normalize.is_none() && kernel.center;
    let id = ui.scope_id().with("in feature space");
    let mut open = ui.data(|data| data.get_temp(id)).unwrap_or(false);
    explained_row(ui, parameter.title(), parameter.help(), None, |ui| {
        ui.spacing_mut().item_spacing.x = theme::GAP;
        let width = ui.available_width() - theme::ROW - theme::GAP;
        let (title, close) = (kernel.kind.title(), PopupCloseBehavior::CloseOnClick);
        drop_down(ui, parameter.title(), title.into(), width, close, |ui| {
            for value in parameter.named() {
                if list_entry(ui, value.title == title, &value.title, value.help) {
                    out.push(Command::Edit(value.edit));
                }
            }
        });
        let (name, help) = (
            "In feature space",
            "Sums and products of kernels, normalising, centring",
        );
        if icon_button(ui, icon::LAYERS_2, name, help).clicked() {
            open = !open;
        }
    });
    ui.data_mut(|data| data.insert_temp(id, open));
    open || !usual
}

/// What is done to the kernel besides.
pub(super) fn feature_space(ui: &mut Ui, app: &App, out: &mut Vec<Command>) {
    let setup = app.setup();
    for parameter in [
        Parameter::Second,
        Parameter::Normalize,
        Parameter::Centering,
    ] {
        named_choice(ui, parameter, setup, out);
    }
}

/// How many neighbours each row has in the graph.
pub(super) fn neighbors(ui: &mut Ui, app: &App, out: &mut Vec<Command>) {
    slider_row(ui, Parameter::Neighbors, app, out);
}

/// The row of the number of components.
pub(super) fn component_count(ui: &mut Ui, app: &App, out: &mut Vec<Command>) {
    number_row(ui, Parameter::Components, app.setup(), |ui, quantity| {
        components(ui, quantity, app, out);
    });
}

/// A number of components, or the share of the variance that they reach, in percent.
fn components(ui: &mut Ui, quantity: Quantity, app: &App, out: &mut Vec<Command>) {
    let mut wanted = app.setup().components;
    let computed = app
        .shown()
        .map_or(1, |shown| shown.analysis.kpca.eigenvalues.len().max(1));
    let as_share = matches!(wanted, Components::Share(_));
    let button = Button::selectable(as_share, "%").frame_when_inactive(true);
    let why = if as_share {
        format!("As many components as reach this share of the variance: {computed} do")
    } else {
        format!(
            "As many components as reach a share of the variance, at most {}",
            Components::MOST_FOR_SHARE
        )
    };
    let clicked = ui
        .add_sized([PERCENT_WIDTH, theme::ROW], button)
        .on_hover_text(why)
        .clicked();
    match &wanted {
        Components::Count(count) => {
            // A share may be typed here too.
            let mut number = *count as f64;
            let slider = slider(ui, quantity, &mut number, 1.0..=64.0, |s| s.step_by(1.0));
            if slider.changed() {
                wanted = Components::from_number(number).unwrap_or(wanted);
            }
        }
        Components::Share(share) => {
            let quantity = Quantity::new("The share in percent", Rule::Percent);
            let mut percent = (1e4 * *share).round() / 1e2;
            if slider(ui, quantity, &mut percent, 1.0..=99.9, |s| s.step_by(0.1)).changed() {
                wanted = Components::Share(percent / 1e2);
            }
        }
    }
    if clicked {
        wanted = if as_share {
            Components::Count(computed)
        } else {
            Components::Share(0.95)
        };
    }
    if wanted != app.setup().components {
        out.push(Command::Edit(Edit::Components(wanted)));
    }
}

/// The kernel's formula with its values.
pub(super) fn formula(ui: &Ui, app: &App, size: f32) -> LayoutJob {
    let tokens = Tokens::of(ui.visuals());
    let mut job = LayoutJob::default();
    for part in formula_parts(&app.setup().kernel, app.number(Parameter::GAMMA)) {
        let color = if part.is_value {
            tokens.accent
        } else {
            tokens.text_strong
        };
        let font = FontId::proportional(size);
        job.append(&part.text, 0.0, egui::TextFormat::simple(font, color));
    }
    job
}

pub(super) fn formula_box(ui: &mut Ui, app: &App) {
    let tokens = Tokens::of(ui.visuals());
    let kernel = &app.setup().kernel;
    let gamma = app.number(Parameter::GAMMA);
    let job = formula(ui, app, theme::FORMULA);
    let spoken = job.text.clone();
    Frame::new()
        .fill(tokens.plot)
        .stroke((1.0, tokens.line))
        .corner_radius(theme::RADIUS)
        .inner_margin(Margin::symmetric(8, 6))
        .show(ui, |ui| {
            ui.set_width(ui.available_width());
            ui.label(job).accessible_name(spoken);
            let note = note(kernel, gamma);
            ui.label(theme::small(note).color(tokens.text_weak));
        });
    ui.add_space(theme::GAP);
}

/// What the kernel is, below its formula with values.
fn note(kernel: &KernelParams, gamma: Option<f64>) -> String {
    let done = switches(kernel.normalize, kernel.center);
    if !done.is_empty() {
        return done.trim_start_matches([',', ' ']).to_owned();
    }
    let kind = kernel.kind;
    let family = kind.family();
    if let (Some(symbol), Some(gamma)) = (family.length_scale, gamma) {
        return format!("{symbol} = 1/√(2γ) = {}", number(sigma_from_gamma(gamma)));
    }
    match family.remark {
        Some(remark) if family.parameters.is_empty() => remark.to_owned(),
        Some(remark) => format!("{}, {remark}", symbolic(kind)),
        None => symbolic(kind),
    }
}

pub(super) fn gamma(ui: &mut Ui, app: &App, out: &mut Vec<Command>) {
    let setup = app.setup();
    let kernel = &setup.kernel;
    let help = Parameter::GAMMA.help();
    let reason = Parameter::GAMMA.unused(setup);
    let new = Cell::new(kernel.gamma);
    let is_narrow = explained_row(ui, "γ", help, reason.as_deref(), |ui| {
        ui.spacing_mut().item_spacing.x = theme::GAP;
        let mut value = app.number(Parameter::GAMMA).unwrap_or(1.0);
        let shown = value;
        let rules = AUTO_WIDTH + MEDIAN_WIDTH + 2.0 * theme::GAP;
        let width = ui.available_width();
        let is_narrow = width - rules < GAMMA_WIDTH;
        let field = NumberField {
            // The rules have names, which are taken here too.
            read: &|text| match text.parse::<Gamma>() {
                Ok(Gamma::Value(value)) => Ok(value),
                Ok(rule) => {
                    new.set(rule);
                    Ok(shown)
                }
                Err(error) => Err(format!("{error}")),
            },
            speed: value * 0.01,
            range: 1e-9..=1e9,
            suffix: "",
        };
        let width = if is_narrow { width } else { width - rules };
        if field.show(ui, &mut value, width).changed() {
            new.set(Gamma::Value(value));
        }
        if !is_narrow {
            gamma_rules(ui, [AUTO_WIDTH, MEDIAN_WIDTH], &new);
        }
        is_narrow
    });
    if is_narrow {
        explained_row(ui, "", help, reason.as_deref(), |ui| {
            ui.spacing_mut().item_spacing.x = theme::GAP;
            let half = (ui.available_width() - theme::GAP) / 2.0;
            gamma_rules(ui, [half; 2], &new);
        });
    }
    ui.add_enabled_ui(reason.is_none(), |ui| {
        if let Some(value) = explaining(ui, help, |ui| {
            gamma_slider::show(ui, app, app.number(Parameter::GAMMA), out)
        }) {
            new.set(Gamma::Value(value));
        }
    });
    let new = new.get();
    if new != kernel.gamma {
        out.push(Command::Edit(Edit::Gamma(new)));
    }
}

/// The buttons of the rules that find γ in the data, each of its width.
fn gamma_rules(ui: &mut Ui, widths: [f32; 2], gamma: &Cell<Gamma>) {
    ui.spacing_mut().button_padding.x = theme::GAP;
    let chosen = gamma.get();
    let rules = [
        (
            Gamma::Auto,
            "auto",
            "γ = 1/d, one over the number of features: scikit-learn's default",
        ),
        (
            Gamma::Median,
            "median",
            "γ = 1/(2m²), m the median distance between two points: half of the points are then \
             neither near nor far, which is a good start",
        ),
    ];
    for ((rule, text, why), width) in rules.into_iter().zip(widths) {
        let button = Button::selectable(chosen == rule, text).frame_when_inactive(true);
        let button = ui.add_sized([width, theme::ROW], button);
        if button.explained(why).clicked() {
            gamma.set(rule);
        }
    }
}
