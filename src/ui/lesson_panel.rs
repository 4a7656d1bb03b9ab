//! Lesson beside the plots: a step's text, its controls, its question.

use egui::{
    Align, Button, CentralPanel, Frame, Id, Label, Layout, Margin, Panel, ProgressBar, RichText,
    ScrollArea, TextStyle, Ui, vec2,
};
use egui_commonmark::{CommonMarkCache, CommonMarkViewer};

use super::{
    back_menu,
    command_widgets::{command_button, command_icon, text_button},
    data_panel,
    explained::Explained,
    fonts::icon,
    kernel_panel, lesson_question, panel_menu,
    parameter_row::{named_choice, slider_row},
    theme::{self, Tokens},
    widgets::{heading, list_entry, scrolling, thin_line},
};
use crate::app::{App, Choice, Command, Course, Parameter};
use lessons::{Highlight, LessonStep, SafeMarkdown, StepControl, without_pictures};

/// Width of the lesson in points: some sixty letters, which is easy to read.
pub(super) const WIDTH: f32 = 372.0;
/// Room around the rows of the bars above and below the text, in points.
const BAR_MARGIN: f32 = 16.0;
/// Margin beside the text, in points.
const MARGIN: i8 = 16;

/// Draws the lesson that is open into an area at an edge of the room.
pub(super) fn show(
    ui: &mut Ui,
    app: &App,
    area: Panel,
    markdown: &mut CommonMarkCache,
    out: &mut Vec<Command>,
) {
    let Some(course) = app.course() else { return };
    let Some(step) = course.step() else { return };
    let tokens = Tokens::of(ui.visuals());
    let bar = Frame::new()
        .fill(tokens.surface)
        .inner_margin(Margin::symmetric(MARGIN - 4, 8));
    let height = theme::row(ui) + BAR_MARGIN;
    area.resizable(false)
        .frame(Frame::new().fill(tokens.surface))
        .show(ui, |ui| {
            Panel::top("lesson head")
                .exact_size(height)
                .show_separator_line(false)
                .frame(bar)
                .show(ui, |ui| head(ui, course, out));
            Panel::bottom("lesson steps")
                .exact_size(height)
                .frame(bar)
                .show(ui, |ui| steps(ui, app, course, out));
            CentralPanel::default().frame(Frame::new()).show(ui, |ui| {
                // Each step begins at its top.
                let id = ("lesson", course.lesson().title.as_str(), course.place());
                let area = ScrollArea::vertical().id_salt(id).auto_shrink(false);
                area.show(ui, |ui| {
                    Frame::new()
                        .inner_margin(Margin::symmetric(MARGIN, 4))
                        .show(ui, |ui| {
                            ui.set_width(ui.available_width());
                            contents(ui, app, (course, step), markdown, out);
                        });
                });
            });
        });
}

/// Draws the lesson's name, the list of its steps, and the button that closes it.
fn head(ui: &mut Ui, course: &Course, out: &mut Vec<Command>) {
    let tokens = Tokens::of(ui.visuals());
    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
        command_icon(ui, icon::X, Command::CloseLesson, out);
        command_icon(ui, icon::ROTATE_CCW, Command::ShowStepAgain, out);
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
            let title = &course.lesson().title;
            ui.add(Label::new(theme::semibold(title).color(tokens.text_strong)).truncate());
        });
    });
}

/// Draws the number of the step, and the buttons to the steps before and after.
fn steps(ui: &mut Ui, app: &App, course: &Course, out: &mut Vec<Command>) {
    let button = |ui: &mut Ui, command: Command, text: &str, out: &mut Vec<Command>| {
        let button = Button::new(text).min_size(vec2(72.0, theme::row(ui)));
        command_button(ui, app, button, command, out);
    };
    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
        match course.next_lesson() {
            _ if course.is_asking() => button(ui, Command::NextStep, "Answer", out),
            _ if !course.is_last() => button(ui, Command::NextStep, "Next", out),
            Some(next) => button(ui, Command::Lesson(next.name), "Next lesson", out),
            None => button(ui, Command::CloseLesson, "Done", out),
        }
        button(ui, Command::PreviousStep, "Back", out);
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
            contents_button(ui, course, out);
            let share = (course.place() + 1) as f32 / course.lesson().steps.len().max(1) as f32;
            let bar = ProgressBar::new(share).desired_height(3.0);
            ui.add(bar.desired_width(ui.available_width()));
        });
    });
}

