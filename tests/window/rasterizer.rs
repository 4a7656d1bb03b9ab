//! Draws the window on the processor, the same on every machine, so that its pictures can be compared
//! without a graphics adapter.
//!
//! As egui's own painters do: triangles with a colour at each corner, multiplied by a texture, and
//! blended with premultiplied alpha in gamma space.

use std::collections::HashMap;

use egui::{
    ClippedPrimitive, Color32, ColorImage, FullOutput, Pos2, TextureFilter, TextureId,
    TextureWrapMode, TexturesDelta,
    epaint::{ImageData, Mesh, Primitive, Vertex},
    pos2,
};
use egui_kittest::TestRenderer;
use image::RgbaImage;

#[derive(Default)]
pub struct Rasterizer {
    textures: HashMap<TextureId, Texture>,
}

struct Texture {
    image: ColorImage,
    filter: TextureFilter,
}

/// Red, green, blue and alpha, 0 to 255, premultiplied.
type Color = [f32; 4];

impl TestRenderer for Rasterizer {
    fn handle_delta(&mut self, delta: &mut TexturesDelta) {
        for (id, images) in delta.set.drain() {
            for delta in images {
                assert_eq!(delta.options.wrap_mode, TextureWrapMode::ClampToEdge);
                let ImageData::Color(image) = &delta.image;
                let Some([left, top]) = delta.pos else {
                    let filter = delta.options.magnification;
                    let image = ColorImage::clone(image);
                    self.textures.insert(id, Texture { image, filter });
                    continue;
                };
                let whole = &mut self.textures.get_mut(&id).unwrap().image;
                for y in 0..image.height() {
                    for x in 0..image.width() {
                        whole[(left + x, top + y)] = image[(x, y)];
                    }
                }
            }
        }
        for id in delta.free.drain() {
            self.textures.remove(&id);
        }
    }

    fn render(&mut self, ctx: &egui::Context, output: &FullOutput) -> Result<RgbaImage, String> {
        let scale = ctx.pixels_per_point();
        let size = ctx.content_rect().size() * scale;
        let mut canvas = Canvas {
            size: [size.x.round() as usize, size.y.round() as usize],
            pixels: Vec::new(),
        };
        // The window is cleared to the colour behind plots.
        let [red, green, blue, _] = ctx.global_style().visuals.extreme_bg_color.to_array();
        let clear = [red, green, blue, 255].map(f32::from);
        canvas.pixels = vec![clear; canvas.size[0] * canvas.size[1]];
        for ClippedPrimitive {
            clip_rect,
            primitive,
        } in ctx.tessellate(output.shapes.clone(), scale)
        {
            let Primitive::Mesh(mesh) = primitive else {
                return Err("a callback cannot be drawn here".into());
            };
            let clip = clip_rect * scale;
            canvas.draw(&mesh, &self.textures[&mesh.texture_id], clip, scale);
        }
        Ok(canvas.image())
    }
}

struct Canvas {
    size: [usize; 2],
    pixels: Vec<Color>,
}

impl Canvas {
    fn draw(&mut self, mesh: &Mesh, texture: &Texture, clip: egui::Rect, scale: f32) {
        let within = |at: f32, most: usize| at.round().clamp(0.0, most as f32) as usize;
        let [width, height] = self.size;
        let (left, right) = (within(clip.left(), width), within(clip.right(), width));
        let (top, bottom) = (within(clip.top(), height), within(clip.bottom(), height));
        for corners in mesh.indices.as_chunks::<3>().0 {
            let Some(triangle) =
                Triangle::new(corners.map(|i| mesh.vertices[i as usize]), texture, scale)
            else {
                continue;
            };
            let [low, high] = triangle.bounds();
            for y in (low.y as usize).max(top)..(high.y as usize + 1).min(bottom) {
                for x in (low.x as usize).max(left)..(high.x as usize + 1).min(right) {
                    if let Some(source) = triangle.color(pos2(x as f32 + 0.5, y as f32 + 0.5)) {
                        let under = &mut self.pixels[y * width + x];
                        let kept = 1.0 - source[3] / 255.0;
                        for (under, source) in under.iter_mut().zip(source) {
                            // As in a frame buffer of eight bits.
                            *under = (source + *under * kept).round().min(255.0);
                        }
                    }
                }
            }
        }
    }

