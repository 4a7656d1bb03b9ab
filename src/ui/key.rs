//! The key to a chart's colours, small enough for a title bar.

use egui::{Mesh, RichText, Sense, Shape, Ui, pos2, vec2};

use super::{
    chart_item::color,
    theme::{self, Tokens},
};
use crate::view::{ColorMap, Key, Paint, number};

const DOT_RADIUS: f32 = 4.0;
const BAR: egui::Vec2 = vec2(72.0, 8.0);
/// Pieces of the colour bar; enough to look smooth.
const STEPS: usize = 24;

/// Draws what fits into the row; the rest is behind "+3", which names all on hover.
pub(super) fn show(ui: &mut Ui, key: &Key) {
    match key {
        Key::None => {}
        Key::Legend { title, entries } => legend(ui, title, entries),
        Key::ColorBar {
            title,
            min,
            max,
            map,
        } => color_bar(ui, title, [*min, *max], *map),
    }
}

fn text(ui: &Ui, text: &str) -> RichText {
    theme::small(text).color(Tokens::of(ui.visuals()).text_weak)
}

fn text_width(ui: &Ui, text: &str) -> f32 {
    let font = egui::FontId::proportional(theme::SMALL);
    let galley = ui
        .painter()
        .layout_no_wrap(text.to_owned(), font, egui::Color32::PLACEHOLDER);
    galley.size().x
}

fn legend(ui: &mut Ui, title: &str, entries: &[(String, Paint)]) {
    let tone = theme::tone(ui.visuals());
    ui.spacing_mut().item_spacing.x = theme::GAP;
    let width = |ui: &Ui, name: &str| {
        text_width(ui, name) + 2.0 * DOT_RADIUS + 2.0 * theme::GAP + theme::SPACE
    };
    let mut room = ui.available_width();
    let total: f32 = entries.iter().map(|(name, _)| width(ui, name)).sum();
    if total > room && entries.len() > 2 {
        room -= width(ui, "+99");
    }
    let mut left = entries.len();
    for (name, paint) in entries {
        room -= width(ui, name);
        if room < 0.0 {
            break;
        }
        swatch(ui, color(*paint, tone));
        ui.label(text(ui, name));
        ui.add_space(theme::GAP);
        left -= 1;
    }
    if left == 1
        && let Some((name, paint)) = entries.last()
    {
        // The last one has what room there is, and its full text on hover.
        swatch(ui, color(*paint, tone));
        ui.add(egui::Label::new(text(ui, name)).truncate());
    } else if left > 0 {
        ui.label(text(ui, &format!("+{left}"))).on_hover_ui(|ui| {
            if !title.is_empty() {
                ui.label(theme::semibold(title));
            }
            for (name, paint) in entries {
                ui.horizontal(|ui| {
                    swatch(ui, color(*paint, tone));
                    ui.label(name);
                });
            }
        });
    }
}

fn swatch(ui: &mut Ui, color: egui::Color32) {
    let (rect, _) = ui.allocate_exact_size(vec2(2.0 * DOT_RADIUS, theme::SMALL), Sense::hover());
    ui.painter().circle_filled(rect.center(), DOT_RADIUS, color);
}

fn color_bar(ui: &mut Ui, title: &str, [min, max]: [f64; 2], map: ColorMap) {
    let tone = theme::tone(ui.visuals());
    ui.spacing_mut().item_spacing.x = theme::GAP;
    let (min, max) = (number(min), number(max));
    let bar = text_width(ui, &min) + BAR.x + text_width(ui, &max) + 4.0 * theme::GAP;
    if bar > ui.available_width() {
        return;
    }
    if bar + text_width(ui, title) <= ui.available_width() {
        ui.label(text(ui, title));
    }
    ui.label(text(ui, &min));
    let (rect, _) = ui.allocate_exact_size(BAR, Sense::hover());
    let mut mesh = Mesh::default();
    for i in 0..=STEPS {
        let share = i as f32 / STEPS as f32;
        let x = egui::lerp(rect.x_range(), share);
        let paint = color(map.paint(share), tone);
        mesh.colored_vertex(pos2(x, rect.top()), paint);
        mesh.colored_vertex(pos2(x, rect.bottom()), paint);
        if i > 0 {
            let last = 2 * i as u32;
            mesh.add_triangle(last - 2, last - 1, last);
            mesh.add_triangle(last - 1, last, last + 1);
        }
    }
    ui.painter().add(Shape::mesh(mesh));
    ui.label(text(ui, &max));
}
