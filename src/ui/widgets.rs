//! Small parts that every panel is made of, so that all rows and sections line up.

use std::{ops::RangeInclusive, time::Duration};

use egui::{
    Align, Button, Color32, ComboBox, Label, Layout, PopupCloseBehavior, Pos2, Response, RichText,
    ScrollArea, Shape, Slider, Stroke, TextStyle, Ui, Vec2,
    accesskit::Role,
    containers::menu::{MenuConfig, SubMenuButton, is_in_menu},
    vec2,
};

use super::{
    brush::text_width,
    explained::{Explained, explaining, shared},
    number_field::{NumberField, refusal},
    steady::steady_row,
    theme::{self, Tokens},
};
use crate::app::{App, Command, Section};
use kernel_pca::typed::NamedNumber;

/// Width of the column of names in a panel of controls, in points.
const NAME_WIDTH: f32 = 84.0;
/// Width of the column of names in a menu, which has more room, in points.
const NAME_WIDTH_IN_MENU: f32 = 108.0;
/// Width of a field for a number, in points.
pub(super) const FIELD_WIDTH: f32 = 56.0;

/// Height of a slider in points; the handle is four fifths as high.
pub(super) const RAIL_HEIGHT: f32 = 18.0;

/// Draws a part of the side panel: a heading that folds it away, and a thin line below.
pub(super) fn section(
    ui: &mut Ui,
    icon: &str,
    section: Section,
    app: &App,
    out: &mut Vec<Command>,
    contents: impl FnOnce(&mut Ui, &mut Vec<Command>),
) {
    let tokens = Tokens::of(ui.visuals());
    ui.add_space(theme::GAP);
    let title = theme::semibold(section.title()).color(tokens.text_strong);
    let heading = (RichText::new(icon).weak(), title);
    if fold(ui, heading, section, app, out) {
        contents(ui, out);
    }
    ui.add_space(theme::GAP);
    thin_line(ui);
}

/// Corners, relative to its middle and in points, of a small triangle that points down; below, of one that points to
/// the right.
pub(super) const POINTS_DOWN: [Vec2; 3] = [vec2(-4.0, -2.0), vec2(4.0, -2.0), vec2(0.0, 2.5)];
const POINTS_ASIDE: [Vec2; 3] = [vec2(-2.0, -4.0), vec2(-2.0, 4.0), vec2(2.5, 0.0)];

/// Paints a small triangle around a place.
pub(super) fn triangle(ui: &Ui, at: Pos2, corners: [Vec2; 3], color: Color32) {
    let corners = corners.map(|corner| at + corner).to_vec();
    let triangle = Shape::convex_polygon(corners, color, Stroke::NONE);
    ui.painter().add(triangle);
}

/// Draws a heading with an arrow that folds away what is below it; returns true where it is open.
pub(super) fn fold(
    ui: &mut Ui,
    (icon, title): (RichText, RichText),
    section: Section,
    app: &App,
    out: &mut Vec<Command>,
) -> bool {
    let tokens = Tokens::of(ui.visuals());
    let is_open = !app.settings().folded.contains(&section);
    let size = Vec2::new(ui.available_width(), theme::row(ui));
    let command = Command::ToggleSection(section);
    let name = command.label();
    let heading = ui.allocate_ui_with_layout(size, Layout::left_to_right(Align::Center), |ui| {
        ui.set_min_size(size);
        ui.spacing_mut().item_spacing.x = 6.0;
        if !icon.is_empty() {
            ui.add(egui::Label::new(icon).selectable(false));
        }
        ui.add(egui::Label::new(title).selectable(false));
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let (arrow, _) = ui.allocate_exact_size(Vec2::splat(12.0), egui::Sense::hover());
            let to = if is_open { POINTS_DOWN } else { POINTS_ASIDE };
            triangle(ui, arrow.center(), to, tokens.text_weak);
        });
    });
    let id = ui.scope_id().with(("fold", section.title()));
    let heading = ui.interact(heading.response.rect, id, egui::Sense::CLICK);
    heading.widget_info(|| egui::WidgetInfo::selected(egui::Role::Button, true, is_open, &name));
    if heading.explained(&command.help()).clicked() {
        out.push(command);
    }
    is_open
}

