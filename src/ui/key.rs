//! Key to a chart's colours, in the title bar or, where that has no room for it, below it.

use std::ops::Range;

use egui::{
    Mesh, Popup, PopupCloseBehavior, Pos2, Rect, Response, RichText, Role, ScrollArea, Sense,
    Shape, Stroke, Ui, Vec2, WidgetInfo, pos2, vec2,
};

use super::{
    place::color,
    theme::{self, Tokens},
};
use crate::{
    app::Command,
    view::{ColorMap, Key, Marker, Paint, Tone, layout::entries_in_lines, number},
};

/// Radius of the dot before a class's name.
const DOT_RADIUS: f32 = 4.0;
/// Height of a line of the key.
pub(super) const ENTRY_HEIGHT: f32 = 20.0;
/// Width and height of the colour bar.
const BAR: egui::Vec2 = vec2(56.0, 8.0);
/// Number of pieces of the colour bar; enough to look smooth.
const STEPS: usize = 24;

/// Draws the key into so many lines of all the width there is; what does not fit is behind "+3". A click on a
/// class shows it alone.
pub(super) fn show(ui: &mut Ui, key: &Key, lines: usize, out: &mut Vec<Command>) {
    match key {
        Key::None => {}
        Key::Legend { title, .. } => legend(ui, title, key, lines, out),
        Key::ColorBar {
            title,
            min,
            max,
            map,
        } => color_bar(ui, title, [*min, *max], *map),
    }
}

/// Width that the whole key takes in one line.
pub(super) fn room(ui: &Ui, key: &Key) -> f32 {
    match key {
        Key::None => 0.0,
        Key::Legend { entries, .. } => entries.iter().map(|(name, _)| entry_width(ui, name)).sum(),
        Key::ColorBar {
            title, min, max, ..
        } => bar_width(ui, *min, *max) + text_width(ui, title),
    }
}

/// Least width in which all of the key can be reached.
pub(super) fn least_room(ui: &Ui, key: &Key) -> f32 {
    match key {
        Key::None => 0.0,
        Key::Legend { .. } => more_width(ui),
        Key::ColorBar { min, max, .. } => bar_width(ui, *min, *max),
    }
}

/// Number of lines of this width that the key takes, `most` at most.
pub(super) fn lines(ui: &Ui, key: &Key, width: f32, most: usize) -> usize {
    match key {
        Key::None => 0,
        Key::Legend { .. } => fitted(ui, key, width, most).1.len(),
        Key::ColorBar { .. } => 1,
    }
}

/// Entries as they have room in so many lines, and their places in each. Where not all have room whole, what stands
/// before a number gives way to it: colours tell which is which.
fn fitted<'a>(
    ui: &Ui,
    key: &'a Key,
    width: f32,
    most: usize,
) -> (Vec<KeyEntry<'a>>, Vec<Range<usize>>) {
    let mut entries = listed(key);
    let in_lines = |entries: &[KeyEntry<'_>]| {
        let widths: Vec<f32> = entries.iter().map(|entry| entry.width(ui)).collect();
        entries_in_lines(&widths, width, most, more_width(ui))
    };
    let mut lines = in_lines(&entries);
    if lines.last().is_none_or(|line| line.end < entries.len()) {
        for entry in &mut entries {
            entry.shorten();
        }
        lines = in_lines(&entries);
    }
    (entries, lines)
}

/// The entries with what a click on one of them has made of it.
fn listed(key: &Key) -> Vec<KeyEntry<'_>> {
    let Key::Legend { entries, alone, .. } = key else {
        return vec![];
    };
    let alone = *alone;
    let state = |i| match alone {
        None => EntryState::Shown,
        Some(alone) if alone == i => EntryState::Alone,
        Some(_) => EntryState::Weak,
    };
    let entries = entries.iter().enumerate();
    entries
        .map(|(i, (name, paint))| KeyEntry {
            name,
            paint: *paint,
            marker: key.marker(*paint),
            state: state(i),
        })
        .collect()
}

