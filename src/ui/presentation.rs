//! Lecture room: a claim and the formula above the plots, a few controls below them, nothing else.

use egui::{
    Align, CentralPanel, Color32, Context, Event, Frame, Id, Key, Label, LayerId, Layout, Margin,
    Modifiers, Order, Panel, RichText, Slider, SliderClamping, TextStyle, Ui, vec2,
};
use egui_commonmark::CommonMarkCache;

use super::{
    charts::Charts,
    kernel_panel, lesson_panel, lesson_question, play, plots,
    theme::{self, Tokens},
    widgets::{FIELD_WIDTH, rail, scrolling},
};
use crate::app::{App, Blank, Command, Edit, Parameter};
use chart::number;
use kernel_pca::{
    kernel::{Gamma, KernelParameter},
    sweep::SweptParameter,
};
use lessons::StepControl;

/// Largest width in points of the controls below the plots.
const CONTROLS: f32 = 420.0;
/// Largest number of sliders below the plots, which leaves the plots their room.
const MOST_CONTROLS: usize = 2;
/// Share of the window's width that a question takes beside the plot.
const QUESTION: f32 = 0.45;
/// Share of the window's width and height that the text of a step may take.
const NOTES: f32 = 0.6;
/// Radius in points of the disc that follows the pointer.
const POINTER: f32 = 16.0;

/// Draws all of the window; returns the rows under the pointer.
pub(super) fn show(
    ui: &mut Ui,
    app: &App,
    (charts, markdown): (&mut Charts, &mut CommonMarkCache),
    out: &mut Vec<Command>,
) -> Vec<usize> {
    let tokens = Tokens::of(ui.visuals());
    let bar = bar(&tokens);
    Panel::top("claim")
        .frame(bar)
        .show(ui, |ui| claim(ui, app, markdown));
    sliders(ui, app, out);
    if app.asks_in_lecture() {
        // Beside the plot, which three long answers above it would leave a strip.
        let width = QUESTION * ui.available_width();
        Panel::left("lecture question")
            .exact_size(width)
            .resizable(false)
            .frame(bar)
            .show(ui, |ui| scrolling(ui, |ui| asked(ui, app, markdown)));
    }
    let drawn = CentralPanel::default()
        .frame(Frame::new())
        .show(ui, |ui| plots::show(ui, app, charts, out))
        .inner;
    notes(ui.ctx(), app, markdown);
    drawn
}

fn bar(tokens: &Tokens) -> Frame {
    let margin = Margin::symmetric(12, 6);
    Frame::new().fill(tokens.surface).inner_margin(margin)
}

/// Draws the sliders of the step, or that of γ, below the plots.
pub(super) fn sliders(ui: &mut Ui, app: &App, out: &mut Vec<Command>) {
    let controls = controls(app);
    if controls.is_empty() {
        return;
    }
    let bar = bar(&Tokens::of(ui.visuals()));
    Panel::bottom("lecture controls").frame(bar).show(ui, |ui| {
        let room = ui.available_width();
        ui.horizontal(|ui| {
            ui.add_space(((room - CONTROLS) / 2.0).max(0.0));
            ui.vertical(|ui| {
                ui.set_width(room.min(CONTROLS));
                for control in controls {
                    match control {
                        StepControl::GAMMA => gamma(ui, app, out),
                        _ => lesson_panel::control(ui, app, control, out),
                    }
                }
            });
        });
    });
}

/// Draws the text of the step over the plots, for the speaker.
fn notes(ctx: &Context, app: &App, markdown: &mut CommonMarkCache) {
    let shown = app.presentation().is_some_and(|it| it.notes);
    let Some(step) = app.course().and_then(|it| it.step()).filter(|_| shown) else {
        return;
    };
    let room = ctx.content_rect();
    egui::Window::new("Text of the step")
        .collapsible(false)
        .default_size(room.size() * NOTES)
        .max_size(room.size() * NOTES)
        .anchor(
            egui::Align2::RIGHT_BOTTOM,
            vec2(-theme::SPACE, -theme::SPACE),
        )
        .vscroll(true)
        .show(ctx, |ui| lesson_panel::text(ui, markdown, &step.text));
}

/// Draws the step's question.
fn asked(ui: &mut Ui, app: &App, markdown: &mut CommonMarkCache) {
    if let Some(course) = app.course()
        && let Some(question) = course.question()
    {
        lesson_question::asked(ui, course, question, markdown);
    }
}

/// Draws the step's claim and question, beside the formula with its values where a panel rests on the kernel.
fn claim(ui: &mut Ui, app: &App, markdown: &mut CommonMarkCache) {
    let tokens = Tokens::of(ui.visuals());
    let step = app
        .course()
        .and_then(|course| Some((course, course.step()?)));
    let shown = app.arrangement().shown();
    let formula = shown.iter().any(|panel| panel.rests_on_kernel());
    let formula = formula.then(|| kernel_panel::formula(ui, app, theme::HEADING));
    let formula = ui.painter().layout_job(formula.unwrap_or_default());
    ui.horizontal(|ui| {
        let width = ui.available_width() - formula.size().x - theme::SECTION;
        let size = vec2(width.max(0.0), formula.size().y);
        ui.allocate_ui_with_layout(size, Layout::top_down(Align::Min), |ui| {
            ui.set_width(size.x);
            if let Some((course, step)) = step {
                let heading = RichText::new(&step.heading).text_style(TextStyle::Heading);
                ui.add(Label::new(heading.color(tokens.text_strong)).wrap());
                let [at, steps] = [course.place() + 1, course.lesson().steps.len()];
                ui.label(theme::small(format!("{at} / {steps}")).weak());
            }
        });
        ui.label(formula);
    });
    if !app.asks_in_lecture() {
        asked(ui, app, markdown);
    }
}