/// Draws the list of steps behind the number of the one that is shown.
fn contents_button(ui: &mut Ui, course: &Course, out: &mut Vec<Command>) {
    let steps = &course.lesson().steps;
    let text = format!("Step {} of {}", course.place() + 1, steps.len());
    let list = ui.menu_button(text, |ui| {
        scrolling(ui, |ui| {
            for (i, step) in steps.iter().enumerate() {
                let command = Command::GoToStep(i);
                let text = format!("{}  {}", i + 1, step.heading);
                if list_entry(ui, i == course.place(), text, &command.help()) {
                    out.push(command);
                    ui.close();
                }
            }
        });
    });
    list.response
        .explained("All steps of this lesson by what they claim");
}

fn contents(
    ui: &mut Ui,
    app: &App,
    (course, step): (&Course, &LessonStep),
    markdown: &mut CommonMarkCache,
    out: &mut Vec<Command>,
) {
    heading(ui, &step.heading);
    ui.add_space(theme::SPACE);
    if app.writing().is_none() && course.has_other_data(app.setup()) {
        moved_away(ui, out);
    }
    text(ui, markdown, &step.text);
    if let Some(screen) = &step.screen {
        text(ui, markdown, screen);
    }
    if !step.controls.is_empty() {
        ui.add_space(theme::SPACE);
        controls(ui, app, (course, step), out);
    }
    if let Some(question) = &step.question {
        ui.add_space(theme::SPACE);
        let drawn =
            ui.scope(|ui| self::lesson_question::question(ui, (course, question), markdown, out));
        // An answer that comes below the edge is scrolled to, once.
        let id = Id::unique(("answer of a lesson", course.place()));
        let answered = course.answered().is_some();
        let known = ui.data_mut(|data| {
            let known = data.get_temp_mut_or_default::<bool>(id);
            std::mem::replace(known, answered)
        });
        if answered && !known {
            drawn.response.scroll_to_me(Some(Align::BOTTOM));
        }
    }
    if course.is_last() && !course.is_asking() {
        ui.add_space(theme::SPACE);
        let next = course.next_lesson();
        let next = next.map_or_else(String::new, |it| format!(" Next: {}", it.title));
        ui.label(RichText::new(format!("This was the last step.{next}")).weak());
    }
    ui.add_space(theme::SECTION);
}

/// Draws a remark that the picture is not the one in the text, with the way back.
fn moved_away(ui: &mut Ui, out: &mut Vec<Command>) {
    let tokens = Tokens::of(ui.visuals());
    ui.horizontal_wrapped(|ui| {
        let words = "These are not the step’s data any more:";
        ui.label(RichText::new(words).color(tokens.error));
        text_button(ui, "Show them again", Command::ShowStepAgain, out);
    });
    ui.add_space(theme::SPACE);
}

/// Draws Markdown in the size of running text; a short equation is not parted at the end of a line.
pub(super) fn text(ui: &mut Ui, markdown: &mut CommonMarkCache, text: &str) {
    let text = glued(&text.replace(" = ", "\u{a0}=\u{a0}"));
    // Last, as what is put in before may make a link.
    let SafeMarkdown { text, .. } = SafeMarkdown::of(&without_pictures(&text));
    ui.scope(|ui| {
        let style = ui.style_mut();
        for name in [TextStyle::Body, TextStyle::Monospace] {
            if let Some(font) = style.text_styles.get_mut(&name) {
                font.size = theme::READING;
            }
        }
        CommonMarkViewer::new()
            .indentation_spaces(2)
            .show(ui, markdown, &text);
    });
}

/// Punctuation marks with which no line begins.
const SENTENCE_MARKS: [char; 6] = ['.', ',', ';', ':', '?', '!'];

/// Moves punctuation that follows emphasised text or code inside it, as lines may break where the style changes.
fn glued(text: &str) -> String {
    let mut glued = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(['*', '`']) {
        let (before, from) = rest.split_at(at);
        glued += before;
        let style = &from[..1];
        let behind = from.trim_start_matches(style);
        let (ends, behind) = from.split_at(from.len() - behind.len());
        let after = behind.trim_start_matches(SENTENCE_MARKS);
        let (marks, after) = behind.split_at(behind.len() - after.len());
        let closes = glued
            .chars()
            .next_back()
            .is_some_and(|c| !c.is_whitespace());
        // Three and more begin or end a block.
        let moves = closes && ends.len() <= 2;
        let order = if moves { [marks, ends] } else { [ends, marks] };
        glued.extend(order);
        rest = after;
    }
    glued + rest
}

