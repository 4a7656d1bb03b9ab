//! Draws the marks of a chart inside an `egui_plot` plot.

use std::ops::RangeInclusive;

use egui::{
    Color32, FontId, Id, Pos2, Rect, Role, Sense, Shape, Stroke, Ui, WidgetInfo,
    epaint::CircleShape, pos2,
};
use egui_plot::{PlotBounds, PlotGeometry, PlotItem, PlotItemBase, PlotPoint, PlotTransform};

use super::{
    dots::{self, dot_radius},
    handles, image,
    place::{Style, color, position},
    plot_context::PlotContext,
    theme::{self, Tokens},
};
use crate::view::{
    Arrow, Bars, Chart, Line, LineStyle, Links, Mark, Orientation, Paint, Points, Rule, Text, Tone,
    count,
};

/// Length of a dash and of a gap, in points.
const DASH: [f32; 2] = [6.0, 4.0];
const DOT: [f32; 2] = [1.5, 3.5];

/// All marks of one chart, as one plot item: dots of every colour go in one pass.
pub(super) struct ChartItem<'a> {
    base: PlotItemBase,
    id: Id,
    chart: &'a Chart,
    tone: Tone,
    tokens: Tokens,
    ringed_rows: &'a [usize],
    /// How far the plot reaches that shows all.
    bounds: PlotBounds,
}

impl<'a> ChartItem<'a> {
    pub fn new(chart: &'a Chart, tone: Tone, tokens: Tokens, context: &PlotContext<'a>) -> Self {
        Self {
            base: PlotItemBase::new(chart.title.clone()),
            id: context.id,
            chart,
            tone,
            tokens,
            ringed_rows: context.ringed_rows,
            bounds: context.bounds,
        }
    }

    fn color(&self, paint: Paint) -> Color32 {
        color(paint, self.tone)
    }

    /// The rings around the rows that are pointed at.
    fn ring(&self, points: &Points, transform: &PlotTransform, shapes: &mut Vec<Shape>) {
        let radius = dot_radius(points.xy.len(), transform);
        let place = |row: &usize| points.rows.iter().position(|r| r == row);
        for i in self.ringed_rows.iter().filter_map(place) {
            let center = position(transform, points.xy[i]);
            let fill = self.color(points.paints[i]);
            shapes.push(Shape::Circle(CircleShape {
                center,
                radius: radius + 2.5,
                fill,
                stroke: Stroke::new(3.5, self.tokens.plot),
            }));
            shapes.push(Shape::circle_stroke(
                center,
                radius + 4.0,
                Stroke::new(1.5, self.tokens.text_strong),
            ));
        }
    }

    /// What is said of dots that are too many to be drawn one by one, also to a screen reader.
    fn crowd(&self, ui: &Ui, id: Id, dots: usize, transform: &PlotTransform) -> Shape {
        let said = format!("density of {} dots", count(dots));
        let label = said.clone();
        let font = FontId::proportional(theme::SMALL);
        let painter = ui.painter();
        let galley = painter.layout_no_wrap(said, font, self.tokens.text_weak);
        let corner = transform.frame().right_bottom() - galley.size();
        let corner = corner - egui::vec2(theme::GAP, theme::SPACE);
        let place = Rect::from_min_size(corner, galley.size());
        let response = ui.interact(place, id.with("density"), Sense::hover());
        response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &label));
        Shape::galley(corner, galley, self.tokens.text_weak)
    }

    fn bars(&self, bars: &Bars, transform: &PlotTransform, shapes: &mut Vec<Shape>) {
        for [[left, right], [bottom, top]] in bars.extents() {
            let rect = transform
                .rect_from_values(&PlotPoint::new(left, bottom), &PlotPoint::new(right, top));
            shapes.push(Shape::rect_filled(rect, 1.0, self.color(bars.paint)));
        }
    }

    fn line(&self, line: &Line, transform: &PlotTransform, shapes: &mut Vec<Shape>) {
        let path: Vec<Pos2> = line.xy.iter().map(|xy| position(transform, *xy)).collect();
        let color = self.color(line.paint);
        if line.dots {
            shapes.extend(path.iter().map(|p| Shape::circle_filled(*p, 3.0, color)));
        }
        stroke_path(path, line.style, Stroke::new(1.75, color), shapes);
    }

    fn links(&self, links: &Links, transform: &PlotTransform, shapes: &mut Vec<Shape>) {
        let thin = Stroke::new(0.75, self.tokens.text_weak.gamma_multiply(0.5));
        let stroke = |strength: &f32| {
            let color = self
                .tokens
                .text_strong
                .gamma_multiply(0.25 + 0.55 * strength);
            Stroke::new(0.5 + 2.5 * strength, color)
        };
        for (link, ends) in links.ends.iter().enumerate() {
            let stroke = links.strengths.get(link).map_or(thin, stroke);
            let ends = ends.map(|end| position(transform, end));
            shapes.push(Shape::line_segment(ends, stroke));
        }
    }

    /// A text, unless it would lie on one of those before it.
    fn text(
        &self,
        ui: &Ui,
        text: &Text,
        transform: &PlotTransform,
        taken: &mut Vec<Rect>,
        shapes: &mut Vec<Shape>,
    ) {
        let color = self.color(text.paint);
        let height = (text.height * transform.dpos_dvalue_y().abs()) as f32;
        let size = text.size(theme::SMALL, transform.frame().width(), height);
        let font = FontId::proportional(size.max(1.0));
        let layout = |text: &str| {
            let text = text.to_owned();
            ui.painter().layout_no_wrap(text, font.clone(), color)
        };
        let at = position(transform, text.xy);
        let frame = transform.frame();
        let start = if text.stays() { at.x } else { frame.left() };
        let galley = layout(&text.fitting(frame.right() - start, |it| layout(it).size().x));
        let size = galley.size();
        let mut corner = at - egui::vec2(size.x * text.anchor.share_before(), size.y / 2.0);
        if frame.contains(at) {
            // Whole, though not quite in its place.
            let last = (frame.right() - size.x).max(frame.left());
            corner.x = corner.x.clamp(frame.left(), last);
        }
        let rect = Rect::from_min_size(corner, size);
        if taken.iter().all(|other| !other.intersects(rect)) {
            taken.push(rect);
            if self.chart.has_dots() {
                let plate = self.tokens.plot.gamma_multiply(Text::PLATE);
                let rect = rect.expand2(egui::vec2(2.0, -1.0));
                shapes.push(Shape::rect_filled(rect, 3.0, plate));
            }
            shapes.push(Shape::galley(corner, galley, color));
        }
    }

    fn arrow(&self, arrow: &Arrow, transform: &PlotTransform, shapes: &mut Vec<Shape>) {
        let [tail, tip] = [arrow.tail, arrow.head].map(|end| position(transform, end));
        let color = self.color(arrow.paint);
        let Some(barbs) = Arrow::barbs(tail.into(), tip.into()) else {
            return;
        };
        let [tip, left, right] = barbs.map(Pos2::from);
        let shaft = [tail, left + (right - left) / 2.0];
        shapes.push(Shape::line_segment(shaft, Stroke::new(Arrow::WIDTH, color)));
        shapes.push(Shape::convex_polygon(
            vec![tip, left, right],
            color,
            Stroke::NONE,
        ));
    }

    fn rule(&self, rule: &Rule, transform: &PlotTransform, shapes: &mut Vec<Shape>) {
        let frame = transform.frame();
        let path = match rule.orientation {
            Orientation::Horizontal => {
                let y = transform.position_from_point_y(rule.at);
                vec![pos2(frame.left(), y), pos2(frame.right(), y)]
            }
            Orientation::Vertical => {
                let x = transform.position_from_point_x(rule.at);
                vec![pos2(x, frame.top()), pos2(x, frame.bottom())]
            }
        };
        let stroke = Stroke::new(1.25, self.color(rule.paint));
        stroke_path(path, rule.style, stroke, shapes);
    }
}