/// Draws a sign that something is computed, as large as its room. It moves a few times a second and not with every
/// frame: where the processor draws the window, drawing would take its time from computing.
pub(super) fn busy(ui: &mut Ui, size: f32) -> Response {
    const STEPS_PER_SECOND: f64 = 8.0;
    const STEPS: f64 = 8.0;
    let (rect, response) = ui.allocate_exact_size(Vec2::splat(size), egui::Sense::hover());
    let step = (ui.input(|input| input.time) * STEPS_PER_SECOND).floor() % STEPS;
    let start = (step / STEPS) as f32 * std::f32::consts::TAU;
    let arc = (0..=16).map(|i| {
        let angle = start + 0.75 * std::f32::consts::TAU * i as f32 / 16.0;
        rect.center() + (size / 2.0 - 1.0) * Vec2::angled(angle)
    });
    let stroke = egui::Stroke::new(1.5, Tokens::of(ui.visuals()).accent);
    ui.painter().add(egui::Shape::line(arc.collect(), stroke));
    response.widget_info(|| {
        egui::WidgetInfo::labeled(egui::Role::ProgressIndicator, true, "Computing")
    });
    let wait = Duration::from_secs_f64(1.0 / STEPS_PER_SECOND);
    ui.ctx().request_repaint_after(wait);
    response
}

/// Draws the share of something that is done, from 0 to 1, as a bar of one line.
pub(super) fn progress_bar(ui: &mut Ui, share: f32) {
    const SIZE: Vec2 = Vec2::new(64.0, 4.0);
    let tokens = Tokens::of(ui.visuals());
    let (rect, response) = ui.allocate_exact_size(SIZE, egui::Sense::hover());
    let mut done = rect;
    done.set_width(share.clamp(0.0, 1.0) * rect.width());
    ui.painter().rect_filled(rect, 2.0, tokens.line);
    ui.painter().rect_filled(done, 2.0, tokens.accent);
    response.widget_info(|| {
        let percent = format!("{:.0} %", 100.0 * share);
        egui::WidgetInfo::labeled(egui::Role::ProgressIndicator, true, percent)
    });
}

/// Draws a separator without the room that egui's brings along.
pub(super) fn thin_line(ui: &mut Ui) {
    let tokens = Tokens::of(ui.visuals());
    let (rect, _) =
        ui.allocate_exact_size(Vec2::new(ui.available_width(), 1.0), egui::Sense::hover());
    ui.painter().hline(
        ui.clip_rect().x_range(),
        rect.center().y,
        (1.0, tokens.line),
    );
}

/// Draws a row of a form: a name on the left, controls filling the rest.
///
/// Controls that have no name of their own are read out by the row's.
pub(super) fn row<R>(ui: &mut Ui, name: &str, contents: impl FnOnce(&mut Ui) -> R) -> R {
    row_enabled(ui, name, None, contents)
}

/// Draws a row that is greyed out for a reason, which shows on hover.
pub(super) fn row_enabled<R>(
    ui: &mut Ui,
    name: &str,
    disabled_because: Option<&str>,
    contents: impl FnOnce(&mut Ui) -> R,
) -> R {
    explained_row(ui, name, "", disabled_because, contents)
}

/// Draws a row whose name and controls share an explanation.
pub(super) fn explained_row<R>(
    ui: &mut Ui,
    name: &str,
    explanation: &str,
    disabled_because: Option<&str>,
    contents: impl FnOnce(&mut Ui) -> R,
) -> R {
    let size = Vec2::new(ui.available_width(), theme::row(ui));
    let inner = steady_row(ui, name, size, |ui| {
        if disabled_because.is_some() {
            ui.disable();
        }
        ui.set_min_size(size);
        let width = if is_in_menu(ui) {
            NAME_WIDTH_IN_MENU
        } else {
            NAME_WIDTH
        };
        let (rect, _) = ui.allocate_exact_size(Vec2::new(width, size.y), egui::Sense::hover());
        let text = RichText::new(name).weak();
        let label = ui.place(rect, |ui: &mut Ui| {
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                ui.add(egui::Label::new(text).truncate())
            })
            .inner
        });
        let label = label.explained(explanation);
        ui.label_inputs_by(label.id, |ui| {
            if explanation.is_empty() {
                contents(ui)
            } else {
                explaining(ui, explanation, contents)
            }
        })
    });
    refusal(ui, NAME_WIDTH + theme::SPACE);
    if let Some(reason) = disabled_because {
        // A disabled control reacts to nothing, so the whole row tells why.
        ui.interact(
            inner.response.rect,
            inner.response.id.with("reason"),
            egui::Sense::hover(),
        )
        .on_hover_text(reason);
    }
    inner.inner
}

