//! Mark under the pointer in a plot, and its tooltip.

use egui::{PopupAnchor, Pos2, Response, Sense, Tooltip};
use egui_plot::PlotTransform;

use super::{album, place::values, plot_context::PlotContext, theme};
use chart::{Bars, Chart, Mark, Pin, Points, Scale, number};
use explorer::{
    analysis::Analysis,
    view::{new_row_label, new_row_scores, row_label, row_scores},
};

/// Distance within which the pointer names a dot, in points.
const REACH: f32 = 12.0;

/// Mark under the pointer.
#[derive(Default)]
pub(super) struct Hit {
    /// First line of the tooltip: the name or a description of the mark.
    pub head: String,
    /// Further text, in groups of lines.
    groups: Vec<Vec<String>>,
    /// Place of the mark, in the plot's units; `None` where the lines give all numbers.
    at: Option<[f64; 2]>,
    pub rows: Vec<usize>,
    /// Index of the new row, which is not fitted, that the mark stands for.
    new_row: Option<usize>,
}

impl Hit {
    /// Hit of a place on a mark of this name.
    fn at(name: &str, xy: [f64; 2]) -> Self {
        Self {
            head: name.to_owned(),
            at: Some(xy),
            ..Self::default()
        }
    }

    /// Hit of a bar or a vertex with a label, which begins with its name and goes on with its values.
    fn labelled(label: &str) -> Self {
        let (head, values) = label.split_once(": ").unwrap_or((label, ""));
        Self {
            head: head.to_owned(),
            groups: vec![vec![values.to_owned()]],
            ..Self::default()
        }
    }

    /// Hit of a pin: its name and, unless the plot is terse, further lines.
    fn pin(pin: &Pin, context: &PlotContext<'_>) -> Self {
        Self {
            groups: vec![context.unless_terse(|| pin.lines.clone())],
            ..Self::at(&pin.name, pin.xy)
        }
    }

    /// Hit of a dot: the label of its row and, unless the plot is terse, its scores.
    fn dot(row: usize, xy: [f64; 2], context: &PlotContext<'_>) -> Self {
        let seen = context.seen;
        let scores = context.unless_terse(|| row_scores(seen.analysis, &seen.view, row));
        Self {
            rows: vec![row],
            ..Self::named(&row_label(seen.analysis, row), scores, xy)
        }
    }

    /// Hit of a ring: the label of its new row and, unless the plot is terse, its scores.
    fn ring(row: usize, xy: [f64; 2], context: &PlotContext<'_>) -> Self {
        let seen = context.seen;
        let scores = context.unless_terse(|| new_row_scores(seen.analysis, &seen.view, row));
        Self {
            new_row: Some(row),
            ..Self::named(&new_row_label(seen.analysis, row), scores, xy)
        }
    }

    fn named(label: &str, scores: Vec<String>, xy: [f64; 2]) -> Self {
        let mut lines = label.lines().map(str::to_owned);
        Self {
            groups: vec![lines.clone().skip(1).collect(), scores],
            ..Self::at(&lines.next().unwrap_or_default(), xy)
        }
    }
}

/// Index of the point nearest to the pointer, of those within reach; of equals, the foremost.
fn nearest(
    xy: &[[f64; 2]],
    transform: &PlotTransform,
    pointer: Pos2,
    is_active: impl Fn(usize) -> bool,
) -> Option<usize> {
    // In the plot's units, because there are many points and one pointer.
    let center = transform.value_from_position(pointer);
    let [x_scale, y_scale] = transform.dpos_dvalue();
    let mut least = f64::from(REACH * REACH);
    let mut nearest = None;
    for (i, [x, y]) in xy.iter().enumerate() {
        let distance = ((x - center.x) * x_scale).powi(2) + ((y - center.y) * y_scale).powi(2);
        if distance <= least && is_active(i) {
            (least, nearest) = (distance, Some(i));
        }
    }
    nearest
}

/// Place in the plot's units of the dot that the pointer is on, and its row.
pub(super) fn dot(
    chart: &Chart,
    transform: &PlotTransform,
    pointer: Pos2,
) -> Option<([f64; 2], usize)> {
    chart.marks.iter().rev().find_map(|mark| match mark {
        Mark::Points(points) => {
            let dot = nearest(&points.xy, transform, pointer, |dot| points.is_active(dot))?;
            Some((points.xy[dot], points.rows[dot]))
        }
        _ => None,
    })
}

