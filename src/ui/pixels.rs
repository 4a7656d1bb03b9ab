//! Drawn figure as a texture, made again only when it is another one.

use std::sync::Arc;

use egui::{Color32, ColorImage, Context, Id, Rect, Shape, TextureHandle, TextureOptions};

use super::kept::{WHOLE, kept};
use export::Pixels;

#[derive(Clone)]
struct FigureTexture {
    pixels: Arc<Pixels>,
    texture: TextureHandle,
}

/// Picture that fills `rect`.
pub(super) fn shape(ctx: &Context, pixels: &Arc<Pixels>, rect: Rect) -> Shape {
    let id = Id::unique("drawn figure");
    let is_current = |uploaded: &FigureTexture| Arc::ptr_eq(&uploaded.pixels, pixels);
    let uploaded = kept(ctx, id, is_current, || FigureTexture {
        pixels: Arc::clone(pixels),
        texture: ctx.load_texture("figure", image(pixels), TextureOptions::LINEAR),
    });
    Shape::image(uploaded.texture.id(), rect, WHOLE, Color32::WHITE)
}

pub(super) fn image(pixels: &Pixels) -> ColorImage {
    ColorImage::from_rgba_unmultiplied([pixels.width, pixels.height], &pixels.rgba)
}
