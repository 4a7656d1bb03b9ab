//! Section *Kernel*: its formula with the current values, and its parameters.

use egui::{Button, FontId, Frame, Margin, PopupCloseBehavior, Ui, text::LayoutJob};

use super::{
    command_widgets::{clicked, send},
    explain_menu,
    explained::{Explained, explaining},
    fonts::icon,
    gamma_slider,
    number_field::{Entry, NumberField},
    parameter_row::{named_choice, number_row, slider_row},
    steady::steady_part,
    theme::{self, Tokens},
    widgets::{drop_down, explained_row, icon_button, section, segmented, slider, tick_box},
};
use crate::app::{App, Command, Edit, Parameter, Section};
use chart::number;
use explorer::{
    panel::Control,
    presented::Presented,
    setup::{Components, HowMany},
    view::{formula_parts, switches, symbolic},
};
use kernel_pca::{
    kernel::{Gamma, KernelKind, KernelParameter, KernelParams, ParamError, sigma_from_gamma},
    kpca::Solver,
    objects::ObjectKind,
    sweep::{Criterion, StandingOut},
    typed::{NamedNumber, NumberRange},
};

/// Least width of γ's field in points: it shows every number with four digits.
const GAMMA_WIDTH: f32 = 72.0;
/// Width of the button `auto` beside γ, in points.
const AUTO_WIDTH: f32 = 40.0;
/// Width of the button `median` beside γ, in points.
const MEDIAN_WIDTH: f32 = 56.0;
/// Largest share of the variance that can be asked for by one click.
const MOST_SHARE: f64 = 0.999;

const HOW_MANY: &str = "How many components are computed and shown, as a number or by a rule";
const BEYOND_NOISE: &str = "Parallel analysis: components whose eigenvalue exceeds 95 % of those of independently \
                            shuffled columns";

pub(super) fn show(ui: &mut Ui, app: &App, out: &mut Vec<Command>) {
    section(ui, icon::SIGMA, Section::Kernel, app, out, |ui, out| {
        let setup = app.setup();
        let uses = |parameter| setup.kernel.uses(parameter);
        let more = kernel(ui, app, out);
        if more {
            feature_space(ui, app, out);
        }
        match setup.kernel.kind.takes() {
            ObjectKind::Graph => of_graphs(ui, app, out),
            ObjectKind::Strings => of_strings(ui, app, out),
            ObjectKind::Vectors | ObjectKind::Matrix(_) => {
                if uses(KernelParameter::Gamma) {
                    gamma(ui, app, out);
                }
                for parameter in [
                    KernelParameter::Degree,
                    KernelParameter::Coef0,
                    KernelParameter::Shape,
                ] {
                    if uses(parameter) {
                        slider_row(ui, Parameter::Of(parameter), app, out);
                    }
                }
            }
        }
        formula_box(ui, app);
        // Where a plot is shown that depends on it.
        let places = setup.view.places();
        let shows = |control| {
            places
                .iter()
                .any(|it| it.spec().controls().contains(&control))
        };
        if shows(Control::Neighbors) {
            slider_row(ui, Parameter::Neighbors, app, out);
        }
        if shows(Control::Diffusion) {
            diffusion(ui, app, out);
        }
    });
    let components = Section::Components;
    section(ui, icon::LAYERS_2, components, app, out, |ui, out| {
        how_many(ui, app, out);
    });
}

