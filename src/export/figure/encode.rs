//! From a drawn scene to the bytes of a file.

use kuva::{PageSize, PdfBackend, RasterBackend, backend::svg::SvgBackend, render::render::Scene};

use super::{
    FigureSpec, Format,
    marks::Medium,
    page::{LAYOUT_DPI, Page},
    style::Style,
};
use crate::view::Tone;

const POINTS_PER_INCH: f64 = 72.0;
const METRES_PER_INCH: f64 = 0.0254;
/// Nobody reads it.
const GIVEN_UP: &str = "it was given up";

/// An image, row by row from the top, four bytes (red, green, blue, alpha) a pixel.
#[derive(Debug, Clone, PartialEq)]
pub struct Pixels {
    pub width: usize,
    pub height: usize,
    pub rgba: Vec<u8>,
}

pub(super) fn encode(page: &Page, spec: &FigureSpec, format: Format) -> Result<Vec<u8>, String> {
    let vector = || {
        let style = Style::new(spec.tone);
        let style = if spec.transparent {
            style.on("none")
        } else {
            style
        };
        page.draw(&style, Medium::Vector).ok_or(GIVEN_UP)
    };
    let paper = |unit: f64| {
        [spec.width, spec.height].map(|side| f64::from(side) / f64::from(spec.dpi) * unit)
    };
    match format {
        Format::Png => png(&pixels(page, spec, [spec.width, spec.height])?, spec),
        Format::Svg => Ok(svg(&vector()?, paper(LAYOUT_DPI)).into_bytes()),
        Format::Pdf => {
            let [width, height] = paper(POINTS_PER_INCH);
            PdfBackend::new()
                .with_page_size(PageSize::points(width, height))
                .render_scene(&vector()?)
        }
    }
}

/// The page in as many pixels as the spec says, or in fewer of the same shape, to fit into `most`.
pub(super) fn pixels(page: &Page, spec: &FigureSpec, most: [u32; 2]) -> Result<Pixels, String> {
    let sides = [spec.width, spec.height];
    let shrink = [0, 1]
        .map(|i| f64::from(most[i]) / f64::from(sides[i]))
        .into_iter()
        .fold(1.0, f64::min);
    let [width, height] = sides.map(|side| (f64::from(side) * shrink).round().max(1.0));
    let scale = page.scale * shrink;

    let style = Style::new(spec.tone);
    let on_black = |style: &Style| {
        let scene = page.draw(style, Medium::Raster).ok_or(GIVEN_UP)?;
        raster(scene, [width, height], scale)
    };
    let on_white = |style: Style| on_black(&style.negative()).map(negative);
    let rgba = match spec.tone {
        _ if spec.transparent => cut_out(
            &on_white(style.clone().on("#ffffff"))?,
            &on_black(&style.on("#000000"))?,
        ),
        Tone::Light => on_white(style)?,
        Tone::Dark => on_black(&style)?,
    };
    Ok(Pixels {
        width: width as usize,
        height: height as usize,
        rgba,
    })
}

/// The scene as SVG that is `width` × `height` CSS pixels large however it was laid out.
fn svg(scene: &Scene, [width, height]: [f64; 2]) -> String {
    let drawn = SvgBackend::new().render_scene(scene);
    let after_size = drawn
        .split_once("height=\"")
        .and_then(|(_, rest)| rest.split_once('"'))
        .map_or("", |(_, rest)| rest);
    format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {} {}"{after_size}"#,
        scene.width, scene.height
    )
}

/// The scene as RGBA, row by row, exactly as large as asked for.
///
/// kuva 0.6 mixes the edges of rotated text with black, whatever lies below it. On a dark surface
/// that is nearly right; a light one is drawn as its negative and inverted.
fn raster(mut scene: Scene, [width, height]: [f64; 2], scale: f64) -> Result<Vec<u8>, String> {
    // kuva rounds up; a hair less keeps a rounding error from adding a row.
    scene.width = (width - 0.01) / scale;
    scene.height = (height - 0.01) / scale;
    let bytes = RasterBackend::new()
        .with_scale(scale as f32)
        .render_scene(&scene)?;
    let mut reader = png::Decoder::new(std::io::Cursor::new(bytes))
        .read_info()
        .map_err(|error| error.to_string())?;
    let mut pixels = vec![0; reader.output_buffer_size().unwrap_or(0)];
    reader
        .next_frame(&mut pixels)
        .map_err(|error| error.to_string())?;
    Ok(pixels)
}

fn negative(mut pixels: Vec<u8>) -> Vec<u8> {
    for pixel in pixels.chunks_exact_mut(4) {
        for channel in &mut pixel[..3] {
            *channel = 255 - *channel;
        }
    }
    pixels
}

/// Colour and coverage of each pixel from the same drawing on white and on black: what differs is
/// background showing through.
fn cut_out(on_white: &[u8], on_black: &[u8]) -> Vec<u8> {
    let mut pixels = Vec::with_capacity(on_black.len());
    for (white, black) in on_white.chunks_exact(4).zip(on_black.chunks_exact(4)) {
        let through = (0..3)
            .map(|i| white[i].saturating_sub(black[i]))
            .min()
            .unwrap_or(0);
        let alpha = 255 - through;
        let color = |i: usize| {
            let full = f64::from(black[i]) * 255.0 / f64::from(alpha.max(1));
            full.round().min(255.0) as u8
        };
        pixels.extend([color(0), color(1), color(2), alpha]);
    }
    pixels
}

/// A PNG that says how large it is on paper.
fn png(pixels: &Pixels, spec: &FigureSpec) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, spec.width, spec.height);
    encoder.set_color(png::ColorType::Rgba);
    encoder.set_depth(png::BitDepth::Eight);
    let per_metre = (f64::from(spec.dpi) / METRES_PER_INCH).round() as u32;
    encoder.set_pixel_dims(Some(png::PixelDimensions {
        xppu: per_metre,
        yppu: per_metre,
        unit: png::Unit::Meter,
    }));
    let mut writer = encoder.write_header().map_err(|error| error.to_string())?;
    writer
        .write_image_data(&pixels.rgba)
        .map_err(|error| error.to_string())?;
    writer.finish().map_err(|error| error.to_string())?;
    Ok(bytes)
}
