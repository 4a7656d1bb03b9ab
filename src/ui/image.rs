//! An image mark as a texture, made again only when its values or the theme change.

use std::sync::Arc;

use egui::{Color32, ColorImage, Context, Id, Rect, Shape, TextureHandle, TextureOptions, pos2};

use super::chart_item::color;
use crate::view::{Image, Tone};

/// A texture with what it was made from.
#[derive(Clone)]
struct Painted {
    values: Arc<[f64]>,
    range: [f64; 2],
    tone: Tone,
    texture: TextureHandle,
}

/// The image filling `rect`; `id` keeps its texture from frame to frame.
pub(super) fn shape(ctx: &Context, id: Id, image: &Image, tone: Tone, rect: Rect) -> Shape {
    let known = ctx.data(|data| data.get_temp::<Painted>(id));
    let current = known.filter(|painted| {
        Arc::ptr_eq(&painted.values, &image.values)
            && painted.range == image.range
            && painted.tone == tone
    });
    let texture = current.map_or_else(
        || {
            let painted = paint(ctx, image, tone);
            ctx.data_mut(|data| data.insert_temp(id, painted.clone()));
            painted.texture
        },
        |painted| painted.texture,
    );
    let whole = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
    Shape::image(texture.id(), rect, whole, Color32::WHITE)
}

fn paint(ctx: &Context, image: &Image, tone: Tone) -> Painted {
    let options = if image.smooth {
        TextureOptions::LINEAR
    } else {
        TextureOptions::NEAREST
    };
    Painted {
        values: Arc::clone(&image.values),
        range: image.range,
        tone,
        texture: ctx.load_texture("image", pixels(image, tone), options),
    }
}

/// One pixel for each cell, the top row first.
fn pixels(image: &Image, tone: Tone) -> ColorImage {
    let rows = image.values.chunks(image.columns.max(1)).rev();
    let pixels = rows.flatten().map(|value| color(image.paint(*value), tone));
    ColorImage::new([image.columns, image.rows()], pixels.collect())
}
