//! Frame of a panel around its plot: title bar, key, note, and the commands of the pointer's events there.

use std::sync::Arc;

use egui::{
    Align, FontId, Layout, Margin, Popup, Rect, Ui, UiBuilder, Vec2, emath::GuiRounding as _, pos2,
    text::LayoutJob, vec2,
};

use super::{
    axis_picker,
    brush::Brush,
    charts::Charts,
    drawing_bar, key,
    panel_menu::{menu, row_menu, stay_open},
    plot::{self, PickedDots, PlotEvents},
    plot_context::PlotContext,
    theme::{self, Tokens},
    title_bar::{self, Heading},
};
use crate::app::{App, Command, Edit, Pick};
use chart::{
    Chart, Held, Key, Room,
    layout::{BAR_ROOM, color_bar, is_mapped},
    noted,
};
use explorer::{analysis::Analysis, panel::Panel, setup::Camera, view::row_label};
use kernel_pca::{method::Method, objects::Objects};

/// Height in points, left below the title bar and the key, above which a panel shows its note.
const ENOUGH_FOR_NOTE: f32 = 132.0;
/// Height in points, left below the title bar and the key, above which a pinned picture's note on its differences from
/// the live one is shown.
const ENOUGH_FOR_COMPARISON: f32 = 84.0;
/// Height in points below the title bar, up to which the key is a button in that bar and not lines below it.
const ENOUGH_FOR_KEY: f32 = 116.0;
/// Largest number of lines of a note.
const MOST_NOTE_LINES: usize = 2;
/// Largest number of lines of a key.
const MOST_KEY_LINES: usize = 2;

/// Words of the remark that components are equal, which the sentence above the plots may say already.
const EQUAL: &str = "have equal eigenvalues";

/// Outcome of a panel in a frame.
#[derive(Default)]
pub(super) struct PanelOutcome {
    /// Rows under the pointer.
    pub hovered_rows: Vec<usize>,
    /// True where the title bar has just been taken hold of, to carry the panel elsewhere.
    pub grabbed: bool,
}

/// Draws a cover in place of a panel that would give an answer away.
fn covered(ui: &mut Ui, panel: Panel) {
    let room = ui.available_rect_before_wrap();
    let words = Rect::from_center_size(room.center(), vec2(room.width(), 2.0 * theme::BAR));
    ui.scope_builder(UiBuilder::new().max_rect(words), |ui| {
        ui.vertical_centered(|ui| {
            ui.label(theme::semibold(panel.title()).weak());
            ui.label(theme::small("Covered until the question is answered").weak());
        });
    });
}

/// Draws the panel, or its cover.
pub(super) fn show(
    ui: &mut Ui,
    panel: Panel,
    app: &App,
    charts: &mut Charts,
    out: &mut Vec<Command>,
) -> PanelOutcome {
    if app.course().is_some_and(|course| course.hides(panel)) {
        covered(ui, panel);
        return PanelOutcome::default();
    }
    draw(ui, panel, app, charts, out)
}

