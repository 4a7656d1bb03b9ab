//! Names that are typed where they stand: a double click on a title, an axis or a class opens a field in its place.

use egui::{
    Area, Context, Id, Key, Order, Popup, Pos2, Rect, Response, TextEdit,
    text::{CCursor, CCursorRange},
    vec2,
};

use super::{fonts, theme};
use crate::app::{App, Command};
use explorer::{panel::Panel, setup::Nameable};

/// Remark in tooltips of names.
pub(super) const HINT: &str = "Double-click to rename";
/// Least width of the field, in points: some words of a title.
const LEAST: f32 = 200.0;

/// Begins to rename a thing whose name is double-clicked.
pub(super) fn on_double_click(response: &Response, thing: &Nameable, out: &mut Vec<Command>) {
    if response.double_clicked() {
        // The first click opened what the name offers.
        Popup::close_all(&response.ctx);
        out.push(Command::Rename(thing.clone()));
    }
}

/// Notes which axes of a panel, across and upwards, have a name on the screen.
pub(super) fn note_axes(ctx: &Context, panel: Panel, named: [bool; 2]) {
    ctx.data_mut(|data| data.insert_temp(axes_id(panel), named));
}

/// Things of a panel whose names are on the screen, with the entry of its menu that renames each.
pub(super) fn things(
    ctx: &Context,
    panel: Panel,
) -> impl Iterator<Item = (&'static str, Nameable)> {
    let [across, upright] = ctx
        .data(|data| data.get_temp::<[bool; 2]>(axes_id(panel)))
        .unwrap_or_default();
    let title = Some(("Rename title…", Nameable::Title(panel)));
    let across = across.then_some(("Rename axis across…", Nameable::Axis(panel, 0)));
    let upright = upright.then_some(("Rename upright axis…", Nameable::Axis(panel, 1)));
    [title, across, upright].into_iter().flatten()
}

fn axes_id(panel: Panel) -> Id {
    Id::unique(("named axes", panel.name()))
}

/// Draws the field over the place of a name while it is typed. Enter and the loss of the keyboard take it, Escape gives
/// it up.
pub(super) fn field(
    ctx: &Context,
    app: &App,
    thing: &Nameable,
    place: Rect,
    out: &mut Vec<Command>,
) {
    let Some(before) = app.renaming(thing) else {
        return;
    };
    // Its own identity, whatever comes and goes in the panel meanwhile.
    let id = Id::unique(("renamed", thing));
    let kept = ctx.data(|data| data.get_temp::<String>(id));
    let begins = kept.is_none();
    let mut text = kept.unwrap_or_else(|| before.to_owned());
    let width = place.width().max(LEAST);
    let area = Area::new(id.with("area"))
        .order(Order::Foreground)
        .fixed_pos(corner(ctx, place, width))
        .fade_in(false)
        .show(ctx, |ui| {
            let font =
                egui::FontId::new(theme::BODY, egui::FontFamily::Name(fonts::SEMIBOLD.into()));
            let field = TextEdit::singleline(&mut text)
                .id(id)
                .font(font)
                .desired_width(width);
            let mut shown = field.show(ui);
            if begins {
                // Typing replaces the whole name.
                let end = CCursor::new(text.chars().count());
                let all = CCursorRange::two(CCursor::new(0), end);
                shown.state.cursor.set_char_range(Some(all));
                shown.state.store(ui.ctx(), id);
                ui.memory_mut(|memory| memory.request_focus(id));
            }
        });
    area.response
        .widget_info(|| egui::WidgetInfo::labeled(egui::Role::Group, true, "Name in its place"));
    let has_focus = ctx.memory(|memory| memory.has_focus(id));
    if begins || has_focus {
        ctx.data_mut(|data| data.insert_temp(id, text));
        return;
    }
    ctx.data_mut(|data| data.remove::<String>(id));
    out.push(if ctx.input(|input| input.key_pressed(Key::Escape)) {
        Command::LeaveName
    } else {
        Command::TakeName(text)
    });
}

/// Corner of a field over a name, moved into the window.
fn corner(ctx: &Context, place: Rect, width: f32) -> Pos2 {
    let room = ctx.content_rect();
    let corner = place.left_center() - vec2(theme::GAP, theme::ROW / 2.0);
    let last = room.max - vec2(width + 2.0 * theme::SPACE, theme::BAR);
    corner.min(last).max(room.min)
}
