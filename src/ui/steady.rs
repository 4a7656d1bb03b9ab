//! Identities of controls that stay the same whatever comes and goes before them.
//!
//! egui counts the controls of a place to tell them apart. Where one before them comes or goes, such as a spinner, those
//! after it would be taken for others, and the one that is typed into would lose the keyboard.

use std::collections::HashMap;

use egui::{Align, Id, InnerResponse, Layout, Ui, UiBuilder, Vec2};

/// Numbers of rows in a frame, counted for each name and place.
#[derive(Clone, Default)]
struct RowNumbers {
    frame: u64,
    of_name: HashMap<Id, usize>,
}

/// Draws a row whose identity is its name, and its number among rows of that name.
pub(super) fn steady_row<R>(
    ui: &mut Ui,
    name: &str,
    size: Vec2,
    contents: impl FnOnce(&mut Ui) -> R,
) -> InnerResponse<R> {
    let place = ui.scope_id().with(("row", name));
    let frame = ui.ctx().cumulative_pass_nr();
    let number = ui.data_mut(|data| {
        let rows = data.get_temp_mut_or_default::<RowNumbers>(Id::unique("row numbers"));
        if rows.frame != frame {
            rows.frame = frame;
            rows.of_name.clear();
        }
        let number = rows.of_name.entry(place).or_default();
        *number += 1;
        *number
    });
    let row = UiBuilder::new().scope_id(place.with(number));
    let layout = Layout::left_to_right(Align::Center);
    ui.allocate_ui_with_layout(size, layout, |ui| ui.scope_builder(row, contents))
        .inner
}

/// Draws a part whose identity is its name, which is the only one in its place.
pub(super) fn steady_part<R>(ui: &mut Ui, name: &str, contents: impl FnOnce(&mut Ui) -> R) -> R {
    let own = ui.scope_id().with(("part", name));
    let part = UiBuilder::new().scope_id(own);
    ui.scope_builder(part, contents).inner
}