/// Draws the controls that the step offers.
fn controls(
    ui: &mut Ui,
    app: &App,
    (course, step): (&Course, &LessonStep),
    out: &mut Vec<Command>,
) {
    thin_line(ui);
    ui.add_space(theme::SPACE);
    let of_kernel =
        |control: &StepControl| matches!(control, StepControl::Kernel | StepControl::Number(_));
    let mut formula = step.controls.iter().any(of_kernel);
    for control in &step.controls {
        // Above the first of what stands in it.
        if formula && of_kernel(control) && *control != StepControl::Kernel {
            kernel_panel::formula_box(ui, app);
            formula = false;
        }
        let drawn = ui.scope(|ui| self::control(ui, app, *control, out));
        if course.points_at(Highlight::Control(*control)) {
            frame(ui, course, drawn.response.rect.expand2(vec2(6.0, 2.0)));
        }
        if formula && *control == StepControl::Kernel {
            kernel_panel::formula_box(ui, app);
            formula = false;
        }
    }
}

/// Draws one control of a step.
pub(super) fn control(ui: &mut Ui, app: &App, control: StepControl, out: &mut Vec<Command>) {
    match control {
        StepControl::Data => data_panel::generator(ui, app, out),
        StepControl::Scaling => named_choice(ui, Parameter::Scaling, app.setup(), out),
        StepControl::Kernel => {
            kernel_panel::kernel(ui, app, out);
        }
        StepControl::Number(parameter) => kernel_panel::number_rows(ui, parameter, app, out),
        StepControl::FeatureSpace => kernel_panel::feature_space(ui, app, out),
        StepControl::Components => kernel_panel::how_many(ui, app, out),
        StepControl::Neighbors => slider_row(ui, Parameter::Neighbors, app, out),
        StepControl::Landmarks => slider_row(ui, Parameter::Landmarks, app, out),
        StepControl::Threshold => slider_row(ui, Parameter::Threshold, app, out),
        StepControl::Noise => data_panel::noise_rows(ui, app, out),
        StepControl::Signs => panel_menu::choose(ui, app, Choice::AlignSigns, out),
        StepControl::DenoisingComponents => back_menu::components(ui, app, out),
    }
}

/// Seconds in which the frame around a place pulses once, when its step begins.
const PULSE: f64 = 0.9;
/// Width of a frame at the height of its pulse, and at rest, in points.
const FRAME_WIDTHS: [f32; 2] = [6.0, 2.0];
/// Frames per second of a pulse: a gentle movement needs no more.
const RATE: f64 = 30.0;

/// Draws a frame around the place to look at; it pulses once when the step begins, and then rests.
pub(super) fn frame(ui: &Ui, course: &Course, rect: egui::Rect) {
    let now = ui.input(|input| input.time);
    let id = Id::unique("step whose frames pulsed last");
    let step = Id::unique((course.lesson().title.as_str(), course.place()));
    let begun = ui.data_mut(|data| {
        let last = data.get_temp_mut_or_insert_with(id, || (step, now));
        if last.0 != step {
            *last = (step, now);
        }
        last.1
    });
    let share = if theme::is_still(ui) {
        1.0
    } else {
        ((now - begun) / PULSE).clamp(0.0, 1.0)
    };
    if share < 1.0 {
        let next = std::time::Duration::from_secs_f64(1.0 / RATE);
        ui.ctx().request_repaint_after(next);
    }
    let [high, rest] = FRAME_WIDTHS;
    let width = rest + (high - rest) * (std::f64::consts::PI * share).sin() as f32;
    let stroke = (width, Tokens::of(ui.visuals()).accent);
    let inside = egui::StrokeKind::Inside;
    ui.painter()
        .rect_stroke(rect, theme::RADIUS, stroke, inside);
}

#[cfg(test)]
mod tests {
    use super::glued;

    #[test]
    fn no_line_can_begin_with_a_full_stop() {
        for (text, expected) in [
            (
                "Its row is `1 2`. *So*, then",
                "Its row is `1 2.` *So,* then",
            ),
            ("**Isomap**: see (*here*)?", "**Isomap:** see (*here*)?"),
            (
                "* item\n* another: `a` and `b`!",
                "* item\n* another: `a` and `b!`",
            ),
            ("```\nx\n```\n. 2*3", "```\nx\n```\n. 2*3"),
        ] {
            assert_eq!(glued(text), expected);
        }
    }
}
