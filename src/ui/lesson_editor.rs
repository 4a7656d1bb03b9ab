//! Editor of a lesson's texts; their look stands beside them, as for its readers.

use egui::{
    Align, Button, CentralPanel, Frame, Label, Layout, Margin, Panel, RichText, ScrollArea,
    TextEdit, Ui, vec2,
};

use super::{
    command_widgets::{command_button, command_icons},
    explained::Explained,
    fonts::icon,
    theme::{self, Tokens},
    widgets::{checklist, explained_button, explained_row, row, segmented, thin_line, tick_box},
};
use crate::app::{App, Command, LessonEdit, Writing};
use explorer::panel::Panel as Shown;
use lessons::{DraftQuestion, DraftStep, Highlight, StepControl};

/// Width of the editor, in points.
pub(super) const WIDTH: f32 = 324.0;
/// Height of the bars above and below the texts, in points.
const BAR: f32 = 40.0;
/// Margin beside the texts, in points.
const MARGIN: i8 = 12;
/// Largest number of problems that have a line; the rest is counted.
const MOST_PROBLEMS: usize = 3;

/// Draws the texts into an area at an edge of the room.
pub(super) fn show(ui: &mut Ui, app: &App, area: Panel, out: &mut Vec<Command>) {
    let (Some(writing), Some(course)) = (app.writing(), app.course()) else {
        return;
    };
    let place = course.place();
    let Some(step) = writing.draft().steps.get(place) else {
        return;
    };
    let tokens = Tokens::of(ui.visuals());
    let bar = Frame::new()
        .fill(tokens.surface)
        .inner_margin(Margin::symmetric(MARGIN, 8));
    area.resizable(false)
        .frame(Frame::new().fill(tokens.surface))
        .show(ui, |ui| {
            Panel::top("editor head")
                .exact_size(BAR)
                .show_separator_line(false)
                .frame(bar)
                .show(ui, |ui| head(ui, app, out));
            Panel::bottom("editor foot")
                .frame(bar)
                .show(ui, |ui| foot(ui, writing));
            CentralPanel::default().frame(Frame::new()).show(ui, |ui| {
                let area = ScrollArea::vertical().id_salt(("editor", place));
                area.auto_shrink(false).show(ui, |ui| {
                    Frame::new()
                        .inner_margin(Margin::symmetric(MARGIN, 4))
                        .show(ui, |ui| {
                            ui.set_width(ui.available_width());
                            contents(ui, app, (writing, step, place), out);
                        });
                });
            });
        });
}

fn head(ui: &mut Ui, app: &App, out: &mut Vec<Command>) {
    let tokens = Tokens::of(ui.visuals());
    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
        let buttons = [
            (icon::X, Command::StopWriting),
            (icon::SAVE, Command::SaveLesson),
            (icon::REDO_2, Command::RedoWriting),
            (icon::UNDO_2, Command::UndoWriting),
        ];
        command_icons(ui, app, buttons, out);
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
            ui.label(theme::semibold("Edit the lesson").color(tokens.text_strong));
        });
    });
}

/// Draws the foot: saved or not, and the problems.
fn foot(ui: &mut Ui, writing: &Writing) {
    let tokens = Tokens::of(ui.visuals());
    let problems = writing.problems();
    for problem in problems.iter().take(MOST_PROBLEMS) {
        let text = format!("Line {}: {}", problem.line, problem.reason);
        let text = RichText::new(text).size(theme::SMALL).color(tokens.error);
        ui.add(Label::new(text).wrap());
    }
    if problems.len() > MOST_PROBLEMS {
        let more = format!("and {} more", problems.len() - MOST_PROBLEMS);
        ui.label(theme::small(more).color(tokens.error));
    }
    let text = match (writing.is_saved(), writing.path()) {
        (true, Some(path)) => format!("Saved in {}", path.display()),
        (true, None) => "A copy, not changed yet".to_owned(),
        (false, Some(path)) => format!("Changes are not saved in {}", path.display()),
        (false, None) => "Not saved yet".to_owned(),
    };
    let text = theme::small(text).weak();
    ui.add(Label::new(text).truncate());
}

