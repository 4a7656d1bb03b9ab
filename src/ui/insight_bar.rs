//! The lines above the plots: what an example explains, and what one sees in the result.

use egui::{
    Align, FontSelection, Frame, Label, Margin, Panel, RichText, TextStyle, Ui, text::LayoutJob,
};

use super::{
    explained::Explained,
    fonts::icon,
    theme::{self, Tokens},
    widgets::icon_button,
};
use crate::{
    app::{App, Command},
    setup::Example,
    view::sentence,
};

/// Draws the lines that there are; the one about the result keeps its room while a result is awaited,
/// so that plots stay where they are.
pub(super) fn show(ui: &mut Ui, app: &App, out: &mut Vec<Command>) {
    let tokens = Tokens::of(ui.visuals());
    if let Some(example) = app.example() {
        bar("example", &tokens).show(ui, |ui| explanation(ui, &example, out));
    }
    if shows_remark(app) {
        let bar = bar("insight", &tokens).exact_size(HEIGHT);
        bar.show(ui, |ui| remark(ui, app));
    }
}

/// What an example shows and what to try, in as many lines as that takes.
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
        let width = ui.available_width() - theme::ROW - theme::SPACE;
        ui.vertical(|ui| {
            ui.set_width(width);
            // The first line stands as high as the button beside it.
            ui.add_space((theme::ROW - ui.text_style_height(&TextStyle::Body)) / 2.0);
            ui.add(Label::new(text).wrap());
        });
        let close = Command::CloseExample;
        if icon_button(ui, icon::X, &close.label(), &close.help()).clicked() {
            out.push(close);
        }
    });
}

/// The height that the lines may take in a narrow window.
pub(super) fn most_height(app: &App) -> f32 {
    const EXAMPLE: f32 = 96.0;
    let example = app.example().map_or(0.0, |_| EXAMPLE);
    example + if shows_remark(app) { HEIGHT } else { 0.0 }
}

/// A lesson says itself what is to be seen.
fn shows_remark(app: &App) -> bool {
    app.settings().insight && app.course().is_none()
}

/// Height of a bar with one line.
const HEIGHT: f32 = 26.0;

fn remark(ui: &mut Ui, app: &App) {
    let tokens = Tokens::of(ui.visuals());
    let seen = app.insight().map(sentence);
    let Some(text) = seen else { return };
    // What was seen before a parameter moved is on its way out.
    let color = if app.is_exact() {
        tokens.text
    } else {
        tokens.text_weak
    };
    ui.horizontal_centered(|ui| {
        ui.spacing_mut().item_spacing.x = theme::SPACE;
        ui.label(RichText::new(icon::EYE).color(tokens.text_weak));
        ui.add(Label::new(RichText::new(&text).color(color)).truncate())
            .explained(&text);
    });
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
