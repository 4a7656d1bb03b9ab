//! One chart in one cell of the figure: axes, marks and note; the key stands outside.

use std::sync::Arc;

use kuva::{
    TickFormat,
    plot::{LinePlot, LineStyle as KuvaLineStyle, ScatterPlot, annotations::ReferenceLine},
    render::{
        color::Color,
        layout::{ComputedLayout, Layout},
        plots::Plot,
        render::{Primitive, Scene, TextAnchor, render_multiple},
        render_utils::compute_tick_step,
    },
};

use super::style::{LABEL_SIZE, NOTE_SIZE, Style, TICK_SIZE, TITLE_SIZE, wrap};
use crate::view::{
    Aspect, Axis, Bars, Chart, Image, LineStyle, Mark, Orientation, Points, Rule, Scale, Text,
    number,
};

/// How much wider than needed kuva sets an axis label off its ticks.
const SURPLUS_BELOW: f64 = 9.0;

/// Space between the axes and the panel's edge.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Margins {
    top: f64,
    bottom: f64,
}

/// A chart that knows the size of its cell and what its axes must show.
pub(super) struct Cell<'a> {
    chart: &'a Chart,
    width: f64,
    height: f64,
    /// Values at the left and right end, and at the bottom and top.
    ranges: [[f64; 2]; 2],
    margins: Margins,
}

/// Margins that put the axes of a row's panels on one line.
pub(super) fn common_margins(cells: &[Cell]) -> Margins {
    Margins {
        top: cells
            .iter()
            .map(|cell| cell.margins.top)
            .fold(0.0, f64::max),
        bottom: cells
            .iter()
            .map(|cell| cell.margins.bottom)
            .fold(0.0, f64::max),
    }
}

impl<'a> Cell<'a> {
    pub fn new(chart: &'a Chart, width: f64, height: f64, style: &Style) -> Self {
        let ranges = [range(chart, 0), range(chart, 1)];
        let mut cell = Self {
            chart,
            width,
            height,
            ranges,
            margins: Margins {
                top: 0.0,
                bottom: 0.0,
            },
        };
        let computed = ComputedLayout::from_layout(&cell.layout(style));
        cell.margins = Margins {
            top: computed.margin_top,
            bottom: computed.margin_bottom - SURPLUS_BELOW,
        };
        cell
    }

    /// The finished panel, with the origin at its top left corner.
    pub fn draw(mut self, margins: Margins, style: &Style) -> Scene {
        // The room for tick labels depends on the range, and with equal units the range on the
        // room: the second round settles it.
        let mut left = 0.0;
        for _ in 0..2 {
            let computed = ComputedLayout::from_layout(&self.layout(style));
            left = computed.margin_left;
            let plot = [
                self.width - left - computed.margin_right,
                self.height - margins.top - margins.bottom,
            ];
            if self.chart.aspect == Aspect::Equal {
                self.ranges = equal_units([range(self.chart, 0), range(self.chart, 1)], plot);
            }
        }
        let layout = self.layout(style);
        let right = ComputedLayout::from_layout(&layout).margin_right;
        let layout = layout
            .with_force_margins(left, right)
            .with_force_margins_y(margins.top, margins.bottom);
        let computed = ComputedLayout::from_layout(&layout);
        let mut scene = render_multiple(self.plots(style), layout);
        let mut behind = Vec::new();
        for mark in &self.chart.marks {
            match mark {
                Mark::Bars(bars) => scene.elements.extend(rectangles(bars, &computed, style)),
                Mark::Image(image) => behind.push(cells(image, &computed, style)),
                Mark::Text(text) => scene.elements.push(centered(text, &computed, style)),
                Mark::Points(_) | Mark::Line(_) | Mark::Rule(_) => {}
            }
        }
        scene.elements.splice(0..0, behind);
        scene
    }

