//! Explanations of controls, told to whoever rests on one with the pointer or comes to it by keyboard.

use egui::{
    Context, Event, Id, Key, Order, Popup, RectAlign, Response, RichText, Tooltip, Ui, UiBuilder,
    UiStackInfo,
};

/// Tag under which a part of the window keeps its explanation for the controls in it.
const TAG: &str = "explanation";
/// Width from which a control is a row of its own, in points.
const WIDE: f32 = 200.0;

pub(super) trait Explained {
    /// Explains the control in a tooltip, to the keyboard and to screen readers.
    fn explained(self, text: &str) -> Self;

    /// Explains the control with its name above, for those that are an icon alone.
    fn explained_with_name(self, name: &str, text: &str) -> Self;
}

impl Explained for Response {
    fn explained(self, text: &str) -> Self {
        explain(self, None, text)
    }

    fn explained_with_name(self, name: &str, text: &str) -> Self {
        explain(self, Some(name), text)
    }
}

fn explain(response: Response, name: Option<&str>, text: &str) -> Response {
    if text.is_empty() {
        return response;
    }
    let ctx = &response.ctx;
    if ctx.has_accesskit_node(response.id) {
        ctx.accesskit_node_builder(response.id, |node| node.set_description(text));
    }
    // What is dragged is looked at, and so is what stands beside it.
    if response.is_pointer_button_down_on() {
        return response;
    }
    // A pointer that rests on what a dialog covers asks nothing.
    if !ctx.memory(|memory| memory.is_above_modal_layer(response.layer_id)) {
        return response;
    }
    let mut tooltip = Tooltip::for_enabled(&response);
    if response.layer_id.order == Order::Foreground || response.rect.width() > WIDE {
        // Beside a list or a row of the side panel, and not over what stands below.
        tooltip.popup = tooltip.popup.align(RectAlign::RIGHT_START);
    }
    // An open list is not to be covered by what is said of its button.
    let covered = Popup::is_any_open(ctx) && response.layer_id.order != Order::Foreground;
    if response.enabled() && response.has_focus() && by_keyboard(ctx) && !covered {
        tooltip.popup = tooltip.popup.open(true);
    }
    tooltip.show(|ui| {
        ui.set_max_width(ui.spacing().tooltip_width);
        if let Some(name) = name {
            ui.label(super::theme::semibold(name));
        }
        ui.label(RichText::new(text));
    });
    response
}

/// Draws controls that share an explanation, such as those of a row.
pub(super) fn explaining<R>(ui: &mut Ui, text: &str, contents: impl FnOnce(&mut Ui) -> R) -> R {
    let info = UiStackInfo::default().with_tag_value(TAG, text.to_owned());
    ui.scope_builder(UiBuilder::new().ui_stack_info(info), contents)
        .inner
}

/// Explanation that the controls here share; empty where there is none.
pub(super) fn shared(ui: &Ui) -> String {
    let mut part = Some(ui.stack());
    while let Some(stack) = part {
        if let Some(text) = stack.tags().get_downcast::<String>(TAG) {
            return text.clone();
        }
        part = stack.parent.as_ref();
    }
    String::new()
}

fn keyboard_id() -> Id {
    Id::unique("focus moves by keyboard")
}

fn by_keyboard(ctx: &Context) -> bool {
    ctx.data(|data| data.get_temp(keyboard_id()).unwrap_or(false))
}

/// Notes, once per frame, that the focus is being moved by keyboard: from Tab or an arrow key until something is
/// typed or the pointer is used. A field that was clicked explains itself no more than one that is being typed
/// into.
pub(super) fn observe_keyboard(ctx: &Context) {
    let last = ctx.input(|input| {
        input.events.iter().rev().find_map(|event| match event {
            Event::Key {
                key: Key::Tab | Key::ArrowDown | Key::ArrowUp | Key::ArrowLeft | Key::ArrowRight,
                pressed: true,
                ..
            } => Some(true),
            Event::Text(_)
            | Event::Paste(_)
            | Event::PointerMoved(_)
            | Event::PointerButton { .. }
            | Event::Key { pressed: true, .. } => Some(false),
            _ => None,
        })
    });
    if let Some(last) = last {
        ctx.data_mut(|data| data.insert_temp(keyboard_id(), last));
    }
}
