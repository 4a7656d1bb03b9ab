//! A panel around a plot: title bar with the key to the colours and a menu, then the plot.

use egui::{
    Align, Layout, Margin, Popup, Rect, Response, Role, Sense, Shape, Stroke, Ui, UiBuilder, Vec2,
    WidgetInfo, pos2, vec2,
};

use super::{
    charts::Charts,
    color_bar, explain_menu,
    fonts::icon,
    key,
    plot::{self, Picked, PlotContext},
    theme::{self, Tokens},
    view_panel,
    widgets::{NO_ICON, command_item, entry, icon_button, row},
};
use crate::{
    app::{App, Command, Edit, Pick, Subject, Tool},
    setup::Camera,
    view::{Chart, Key, Panel, brief_title, matrix_entry, row_label},
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
    let key = if color_bar::explains(&chart) || is_explained(panel, app, charts) {
        &Key::None
    } else {
        &chart.key
    };
    title_bar(ui, bar, panel, &chart, key, app, out);

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
        let end = body.right_bottom() + vec2(color_bar::WIDTH, -plot::axis_room(&chart).y);
        color_bar::show(ui, Rect::from_min_max(beside, end), &chart);
    }
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
    let axes = plot::axis_room(chart);
    let plot = room.size() - axes;
    let height = plot.y.min(plot.x / proportions).max(0.0);
    Rect::from_center_size(room.center(), vec2(height * proportions, height) + axes)
}

/// Whether another panel explains the colours of this one's dots: the first in sight does it for all.
fn is_explained(panel: Panel, app: &App, charts: &mut Charts) -> bool {
    const DOTS: [Panel; 6] = [
        Panel::Input,
        Panel::Input3d,
        Panel::Pca,
        Panel::Pca3d,
        Panel::Kpca,
        Panel::Kpca3d,
    ];
    let Some(place) = DOTS.iter().position(|dots| *dots == panel) else {
        return false;
    };
    let visible = app.visible();
    let mut before = DOTS[..place].iter().filter(|dots| visible.contains(dots));
    before.any(|dots| {
        let chart = charts.get(app, *dots);
        chart.is_some_and(|chart| chart.key != Key::None)
    })
}

fn title_bar(
    ui: &mut Ui,
    bar: Rect,
    panel: Panel,
    chart: &Chart,
    key: &Key,
    app: &App,
    out: &mut Vec<Command>,
) {
    let maximised = app.maximised() == Some(panel);
    let background = ui.interact(bar, ui.scope_id().with("title"), Sense::CLICK);
    if background.double_clicked() {
        out.push(Command::ToggleMaximised(panel));
    }
    background.context_menu(|ui| menu(ui, panel, app, out));

    let inside = bar
        - Margin {
            left: 12,
            right: 4,
            top: 4,
            bottom: 4,
        };
    ui.scope_builder(UiBuilder::new().max_rect(inside), |ui| {
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            ui.spacing_mut().item_spacing.x = 0.0;
            let more = icon_button(
                ui,
                icon::ELLIPSIS_VERTICAL,
                &format!("Menu of {}", panel.title()),
            );
            Popup::menu(&more).show(|ui| menu(ui, panel, app, out));
            let (symbol, verb) = if maximised {
                (icon::MINIMIZE_2, "Restore")
            } else {
                (icon::MAXIMIZE_2, "Maximise")
            };
            if icon_button(ui, symbol, &format!("{verb} {}", panel.title())).clicked() {
                out.push(Command::ToggleMaximised(panel));
            }
            ui.add_space(theme::SPACE);
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                ui.spacing_mut().item_spacing.x = theme::SPACE;
                title(ui, panel, chart, key, app, out);
                key::show(ui, key, out);
            });
        });
    });
}

/// The title, short where the key needs the room, with a way to other panels.
fn title(ui: &mut Ui, panel: Panel, chart: &Chart, key: &Key, app: &App, out: &mut Vec<Command>) {
    let tokens = Tokens::of(ui.visuals());
    let arrow = arrow_button(
        ui,
        &format!("Show another panel instead of {}", panel.title()),
    );
    let room = ui.available_width() - theme::SPACE;
    let [whole_key, least_key] = key::room(ui, key);
    let width = |title: &str| {
        let text = egui::WidgetText::from(theme::semibold(title));
        let wrap = Some(egui::TextWrapMode::Extend);
        let galley = text.into_galley(ui, wrap, f32::INFINITY, egui::TextStyle::Body);
        galley.size().x
    };
    let mut shown = chart.title.clone();
    if width(&shown) + whole_key > room
        && let Some(result) = app.shown()
    {
        shown = brief_title(&shown, &result.analysis);
    }
    let width = width(&shown).min(room - least_key).max(0.0);
    let text = theme::semibold(shown).color(tokens.text_strong);
    let label = egui::Label::new(text).truncate().sense(Sense::CLICK);
    let title = ui.scope(|ui| {
        ui.set_max_width(width.ceil());
        ui.add(label)
    });
    let title = title.inner.on_hover_ui(|ui| {
        // The whole title, which the bar may have cut.
        ui.label(theme::semibold(chart.title.clone()));
        if let Some(help) = panel.help() {
            ui.label(help);
        }
    });
    if title.double_clicked() {
        out.push(Command::ToggleMaximised(panel));
    }
    title.context_menu(|ui| menu(ui, panel, app, out));
    Popup::menu(&arrow).show(|ui| others(ui, panel, app, out));
}

