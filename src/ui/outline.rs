//! Drawing a rectangle or a lasso around dots.

use egui::{Align2, FontId, Id, Key, PointerButton, Pos2, Rect, Response, Shape, Ui, vec2};
use egui_plot::PlotTransform;

use super::{
    place::{position, values},
    theme::{self, Tokens},
};
use crate::app::Tool;
use chart::{Chart, Mark, Region, counted};

/// Least distance between corners of a lasso, in points: a hand is no finer.
const STEP: f32 = 3.0;

/// Outline that is being drawn, kept by egui from frame to frame.
#[derive(Debug, Clone)]
struct Outline {
    tool: Tool,
    /// Corners in the plot's units, so that it stays with the dots.
    corners: Vec<[f64; 2]>,
}

/// Tool of the outline under way or to be begun in this plot; `None` where dragging selects nothing.
pub(super) fn tool(ui: &Ui, id: Id, chosen: Tool) -> Option<Tool> {
    let begun = ui.data(|data| data.get_temp::<Outline>(id));
    if let Some(outline) = begun {
        return Some(outline.tool);
    }
    if ui.input(|input| input.modifiers.shift) {
        return Some(Tool::Rectangle);
    }
    chosen.selects().then_some(chosen)
}

/// Follows the pointer; returns the rows inside once it is let go.
pub(super) fn drag(
    ui: &Ui,
    id: Id,
    tool: Option<Tool>,
    chart: &Chart,
    response: &Response,
    transform: &PlotTransform,
) -> Option<Vec<usize>> {
    let value = |at: Pos2| values(transform, at);
    if let Some(tool) = tool
        && response.drag_started_by(PointerButton::Primary)
        && let Some(origin) = ui.input(|input| input.pointer.press_origin())
    {
        let corners = vec![value(origin)];
        ui.data_mut(|data| data.insert_temp(id, Outline { tool, corners }));
    }
    let mut outline = ui.data(|data| data.get_temp::<Outline>(id))?;
    let dropped = ui.input(|input| input.key_pressed(Key::Escape));
    let done = response.drag_stopped() || !response.dragged();
    if done || dropped {
        ui.data_mut(|data| data.remove::<Outline>(id));
    }
    if dropped {
        return None;
    }
    if let Some(pointer) = response.interact_pointer_pos() {
        let last = outline.corners.last().copied().unwrap_or_default();
        let last = position(transform, last);
        match outline.tool {
            Tool::Lasso if last.distance(pointer) < STEP => {}
            Tool::Lasso => outline.corners.push(value(pointer)),
            _ => {
                outline.corners.truncate(1);
                outline.corners.push(value(pointer));
            }
        }
    }
    let region = outline.region()?;
    let rows = rows(chart, &region);
    if done {
        return Some(rows);
    }
    paint(ui, &region, rows.len(), response, transform);
    ui.data_mut(|data| data.insert_temp(id, outline));
    None
}

impl Outline {
    fn region(&self) -> Option<Region> {
        match (self.tool, &self.corners[..]) {
            (Tool::Lasso, corners) => Some(Region::Lasso(corners.to_vec())),
            (_, [from, to]) => Some(Region::Rectangle([*from, *to])),
            _ => None,
        }
    }
}

/// Rows inside a region, each once, even where several maps show it.
fn rows(chart: &Chart, region: &Region) -> Vec<usize> {
    let mut rows: Vec<usize> = Vec::new();
    for mark in &chart.marks {
        if let Mark::Points(points) = mark {
            rows.extend(region.rows(points));
        }
    }
    rows.sort_unstable();
    rows.dedup();
    rows
}

/// Draws the outline, and the number of rows inside beside the pointer.
fn paint(ui: &Ui, region: &Region, count: usize, response: &Response, transform: &PlotTransform) {
    let tokens = Tokens::of(ui.visuals());
    let painter = ui.painter().with_clip_rect(*transform.frame());
    let position = |at| position(transform, at);
    let stroke = egui::Stroke::new(1.25, tokens.accent);
    match region {
        Region::Rectangle([from, to]) => {
            let rect = Rect::from_two_pos(position(*from), position(*to));
            painter.rect_filled(rect, 0.0, tokens.accent.gamma_multiply(0.10));
            painter.rect_stroke(rect, 0.0, stroke, egui::StrokeKind::Middle);
        }
        Region::Lasso(corners) => {
            let path: Vec<Pos2> = corners.iter().map(|corner| position(*corner)).collect();
            let ends = [path.first(), path.last()];
            if let [Some(first), Some(last)] = ends {
                painter.extend(Shape::dashed_line(&[*last, *first], stroke, 4.0, 4.0));
            }
            painter.add(Shape::line(path, stroke));
        }
    }
    if let Some(pointer) = response.interact_pointer_pos() {
        let text = counted(count, ["row", "rows"]);
        let font = FontId::proportional(theme::SMALL);
        let galley = painter.layout_no_wrap(text, font, tokens.text_strong);
        let frame = transform.frame().shrink(theme::SPACE);
        let room = Rect::from_min_max(frame.min, frame.max - galley.size());
        let corner = (pointer + vec2(12.0, 12.0)).clamp(room.min, room.max.max(room.min));
        let plate = Align2::LEFT_TOP.anchor_size(corner, galley.size());
        painter.rect_filled(plate.expand(3.0), theme::RADIUS, tokens.raised);
        painter.galley(corner, galley, tokens.text_strong);
    }
}