fn contents(
    ui: &mut Ui,
    app: &App,
    (writing, step, place): (&Writing, &DraftStep, usize),
    out: &mut Vec<Command>,
) {
    let draft = writing.draft();
    if let Some(title) = line(ui, "Title", "The name of the lesson", &draft.title) {
        out.push(Command::WriteLesson(LessonEdit::Title(title)));
    }
    let help = "What the lesson is about, in a sentence for the list of lessons";
    if let Some(summary) = text(ui, ("Summary", place), help, 2, &draft.summary) {
        out.push(Command::WriteLesson(LessonEdit::Summary(summary)));
    }
    row(ui, "Minutes", |ui| {
        let mut minutes = draft.minutes;
        let field = egui::DragValue::new(&mut minutes).range(1..=600);
        let field = ui.add(field).accessible_name("Minutes");
        if field
            .explained("How long the lesson takes, about")
            .changed()
        {
            out.push(Command::WriteLesson(LessonEdit::Minutes(minutes)));
        }
    });
    ui.add_space(theme::SPACE);
    thin_line(ui);
    ui.add_space(theme::SPACE);
    self::step(ui, app, (step, place, draft.steps.len()), out);
    ui.add_space(theme::SPACE);
    thin_line(ui);
    ui.add_space(theme::SPACE);
    question(ui, app, (step, place), out);
    ui.add_space(theme::SECTION);
}

fn step(
    ui: &mut Ui,
    app: &App,
    (step, place, count): (&DraftStep, usize, usize),
    out: &mut Vec<Command>,
) {
    let tokens = Tokens::of(ui.visuals());
    ui.horizontal(|ui| {
        let name = format!("Step {} of {count}", place + 1);
        ui.label(theme::semibold(name).color(tokens.text_strong));
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let edits = [
                (LessonEdit::DeleteStep, "Delete"),
                (LessonEdit::MoveStep { down: true }, "Down"),
                (LessonEdit::MoveStep { down: false }, "Up"),
            ];
            for (edit, name) in edits {
                command_button(ui, app, Button::new(name), Command::WriteLesson(edit), out);
            }
        });
    });
    ui.add_space(theme::GAP);
    ui.horizontal(|ui| {
        let add = Command::WriteLesson(LessonEdit::AddStep);
        command_button(ui, app, Button::new("Add this view as a step"), add, out);
        let picture = Command::WriteLesson(LessonEdit::Picture);
        command_button(ui, app, Button::new("Use this view"), picture, out);
    });
    ui.add_space(theme::GAP);
    let mut edit = |edit: LessonEdit| out.push(Command::WriteLesson(edit));
    let help =
        "What the picture shows, as a claim: it is read first, and stands large in a lecture room";
    if let Some(heading) = text(ui, ("Claim", place), help, 2, &step.heading) {
        edit(LessonEdit::Heading(heading.replace('\n', " ")));
    }
    let help = "A few sentences in Markdown: *emphasis*, **strong**, `formulas`, lists, tables, [links](https://example.org)";
    if let Some(words) = text(ui, ("Text", place), help, 9, &step.text) {
        edit(LessonEdit::Text(words));
    }
    let help = "What to do at the screen, in Markdown below the text; a handout leaves it out";
    let screen = step.screen.as_deref().unwrap_or_default();
    if let Some(words) = text(ui, ("At the screen", place), help, 1, screen) {
        edit(LessonEdit::Screen(
            Some(words).filter(|it| !it.trim().is_empty()),
        ));
    }
    let controls: Vec<(StepControl, &str)> =
        StepControl::all().map(|it| (it, it.title())).collect();
    let help = "What stands below the text to be changed; everything else is a key away";
    explained_row(ui, "Controls", help, None, |ui| {
        if let Some(controls) = chosen(ui, "step controls", &step.controls, &controls, help) {
            edit(LessonEdit::Controls(controls));
        }
    });
    let help = "Panels and controls that get a frame, so that they are found";
    let here = step.setup.view.places().into_iter();
    let all: Vec<(Highlight, &str)> = here
        .map(|panel: Shown| (Highlight::Panel(panel), panel.title()))
        .chain(
            controls
                .into_iter()
                .map(|(control, name)| (Highlight::Control(control), name)),
        )
        .collect();
    explained_row(ui, "Framed", help, None, |ui| {
        if let Some(framed) = chosen(ui, "step highlight", &step.highlight, &all, help) {
            edit(LessonEdit::Highlight(framed));
        }
    });
    if let Some(claims) = rules(ui, ("Rules", place), &step.claims) {
        edit(LessonEdit::Claims(claims));
    }
}

