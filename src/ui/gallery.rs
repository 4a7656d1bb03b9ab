//! Gallery of panels, in the place of the controls: the panels by the question they answer.

use egui::{
    DragAndDrop, FontId, Key, Modifiers, Order, Rect, Response, Role, ScrollArea, Sense,
    StrokeKind, TextEdit, Ui, UiBuilder, WidgetInfo, pos2, text::LayoutJob, vec2,
};

use super::{
    charts::Charts,
    command_widgets::command_icon,
    explained::Explained,
    fonts::icon,
    theme::{self, Tokens},
    thumbnail,
    widgets::segmented,
};
use crate::app::{Aim, App, Command, Gallery};
use explorer::{
    panel::Topic,
    setup::{Panel, Side},
};

/// Height of a thumbnail, in its widths.
const SHAPE: f32 = 0.64;
/// Room for a panel's name below its thumbnail, in points.
const NAME: f32 = 18.0;
/// Number of thumbnails in a row.
const ACROSS: usize = 2;

/// Draws the gallery.
pub(super) fn show(ui: &mut Ui, app: &App, charts: &mut Charts, out: &mut Vec<Command>) {
    let Some(gallery) = app.gallery() else { return };
    let tokens = Tokens::of(ui.visuals());
    ui.add_space(theme::SPACE);
    ui.horizontal(|ui| {
        ui.label(theme::semibold("Panels").color(tokens.text_strong));
        let right = egui::Layout::right_to_left(egui::Align::Center);
        ui.with_layout(right, |ui| {
            command_icon(ui, icon::X, Command::CloseGallery, out);
        });
    });
    let entered = search(ui, gallery, out);
    ui.add_space(theme::GAP);
    aim(ui, app, gallery.aim, out);
    ui.add_space(theme::GAP);
    let words: Vec<String> = (gallery.filter.split_whitespace())
        .map(str::to_lowercase)
        .collect();
    let offered: Vec<Panel> = app.setup().view.offered().collect();
    // A panel of the typed name comes before those that have to do with it.
    let is_named = |panel: &Panel| {
        let title = panel.title().to_lowercase();
        words.iter().all(|word| title.contains(word))
    };
    let mut groups: Vec<(Topic, Vec<Panel>)> = Vec::new();
    for topic in Topic::ALL {
        let panels = topic.panels();
        let mut panels: Vec<Panel> = panels
            .filter(|it| offered.contains(it) && it.answers(&words))
            .collect();
        panels.sort_by_key(|panel| !is_named(panel));
        if !panels.is_empty() {
            groups.push((topic, panels));
        }
    }
    groups.sort_by_key(|(_, panels)| !panels.first().is_some_and(is_named));
    let mut chosen = None;
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        ui.spacing_mut().item_spacing = vec2(theme::SPACE, theme::SPACE);
        for (topic, panels) in &groups {
            ui.add_space(theme::GAP);
            ui.label(theme::small(topic.title()).weak());
            let width = (ui.available_width() - theme::SPACE - 4.0) / ACROSS as f32;
            for row in panels.chunks(ACROSS) {
                ui.horizontal(|ui| {
                    for panel in row {
                        let (response, available) = card(ui, app, charts, *panel, width);
                        let first = chosen.is_none() && available;
                        if available && response.clicked() || entered && first {
                            chosen = Some(*panel);
                        }
                    }
                });
            }
        }
        if groups.is_empty() {
            ui.weak("No panel of that name");
        }
    });
    if let Some(panel) = chosen {
        out.push(app.placing(panel, gallery.aim));
        out.push(Command::CloseGallery);
    }
    let escape = |input: &mut egui::InputState| input.consume_key(Modifiers::NONE, Key::Escape);
    if app.dialog().is_none() && ui.input_mut(escape) {
        out.push(Command::CloseGallery);
    }
}

/// Draws the search field; returns true where Enter was pressed in it.
fn search(ui: &mut Ui, gallery: &Gallery, out: &mut Vec<Command>) -> bool {
    let mut filter = gallery.filter.clone();
    let id = egui::Id::unique("gallery search");
    let field = TextEdit::singleline(&mut filter)
        .id(id)
        .hint_text("Search: scree, outlier, loading …")
        .desired_width(f32::INFINITY);
    let help = "Words of a panel, or of what it answers";
    let response = ui
        .add(field)
        .accessible_name("Search panels")
        .explained(help);
    // The field has the keyboard from the start.
    let greeted = id.with("greeted");
    if !ui.data(|data| data.get_temp(greeted).unwrap_or(false)) {
        response.request_focus();
        ui.data_mut(|data| data.insert_temp(greeted, true));
    }
    if response.changed() {
        out.push(Command::SearchGallery(filter));
    }
    response.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter))
}

