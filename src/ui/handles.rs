//! Lines and pins that the pointer drags; they take the drag before the plot does.

use egui::{
    CursorIcon, EventFilter, Id, Key, Modifiers, Rect, Response, Role, Sense, Ui, Vec2, WidgetInfo,
    vec2,
};
use egui_plot::PlotTransform;

use super::{place, theme::Tokens};
use chart::{Chart, CrossLine, Held, Mark, Orientation, layout};

/// Distance from a line within which the pointer holds it, in points.
const REACH: f32 = 5.0;
/// Distance from a pin's middle within which the pointer holds it, in points.
const PIN_REACH: f32 = 11.0;

/// Distance that an arrow key moves something, as a share of the plot.
const STEP: f32 = 0.01;
/// Distance that an arrow key moves something with Shift, as a share of the plot.
const SMALL_STEP: f32 = 0.001;

/// Returns the pin or line that is dragged, or moved by arrow keys, and its new place; a press on it gives it the keys
/// where `chooses` is true.
pub(super) fn drag(
    ui: &Ui,
    chart: &Chart,
    transform: &PlotTransform,
    plot: Id,
    chooses: bool,
) -> Option<(Held, [f64; 2])> {
    let mut dragged = None;
    for mark in &chart.marks {
        let (held, name, at, rect, cursor) = match mark {
            Mark::CrossLine(rule) => {
                let Some(held) = rule.held else { continue };
                let (rect, cursor) = strip(rule, transform);
                (held, &rule.name, [rule.at; 2], rect, cursor)
            }
            Mark::Pin(pin) => {
                let Some(held) = pin.held else { continue };
                let center = place::position(transform, pin.xy);
                let rect = Rect::from_center_size(center, Vec2::splat(2.0 * PIN_REACH));
                (held, &pin.name, pin.xy, rect, CursorIcon::Grab)
            }
            _ => continue,
        };
        let frame = *transform.frame();
        let room = rect.intersect(frame);
        if !room.is_positive() {
            continue;
        }
        let response = ui
            .interact(
                room,
                plot.with(("handle", held)),
                Sense::DRAG | Sense::FOCUSABLE,
            )
            .on_hover_and_drag_cursor(cursor);
        response.widget_info(|| WidgetInfo::labeled(Role::Slider, true, format!("Drag {name}")));
        let response = match held.hint() {
            Some(hint) => response.on_hover_text(hint),
            None => response,
        };
        if let Some(pointer) = response
            .interact_pointer_pos()
            .filter(|_| response.dragged())
        {
            let to = place::values(transform, pointer.clamp(frame.min, frame.max));
            dragged = Some((held, to));
        }
        // A press without a move is a click for the plot below, which takes the focus away.
        if chooses && (response.drag_started() || response.drag_stopped()) {
            response.request_focus();
        }
        if response.has_focus() {
            let accent = Tokens::of(ui.visuals()).accent;
            match mark {
                Mark::CrossLine(_) => {
                    ui.painter()
                        .rect_filled(room, 0.0, accent.gamma_multiply(0.25))
                }
                _ => ui
                    .painter()
                    .circle_stroke(rect.center(), PIN_REACH + 3.0, (2.0, accent)),
            };
            let moved = moved_by_keys(ui, response.id, held, at, transform);
            dragged = dragged.or(moved.map(|to| (held, to)));
        }
    }
    dragged
}

/// Place to which arrow keys move the pin or line that has the focus; `None` where no such key was pressed.
fn moved_by_keys(
    ui: &Ui,
    id: Id,
    held: Held,
    at: [f64; 2],
    transform: &PlotTransform,
) -> Option<[f64; 2]> {
    // Else arrows would take the focus to what is beside it.
    let arrows = EventFilter {
        horizontal_arrows: true,
        vertical_arrows: true,
        ..EventFilter::default()
    };
    ui.memory_mut(|memory| memory.set_focus_lock_filter(id, arrows));
    let presses = |modifiers: Modifiers| {
        ui.input_mut(|input| {
            let mut count = |key| input.count_and_consume_key(modifiers, key) as f32;
            let right = count(Key::ArrowRight) - count(Key::ArrowLeft);
            vec2(right, count(Key::ArrowUp) - count(Key::ArrowDown))
        })
    };
    // Keys without modifiers would take those with Shift too.
    let [small, usual] = [Modifiers::SHIFT, Modifiers::NONE].map(presses);
    if small == Vec2::ZERO && usual == Vec2::ZERO {
        return None;
    }
    if let Some(step) = held.step() {
        let by = small + usual;
        return Some([
            at[0] + step * f64::from(by.x),
            at[1] + step * f64::from(by.y),
        ]);
    }
    let frame = *transform.frame();
    let by = (STEP * usual + SMALL_STEP * small) * frame.size();
    // The difference of two places, so that what does not move keeps every digit.
    let here = place::position(transform, at);
    let there = (here + vec2(by.x, -by.y)).clamp(frame.min, frame.max);
    let [before, after] = [here, there].map(|at| place::values(transform, at));
    Some([0, 1].map(|axis| at[axis] + after[axis] - before[axis]))
}

/// Line of the chart that a click beside all handles moves there, and the place; `None` where there is no such line or
/// click.
pub(super) fn jump(
    chart: &Chart,
    response: &Response,
    transform: &PlotTransform,
) -> Option<(Held, [f64; 2])> {
    let held = chart.marks.iter().find_map(|mark| match mark {
        Mark::CrossLine(rule) => rule.held.filter(|held| held.jumps()),
        _ => None,
    })?;
    let pointer = response
        .interact_pointer_pos()
        .filter(|_| response.clicked())?;
    Some((held, place::values(transform, pointer)))
}

/// Strip along a line within which the pointer holds it, and the cursor there.
fn strip(rule: &CrossLine, transform: &PlotTransform) -> (Rect, CursorIcon) {
    let frame = *transform.frame();
    match rule.orientation {
        Orientation::Horizontal => {
            let y = transform.position_from_point_y(rule.at);
            let rect = Rect::from_x_y_ranges(frame.x_range(), y - REACH..=y + REACH);
            (rect, CursorIcon::ResizeVertical)
        }
        Orientation::Vertical => {
            let x = transform.position_from_point_x(rule.at);
            let rect = Rect::from_x_y_ranges(x - REACH..=x + REACH, frame.y_range());
            (rect, CursorIcon::ResizeHorizontal)
        }
    }
}

/// Draws rings around pins that can be dragged.
pub(super) fn rings(
    chart: &Chart,
    tokens: &Tokens,
    transform: &PlotTransform,
    shapes: &mut Vec<egui::Shape>,
) {
    for mark in &chart.marks {
        let Mark::Pin(pin) = mark else { continue };
        if pin.held.is_none() {
            continue;
        }
        let center = place::position(transform, pin.xy);
        let radius = 2.0 * layout::pin_radius(pin);
        for (width, color) in [(3.5, tokens.plot), (1.5, tokens.text_strong)] {
            let stroke = egui::Stroke::new(width, color);
            shapes.push(egui::Shape::circle_stroke(center, radius, stroke));
        }
    }
}
