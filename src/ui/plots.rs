//! Room for plots: places in rows and columns, with tabs where several panels share one.

use egui::{
    Color32, Id, Painter, Rect, Response, Role, Sense, Stroke, Style, Ui, UiBuilder, Visuals,
    WidgetInfo, WidgetText, vec2,
};
use egui_tiles::{Behavior, ResizeState, SimplificationOptions, TabState, TileId, UiResponse};

use super::{
    charts::Charts,
    explained::Explained,
    gallery, lesson_panel, plot_frame,
    theme::{self, Tokens},
    tile_tree::{self, fitted_tree},
    widgets,
};
use crate::app::{App, Command, Edit, Layout};
use explorer::panel::Panel;
use lessons::Highlight;

/// Margin at the left and the right of a tab's title, in points.
const TAB_MARGIN: f32 = 10.0;

/// Draws the plots; returns the rows under the pointer.
pub(super) fn show(
    ui: &mut Ui,
    app: &App,
    charts: &mut Charts,
    out: &mut Vec<Command>,
) -> Vec<usize> {
    if let Some(panel) = app.maximised() {
        return alone(ui, panel, app, charts, out);
    }
    let room = ui.available_rect_before_wrap();
    if app.shown().is_none() {
        empty(ui, app, out);
        return vec![];
    }
    let mut hovered_rows = vec![];
    let snap = |at: f32| ui.painter().round_to_pixel_center(at);
    let mut tree = fitted_tree(&app.arrangement(), room, &snap);
    let before = tile_tree::tiles(&tree);
    let mut places = Places {
        app,
        charts,
        out,
        hovered_rows: &mut hovered_rows,
        tokens: Tokens::of(ui.visuals()),
        room,
        clip: ui.clip_rect(),
        shown: vec![],
    };
    tree.ui(&mut places, ui);
    let shown = std::mem::take(&mut places.shown);
    gallery::drop_target(ui, &shown, app, out);
    let after = tile_tree::tiles(&tree);
    // In a lecture room not all of the arrangement is seen.
    if after != before
        && app.presentation().is_none()
        && !app.is_versus()
        && let Some(after) = after
    {
        out.push(Command::Edit(Edit::Arrange(after)));
    }
    hovered_rows
}

/// Draws one panel in all of the room and gives back the rows under the pointer.
pub(super) fn alone(
    ui: &mut Ui,
    panel: Panel,
    app: &App,
    charts: &mut Charts,
    out: &mut Vec<Command>,
) -> Vec<usize> {
    if app.shown().is_none() {
        empty(ui, app, out);
        return vec![];
    }
    let room = ui.available_rect_before_wrap();
    let builder = UiBuilder::new().id_salt(panel.name()).max_rect(room);
    let drawn = ui.scope_builder(builder, |ui| plot_frame::show(ui, panel, app, charts, out));
    drawn.inner.hovered_rows
}

/// Look and contents of the places.
struct Places<'a> {
    app: &'a App,
    charts: &'a mut Charts,
    out: &'a mut Vec<Command>,
    hovered_rows: &'a mut Vec<usize>,
    tokens: Tokens,
    room: Rect,
    /// Part of the room that is seen where the window scrolls; a tile knows only its own rectangle.
    clip: Rect,
    /// Panels with the places that they take.
    shown: Vec<(Panel, Rect)>,
}

