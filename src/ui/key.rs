//! The key to a chart's colours, small enough for a title bar.

use egui::{
    Mesh, Popup, PopupCloseBehavior, Rect, Response, RichText, Role, Sense, Shape, Ui, WidgetInfo,
    pos2, vec2,
};

use super::{
    chart_item::color,
    theme::{self, Tokens},
};
use crate::{
    app::Command,
    view::{ColorMap, Key, Paint, number},
};

const DOT_RADIUS: f32 = 4.0;
pub(super) const ENTRY_HEIGHT: f32 = 20.0;
const BAR: egui::Vec2 = vec2(56.0, 8.0);
/// Pieces of the colour bar; enough to look smooth.
const STEPS: usize = 24;

/// Draws what fits into the row; the rest is behind "+3". A click on a class shows it alone.
pub(super) fn show(ui: &mut Ui, key: &Key, out: &mut Vec<Command>) {
    match key {
        Key::None => {}
        Key::Legend {
            title,
            entries,
            alone,
        } => {
            legend(ui, title, &listed(entries, *alone), out);
        }
        Key::ColorBar {
            title,
            min,
            max,
            map,
        } => color_bar(ui, title, [*min, *max], *map),
    }
}

/// The room that the whole key takes in a title bar.
pub(super) fn room(ui: &Ui, key: &Key) -> f32 {
    match key {
        Key::None => 0.0,
        Key::Legend { entries, .. } => entries.iter().map(|(name, _)| entry_width(ui, name)).sum(),
        Key::ColorBar {
            title, min, max, ..
        } => bar_width(ui, *min, *max) + text_width(ui, title),
    }
}

/// The entries with what a click on one of them has made of it.
pub(super) fn listed(entries: &[(String, Paint)], alone: Option<usize>) -> Vec<Entry<'_>> {
    let state = |i| match alone {
        None => State::Shown,
        Some(alone) if alone == i => State::Alone,
        Some(_) => State::Weak,
    };
    let entries = entries.iter().enumerate();
    entries
        .map(|(i, (name, paint))| Entry {
            name,
            paint: *paint,
            state: state(i),
        })
        .collect()
}

pub(super) struct Entry<'a> {
    name: &'a str,
    paint: Paint,
    state: State,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    Shown,
    Alone,
    /// Another one is shown alone.
    Weak,
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

