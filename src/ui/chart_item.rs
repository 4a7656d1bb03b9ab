//! Draws a chart inside an `egui_plot` plot, where the layout says.

use std::{
    ops::RangeInclusive,
    sync::{Arc, Mutex, PoisonError},
};

use egui::{
    Color32, FontId, Id, Rect, Role, Sense, Shape, Stroke, Ui, WidgetInfo, epaint::CircleShape,
    pos2,
};
use egui_plot::{PlotBounds, PlotGeometry, PlotItem, PlotItemBase, PlotTransform};

use super::{
    brush::{self, Brush},
    dots, handles, image,
    place::{color, position},
    plot, theme,
};
use chart::{
    Chart, Mark, count,
    layout::{self, Dots, NameMemory},
};

/// All marks of one chart, as one plot item: dots of every colour go in one pass.
pub(super) struct ChartItem<'a> {
    base: PlotItemBase,
    id: Id,
    chart: &'a Chart,
    brush: Brush,
    ringed_rows: &'a [usize],
    /// Bounds of the plot that show all of the chart.
    bounds: PlotBounds,
}

impl<'a> ChartItem<'a> {
    pub fn new(
        id: Id,
        chart: &'a Chart,
        brush: Brush,
        ringed_rows: &'a [usize],
        bounds: PlotBounds,
    ) -> Self {
        Self {
            base: PlotItemBase::new(chart.title.clone()),
            id,
            chart,
            brush,
            ringed_rows,
            bounds,
        }
    }

    /// Adds rings around the rows that are pointed at.
    fn ring(&self, dots: &Dots, transform: &PlotTransform, shapes: &mut Vec<Shape>) {
        let Brush { tone, tokens } = self.brush;
        let points = dots.points;
        let place = |row: &usize| points.rows.iter().position(|r| r == row);
        for i in self.ringed_rows.iter().filter_map(place) {
            let center = position(transform, points.xy[i]);
            shapes.push(Shape::Circle(CircleShape {
                center,
                radius: dots.radius + 2.5,
                fill: color(points.paints[i], tone),
                stroke: Stroke::new(3.5, tokens.plot),
            }));
            shapes.push(Shape::circle_stroke(
                center,
                dots.radius + 4.0,
                Stroke::new(1.5, tokens.text_strong),
            ));
        }
    }

    /// Draws the number of dots that are shown as a density, also for a screen reader.
    fn crowd(&self, ui: &Ui, id: Id, dots: usize, transform: &PlotTransform) -> Shape {
        let said = format!("density of {} dots", count(dots));
        let label = said.clone();
        let font = FontId::proportional(theme::SMALL);
        let weak = self.brush.tokens.text_weak;
        let galley = ui.painter().layout_no_wrap(said, font, weak);
        let corner = transform.frame().right_bottom() - galley.size();
        let corner = corner - egui::vec2(theme::GAP, theme::SPACE);
        let place = Rect::from_min_size(corner, galley.size());
        let response = ui.interact(place, id.with("density"), Sense::hover());
        response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &label));
        Shape::galley(corner, galley, weak)
    }
}

impl PlotItem for ChartItem<'_> {
    fn shapes(&self, ui: &Ui, transform: &PlotTransform, shapes: &mut Vec<Shape>) {
        let frame = brush::frame(transform);
        let measure = |text: &str, size| brush::text_width(ui.ctx(), text, size);
        let origin = transform.frame().min;
        // Measuring takes the context, which is free again once the memory is at hand.
        let memory = ui.data_mut(|data| {
            let memory: &mut Arc<Mutex<NameMemory>> =
                data.get_temp_mut_or_default(self.id.with("names"));
            Arc::clone(memory)
        });
        let mut memory = memory.lock().unwrap_or_else(PoisonError::into_inner);
        let medium = plot::medium(&measure);
        for shape in layout::shapes_kept(self.chart, &frame, medium, &mut memory) {
            match shape {
                layout::PlacedShape::Dots(dots) => {
                    let id = self.id.with(("dots", dots.mark));
                    let (drawn, crowd) = dots::shapes(ui.ctx(), id, &dots, self.brush, transform);
                    shapes.extend(drawn);
                    if let Some(dots) = crowd {
                        shapes.push(self.crowd(ui, id, dots, transform));
                    }
                    if matches!(self.chart.marks[dots.mark], Mark::Points(_)) {
                        self.ring(&dots, transform, shapes);
                    }
                }
                layout::PlacedShape::Image { mark, image, ends } => {
                    let [left, top, right, bottom] = ends;
                    let rect = Rect::from_min_max(pos2(left, top), pos2(right, bottom));
                    let rect = rect.translate(origin.to_vec2());
                    let id = self.id.with(("image", mark));
                    shapes.push(image::shape(ui.ctx(), id, image, self.brush.tone, rect));
                }
                other => self.brush.paint(ui, origin, &other, shapes),
            }
        }
        handles::rings(self.chart, &self.brush.tokens, transform, shapes);
    }

    fn initialize(&mut self, _x_range: RangeInclusive<f64>) {}

    fn color(&self) -> Color32 {
        self.brush.tokens.text
    }

    /// Turns off the plot's own hovering: the panel names rows and rings them in every plot.
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
