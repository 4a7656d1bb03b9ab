//! Dots as one mesh of textured squares, or as a picture of their density where there are too many, made
//! again only when something in it changed: a frame in which a million dots stay where they are copies
//! what there is.

use std::sync::Arc;

use egui::{
    Color32, ColorImage, Context, Id, Mesh, Pos2, Rect, Shape, TextureHandle, TextureOptions, Vec2,
    pos2,
};
use egui_plot::PlotTransform;

use super::{
    album::{Album, pictures},
    brush::Brush,
    kept::{WHOLE, kept},
    place::{color, position},
    theme::Tokens,
};
use chart::{
    Density, Emphasis, Marker, Paint, Points, Tone,
    layout::{Dots, Look},
    paint_rgb,
};

/// Resolution of the pictures of markers, in pixels for each pixel of the screen: where dots lie between pixels,
/// smoothing then blurs no more than their rim.
const FINE: f32 = 2.0;

/// Cached meshes of dots with the inputs they were made from.
#[derive(Clone)]
struct DotMeshes {
    xy: Arc<[[f64; 2]]>,
    paints: Arc<[Paint]>,
    emphases: Option<Arc<[Emphasis]>>,
    markers: Option<Arc<[Marker]>>,
    album: Option<Album>,
    frame: Rect,
    bounds: [[f64; 2]; 2],
    /// Tone, colours, and true where dots have a halo, as over a map.
    style: (Tone, Tokens, bool),
    stamps: Stamps,
    crowd: Option<Crowd>,
    mesh: Arc<Mesh>,
}

/// Density of dots that are too many to be drawn one by one.
#[derive(Clone)]
struct Crowd {
    /// Number of dots.
    dots: usize,
    /// True where selected dots are drawn beside it.
    leaves_selected: bool,
    /// Picture as large as the plot.
    texture: TextureHandle,
}

/// Shapes of all dots, and the number of dots where they are drawn as a density, else `None`. Cached by `id` from frame
/// to frame.
pub(super) fn shapes(
    ctx: &Context,
    id: Id,
    dots: &Dots,
    brush: Brush,
    transform: &PlotTransform,
) -> (Vec<Shape>, Option<usize>) {
    let points = dots.points;
    let stamps = Stamps::of(ctx, id.with("stamps"), dots.radius);
    let album = points
        .pictures
        .as_ref()
        .and_then(|pictures| Album::of(ctx, id.with("album"), pictures));
    let bounds = [transform.bounds().min(), transform.bounds().max()];
    let style = (brush.tone, brush.tokens, dots.halo);
    let is_current = |drawn: &DotMeshes| {
        Arc::ptr_eq(&drawn.xy, &points.xy)
            && Arc::ptr_eq(&drawn.paints, &points.paints)
            && same(drawn.emphases.as_ref(), points.emphases.as_ref())
            && same(drawn.markers.as_ref(), points.markers.as_ref())
            && drawn.album == album
            && drawn.frame == *transform.frame()
            && drawn.bounds == bounds
            && drawn.style == style
            && drawn.stamps.radius_px == stamps.radius_px
            && drawn.stamps.radius == stamps.radius
    };
    let drawn = kept(ctx, id, is_current, || {
        let crowd = match &album {
            Some(_) => None,
            None => Crowd::of(ctx, points, brush.tone, transform),
        };
        DotMeshes {
            xy: Arc::clone(&points.xy),
            paints: Arc::clone(&points.paints),
            emphases: points.emphases.clone(),
            markers: points.markers.clone(),
            frame: *transform.frame(),
            bounds,
            style,
            mesh: Arc::new(match &album {
                Some(album) => pictures(dots, brush, album, transform),
                None => mesh(dots, brush, &stamps, transform, crowd.as_ref()),
            }),
            crowd,
            album: album.clone(),
            stamps: stamps.clone(),
        }
    });
    let frame = *transform.frame();
    let crowd = drawn.crowd.as_ref();
    let density = crowd.map(|crowd| Shape::image(crowd.texture.id(), frame, WHOLE, Color32::WHITE));
    let shapes = density.into_iter().chain([Shape::Mesh(drawn.mesh)]);
    (shapes.collect(), crowd.map(|crowd| crowd.dots))
}

impl Crowd {
    fn of(ctx: &Context, points: &Points, tone: Tone, transform: &PlotTransform) -> Option<Self> {
        let frame = transform.frame();
        let pixels = |side: f32| (side * ctx.pixels_per_point()).round().max(0.0) as usize;
        let size = [pixels(frame.width()), pixels(frame.height())];
        let (min, max) = (transform.bounds().min(), transform.bounds().max());
        let ranges = [0, 1].map(|axis| [min[axis], max[axis]]);
        let rgb = |paint| paint_rgb(paint, tone);
        let density = Density::of(points, ranges, size, rgb)?;
        let cells = density.rgba.iter();
        let pixels = cells.map(|[r, g, b, a]| Color32::from_rgba_unmultiplied(*r, *g, *b, *a));
        let image = ColorImage::new([density.columns, size[1]], pixels.collect());
        Some(Self {
            dots: density.dots,
            leaves_selected: density.leaves_out(Emphasis::Selected),
            texture: ctx.load_texture("density", image, TextureOptions::NEAREST),
        })
    }
}

fn same<T: ?Sized>(a: Option<&Arc<T>>, b: Option<&Arc<T>>) -> bool {
    match (a, b) {
        (Some(a), Some(b)) => Arc::ptr_eq(a, b),
        (None, None) => true,
        (Some(_), None) | (None, Some(_)) => false,
    }
}