fn draw(
    ui: &mut Ui,
    panel: Panel,
    app: &App,
    charts: &mut Charts,
    out: &mut Vec<Command>,
) -> PanelOutcome {
    let (Some(chart), Some(analysis)) = (charts.get(app, panel), app.analysis()) else {
        return PanelOutcome::default();
    };
    let room = ui.available_rect_before_wrap();
    let bar = Rect::from_min_size(room.min, vec2(room.width(), theme::bar(ui)));
    let explaining = title_bar::explaining(panel, app, charts);
    let key = explaining.as_ref().map_or(&Key::None, |chart| &chart.key);
    let mut body = Rect::from_min_max(bar.left_bottom(), room.max)
        - Margin {
            left: 8,
            right: 12,
            top: 0,
            bottom: 8,
        };
    let has_bar = is_mapped(&chart);
    let heading = Heading {
        panel,
        chart: &chart,
        key,
        room_below: body.height() > ENOUGH_FOR_KEY,
    };
    let title = title_bar::show(ui, bar, &heading, app, out);
    if title.key_below {
        let lines = key::lines(ui, app, key, body.width(), MOST_KEY_LINES);
        let strip = cut_top(&mut body, key::ENTRY_HEIGHT * lines as f32);
        ui.scope_builder(UiBuilder::new().max_rect(strip), |ui| {
            key::show(ui, app, key, MOST_KEY_LINES, out);
        });
    }
    if is_drawn_in(panel, app) {
        let strip = cut_top(&mut body, theme::ROW + theme::GAP);
        ui.scope_builder(UiBuilder::new().max_rect(strip), |ui| {
            drawing_bar::show(ui, app, out);
        });
    }
    if body.height() > enough_for_note(panel) {
        let others = app.opposite(panel).into_iter();
        let others: Vec<_> = others.filter_map(|other| charts.get(app, other)).collect();
        let is_told = panel.method() == Some(Method::Kpca) && app.tells_equal_components();
        notes_below(ui, &mut body, &chart, &others, is_told);
    }
    if has_bar {
        body.max.x -= BAR_ROOM;
    }
    let chart = charts
        .arranged(app, panel, room_for_maps(body, &chart))
        .unwrap_or(chart);
    let seen = panel.seen(analysis, &app.setup().view);
    if !seen.panel.is_scatter() {
        body = hugging(body, &chart);
    }
    if has_bar {
        bar_beside(ui, body, &chart);
    }
    let fit_id = egui::Id::unique(("fitted", panel.name()));
    let fitted =
        ui.data_mut(|data| std::mem::replace(data.get_temp_mut_or_default(fit_id), app.fits()));
    let context = PlotContext {
        id: egui::Id::unique(("plot", panel.name())),
        seen: &seen,
        is_terse: app.covers_a_panel(),
        bounds: charts.bounds(app, panel),
        // Rows of a pinned picture of other data are not those of the live one.
        ringed_rows: if seen.linked { app.hovered_rows() } else { &[] },
        refit: fitted != app.fits(),
        turns: seen.panel.is_3d(),
        held: dots_held(panel, analysis, app),
        // There arrows turn to the next step.
        chooses: app.presentation().is_none(),
        tool: app.tool(),
        pen: (app.tool().draws() && is_drawn_in(panel, app)).then(|| app.pen()),
    };
    let mut events = ui
        .scope_builder(UiBuilder::new().max_rect(body), |ui| {
            if app.is_stale(panel) {
                ui.multiply_opacity(theme::STALE);
            }
            plot::show(ui, &chart, &context)
        })
        .inner;
    if let Some(transform) = &events.transform {
        axis_picker::on_plot(ui, panel, &chart, transform, app, out);
    }
    link(&mut events, seen.linked);
    let view = &app.setup().view;
    let taken_over = |at| panel.spec().taken_over(analysis, view, &chart, at);
    take_over(panel, &mut events, taken_over, out);
    send(ui, panel, &events, app, out);
    PanelOutcome {
        hovered_rows: events.hovered_rows,
        grabbed: title.grabbed,
    }
}

/// Sets the swept parameter to the value of the picture that was clicked, if one was.
fn take_over(
    panel: Panel,
    events: &mut PlotEvents,
    taken_over: impl Fn([f64; 2]) -> Option<[f64; 2]>,
    out: &mut Vec<Command>,
) {
    if let Some(value) = events.clicked.and_then(taken_over) {
        let edit = Edit::Drag(Held::SweepValue, value, panel);
        out.push(Command::Edit(edit));
        // The click is for the picture as a whole, and not for the dot that it hits.
        (events.picked, events.dragged) = (None, None);
    }
}

/// Paints the colours of a chart's map beside its plot, as high as that.
fn bar_beside(ui: &Ui, body: Rect, chart: &Chart) {
    let corner = pos2(body.right() + theme::SPACE, body.top());
    let corner = corner.round_to_pixels(ui.pixels_per_point());
    let height = body.height() - plot::surroundings(chart).y;
    let mut shapes = Vec::new();
    for shape in color_bar(chart, height) {
        Brush::of(ui).paint(ui, corner, &shape, &mut shapes);
    }
    ui.painter().extend(shapes);
}

/// Height in points, left below the title bar and the key, above which a panel shows its note.
fn enough_for_note(panel: Panel) -> f32 {
    match panel.letter() {
        Some(_) => ENOUGH_FOR_COMPARISON,
        None => ENOUGH_FOR_NOTE,
    }
}

/// Drops the events on rows of a pinned picture of other data, as these are not the rows that can be pointed at and
/// selected.
fn link(events: &mut PlotEvents, linked: bool) {
    if linked {
        return;
    }
    events.hovered_rows.clear();
    events.picked = None;
    if let Some((_, row)) = &mut events.menu {
        *row = None;
    }
}

/// Function from a dot's row to the thing that is dragged with the dot; `None` where the panel's dots cannot be
/// dragged.
fn dots_held(panel: Panel, analysis: &Analysis, app: &App) -> Option<fn(usize) -> Held> {
    if is_drawn_in(panel, app) {
        return Some(Held::DrawnPoint);
    }
    let is_graph = matches!(analysis.dataset.objects, Objects::Graph(_));
    (panel == Panel::Input && is_graph).then_some(Held::Node)
}

/// Returns true where the panel shows points that are drawn by hand.
fn is_drawn_in(panel: Panel, app: &App) -> bool {
    panel == Panel::Input && app.can_draw()
}