/// Draws a field for rules, one in a line; returns them after a change.
fn rules(ui: &mut Ui, name: (&str, usize), claims: &[String]) -> Option<Vec<String>> {
    let help = "What must hold for the numbers, one rule in a line, such as separation(2) > 0.99. \
                kpca-explorer lesson quantities lists what they can speak of, and lesson check tests them.";
    text(ui, name, help, 2, &claims.join("\n")).map(|text| lines(&text))
}

fn lines(text: &str) -> Vec<String> {
    text.split('\n').map(str::to_owned).collect()
}

/// Kind of a step's question.
#[derive(Clone, Copy, PartialEq)]
enum QuestionForm {
    None,
    Choice,
    Until,
}

/// Draws the fields of the step's question.
fn question(ui: &mut Ui, app: &App, (step, place): (&DraftStep, usize), out: &mut Vec<Command>) {
    let change = |question: Option<DraftQuestion>| {
        Command::WriteLesson(LessonEdit::Question(question.map(Box::new)))
    };
    let kind = match &step.question {
        None => QuestionForm::None,
        Some(question) if question.until.is_some() => QuestionForm::Until,
        Some(_) => QuestionForm::Choice,
    };
    let kinds = [
        (QuestionForm::None, "No question", "The step asks nothing"),
        (
            QuestionForm::Choice,
            "Choices",
            "One of several answers is right",
        ),
        (
            QuestionForm::Until,
            "Drag until",
            "Something is to be moved until the numbers obey a rule",
        ),
    ];
    let mut wanted = kind;
    let changed = ui.horizontal(|ui| segmented(ui, &mut wanted, &kinds)).inner;
    if changed {
        let question = step.question.clone().unwrap_or_else(DraftQuestion::choice);
        out.push(change(match wanted {
            QuestionForm::None => None,
            QuestionForm::Choice => Some(DraftQuestion {
                until: None,
                choices: if question.choices.is_empty() {
                    DraftQuestion::choice().choices
                } else {
                    question.choices
                },
                ..question
            }),
            QuestionForm::Until => Some(DraftQuestion {
                until: Some("separation(2) > 0.99".into()),
                ..question
            }),
        }));
        return;
    }
    let Some(before) = &step.question else {
        return;
    };
    let mut question = before.clone();
    ui.add_space(theme::GAP);
    let help = "What is asked, in Markdown";
    if let Some(ask) = text(ui, ("Question", place), help, 2, &question.ask) {
        question.ask = ask;
    }
    if let Some(until) = &mut question.until {
        let help = "A rule that does not hold yet and is brought about by moving something";
        if let Some(rule) = line(ui, "Rule to be reached", help, until) {
            *until = rule;
        }
    } else {
        answers(ui, place, &mut question);
    }
    let help = "Panels that would give the answer away: they are covered until it is given";
    let here = step.setup.view.places().into_iter();
    let all: Vec<(Shown, &str)> = here.map(|panel| (panel, panel.title())).collect();
    explained_row(ui, "Covered", help, None, |ui| {
        if let Some(hide) = chosen(ui, "question hide", &question.hide, &all, help) {
            question.hide = hide;
        }
    });
    let help =
        "What is asked on paper, where nothing can be moved; empty where the question will do";
    let paper = question.paper.clone().unwrap_or_default();
    if let Some(paper) = text(ui, ("On paper", place), help, 1, &paper) {
        question.paper = Some(paper).filter(|it| !it.trim().is_empty());
    }
    let help = "Why the answer is what it is, in Markdown; shown once it is given";
    if let Some(because) = text(ui, ("Reason", place), help, 4, &question.because) {
        question.because = because;
    }
    ui.horizontal(|ui| {
        let picture = Command::WriteLesson(LessonEdit::AnswerPicture);
        let button = Button::new("Use this view for the answer");
        command_button(ui, app, button, picture, out);
        let help = "The answer comes with the step’s own view";
        if question.after.is_some() && explained_button(ui, "None", help).clicked() {
            question.after = None;
        }
    });
    let said = if question.after.is_some() {
        "The answer brings a view of its own"
    } else {
        "The answer leaves the view as it is"
    };
    ui.label(theme::small(said).weak());
    if let Some(claims) = rules(ui, ("Rules of the answer", place), &question.claims) {
        question.claims = claims;
    }
    if question != *before {
        out.push(change(Some(question)));
    }
}