/// Every eigenvalue, or the leading ones again.
fn spectrum_item(ui: &mut Ui, app: &App, out: &mut Vec<Command>) {
    let find = Command::FindSpectrum;
    let command = match app.obstacle(&find) {
        Some(_) if app.shown().is_some() => Command::ForgetSpectrum,
        _ => find,
    };
    command_item(ui, app, NO_ICON, &command.label(), command, out);
}

/// A narrow button that is a small triangle pointing down.
fn arrow_button(ui: &mut Ui, name: &str) -> Response {
    let (rect, response) = ui.allocate_exact_size(vec2(16.0, theme::ROW), Sense::CLICK);
    let tokens = Tokens::of(ui.visuals());
    let color = if response.hovered() || response.has_focus() {
        tokens.accent
    } else {
        tokens.text_weak
    };
    let corners = [vec2(-4.0, -2.0), vec2(4.0, -2.0), vec2(0.0, 2.5)];
    let triangle = corners.map(|corner| rect.center() + corner).to_vec();
    ui.painter()
        .add(Shape::convex_polygon(triangle, color, Stroke::NONE));
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, name));
    response.on_hover_text(name)
}

/// What can be shown in the panel's place, or instead of it where it is maximised.
fn others(ui: &mut Ui, panel: Panel, app: &App, out: &mut Vec<Command>) {
    ui.set_width(200.0);
    let place = app.setup().view.places().iter().position(|p| *p == panel);
    let place = place.filter(|_| app.maximised().is_none());
    for other in Panel::ALL {
        let response = ui.selectable_label(other == panel, other.title());
        if response.clicked() && other != panel {
            out.push(match place {
                Some(place) => Command::Edit(Edit::ShowIn(place, other)),
                None => Command::ToggleMaximised(other),
            });
            ui.close();
        }
    }
}

/// What can be done with one dot.
fn row_menu(ui: &mut Ui, row: usize, label: &str, app: &App, out: &mut Vec<Command>) {
    ui.set_width(240.0);
    let head = label.lines().next().unwrap_or_default();
    ui.label(theme::small(head).color(Tokens::of(ui.visuals()).text_weak));
    let contours = Command::ContoursThrough(Some(row));
    let select = Command::Select(vec![row], Pick::Replace);
    command_item(ui, app, NO_ICON, &contours.label(), contours, out);
    command_item(ui, app, NO_ICON, "Select this row", select, out);
}

fn menu(ui: &mut Ui, panel: Panel, app: &App, out: &mut Vec<Command>) {
    ui.set_width(240.0);
    match panel {
        Panel::Input => {
            row(ui, "Columns", |ui| view_panel::input_axes(ui, app, out));
            ui.separator();
        }
        Panel::Input3d => {
            row(ui, "Columns", |ui| view_panel::input_axes(ui, app, out));
            row(ui, "and", |ui| view_panel::input_depth(ui, app, out));
            ui.separator();
        }
        Panel::Pca => {
            row(ui, "Axes", |ui| view_panel::pca_axes(ui, app, out));
            explain_menu::show(ui, panel, app, out);
        }
        Panel::Kpca => {
            row(ui, "Axes", |ui| view_panel::kpca_axes(ui, app, out));
            explain_menu::show(ui, panel, app, out);
        }
        Panel::Spectrum => {
            let mut log = app.setup().view.spectrum_log;
            if ui.checkbox(&mut log, "Logarithmic").changed() {
                out.push(Command::Edit(Edit::SpectrumLog(log)));
            }
            spectrum_item(ui, app, out);
            ui.separator();
        }
        Panel::Variance => {
            spectrum_item(ui, app, out);
            ui.separator();
        }
        _ => explain_menu::show(ui, panel, app, out),
    }
    ui.menu_button(entry(NO_ICON, "Show here"), |ui| {
        others(ui, panel, app, out);
    });
    let mut item = |ui: &mut Ui, icon, label, command| {
        command_item(ui, app, icon, label, command, out);
    };
    let (symbol, verb) = if app.maximised() == Some(panel) {
        (icon::MINIMIZE_2, "Restore")
    } else {
        (icon::MAXIMIZE_2, "Maximise")
    };
    item(ui, symbol, verb, Command::ToggleMaximised(panel));
    item(ui, icon::SCAN, "Fit to data", Command::FitPlots);
    ui.separator();
    let subject = Subject::Panel(panel);
    let save = Command::AskForPicture(subject);
    item(ui, icon::SAVE, "Save picture…", save);
    let copy = Command::CopyPicture(subject);
    item(ui, icon::IMAGE, "Copy picture", copy);
    item(ui, icon::TABLE, "Copy data", Command::CopyData(panel));
}