    fn layout(&self, style: &Style) -> Layout {
        let [[x0, x1], [y0, y1]] = self.ranges;
        let chart = self.chart;
        let mut layout = Layout::new((x0, x1), (y0, y1))
            .with_width(self.width)
            .with_height(self.height)
            .with_x_axis_min(x0)
            .with_x_axis_max(x1)
            .with_y_axis_min(y0)
            .with_y_axis_max(y1)
            .with_x_tick_format(tick_format(chart.x.scale))
            .with_y_tick_format(tick_format(chart.y.scale))
            .with_title(wrapped(&chart.title, TITLE_SIZE, self.width))
            .with_title_wrap(usize::MAX)
            .with_title_size(TITLE_SIZE)
            .with_label_size(LABEL_SIZE)
            .with_tick_size(TICK_SIZE)
            .with_theme(style.theme())
            .with_x_tick_step(tick_step(&chart.x, [x0, x1], self.width, 60.0))
            .with_y_tick_step(tick_step(&chart.y, [y0, y1], self.height, 40.0));
        if !chart.x.label.is_empty() {
            layout = layout
                .with_x_label(wrapped(&chart.x.label, LABEL_SIZE, self.width))
                .with_x_label_wrap(usize::MAX);
        }
        if !chart.y.label.is_empty() {
            layout = layout
                .with_y_label(wrapped(&chart.y.label, LABEL_SIZE, self.height))
                .with_y_label_wrap(usize::MAX);
        }
        // Images fill the plot: the grid would be drawn over them.
        layout.show_grid = !chart
            .marks
            .iter()
            .any(|mark| matches!(mark, Mark::Image(_)));
        layout.suppress_x_ticks = chart.x.scale == Scale::Unmarked;
        layout.suppress_y_ticks = chart.y.scale == Scale::Unmarked;
        if let Some(note) = &chart.note {
            layout = layout
                .with_subtitle(wrapped(note, NOTE_SIZE, self.width))
                .with_subtitle_size(NOTE_SIZE)
                .with_subtitle_wrap(usize::MAX);
        }
        for mark in &chart.marks {
            if let Mark::Rule(rule) = mark {
                layout = layout.with_reference_line(reference_line(rule, style));
            }
        }
        layout
    }

    fn plots(&self, style: &Style) -> Vec<Plot> {
        let mut plots = Vec::new();
        for mark in &self.chart.marks {
            match mark {
                Mark::Points(points) => plots.push(Plot::Scatter(scatter(points, style))),
                Mark::Line(line) => {
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
                    plots.push(Plot::Line(curve));
                    if line.dots {
                        let dots = ScatterPlot::new().with_data(data).with_color(&color);
                        plots.push(Plot::Scatter(dots.with_size(2.5)));
                    }
                }
                Mark::Bars(_) | Mark::Rule(_) | Mark::Image(_) | Mark::Text(_) => {}
            }
        }
        if plots.is_empty() {
            // kuva draws axes only where there is a plot.
            plots.push(Plot::Scatter(ScatterPlot::new()));
        }
        plots
    }
}

/// A text that stands along an axis, broken into lines; kuva keeps line breaks where it may wrap.
fn wrapped(text: &str, size: u32, cell: f64) -> String {
    // Texts are centred on the axis, which is shorter than the cell, and may stick out a little.
    const AXIS_OFFSET: f64 = 50.0;
    wrap(text, size, cell - AXIS_OFFSET).join("\n")
}

/// Smaller dots where there are more of them.
fn scatter(points: &Points, style: &Style) -> ScatterPlot {
    let radius = 3.0 * (150.0 / points.xy.len().max(1) as f64).powf(0.25);
    let radius = radius.clamp(0.8, 3.0);
    let plot = ScatterPlot::new()
        .with_data(points.xy.iter().map(|&[x, y]| (x, y)))
        .with_size(radius)
        .with_marker_opacity(0.9);
    let paints = points.paints.iter();
    match &points.depths {
        None => plot.with_colors(paints.map(|&paint| style.paint(paint))),
        Some(depths) => plot
            .with_sizes(
                depths
                    .iter()
                    .map(|&depth| radius * f64::from(1.25 - 0.6 * depth)),
            )
            .with_colors(
                paints
                    .zip(depths.iter())
                    .map(|(&paint, &depth)| style.hazy(paint, depth)),
            ),
    }
}

/// The cells of an image, a little larger than they are: overlapping hides the seams that
/// antialiasing would leave.
fn cells(image: &Image, layout: &ComputedLayout, style: &Style) -> Primitive {
    const OVERLAP: f64 = 0.3;
    let [[left, right], [bottom, top]] = image.extent;
    let (columns, rows) = (image.columns, image.rows());
    let x0 = layout.map_x(left);
    let y0 = layout.map_y(bottom);
    let width = (layout.map_x(right) - x0) / columns.max(1) as f64;
    let height = (y0 - layout.map_y(top)) / rows.max(1) as f64;
    let positions = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
    let corner = |(row, column): (usize, usize)| {
        let x = x0 + column as f64 * width;
        let y = y0 - (row + 1) as f64 * height;
        (x, y - OVERLAP)
    };
    let (x, y) = positions.map(corner).unzip();
    let color = |value: &f64| Color::from(style.paint(image.paint(*value)));
    Primitive::RectBatch {
        x,
        y,
        w: vec![width + OVERLAP; image.values.len()],
        h: vec![height + OVERLAP; image.values.len()],
        fills: image.values.iter().map(color).collect(),
    }
}

fn centered(text: &Text, layout: &ComputedLayout, style: &Style) -> Primitive {
    let [x, y] = text.xy;
    Primitive::Text {
        x: layout.map_x(x),
        // A third of the letters' height puts their middle on the point.
        y: layout.map_y(y) + f64::from(TICK_SIZE) / 3.0,
        content: text.text.clone(),
        size: TICK_SIZE,
        anchor: TextAnchor::Middle,
        rotate: None,
        bold: false,
        color: Some(Color::from(style.paint(text.paint))),
    }
}

