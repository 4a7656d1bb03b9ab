//! Key to a chart's colours, in the title bar or, where that has no room for it, below it.

use std::ops::Range;

use egui::{
    Popup, PopupCloseBehavior, Rect, Response, Role, ScrollArea, Sense, Ui, Vec2, WidgetInfo, pos2,
    vec2,
};

use super::{
    brush::{self, Brush},
    command_widgets::clicked,
    explained::Explained,
    rename,
    theme::{self, Tokens},
};
use crate::app::{App, Command};
use chart::{
    Key, Paint,
    layout::{KeyEntry, KeyLook, entries_in_lines},
};
use explorer::{setup::Nameable, view::class_name};

/// Height of a line of the key, in points.
pub(super) const ENTRY_HEIGHT: f32 = 20.0;

/// Draws the key into at most `lines` lines of the full width; entries without room are behind a button such as "+3". A
/// click on a class shows it alone.
pub(super) fn show(ui: &mut Ui, app: &App, key: &Key, lines: usize, out: &mut Vec<Command>) {
    match key {
        Key::None => {}
        Key::Legend { title, .. } => legend(ui, app, (title, key), lines, out),
        Key::ColorBar { .. } => color_bar(ui, key),
    }
}

/// Width in points that the whole key takes in one line.
pub(super) fn room(ui: &Ui, app: &App, key: &Key) -> f32 {
    match key {
        Key::None => 0.0,
        Key::Legend { .. } => listed(app, key).iter().map(|entry| entry.width(ui)).sum(),
        Key::ColorBar { .. } => bar_width(ui, &KeyEntry::all(key, KeyLook::WINDOW)),
    }
}

/// Least width in points in which all of the key can be reached.
pub(super) fn least_room(ui: &Ui, key: &Key) -> f32 {
    match key {
        Key::None => 0.0,
        Key::Legend { .. } => more_width(ui),
        Key::ColorBar { .. } => bar_width(ui, ends(&KeyEntry::all(key, KeyLook::WINDOW))),
    }
}

/// Number of lines of this width that the key takes, `most` at most.
pub(super) fn lines(ui: &Ui, app: &App, key: &Key, width: f32, most: usize) -> usize {
    match key {
        Key::None => 0,
        Key::Legend { .. } => fitted(ui, app, key, width, most).1.len(),
        Key::ColorBar { .. } => 1,
    }
}

