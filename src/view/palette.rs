//! Data colours: Okabe–Ito for classes, viridis for values, one table for both tones.

use super::Paint;

/// sRGB, 8 bits a channel.
pub type Rgb = [u8; 3];

/// Whether the surface behind the data is light or dark.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Tone {
    #[default]
    Light,
    Dark,
}

/// The colour of a role on a surface.
#[must_use]
pub fn paint_rgb(paint: Paint, tone: Tone) -> Rgb {
    let _ = (paint, tone);
    todo!()
}