/// Draws the control of the number of components: a count, a share of the variance, or the number that stands out
/// from noise.
pub(super) fn how_many(ui: &mut Ui, app: &App, out: &mut Vec<Command>) {
    let setup = app.setup();
    let shown = app.analysis();
    let computed = explain_menu::components(app);
    let now = setup.how_many();
    let most = shown.map_or(HowMany::LOOKED_AT, |it| it.rows().min(HowMany::LOOKED_AT));
    let noise = match now {
        HowMany::BeyondNoise { .. } => now,
        _ => HowMany::BeyondNoise {
            kept: most,
            of: most,
        },
    };
    let number = match now {
        HowMany::Number(_) => now,
        _ => HowMany::Number(computed.min(most)),
    };
    let share = match now {
        HowMany::Share(_) => now,
        _ => HowMany::Share(setup.view.threshold.min(MOST_SHARE)),
    };
    let mut chosen = now;
    explained_row(ui, "How many", HOW_MANY, None, |ui| {
        let ways = [
            (number, "count", "This many components"),
            (
                share,
                "share",
                "As many as hold a share of the variance: the line at α in the chart",
            ),
            (noise, "noise", BEYOND_NOISE),
        ];
        segmented(ui, &mut chosen, &ways);
    });
    send(chosen, &now, Edit::HowMany, out);
    match now {
        HowMany::Number(_) => component_count(ui, app, out),
        HowMany::Share(share) => {
            let threshold = Parameter::Threshold;
            let help = format!("{}: {computed} do", threshold.help());
            explained_row(ui, threshold.title(), &help, None, |ui| {
                let quantity = NamedNumber::new("The share in percent", NumberRange::Percent);
                let mut percent = (1e4 * share).round() / 1e2;
                if slider(ui, quantity, &mut percent, 1.0..=99.9, |s| s.step_by(0.1)).changed() {
                    let share = HowMany::Share(percent / 1e2);
                    out.push(Command::Edit(Edit::HowMany(share)));
                }
            });
        }
        HowMany::BeyondNoise { kept, of } => {
            let found = shown.and_then(|it| it.explain.shuffled.as_deref());
            explained_row(ui, "Stand out", BEYOND_NOISE, None, |ui| {
                let (text, count) = match found {
                    None => (format!("looking at {of} …"), None),
                    Some(Err(reason)) => (reason.clone(), None),
                    Some(Ok(found)) => match found.standing_out() {
                        StandingOut::First(count) => {
                            let of = found.own.iter().filter(|λ| **λ > 0.0).count();
                            let kept = if count == kept { ", kept" } else { "" };
                            (format!("{count} of {of}{kept}"), Some(count))
                        }
                        StandingOut::All(count) => (format!("all {count}, perhaps more"), None),
                    },
                };
                ui.label(text);
                if let Some(count) = count.filter(|count| *count > 0 && *count != kept) {
                    let help = "Computes as many as stand out; the charts go on showing the others";
                    if ui.button(format!("Keep {count}")).explained(help).clicked() {
                        out.push(Command::Edit(Edit::HowMany(setup.keeping(count))));
                    }
                }
            });
        }
    }
}

/// Draws rows for the diffusion map's own parameters.
pub(super) fn diffusion(ui: &mut Ui, app: &App, out: &mut Vec<Command>) {
    slider_row(ui, Parameter::DiffusionGamma, app, out);
    slider_row(ui, Parameter::DiffusionTime, app, out);
}

/// Draws the rows for a parameter of the kernel's formula, and for further choices of a kernel of graphs or strings.
pub(super) fn number_rows(
    ui: &mut Ui,
    parameter: KernelParameter,
    app: &App,
    out: &mut Vec<Command>,
) {
    match parameter.kernels().next().map(KernelKind::takes) {
        _ if parameter == KernelParameter::Gamma => gamma(ui, app, out),
        Some(ObjectKind::Graph) => of_graphs(ui, app, out),
        Some(ObjectKind::Strings) => of_strings(ui, app, out),
        Some(ObjectKind::Vectors | ObjectKind::Matrix(_)) | None => {
            slider_row(ui, Parameter::Of(parameter), app, out);
        }
    }
}

pub(super) fn of_graphs(ui: &mut Ui, app: &App, out: &mut Vec<Command>) {
    let setup = app.setup();
    named_choice(ui, Parameter::Similarity, setup, out);
    for parameter in setup.kernel.parameters() {
        slider_row(ui, Parameter::Of(parameter), app, out);
    }
}

