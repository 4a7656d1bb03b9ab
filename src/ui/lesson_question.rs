//! Question of a lesson's step: its choices and their outcome, beside the plots and in a lecture room.

use egui::{
    Button, Color32, Frame, Label, Margin, RichText, Sense, TextStyle, Ui, accesskit::Live, vec2,
};
use egui_commonmark::CommonMarkCache;

use super::{
    command_widgets::{clicked, text_button},
    explained::Explained,
    fonts::icon,
    lesson_panel::text,
    theme::{self, Tokens},
};
use crate::app::{AnswerWay, Command, Course};
use lessons::{Question, QuestionKind};

/// Draws the question of the open step, with the outcome of each answer.
pub(super) fn question(
    ui: &mut Ui,
    (course, question): (&Course, &Question),
    markdown: &mut CommonMarkCache,
    out: &mut Vec<Command>,
) {
    let tokens = Tokens::of(ui.visuals());
    let edge = if course.is_asking() {
        tokens.accent
    } else {
        tokens.line
    };
    let box_ = Frame::new()
        .fill(tokens.plot)
        .stroke((1.0, edge))
        .corner_radius(theme::RADIUS)
        .inner_margin(Margin::symmetric(12, 8));
    box_.show(ui, |ui| {
        ui.set_width(ui.available_width());
        text(ui, markdown, &question.ask);
        match &question.kind {
            QuestionKind::Choice {
                choices,
                right,
                why,
            } => {
                for (i, choice) in choices.iter().enumerate() {
                    self::choice(ui, course, choice, (i, *right), out);
                }
                let last = course.wrong_tries().last().filter(|_| course.is_asking());
                if let Some(last) = last {
                    ui.add_space(theme::GAP);
                    said(ui, "Not quite", tokens.error);
                    if let Some(why) = why.get(*last).filter(|it| !it.is_empty()) {
                        text(ui, markdown, why);
                    }
                    ui.label(RichText::new("Try another answer").weak());
                }
            }
            QuestionKind::Until(_) if course.is_asking() => {
                ui.horizontal(|ui| {
                    ui.label(RichText::new("Not there yet").weak());
                    text_button(ui, "Show me", Command::ShowAnswer, out);
                });
            }
            QuestionKind::Until(_) => {}
        }
        let Some(answered) = course.answered() else {
            return;
        };
        let outcome = match answered {
            AnswerWay::Right => Some(right_at(course.wrong_tries().len() + 1)),
            AnswerWay::Reached => Some("There it is".to_owned()),
            AnswerWay::Shown => None,
        };
        ui.add_space(theme::GAP);
        if let Some(words) = outcome {
            said(ui, &words, tokens.success);
        }
        text(ui, markdown, &question.because);
    });
}

/// Draws the outcome of an answer, which a screen reader says at once.
fn said(ui: &mut Ui, words: &str, color: Color32) {
    let label = ui.label(theme::semibold(words).color(color));
    ui.ctx()
        .accesskit_node_builder(label.id, |node| node.set_live(Live::Polite));
}

/// Praise for the right answer, with the number of tries that it took.
fn right_at(tries: usize) -> String {
    match tries {
        1 => "Right".to_owned(),
        2 => "Right, at the second try".to_owned(),
        3 => "Right, at the third try".to_owned(),
        more => format!("Right, at try {more}"),
    }
}

/// Draws the question in a lecture room, and after that the right answer.
pub(super) fn asked(
    ui: &mut Ui,
    course: &Course,
    question: &Question,
    markdown: &mut CommonMarkCache,
) {
    let tokens = Tokens::of(ui.visuals());
    let answered = course.answered().is_some();
    if !answered {
        text(ui, markdown, &question.ask);
    }
    let QuestionKind::Choice { choices, right, .. } = &question.kind else {
        return;
    };
    // The plots have the room of the wrong ones.
    let shown = choices
        .iter()
        .enumerate()
        .filter(|(i, _)| !answered || i == right);
    let color = if answered {
        tokens.success
    } else {
        tokens.text
    };
    let words: Vec<RichText> = shown
        .map(|(i, choice)| {
            let letter = char::from(b'A' + i as u8);
            RichText::new(format!("{letter}  {choice}"))
                .size(theme::READING)
                .color(color)
        })
        .collect();
    // Side by side where they fit into one line: one that is parted in the middle is hard to read.
    let gap = theme::SECTION;
    let width: f32 = words.iter().map(|it| gap + text_width(ui, it)).sum();
    if width - gap <= ui.available_width() {
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = gap;
            for words in words {
                ui.label(words);
            }
        });
    } else {
        for words in words {
            ui.add(Label::new(words).wrap());
        }
    }
}

/// Width of a text in one line.
fn text_width(ui: &Ui, text: &RichText) -> f32 {
    let text = egui::WidgetText::from(text.clone());
    let wrap = Some(egui::TextWrapMode::Extend);
    text.into_galley(ui, wrap, f32::INFINITY, TextStyle::Body)
        .size()
        .x
}

/// Draws an answer that can be taken, or its outcome.
fn choice(
    ui: &mut Ui,
    course: &Course,
    text: &str,
    (i, right): (usize, usize),
    out: &mut Vec<Command>,
) {
    let tokens = Tokens::of(ui.visuals());
    let is_open = course.is_asking();
    let (mark, spoken, color) = match is_open {
        _ if course.wrong_tries().contains(&i) => (icon::X, "Wrong: ", tokens.error),
        true => ("", "", tokens.text),
        false if i == right => (icon::CHECK, "Right: ", tokens.success),
        false => ("", "", tokens.text_weak),
    };
    let words = if mark.is_empty() {
        text.to_owned()
    } else {
        format!("{mark}  {text}")
    };
    let button = Button::new(RichText::new(words).color(color))
        .wrap()
        .min_size(vec2(ui.available_width(), theme::row(ui)));
    let command = Command::Answer(i);
    if !mark.is_empty() || !is_open {
        // Not greyed out: it is still read.
        ui.add(button.sense(Sense::hover()))
            .accessible_name(format!("{spoken}{text}"));
        return;
    }
    let button = ui.add(button).explained(&command.help());
    clicked(&button, command, out);
}
