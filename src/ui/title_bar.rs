//! Bar above a plot: title, key to the colours, menus.

use std::sync::Arc;

use egui::{
    Align, Button, FontFamily, FontId, Layout, Margin, Popup, Rect, Response, Role, Sense, Ui,
    UiBuilder, WidgetInfo, vec2,
};

use super::{
    brush,
    charts::Charts,
    command_widgets::text_button,
    explained::Explained,
    fonts::{self, icon},
    key,
    panel_menu::{maximising, menu, other_dimension, stay_open},
    rename,
    theme::{self, Tokens},
    widgets::{POINTS_DOWN, icon_button, triangle},
};
use crate::app::{Aim, App, Command};
use chart::{Chart, Key, layout::is_mapped};
use explorer::{
    panel::Panel,
    setup::Nameable,
    view::{dated_titles, shorter_titles},
};

/// Least width in points of a bar with the button that maximises the panel.
const ENOUGH_FOR_BUTTONS: f32 = 190.0;
/// Least width in points of a bar with the switch to 3-D: a title keeps "separates 99.9 %" beside it.
const ENOUGH_FOR_SWITCH: f32 = 330.0;
/// Width in points that must be spare for the key to return to the title bar: about three digits.
const SPARE: f32 = 24.0;
/// Largest width in points of the field for a title.
const LONGEST: f32 = 420.0;

/// Contents of the title bar.
pub(super) struct Heading<'a> {
    pub panel: Panel,
    pub chart: &'a Chart,
    pub key: &'a Key,
    /// True where there is room for the key below the bar.
    pub room_below: bool,
}

/// Outcome of the title bar in a frame.
pub(super) struct TitleBar {
    /// True where the key is to be drawn below the bar.
    pub key_below: bool,
    /// True where the bar has just been taken hold of.
    pub grabbed: bool,
}

/// Draws the title bar.
pub(super) fn show(
    ui: &mut Ui,
    bar: Rect,
    heading: &Heading<'_>,
    app: &App,
    out: &mut Vec<Command>,
) -> TitleBar {
    let panel = heading.panel;
    let background = ui.interact(bar, ui.scope_id().with("title"), Sense::click_and_drag());
    if background.double_clicked() {
        out.push(Command::ToggleMaximised(panel));
    }
    let called = Popup::context_menu(&background);
    stay_open(called, |ui| menu(ui, panel, app, out));

    let inside = bar
        - Margin {
            left: 12,
            right: 4,
            top: 4,
            bottom: 4,
        };
    let mut key_below = false;
    ui.scope_builder(UiBuilder::new().max_rect(inside), |ui| {
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            ui.spacing_mut().item_spacing.x = 0.0;
            let more = icon_button(
                ui,
                icon::ELLIPSIS_VERTICAL,
                &format!("Menu of {}", panel.title()),
                "Axes and options of this panel; saving and copying its picture and data",
            );
            stay_open(Popup::menu(&more), |ui| menu(ui, panel, app, out));
            let (symbol, verb) = maximising(panel, app);
            let name = format!("{verb} {}", panel.title());
            let help = "Gives this panel all the room, or takes it back. So does a double click \
                        beside the title.";
            // In a narrow bar it gives way to the title; the menu has it too.
            if bar.width() >= ENOUGH_FOR_BUTTONS && icon_button(ui, symbol, &name, help).clicked() {
                out.push(Command::ToggleMaximised(panel));
            }
            if bar.width() >= ENOUGH_FOR_SWITCH
                && let Some((command, to)) = other_dimension(panel, app)
            {
                let (text, help) = if to.is_3d() {
                    ("3-D", "The same rows in space, which can be turned")
                } else {
                    ("2-D", "The same rows in the plane")
                };
                let name = format!("{} in {text}", panel.title());
                let button = Button::new(theme::small(text)).frame_when_inactive(false);
                let response = ui.add(button).accessible_name(&name);
                if response.explained_with_name(&name, help).clicked() {
                    out.push(command);
                }
            }
            if let Some(letter) = panel.letter().filter(|_| app.is_versus()) {
                text_button(ui, "Swap", Command::Swap(letter), out);
            }
            ui.add_space(theme::SPACE);
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                ui.spacing_mut().item_spacing.x = theme::SPACE;
                key_below = title(ui, heading, app, out);
                if !key_below {
                    key::show(ui, app, heading.key, 1, out);
                }
            });
        });
    });
    TitleBar {
        key_below,
        grabbed: background.drag_started(),
    }
}