/// Tooltip of the topmost mark within reach of the pointer, at its nearest point; later marks lie on top.
pub(super) fn find(
    chart: &Chart,
    transform: &PlotTransform,
    pointer: Pos2,
    context: &PlotContext<'_>,
) -> Option<Hit> {
    let seen = context.seen;
    let dot =
        |points: &Points| nearest(&points.xy, transform, pointer, |dot| points.is_active(dot));
    let nearest = |xy: &[[f64; 2]]| nearest(xy, transform, pointer, |_| true);
    chart.marks.iter().rev().find_map(|mark| match mark {
        Mark::Points(points) => {
            dot(points).map(|i| Hit::dot(points.rows[i], points.xy[i], context))
        }
        Mark::NewRows(points) => {
            dot(points).map(|i| Hit::ring(points.rows[i], points.xy[i], context))
        }
        // Lines without a name are a frame.
        Mark::Line(line) if line.name.is_empty() => None,
        Mark::Line(line) => nearest(&line.xy).map(|i| match line.labels.get(i) {
            Some(label) => Hit::labelled(label),
            None => Hit::at(&line.name, line.xy[i]),
        }),
        Mark::Bars(bars) => bar(bars, transform, pointer).map(|i| match bars.labels.get(i) {
            Some(label) => Hit::labelled(label),
            None => Hit::at(&bars.name, bars.xy[i]),
        }),
        Mark::Image(image) => {
            let xy = values(transform, pointer);
            let name = |value| format!("{} = {}", image.name, number(value));
            let pointed_at = seen.panel.spec().pointed_at(seen.analysis, &seen.view, xy);
            Some(match pointed_at {
                Some(entry) => {
                    let mut lines = entry.text.lines().map(str::to_owned);
                    let head = lines.next().unwrap_or_default();
                    Hit {
                        groups: vec![lines.collect()],
                        rows: entry.rows,
                        ..Hit::at(&head, xy)
                    }
                }
                None => Hit::at(&name(image.value_at(xy)?), xy),
            })
        }
        Mark::Pin(pin) => nearest(&[pin.xy]).map(|_| Hit::pin(pin, context)),
        Mark::Arrow(arrow) => nearest(&[arrow.head]).map(|_| Hit::at(&arrow.name, arrow.head)),
        Mark::Links(_) | Mark::CrossLine(_) | Mark::Text(_) | Mark::Hint(_) => None,
    })
}

/// Index of the bar under the pointer, or within reach of either end: those of the smallest values are shorter
/// than a pointer can aim.
fn bar(bars: &Bars, transform: &PlotTransform, pointer: Pos2) -> Option<usize> {
    bars.extents().position(|[x, y]| {
        let x = x.map(|end| transform.position_from_point_x(end));
        let y = y.map(|end| transform.position_from_point_y(end));
        let reach = match bars.lying {
            Some(_) => [REACH, 0.0],
            None => [0.0, REACH],
        };
        let within = |ends: [f32; 2], at: f32, reach: f32| {
            let low = ends[0].min(ends[1]) - reach;
            (low..=ends[0].max(ends[1]) + reach).contains(&at)
        };
        within(x, pointer.x, reach[0]) && within(y, pointer.y, reach[1])
    })
}

/// Longer side of a row's picture, in points.
const PICTURE: f32 = 96.0;

pub(super) fn tooltip(response: &Response, chart: &Chart, hit: &Hit, analysis: &Analysis) {
    Tooltip::always_open(
        response.ctx.clone(),
        response.layer_id,
        response.id,
        PopupAnchor::Pointer,
    )
    .gap(12.0)
    .show(|ui| {
        if !hit.head.is_empty() {
            ui.label(theme::semibold(&hit.head));
        }
        let fitted = analysis.dataset.pictures.as_deref();
        let fitted = fitted.map(|pictures| (pictures, &hit.rows[..]));
        let new = analysis
            .new
            .as_ref()
            .and_then(|it| it.rows.pictures.as_ref());
        let new = new.map(|pictures| (pictures, hit.new_row.as_slice()));
        for (pictures, rows) in [fitted, new].into_iter().flatten() {
            ui.horizontal(|ui| {
                for row in rows {
                    let size = album::size(pictures.size(), PICTURE);
                    let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
                    album::paint(ui, rect, pictures.size(), pictures.shades(*row));
                }
            });
        }
        ui.spacing_mut().item_spacing.y = 0.0;
        for group in hit.groups.iter().filter(|group| !group.is_empty()) {
            for line in group {
                ui.label(line);
            }
            ui.add_space(theme::GAP);
        }
        let Some(at) = hit.at else { return };
        for (axis, value) in [(&chart.x, at[0]), (&chart.y, at[1])] {
            let reading = reading(axis.scale, value);
            // A component's share is not part of its name.
            let name = axis.label.split(" (").next().unwrap_or_default();
            let lines = [&*axis.label, name].map(|name| format!("{name} {reading}"));
            let told = hit.groups.iter().flatten().any(|line| lines.contains(line));
            if axis.scale != Scale::Unmarked && !told {
                ui.label(&lines[0]);
            }
        }
    });
}

fn reading(scale: Scale, value: f64) -> String {
    match scale {
        Scale::Log10 => number(10f64.powf(value)),
        Scale::Linear | Scale::Count | Scale::Unmarked => number(value),
    }
}