/// Draws γ in one row, without the marks that take the plots' room.
fn gamma(ui: &mut Ui, app: &App, out: &mut Vec<Command>) {
    let median = app.analysis().map_or(1.0, |it| it.gamma_median);
    let mut value = app.number(Parameter::GAMMA).unwrap_or(median);
    let range = (median / 100.0).min(value)..=(median * 1e4).max(value);
    ui.horizontal(|ui| {
        ui.label(RichText::new("γ").size(theme::HEADING));
        let slider = Slider::new(&mut value, range)
            .logarithmic(true)
            .show_value(false)
            .clamping(SliderClamping::Never);
        let types = app.presentation().is_none();
        let beside = FIELD_WIDTH + if types { theme::SPACE } else { 0.0 };
        let room = vec2(ui.available_width() - beside, theme::row(ui));
        let row = Layout::left_to_right(Align::Center);
        let slider = ui.allocate_ui_with_layout(room, row, |ui| {
            play::beside(ui, app, SweptParameter::GAMMA, out, |ui, width| {
                rail(ui, width, slider).accessible_name("γ")
            })
        });
        let mut entered = slider.inner.changed().then_some(Gamma::Value(value));
        if types {
            let typed = kernel_panel::gamma_field(ui, value, FIELD_WIDTH);
            entered = typed.or(entered);
        } else {
            ui.label(RichText::new(number(value)).size(theme::HEADING));
        }
        out.extend(entered.map(|gamma| Command::Edit(Edit::Gamma(gamma))));
    });
}

/// Sliders of the step; without a lesson those of the numbers in the kernel's formula.
fn controls(app: &App) -> Vec<StepControl> {
    if let Some(step) = app.course().and_then(|course| course.step()) {
        let wanted = step.controls.iter().copied();
        return wanted
            .filter(|it| it.is_slider())
            .take(MOST_CONTROLS)
            .collect();
    }
    let kernel = &app.setup().kernel;
    let numbers = KernelParameter::ALL.into_iter();
    let numbers = numbers.filter(|it| kernel.uses(*it)).take(MOST_CONTROLS);
    numbers.map(StepControl::Number).collect()
}

/// Takes letters, arrows, the space bar and Escape, which have another effect outside of a lecture room.
pub(super) fn keys(ctx: &Context, app: &App, out: &mut Vec<Command>) {
    let types = ctx.text_edit_focused() || app.renames();
    if app.presentation().is_none() || app.dialog().is_some() || types {
        return;
    }
    // A slider that has the focus is moved by arrows.
    let free = ctx.memory(egui::Memory::focused).is_none();
    let mut keys = vec![
        (Key::Escape, Command::TogglePresentation),
        (Key::B, Command::Blank(Blank::Black)),
        // Some clickers send these keys.
        (Key::Period, Command::Blank(Blank::Black)),
        (Key::W, Command::Blank(Blank::White)),
        (Key::P, Command::TogglePointer),
        (Key::N, Command::ToggleNotes),
    ];
    if free {
        keys.extend([
            (Key::ArrowRight, Command::NextStep),
            (Key::ArrowDown, Command::NextStep),
            (Key::Space, Command::NextStep),
            (Key::ArrowLeft, Command::PreviousStep),
            (Key::ArrowUp, Command::PreviousStep),
        ]);
    }
    for (key, command) in keys {
        let pressed = ctx.input_mut(|input| input.consume_key(Modifiers::NONE, key));
        if pressed && app.obstacle(&command).is_none() {
            out.push(command);
        }
    }
}

/// Draws what lies over everything: the disc at the pointer, or one colour.
pub(super) fn cover(ctx: &Context, app: &App, out: &mut Vec<Command>) {
    let Some(presentation) = app.presentation() else {
        return;
    };
    let painter = ctx.layer_painter(LayerId::new(Order::Tooltip, Id::unique("lecture")));
    let tokens = Tokens::of(&ctx.global_style().visuals);
    if let Some(blank) = presentation.blank {
        let color = match blank {
            Blank::Black => Color32::BLACK,
            Blank::White => Color32::WHITE,
        };
        painter.rect_filled(ctx.content_rect(), 0.0, color);
        // A click brings the picture back, as in other programs that present.
        let clicked = ctx.input(|input| {
            let mut events = input.events.iter();
            events.any(|event| matches!(event, Event::PointerButton { pressed: true, .. }))
        });
        if clicked {
            out.push(Command::Blank(blank));
        }
    } else if let Some(at) = ctx.pointer_latest_pos().filter(|_| presentation.pointer) {
        painter.circle_filled(at, POINTER, tokens.accent.gamma_multiply(0.35));
        painter.circle_stroke(at, POINTER, (1.5, tokens.accent));
    }
}
