//! Layout of a window held upright, as phones and tablets are: one panel at a time, tabs above it and γ below it.

use egui::{Button, CentralPanel, Frame, Margin, Panel as Area, ScrollArea, Ui, Vec2, vec2};
use egui_commonmark::CommonMarkCache;

use super::{
    body::controls,
    charts::Charts,
    explained::Explained,
    gallery, insight_bar, lesson_editor, lesson_panel, plots, presentation, row_list,
    theme::{self, Tokens},
};
use crate::app::{App, Command};

/// Width in points below which panels stand one at a time, where the window is higher than wide: a tablet has 820.
const NARROW: f32 = 900.0;
/// Share of the height that a lesson has below the plot.
const LESSON: f32 = 0.45;
/// Least height of a tab, in points.
const TAB: f32 = 32.0;

/// Returns true where a window body of this size, in points, shows one panel at a time.
pub(super) fn is_upright(size: Vec2) -> bool {
    size.x < NARROW && size.x < size.y
}

/// Draws all between the window's bars; gives back the rows under the pointer.
pub(super) fn body(
    ui: &mut Ui,
    app: &App,
    (charts, markdown): (&mut Charts, &mut CommonMarkCache),
    out: &mut Vec<Command>,
) -> Vec<usize> {
    let tokens = Tokens::of(ui.visuals());
    let inside = Frame::new().inner_margin(Margin::symmetric(12, 0));
    if app.gallery().is_some() {
        inside.show(ui, |ui| gallery::show(ui, app, charts, out));
        return vec![];
    }
    gallery::closed(ui);
    charts.forget_small();
    let height = LESSON * ui.available_height();
    let below = |name: &'static str| Area::bottom(name).exact_size(height);
    if app.writing().is_some() {
        lesson_editor::show(ui, app, below("lesson editor"), out);
    } else {
        lesson_panel::show(ui, app, below("lesson"), markdown, out);
    }
    let bar = Frame::new().fill(tokens.surface);
    let bar = Area::top("tabs").frame(bar.inner_margin(Margin::symmetric(8, 2)));
    let shows_controls = bar.show(ui, |ui| tabs(ui, app, out)).inner;
    if shows_controls {
        let filled = Frame::new().fill(tokens.surface);
        let all = CentralPanel::default().frame(filled);
        all.show(ui, |ui| controls(ui, app, out));
        return vec![];
    }
    insight_bar::show(ui, app, out);
    // A lesson has its sliders in its text.
    if app.course().is_none() {
        presentation::sliders(ui, app, out);
    }
    let listed = app.shows_row_list().then(|| row_list::show(ui, app, out));
    let plot = CentralPanel::default().frame(Frame::new());
    let mut hovered_rows = plot
        .show(ui, |ui| match app.alone() {
            Some(panel) => plots::alone(ui, panel, app, charts, out),
            None => vec![],
        })
        .inner;
    hovered_rows.extend(listed.flatten());
    hovered_rows
}

/// Draws a tab for the controls and one for each panel; returns true where the tab of the controls is open.
fn tabs(ui: &mut Ui, app: &App, out: &mut Vec<Command>) -> bool {
    let id = egui::Id::unique("controls of an upright window");
    let has_controls = app.shows_side_panel();
    let mut open = has_controls && ui.data(|data| data.get_temp(id).unwrap_or(false));
    let strip = ScrollArea::horizontal().auto_shrink([false, true]);
    strip.show(ui, |ui| {
        ui.horizontal(|ui| {
            let tab = |ui: &mut Ui, selected, title: &str, help: &str| {
                let button = Button::selectable(selected, title)
                    .min_size(vec2(0.0, theme::row(ui).max(TAB)));
                ui.add(button).explained(help).clicked()
            };
            if has_controls && tab(ui, open, "Controls", "Data, kernel and view") {
                open = !open;
            }
            for panel in app.setup().view.places() {
                let shown = !open && app.alone() == Some(panel);
                if tab(ui, shown, panel.title(), panel.spec().about()) {
                    open = false;
                    if app.maximised() != Some(panel) {
                        out.push(Command::ToggleMaximised(panel));
                    }
                }
            }
        });
    });
    ui.data_mut(|data| data.insert_temp(id, open));
    ui.add_space(theme::GAP / 2.0);
    open
}
