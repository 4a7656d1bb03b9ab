//! Field for a number, dragged or typed. A refused text stays in it, with the reason below.

use std::{cell::RefCell, ops::RangeInclusive};

use egui::{
    Color32, Direction, DragValue, Id, Key, Layout, Response, Stroke, StrokeKind, TextStyle, Ui,
    Vec2, emath::Numeric,
};

use super::{
    explained::{Explained, shared},
    theme::{self, Tokens},
    widgets::FIELD_WIDTH,
};
use chart::{number, shorter_numbers};
use kernel_pca::typed::{NamedNumber, NumberRange};

/// Reading, dragging and look of a field's number.
pub(super) struct NumberField<'a> {
    /// Reads a text as a number, or says why it is none.
    pub read: &'a dyn Fn(&str) -> Result<f64, String>,
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

impl NumberField<'_> {
    /// Draws the field in a given width. The response is changed when the number is.
    pub fn show<N: Numeric>(self, ui: &mut Ui, value: &mut N, width: f32) -> Response {
        // As `Ui::add_sized` does it, but with the field's name known beforehand.
        let layout = Layout::centered_and_justified(Direction::LeftToRight);
        let size = Vec2::new(width, theme::ROW);
        ui.allocate_ui_with_layout(size, layout, |ui| self.field(ui, value))
            .inner
    }

    fn field<N: Numeric>(self, ui: &mut Ui, value: &mut N) -> Response {
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
        let typed: RefCell<Option<(String, Result<f64, String>)>> = RefCell::default();
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
                    // An untouched number keeps the digits that are not shown.
                    if text.trim() != whole {
                        *typed.borrow_mut() = Some((text.trim().to_owned(), read(text)));
                    }
                    None
                }),
        );
        let pressed = |key| ui.input(|input| input.key_pressed(key));
        let refused = match typed.into_inner() {
            Some((_, Ok(new))) => {
                *value = N::from_f64(new);
                None
            }
            Some((text, Err(reason))) => {
                if pressed(Key::Enter) {
                    // To be mended at once.
                    response.request_focus();
                }
                Some(RefusedText {
                    text,
                    reason,
                    value: before,
                })
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
                *value = N::from_f64((before + step).clamp(low, high));
                None
            }
            None => refused.filter(|_| !(response.lost_focus() && pressed(Key::Escape))),
        };
        if value.to_f64() != before {
            response.mark_changed();
        }
        let help = shared(ui);
        let Some(refused) = refused else {
            ui.data_mut(|data| data.remove::<RefusedText>(id));
            return response.explained(&help);
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
        response.explained(told.trim_end())
    }
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

/// Field for the number of one of n rows, disabled where there is none; returns true where another was entered.
pub(super) fn row_field(ui: &mut Ui, row: &mut Option<usize>, n: usize) -> bool {
    let last = n.saturating_sub(1);
    let quantity = NamedNumber::new("The row", NumberRange::Whole(0, last as u32));
    let field = NumberField {
        read: &|text| quantity.read(text),
        speed: 0.25,
        range: 0.0..=last as f64,
        suffix: "",
    };
    let mut number = row.unwrap_or(0);
    let show = |ui: &mut Ui| field.show(ui, &mut number, FIELD_WIDTH);
    let changed = ui.add_enabled_ui(row.is_some(), show).inner.changed();
    if changed {
        *row = Some(number);
    }
    changed
}

/// Draws below a row why one of its fields refused a typed text, if one did.
pub(super) fn refusal(ui: &mut Ui, indent: f32) {
    let Some(reason) = ui.data_mut(|data| data.remove_temp::<String>(reason_id())) else {
        return;
    };
    let color = Tokens::of(ui.visuals()).error;
    ui.horizontal(|ui| {
        ui.add_space(indent);
        ui.add(egui::Label::new(theme::small(reason).color(color)).wrap());
    });
}