pub(super) fn of_strings(ui: &mut Ui, app: &App, out: &mut Vec<Command>) {
    const SHORTER: &str =
        "Substrings of 1, 2, … up to l symbols count, rather than those of l alone";
    let setup = app.setup();
    slider_row(ui, Parameter::Of(KernelParameter::Length), app, out);
    let mut all = setup.kernel.all_lengths;
    if tick_box(ui, &mut all, "All lengths up to it", SHORTER) {
        out.push(Command::Edit(Edit::AllLengths(all)));
    }
}

/// Draws the list of kernels; returns true where the choices in feature space are to be shown, which the button
/// beside it opens and closes.
pub(super) fn kernel(ui: &mut Ui, app: &App, out: &mut Vec<Command>) -> bool {
    let setup = app.setup();
    let (kernel, parameter) = (&setup.kernel, Parameter::Kernel);
    let usual = kernel.second.is_none()
        && kernel.normalize.is_none()
        && kernel.center
        && setup.solver == Solver::Auto;
    let id = ui.scope_id().with("in feature space");
    let mut open = ui.data(|data| data.get_temp(id)).unwrap_or(false);
    explained_row(ui, parameter.title(), parameter.help(), None, |ui| {
        ui.spacing_mut().item_spacing.x = theme::GAP;
        let width = ui.available_width() - theme::row(ui) - theme::GAP;
        let (title, close) = (
            kernel.kind.presented().title,
            PopupCloseBehavior::CloseOnClick,
        );
        drop_down(ui, parameter.title(), title.into(), width, close, |ui| {
            for value in parameter.named() {
                let command = Command::Edit(value.edit);
                let chosen = value.title == title;
                let refused = app.refused(&command).filter(|_| !chosen);
                ui.add_enabled_ui(refused.is_none(), |ui| {
                    let entry = ui.selectable_label(chosen, &value.title);
                    let entry = entry.explained(value.help);
                    let entry = entry.on_disabled_hover_text(refused.unwrap_or_default());
                    clicked(&entry, command, out);
                });
            }
        });
        let (name, help) = (
            "In feature space",
            "Sums and products of kernels, normalising, centring, the solver",
        );
        if icon_button(ui, icon::LAYERS_2, name, help).clicked() {
            open = !open;
        }
    });
    ui.data_mut(|data| data.insert_temp(id, open));
    open || !usual
}

/// Draws the choices in feature space: a second kernel, normalising, centring, the solver.
pub(super) fn feature_space(ui: &mut Ui, app: &App, out: &mut Vec<Command>) {
    let setup = app.setup();
    for parameter in [
        Parameter::Second,
        Parameter::Normalize,
        Parameter::Centering,
        Parameter::Solver,
    ] {
        named_choice(ui, parameter, setup, out);
    }
    if setup.solver == Solver::Nystrom {
        slider_row(ui, Parameter::Landmarks, app, out);
    }
}

/// Draws the row for the number of components.
fn component_count(ui: &mut Ui, app: &App, out: &mut Vec<Command>) {
    number_row(ui, Parameter::Components, app.setup(), |ui, quantity| {
        let HowMany::Number(count) = app.setup().how_many() else {
            return;
        };
        // A share may be typed here too.
        let mut number = count as f64;
        if slider(ui, quantity, &mut number, 1.0..=64.0, |s| s.step_by(1.0)).changed() {
            let wanted = match Components::from_number(number) {
                Some(Components::Count(count)) => HowMany::Number(count),
                Some(Components::Share(share)) => HowMany::Share(share),
                None => return,
            };
            out.push(Command::Edit(Edit::HowMany(wanted)));
        }
    });
}

/// Formula of the kernel with its values.
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
            ui.label(theme::small(note).weak());
        });
    ui.add_space(theme::GAP);
}