/// Entries of the key and their index ranges in each of at most `most` lines. Where not all have room, entries with a
/// number leave out the name before it, as colours tell them apart.
fn fitted(
    ui: &Ui,
    app: &App,
    key: &Key,
    width: f32,
    most: usize,
) -> (Vec<ListedEntry>, Vec<Range<usize>>) {
    let mut entries = listed(app, key);
    let in_lines = |entries: &[ListedEntry]| {
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

/// Entries of the key, with the state after one class was chosen to be shown alone.
fn listed(app: &App, key: &Key) -> Vec<ListedEntry> {
    let Key::Legend { entries, alone, .. } = key else {
        return vec![];
    };
    let alone = *alone;
    let state = |i| match alone {
        None => EntryState::Shown,
        Some(alone) if alone == i => EntryState::Alone,
        Some(_) => EntryState::Weak,
    };
    let named = |class: Option<usize>| Some(entries.get(class?)?.0.clone());
    let entries = KeyEntry::of_classes(key, KeyLook::WINDOW)
        .into_iter()
        .zip(entries);
    let entries = entries.enumerate();
    entries
        .map(|(i, (mut entry, (name, paint)))| {
            let is_class = matches!(paint, Paint::Class(_));
            if is_class {
                entry.text = class_name(&app.setup().view.wishes, name);
            }
            ListedEntry {
                entry,
                name: name.clone(),
                is_class,
                beside: named(alone.filter(|alone| *alone != i)),
                state: state(i),
            }
        })
        .collect()
}

struct ListedEntry {
    entry: KeyEntry,
    /// Name in the data.
    name: String,
    /// True where the entry stands for a class, which can be shown alone.
    is_class: bool,
    /// Name of another class that is shown alone.
    beside: Option<String>,
    state: EntryState,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum EntryState {
    Shown,
    Alone,
    /// Faded entry, beside another one that is shown alone.
    Weak,
}

fn text_width(ui: &Ui, text: &str) -> f32 {
    brush::text_width(ui.ctx(), text, theme::SMALL)
}

fn entry_width(ui: &Ui, entry: &KeyEntry) -> f32 {
    entry.before_text() + text_width(ui, &entry.text)
}

/// Paints the sign of an entry at the left of a rectangle.
fn sign(ui: &Ui, entry: &KeyEntry, rect: Rect) {
    let mut shapes = Vec::new();
    for shape in entry.sign([0.0; 2]) {
        Brush::of(ui).paint(ui, rect.left_center(), &shape, &mut shapes);
    }
    ui.painter().extend(shapes);
}

fn legend(ui: &mut Ui, app: &App, (title, key): (&str, &Key), most: usize, out: &mut Vec<Command>) {
    let width = ui.available_width();
    let (entries, lines) = fitted(ui, app, key, width, most);
    let shown = lines.last().map_or(0, |line| line.end);
    let draw = |ui: &mut Ui, i: usize, out: &mut Vec<Command>| {
        let has_more = i + 1 == lines.len() && shown < entries.len();
        let room = if has_more {
            width - more_width(ui)
        } else {
            width
        };
        for entry in &entries[lines[i].clone()] {
            entry.show(ui, app, room, out);
        }
        if has_more {
            more(
                ui,
                app,
                title,
                (entries.len() - shown, &listed(app, key)),
                out,
            );
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

fn more_width(ui: &Ui) -> f32 {
    text_width(ui, "+99") + 2.0 * theme::GAP
}

/// Draws the button that opens all entries.
fn more(
    ui: &mut Ui,
    app: &App,
    title: &str,
    (left, entries): (usize, &[ListedEntry]),
    out: &mut Vec<Command>,
) {
    let mut hidden = entries[entries.len() - left..].iter();
    let color = if hidden.any(|entry| entry.state == EntryState::Alone) {
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
                        entry.show(ui, app, most, out);
                    }
                });
        });
}

impl ListedEntry {
    /// Shortens the text of an entry to the number after its name, unless the entry is a class.
    fn shorten(&mut self) {
        if let (false, Some((_, number))) = (self.is_class, self.entry.text.rsplit_once(": ")) {
            self.entry.text = number.to_owned();
        }
    }

    fn width(&self, ui: &Ui) -> f32 {
        entry_width(ui, &self.entry) + 2.0 * theme::GAP
    }

    /// Draws sign and name, at most so wide.
    fn show(&self, ui: &mut Ui, app: &App, most: f32, out: &mut Vec<Command>) {
        let sense = if self.is_class {
            Sense::click()
        } else {
            Sense::hover()
        };
        let width = self.width(ui).min(most);
        let (rect, response) = ui.allocate_exact_size(vec2(width, ENTRY_HEIGHT), sense);
        self.paint(ui, rect, &response);
        if !self.is_class {
            return;
        }
        let alone = self.state == EntryState::Alone;
        let (name, shown) = (&self.name, &self.entry.text);
        let action = if alone {
            "Show all classes again".to_owned()
        } else {
            format!(
                "Show only {shown} among shadows of the other classes; the other button fits only {shown}, or without it. {}.",
                rename::HINT
            )
        };
        let known = format!("Show only {name}");
        response.widget_info(|| WidgetInfo::selected(Role::Button, true, alone, &known));
        let response = response.on_hover_text(action);
        if response.clicked() {
            out.push(Command::ToggleIsolated(name.clone()));
        }
        let thing = Nameable::Class(name.clone());
        rename::on_double_click(&response, &thing, out);
        rename::field(ui.ctx(), app, &thing, rect, out);
        Popup::context_menu(&response).show(|ui| {
            let both = self.beside.clone().map(|other| vec![other, name.clone()]);
            let commands = [
                Some(Command::FitOnly(vec![name.clone()])),
                both.map(Command::FitOnly),
                Some(Command::FitWithoutClass(name.clone())),
                Some(Command::FitAllRows),
                Some(Command::Rename(thing.clone())),
            ];
            for command in commands.into_iter().flatten() {
                let button = ui.button(command.label()).explained(&command.help());
                if clicked(&button, command, out) {
                    ui.close();
                }
            }
        });
    }

    fn paint(&self, ui: &Ui, rect: Rect, response: &Response) {
        let tokens = Tokens::of(ui.visuals());
        let engaged = response.sense.senses_click() && (response.hovered() || response.has_focus());
        if engaged {
            ui.painter()
                .rect_filled(rect, theme::RADIUS, tokens.control_hovered);
        }
        let ink = match self.state {
            EntryState::Alone => tokens.text_strong,
            EntryState::Shown if engaged => tokens.text_strong,
            EntryState::Shown | EntryState::Weak => tokens.text_weak,
        };
        let inside = rect.shrink2(vec2(theme::GAP, 0.0));
        sign(ui, &self.entry, inside);
        let left = inside.left() + self.entry.before_text();
        let font = egui::FontId::proportional(theme::SMALL);
        let mut job = brush::job(&self.entry.text, &font, ink);
        job.wrap = egui::text::TextWrapping::truncate_at_width(inside.right() - left + 1.0);
        let galley = ui.painter().layout_job(job);
        let corner = pos2(left, rect.center().y - galley.size().y / 2.0);
        ui.painter().galley(corner, galley, ink);
    }
}

/// Entries for the two ends of a colour bar, without its title.
fn ends(entries: &[KeyEntry]) -> &[KeyEntry] {
    &entries[entries.len().saturating_sub(2)..]
}

/// Width of the entries of a colour bar beside each other.
fn bar_width(ui: &Ui, entries: &[KeyEntry]) -> f32 {
    let widths = entries.iter().map(|entry| entry_width(ui, entry));
    widths.map(|width| width + theme::GAP).sum()
}

/// Draws the bar between its ends, after its title where there is room.
fn color_bar(ui: &mut Ui, key: &Key) {
    ui.spacing_mut().item_spacing.x = theme::GAP;
    ui.spacing_mut().interact_size.y = ENTRY_HEIGHT;
    let all = KeyEntry::all(key, KeyLook::WINDOW);
    let wanted = [&all[..], ends(&all)];
    let room = ui.available_width();
    let Some(shown) = wanted.into_iter().find(|it| bar_width(ui, it) <= room) else {
        return;
    };
    ui.horizontal(|ui| {
        for entry in shown {
            if entry.before_text() > 0.0 {
                let size = vec2(entry.before_text() - theme::GAP, ENTRY_HEIGHT);
                let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
                sign(ui, entry, rect);
            }
            ui.label(theme::small(&entry.text).weak());
        }
    });
}
