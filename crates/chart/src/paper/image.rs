//! Images inside figures: a map as one small PNG in place of a rectangle for each cell.

use base64::{Engine as _, engine::general_purpose::STANDARD};

use crate::{Image, Paint, Rgb};

/// Cells (red, green, blue, opacity), row by row from the top left, as an SVG element that fills a rectangle: left,
/// upper, right and lower end.
pub fn veil(rgba: &[[u8; 4]], columns: usize, ends: [f32; 4]) -> String {
    let cells = [columns, rgba.len() / columns.max(1)];
    element(rgba.as_flattened(), cells, png::ColorType::Rgba, ends)
}

/// Image as an SVG element that fills a rectangle; empty where it has no cells.
pub fn embedded(image: &Image, ends: [f32; 4], rgb: impl Fn(Paint) -> Rgb) -> String {
    let rows = image.values.chunks(image.columns.max(1)).rev();
    let pixels: Vec<u8> = rows
        .flatten()
        .flat_map(|value| rgb(image.paint(*value)))
        .collect();
    element(
        &pixels,
        [image.columns, image.rows()],
        png::ColorType::Rgb,
        ends,
    )
}

/// Picture in one colour as an SVG element; `shades` are the opacities of its pixels, from 0 to 255.
pub fn stencil(shades: &[u8], columns: usize, [red, green, blue]: Rgb, ends: [f32; 4]) -> String {
    let rgba: Vec<[u8; 4]> = shades
        .iter()
        .map(|shade| [red, green, blue, *shade])
        .collect();
    veil(&rgba, columns, ends)
}

fn element(pixels: &[u8], size: [usize; 2], colors: png::ColorType, ends: [f32; 4]) -> String {
    let png = png(pixels, size, colors, |encoder| {
        encoder.set_compression(png::Compression::High);
        Ok(())
    });
    let Ok(png) = png else {
        return String::new();
    };
    let [x, y, right, bottom] = ends;
    let (width, height) = (right - x, bottom - y);
    // Both spellings: the second is of CSS, the first of older readers.
    let rendering = r#"image-rendering="optimizeSpeed" style="image-rendering:pixelated""#;
    let data = STANDARD.encode(png);
    format!(
        r#"<image x="{x:.2}" y="{y:.2}" width="{width:.2}" height="{height:.2}" preserveAspectRatio="none" {rendering} href="data:image/png;base64,{data}"/>"#
    )
}

/// Encodes a PNG of pixels, row by row from the top left corner, with the entries that `prepare` sets.
///
/// # Errors
/// When the encoder refuses a size or an entry.
pub fn png(
    pixels: &[u8],
    size: [usize; 2],
    colors: png::ColorType,
    prepare: impl FnOnce(&mut png::Encoder<&mut Vec<u8>>) -> Result<(), png::EncodingError>,
) -> Result<Vec<u8>, png::EncodingError> {
    let mut bytes = Vec::new();
    // An image that is too large for the format has no pixels here, which the encoder refuses.
    let [columns, rows] = size.map(|side| u32::try_from(side).unwrap_or(0));
    let mut encoder = png::Encoder::new(&mut bytes, columns, rows);
    encoder.set_color(colors);
    encoder.set_depth(png::BitDepth::Eight);
    prepare(&mut encoder)?;
    let mut writer = encoder.write_header()?;
    writer.write_image_data(pixels)?;
    writer.finish()?;
    Ok(bytes)
}