/// Draws the title, short where the key needs the room, with a way to other panels; returns true where there is no
/// room for the key beside it, but below.
fn title(ui: &mut Ui, heading: &Heading<'_>, app: &App, out: &mut Vec<Command>) -> bool {
    let Heading {
        panel,
        chart,
        key,
        room_below,
    } = *heading;
    let tokens = Tokens::of(ui.visuals());
    let arrow = arrow_button(
        ui,
        &format!("Show another panel instead of {}", panel.title()),
    );
    let room = ui.available_width() - theme::SPACE;
    // Where pictures are compared, the key stands below: their plots begin at the same height.
    let whole_key = if app.is_versus() && room_below {
        0.0
    } else {
        key::room(ui, app, key)
    };
    let font = FontId::new(theme::BODY, FontFamily::Name(fonts::SEMIBOLD.into()));
    let ctx = ui.ctx().clone();
    let set = |title: &str| brush::job(title, &font, tokens.text_strong);
    let width = |title: &str| {
        let job = set(title);
        ctx.fonts_mut(|fonts| fonts.layout_job(job).size().x)
    };
    let thing = Nameable::Title(panel);
    let is_own = app.setup().view.wishes.own_name(&thing).is_some();
    let whole = match app.live_letter() {
        Some(letter) if panel.letter().is_none() => format!("{letter} (live) · {}", chart.title),
        _ => chart.title.clone(),
    };
    let mut shown = if app.is_versus() && !is_own {
        kernels_first(&whole)[0].clone()
    } else {
        whole.clone()
    };
    if !is_own
        && width(&shown) + whole_key > room
        && let Some(analysis) = app.analysis()
    {
        let is_compared = app.is_versus() || panel.letter().is_some();
        let compared = is_compared.then(|| kernels_first(&whole));
        let compared = compared.into_iter().flatten();
        let mut shorter = compared.chain(shorter_titles(&whole, analysis));
        let name = whole.split(" · ").next().unwrap_or_default();
        shown = shorter
            .find(|title| width(title) <= room)
            .unwrap_or_else(|| name.to_owned());
    }
    // Numbers in title and key change as something is dragged; the plot must not jump with each.
    let below = ui.scope_id().with("key below");
    let was_below = ui.data(|data| data.get_temp(below).unwrap_or(false));
    let spare = if was_below { SPARE } else { 0.0 };
    let is_long = width(&shown) + whole_key + spare > room;
    let key_below = room_below && (is_long || app.is_versus());
    ui.data_mut(|data| data.insert_temp(below, key_below));
    let beside = if key_below {
        0.0
    } else {
        key::least_room(ui, key).min(whole_key)
    };
    if app.is_stale(panel)
        && !is_own
        && let Some(analysis) = app.analysis()
    {
        let dated = dated_titles(&shown, &analysis.kernel);
        let fits = |title: &String| width(title) <= room - beside;
        shown = dated.into_iter().find(fits).unwrap_or(shown);
    }
    let width = width(&shown).min(room - beside).max(0.0);
    let label = egui::Label::new(set(&shown)).truncate().sense(Sense::CLICK);
    let title = ui.scope(|ui| {
        ui.set_max_width(width.ceil());
        ui.add(label)
    });
    let title = title.inner.on_hover_ui(|ui| {
        // The whole title, which the bar may have cut.
        ui.label(set(&whole));
        ui.label(panel.spec().about());
        let help = |analysis| panel.spec().help(analysis, &app.setup().view);
        if let Some(help) = app.analysis().and_then(|it| help(it)) {
            ui.label(help);
        }
        ui.label(theme::small(rename::HINT).weak());
    });
    rename::on_double_click(&title, &thing, out);
    let place = title.rect.with_max_x(title.rect.left() + room.min(LONGEST));
    rename::field(&ctx, app, &thing, place, out);
    let called = Popup::context_menu(&title);
    stay_open(called, |ui| menu(ui, panel, app, out));
    if arrow.clicked() {
        let aim = Aim {
            by: panel,
            side: None,
        };
        out.push(Command::ShowGallery(Some(aim)));
    }
    key_below
}