/// Draws fields for the answers of a question, for the right one, and for why the others are not.
fn answers(ui: &mut Ui, place: usize, question: &mut DraftQuestion) {
    let help = "One answer in a line";
    let choices = question.choices.join("\n");
    if let Some(choices) = text(ui, ("Answers", place), help, 3, &choices) {
        question.choices = lines(&choices);
    }
    let help = "For each answer a line that says why it is wrong, empty for the right one; nothing at all says nothing";
    if let Some(why) = text(ui, ("Why not", place), help, 3, &question.why.join("\n")) {
        let why = lines(&why);
        let is_blank = why.iter().all(|it| it.trim().is_empty());
        question.why = if is_blank { vec![] } else { why };
    }
    row(ui, "Right answer", |ui| {
        let most = question.choices.iter().filter(|it| !it.trim().is_empty());
        let field = egui::DragValue::new(&mut question.answer).range(1..=most.count().max(1));
        ui.add(field)
            .accessible_name("Right answer")
            .explained("The number of the line that is right, from 1");
    });
}

/// Draws a field of one line under its name; returns a typed text.
fn line(ui: &mut Ui, name: &str, help: &str, value: &str) -> Option<String> {
    let mut typed = value.to_owned();
    let field = TextEdit::singleline(&mut typed).id_salt(name);
    named_field(ui, name, help, field).then_some(typed)
}

/// Draws a field of several lines under its name, for the step at index `place`; returns a typed text.
fn text(
    ui: &mut Ui,
    (name, place): (&str, usize),
    help: &str,
    rows: usize,
    value: &str,
) -> Option<String> {
    let mut typed = value.to_owned();
    let field = TextEdit::multiline(&mut typed)
        .id_salt((name, place))
        .desired_rows(rows)
        .min_size(vec2(ui.available_width(), 0.0));
    named_field(ui, name, help, field).then_some(typed)
}

/// Draws a field under its name; returns true where it was typed into.
fn named_field(ui: &mut Ui, name: &str, help: &str, field: TextEdit<'_>) -> bool {
    ui.add_space(theme::GAP);
    ui.label(theme::small(name).weak());
    let response = ui.add(field.desired_width(f32::INFINITY));
    response.accessible_name(name).explained(help).changed()
}

/// Draws a list of which some are chosen, in the order of `all`; returns the choice after a click.
fn chosen<T: Copy + PartialEq>(
    ui: &mut Ui,
    id: &str,
    now: &[T],
    all: &[(T, &str)],
    help: &str,
) -> Option<Vec<T>> {
    let names: Vec<&str> = all
        .iter()
        .filter(|(it, _)| now.contains(it))
        .map(|(_, name)| *name)
        .collect();
    let shown = if names.is_empty() {
        "None".to_owned()
    } else {
        names.join(", ")
    };
    let mut changed = None;
    checklist(ui, id, shown, |ui| {
        for (it, name) in all {
            let mut on = now.contains(it);
            if tick_box(ui, &mut on, name, help) {
                let is_on = |other: &T| if other == it { on } else { now.contains(other) };
                let kept = all.iter().map(|(other, _)| *other).filter(is_on);
                changed = Some(kept.collect());
            }
        }
    });
    changed
}
