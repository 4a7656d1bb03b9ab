//! Drawn figure as a texture, made again only when it is another one.

use std::sync::Arc;

use egui::{Color32, ColorImage, Context, Id, Rect, Shape, TextureHandle, TextureOptions, pos2};

use crate::export::Pixels;

#[derive(Clone)]
struct FigureTexture {
    pixels: Arc<Pixels>,
    texture: TextureHandle,
}

/// Picture that fills `rect`.
pub(super) fn shape(ctx: &Context, pixels: &Arc<Pixels>, rect: Rect) -> Shape {
    let id = Id::unique("drawn figure");
    let known = ctx.data(|data| data.get_temp::<FigureTexture>(id));
    let current = known.filter(|uploaded| Arc::ptr_eq(&uploaded.pixels, pixels));
    let uploaded = current.unwrap_or_else(|| {
        let uploaded = FigureTexture {
            pixels: Arc::clone(pixels),
            texture: ctx.load_texture("figure", image(pixels), TextureOptions::LINEAR),
        };
        ctx.data_mut(|data| data.insert_temp(id, uploaded.clone()));
        uploaded
    });
    let whole = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
    Shape::image(uploaded.texture.id(), rect, whole, Color32::WHITE)
}

pub(super) fn image(pixels: &Pixels) -> ColorImage {
    ColorImage::from_rgba_unmultiplied([pixels.width, pixels.height], &pixels.rgba)
}
