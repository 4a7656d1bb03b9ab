//! Dots as one mesh of textured squares, made again only when something in it changed: a frame in
//! which a hundred thousand dots stay where they are copies them and no more.

use std::sync::Arc;

use egui::{
    Color32, ColorImage, Context, Id, Mesh, Pos2, Rect, Shape, TextureHandle, TextureOptions, Vec2,
    pos2,
};
use egui_plot::PlotTransform;

use super::{
    chart_item::{color, position},
    theme::Tokens,
};
use crate::view::{Emphasis, Layer, Paint, Points, Tone};

/// How far the outline of a selected dot goes beyond it, in points.
const OUTLINE: f32 = 1.2;
/// How far the surface shows around a dot that lies on a map, in points.
const HALO: f32 = 0.8;

/// Pixels of a disc's picture for one of the screen: dots lie between pixels, and the smoothing
/// that brings them there blurs no more than their rim.
const FINE: f32 = 2.0;

/// What the dots are drawn with, besides themselves.
#[derive(Clone, Copy, PartialEq)]
pub(super) struct Style {
    pub tone: Tone,
    pub tokens: Tokens,
    /// Whether a map lies behind.
    pub over_map: bool,
}

/// A mesh with what it was made from.
#[derive(Clone)]
struct Drawn {
    xy: Arc<[[f64; 2]]>,
    paints: Arc<[Paint]>,
    emphases: Option<Arc<[Emphasis]>>,
    frame: Rect,
    bounds: [[f64; 2]; 2],
    style: Style,
    disc: Disc,
    mesh: Arc<Mesh>,
}

/// All dots; `id` keeps their mesh from frame to frame.
pub(super) fn shape(
    ctx: &Context,
    id: Id,
    points: &Points,
    style: Style,
    transform: &PlotTransform,
) -> Shape {
    let disc = Disc::of(ctx, id.with("disc"), dot_radius(points.xy.len(), transform));
    let bounds = [transform.bounds().min(), transform.bounds().max()];
    let known = ctx.data(|data| data.get_temp::<Drawn>(id));
    let current = known.filter(|drawn| {
        Arc::ptr_eq(&drawn.xy, &points.xy)
            && Arc::ptr_eq(&drawn.paints, &points.paints)
            && same(drawn.emphases.as_ref(), points.emphases.as_ref())
            && drawn.frame == *transform.frame()
            && drawn.bounds == bounds
            && drawn.style == style
            && drawn.disc.radius_px == disc.radius_px
            && drawn.disc.radius == disc.radius
    });
    let drawn = current.unwrap_or_else(|| {
        let drawn = Drawn {
            xy: Arc::clone(&points.xy),
            paints: Arc::clone(&points.paints),
            emphases: points.emphases.clone(),
            frame: *transform.frame(),
            bounds,
            style,
            mesh: Arc::new(mesh(points, style, &disc, transform)),
            disc,
        };
        ctx.data_mut(|data| data.insert_temp(id, drawn.clone()));
        drawn
    });
    Shape::Mesh(drawn.mesh)
}

fn same<T: ?Sized>(a: Option<&Arc<T>>, b: Option<&Arc<T>>) -> bool {
    match (a, b) {
        (Some(a), Some(b)) => Arc::ptr_eq(a, b),
        (None, None) => true,
        (Some(_), None) | (None, Some(_)) => false,
    }
}

fn mesh(points: &Points, style: Style, disc: &Disc, transform: &PlotTransform) -> Mesh {
    let Style {
        tone,
        tokens,
        over_map,
    } = style;
    let visible = transform.frame().expand(disc.radius);
    let mut mesh = Mesh::with_texture(disc.texture.id());
    mesh.reserve_vertices(4 * points.xy.len());
    mesh.reserve_triangles(2 * points.xy.len());
    for (i, layer) in points.layers() {
        let center = position(transform, points.xy[i]);
        if !visible.contains(center) {
            continue;
        }
        let look = points.look(i);
        let radius = disc.radius * look.size;
        if over_map && points.emphasis(i) != Emphasis::Selected {
            // Else a dot is lost on a band of its own colour; a selected one has its outline.
            disc.add(&mut mesh, center, radius + HALO, tokens.plot);
        }
        match layer {
            Layer::Outline => disc.add(&mut mesh, center, radius + OUTLINE, tokens.text_strong),
            Layer::Dot => {
                let color = color(points.paints[i], tone);
                let color = color.lerp_to_gamma(tokens.plot, look.haze);
                disc.add(&mut mesh, center, radius, color);
            }
        }
    }
    mesh
}

/// Smaller dots where there are many, larger ones where there is room.
pub(super) fn dot_radius(count: usize, transform: &PlotTransform) -> f32 {
    let side = transform.frame().width().min(transform.frame().height());
    let room = (side / 320.0).clamp(0.8, 2.0).sqrt();
    let base = match count {
        0..=200 => 3.6,
        201..=700 => 3.0,
        701..=2000 => 2.5,
        2001..=6000 => 2.0,
        _ => 1.5,
    };
    base * room
}

/// The picture of a disc, as sharp as the screen.
#[derive(Clone)]
struct Disc {
    /// In points.
    radius: f32,
    /// In pixels of the picture, which has a margin of one pixel.
    radius_px: f32,
    texture: TextureHandle,
}

impl Disc {
    /// Keeps the picture while the radius stays.
    fn of(ctx: &Context, id: Id, radius: f32) -> Self {
        let radius_px = FINE * radius * ctx.pixels_per_point();
        let known = ctx.data(|data| data.get_temp::<Self>(id));
        let current = known.filter(|disc| disc.radius_px == radius_px);
        current.unwrap_or_else(|| {
            let disc = Self {
                radius,
                radius_px,
                texture: ctx.load_texture("disc", picture(radius_px), TextureOptions::LINEAR),
            };
            ctx.data_mut(|data| data.insert_temp(id, disc.clone()));
            disc
        })
    }

    fn add(&self, mesh: &mut Mesh, center: Pos2, radius: f32, color: Color32) {
        let side = radius / self.radius_px * self.texture.size()[0] as f32;
        let rect = Rect::from_center_size(center, Vec2::splat(side));
        let whole = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
        mesh.add_rect_with_uv(rect, whole, color);
    }
}

/// White, as opaque as the share of each pixel that the disc covers.
fn picture(radius: f32) -> ColorImage {
    let side = 2 * (radius.ceil() as usize + 1);
    let middle = side as f32 / 2.0;
    let pixels = (0..side * side).map(|i| {
        let at = pos2((i % side) as f32 + 0.5, (i / side) as f32 + 0.5);
        let cover = radius + 0.5 - at.distance(pos2(middle, middle));
        Color32::from_white_alpha((255.0 * cover.clamp(0.0, 1.0)).round() as u8)
    });
    ColorImage::new([side, side], pixels.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_disc_covers_what_a_circle_of_its_radius_does() {
        for radius in [2.4_f32, 5.0, 7.4, 14.0] {
            let picture = picture(radius);
            let cover: f32 = picture
                .pixels
                .iter()
                .map(|p| f32::from(p.a()) / 255.0)
                .sum();
            let area = std::f32::consts::PI * radius * radius;
            assert!(
                (cover / area - 1.0).abs() < 0.03,
                "{radius}: {cover} of {area}"
            );
            let [width, _] = picture.size;
            assert!(
                picture.pixels[..width].iter().all(|p| p.a() == 0),
                "a margin"
            );
        }
    }
}