fn legend(ui: &mut Ui, title: &str, entries: &[Entry<'_>], out: &mut Vec<Command>) {
    ui.spacing_mut().item_spacing.x = 0.0;
    let mut room = ui.available_width();
    let total: f32 = entries.iter().map(|entry| entry.width(ui)).sum();
    if total > room && entries.len() > 2 {
        room -= more_width(ui);
    }
    let mut left = entries.len();
    for entry in entries {
        room -= entry.width(ui);
        if room < 0.0 {
            break;
        }
        entry.show(ui, f32::INFINITY, out);
        left -= 1;
    }
    if left == 1
        && ui.available_width() > 2.0 * more_width(ui)
        && let Some(entry) = entries.last()
    {
        // The last one has what room there is, and its full text on hover.
        entry.show(ui, ui.available_width(), out);
    } else if left > 0 && ui.available_width() > more_width(ui) {
        more(ui, left, title, entries, out);
    }
}

fn entry_width(ui: &Ui, name: &str) -> f32 {
    text_width(ui, name) + 2.0 * DOT_RADIUS + theme::GAP + theme::SPACE
}

fn more_width(ui: &Ui) -> f32 {
    text_width(ui, "+99") + 2.0 * theme::GAP
}

/// The way to all entries.
fn more(ui: &mut Ui, left: usize, title: &str, entries: &[Entry<'_>], out: &mut Vec<Command>) {
    let isolated = entries.iter().any(|entry| entry.state == State::Alone);
    let hidden = &entries[entries.len() - left..];
    let color = if isolated && hidden.iter().any(|entry| entry.state == State::Alone) {
        Tokens::of(ui.visuals()).text_strong
    } else {
        Tokens::of(ui.visuals()).text_weak
    };
    ui.spacing_mut().button_padding = vec2(theme::GAP, 0.0);
    let text = theme::small(format!("+{left}")).color(color);
    let button = ui
        .add(egui::Button::new(text).frame_when_inactive(false))
        .accessible_name(format!("All of {title}"))
        .on_hover_text("Show all entries");
    Popup::menu(&button)
        .close_behavior(PopupCloseBehavior::CloseOnClickOutside)
        .show(|ui| {
            if !title.is_empty() {
                ui.label(theme::semibold(title));
            }
            for entry in entries {
                entry.show(ui, f32::INFINITY, out);
            }
        });
}

impl Entry<'_> {
    pub(super) fn width(&self, ui: &Ui) -> f32 {
        entry_width(ui, self.name)
    }

    /// Swatch and name, at most so wide; only classes can be shown alone.
    pub(super) fn show(&self, ui: &mut Ui, most: f32, out: &mut Vec<Command>) {
        let is_class = matches!(self.paint, Paint::Class(_));
        let sense = if is_class {
            Sense::click()
        } else {
            Sense::hover()
        };
        let width = self.width(ui).min(most);
        let (rect, response) = ui.allocate_exact_size(vec2(width, ENTRY_HEIGHT), sense);
        self.paint(ui, rect, &response);
        if !is_class {
            return;
        }
        let alone = self.state == State::Alone;
        let action = if alone {
            "Show all classes again".to_owned()
        } else {
            format!("Show only {} among shadows of the other classes", self.name)
        };
        let name = format!("Show only {}", self.name);
        response.widget_info(|| WidgetInfo::selected(Role::Button, true, alone, &name));
        let response = response.on_hover_text(action);
        if response.clicked() {
            out.push(Command::ToggleIsolated(self.name.to_owned()));
        }
    }

    fn paint(&self, ui: &Ui, rect: Rect, response: &Response) {
        let tokens = Tokens::of(ui.visuals());
        let color = color(self.paint, theme::tone(ui.visuals()));
        let engaged = response.sense.senses_click() && (response.hovered() || response.has_focus());
        if engaged {
            ui.painter()
                .rect_filled(rect, theme::RADIUS, tokens.control_hovered);
        }
        let (color, ink) = match self.state {
            State::Weak => (color.lerp_to_gamma(tokens.plot, 0.75), tokens.text_weak),
            State::Alone => (color, tokens.text_strong),
            State::Shown if engaged => (color, tokens.text_strong),
            State::Shown => (color, tokens.text_weak),
        };
        let inside = rect.shrink2(vec2(theme::GAP, 0.0));
        let center = inside.left_center() + vec2(DOT_RADIUS, 0.0);
        ui.painter().circle_filled(center, DOT_RADIUS, color);
        let left = inside.left() + 2.0 * DOT_RADIUS + theme::GAP;
        let mut job = egui::text::LayoutJob::simple_singleline(
            self.name.to_owned(),
            egui::FontId::proportional(theme::SMALL),
            ink,
        );
        job.wrap = egui::text::TextWrapping::truncate_at_width(inside.right() - left + 1.0);
        let galley = ui.painter().layout_job(job);
        let corner = pos2(left, rect.center().y - galley.size().y / 2.0);
        ui.painter().galley(corner, galley, ink);
    }
}

/// The bar with the values at its ends.
fn bar_width(ui: &Ui, min: f64, max: f64) -> f32 {
    let ends = [min, max].map(|end| text_width(ui, &number(end)));
    ends[0] + BAR.x + ends[1] + 4.0 * theme::GAP
}

fn color_bar(ui: &mut Ui, title: &str, [min, max]: [f64; 2], map: ColorMap) {
    let tone = theme::tone(ui.visuals());
    ui.spacing_mut().item_spacing.x = theme::GAP;
    let bar = bar_width(ui, min, max);
    let (min, max) = (number(min), number(max));
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