/// Description of the kernel, below its formula with values.
fn note(kernel: &KernelParams, gamma: Option<f64>) -> String {
    let done = switches(kernel.normalize, kernel.center);
    if !done.is_empty() {
        return done.trim_start_matches([',', ' ']).to_owned();
    }
    let kind = kernel.kind;
    let shown = kind.presented();
    if let (Some(symbol), Some(gamma)) = (shown.length_scale, gamma) {
        return format!("{symbol} = 1/√(2γ) = {}", number(sigma_from_gamma(gamma)));
    }
    match shown.remark {
        Some(remark) if kind.family().parameters.is_empty() => remark.to_owned(),
        Some(remark) => format!("{}, {remark}", symbolic(kind)),
        None => symbolic(kind),
    }
}

pub(super) fn gamma(ui: &mut Ui, app: &App, out: &mut Vec<Command>) {
    let setup = app.setup();
    let kernel = &setup.kernel;
    let help = Parameter::GAMMA.help();
    let reason = Parameter::GAMMA.unused(setup);
    let mut new = kernel.gamma;
    let is_narrow = explained_row(ui, "γ", help, reason.as_deref(), |ui| {
        ui.spacing_mut().item_spacing.x = theme::GAP;
        let value = app.number(Parameter::GAMMA).unwrap_or(1.0);
        let rules = AUTO_WIDTH + MEDIAN_WIDTH + 2.0 * theme::GAP;
        let width = ui.available_width();
        let is_narrow = width - rules < GAMMA_WIDTH;
        let width = if is_narrow { width } else { width - rules };
        new = gamma_field(ui, value, width).unwrap_or(new);
        if !is_narrow {
            gamma_rules(ui, [AUTO_WIDTH, MEDIAN_WIDTH], &mut new);
        }
        is_narrow
    });
    if is_narrow {
        explained_row(ui, "", help, reason.as_deref(), |ui| {
            ui.spacing_mut().item_spacing.x = theme::GAP;
            let half = (ui.available_width() - theme::GAP) / 2.0;
            gamma_rules(ui, [half; 2], &mut new);
        });
    }
    steady_part(ui, "γ", |ui| {
        if reason.is_some() {
            ui.disable();
        }
        if let Some(value) = explaining(ui, help, |ui| {
            gamma_slider::show(ui, app, app.number(Parameter::GAMMA), out)
        }) {
            new = Gamma::Value(value);
        }
    });
    send(new, &kernel.gamma, Edit::Gamma, out);
}

/// Draws a field of γ in a given width; returns what was entered: a number, or a rule by its name.
pub(super) fn gamma_field(ui: &mut Ui, value: f64, width: f32) -> Option<Gamma> {
    let field = NumberField {
        read: &|text| text.parse().map_err(|error: ParamError| error.to_string()),
        speed: value * 0.01,
        range: 1e-9..=1e9,
        suffix: "",
    };
    let (field, entry) = field.enter(ui, value, width);
    field.accessible_name("γ");
    entry.map(|entry| match entry {
        Entry::Typed(gamma) => gamma,
        Entry::Dragged(value) => Gamma::Value(value),
    })
}

/// Draws the buttons of the rules that find γ in the data, with these widths in points.
fn gamma_rules(ui: &mut Ui, widths: [f32; 2], gamma: &mut Gamma) {
    ui.spacing_mut().button_padding.x = theme::GAP;
    let chosen = *gamma;
    let rules = [
        (Gamma::Auto, "auto", Criterion::Auto),
        (Gamma::Median, "median", Criterion::Median),
    ];
    for ((rule, text, found), width) in rules.into_iter().zip(widths) {
        let why = format!(
            "{} γ follows the data until it is set by hand.",
            found.help()
        );
        let button = Button::selectable(chosen == rule, text).frame_when_inactive(true);
        let button = ui.add_sized([width, theme::row(ui)], button);
        if button.explained(&why).clicked() {
            *gamma = rule;
        }
    }
}
