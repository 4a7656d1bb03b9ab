//! A panel around a plot: title bar, then the plot, and what the pointer did there.

use egui::{Margin, Rect, Ui, UiBuilder, Vec2, pos2, vec2};

use super::{
    charts::Charts,
    color_bar, legend,
    panel_menu::{menu, row_menu},
    plot::{self, Picked, PlotContext},
    theme,
    title_bar::{self, Heading},
};
use crate::{
    app::{App, Command, Edit, Pick, Tool},
    setup::Camera,
    view::{Chart, Key, Panel, matrix_entry, row_label},
};

/// Draws the panel and gives back the rows under the pointer.
pub(super) fn show(
    ui: &mut Ui,
    panel: Panel,
    app: &App,
    charts: &mut Charts,
    out: &mut Vec<Command>,
) -> Vec<usize> {
    let (Some(chart), Some(shown)) = (charts.get(app, panel), app.shown()) else {
        return vec![];
    };
    let room = ui.available_rect_before_wrap();
    let bar = Rect::from_min_size(room.min, vec2(room.width(), theme::BAR));
    let explaining = title_bar::explaining(panel, app, charts);
    let key = explaining.as_ref().map_or(&Key::None, |chart| &chart.key);
    let mut body = Rect::from_min_max(bar.left_bottom(), room.max)
        - Margin {
            left: 8,
            right: 12,
            top: 0,
            bottom: 8,
        };
    let has_bar = color_bar::explains(&chart);
    if has_bar {
        body.max.x -= color_bar::WIDTH;
    }
    if !panel.is_3d() {
        body = hugging(body, &chart);
    }
    if has_bar {
        let beside = pos2(body.right() + theme::SPACE, body.top());
        let end = body.right_bottom() + vec2(color_bar::WIDTH, -plot::surroundings(&chart).y);
        color_bar::show(ui, Rect::from_min_max(beside, end), &chart);
    }
    let heading = Heading {
        panel,
        chart: &chart,
        key,
        fits_inside: !has_bar && legend::fits(ui, key, body.size() - plot::surroundings(&chart)),
    };
    let key_inside = title_bar::show(ui, bar, &heading, app, out);
    let label = |row| row_label(&shown.analysis, row);
    let entry = |at| {
        (panel == Panel::KernelMatrix)
            .then(|| matrix_entry(&shown.analysis, &app.setup().view, at))
            .flatten()
    };
    let fit_id = ui.scope_id().with("fitted");
    let fitted =
        ui.data_mut(|data| std::mem::replace(data.get_temp_mut_or_default(fit_id), app.fits()));
    let context = PlotContext {
        id: egui::Id::unique(("plot", panel.name())),
        ringed_rows: app.hovered_rows(),
        refit: fitted != app.fits(),
        turns: panel.is_3d(),
        tool: app.tool(),
        row_label: &label,
        entry: &entry,
    };
    let events = ui
        .scope_builder(UiBuilder::new().max_rect(body), |ui| {
            plot::show(ui, &chart, &context)
        })
        .inner;
    if let Some(transform) = events.transform.filter(|_| key_inside) {
        let id = ui.scope_id().with("legend");
        legend::show(ui, id, key, &chart, &transform, out);
    }
    if events.zoom != app.zoomed(panel) {
        out.push(Command::Zoomed(panel, events.zoom));
    }
    if let Some(threshold) = events.rule_moved_to {
        out.push(Command::Edit(Edit::Threshold(threshold.clamp(0.01, 1.0))));
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
        let label = row.map(|row| row_label(&shown.analysis, row));
        response.context_menu(|ui| {
            if let (Some(row), Some(label)) = (*row, label) {
                row_menu(ui, row, &label, app, out);
            } else {
                menu(ui, panel, app, out);
            }
        });
    }
    let adds = ui.input(|input| input.modifiers.command);
    match events.picked {
        Some(Picked::Inside(rows)) => {
            let pick = if adds { Pick::Add } else { Pick::Replace };
            out.push(Command::Select(rows, pick));
        }
        Some(Picked::Dot(row)) => {
            let pick = if adds { Pick::Toggle } else { Pick::Replace };
            out.push(Command::Select(vec![row], pick));
        }
        // A plot that is only moved keeps its selection.
        Some(Picked::Nothing) if !adds && app.tool() != Tool::Move => {
            out.push(Command::Select(vec![], Pick::Replace));
        }
        Some(Picked::Nothing) | None => {}
    }
    events.hovered_rows
}

/// The middle of the room, in the proportions of a chart that says how far both axes reach: a frame
/// around a map is no larger than the map.
fn hugging(room: Rect, chart: &Chart) -> Rect {
    let Some(proportions) = chart.proportions() else {
        return room;
    };
    let axes = plot::surroundings(chart);
    let plot = room.size() - axes;
    let height = plot.y.min(plot.x / proportions).max(0.0);
    Rect::from_center_size(room.center(), vec2(height * proportions, height) + axes)
}
