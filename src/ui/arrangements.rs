//! Prepared arrangements as icons in the bar, each a small plan of its places, and the way to more panels.

use egui::{Rect, Response, Role, Sense, Stroke, StrokeKind, Ui, Vec2, WidgetInfo, pos2, vec2};

use super::{
    command_widgets::{clicked, name_with_keys},
    explained::Explained,
    theme::{self, Tokens},
};
use crate::app::{App, Arrangement, Command};
use explorer::setup::Tiles;

/// Arrangements that have an icon.
const ARRANGEMENTS: [Arrangement; 4] = [
    Arrangement::Compare,
    Arrangement::Explain,
    Arrangement::ChooseParameter,
    Arrangement::OneLarge,
];
/// Width and height of a plan, in points.
const PLAN: Vec2 = vec2(18.0, 14.0);

/// Draws the icons, in a row that is laid out from the right.
pub(super) fn show(ui: &mut Ui, app: &App, out: &mut Vec<Command>) {
    ui.spacing_mut().item_spacing.x = 2.0;
    let (response, rect) = button(ui, &Command::ShowGallery(None), app.gallery().is_some());
    let stroke = Stroke::new(1.5, ink(ui, &response, app.gallery().is_some()));
    let reach = rect.height() / 2.0;
    ui.painter().hline(
        rect.center().x - reach..=rect.center().x + reach,
        rect.center().y,
        stroke,
    );
    ui.painter().vline(rect.center().x, rect.y_range(), stroke);
    let toggle = match app.gallery() {
        Some(_) => Command::CloseGallery,
        None => Command::ShowGallery(None),
    };
    clicked(&response, toggle, out);
    let present = Command::TogglePresentation;
    let (response, rect) = button(ui, &present, false);
    let color = ink(ui, &response, false);
    let screen = Rect::from_min_max(rect.min, rect.right_bottom() - vec2(0.0, 4.0));
    ui.painter()
        .rect_stroke(screen, 1.5, (1.2, color), StrokeKind::Inside);
    ui.painter().vline(
        rect.center().x,
        screen.bottom()..=rect.bottom(),
        (1.2, color),
    );
    ui.painter().hline(
        rect.center().x - 4.0..=rect.center().x + 4.0,
        rect.bottom(),
        (1.2, color),
    );
    clicked(&response, present, out);
    let now = app.setup().view.arrangement();
    for arrangement in ARRANGEMENTS.into_iter().rev() {
        let tiles = arrangement.tiles();
        let chosen = app.maximised().is_none() && now.stands_like(&tiles);
        let command = Command::Arrange(arrangement);
        let (response, rect) = button(ui, &command, chosen);
        let color = ink(ui, &response, chosen);
        plan(&tiles, rect, &mut |place| {
            let place = place.shrink(0.8);
            ui.painter()
                .rect_stroke(place, 1.0, (1.0, color), StrokeKind::Inside);
        });
        clicked(&response, command, out);
    }
}

/// Draws a square button for a command; returns its response and the rectangle for its icon.
fn button(ui: &mut Ui, command: &Command, chosen: bool) -> (Response, Rect) {
    let tokens = Tokens::of(ui.visuals());
    // Narrow also under fingers, so that a tablet has room for all.
    let size = Vec2::new(theme::ROW, theme::row(ui));
    let (rect, response) = ui.allocate_exact_size(size, Sense::CLICK);
    response.widget_info(|| WidgetInfo::selected(Role::Button, true, chosen, command.label()));
    if chosen {
        ui.painter().rect_filled(rect, 4.0, tokens.selected);
    } else if response.hovered() || response.has_focus() {
        let fill = ui.visuals().widgets.hovered.weak_bg_fill;
        ui.painter().rect_filled(rect, 4.0, fill);
    }
    let picture = Rect::from_center_size(rect.center(), PLAN);
    let name = name_with_keys(ui, command);
    (
        response.explained_with_name(&name, &command.help()),
        picture,
    )
}

fn ink(ui: &Ui, response: &Response, chosen: bool) -> egui::Color32 {
    let tokens = Tokens::of(ui.visuals());
    if chosen {
        tokens.selected_text
    } else if response.hovered() {
        tokens.text_strong
    } else {
        tokens.text
    }
}

/// Calls `told` with each place of an arrangement in a room.
fn plan(tiles: &Tiles, room: Rect, told: &mut impl FnMut(Rect)) {
    let (parts, along) = match tiles {
        Tiles::Place { .. } => return told(room),
        Tiles::Row(parts) => (parts, true),
        Tiles::Column(parts) => (parts, false),
    };
    let sum: f64 = parts.iter().map(|part| part.share).sum();
    let mut before = 0.0;
    for part in parts {
        let [start, end] = [before, before + part.share].map(|share| (share / sum) as f32);
        before += part.share;
        let place = if along {
            let x = |share: f32| room.left() + share * room.width();
            Rect::from_min_max(pos2(x(start), room.top()), pos2(x(end), room.bottom()))
        } else {
            let y = |share: f32| room.top() + share * room.height();
            Rect::from_min_max(pos2(room.left(), y(start)), pos2(room.right(), y(end)))
        };
        plan(&part.tiles, place, told);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plan_has_a_place_for_each_panel_that_is_seen() {
        for arrangement in ARRANGEMENTS {
            let room = Rect::from_min_size(pos2(0.0, 0.0), PLAN);
            let (mut count, mut area) = (0, 0.0);
            plan(&arrangement.tiles(), room, &mut |place| {
                count += 1;
                area += place.area();
            });
            assert_eq!(count, arrangement.tiles().shown().len(), "{arrangement:?}");
            assert!((area - room.area()).abs() < 1e-2);
        }
    }
}
