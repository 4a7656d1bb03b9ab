//! Rows that are pictures: all of them in one texture, so that a plot of them is one mesh, as a plot of dots is;
//! and one of them alone, large, in a tooltip or a list.

use egui::{
    Color32, ColorImage, Context, Id, Mesh, Rect, Shape, TextureHandle, TextureOptions, Ui, Vec2,
    pos2,
};
use egui_plot::PlotTransform;

use super::{
    brush::Brush,
    place::{color, position},
    theme::Tokens,
};
use chart::{
    Pictures,
    layout::{Dots, Look},
};

/// Largest width and height in pixels of pictures that are drawn as little squares; larger ones are smoothed.
const COARSE: usize = 16;

/// All pictures of a table in a texture, each as opaque as its pixels are.
#[derive(Clone)]
pub(super) struct Album {
    pictures: Pictures,
    across: usize,
    texture: TextureHandle,
}

impl PartialEq for Album {
    fn eq(&self, other: &Self) -> bool {
        self.pictures.are_those_of(&other.pictures)
    }
}

impl Album {
    /// Album of a table's pictures, which keeps the texture while the table stays; `None` where it would exceed
    /// the largest texture.
    pub fn of(ctx: &Context, id: Id, pictures: &Pictures) -> Option<Self> {
        let known = ctx.data(|data| data.get_temp::<Self>(id));
        let current = known.filter(|album| album.pictures.are_those_of(pictures));
        if current.is_some() {
            return current;
        }
        // One more than there are pictures: a white one, for frames and what lies behind.
        let count = pictures.len() + 1;
        let across = count.isqrt() + 1;
        let [width, height] = pictures.size();
        let size = [across * width, count.div_ceil(across) * height];
        if size[0].max(size[1]) > ctx.input(|input| input.max_texture_side) {
            return None;
        }
        let mut pixels = vec![Color32::TRANSPARENT; size[0] * size[1]];
        for row in 0..count {
            let [left, top] = [row % across * width, row / across * height];
            for y in 0..height {
                let line = &mut pixels[(top + y) * size[0] + left..][..width];
                match pictures.shades(row).chunks(width).nth(y) {
                    Some(shades) => {
                        for (pixel, shade) in line.iter_mut().zip(shades) {
                            *pixel = Color32::from_white_alpha(*shade);
                        }
                    }
                    None => line.fill(Color32::WHITE),
                }
            }
        }
        let options = if width.max(height) <= COARSE {
            TextureOptions::NEAREST
        } else {
            TextureOptions::LINEAR
        };
        let album = Self {
            pictures: pictures.clone(),
            across,
            texture: ctx.load_texture("pictures", ColorImage::new(size, pixels), options),
        };
        ctx.data_mut(|data| data.insert_temp(id, album.clone()));
        Some(album)
    }

    /// Rectangle of a row's picture in the texture, without half a pixel at its edges, where smoothing would mix
    /// it with its neighbours.
    fn uv(&self, row: usize) -> Rect {
        let size = self.texture.size_vec2();
        let [width, height] = self.pictures.size().map(|side| side as f32);
        let corner = pos2(
            (row % self.across) as f32 * width,
            (row / self.across) as f32 * height,
        );
        let rect = Rect::from_min_size(corner, Vec2::new(width, height)).shrink(0.5);
        Rect::from_min_max(
            (rect.min.to_vec2() / size).to_pos2(),
            (rect.max.to_vec2() / size).to_pos2(),
        )
    }
}

/// Mesh of the pictures of all rows, each in the colour of its dot.
pub(super) fn pictures(
    dots: &Dots,
    brush: Brush,
    album: &Album,
    transform: &PlotTransform,
) -> Mesh {
    let Brush { tone, tokens } = brush;
    let points = dots.points;
    let [width, height] = album.pictures.size().map(|side| side as f32);
    let size = dots.picture / width.max(height) * Vec2::new(width, height);
    let visible = transform.frame().expand(dots.picture);
    let white = album.uv(album.pictures.len());
    let mut mesh = Mesh::with_texture(album.texture.id());
    for (i, _, look) in dots.shapes() {
        let center = position(transform, points.xy[i]);
        if !visible.contains(center) {
            continue;
        }
        let rect = Rect::from_center_size(center, points.look(i).size * size);
        match look {
            Look::Halo(_) => {}
            Look::Outline(_) => {
                mesh.add_rect_with_uv(rect.expand(Dots::FRAME), white, tokens.text_strong);
                mesh.add_rect_with_uv(rect, white, tokens.plot);
            }
            Look::Colour(paint, haze) => {
                let ink = color(paint, tone).lerp_to_gamma(tokens.plot, haze);
                mesh.add_rect_with_uv(rect, album.uv(points.rows[i]), ink);
            }
        }
    }
    mesh
}

/// Paints one picture, of width × height pixels, alone, in the ink of the theme on its surface.
pub(super) fn paint(ui: &Ui, rect: Rect, [width, height]: [usize; 2], shades: &[u8]) {
    let tokens = Tokens::of(ui.visuals());
    let cell = rect.size() / Vec2::new(width.max(1) as f32, height.max(1) as f32);
    let mut mesh = Mesh::default();
    for (i, shade) in shades.iter().enumerate() {
        let corner = Vec2::new((i % width) as f32, (i / width) as f32) * cell;
        let ink = tokens
            .plot
            .lerp_to_gamma(tokens.text_strong, f32::from(*shade) / 255.0);
        mesh.add_colored_rect(Rect::from_min_size(rect.min + corner, cell), ink);
    }
    ui.painter().add(Shape::mesh(mesh));
}

/// Size in points of pictures with this width and height in pixels, whose longer side is `longer`.
pub(super) fn size(pixels: [usize; 2], longer: f32) -> Vec2 {
    let [width, height] = pixels.map(|side| side as f32);
    longer / width.max(height).max(1.0) * Vec2::new(width, height)
}
