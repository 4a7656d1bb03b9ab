//! Play of the swept parameter: its button beside a slider, and its choices in the menu.

use egui::{Align, Button, Color32, Layout, Rect, Shape, Ui, Vec2, pos2, vec2};

use super::{
    command_widgets::{NO_ICON, clicked, command_item, named_item, send},
    explained::Explained,
    theme,
    widgets::{explained_row, slider, tick_box},
};
use crate::app::{App, Command, Edit};
use explorer::setup::PlayView;
use kernel_pca::{
    sweep::SweptParameter,
    typed::{NamedNumber, NumberRange},
};

const SECONDS: &str = "How many seconds it takes from one end of the range to the other";

/// Draws a slider of the parameter, and behind it the button where the sweep runs through that parameter.
pub(super) fn beside<R>(
    ui: &mut Ui,
    app: &App,
    parameter: SweptParameter,
    out: &mut Vec<Command>,
    slider: impl FnOnce(&mut Ui, f32) -> R,
) -> R {
    let setup = app.setup();
    let swept = setup.view.swept(&setup.kernel);
    let width = ui.available_width();
    if swept.is_none_or(|(swept, _)| swept != parameter) {
        return slider(ui, width);
    }
    let size = vec2(width, theme::row(ui));
    let row = Layout::right_to_left(Align::Center);
    ui.allocate_ui_with_layout(size, row, |ui| {
        ui.spacing_mut().item_spacing.x = theme::GAP;
        button(ui, app, out);
        let size = vec2(ui.available_width(), theme::row(ui));
        let row = Layout::left_to_right(Align::Center);
        ui.allocate_ui_with_layout(size, row, |ui| slider(ui, size.x))
            .inner
    })
    .inner
}

fn button(ui: &mut Ui, app: &App, out: &mut Vec<Command>) {
    let command = Command::TogglePlay;
    let name = if app.is_playing() { "Pause" } else { "Play" };
    let obstacle = app.obstacle(&command);
    let response = ui
        .add_enabled_ui(obstacle.is_none(), |ui| {
            let button = Button::new("");
            let response = ui.add_sized(Vec2::splat(theme::row(ui)), button);
            let color = ui.style().interact(&response).text_color();
            let room = Rect::from_center_size(response.rect.center(), Vec2::splat(theme::ICON));
            ui.painter().extend(symbol(app.is_playing(), room, color));
            response
        })
        .inner;
    let response = response
        .accessible_name(name)
        .explained_with_name(name, &command.help());
    clicked(&response, command, out);
}

/// Shapes of the button's symbol: two bars while it plays, else a triangle.
fn symbol(playing: bool, room: Rect, color: Color32) -> Vec<Shape> {
    let room = room.shrink(0.15 * room.width());
    if playing {
        let bar = vec2(0.3 * room.width(), room.height());
        let left = Rect::from_min_size(room.min, bar);
        let right = Rect::from_min_size(pos2(room.right() - bar.x, room.top()), bar);
        return [left, right]
            .map(|bar| Shape::rect_filled(bar, 1.0, color))
            .into();
    }
    let corners = vec![room.left_top(), room.right_center(), room.left_bottom()];
    vec![Shape::convex_polygon(
        corners,
        color,
        egui::Stroke::new(1.0, color),
    )]
}

/// Draws the choices of the play in a menu.
pub(super) fn menu(ui: &mut Ui, app: &App, out: &mut Vec<Command>) {
    let command = Command::TogglePlay;
    let name = if app.is_playing() { "Pause" } else { "Play" };
    named_item(ui, app, NO_ICON, name, command, out);
    let mut sweep = app.setup().view.sweep;
    explained_row(ui, "One way in", SECONDS, None, |ui| {
        let most = PlayView::MOST_SECONDS;
        let quantity = NamedNumber::new("The number of seconds", NumberRange::Whole(1, most));
        let seconds = &mut sweep.play.seconds;
        slider(ui, quantity, seconds, 2..=60, |s| {
            s.logarithmic(true).suffix(" s")
        });
    });
    let PlayView {
        back, again, rests, ..
    } = &mut sweep.play;
    let help = "From the upper end it runs back to the lower one";
    tick_box(ui, back, "There and back", help);
    let help = "It begins anew once it is over";
    tick_box(ui, again, "Again and again", help);
    let of_gamma = |(swept, _)| swept == SweptParameter::GAMMA;
    let setup = app.setup();
    if setup.view.swept(&setup.kernel).is_some_and(of_gamma) {
        let help = "It rests for a moment where a rule has its mark";
        tick_box(ui, rests, "Rest at the marks", help);
    }
    command_item(ui, app, NO_ICON, Command::AskForAnimation, out);
    send(sweep, &app.setup().view.sweep, Edit::Sweep, out);
}