/// Four ever shorter titles where kernels are compared: without the method's name, without the words before the score
/// as well, with only the kernel and its first parameter, and with only the letter and the score.
fn kernels_first(title: &str) -> [String; 4] {
    let title = title.replacen("Kernel PCA · ", "", 1);
    let number = title.replace(" · separates ", " · ");
    let parts = number.split(" · ");
    let brief = parts.map(|part| part.split(", ").take(2).collect::<Vec<_>>().join(", "));
    let brief = brief.collect::<Vec<_>>().join(" · ");
    let least = match (number.split_once(" · "), number.rsplit_once(" · ")) {
        (Some((letter, _)), Some((_, last))) => format!("{letter} · {last}"),
        _ => number.clone(),
    };
    [title, number, brief, least]
}

/// Draws a narrow button with a small triangle pointing down.
fn arrow_button(ui: &mut Ui, name: &str) -> Response {
    let (rect, response) = ui.allocate_exact_size(vec2(16.0, theme::row(ui)), Sense::CLICK);
    let tokens = Tokens::of(ui.visuals());
    let color = if response.hovered() || response.has_focus() {
        tokens.accent
    } else {
        tokens.text_weak
    };
    triangle(ui, rect.center(), POINTS_DOWN, color);
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, name));
    response.explained_with_name(name, "Lists the other views that can stand here")
}

/// Chart whose key stands in the panel's title bar; `None` for no key. The first panel in sight explains the colours of
/// dots for all panels, plots of dots before maps, whose own key is a colour bar.
pub(super) fn explaining(panel: Panel, app: &App, charts: &mut Charts) -> Option<Arc<Chart>> {
    if !panel.has_dots() {
        let shows_rows = panel.letter().is_some() && !app.is_versus() || panel == Panel::Multiples;
        let is_said = shows_rows && is_explained_elsewhere(panel, app, charts);
        return charts
            .get(app, panel)
            .filter(|chart| !is_said && !is_mapped(chart));
    }
    let mut explains = |panel: Panel| {
        let of_dots = if !panel.has_contours() {
            panel
        } else if app.setup().view.contours.points {
            Panel::Kpca
        } else {
            return None;
        };
        let chart = charts.get(app, of_dots);
        chart.filter(|chart| chart.key != Key::None)
    };
    let visible = app.visible();
    let of = |wanted: fn(Panel) -> bool| visible.iter().copied().filter(move |p| wanted(*p));
    let with_dots = of(Panel::is_scatter).chain(of(Panel::has_contours));
    let mut before = with_dots.take_while(|dots| *dots != panel);
    if before.any(|dots| explains(dots).is_some()) {
        return None;
    }
    explains(panel)
}

/// Returns true where the colours of a pinned picture are those of a panel in sight, or of another pin before it.
fn is_explained_elsewhere(panel: Panel, app: &App, charts: &mut Charts) -> bool {
    let visible = app.visible();
    let dots = visible.iter().filter(|it| it.is_scatter());
    let pins = visible.iter().filter(|it| it.letter().is_some());
    let pins = pins.take_while(|pin| **pin != panel);
    let others: Vec<Panel> = dots.chain(pins).copied().collect();
    let Some(key) = charts.get(app, panel).map(|chart| chart.key.clone()) else {
        return false;
    };
    let mut charts = others
        .into_iter()
        .filter_map(|other| charts.get(app, other));
    charts.any(|chart| chart.key == key)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn compared_titles_keep_the_kernel_and_the_number() {
        let title =
            "B (live) · Kernel PCA · polynomial, degree 3, γ = 0.02, c₀ = 1 · separates 96.5 %";
        let [_, number, brief, least] = kernels_first(title);
        assert_eq!(
            number,
            "B (live) · polynomial, degree 3, γ = 0.02, c₀ = 1 · 96.5 %"
        );
        assert_eq!(brief, "B (live) · polynomial, degree 3 · 96.5 %");
        assert_eq!(least, "B (live) · 96.5 %");
    }
}
