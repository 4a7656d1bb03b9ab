//! Slider of γ over the panel's width, with the answers of rules marked below it.

use egui::{
    Align, Align2, FontId, Layout, Pos2, Rangef, Rect, Sense, Slider, SliderClamping, Ui, Vec2,
    WidgetInfo, pos2, vec2,
};

use super::{
    explained::Explained,
    invitation, play,
    theme::{self, Tokens},
    widgets::rail,
};
use crate::app::{App, Command};
use explorer::view::{advised, answer_in_words, disagreement, marks_of_gamma};
use kernel_pca::sweep::{CriterionResult, GammaChoice, SweptParameter, gamma_ends};

/// Number of lines for the names of marks.
const ROWS: usize = 2;
/// Distance from a mark within which the pointer hits it, in points.
const REACH: f32 = 6.0;
/// Distance between bars for ranges, in points.
const BAR_STEP: f32 = 3.0;

/// Draws the slider; returns γ where it was moved or a mark was clicked.
pub(super) fn show(
    ui: &mut Ui,
    app: &App,
    gamma: Option<f64>,
    out: &mut Vec<Command>,
) -> Option<f64> {
    let analysis = app.analysis();
    // What rules found could be the answer that is covered in a panel.
    let covers = app.covers_a_panel();
    let marks = analysis
        .filter(|_| !covers)
        .map(|analysis| marks_of_gamma(analysis, &app.setup().view))
        .unwrap_or_default();
    let mut value = gamma.unwrap_or(1.0);
    let [mut low, mut high] = match analysis {
        Some(analysis) => gamma_ends(analysis.gamma_auto, analysis.gamma_median),
        None => gamma_ends(1.0, 1.0),
    };
    for seen in marks
        .iter()
        .filter_map(|found| found.answer.value())
        .chain([value])
    {
        low = low.min(seen);
        high = high.max(seen);
    }
    let slider = Slider::new(&mut value, low..=high)
        .logarithmic(true)
        .show_value(false)
        .smart_aim(false)
        .clamping(SliderClamping::Never);
    let response = play::beside(ui, app, SweptParameter::GAMMA, out, |ui, width| {
        rail(ui, width, slider).accessible_name("γ")
    });

    // The slider's handle keeps half its width from both ends of the rail.
    let handle = response.rect.height() / 2.5;
    let rail = response.rect.x_range().shrink(handle);
    let place = |mark: f64| {
        let share = (mark.log10() - low.log10()) / (high.log10() - low.log10());
        egui::lerp(rail.min..=rail.max, share as f32)
    };
    let middle = response.rect.center().y;
    let (at, radius) = (pos2(place(value), middle), handle);
    let mut clicked = below(ui, &marks, &place, middle);
    // Its room is kept where nothing is said, so that what is below stays where it is.
    let said = vec2(ui.available_width(), theme::SMALL + 5.0);
    let line = Layout::left_to_right(Align::Center);
    ui.allocate_ui_with_layout(said, line, |ui| {
        ui.set_min_size(said);
        if app.invites() {
            invitation::show(ui, at, radius);
        } else if disagreement(&marks).is_some()
            && let Some((rule, purpose)) = advised(&marks)
        {
            let mut all = vec![
                "Each rule optimises something different; none is best for every purpose."
                    .to_owned(),
            ];
            all.extend(marks.iter().map(answer_in_words));
            let text = theme::small(format!("Rules differ; {purpose}:")).weak();
            let label = egui::Label::new(text).truncate();
            ui.add(label).on_hover_text(all.join("\n\n"));
            let follows = match rule.answer {
                GammaChoice::Between(low, _, high) => (low..=high).contains(&value),
                ref other => other
                    .value()
                    .is_some_and(|it| (value / it - 1.0).abs() < 0.01),
            };
            let button = egui::Button::new(theme::small(rule.criterion.name())).small();
            let response = ui.add(button.selected(follows));
            if response.explained(&answer_in_words(rule)).clicked() {
                clicked = rule.answer.value();
            }
        }
    });
    ui.add_space(theme::GAP);
    clicked.or(response.changed().then_some(value))
}

