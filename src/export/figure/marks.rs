//! Marks as kuva draws them: dots and lines as plots, what it has no plot for as shapes.

use kuva::{
    plot::{LinePlot, LineStyle as KuvaLineStyle, ScatterPlot, annotations::ReferenceLine},
    render::{
        color::Color,
        layout::ComputedLayout,
        plots::Plot,
        render::{PathData, Primitive, TextAnchor},
    },
};

use super::{
    image,
    style::{Style, TICK_SIZE, text_width},
};
use crate::view::{
    Anchor, Bars, Image, Layer, Line, LineStyle, Mark, Orientation, Paint, Points, Rule, Text,
};

/// How far the outline of a selected dot goes beyond it.
const OUTLINE: f64 = 0.9;

/// What a figure is drawn for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Medium {
    Raster,
    Vector,
}

/// The marks that kuva has plots for; at least one, since it draws axes only where there is a plot.
pub(super) fn plots(marks: &[Mark], style: &Style) -> Vec<Plot> {
    let mut plots = Vec::new();
    for mark in marks {
        match mark {
            Mark::Points(points) => plots.push(Plot::Scatter(scatter(points, style))),
            Mark::Line(line) => plots.extend(curve(line, style)),
            Mark::Bars(_) | Mark::Rule(_) | Mark::Image(_) | Mark::Text(_) => {}
        }
    }
    if plots.is_empty() {
        plots.push(Plot::Scatter(ScatterPlot::new()));
    }
    plots
}

/// Smaller dots where there are more of them.
fn scatter(points: &Points, style: &Style) -> ScatterPlot {
    let radius = 3.0 * (150.0 / points.xy.len().max(1) as f64).powf(0.25);
    let radius = radius.clamp(0.8, 3.0);
    let mut discs: Vec<((f64, f64), f64, String)> = Vec::with_capacity(points.xy.len());
    for (dot, layer) in points.layers() {
        let [x, y] = points.xy[dot];
        let look = points.look(dot);
        let radius = radius * f64::from(look.size);
        discs.push(match layer {
            Layer::Outline => ((x, y), radius + OUTLINE, style.paint(Paint::Ink)),
            Layer::Dot => ((x, y), radius, style.hazy(points.paints[dot], look.haze)),
        });
    }
    ScatterPlot::new()
        .with_data(discs.iter().map(|(xy, _, _)| *xy))
        .with_sizes(discs.iter().map(|(_, radius, _)| *radius))
        .with_colors(discs.into_iter().map(|(_, _, color)| color))
        .with_marker_opacity(0.9)
}

/// A line, with its dots where it has them.
fn curve(line: &Line, style: &Style) -> Vec<Plot> {
    let data = line.xy.iter().map(|&[x, y]| (x, y));
    let color = style.paint(line.paint);
    let curve = LinePlot::new()
        .with_data(data.clone())
        .with_color(&color)
        .with_stroke_width(match line.style {
            LineStyle::Hairline => 0.6,
            LineStyle::Solid | LineStyle::Dashed | LineStyle::Dotted => 1.5,
        })
        .with_line_style(match line.style {
            LineStyle::Solid | LineStyle::Hairline => KuvaLineStyle::Solid,
            LineStyle::Dashed => KuvaLineStyle::Dashed,
            LineStyle::Dotted => KuvaLineStyle::Dotted,
        });
    let mut plots = vec![Plot::Line(curve)];
    if line.dots {
        let dots = ScatterPlot::new().with_data(data).with_color(&color);
        plots.push(Plot::Scatter(dots.with_size(2.5)));
    }
    plots
}

/// An image: its bands where it has levels, else one embedded picture on paper, its cells one by one
/// for a raster, which is pixels anyway.
pub(super) fn map(
    image: &Image,
    layout: &ComputedLayout,
    style: &Style,
    medium: Medium,
) -> Vec<Primitive> {
    let [[left, right], [bottom, top]] = image.extent;
    let corner = [layout.map_x(left), layout.map_y(top)];
    let size = [
        layout.map_x(right) - corner[0],
        layout.map_y(bottom) - corner[1],
    ];
    if !image.levels.is_empty() {
        return bands(image, layout, style);
    }
    match medium {
        Medium::Vector => image::embedded(image, corner, size, style),
        Medium::Raster => vec![cells(image, corner, size, style)],
    }
}