    fn image(&self) -> RgbaImage {
        let bytes = self.pixels.iter().flatten().map(|&channel| channel as u8);
        let [width, height] = self.size.map(|length| length as u32);
        RgbaImage::from_raw(width, height, bytes.collect()).unwrap()
    }
}

struct Triangle<'a> {
    corners: [Pos2; 3],
    /// Twice the area; positive.
    area: f32,
    colors: [Color; 3],
    uv: [Pos2; 3],
    texture: &'a Texture,
}

impl<'a> Triangle<'a> {
    /// `None` where it has no area.
    fn new(mut vertices: [Vertex; 3], texture: &'a Texture, scale: f32) -> Option<Self> {
        let [a, b, c] = vertices.map(|v| v.pos);
        if cross(a, b, c) < 0.0 {
            vertices.swap(1, 2);
        }
        let corners = vertices.map(|v| (v.pos.to_vec2() * scale).to_pos2());
        let area = cross(corners[0], corners[1], corners[2]);
        (area > 0.0).then(|| Self {
            corners,
            area,
            colors: vertices.map(|v| channels(v.color)),
            uv: vertices.map(|v| v.uv),
            texture,
        })
    }

    fn bounds(&self) -> [Pos2; 2] {
        let [a, b, c] = self.corners;
        let low = a.min(b).min(c).max(Pos2::ZERO);
        [low, a.max(b).max(c).max(Pos2::ZERO)]
    }

    /// The colour at the middle of a pixel, where the triangle holds it. A pixel on an edge belongs to
    /// one of the two triangles that share it: the one to the right of the edge, or below.
    fn color(&self, at: Pos2) -> Option<Color> {
        let mut weights = [0.0; 3];
        for (i, weight) in weights.iter_mut().enumerate() {
            let (from, to) = (self.corners[(i + 1) % 3], self.corners[(i + 2) % 3]);
            *weight = cross(from, to, at);
            let edge = to - from;
            let owns = edge.y < 0.0 || (edge.y == 0.0 && edge.x > 0.0);
            if *weight < 0.0 || (*weight == 0.0 && !owns) {
                return None;
            }
        }
        let weights = weights.map(|w| w / self.area);
        let mix = |of: [f32; 3]| weights.iter().zip(of).map(|(w, v)| w * v).sum::<f32>();
        let uv = pos2(mix(self.uv.map(|uv| uv.x)), mix(self.uv.map(|uv| uv.y)));
        let texel = self.texture.at(uv);
        let channel = |c: usize| mix(self.colors.map(|color| color[c])) * texel[c] / 255.0;
        Some([channel(0), channel(1), channel(2), channel(3)])
    }
}

impl Texture {
    fn at(&self, uv: Pos2) -> Color {
        let [width, height] = self.image.size.map(|length| length as f32);
        let (x, y) = (uv.x * width, uv.y * height);
        if self.filter == TextureFilter::Nearest {
            return self.texel(x.floor(), y.floor());
        }
        let (left, top) = ((x - 0.5).floor(), (y - 0.5).floor());
        let (u, v) = (x - 0.5 - left, y - 0.5 - top);
        let mut sum = [0.0; 4];
        for (dx, dy, weight) in [
            (0.0, 0.0, (1.0 - u) * (1.0 - v)),
            (1.0, 0.0, u * (1.0 - v)),
            (0.0, 1.0, (1.0 - u) * v),
            (1.0, 1.0, u * v),
        ] {
            for (sum, texel) in sum.iter_mut().zip(self.texel(left + dx, top + dy)) {
                *sum += weight * texel;
            }
        }
        sum
    }

    fn texel(&self, x: f32, y: f32) -> Color {
        let [width, height] = self.image.size;
        let within = |at: f32, length: usize| at.clamp(0.0, (length - 1) as f32) as usize;
        channels(self.image[(within(x, width), within(y, height))])
    }
}

/// Twice the area of a triangle, positive where its corners go round clockwise on the screen.
fn cross(a: Pos2, b: Pos2, c: Pos2) -> f32 {
    (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)
}

fn channels(color: Color32) -> Color {
    color.to_array().map(f32::from)
}
