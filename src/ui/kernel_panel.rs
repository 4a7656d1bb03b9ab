//! The kernel: its formula with the current values, and its parameters.

use std::cell::Cell;

use egui::{Button, FontId, Frame, Margin, PopupCloseBehavior, Ui, text::LayoutJob};

use super::{
    explained::{Explained, explaining},
    fonts::icon,
    gamma_slider,
    number_field::NumberField,
    parameter_row::{named_choice, number_row},
    play,
    theme::{self, Tokens},
    widgets::{drop_down, explained_row, icon_button, list_entry, section, slider, tick},
};
use crate::{
    analysis::Analysis,
    app::{App, Command, Edit, Parameter},
    data::Takes,
    kernel::{Gamma, KernelKind, KernelParameter, KernelParams, sigma_from_gamma},
    panel::Control,
    setup::Components,
    sweep::Swept,
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
                degree(ui, app, out);
                coef0(ui, app, out);
            }
        }
        if setup.kernel.uses(KernelParameter::Shape) {
            let parameter = (Parameter::KernelShape, Swept::Shape);
            swept_row(ui, parameter.0, parameter.1, app, out, |ui, shape| {
                let mut value = setup.kernel.shape;
                let slider = slider(ui, shape, &mut value, 0.1..=10.0, |s| s.logarithmic(true));
                slider.changed().then_some(Edit::KernelShape(value))
            });
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
    let setup = app.setup();
    number_row(ui, Parameter::DiffusionGamma, setup, |ui, gamma| {
        let of_rule = |wanted: fn(&Analysis) -> f64| {
            let shown = app.shown();
            shown.map_or(1.0, |shown| wanted(&shown.analysis))
        };
        let mut value = match setup.manifold.gamma {
            Gamma::Value(value) => value,
            Gamma::Auto => of_rule(|it| it.gamma_auto),
            Gamma::Median => of_rule(|it| it.gamma_median),
        };
        if slider(ui, gamma, &mut value, 1e-3..=1e3, |s| s.logarithmic(true)).changed() {
            out.push(Command::Edit(Edit::DiffusionGamma(Gamma::Value(value))));
        }
    });
    number_row(ui, Parameter::DiffusionTime, setup, |ui, time| {
        let mut value = setup.manifold.time;
        if slider(ui, time, &mut value, 0.0..=20.0, |s| s.step_by(0.5)).changed() {
            out.push(Command::Edit(Edit::DiffusionTime(value)));
        }
    });
}

/// A row for a parameter that a sweep can run through, with the button that plays it where one does.
fn swept_row(
    ui: &mut Ui,
    parameter: Parameter,
    swept: Swept,
    app: &App,
    out: &mut Vec<Command>,
    contents: impl FnOnce(&mut Ui, Quantity) -> Option<Edit>,
) {
    number_row(ui, parameter, app.setup(), |ui, quantity| {
        let edit = play::beside(ui, app, swept, out, |ui, _| contents(ui, quantity));
        out.extend(edit.map(Command::Edit));
    });
}

pub(super) fn degree(ui: &mut Ui, app: &App, out: &mut Vec<Command>) {
    swept_row(
        ui,
        Parameter::Degree,
        Swept::Degree,
        app,
        out,
        |ui, degree| {
            let mut value = app.setup().kernel.degree;
            let slider = slider(ui, degree, &mut value, 1..=10, |s| s);
            slider.changed().then_some(Edit::Degree(value))
        },
    );
}

pub(super) fn coef0(ui: &mut Ui, app: &App, out: &mut Vec<Command>) {
    swept_row(ui, Parameter::Coef0, Swept::Coef0, app, out, |ui, coef0| {
        let mut value = app.setup().kernel.coef0;
        let slider = slider(ui, coef0, &mut value, -5.0..=5.0, |s| s.step_by(0.05));
        slider.changed().then_some(Edit::Coef0(value))
    });
}

pub(super) fn of_graphs(ui: &mut Ui, app: &App, out: &mut Vec<Command>) {
    let setup = app.setup();
    let similarity = Parameter::Similarity;
    named_choice(ui, similarity, setup, &similarity.value(setup), out);
    if setup.kernel.uses(KernelParameter::Beta) {
        swept_row(ui, Parameter::Beta, Swept::Beta, app, out, |ui, beta| {
            let mut value = setup.kernel.beta;
            // It ends where there is no such kernel any more.
            let bound = app.shown().and_then(|shown| shown.analysis.beta_bound);
            let end = match setup.kernel.kind {
                KernelKind::VonNeumann => bound.map_or(10.0, |bound| 0.999 * bound),
                _ => 10.0,
            };
            let slider = slider(ui, beta, &mut value, 1e-3 * end..=end, |s| {
                s.logarithmic(true)
            });
            slider.changed().then_some(Edit::Beta(value))
        });
    }
    if setup.kernel.uses(KernelParameter::Power) {
        swept_row(ui, Parameter::Power, Swept::Power, app, out, |ui, power| {
            let mut value = setup.kernel.power;
            let slider = slider(ui, power, &mut value, 1..=10, |s| s);
            slider.changed().then_some(Edit::PowerLength(value))
        });
    }
}

pub(super) fn of_strings(ui: &mut Ui, app: &App, out: &mut Vec<Command>) {
    const SHORTER: &str = "Substrings of 1, 2, … up to l symbols count, and not only those of l";
    let setup = app.setup();
    swept_row(
        ui,
        Parameter::Length,
        Swept::Length,
        app,
        out,
        |ui, length| {
            let mut value = setup.kernel.length;
            let slider = slider(ui, length, &mut value, 1..=20, |s| s);
            slider.changed().then_some(Edit::Length(value))
        },
    );
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
        named_choice(ui, parameter, setup, &parameter.value(setup), out);
    }
}

/// How many neighbours each row has in the graph.
pub(super) fn neighbors(ui: &mut Ui, app: &App, out: &mut Vec<Command>) {
    let (parameter, swept) = (Parameter::Neighbors, Swept::Neighbors);
    swept_row(ui, parameter, swept, app, out, |ui, neighbors| {
        let mut value = app.setup().manifold.neighbors;
        let slider = slider(ui, neighbors, &mut value, 2..=50, |s| s);
        slider.changed().then_some(Edit::Neighbors(value))
    });
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
    for part in formula_parts(&app.setup().kernel, resolved_gamma(app)) {
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
    let gamma = resolved_gamma(app);
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

/// γ's value; a rule has one only once data are there.
pub(super) fn resolved_gamma(app: &App) -> Option<f64> {
    let analysis = app.shown().map(|shown| &shown.analysis);
    match app.setup().kernel.gamma {
        Gamma::Value(value) => Some(value),
        Gamma::Auto => analysis.map(|a| a.gamma_auto),
        Gamma::Median => analysis.map(|a| a.gamma_median),
    }
}

pub(super) fn gamma(ui: &mut Ui, app: &App, out: &mut Vec<Command>) {
    let setup = app.setup();
    let kernel = &setup.kernel;
    let help = Parameter::Gamma.help();
    let reason = Parameter::Gamma.unused(setup);
    let new = Cell::new(kernel.gamma);
    let is_narrow = explained_row(ui, "γ", help, reason.as_deref(), |ui| {
        ui.spacing_mut().item_spacing.x = theme::GAP;
        let mut value = resolved_gamma(app).unwrap_or(1.0);
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
            gamma_slider::show(ui, app, resolved_gamma(app), out)
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
