//! The lines above the plots: what an example explains, and what one sees in the result.

use egui::{Align, Frame, Label, Layout, Margin, Panel, RichText, Ui};

use super::{
    explained::Explained,
    fonts::icon,
    theme::{self, Tokens},
    widgets::icon_button,
};
use crate::{
    app::{App, Command},
    view::sentence,
};

/// Draws the lines that there are; the one about the result keeps its room while a result is awaited,
/// so that plots stay where they are.
pub(super) fn show(ui: &mut Ui, app: &App, out: &mut Vec<Command>) {
    if let Some(example) = app.example() {
        bar("example").show(ui, |ui| {
            ui.with_layout(Layout::right_to_left(Align::Min), |ui| {
                let close = Command::CloseExample;
                if icon_button(ui, icon::X, &close.label(), &close.help()).clicked() {
                    out.push(close);
                }
                ui.with_layout(
                    Layout::left_to_right(Align::Min).with_main_wrap(true),
                    |ui| {
                        let tokens = Tokens::of(ui.visuals());
                        let mut text = egui::text::LayoutJob::default();
                        let mut part = |words: RichText| {
                            let font = egui::FontSelection::Default;
                            words.append_to(&mut text, ui.style(), font, Align::Center);
                        };
                        let title = format!("{}  ", example.title);
                        part(theme::semibold(title).color(tokens.text_strong));
                        let description = format!("{}  ", example.description);
                        part(RichText::new(description).color(tokens.text));
                        part(theme::semibold("Try: ").color(tokens.accent));
                        part(RichText::new(example.try_this).color(tokens.text));
                        ui.add(Label::new(text).wrap());
                    },
                );
            });
        });
    }
    if app.settings().insight {
        bar("insight")
            .exact_size(HEIGHT)
            .show(ui, |ui| remark(ui, app));
    }
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

fn bar(id: &'static str) -> Panel {
    Panel::top(id)
        .resizable(false)
        .show_separator_line(true)
        .frame(Frame::new().inner_margin(Margin::symmetric(12, 3)))
}
