//! Image mark as a texture, made again only when its values or the theme change.

use std::sync::Arc;

use egui::{Color32, ColorImage, Context, Id, Rect, Shape, TextureHandle, TextureOptions};

use super::{
    kept::{WHOLE, kept},
    place::color,
};
use chart::{Image, Tone};

/// Number of pixels along a side of an image of bands, about.
const PIXELS: usize = 512;

/// Cached texture with the inputs it was made from.
#[derive(Clone)]
struct ImageTexture {
    values: Arc<[f64]>,
    range: [f64; 2],
    tone: Tone,
    texture: TextureHandle,
}

/// Image that fills `rect`; `id` keeps its texture from frame to frame.
pub(super) fn shape(ctx: &Context, id: Id, image: &Image, tone: Tone, rect: Rect) -> Shape {
    let is_current = |painted: &ImageTexture| {
        Arc::ptr_eq(&painted.values, &image.values)
            && painted.range == image.range
            && painted.tone == tone
    };
    let painted = kept(ctx, id, is_current, || paint(ctx, image, tone));
    Shape::image(painted.texture.id(), rect, WHOLE, Color32::WHITE)
}

fn paint(ctx: &Context, image: &Image, tone: Tone) -> ImageTexture {
    let (pixels, options) = if image.levels.is_empty() {
        (cells(image, tone), TextureOptions::NEAREST)
    } else {
        (bands(image, tone), TextureOptions::LINEAR)
    };
    ImageTexture {
        values: Arc::clone(&image.values),
        range: image.range,
        tone,
        texture: ctx.load_texture("image", pixels, options),
    }
}

/// Picture with one pixel for each cell, the top row first.
fn cells(image: &Image, tone: Tone) -> ColorImage {
    let rows = image.values.chunks(image.columns.max(1)).rev();
    let pixels = rows.flatten().map(|value| color(image.paint(*value), tone));
    ColorImage::new([image.columns, image.rows()], pixels.collect())
}

/// Picture with several pixels for each cell, the top row first, each in the colour of the band that its value
/// lies in. Values between the centres of cells are interpolated, as they are for level lines.
fn bands(image: &Image, tone: Tone) -> ColorImage {
    let colors: Vec<Color32> = (0..=image.levels.len())
        .map(|band| color(image.band_paint(band), tone))
        .collect();
    let counts = [image.columns, image.rows()];
    let fine = (PIXELS / image.columns.max(1)).clamp(1, 8);
    // Where along an axis each pixel lies: between which two cells, and how far from the first.
    let places = counts.map(|count| -> Vec<(usize, usize, f64)> {
        let last = count.saturating_sub(1);
        let place = |pixel: usize| {
            let at = (pixel as f64 + 0.5) / fine as f64 - 0.5;
            let at = at.clamp(0.0, last as f64);
            let cell = at as usize;
            (cell, (cell + 1).min(last), at - cell as f64)
        };
        (0..count * fine).map(place).collect()
    });
    let [across, up] = &places;
    let mut line = vec![0.0; image.columns];
    let mut pixels = Vec::with_capacity(across.len() * up.len());
    for (below, above, share) in up.iter().rev() {
        let row = |row: usize| &image.values[row * image.columns..(row + 1) * image.columns];
        for ((value, low), high) in line.iter_mut().zip(row(*below)).zip(row(*above)) {
            *value = low + share * (high - low);
        }
        pixels.extend(across.iter().map(|(left, right, share)| {
            let value = line[*left] + share * (line[*right] - line[*left]);
            colors[image.levels.partition_point(|level| *level <= value)]
        }));
    }
    ColorImage::new([across.len(), up.len()], pixels)
}