/// Forgets that the search field had the keyboard, once the gallery is closed.
pub(super) fn closed(ui: &Ui) {
    let greeted = egui::Id::unique("gallery search").with("greeted");
    ui.data_mut(|data| data.remove::<bool>(greeted));
}

/// Draws the choice of where a clicked panel goes.
fn aim(ui: &mut Ui, app: &App, now: Aim, out: &mut Vec<Command>) {
    if app.maximised().is_some() {
        ui.label(theme::small("A click fills the window with a panel").weak());
        return;
    }
    let said = format!("A click puts it {}; or drag it there", where_to(now));
    ui.add(egui::Label::new(theme::small(&said).weak()).wrap());
    let options = [
        (None, "Instead", "In the place of that panel"),
        (
            Some(Side::Right),
            "Beside",
            "The place is parted, and it stands at the right",
        ),
        (
            Some(Side::Below),
            "Below",
            "The place is parted, and it stands below",
        ),
        (Some(Side::Tab), "Tab", "In the same place, behind a tab"),
    ];
    ui.horizontal(|ui| {
        let mut new = now;
        if segmented(ui, &mut new.side, &options) {
            out.push(Command::ShowGallery(Some(new)));
        }
    });
}

fn where_to(aim: Aim) -> String {
    let by = aim.by.title();
    match aim.side {
        None => format!("in place of {by}"),
        Some(Side::Right) => format!("beside {by}"),
        Some(Side::Left) => format!("left of {by}"),
        Some(Side::Below) => format!("below {by}"),
        Some(Side::Above) => format!("above {by}"),
        Some(Side::Tab) => format!("behind a tab at {by}"),
    }
}

/// Draws a panel's thumbnail with its name; returns its response, and true where the data allow the panel.
fn card(ui: &mut Ui, app: &App, charts: &mut Charts, panel: Panel, width: f32) -> (Response, bool) {
    let tokens = Tokens::of(ui.visuals());
    let size = vec2(width, SHAPE * width + NAME);
    let (rect, response) = ui.allocate_exact_size(size, Sense::click_and_drag());
    let results = app.thumbnail(panel);
    let chart = results.map(|analysis| charts.small(app, panel, &analysis));
    let reason = chart.as_ref().filter(|chart| chart.marks.is_empty());
    let reason = reason.map(|chart| chart.note.clone().unwrap_or_default());
    let available = reason.is_none();
    response.widget_info(|| WidgetInfo::labeled(Role::Button, available, panel.title()));
    let picture = Rect::from_min_size(rect.min, vec2(width, SHAPE * width));
    if ui.is_rect_visible(rect) {
        let shown = app.visible().contains(&panel);
        let stroke = match () {
            () if available && (response.hovered() || response.has_focus()) => (2.0, tokens.accent),
            () if shown => (1.5, tokens.text_weak),
            () => (1.0, tokens.line),
        };
        ui.painter().rect_filled(picture, 4.0, tokens.plot);
        let inside = picture.shrink(5.0);
        let text = |ui: &Ui, text: &str, color, lines: usize, room: Rect| {
            let font = FontId::proportional(theme::SMALL);
            let mut job = LayoutJob::simple(text.to_owned(), font, color, room.width());
            job.wrap.max_rows = lines;
            ui.painter().layout_job(job)
        };
        match (&chart, &reason) {
            (_, Some(reason)) => {
                let galley = text(ui, reason, tokens.text_weak, 4, inside);
                ui.painter().galley(inside.min, galley, tokens.text_weak);
            }
            (Some(chart), None) => {
                let room = UiBuilder::new().max_rect(inside);
                thumbnail::show(&mut ui.new_child(room), panel, chart);
            }
            (None, None) => {
                let said = "drawn once it is opened";
                let galley = text(ui, said, tokens.text_weak, 2, inside);
                let at = inside.center() - galley.size() / 2.0;
                ui.painter().galley(at, galley, tokens.text_weak);
            }
        }
        ui.painter()
            .rect_stroke(picture, 4.0, stroke, StrokeKind::Inside);
        let color = if available {
            tokens.text
        } else {
            tokens.text_weak
        };
        let room = Rect::from_min_max(pos2(rect.left(), picture.bottom() + 2.0), rect.max);
        let galley = text(ui, panel.title(), color, 1, room);
        ui.painter().galley(room.min, galley, color);
    }
    let help = match &reason {
        Some(reason) => format!("{}\n\nNot here: {reason}", panel.spec().about()),
        None => panel.spec().about().to_owned(),
    };
    if available {
        response.dnd_set_drag_payload(panel);
    }
    (response.explained(&help), available)
}