/// The bands of an image as polygons without holes: kuva fills each ring by itself.
fn bands(image: &Image, layout: &ComputedLayout, style: &Style) -> Vec<Primitive> {
    let polygon = |(paint, xy): (Paint, Vec<[f64; 2]>)| {
        let corners: Vec<String> = xy
            .iter()
            .map(|[x, y]| format!("{:.2},{:.2}", layout.map_x(*x), layout.map_y(*y)))
            .collect();
        Primitive::Path(Box::new(PathData {
            d: format!("M{}Z", corners.join("L")),
            fill: Some(Color::from(style.paint(paint))),
            stroke: Color::None,
            stroke_width: 0.0,
            opacity: None,
            stroke_dasharray: None,
        }))
    };
    image.bands().into_iter().map(polygon).collect()
}

/// The cells of an image, a little larger than they are: overlapping hides the seams that
/// antialiasing would leave.
fn cells(image: &Image, [x0, y0]: [f64; 2], size: [f64; 2], style: &Style) -> Primitive {
    const OVERLAP: f64 = 0.3;
    let (columns, rows) = (image.columns, image.rows());
    let width = size[0] / columns.max(1) as f64;
    let height = size[1] / rows.max(1) as f64;
    // The values begin with the bottom row.
    let positions = (0..rows)
        .rev()
        .flat_map(|row| (0..columns).map(move |column| (column as f64, row as f64)));
    let (x, y) = positions
        .map(|(column, row)| (x0 + column * width, y0 + row * height - OVERLAP))
        .unzip();
    let color = |value: &f64| Color::from(style.paint(image.paint(*value)));
    Primitive::RectBatch {
        x,
        y,
        w: vec![width + OVERLAP; image.values.len()],
        h: vec![height + OVERLAP; image.values.len()],
        fills: image.values.iter().map(color).collect(),
    }
}

/// A text that begins and ends between `ends` of the x axis.
pub(super) fn text(
    text: &Text,
    ends: [f64; 2],
    layout: &ComputedLayout,
    style: &Style,
) -> Primitive {
    let [x, y] = text.xy;
    let height = if text.height.is_finite() {
        (layout.map_y(y) - layout.map_y(y + text.height)).abs()
    } else {
        f64::INFINITY
    };
    let size = (f64::from(TICK_SIZE).min(height).floor() as u32).max(1);
    let width = text_width(&text.text, size);
    let before = f64::from(text.anchor.share_before()) * width;
    let [left, right] = ends.map(|end| layout.map_x(end));
    let x = layout
        .map_x(x)
        .min(right - (width - before))
        .max(left + before);
    Primitive::Text {
        x,
        // A third of the letters' height puts their middle on the point.
        y: layout.map_y(y) + f64::from(size) / 3.0,
        content: text.text.clone(),
        size,
        anchor: match text.anchor {
            Anchor::Start => TextAnchor::Start,
            Anchor::Middle => TextAnchor::Middle,
            Anchor::End => TextAnchor::End,
        },
        rotate: None,
        bold: false,
        color: Some(Color::from(style.paint(text.paint))),
    }
}

pub(super) fn rectangles(bars: &Bars, layout: &ComputedLayout, style: &Style) -> Vec<Primitive> {
    let fill = Color::from(style.paint(bars.paint));
    let base = layout.map_y(bars.base);
    let rectangle = |&[x, y]: &[f64; 2]| {
        let left = layout.map_x(x - bars.width / 2.0);
        let top = layout.map_y(y);
        Primitive::Rect {
            x: left,
            y: top.min(base),
            width: layout.map_x(x + bars.width / 2.0) - left,
            height: (top - base).abs(),
            fill: fill.clone(),
            stroke: None,
            stroke_width: None,
            opacity: None,
        }
    };
    bars.xy.iter().map(rectangle).collect()
}

pub(super) fn reference_line(rule: &Rule, style: &Style) -> ReferenceLine {
    let line = match rule.orientation {
        Orientation::Horizontal => ReferenceLine::horizontal(rule.at),
        Orientation::Vertical => ReferenceLine::vertical(rule.at),
    };
    line.with_color(style.paint(rule.paint))
        .with_dasharray(match rule.style {
            LineStyle::Solid | LineStyle::Hairline => "none",
            LineStyle::Dashed => "6 4",
            LineStyle::Dotted => "2 3",
        })
}
