//! Field for a number, dragged or typed. A refused text stays in it, with the reason below.

use std::{cell::RefCell, ops::RangeInclusive};

use egui::{
    Color32, Direction, DragValue, Event, Id, Key, Layout, Response, Stroke, StrokeKind, TextStyle,
    Ui, Vec2, emath::Numeric,
};

use super::{
    explained::{Explained, shared},
    theme::{self, Tokens},
    widgets::FIELD_WIDTH,
};
use chart::{number, shorter_numbers};
use kernel_pca::typed::{NamedNumber, NumberRange};

/// Reading, dragging and look of a field's number. What is typed may also be a `T` that finds one.
pub(super) struct NumberField<'a, T = f64> {
    /// Reads a text, or says why it makes no sense.
    pub read: &'a dyn Fn(&str) -> Result<T, String>,
    /// Change per point that the pointer is dragged.
    pub speed: f64,
    /// Range of dragging; a typed number may lie beyond.
    pub range: RangeInclusive<f64>,
    pub suffix: &'static str,
}

/// Typed text that was refused while the field's value was `value`.
#[derive(Debug, Clone)]
struct RefusedText {
    text: String,
    reason: String,
    value: f64,
}

/// Entry in a field.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Entry<T> {
    /// Text that was typed, as it was read; it may be what the field shows.
    Typed(T),
    /// Number that the field was dragged to.
    Dragged(f64),
}

/// Mark of a field that something was typed into since it has the focus.
#[derive(Debug, Clone)]
struct TypedInto;

impl NumberField<'_> {
    /// Draws the field with a given width in points. The response is changed when a number was entered, even the one
    /// shown, which may have come from a rule.
    pub fn show<N: Numeric>(self, ui: &mut Ui, value: &mut N, width: f32) -> Response {
        let (response, entry) = self.enter(ui, *value, width);
        if let Some(Entry::Typed(new) | Entry::Dragged(new)) = entry {
            *value = N::from_f64(new);
        }
        response
    }
}

impl<T> NumberField<'_, T> {
    /// Draws the field in a given width; returns what was entered.
    pub fn enter<N: Numeric>(
        self,
        ui: &mut Ui,
        value: N,
        width: f32,
    ) -> (Response, Option<Entry<T>>) {
        // As `Ui::add_sized` does it, but with the field's name known beforehand.
        let layout = Layout::centered_and_justified(Direction::LeftToRight);
        let size = Vec2::new(width, theme::row(ui));
        ui.allocate_ui_with_layout(size, layout, |ui| self.field(ui, value))
            .inner
    }

    #[expect(
        clippy::too_many_lines,
        reason = "one widget, in the order in which it is drawn and read"
    )]
    fn field<N: Numeric>(self, ui: &mut Ui, value: N) -> (Response, Option<Entry<T>>) {
        let Self {
            read,
            speed,
            range,
            suffix,
        } = self;
        let id = ui.next_auto_id();
        let before = value.to_f64();
        let refused = ui
            .data(|data| data.get_temp::<RefusedText>(id))
            .filter(|refused| refused.value == before);
        let is_typed_into = is_typed_into(ui, id);
        // A text that is no number must get out too, with the reason: the field itself takes numbers alone.
        let typed: RefCell<Option<(String, Result<T, String>)>> = RefCell::default();
        let mut dragged = before;
        let show = |value: f64| {
            if N::INTEGRAL {
                format!("{value:.0}")
            } else {
                number(value)
            }
        };
        let whole = refused
            .as_ref()
            .map_or_else(|| show(before), |refused| refused.text.clone());
        ui.spacing_mut().button_padding.x = theme::GAP;
        // While it is typed into, all of it is there and scrolls.
        let shown = if ui.memory(|memory| memory.has_focus(id)) {
            whole.clone()
        } else {
            let number = refused.is_none().then_some(before);
            at_rest(&whole, number, |text| fits(ui, &format!("{text}{suffix}")))
        };
        let mut response = ui.add(
            DragValue::new(&mut dragged)
                .speed(speed)
                .range(range.clone())
                .suffix(suffix)
                .clamp_existing_to_range(false)
                // A number that is half typed is none, or another one.
                .update_while_editing(false)
                .clip_text(true)
                .custom_formatter(|value, _| {
                    if value == before {
                        shown.clone()
                    } else {
                        show(value)
                    }
                })
                .custom_parser(|text| {
                    // An untouched number keeps the digits that are not shown, and its rule.
                    if is_typed_into || text.trim() != whole {
                        *typed.borrow_mut() = Some((text.trim().to_owned(), read(text)));
                    }
                    None
                }),
        );
        if !response.has_focus() {
            ui.data_mut(|data| data.remove::<TypedInto>(id));
        }
        let pressed = |key| ui.input(|input| input.key_pressed(key));
        let (entry, refused) = match typed.into_inner() {
            Some((_, Ok(new))) => (Some(Entry::Typed(new)), None),
            Some((text, Err(reason))) => {
                if pressed(Key::Enter) {
                    // To be mended at once.
                    response.request_focus();
                }
                let value = before;
                let refused = RefusedText {
                    text,
                    reason,
                    value,
                };
                (None, Some(refused))
            }
            None if dragged != before => {
                let (low, high) = (range.start().min(before), range.end().max(before));
                // Dragging moves by parts of one, which add up; an arrow key by one.
                let step = dragged - before;
                let step = match (N::INTEGRAL, response.dragged()) {
                    (false, _) => step,
                    (true, true) => step.round(),
                    (true, false) => step.signum() * step.abs().round().max(1.0),
                };
                let to = N::from_f64((before + step).clamp(low, high)).to_f64();
                ((to != before).then_some(Entry::Dragged(to)), None)
            }
            None => {
                let is_left = response.lost_focus() && pressed(Key::Escape);
                (None, refused.filter(|_| !is_left))
            }
        };
        if entry.is_some() {
            response.mark_changed();
        }
        let help = shared(ui);
        let Some(refused) = refused else {
            ui.data_mut(|data| data.remove::<RefusedText>(id));
            return (response.explained(&help), entry);
        };
        let color = Tokens::of(ui.visuals()).error;
        let (stroke, inside) = (Stroke::new(1.0, color), StrokeKind::Inside);
        ui.painter()
            .rect_stroke(response.rect, theme::RADIUS, stroke, inside);
        let told = format!("{}. {help}", refused.reason);
        ui.data_mut(|data| {
            data.insert_temp(reason_id(), refused.reason.clone());
            data.insert_temp(id, refused);
        });
        (response.explained(told.trim_end()), entry)
    }
}

