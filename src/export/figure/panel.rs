//! One chart in one cell of the figure: axes, marks and note; the key stands outside.

use kuva::render::{
    layout::{ComputedLayout, Layout},
    render::{Primitive, Scene, TextAnchor, render_multiple},
};

use super::{
    axes, dots,
    marks::{self, Medium},
    sizes::Shape,
    style::{LABEL_SIZE, NOTE_SIZE, Style, TICK_SIZE, TITLE_SIZE, wrap},
};
use crate::view::{Aspect, Chart, DENSE, Density, Mark, Scale};

/// How much wider than needed kuva sets an axis label off its ticks.
const SURPLUS_BELOW: f64 = 9.0;
/// How much longer than the vertical axis its name may be.
const BEYOND: f64 = 15.0;
/// Axes and labels of a usual plot, for a first guess at how large it is.
const USUAL: Margins = Margins {
    left: 50.0,
    right: 10.0,
    top: 30.0,
    bottom: 35.0,
};

/// Room around a plot: for its axes' labels, and above it for the title.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(super) struct Margins {
    pub left: f64,
    pub right: f64,
    pub top: f64,
    pub bottom: f64,
}

/// A chart that knows how large its plot is and what the axes show.
pub(super) struct Cell<'a> {
    chart: &'a Chart,
    pub plot: [f64; 2],
    /// How wide a text may be that stands above or below the middle of the plot.
    room: f64,
    /// Values at the left and right end, and at the bottom and top.
    ranges: [[f64; 2]; 2],
    pub margins: Margins,
}

impl<'a> Cell<'a> {
    /// A plot that takes about as much of a place as most do.
    pub fn new(chart: &'a Chart, [width, height]: [f64; 2], style: &Style) -> Self {
        let Margins {
            left,
            right,
            top,
            bottom,
        } = USUAL;
        let mut cell = Self {
            chart,
            plot: [0.0; 2],
            room: 0.0,
            ranges: [[0.0, 1.0]; 2],
            margins: USUAL,
        };
        let plot = [width - left - right, height - top - bottom];
        cell.resize(plot, width - left, style);
        cell
    }

    /// What the plot wants of its place: one that says how far both axes reach, in equal units, is to
    /// show just that. Around a view of space there is nothing either way.
    pub fn shape(&self) -> Shape {
        match self.chart.proportions() {
            Some(ratio) if !self.is_space() => Shape::Fixed(f64::from(ratio)),
            _ => Shape::Free,
        }
    }

    fn is_space(&self) -> bool {
        let Chart { x, aspect, .. } = self.chart;
        self.chart.is_bare() && x.label.is_empty() && *aspect == Aspect::Equal
    }

    /// Lets a view of space take the room around its plot that its neighbours need for their axes.
    pub fn take_margins(&mut self, width: f64, below: f64, style: &Style) {
        if self.is_space() {
            let Margins {
                left,
                right,
                bottom,
                ..
            } = self.margins;
            let plot = [
                self.plot[0].max(width - left - right),
                self.plot[1] + below - bottom,
            ];
            self.resize(plot, self.room, style);
        }
    }

    /// Gives the plot another size, which the ranges and with them the margins depend on, and texts
    /// above and below it another room.
    pub fn resize(&mut self, plot: [f64; 2], room: f64, style: &Style) {
        self.plot = plot.map(|side| side.max(1.0));
        self.room = room;
        let wanted = if self.is_space() {
            axes::space(self.chart, self.plot, 0.6 * f64::from(TICK_SIZE))
        } else {
            [0, 1].map(|axis| axes::range(self.chart, axis))
        };
        self.ranges = if self.chart.aspect == Aspect::Equal {
            axes::equal_units(wanted, self.plot)
        } else {
            wanted
        };
        let computed = ComputedLayout::from_layout(&self.layout(style));
        self.margins = Margins {
            left: computed.margin_left + self.name_room(),
            right: computed.margin_right,
            top: computed.margin_top,
            bottom: (computed.margin_bottom - SURPLUS_BELOW).max(0.0),
        };
    }

