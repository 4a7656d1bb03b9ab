//! Lines above the plots: the explanation of an example, and the remark on the result.

use egui::{
    Align, Button, FontSelection, Frame, Label, Layout, Margin, Panel, Popup, PopupCloseBehavior,
    RichText, TextStyle, Ui, text::LayoutJob,
};

use super::{
    command_widgets::{clicked, command_icon, entry},
    explained::Explained,
    fonts::icon,
    theme::{self, Tokens},
};
use crate::app::{App, Command};
use explorer::{
    insight::{Diagnosis, Insight},
    setup::Example,
    view::{remedy, sentence, why},
};

/// Draws the explanation of an example and the remark, where there are such; the remark keeps its room while a result
/// is awaited, so that plots stay where they are.
pub(super) fn show(ui: &mut Ui, app: &App, out: &mut Vec<Command>) {
    let tokens = Tokens::of(ui.visuals());
    if let Some(example) = app.example() {
        bar("example", &tokens).show(ui, |ui| explanation(ui, &example, out));
    }
    if app.keeps_room_for_remarks() {
        let bar = bar("insight", &tokens).exact_size(HEIGHT - theme::ROW + theme::row(ui));
        bar.show(ui, |ui| remark(ui, app, out));
    }
}

/// Draws the explanation of an example and what to try, in as many lines as that takes.
fn explanation(ui: &mut Ui, example: &Example, out: &mut Vec<Command>) {
    let tokens = Tokens::of(ui.visuals());
    let mut text = LayoutJob::default();
    let mut part = |words: RichText| {
        words.append_to(&mut text, ui.style(), FontSelection::Default, Align::Center);
    };
    part(theme::semibold(example.title).color(tokens.text_strong));
    part(RichText::new(format!("   {}   ", example.description)).color(tokens.text));
    part(theme::semibold("Try ").color(tokens.accent));
    part(RichText::new(example.try_this).color(tokens.text));
    ui.horizontal_top(|ui| {
        let width = ui.available_width() - theme::row(ui) - theme::SPACE;
        ui.vertical(|ui| {
            ui.set_width(width);
            // The first line stands as high as the button beside it.
            ui.add_space((theme::row(ui) - ui.text_style_height(&TextStyle::Body)) / 2.0);
            ui.add(Label::new(text).wrap());
        });
        command_icon(ui, icon::X, Command::CloseExample, out);
    });
}

/// Largest height in points that both lines take in a narrow window.
pub(super) fn most_height(app: &App) -> f32 {
    const EXAMPLE: f32 = 96.0;
    let example = app.example().map_or(0.0, |_| EXAMPLE);
    let remark = app.keeps_room_for_remarks().then_some(HEIGHT);
    example + remark.unwrap_or_default()
}

/// Width in points left beside "Why?", up to which the buttons of remedies are left out.
const LEAST_FOR_BUTTONS: f32 = 320.0;
const REMEDY: &str = "Does what helps, in one step that Undo takes back";

/// Width of the reason, in points: a lesson's title has room in one line.
const REASON_WIDTH: f32 = 380.0;
/// Height of a bar with one line, in points.
const HEIGHT: f32 = 30.0;

/// Draws the remark, its remedies and its reason; leaves the same room empty where there is none.
fn remark(ui: &mut Ui, app: &App, out: &mut Vec<Command>) {
    let tokens = Tokens::of(ui.visuals());
    let Some(Diagnosis { insight, remedies }) = app.insight() else {
        return;
    };
    // While a parameter moves, the remark is still that on the result before.
    let is_exact = app.is_exact();
    let color = if is_exact {
        tokens.text
    } else {
        tokens.text_weak
    };
    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
        ui.spacing_mut().item_spacing.x = theme::SPACE;
        if theme::row(ui) == theme::ROW {
            ui.spacing_mut().interact_size.y -= theme::GAP;
        }
        ui.spacing_mut().button_padding.y = 0.0;
        // Buttons keep their room, and the sentence is cut where it is narrow.
        let reason = ui.button("Why?").explained("The reason in two sentences");
        Popup::menu(&reason)
            .close_behavior(PopupCloseBehavior::CloseOnClickOutside)
            .show(|ui| reason_why(ui, app, &insight, out));
        // Where there is hardly room for a few words, they come before the buttons.
        let has_room = ui.available_width() > LEAST_FOR_BUTTONS;
        for help in remedies.iter().rev().filter(|_| has_room) {
            let Some(command) = app.carry_out(help) else {
                continue;
            };
            let button = Button::new(theme::semibold(remedy(help)).color(tokens.accent));
            let button = ui.add_enabled(is_exact, button).explained(REMEDY);
            clicked(&button, command, out);
        }
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
            ui.label(RichText::new(icon::EYE).weak());
            let text = sentence(&insight);
            ui.add(Label::new(RichText::new(&text).color(color)).truncate())
                .explained(&text);
        });
    });
}

/// Draws the reason, two sentences, and the way to the lesson with more.
fn reason_why(ui: &mut Ui, app: &App, insight: &Insight, out: &mut Vec<Command>) {
    ui.set_max_width(REASON_WIDTH);
    // A menu would stretch its lines to one width.
    ui.with_layout(Layout::top_down(Align::Min), |ui| ui.label(why(insight).0));
    let Some((title, commands)) = app.lesson_on_remark() else {
        return;
    };
    ui.add_space(theme::GAP);
    let name = format!("Lesson “{title}”");
    let button = ui.button(entry(icon::FILE_TEXT, &name));
    let button = button.accessible_name(&name);
    if button.explained("Opens the step about it").clicked() {
        out.extend(commands);
        ui.close();
    }
}

fn bar(id: &'static str, tokens: &Tokens) -> Panel {
    Panel::top(id)
        .resizable(false)
        .show_separator_line(true)
        .frame(
            Frame::new()
                .fill(tokens.surface)
                .inner_margin(Margin::symmetric(12, 3)),
        )
}
