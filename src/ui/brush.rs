//! Painting of laid-out shapes in the window's colours and letters.

use egui::{
    Align, Color32, Context, FontFamily, FontId, Pos2, Rect, Shape, Stroke, Ui,
    epaint::{CircleShape, TextShape},
    text::{LayoutJob, TextFormat},
    vec2,
};
use egui_plot::PlotTransform;

use super::{
    fonts,
    theme::{self, Tokens},
};
use chart::{
    Marker, Tone,
    layout::{self, Frame, Ink, Label, Level, Tint},
    paint_rgb,
};

/// Width of a text in the window's letters of a size, in points.
pub(super) fn text_width(ctx: &Context, text: &str, size: f32) -> f32 {
    let job = job(text, &FontId::proportional(size), Color32::PLACEHOLDER);
    ctx.fonts_mut(|fonts| fonts.layout_job(job).size().x)
}

/// Line of text with its sub- and superscripts.
pub(super) fn job(text: &str, font: &FontId, color: Color32) -> LayoutJob {
    let mut job = LayoutJob::default();
    for (level, run) in layout::runs(text) {
        let valign = match level {
            Level::Upper => Align::TOP,
            Level::Base | Level::Bold | Level::Lower => Align::BOTTOM,
        };
        let family = match level {
            Level::Bold => FontFamily::Name(fonts::SEMIBOLD.into()),
            _ => font.family.clone(),
        };
        let format = TextFormat {
            valign,
            ..TextFormat::simple(FontId::new(font.size * level.size(), family), color)
        };
        job.append(run, 0.0, format);
    }
    job
}

/// Ranges and size in points of a plot's frame, for the layout of its marks.
pub(super) fn frame(transform: &PlotTransform) -> Frame {
    let (min, max) = (transform.bounds().min(), transform.bounds().max());
    let size = transform.frame().size();
    Frame {
        ranges: [0, 1].map(|axis| [min[axis], max[axis]]),
        size: [f64::from(size.x), f64::from(size.y)],
    }
}

/// Colours of a theme.
#[derive(Clone, Copy)]
pub(super) struct Brush {
    pub tone: Tone,
    pub tokens: Tokens,
}

impl Brush {
    pub fn of(ui: &Ui) -> Self {
        Self {
            tone: theme::tone(ui.visuals()),
            tokens: Tokens::of(ui.visuals()),
        }
    }

    fn color(&self, Ink { tint, opacity }: Ink) -> Color32 {
        let color = match tint {
            Tint::Paint(paint) => {
                let [r, g, b] = paint_rgb(paint, self.tone);
                Color32::from_rgb(r, g, b)
            }
            Tint::Surface => self.tokens.plot,
            Tint::Text => self.tokens.text_strong,
            Tint::Weak => self.tokens.text_weak,
            Tint::Line => self.tokens.line,
            Tint::Grid => self.tokens.grid,
        };
        color.gamma_multiply(opacity)
    }

    /// Adds a shape whose layout begins at `origin`; dots and images, which are kept from frame to frame, are
    /// painted elsewhere.
    pub fn paint(
        &self,
        ui: &Ui,
        origin: Pos2,
        shape: &layout::PlacedShape,
        shapes: &mut Vec<Shape>,
    ) {
        let at = |[x, y]: [f32; 2]| origin + vec2(x, y);
        let stroke = |stroke: &layout::Stroke| Stroke::new(stroke.width, self.color(stroke.ink));
        match shape {
            layout::PlacedShape::Dots(_) | layout::PlacedShape::Image { .. } => {}
            layout::PlacedShape::Line { xy, stroke: line } => {
                let path: Vec<Pos2> = xy.iter().map(|xy| at(*xy)).collect();
                if line.dashes.is_empty() {
                    shapes.push(Shape::line(path, stroke(line)));
                } else {
                    let of = |first| line.dashes.iter().skip(first).step_by(2).copied();
                    let [dashes, gaps] = [0, 1].map(|first| of(first).collect::<Vec<f32>>());
                    let dashed =
                        Shape::dashed_line_with_offset(&path, stroke(line), &dashes, &gaps, 0.0);
                    shapes.extend(dashed);
                }
            }
            layout::PlacedShape::Polygon { xy, fill } => {
                let corners = xy.iter().map(|xy| at(*xy)).collect();
                shapes.push(Shape::convex_polygon(
                    corners,
                    self.color(*fill),
                    Stroke::NONE,
                ));
            }
            layout::PlacedShape::Rect { ends, fill } => {
                let [left, top, right, bottom] = *ends;
                let rect = Rect::from_min_max(at([left, top]), at([right, bottom]));
                shapes.push(Shape::rect_filled(rect, 0.0, self.color(*fill)));
            }
            layout::PlacedShape::Sign {
                marker,
                center,
                radius,
                fill,
                rim,
            } => {
                let rim = rim.as_ref().map_or(Stroke::NONE, stroke);
                shapes.push(sign(*marker, at(*center), *radius, self.color(*fill), rim));
            }
            layout::PlacedShape::Label(label) => shapes.push(self.label(ui, origin, label)),
        }
    }

    fn label(&self, ui: &Ui, origin: Pos2, label: &Label) -> Shape {
        let color = self.color(label.ink);
        let font = FontId::proportional(label.size);
        let galley = ui.painter().layout_job(job(&label.text, &font, color));
        let [x, y] = label.at;
        let before = vec2(
            label.anchor.share_before() * galley.size().x,
            galley.size().y / 2.0,
        );
        if label.turned {
            let corner = origin + vec2(x - before.y, y + before.x);
            let text = TextShape::new(corner, galley, color);
            return text.with_angle(-std::f32::consts::FRAC_PI_2).into();
        }
        Shape::galley(origin + vec2(x, y) - before, galley, color)
    }
}

/// Shape that stands for a dot of some radius.
fn sign(marker: Marker, center: Pos2, radius: f32, fill: Color32, rim: Stroke) -> Shape {
    if marker == Marker::Ring {
        let [outer, inner] = Marker::RING.map(|share| share * radius);
        return Shape::circle_stroke(
            center,
            f32::midpoint(outer, inner),
            Stroke::new(outer - inner, fill),
        );
    }
    let corners = marker.corners();
    if corners.is_empty() {
        return Shape::Circle(CircleShape {
            center,
            radius,
            fill,
            stroke: rim,
        });
    }
    let corner = |[x, y]: &[f32; 2]| center + radius * vec2(*x, *y);
    Shape::convex_polygon(corners.iter().map(corner).collect(), fill, rim)
}