/// Draws ticks and bars below the rail, each with its name where there is room; returns the value of the one that
/// was clicked.
fn below(
    ui: &mut Ui,
    marks: &[CriterionResult],
    place: &dyn Fn(f64) -> f32,
    middle: f32,
) -> Option<f64> {
    let tokens = Tokens::of(ui.visuals());
    let line = theme::SMALL + 3.0;
    // More marks come while rules are asked.
    let size = Vec2::new(ui.available_width(), line * ROWS as f32);
    let (room, _) = ui.allocate_exact_size(size, Sense::hover());
    let ink = (1.0, tokens.text_weak);
    let (mut taken, mut strips) = (Vec::new(), Vec::new());
    let mut clicked = None;
    for (i, found) in marks.iter().enumerate() {
        let Some(value) = found.answer.value() else {
            continue;
        };
        let x = place(value);
        let top = middle + 6.0;
        ui.painter().vline(x, top..=room.top(), ink);
        if let GammaChoice::Between(low, _, high) = found.answer
            && low < high
        {
            let y = top + BAR_STEP * (i % 2) as f32;
            let ends = Rangef::new(place(low), place(high));
            ui.painter().hline(ends, y, (2.0, tokens.text_weak));
        }
        let galley = ui.painter().layout_no_wrap(
            found.criterion.name().to_owned(),
            FontId::proportional(theme::SMALL),
            tokens.text_weak,
        );
        let name = free_place(&taken, galley.size(), x, room, line);
        let sensitive = if let Some(name) = name {
            ui.painter().galley(name.min, galley, tokens.text_weak);
            taken.push(name.expand2(Vec2::new(theme::GAP, 0.0)));
            name
        } else {
            let strip = Rect::from_x_y_ranges(x - REACH..=x + REACH, top..=room.top());
            beside(&strips, strip)
        };
        if !sensitive.is_positive() {
            continue;
        }
        if name.is_none() {
            strips.push(sensitive);
        }
        let id = ui.scope_id().with(("mark", found.criterion.name()));
        let response = ui.interact(sensitive, id, Sense::CLICK);
        response.widget_info(|| {
            let name = format!("γ by {}", found.criterion.name());
            WidgetInfo::labeled(egui::Role::Button, true, name)
        });
        let help = format!("{} Click to go there.", answer_in_words(found));
        if response.explained(&help).clicked() {
            clicked = Some(value);
        }
    }
    clicked
}

/// Part of a strip that other rectangles leave free, around its middle.
fn beside(others: &[Rect], mut strip: Rect) -> Rect {
    let middle = strip.center().x;
    for other in others {
        if !other.intersects(strip) {
            continue;
        }
        if middle < other.center().x {
            strip.max.x = other.min.x;
        } else {
            strip.min.x = other.max.x;
        }
    }
    strip
}

/// Rectangle for a name of this size near x, free of those `taken`, in the first line with room; `None` where no line
/// has.
fn free_place(taken: &[Rect], size: Vec2, x: f32, room: Rect, line: f32) -> Option<Rect> {
    let half = size.x / 2.0;
    let centre = x.clamp(
        room.left() + half,
        (room.right() - half).max(room.left() + half),
    );
    let at = |centre: f32, row: usize| {
        let top: Pos2 = pos2(centre, room.top() + line * row as f32);
        Align2::CENTER_TOP.anchor_size(top, size)
    };
    let is_free = |rect: &Rect| {
        let inside = rect.left() >= room.left() && rect.right() <= room.right();
        inside && !taken.iter().any(|other| other.intersects(*rect))
    };
    // A name may step aside by no more than its own width.
    let asides = [0.0, 0.25, -0.25, 0.5, -0.5, 0.75, -0.75, 1.0, -1.0];
    let places = (0..ROWS).flat_map(|row| asides.map(|aside| at(centre + aside * size.x, row)));
    let mut places = places.collect::<Vec<_>>().into_iter();
    places.find(is_free)
}
