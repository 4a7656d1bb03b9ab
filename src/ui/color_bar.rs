//! The colours of a map beside it: which value has which.

use egui::{Align2, FontId, Mesh, Rect, Shape, StrokeKind, Ui, pos2};

use super::{
    place::color,
    theme::{self, Tokens},
};
use crate::{
    explain::round_levels,
    view::{Chart, ColorMap, Image, Mark, number},
};

/// Room that the bar and its values take beside a plot.
pub(super) const WIDTH: f32 = 52.0;
const BAR: f32 = 12.0;
/// Pieces of the bar; enough to look smooth.
const STEPS: usize = 128;
/// The least distance between two values.
const APART: f32 = 16.0;

fn maps(chart: &Chart) -> impl Iterator<Item = &Image> {
    chart.marks.iter().filter_map(|mark| match mark {
        // Greys are what they show.
        Mark::Image(image) if image.map != ColorMap::Shades => Some(image),
        _ => None,
    })
}

/// Whether the chart's colours are those of maps.
pub(super) fn explains(chart: &Chart) -> bool {
    maps(chart).next().is_some()
}

/// Draws the bar at the left of `room`, values to its right.
pub(super) fn show(ui: &Ui, room: Rect, chart: &Chart) {
    let mut maps = maps(chart);
    let Some(image) = maps.next() else { return };
    // Several maps share their range, but each has levels of its own.
    let banded = maps.next().is_none() && !image.levels.is_empty();
    let tokens = Tokens::of(ui.visuals());
    let tone = theme::tone(ui.visuals());
    let bar = Rect::from_min_max(room.min, pos2(room.left() + BAR, room.bottom()));
    let [low, high] = image.range;
    let value = |share: f64| low + share * (high - low);
    let y = |share: f64| egui::lerp(bar.bottom()..=bar.top(), share as f32);
    let mut mesh = Mesh::default();
    for step in 0..STEPS {
        let [from, to] = [step, step + 1].map(|step| step as f64 / STEPS as f64);
        let middle = f64::midpoint(from, to);
        let paint = if banded {
            image.paint(value(middle))
        } else {
            image.map.paint(middle as f32)
        };
        let piece = Rect::from_x_y_ranges(bar.x_range(), y(to)..=y(from));
        mesh.add_colored_rect(piece, color(paint, tone));
    }
    ui.painter().add(Shape::mesh(mesh));
    ui.painter()
        .rect_stroke(bar, 0.0, (1.0, tokens.line), StrokeKind::Inside);
    let ticks = if banded {
        image.levels.to_vec()
    } else {
        round_levels(image.range, 6)
    };
    let mut last = f32::INFINITY;
    for tick in ticks {
        let at = y((tick - low) / (high - low));
        if last - at >= APART {
            ui.painter().text(
                pos2(bar.right() + theme::GAP, at),
                Align2::LEFT_CENTER,
                number(tick),
                FontId::proportional(theme::SMALL),
                tokens.text_weak,
            );
            last = at;
        }
    }
}