impl PlotItem for ChartItem<'_> {
    fn shapes(&self, ui: &Ui, transform: &PlotTransform, shapes: &mut Vec<Shape>) {
        let marks = &self.chart.marks;
        let style = Style {
            tone: self.tone,
            tokens: self.tokens,
            over_map: marks.iter().any(|mark| matches!(mark, Mark::Image(_))),
        };
        // No text hides a pin.
        let pins = marks.iter().filter_map(|mark| match mark {
            Mark::Pin(pin) => Some(handles::covered(pin, transform)),
            _ => None,
        });
        let mut taken: Vec<Rect> = pins.collect();
        for (i, mark) in marks.iter().enumerate() {
            match mark {
                Mark::Points(points) => {
                    let id = self.id.with(("dots", i));
                    let (drawn, crowd) = dots::shapes(ui.ctx(), id, points, style, transform);
                    shapes.extend(drawn);
                    if let Some(dots) = crowd {
                        shapes.push(self.crowd(ui, id, dots, transform));
                    }
                    self.ring(points, transform, shapes);
                }
                Mark::NewRows(points) => {
                    let id = self.id.with(("new rows", i));
                    shapes.extend(dots::shapes(ui.ctx(), id, points, style, transform).0);
                }
                Mark::Bars(bars) => self.bars(bars, transform, shapes),
                Mark::Links(links) => self.links(links, transform, shapes),
                Mark::Line(line) => self.line(line, transform, shapes),
                Mark::Rule(rule) => self.rule(rule, transform, shapes),
                Mark::Image(image) => {
                    let [[left, right], [bottom, top]] = image.extent;
                    let rect = transform.rect_from_values(
                        &PlotPoint::new(left, bottom),
                        &PlotPoint::new(right, top),
                    );
                    let id = self.id.with(("image", i));
                    shapes.push(image::shape(ui.ctx(), id, image, self.tone, rect));
                }
                Mark::Text(text) => self.text(ui, text, transform, &mut taken, shapes),
                Mark::Arrow(arrow) => self.arrow(arrow, transform, shapes),
                Mark::Pin(pin) => handles::pin(pin, self.tone, &self.tokens, transform, shapes),
            }
        }
    }

    fn initialize(&mut self, _x_range: RangeInclusive<f64>) {}

    fn color(&self) -> Color32 {
        self.tokens.text
    }

    /// Hovering is ours: it names rows and rings them in every plot.
    fn allow_hover(&self) -> bool {
        false
    }

    fn geometry(&self) -> PlotGeometry<'_> {
        PlotGeometry::None
    }

    fn bounds(&self) -> PlotBounds {
        self.bounds
    }

    fn base(&self) -> &PlotItemBase {
        &self.base
    }

    fn base_mut(&mut self) -> &mut PlotItemBase {
        &mut self.base
    }
}

fn stroke_path(path: Vec<Pos2>, style: LineStyle, stroke: Stroke, shapes: &mut Vec<Shape>) {
    match style {
        LineStyle::Solid => shapes.push(Shape::line(path, stroke)),
        LineStyle::Hairline => {
            let stroke = Stroke::new(0.5 * stroke.width, stroke.color.gamma_multiply(0.6));
            shapes.push(Shape::line(path, stroke));
        }
        LineStyle::Dashed => shapes.extend(Shape::dashed_line(&path, stroke, DASH[0], DASH[1])),
        LineStyle::Dotted => shapes.extend(Shape::dashed_line(&path, stroke, DOT[0], DOT[1])),
    }
}
