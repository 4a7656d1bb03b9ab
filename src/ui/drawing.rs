//! Drawing of points in the input plot with the pointer.

use std::time::Duration;

use egui::{Id, PointerButton, Response, Stroke, Ui};
use egui_plot::PlotTransform;

use super::{place::values, theme::Tokens};
use crate::app::{Pen, Tool, Touch};

/// Seconds from one puff of the brush to the next.
const PUFF: f64 = 0.04;
/// Radius of the brush, in standard deviations of its points.
const DEVIATIONS: f64 = 2.0;

/// Stroke that is under way, kept by egui from frame to frame.
#[derive(Debug, Clone, Copy)]
struct PenStroke {
    /// Time at which it began, which tells it from others.
    number: u64,
    puffed: f64,
}

/// Returns the touch in this frame of a tool that draws, if any, and outlines the reach of brush and eraser. With the
/// tool that adds points, a click on a dot (`on_dot`) adds none.
pub(super) fn touch(
    ui: &Ui,
    plot: Id,
    (tool, Pen { class, radius }): (Tool, Pen),
    on_dot: bool,
    response: &Response,
    transform: &PlotTransform,
) -> Option<Touch> {
    if tool == Tool::Draw {
        let at = response.interact_pointer_pos()?;
        let clicked = response.clicked() && !on_dot;
        return clicked.then(|| Touch::Add {
            at: values(transform, at),
            class,
        });
    }
    if let Some(pointer) = response.hover_pos() {
        let color = Tokens::of(ui.visuals()).accent;
        let painter = ui.painter().with_clip_rect(*transform.frame());
        painter.circle_stroke(pointer, radius, Stroke::new(1.25, color));
    }
    let id = plot.with("stroke");
    let now = ui.input(|input| input.time);
    let down = ui.input(|input| input.pointer.button_down(PointerButton::Primary));
    let pointer = response
        .interact_pointer_pos()
        .filter(|_| down && response.is_pointer_button_down_on());
    let Some(pointer) = pointer.filter(|at| transform.frame().contains(*at)) else {
        if !down {
            ui.data_mut(|data| data.remove::<PenStroke>(id));
        }
        return None;
    };
    let before = ui.data(|data| data.get_temp::<PenStroke>(id));
    let stroke = before.unwrap_or(PenStroke {
        number: now.to_bits(),
        puffed: f64::NEG_INFINITY,
    });
    let at = values(transform, pointer);
    let reach = transform
        .dpos_dvalue()
        .map(|scale| f64::from(radius) / scale.abs());
    // Points go on falling while the pointer rests.
    ui.ctx()
        .request_repaint_after(Duration::from_secs_f64(PUFF));
    let due = now - stroke.puffed >= PUFF;
    let puffed = if due { now } else { stroke.puffed };
    ui.data_mut(|data| data.insert_temp(id, PenStroke { puffed, ..stroke }));
    match tool {
        Tool::Erase => Some(Touch::Erase {
            at,
            reach,
            stroke: stroke.number,
        }),
        _ => due.then(|| Touch::Spray {
            at,
            spread: reach.map(|reach| reach / DEVIATIONS),
            class,
            stroke: stroke.number,
        }),
    }
}