/// Returns true where something was typed into the field since it has the focus.
fn is_typed_into(ui: &Ui, id: Id) -> bool {
    let types = |event: &Event| match event {
        Event::Text(_) | Event::Paste(_) | Event::Cut | Event::Ime(_) => true,
        Event::Key { key, pressed, .. } => *pressed && [Key::Backspace, Key::Delete].contains(key),
        _ => false,
    };
    let types = ui.memory(|memory| memory.has_focus(id))
        && ui.input(|input| input.events.iter().any(types));
    ui.data_mut(|data| {
        if types {
            data.insert_temp(id, TypedInto);
        }
        data.get_temp::<TypedInto>(id).is_some()
    })
}

/// Part of a text that fits: a number with fewer digits, any other text cut short.
fn at_rest(whole: &str, number: Option<f64>, fits: impl Fn(&str) -> bool) -> String {
    let numbers = number.into_iter().flat_map(shorter_numbers);
    let mut shown = [whole.to_owned()].into_iter().chain(numbers);
    shown
        .find(|text| fits(text))
        .unwrap_or_else(|| cut(whole, fits))
}

/// Returns true where a text has room in what is left of the row, within a button.
fn fits(ui: &Ui, text: &str) -> bool {
    let font = TextStyle::Body.resolve(ui.style());
    let text = ui
        .painter()
        .layout_no_wrap(text.to_owned(), font, Color32::PLACEHOLDER);
    text.size().x + 2.0 * ui.spacing().button_padding.x <= ui.available_width()
}

/// Beginning of a text that fits, with a sign that there is more.
fn cut(text: &str, fits: impl Fn(&str) -> bool) -> String {
    let mut kept: String = text.chars().collect();
    let mut cut = text.to_owned();
    while !fits(&cut) && kept.pop().is_some() {
        cut = format!("{kept}…");
    }
    cut
}

fn reason_id() -> Id {
    Id::unique("why a number was refused")
}

/// Draws a field for the number of a fitted row, counted from 1 in the source; `row` is the index among `ids`, the
/// rows' numbers from 0, and `None` disables the field. Returns true where a number was entered; a row that is not
/// fitted gives the next one that is, or the last.
pub(super) fn row_field(ui: &mut Ui, row: &mut Option<usize>, ids: &[usize]) -> bool {
    let last = ids.last().map_or(1, |id| id + 1);
    let quantity = NamedNumber::new("The row", NumberRange::Whole(1, last as u32));
    let field = NumberField {
        read: &|text| quantity.read(text),
        speed: 0.25,
        range: 1.0..=last as f64,
        suffix: "",
    };
    let id = ids.get(row.unwrap_or(0)).copied().unwrap_or(0);
    let mut number = id + 1;
    let show = |ui: &mut Ui| field.show(ui, &mut number, FIELD_WIDTH);
    let changed = ui.add_enabled_ui(row.is_some(), show).inner.changed();
    if changed {
        let next = ids.partition_point(|id| id + 1 < number);
        *row = Some(next.min(ids.len().saturating_sub(1)));
    }
    changed
}

/// Draws below a row why one of its fields refused a typed text, if one did.
pub(super) fn refusal(ui: &mut Ui, indent: f32) {
    let Some(reason) = ui.data_mut(|data| data.remove_temp::<String>(reason_id())) else {
        // What stands below is not taken for another control where the line comes or goes.
        ui.skip_ahead_auto_ids(1);
        return;
    };
    let color = Tokens::of(ui.visuals()).error;
    ui.horizontal(|ui| {
        ui.add_space(indent);
        ui.add(egui::Label::new(theme::small(reason).color(color)).wrap());
    });
}