/// Draws a slider with a field for the exact value, filling the row. A typed number may lie beyond the slider, but
/// must satisfy `quantity`.
pub(super) fn slider<N: egui::emath::Numeric>(
    ui: &mut Ui,
    quantity: NamedNumber,
    value: &mut N,
    range: RangeInclusive<N>,
    adjust: impl FnOnce(Slider<'_>) -> Slider<'_>,
) -> Response {
    let (low, high) = (range.start().to_f64(), range.end().to_f64());
    let mut copy = *value;
    let slider = Slider::new(&mut copy, range)
        .show_value(false)
        .clamping(egui::SliderClamping::Never);
    let width = ui.available_width() - FIELD_WIDTH - theme::SPACE;
    let response = rail(ui, width, adjust(slider));
    let field = NumberField {
        read: &|text| quantity.read(text),
        speed: ((high - low) / 400.0).abs(),
        // A value of a flag or a session stays, even beyond the range of dragging.
        range: low..=high,
        suffix: "",
    };
    let response = response | field.show(ui, &mut copy, FIELD_WIDTH);
    if response.changed() {
        *value = copy;
    }
    response
}

/// Draws a slider's rail of a given width, with a handle smaller than a row of controls.
pub(super) fn rail(ui: &mut Ui, width: f32, slider: Slider<'_>) -> Response {
    let tokens = Tokens::of(ui.visuals());
    ui.scope(|ui| {
        ui.spacing_mut().slider_width = width;
        ui.spacing_mut().interact_size.y = RAIL_HEIGHT;
        let widgets = &mut ui.visuals_mut().widgets;
        widgets.inactive.fg_stroke.color = tokens.text_weak;
        for state in [&mut widgets.hovered, &mut widgets.active] {
            state.fg_stroke.color = tokens.accent;
            state.fg_stroke.width = 1.5;
        }
        ui.add(slider)
    })
    .inner
    .explained(&shared(ui))
}

/// Draws a drop-down list filling the rest of the row.
pub(super) fn choice<R>(
    ui: &mut Ui,
    id: &str,
    selected: impl Into<String>,
    contents: impl FnOnce(&mut Ui) -> R,
) {
    let (width, close) = (ui.available_width(), PopupCloseBehavior::CloseOnClick);
    drop_down(ui, id, selected.into(), width, close, contents);
}

/// Draws a drop-down list of values with their names and explanations; returns the one that was clicked.
pub(super) fn choice_of<T: PartialEq, N: Into<String>, H: AsRef<str>>(
    ui: &mut Ui,
    id: &str,
    selected: impl Into<String>,
    current: Option<&T>,
    options: impl IntoIterator<Item = (T, N, H)>,
) -> Option<T> {
    let mut chosen = None;
    choice(ui, id, selected, |ui| {
        for (value, name, help) in options {
            if list_entry(ui, current == Some(&value), name, help.as_ref()) {
                chosen = Some(value);
            }
        }
    });
    chosen
}

/// Draws a drop-down list that stays open while its boxes are ticked.
pub(super) fn checklist<R>(
    ui: &mut Ui,
    id: &str,
    selected: impl Into<String>,
    contents: impl FnOnce(&mut Ui) -> R,
) {
    let width = ui.available_width();
    let close = PopupCloseBehavior::CloseOnClickOutside;
    drop_down(ui, id, selected.into(), width, close, contents);
}

/// Draws a drop-down list of a given width in points; within a menu it is a submenu, since a list that opens would
/// close the menu.
pub(super) fn drop_down<R>(
    ui: &mut Ui,
    id: &str,
    selected: String,
    width: f32,
    close: PopupCloseBehavior,
    contents: impl FnOnce(&mut Ui) -> R,
) {
    // A list is as long as its entries, and scrolls only where the window ends.
    let height = ui.ctx().content_rect().height() - 2.0 * theme::BAR;
    let explanation = shared(ui);
    if is_in_menu(ui) {
        let mut list = SubMenuButton::new(selected).config(MenuConfig::new().close_behavior(close));
        list.button = list.button.truncate().min_size(vec2(width, 0.0));
        // Lists side by side may show the same text.
        ui.push_id(id, |ui| {
            let (response, _) = list.ui(ui, |ui| {
                ui.set_min_width(width.max(120.0));
                scrolling(ui, contents)
            });
            response.explained(&explanation);
        });
        return;
    }
    let list = ComboBox::from_id_salt(id)
        .height(height)
        .selected_text(selected)
        .width(width)
        .truncate()
        .close_behavior(close)
        .show_ui(ui, |ui| {
            // Where frames are slow, a click is pressed and released within one; a dialog that is
            // pressed comes to the top, and would hide a list that opens at the same time.
            ui.ctx().move_to_top(ui.layer_id());
            ui.set_min_width(width.max(120.0));
            contents(ui)
        });
    list.response.explained(&explanation);
}

/// Draws mutually exclusive choices side by side, each with its explanation; returns true where another was clicked.
pub(super) fn segmented<T: Copy + PartialEq>(
    ui: &mut Ui,
    current: &mut T,
    options: &[(T, &str, &str)],
) -> bool {
    let gap = 2.0;
    let count = options.len() as f32;
    let room = ui.available_width() - gap * (count - 1.0);
    let size = TextStyle::Button.resolve(ui.style()).size;
    let texts = options
        .iter()
        .map(|(_, text, _)| text_width(ui.ctx(), text, size));
    let texts: Vec<f32> = texts.collect();
    // Equally wide, or with equal room around each text where the longest would not fit.
    let around = ((room - texts.iter().sum::<f32>()) / count).max(0.0);
    let fits = texts
        .iter()
        .all(|text| text + 2.0 * theme::GAP <= room / count);
    ui.spacing_mut().item_spacing.x = gap;
    ui.spacing_mut().button_padding.x = theme::GAP.min(around / 2.0);
    let (before, height) = (*current, theme::row(ui));
    for ((value, text, explanation), own) in options.iter().zip(texts) {
        let width = if fits { room / count } else { own + around };
        let button = Button::selectable(*value == before, *text).frame_when_inactive(true);
        let response = ui.add_sized([width, height], button);
        if response.explained(explanation).clicked() {
            *current = *value;
        }
    }
    *current != before
}

/// Draws a square button that is an icon alone, named for screen readers and on hover, with its explanation.
pub(super) fn icon_button(ui: &mut Ui, icon: &str, name: &str, explanation: &str) -> Response {
    ui.scope(|ui| {
        ui.spacing_mut().button_padding = Vec2::ZERO;
        ui.add_sized(
            Vec2::splat(theme::row(ui)),
            Button::new(RichText::new(icon).size(theme::ICON)).frame_when_inactive(false),
        )
    })
    .inner
    .accessible_name(name)
    .explained_with_name(name, explanation)
}

/// Draws the contents of a menu, which scroll where the window is too low for them.
pub(super) fn scrolling<R>(ui: &mut Ui, contents: impl FnOnce(&mut Ui) -> R) -> R {
    let height = ui.ctx().content_rect().height() - 2.0 * theme::SECTION;
    ScrollArea::vertical()
        .max_height(height)
        .min_scrolled_height(height)
        .show(ui, contents)
        .inner
}

/// Draws a button of a row or a dialog, with its explanation.
pub(super) fn explained_button(ui: &mut Ui, text: &str, explanation: &str) -> Response {
    ui.button(text).explained(explanation)
}

/// Draws an entry of a list, with its explanation; returns true where it was clicked.
pub(super) fn list_entry(
    ui: &mut Ui,
    selected: bool,
    text: impl Into<String>,
    explanation: &str,
) -> bool {
    let response = ui.selectable_label(selected, text.into());
    response.explained(explanation).clicked()
}

/// Draws a box to tick, with its explanation; returns true where it was changed.
pub(super) fn tick_box(ui: &mut Ui, on: &mut bool, text: &str, explanation: &str) -> bool {
    ui.checkbox(on, text).explained(explanation).changed()
}

/// Draws a heading, which screen readers know as one.
pub(super) fn heading(ui: &mut Ui, text: &str) {
    let color = Tokens::of(ui.visuals()).text_strong;
    let shown = RichText::new(text).text_style(TextStyle::Heading);
    let shown = ui.add(Label::new(shown.color(color)).wrap());
    ui.ctx().accesskit_node_builder(shown.id, |node| {
        node.set_role(Role::Heading);
        // The text of a label is its value, and a heading is told by its name.
        node.set_label(text);
        node.clear_value();
    });
}