/// Mesh of each dot, or only of those that stand out of a density.
fn mesh(
    dots: &Dots,
    brush: Brush,
    stamps: &Stamps,
    transform: &PlotTransform,
    crowd: Option<&Crowd>,
) -> Mesh {
    let Brush { tone, tokens } = brush;
    let points = dots.points;
    let visible = transform.frame().expand(stamps.radius);
    let mut mesh = Mesh::with_texture(stamps.texture.id());
    if crowd.is_some_and(|crowd| !crowd.leaves_selected) {
        return mesh;
    }
    if crowd.is_none() {
        mesh.reserve_vertices(4 * points.xy.len());
        mesh.reserve_triangles(2 * points.xy.len());
    }
    for (i, radius, look) in dots.shapes() {
        if crowd.is_some() && points.emphasis(i) != Emphasis::Selected {
            continue;
        }
        let center = position(transform, points.xy[i]);
        if !visible.contains(center) {
            continue;
        }
        let color = match look {
            Look::Halo(_) => tokens.plot,
            Look::Outline(_) => tokens.text_strong,
            Look::Colour(paint, haze) => color(paint, tone).lerp_to_gamma(tokens.plot, haze),
        };
        stamps.add(&mut mesh, points.marker(i), center, radius, color);
    }
    mesh
}

/// Pictures of all shapes side by side, as sharp as the screen.
#[derive(Clone)]
struct Stamps {
    /// Radius of a disc, in points.
    radius: f32,
    /// Radius of a disc, in pixels of the picture.
    radius_px: f32,
    texture: TextureHandle,
}

impl Stamps {
    /// Stamps for dots of a radius, which keep the picture while the radius stays.
    fn of(ctx: &Context, id: Id, radius: f32) -> Self {
        let radius_px = FINE * radius * ctx.pixels_per_point();
        let is_current = |stamps: &Self| stamps.radius_px == radius_px;
        kept(ctx, id, is_current, || Self {
            radius,
            radius_px,
            texture: ctx.load_texture("dots", picture(radius_px), TextureOptions::LINEAR),
        })
    }

    /// Adds a shape in place of a disc of this radius.
    fn add(&self, mesh: &mut Mesh, marker: Marker, center: Pos2, radius: f32, color: Color32) {
        let side = self.texture.size()[1] as f32;
        let place = Marker::ALL.iter().position(|m| *m == marker).unwrap_or(0) as f32;
        // No more of the picture than the shape takes, with the margin of one pixel.
        let half_px = (reach(marker) * self.radius_px).ceil() + 1.0;
        let middle = pos2((place + 0.5) * side, side / 2.0);
        let width = side * Marker::ALL.len() as f32;
        let uv = |sign: f32| {
            let at = middle + Vec2::splat(sign * half_px);
            pos2(at.x / width, at.y / side)
        };
        let half = half_px * radius / self.radius_px;
        let rect = Rect::from_center_size(center, Vec2::splat(2.0 * half));
        mesh.add_rect_with_uv(rect, Rect::from_min_max(uv(-1.0), uv(1.0)), color);
    }
}

fn reach(marker: Marker) -> f32 {
    match marker {
        Marker::Disc => 1.0,
        _ => Marker::REACH,
    }
}

/// Picture of all markers side by side in white, each pixel as opaque as the share of it that the marker covers;
/// `radius` is in pixels.
fn picture(radius: f32) -> ColorImage {
    let side = 2 * ((Marker::REACH * radius).ceil() as usize + 1);
    let middle = side as f32 / 2.0;
    let width = side * Marker::ALL.len();
    let pixels = (0..width * side).map(|i| {
        let (x, y) = (i % width, i / width);
        let marker = Marker::ALL[x / side];
        let corner = pos2((x % side) as f32 - middle, y as f32 - middle);
        let cover = if marker == Marker::Disc {
            let center = corner + Vec2::splat(0.5);
            (radius + 0.5 - center.to_vec2().length()).clamp(0.0, 1.0)
        } else {
            const PARTS: usize = 4;
            let part = |i: usize| (i as f32 + 0.5) / PARTS as f32;
            let inside = (0..PARTS * PARTS).filter(|i| {
                let at = corner + egui::vec2(part(i % PARTS), part(i / PARTS));
                marker.contains([at.x / radius, at.y / radius])
            });
            inside.count() as f32 / (PARTS * PARTS) as f32
        };
        Color32::from_white_alpha((255.0 * cover).round() as u8)
    });
    ColorImage::new([width, side], pixels.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_shape_covers_what_a_circle_of_its_radius_does() {
        for radius in [2.4_f32, 5.0, 7.4, 14.0] {
            let picture = picture(radius);
            let [width, side] = picture.size;
            assert_eq!(width, side * Marker::ALL.len());
            for (place, marker) in Marker::ALL.into_iter().enumerate() {
                let pixels = || {
                    let inside = move |i: &usize| (i % width) / side == place;
                    (0..width * side).filter(inside)
                };
                let opacity = |i: usize| f32::from(picture.pixels[i].a()) / 255.0;
                let cover: f32 = pixels().map(opacity).sum();
                let area = std::f32::consts::PI * radius * radius;
                assert!(
                    (cover / area - 1.0).abs() < 0.06 + 0.2 / radius,
                    "{marker:?} {radius}: {cover} of {area}"
                );
                let on_margin = |i: &usize| {
                    let (x, y) = (i % side, i / width);
                    x == 0 || y == 0 || x == side - 1 || y == side - 1
                };
                assert!(pixels().filter(on_margin).all(|i| opacity(i) == 0.0));
            }
        }
    }
}