impl Behavior<Panel> for Places<'_> {
    fn pane_ui(&mut self, ui: &mut Ui, _tile: TileId, panel: &mut Panel) -> UiResponse {
        ui.set_clip_rect(ui.max_rect().intersect(self.clip));
        self.shown.push((*panel, ui.max_rect()));
        let drawn = plot_frame::show(ui, *panel, self.app, self.charts, self.out);
        self.hovered_rows.extend(drawn.hovered_rows);
        let course = self.app.course();
        if let Some(course) = course.filter(|it| it.points_at(Highlight::Panel(*panel))) {
            lesson_panel::frame(ui, course, ui.max_rect().shrink(1.0));
        }
        if drawn.grabbed {
            UiResponse::DragStarted
        } else {
            UiResponse::None
        }
    }

    fn tab_title_for_pane(&mut self, panel: &Panel) -> WidgetText {
        panel.title().into()
    }

    /// Hides the tabs of a single panel, which has its own title bar.
    fn is_tab_bar_visible(&self, _tile: TileId, tabs: &egui_tiles::Tabs) -> bool {
        tabs.children.len() > 1
    }

    fn tab_bar_height(&self, _style: &Style) -> f32 {
        theme::ROW
    }

    /// Sets gaps to zero: a line is drawn where one place ends and the next begins.
    fn gap_width(&self, _style: &Style) -> f32 {
        0.0
    }

    fn min_size(&self) -> f32 {
        let [width, height] = Layout::LEAST_PLACE;
        width.max(height)
    }

    /// Turns off simplification: the tree is made from tidy tiles, and tidied when it is read back.
    fn simplification_options(&self) -> SimplificationOptions {
        SimplificationOptions::OFF
    }

    fn resize_stroke(&self, _style: &Style, state: ResizeState) -> Stroke {
        match state {
            // Drawn with the tiles.
            ResizeState::Idle => Stroke::NONE,
            ResizeState::Hovering | ResizeState::Dragging => Stroke::new(1.0, self.tokens.accent),
        }
    }

    fn paint_on_top_of_tile(&self, painter: &Painter, _style: &Style, _tile: TileId, rect: Rect) {
        let painter = painter.with_clip_rect(rect.expand(1.0).intersect(self.clip));
        let line = Stroke::new(1.0, self.tokens.line);
        if rect.right() < self.room.right() - 1.0 {
            painter.vline(rect.right(), rect.y_range(), line);
        }
        if rect.bottom() < self.room.bottom() - 1.0 {
            painter.hline(rect.x_range(), rect.bottom(), line);
        }
    }

    /// Leaves the bar transparent: tabs draw their own background, where it is seen.
    fn tab_bar_color(&self, _visuals: &Visuals) -> Color32 {
        Color32::TRANSPARENT
    }

    fn drag_preview_stroke(&self, _visuals: &Visuals) -> Stroke {
        Stroke::new(1.0, self.tokens.accent)
    }

    fn drag_preview_color(&self, _visuals: &Visuals) -> Color32 {
        self.tokens.accent.gamma_multiply(0.25)
    }

    fn tab_ui(
        &mut self,
        tiles: &mut egui_tiles::Tiles<Panel>,
        ui: &mut Ui,
        id: Id,
        tile: TileId,
        state: &TabState,
    ) -> Response {
        let panel = tiles.get_pane(&tile).copied();
        let title = panel.map_or("", Panel::title);
        let font = egui::TextStyle::Button.resolve(ui.style());
        let color = if state.active {
            self.tokens.text_strong
        } else {
            self.tokens.text_weak
        };
        let galley = ui.painter().layout_no_wrap(title.to_owned(), font, color);
        let size = vec2(galley.size().x + 2.0 * TAB_MARGIN, ui.available_height());
        let (_, rect) = ui.allocate_space(size);
        ui.set_clip_rect(ui.clip_rect().intersect(self.clip));
        let response = ui.interact(rect, id, Sense::click_and_drag());
        response.widget_info(|| {
            WidgetInfo::selected(Role::Button, ui.is_enabled(), state.active, title)
        });
        let text = rect.left_center() + vec2(TAB_MARGIN, -galley.size().y / 2.0);
        ui.painter().galley(text, galley, color);
        let under = if state.active {
            self.tokens.accent
        } else {
            self.tokens.line
        };
        ui.painter()
            .hline(rect.x_range(), rect.bottom() - 1.0, (1.0, under));
        match panel {
            Some(panel) => response.explained(panel.spec().about()),
            None => response,
        }
    }
}

/// Draws the words for a window without any picture yet.
fn empty(ui: &mut Ui, app: &App, out: &mut Vec<Command>) {
    let room = ui.available_rect_before_wrap();
    let size = egui::vec2(room.width().min(440.0), 160.0);
    let rect = Rect::from_center_size(room.center(), size);
    ui.scope_builder(UiBuilder::new().max_rect(rect), |ui| {
        ui.vertical_centered(|ui| {
            // The line at the bottom offers to run the fit again.
            let (title, text) = match app.problem() {
                Some(problem) => ("There is no picture yet", problem),
                None if app.stopped().is_some() => (
                    "There is no picture yet",
                    "It was stopped before there was one",
                ),
                None if app.opens().is_some() => ("Opening…", ""),
                None => ("Computing…", ""),
            };
            widgets::heading(ui, title);
            ui.label(text);
            if app.problem().is_some() {
                ui.add_space(theme::SPACE);
                ui.label(theme::small("Drop a CSV file here, or choose an example.").weak());
                ui.add_space(theme::SPACE);
                let open = ui.button("Open half moons");
                let help = "Prepared data that open in any case";
                if open.on_hover_text(help).clicked() {
                    out.push(Command::Example("half-moons"));
                }
            }
        });
    });
}
