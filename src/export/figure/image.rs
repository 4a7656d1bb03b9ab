//! Pictures inside vector figures: a map as one small PNG instead of a rectangle for each cell.

use base64::{Engine as _, engine::general_purpose::STANDARD};
use kuva::render::render::Primitive;

use super::style::Style;
use crate::view::{Image, Rgb};

/// Cells with an opacity of their own, from the top left.
pub(super) fn veil(
    rgba: &[[u8; 4]],
    columns: usize,
    corner: [f64; 2],
    size: [f64; 2],
) -> Vec<Primitive> {
    let cells = [columns, rgba.len() / columns.max(1)];
    let png = png(rgba.as_flattened(), cells, png::ColorType::Rgba);
    png.map_or_else(Vec::new, |png| element(&png, corner, size))
}

/// The image as an SVG `<image>` of the given corner and size; nothing where it has no cells.
///
/// kuva 0.6 has no such primitive. What it does take verbatim are the attributes of a group, so the
/// picture is put between an empty group and the one that kuva opens.
pub(super) fn embedded(
    image: &Image,
    [x, y]: [f64; 2],
    [width, height]: [f64; 2],
    style: &Style,
) -> Vec<Primitive> {
    let rows = image.values.chunks(image.columns.max(1)).rev();
    let pixels: Vec<u8> = rows
        .flatten()
        .flat_map(|value| style.rgb(image.paint(*value)))
        .collect();
    let size = [image.columns, image.rows()];
    let png = png(&pixels, size, png::ColorType::Rgb);
    png.map_or_else(Vec::new, |png| element(&png, [x, y], [width, height]))
}

/// A picture in one colour, as opaque as its shades say.
pub(super) fn stencil(
    shades: &[u8],
    columns: usize,
    [red, green, blue]: Rgb,
    corner: [f64; 2],
    size: [f64; 2],
) -> Vec<Primitive> {
    let shades = shades.iter();
    let rgba: Vec<[u8; 4]> = shades.map(|shade| [red, green, blue, *shade]).collect();
    veil(&rgba, columns, corner, size)
}

fn element(png: &[u8], [x, y]: [f64; 2], [width, height]: [f64; 2]) -> Vec<Primitive> {
    // Both spellings: the second is of CSS, the first of older readers.
    let rendering = "optimizeSpeed\" style=\"image-rendering:pixelated";
    let data = STANDARD.encode(png);
    vec![
        Primitive::GroupStart {
            transform: None,
            title: None,
            extra_attrs: Some(format!(
                r#"/><image x="{x:.2}" y="{y:.2}" width="{width:.2}" height="{height:.2}" preserveAspectRatio="none" image-rendering="{rendering}" href="data:image/png;base64,{data}"/><g"#
            )),
        },
        Primitive::GroupEnd,
    ]
}

/// Pixels from the top left corner, row by row.
fn png(pixels: &[u8], [columns, rows]: [usize; 2], colors: png::ColorType) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    let (columns, rows) = (u32::try_from(columns).ok()?, u32::try_from(rows).ok()?);
    let mut encoder = png::Encoder::new(&mut bytes, columns, rows);
    encoder.set_color(colors);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_compression(png::Compression::High);
    let mut writer = encoder.write_header().ok()?;
    writer.write_image_data(pixels).ok()?;
    writer.finish().ok()?;
    Some(bytes)
}