    /// The finished panel, its plot's top left corner so far from the origin as the margins say.
    pub fn draw(&self, style: &Style, medium: Medium) -> Scene {
        let Margins {
            left,
            right,
            top,
            bottom,
        } = self.margins;
        let [width, height] = self.plot;
        let layout = self
            .layout(style)
            .with_width(left + width + right)
            .with_height(top + height + bottom)
            .with_force_margins(left, right)
            .with_force_margins_y(top, bottom);
        let computed = ComputedLayout::from_layout(&layout);
        let crowds = dots::crowds(&self.chart.marks, self.ranges, &computed, style);
        let plots = marks::plots(&self.chart.marks, &crowds, style);
        let mut scene = render_multiple(plots, layout);
        // Lines without width, of axes that are not to be seen, are as thin as can be in a PNG.
        let unseen = |element: &Primitive| matches!(element, Primitive::Line { stroke_width, .. } if *stroke_width <= 0.0);
        scene.elements.retain(|element| !unseen(element));
        self.add_shapes(&mut scene, &crowds, &computed, style, medium);
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
        crowds: &[Option<Density>],
        layout: &ComputedLayout,
        style: &Style,
        medium: Medium,
    ) {
        let (mut behind, mut on_top) = (Vec::new(), Vec::new());
        let mut texts: Vec<[f64; 4]> = Vec::new();
        for (mark, crowd) in self.chart.marks.iter().zip(crowds) {
            if let Some(density) = crowd {
                behind.extend(dots::crowd(density, layout, style, medium));
            }
            match mark {
                Mark::Image(image) => behind.extend(marks::map(image, layout, style, medium)),
                Mark::Links(links) => behind.extend(marks::links(links, layout, style)),
                Mark::Bars(bars) => on_top.extend(marks::rectangles(bars, layout, style)),
                Mark::Arrow(arrow) => on_top.extend(marks::arrow(arrow, layout, style)),
                Mark::Text(text) => {
                    let inside = |axis: usize| {
                        let [low, high] = self.ranges[axis];
                        (low..=high).contains(&text.xy[axis])
                    };
                    let text = &marks::fitting(text, self.ranges[0], layout);
                    let place = marks::text_place(text, self.ranges[0], layout);
                    // A text gives way to those before it: values to the names of their axes.
                    let is_free = !texts.iter().any(|other| overlap(&place, other));
                    if inside(0) && inside(1) && is_free {
                        if self.chart.has_dots() {
                            on_top.push(marks::plate(place, style));
                        }
                        on_top.push(marks::text(text, self.ranges[0], layout, style));
                        texts.push(place);
                    }
                }
                Mark::Points(points) => {
                    if let Some(pictures) = &points.pictures {
                        let drawn = dots::pictures(points, pictures, layout, style, medium);
                        on_top.extend(drawn);
                    }
                }
                Mark::NewRows(_) | Mark::Line(_) | Mark::Rule(_) | Mark::Pin(_) => {}
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
        let [width, height] = [
            self.plot[0] + USUAL.left + USUAL.right,
            self.plot[1] + USUAL.top + USUAL.bottom,
        ];
        let mut layout = Layout::new((x0, x1), (y0, y1))
            .with_width(width)
            .with_height(height)
            .with_x_axis_min(x0)
            .with_x_axis_max(x1)
            .with_y_axis_min(y0)
            .with_y_axis_max(y1)
            .with_x_tick_format(axes::tick_format(chart.x.scale))
            .with_y_tick_format(axes::tick_format(chart.y.scale))
            .with_title(lines(&chart.title, TITLE_SIZE, self.room))
            .with_title_wrap(usize::MAX)
            .with_title_size(TITLE_SIZE)
            .with_label_size(LABEL_SIZE)
            .with_tick_size(TICK_SIZE)
            .with_theme(style.theme())
            .with_x_tick_step(axes::tick_step(&chart.x, [x0, x1], self.plot[0], 45.0))
            .with_y_tick_step(axes::tick_step(&chart.y, [y0, y1], self.plot[1], 28.0));
        if !chart.x.label.is_empty() {
            layout = layout
                .with_x_label(lines(&chart.x.label, LABEL_SIZE, self.room))
                .with_x_label_wrap(usize::MAX);
        }
        if !chart.y.label.is_empty() {
            layout = layout
                .with_y_label(lines(&chart.y.label, LABEL_SIZE, self.plot[1] + BEYOND))
                .with_y_label_wrap(usize::MAX);
        }
        // The grid would be drawn over images and crowds of dots. Without axes there is none.
        let bare = chart.is_bare();
        let covers = |mark: &Mark| match mark {
            Mark::Image(_) => true,
            Mark::Points(points) => points.xy.len() > DENSE,
            _ => false,
        };
        layout.show_grid = !bare && !chart.marks.iter().any(covers);
        if bare {
            layout.axis_line_width = Some(0.0);
        }
        layout.suppress_x_ticks = chart.x.scale == Scale::Unmarked;
        layout.suppress_y_ticks = chart.y.scale == Scale::Unmarked;
        if let Some(note) = &chart.note {
            layout = layout
                .with_subtitle(lines(note, NOTE_SIZE, self.room))
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

/// Whether two rectangles (left, top, right, bottom) have more than a pixel in common.
fn overlap(a: &[f64; 4], b: &[f64; 4]) -> bool {
    let common = |low: usize, high: usize| a[high].min(b[high]) - a[low].max(b[low]);
    common(0, 2) > 1.0 && common(1, 3) > 1.0
}

/// A text broken into lines; kuva keeps line breaks where it may wrap.
fn lines(text: &str, size: u32, width: f64) -> String {
    wrap(text, size, width).join("\n")
}
