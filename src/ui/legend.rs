//! The key to the colours inside a plot, where the title bar has no room for it.

use egui::{Id, Rect, Ui, UiBuilder, Vec2, vec2};
use egui_plot::PlotTransform;

use super::{
    key::{self, ENTRY_HEIGHT, Entry},
    theme::{self, Tokens},
};
use crate::{
    app::Command,
    view::{Chart, Key, Mark},
};

/// With more classes it would hide more than it says.
const MOST: usize = 6;
/// The part of the plot's width, and of its height, that it may take.
const SHARE: Vec2 = vec2(0.6, 0.4);
/// The places, as shares of the free room to the right and downwards, the better ones first.
const PLACES: [[f32; 2]; 8] = [
    [1.0, 0.0],
    [0.0, 0.0],
    [1.0, 1.0],
    [0.0, 1.0],
    [0.5, 0.0],
    [0.5, 1.0],
    [0.0, 0.5],
    [1.0, 0.5],
];
/// It leaves its place only when it hides more than this share of what is drawn, because a legend that
/// jumps while a slider moves disturbs more than one that hides a dot.
const TOO_MANY: f64 = 0.02;

/// Whether the key is a legend that fits into a plot of this size.
pub(super) fn fits(ui: &Ui, key: &Key, plot: Vec2) -> bool {
    let Key::Legend { entries, alone, .. } = key else {
        return false;
    };
    let size = size(ui, &key::listed(entries, *alone));
    (1..=MOST).contains(&entries.len()) && size.x <= SHARE.x * plot.x && size.y <= SHARE.y * plot.y
}

/// Draws it where it hides least.
pub(super) fn show(
    ui: &mut Ui,
    id: Id,
    key: &Key,
    chart: &Chart,
    transform: &PlotTransform,
    out: &mut Vec<Command>,
) {
    let Key::Legend { entries, alone, .. } = key else {
        return;
    };
    let entries = key::listed(entries, *alone);
    let room = transform.frame().shrink(theme::SPACE);
    let plate = place(ui, id, chart, transform, room, size(ui, &entries));
    let background = Tokens::of(ui.visuals()).plot.gamma_multiply(0.85);
    ui.painter().rect_filled(plate, theme::RADIUS, background);
    ui.scope_builder(UiBuilder::new().max_rect(plate), |ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        for entry in &entries {
            entry.show(ui, f32::INFINITY, out);
        }
    });
}

fn size(ui: &Ui, entries: &[Entry<'_>]) -> Vec2 {
    let widths = entries.iter().map(|entry| entry.width(ui));
    vec2(
        widths.fold(0.0, f32::max),
        ENTRY_HEIGHT * entries.len() as f32,
    )
}

/// The plate in its last place, or in a better one.
fn place(
    ui: &Ui,
    id: Id,
    chart: &Chart,
    transform: &PlotTransform,
    room: Rect,
    size: Vec2,
) -> Rect {
    let plates: Vec<Rect> = PLACES
        .iter()
        // Notes stand at the foot.
        .filter(|[_, down]| chart.note.is_none() || *down < 1.0)
        .map(|[right, down]| {
            let free = room.size() - size;
            Rect::from_min_size(room.min + vec2(right * free.x, down * free.y), size)
        })
        .collect();
    let hidden: Vec<f64> = plates
        .iter()
        .map(|plate| share_inside(chart, transform, *plate))
        .collect();
    let last = ui.data(|data| data.get_temp::<usize>(id)).unwrap_or(0);
    let last = last.min(plates.len() - 1);
    let best = (0..plates.len())
        .min_by(|i, j| hidden[*i].total_cmp(&hidden[*j]))
        .unwrap_or(0);
    let chosen = if hidden[last] > TOO_MANY && hidden[best] < hidden[last] / 2.0 {
        best
    } else {
        last
    };
    ui.data_mut(|data| data.insert_temp(id, chosen));
    plates[chosen]
}

/// The share of dots, of corners of lines and of bars' ends that lie inside.
fn share_inside(chart: &Chart, transform: &PlotTransform, plate: Rect) -> f64 {
    let corners = [plate.left_bottom(), plate.right_top()];
    let [low, high] = corners.map(|corner| transform.value_from_position(corner));
    let is_inside =
        |[x, y]: &&[f64; 2]| (low.x..=high.x).contains(x) && (low.y..=high.y).contains(y);
    let (mut inside, mut all) = (0, 0);
    for mark in &chart.marks {
        let xy: &[[f64; 2]] = match mark {
            Mark::Points(points) => &points.xy,
            Mark::Line(line) => &line.xy,
            Mark::Bars(bars) => &bars.xy,
            Mark::Image(_) | Mark::Rule(_) | Mark::Text(_) => &[],
        };
        all += xy.len();
        inside += xy.iter().filter(is_inside).count();
    }
    inside as f64 / all.max(1) as f64
}