/// Sends the pointer's events in the plot as commands.
fn send(ui: &Ui, panel: Panel, events: &PlotEvents, app: &App, out: &mut Vec<Command>) {
    if events.zoom != app.zoomed(panel) {
        out.push(Command::Zoomed(panel, events.zoom));
    }
    if let Some(touch) = events.touched {
        out.push(Command::Edit(Edit::Draw(touch)));
    }
    if let Some((held, to)) = events.dragged {
        out.push(Command::Edit(Edit::Drag(held, to, panel)));
    }
    if events.turned != Vec2::ZERO {
        // Half a degree to the point: across a panel is about half a turn.
        let camera = app.setup().view.camera;
        out.push(Command::Edit(Edit::Camera(Camera {
            yaw: (camera.yaw + 0.5 * f64::from(events.turned.x)).rem_euclid(360.0),
            pitch: (camera.pitch + 0.5 * f64::from(events.turned.y)).clamp(-90.0, 90.0),
        })));
    }
    if let Some((response, row)) = &events.menu {
        let label = row.zip(app.analysis()).map(|(row, it)| row_label(it, row));
        stay_open(Popup::context_menu(response), |ui| {
            if let (Some(row), Some(label)) = (*row, label) {
                row_menu(ui, row, &label, app, out);
            } else {
                menu(ui, panel, app, out);
            }
        });
    }
    let adds = ui.input(|input| input.modifiers.command);
    match &events.picked {
        Some(PickedDots::Inside(rows)) => {
            let pick = if adds { Pick::Add } else { Pick::Replace };
            out.push(Command::Select(rows.clone(), pick));
        }
        Some(PickedDots::Dot(row)) => {
            let pick = if adds { Pick::Toggle } else { Pick::Replace };
            out.push(Command::Select(vec![*row], pick));
        }
        // A plot that is only moved keeps its selection.
        Some(PickedDots::Nothing) if !adds && app.tool().selects() => {
            out.push(Command::Select(vec![], Pick::Replace));
        }
        Some(PickedDots::Nothing) | None => {}
    }
}

/// Cuts off the top of the room and returns it.
fn cut_top(room: &mut Rect, height: f32) -> Rect {
    let cut = Rect::from_min_size(room.min, vec2(room.width(), height));
    room.min.y += height;
    cut
}

/// Draws a chart's note in small print at the bottom of `room`, which loses that height; on hover the whole is shown.
/// Charts that are compared leave as much height for their notes.
fn notes_below(
    ui: &mut Ui,
    room: &mut Rect,
    chart: &Chart,
    compared: &[Arc<Chart>],
    equal_is_told: bool,
) {
    let tokens = Tokens::of(ui.visuals());
    let width = room.width();
    let laid_out = |chart: &Chart| {
        let note = chart.note.as_ref().filter(|_| !chart.marks.is_empty())?;
        let remarks = note.split("; ");
        let untold = remarks.filter(|it| !(equal_is_told && it.contains(EQUAL)));
        let note = noted(untold.map(str::to_owned))?;
        let font = FontId::proportional(theme::SMALL);
        let mut job = LayoutJob::simple(note, font, tokens.text_weak, width);
        job.wrap.max_rows = MOST_NOTE_LINES;
        let height = ui.painter().layout_job(job.clone()).size().y;
        Some((job, height))
    };
    let own = laid_out(chart);
    let heights = compared.iter().filter_map(|chart| laid_out(chart));
    let heights = heights.chain(own.clone()).map(|(_, height)| height);
    let Some(height) = heights.reduce(f32::max) else {
        return;
    };
    room.max.y -= height + theme::GAP;
    let foot = Rect::from_min_size(
        pos2(room.left(), room.bottom() + theme::GAP),
        vec2(width, height),
    );
    // Not `Ui::place`, whose lines are stretched to the width.
    let centred = UiBuilder::new()
        .max_rect(foot)
        .layout(Layout::top_down(Align::Center));
    if let Some((job, _)) = own {
        ui.scope_builder(centred, |ui| ui.add(egui::Label::new(job)));
    }
}

/// Room inside a frame for maps.
fn room_for_maps(body: Rect, chart: &Chart) -> Room {
    let size = body.size() - plot::surroundings(chart);
    Room {
        width: f64::from(size.x),
        height: f64::from(size.y),
        line: f64::from(theme::ROW - theme::SPACE),
    }
}

/// Rectangle in the middle of the room with the proportions of a chart that fixes the ranges of both axes, so that a
/// frame around a map is no larger than the map; else the whole room.
fn hugging(room: Rect, chart: &Chart) -> Rect {
    let Some(proportions) = chart.proportions() else {
        return room;
    };
    let axes = plot::surroundings(chart);
    let plot = room.size() - axes;
    let height = plot.y.min(plot.x / proportions).max(0.0);
    Rect::from_center_size(room.center(), vec2(height * proportions, height) + axes)
}
