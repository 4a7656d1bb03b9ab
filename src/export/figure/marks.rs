//! Marks as kuva draws them: [dots](super::dots) and lines as plots, what it has no plot for as shapes.

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
    dots::{pin, scatter},
    image,
    style::{Style, TICK_SIZE, text_width},
};
use crate::view::{
    Anchor, Arrow, Bars, Density, Image, Line, LineStyle, Links, Mark, Orientation, Paint, Rule,
    Text,
};

/// Cells side by side are a little larger than they are: overlapping hides the seams that antialiasing
/// would leave.
pub(super) const OVERLAP: f64 = 0.3;
/// Beside the text on a plate.
const PLATE_MARGIN: f64 = 2.0;

/// What a figure is drawn for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Medium {
    Raster,
    Vector,
}

/// The marks that kuva has plots for; at least one, since it draws axes only where there is a plot.
pub(super) fn plots(marks: &[Mark], crowds: &[Option<Density>], style: &Style) -> Vec<Plot> {
    let mut plots = Vec::new();
    for (mark, crowd) in marks.iter().zip(crowds) {
        match mark {
            Mark::Points(points) if points.pictures.is_some() => {}
            Mark::Points(points) | Mark::NewRows(points) => {
                plots.extend(scatter(points, crowd.as_ref(), style).map(Plot::Scatter));
            }
            Mark::Line(line) => plots.extend(curve(line, style)),
            Mark::Pin(it) => plots.extend(pin(it, style).map(Plot::Scatter)),
            Mark::Links(_)
            | Mark::Bars(_)
            | Mark::Rule(_)
            | Mark::Image(_)
            | Mark::Text(_)
            | Mark::Arrow(_) => {}
        }
    }
    if plots.is_empty() {
        plots.push(Plot::Scatter(ScatterPlot::new()));
    }
    plots
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

/// The cells of an image.
fn cells(image: &Image, [x0, y0]: [f64; 2], size: [f64; 2], style: &Style) -> Primitive {
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

/// An arrow's shaft and its head.
pub(super) fn arrow(arrow: &Arrow, layout: &ComputedLayout, style: &Style) -> Vec<Primitive> {
    let place = |[x, y]: [f64; 2]| [layout.map_x(x) as f32, layout.map_y(y) as f32];
    let tail = place(arrow.tail);
    let Some([tip, left, right]) = Arrow::barbs(tail, place(arrow.head)) else {
        return vec![];
    };
    let color = Color::from(style.paint(arrow.paint));
    let end = [0, 1].map(|axis| f32::midpoint(left[axis], right[axis]));
    let path = |corners: &[[f32; 2]], closed: bool| {
        let corners: Vec<String> = corners
            .iter()
            .map(|[x, y]| format!("{x:.2},{y:.2}"))
            .collect();
        Primitive::Path(Box::new(PathData {
            d: format!("M{}{}", corners.join("L"), if closed { "Z" } else { "" }),
            fill: closed.then(|| color.clone()),
            stroke: if closed { Color::None } else { color.clone() },
            stroke_width: f64::from(Arrow::WIDTH),
            opacity: None,
            stroke_dasharray: None,
        }))
    };
    vec![path(&[tail, end], false), path(&[tip, left, right], true)]
}

/// Links as one path, or one each where some are stronger.
pub(super) fn links(links: &Links, layout: &ComputedLayout, style: &Style) -> Vec<Primitive> {
    let line = |[from, to]: &[[f64; 2]; 2]| {
        let [[x0, y0], [x1, y1]] = [from, to].map(|[x, y]| [layout.map_x(*x), layout.map_y(*y)]);
        format!("M{x0:.2},{y0:.2}L{x1:.2},{y1:.2}")
    };
    let path = |d: String, haze: f32, stroke_width: f64| {
        Primitive::Path(Box::new(PathData {
            d,
            fill: None,
            stroke: Color::from(style.hazy(Paint::Ink, haze)),
            stroke_width,
            opacity: None,
            stroke_dasharray: None,
        }))
    };
    if links.strengths.is_empty() {
        return vec![path(links.ends.iter().map(line).collect(), 0.6, 0.4)];
    }
    let strong = links.ends.iter().zip(&*links.strengths);
    strong
        .map(|(ends, strength)| {
            let width = 0.4 + 1.8 * f64::from(*strength);
            path(line(ends), 0.75 - 0.55 * strength, width)
        })
        .collect()
}

/// The left, upper, right and lower end of a text that begins and ends between `ends` of the x axis.
pub(super) fn text_place(text: &Text, ends: [f64; 2], layout: &ComputedLayout) -> [f64; 4] {
    let [x, y] = text.xy;
    let size = text_size(text, layout);
    let width = text_width(&text.text, size);
    let before = f64::from(text.anchor.share_before()) * width;
    let [left, right] = ends.map(|end| layout.map_x(end));
    let x = layout
        .map_x(x)
        .min(right - (width - before))
        .max(left + before);
    let (middle, half) = (layout.map_y(y), f64::from(size) / 2.0);
    [x - before, middle - half, x - before + width, middle + half]
}

/// As large as ticks, or less where the text may only be so high.
fn text_size(text: &Text, layout: &ComputedLayout) -> u32 {
    let y = text.xy[1];
    let height = if text.height.is_finite() {
        (layout.map_y(y) - layout.map_y(y + text.height)).abs()
    } else {
        f64::INFINITY
    };
    let width = layout.plot_width() as f32;
    (text.size(TICK_SIZE as f32, width, height as f32).floor() as u32).max(1)
}

/// The text, or what of it has room between `ends` of the x axis.
pub(super) fn fitting(text: &Text, ends: [f64; 2], layout: &ComputedLayout) -> Text {
    let size = text_size(text, layout);
    let [left, right] = ends.map(|end| layout.map_x(end));
    let left = if text.stays() {
        layout.map_x(text.xy[0])
    } else {
        left
    };
    let fitting = text.fitting((right - left) as f32, |it| text_width(it, size) as f32);
    Text {
        text: fitting.into_owned(),
        ..text.clone()
    }
}

/// The surface shows through dots below a text, so that it can be read.
pub(super) fn plate([left, top, right, bottom]: [f64; 4], style: &Style) -> Primitive {
    Primitive::Rect {
        x: left - PLATE_MARGIN,
        y: top,
        width: right - left + 2.0 * PLATE_MARGIN,
        height: bottom - top,
        fill: Color::from(style.background.clone()),
        stroke: None,
        stroke_width: None,
        opacity: Some(f64::from(Text::PLATE)),
    }
}

/// A text that begins and ends between `ends` of the x axis.
pub(super) fn text(
    text: &Text,
    ends: [f64; 2],
    layout: &ComputedLayout,
    style: &Style,
) -> Primitive {
    let size = text_size(text, layout);
    let [left, _, right, _] = text_place(text, ends, layout);
    Primitive::Text {
        x: left + f64::from(text.anchor.share_before()) * (right - left),
        // A third of the letters' height puts their middle on the point.
        y: layout.map_y(text.xy[1]) + f64::from(size) / 3.0,
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
    let rectangle = |[x, y]: [[f64; 2]; 2]| {
        let [x, y] = [
            x.map(|end| layout.map_x(end)),
            y.map(|end| layout.map_y(end)),
        ];
        Primitive::Rect {
            x: x[0].min(x[1]),
            y: y[0].min(y[1]),
            width: (x[1] - x[0]).abs(),
            height: (y[1] - y[0]).abs(),
            fill: fill.clone(),
            stroke: None,
            stroke_width: None,
            opacity: None,
        }
    };
    bars.extents().map(rectangle).collect()
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
