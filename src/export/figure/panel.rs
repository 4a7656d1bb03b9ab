//! One chart in one cell of the figure: axes, marks and note; the key stands outside.

use kuva::render::{
    layout::{ComputedLayout, Layout},
    render::{Primitive, Scene, TextAnchor, render_multiple},
};

use super::{
    axes,
    marks::{self, Medium},
    style::{LABEL_SIZE, NOTE_SIZE, Style, TICK_SIZE, TITLE_SIZE, wrap},
};
use crate::view::{Aspect, Chart, Mark, Scale};

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
        let ranges = [axes::range(chart, 0), axes::range(chart, 1)];
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
    pub fn draw(mut self, margins: Margins, style: &Style, medium: Medium) -> Scene {
        // The room for tick labels depends on the range, and with equal units the range on the
        // room: the second round settles it.
        let mut left = 0.0;
        for _ in 0..2 {
            let computed = ComputedLayout::from_layout(&self.layout(style));
            left = computed.margin_left + self.name_room();
            let plot = [
                self.width - left - computed.margin_right,
                self.height - margins.top - margins.bottom,
            ];
            if self.chart.aspect == Aspect::Equal {
                self.ranges =
                    axes::equal_units([0, 1].map(|axis| axes::range(self.chart, axis)), plot);
            }
        }
        let layout = self.layout(style);
        let right = ComputedLayout::from_layout(&layout).margin_right;
        let layout = layout
            .with_force_margins(left, right)
            .with_force_margins_y(margins.top, margins.bottom);
        let computed = ComputedLayout::from_layout(&layout);
        let mut scene = render_multiple(marks::plots(&self.chart.marks, style), layout);
        // Lines without width, of axes that are not to be seen, are as thin as can be in a PNG.
        let unseen = |element: &Primitive| matches!(element, Primitive::Line { stroke_width, .. } if *stroke_width <= 0.0);
        scene.elements.retain(|element| !unseen(element));
        self.add_shapes(&mut scene, &computed, style, medium);
        scene.elements.extend(self.name(&computed));
        scene
    }

    /// kuva names no vertical axis without ticks; this is the room for its name.
    fn name_room(&self) -> f64 {
        if self.chart.y.scale == Scale::Unmarked && !self.chart.y.label.is_empty() {
            1.5 * f64::from(LABEL_SIZE)
        } else {
            0.0
        }
    }

    /// The name of a vertical axis without ticks, beside what it belongs to.
    fn name(&self, layout: &ComputedLayout) -> Option<Primitive> {
        let room = self.name_room();
        let beside = layout.map_x(axes::range(self.chart, 0)[0]) - room / 2.0;
        (room > 0.0).then(|| Primitive::Text {
            x: beside.max(room),
            y: layout.margin_top + layout.plot_height() / 2.0,
            content: self.chart.y.label.clone(),
            size: LABEL_SIZE,
            anchor: TextAnchor::Middle,
            rotate: Some(-90.0),
            bold: false,
            color: None,
        })
    }

    /// Adds the marks that kuva has no plots for, cut off where the plot ends: images behind
    /// everything, the others on top.
    fn add_shapes(
        &self,
        scene: &mut Scene,
        layout: &ComputedLayout,
        style: &Style,
        medium: Medium,
    ) {
        let (mut behind, mut on_top) = (Vec::new(), Vec::new());
        for mark in &self.chart.marks {
            match mark {
                Mark::Image(image) => behind.extend(marks::map(image, layout, style, medium)),
                Mark::Bars(bars) => on_top.extend(marks::rectangles(bars, layout, style)),
                Mark::Text(text) => {
                    let inside = |axis: usize| {
                        let [low, high] = self.ranges[axis];
                        (low..=high).contains(&text.xy[axis])
                    };
                    if inside(0) && inside(1) {
                        on_top.push(marks::text(text, self.ranges[0], layout, style));
                    }
                }
                Mark::Points(points) => {
                    if let Some(pictures) = &points.pictures {
                        let drawn = marks::pictures(points, pictures, layout, style, medium);
                        on_top.extend(drawn);
                    }
                }
                Mark::Line(_) | Mark::Rule(_) => {}
            }
        }
        // kuva clips its own plots to this rectangle.
        let clip = scene
            .elements
            .iter()
            .find(|element| matches!(element, Primitive::ClipStart { .. }))
            .cloned();
        let clipped = |elements: Vec<Primitive>| {
            let (start, end) = (clip.clone(), clip.as_ref().map(|_| Primitive::ClipEnd));
            start.into_iter().chain(elements).chain(end)
        };
        if !behind.is_empty() {
            scene.elements.splice(0..0, clipped(behind));
        }
        if !on_top.is_empty() {
            scene.elements.extend(clipped(on_top));
        }
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
            .with_x_tick_format(axes::tick_format(chart.x.scale))
            .with_y_tick_format(axes::tick_format(chart.y.scale))
            .with_title(wrapped(&chart.title, TITLE_SIZE, self.width))
            .with_title_wrap(usize::MAX)
            .with_title_size(TITLE_SIZE)
            .with_label_size(LABEL_SIZE)
            .with_tick_size(TICK_SIZE)
            .with_theme(style.theme())
            .with_x_tick_step(axes::tick_step(&chart.x, [x0, x1], self.width, 60.0))
            .with_y_tick_step(axes::tick_step(&chart.y, [y0, y1], self.height, 40.0));
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
        // Images fill the plot: the grid would be drawn over them. Without axes there is none.
        let bare = [&chart.x, &chart.y].map(|axis| axis.scale) == [Scale::Unmarked; 2];
        let is_map = |mark: &Mark| matches!(mark, Mark::Image(_));
        layout.show_grid = !bare && !chart.marks.iter().any(is_map);
        if bare {
            layout.axis_line_width = Some(0.0);
        }
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
                layout = layout.with_reference_line(marks::reference_line(rule, style));
            }
        }
        layout
    }
}

/// A text that stands along an axis, broken into lines; kuva keeps line breaks where it may wrap.
fn wrapped(text: &str, size: u32, cell: f64) -> String {
    // Texts are centred on the axis, which is shorter than the cell, and may stick out a little.
    const AXIS_OFFSET: f64 = 50.0;
    wrap(text, size, cell - AXIS_OFFSET).join("\n")
}