/// Puts a panel that is carried over the plots where it is dropped: in the middle of a place it replaces the panel
/// there, on the title it goes behind a tab, near an edge beside.
pub(super) fn drop_target(ui: &Ui, places: &[(Panel, Rect)], app: &App, out: &mut Vec<Command>) {
    let ctx = ui.ctx();
    let Some(panel) = DragAndDrop::payload::<Panel>(ctx) else {
        return;
    };
    let Some(pointer) = ctx.input(|input| input.pointer.latest_pos()) else {
        return;
    };
    let tokens = Tokens::of(ui.visuals());
    let layer = egui::LayerId::new(Order::Tooltip, egui::Id::unique("carried panel"));
    let painter = ctx.layer_painter(layer);
    let label = |text: String| {
        let font = FontId::proportional(theme::SMALL);
        let galley = painter.layout_no_wrap(text, font, tokens.text_strong);
        let rect = Rect::from_min_size(pointer + vec2(14.0, 10.0), galley.size()).expand(5.0);
        painter.rect_filled(rect, 4.0, tokens.surface);
        painter.rect_stroke(rect, 4.0, (1.0, tokens.line), StrokeKind::Inside);
        painter.galley(rect.min + vec2(5.0, 5.0), galley, tokens.text_strong);
    };
    let Some((by, place)) = places.iter().find(|(_, rect)| rect.contains(pointer)) else {
        label(panel.title().to_owned());
        return;
    };
    let side = side_at(*place, pointer);
    let aim = Aim { by: *by, side };
    let zone = zone(*place, side);
    painter.rect_filled(zone, 0.0, tokens.accent.gamma_multiply(0.25));
    painter.rect_stroke(zone, 0.0, (1.0, tokens.accent), StrokeKind::Inside);
    label(format!("{}: {}", panel.title(), where_to(aim)));
    if ctx.input(|input| input.pointer.any_released()) {
        out.push(app.placing(*panel, aim));
    }
}

/// Distance from an edge of a place, as a share of its width or height, within which a dropped panel goes beside it.
const EDGE: f32 = 0.25;

/// Side of a place on which a panel dropped at the pointer goes; `None` in the middle, where it replaces the panel
/// there.
fn side_at(place: Rect, pointer: egui::Pos2) -> Option<Side> {
    if pointer.y - place.top() < theme::BAR {
        return Some(Side::Tab);
    }
    let at = (pointer - place.min) / place.size();
    let sides = [
        (at.x, Side::Left),
        (1.0 - at.x, Side::Right),
        (at.y, Side::Above),
        (1.0 - at.y, Side::Below),
    ];
    let nearest = sides.into_iter().min_by(|a, b| a.0.total_cmp(&b.0))?;
    (nearest.0 < EDGE).then_some(nearest.1)
}

/// Part of a place that a panel at a side of it takes.
fn zone(place: Rect, side: Option<Side>) -> Rect {
    let middle = place.center();
    let mut zone = place;
    match side {
        None => {}
        Some(Side::Tab) => zone.max.y = zone.min.y + theme::BAR,
        Some(Side::Left) => zone.max.x = middle.x,
        Some(Side::Right) => zone.min.x = middle.x,
        Some(Side::Above) => zone.max.y = middle.y,
        Some(Side::Below) => zone.min.y = middle.y,
    }
    zone
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_middle_replaces_edges_part_and_the_title_is_a_tab() {
        let place = Rect::from_min_size(pos2(100.0, 50.0), vec2(400.0, 300.0));
        for (x, y, side) in [
            (300.0, 220.0, None),
            (130.0, 220.0, Some(Side::Left)),
            (480.0, 220.0, Some(Side::Right)),
            (300.0, 340.0, Some(Side::Below)),
            (300.0, 95.0, Some(Side::Above)),
            (300.0, 60.0, Some(Side::Tab)),
        ] {
            assert_eq!(side_at(place, pos2(x, y)), side, "{x}, {y}");
            assert!(place.contains_rect(zone(place, side)));
        }
    }
}