struct KeyEntry<'a> {
    name: &'a str,
    paint: Paint,
    marker: Marker,
    state: EntryState,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum EntryState {
    Shown,
    Alone,
    /// Entry beside another one that is shown alone.
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

fn legend(ui: &mut Ui, title: &str, key: &Key, most: usize, out: &mut Vec<Command>) {
    let width = ui.available_width();
    let (entries, lines) = fitted(ui, key, width, most);
    let shown = lines.last().map_or(0, |line| line.end);
    let draw = |ui: &mut Ui, i: usize, out: &mut Vec<Command>| {
        let has_more = i + 1 == lines.len() && shown < entries.len();
        let room = if has_more {
            width - more_width(ui)
        } else {
            width
        };
        for entry in &entries[lines[i].clone()] {
            entry.show(ui, room, out);
        }
        if has_more {
            more(ui, entries.len() - shown, title, &listed(key), out);
        }
    };
    ui.spacing_mut().item_spacing = Vec2::ZERO;
    ui.spacing_mut().interact_size.y = ENTRY_HEIGHT;
    if lines.len() == 1 {
        ui.horizontal(|ui| draw(ui, 0, out));
        return;
    }
    ui.vertical(|ui| {
        for i in 0..lines.len() {
            ui.horizontal(|ui| draw(ui, i, out));
        }
    });
}

fn entry_width(ui: &Ui, name: &str) -> f32 {
    text_width(ui, name) + 2.0 * DOT_RADIUS + theme::GAP + theme::SPACE
}

fn more_width(ui: &Ui) -> f32 {
    text_width(ui, "+99") + 2.0 * theme::GAP
}

/// Draws the button that opens all entries.
fn more(ui: &mut Ui, left: usize, title: &str, entries: &[KeyEntry<'_>], out: &mut Vec<Command>) {
    let isolated = entries.iter().any(|entry| entry.state == EntryState::Alone);
    let hidden = &entries[entries.len() - left..];
    let color = if isolated && hidden.iter().any(|entry| entry.state == EntryState::Alone) {
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
            let room = ui.ctx().content_rect();
            let most = room.width() - 4.0 * theme::SPACE;
            if !title.is_empty() {
                ui.label(theme::semibold(title));
            }
            ScrollArea::vertical()
                .max_height(room.height() - 4.0 * theme::BAR)
                .show(ui, |ui| {
                    for entry in entries {
                        entry.show(ui, most, out);
                    }
                });
        });
}

impl KeyEntry<'_> {
    /// Leaves the number that stands after a name.
    fn shorten(&mut self) {
        if let (false, Some((_, number))) = (self.is_class(), self.name.rsplit_once(": ")) {
            self.name = number;
        }
    }

    fn is_class(&self) -> bool {
        matches!(self.paint, Paint::Class(_))
    }

    fn width(&self, ui: &Ui) -> f32 {
        entry_width(ui, self.name)
    }

    /// Draws swatch and name, at most so wide; only classes can be shown alone.
    fn show(&self, ui: &mut Ui, most: f32, out: &mut Vec<Command>) {
        let sense = if self.is_class() {
            Sense::click()
        } else {
            Sense::hover()
        };
        let width = self.width(ui).min(most);
        let (rect, response) = ui.allocate_exact_size(vec2(width, ENTRY_HEIGHT), sense);
        self.paint(ui, rect, &response);
        if !self.is_class() {
            return;
        }
        let alone = self.state == EntryState::Alone;
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
            EntryState::Weak => (color.lerp_to_gamma(tokens.plot, 0.75), tokens.text_weak),
            EntryState::Alone => (color, tokens.text_strong),
            EntryState::Shown if engaged => (color, tokens.text_strong),
            EntryState::Shown => (color, tokens.text_weak),
        };
        let inside = rect.shrink2(vec2(theme::GAP, 0.0));
        let center = inside.left_center() + vec2(DOT_RADIUS, 0.0);
        ui.painter().add(swatch(self.marker, center, color));
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

fn swatch(marker: Marker, center: Pos2, color: egui::Color32) -> Shape {
    match marker {
        Marker::Disc => return Shape::circle_filled(center, DOT_RADIUS, color),
        Marker::Ring => {
            return Shape::circle_stroke(center, DOT_RADIUS, Stroke::new(1.5, color));
        }
        _ => {}
    }
    let corners = marker.corners();
    let corners = corners
        .iter()
        .map(|[x, y]| center + DOT_RADIUS * vec2(*x, *y));
    Shape::convex_polygon(corners.collect(), color, Stroke::NONE)
}

/// Width of the bar with the values at its ends.
fn bar_width(ui: &Ui, min: f64, max: f64) -> f32 {
    let ends = [min, max].map(|end| text_width(ui, &number(end)));
    ends[0] + BAR.x + ends[1] + 4.0 * theme::GAP
}

fn color_bar(ui: &mut Ui, title: &str, [min, max]: [f64; 2], map: ColorMap) {
    let tone = theme::tone(ui.visuals());
    ui.spacing_mut().item_spacing.x = theme::GAP;
    ui.spacing_mut().interact_size.y = ENTRY_HEIGHT;
    let bar = bar_width(ui, min, max);
    let (min, max) = (number(min), number(max));
    if bar > ui.available_width() {
        return;
    }
    ui.horizontal(|ui| colors(ui, title, bar, [&min, &max], map, tone));
}

/// Draws the bar between its ends, after its title where there is room.
fn colors(ui: &mut Ui, title: &str, bar: f32, [min, max]: [&str; 2], map: ColorMap, tone: Tone) {
    if bar + text_width(ui, title) <= ui.available_width() {
        ui.label(text(ui, title));
    }
    ui.label(text(ui, min));
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
    ui.label(text(ui, max));
}