fn rectangles(bars: &Bars, layout: &ComputedLayout, style: &Style) -> Vec<Primitive> {
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

fn reference_line(rule: &Rule, style: &Style) -> ReferenceLine {
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

/// What an axis (0 = x, 1 = y) must show: its own range, or the marks with a margin around them.
fn range(chart: &Chart, axis: usize) -> [f64; 2] {
    let wanted = [&chart.x, &chart.y][axis];
    if let Some(range) = wanted.range {
        return widen(range, 0.0);
    }
    let mut base = None;
    let mut seen: Vec<f64> = Vec::new();
    for mark in &chart.marks {
        match mark {
            Mark::Points(points) => seen.extend(points.xy.iter().map(|xy| xy[axis])),
            Mark::Line(line) => seen.extend(line.xy.iter().map(|xy| xy[axis])),
            Mark::Bars(bars) if axis == 0 => {
                seen.extend(
                    bars.xy
                        .iter()
                        .flat_map(|[x, _]| [x - bars.width / 2.0, x + bars.width / 2.0]),
                );
            }
            Mark::Bars(bars) => {
                base = Some(bars.base);
                seen.push(bars.base);
                seen.extend(bars.xy.iter().map(|xy| xy[1]));
            }
            Mark::Image(image) => seen.extend(image.extent[axis]),
            Mark::Text(text) => seen.push(text.xy[axis]),
            Mark::Rule(rule) => {
                let along = match rule.orientation {
                    Orientation::Vertical => 0,
                    Orientation::Horizontal => 1,
                };
                if along == axis {
                    seen.push(rule.at);
                }
            }
        }
    }
    let Some(extent) = seen
        .into_iter()
        .map(|v| [v, v])
        .reduce(|[lo, hi], [v, _]| [lo.min(v), hi.max(v)])
    else {
        return [0.0, 1.0];
    };
    if wanted.scale == Scale::Count {
        return [extent[0] - 0.4, extent[1] + 0.4];
    }
    let [lo, hi] = widen(extent, 0.05);
    // Bars stand on the axis.
    if base == Some(extent[0]) {
        [extent[0], hi]
    } else {
        [lo, hi]
    }
}

/// Adds a share of the span at both ends; a single value gets room around it.
fn widen([lo, hi]: [f64; 2], share: f64) -> [f64; 2] {
    let span = hi - lo;
    if span > 1e-9 * lo.abs().max(hi.abs()) {
        return [lo - share * span, hi + share * span];
    }
    let room = if lo == 0.0 { 1.0 } else { 0.1 * lo.abs() };
    [lo - room, hi + room]
}

/// Widens the shorter of two ranges about its middle until a unit is as long on both axes of a plot
/// of the given width and height.
fn equal_units(ranges: [[f64; 2]; 2], plot: [f64; 2]) -> [[f64; 2]; 2] {
    let unit = [0, 1]
        .map(|i| plot[i].max(1.0) / (ranges[i][1] - ranges[i][0]))
        .into_iter()
        .fold(f64::INFINITY, f64::min);
    [0, 1].map(|i| {
        let middle = f64::midpoint(ranges[i][0], ranges[i][1]);
        let half = plot[i].max(1.0) / unit / 2.0;
        [middle - half, middle + half]
    })
}

/// A step that leaves about `apart` pixels between ticks: whole for counts, which are short and may
/// stand closer, and for powers of ten.
fn tick_step(axis: &Axis, [lo, hi]: [f64; 2], length: f64, apart: f64) -> f64 {
    let apart = if axis.scale == Scale::Count {
        0.5 * apart
    } else {
        apart
    };
    let step = compute_tick_step(lo, hi, (length / apart).clamp(2.0, 10.0) as usize);
    match axis.scale {
        Scale::Linear => step,
        // kuva draws grid lines even without ticks: none but the middle one.
        Scale::Unmarked => hi - lo,
        Scale::Count | Scale::Log10 => step.ceil().max(1.0),
    }
}

fn tick_format(scale: Scale) -> TickFormat {
    match scale {
        Scale::Linear | Scale::Count | Scale::Unmarked => TickFormat::Custom(Arc::new(number)),
        Scale::Log10 => TickFormat::Custom(Arc::new(power_of_ten)),
    }
}

fn power_of_ten(exponent: f64) -> String {
    const SUPERSCRIPTS: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    let digits = format!("{exponent:.0}");
    let raised = digits.chars().map(|c| match c.to_digit(10) {
        Some(digit) => SUPERSCRIPTS[digit as usize],
        None => '⁻',
    });
    format!("10{}", raised.collect::<String>())
}
