//! Encoding of a laid-out page to the bytes of a file.

use krilla::{Document, geom::Size, metadata::Metadata, page::PageSettings};
use krilla_svg::{SurfaceExt, SvgSettings};
use resvg::{
    tiny_skia::{IntSize, Pixmap, Transform},
    usvg::{Options, Tree, WriteOptions},
};

use super::{FigureSpec, Format, about::About, page::Page};
use chart::paper::{font, image, palette::Palette};

/// Points per inch, by definition.
const POINTS_PER_INCH: f64 = 72.0;
/// Metres per inch, by definition.
const METRES_PER_INCH: f64 = 0.0254;
/// Number of pictures of the figure's size that drawing holds at once: the figure, and a layer for translucent parts.
const PICTURES: u64 = 2;
/// Bytes of a pixel.
const PIXEL: u64 = 4;
/// Reason of a cancelled drawing, which nobody reads.
const GIVEN_UP: &str = "it was given up";

/// Image, row by row from the top, four bytes (red, green, blue, alpha) a pixel.
#[derive(Debug, Clone, PartialEq)]
pub struct Pixels {
    pub width: usize,
    pub height: usize,
    pub rgba: Vec<u8>,
}

pub(super) fn encode(
    page: &Page,
    palette: Palette,
    spec: &FigureSpec,
    format: Format,
    about: &About,
) -> Result<Vec<u8>, String> {
    match format {
        Format::Png => png(
            &pixels(page, palette, spec, [spec.width, spec.height])?,
            spec,
            about,
        ),
        Format::Svg => Ok(svg(page, palette, spec, false, &about.as_svg())?.into_bytes()),
        Format::Pdf => pdf(&svg(page, palette, spec, true, "")?, spec, about),
    }
}

fn svg(
    page: &Page,
    palette: Palette,
    spec: &FigureSpec,
    short: bool,
    head: &str,
) -> Result<String, String> {
    let drawn = page.svg(palette, !spec.transparent, short, head);
    drawn.ok_or_else(|| GIVEN_UP.to_owned())
}

/// Draws the page as an SVG that has outlines in place of letters, and so looks the same where its font is not installed.
pub(super) fn outlined(page: &Page, palette: Palette, spec: &FigureSpec) -> Result<String, String> {
    let options = WriteOptions {
        preserve_text: false,
        // Hundredths of a point.
        coordinates_precision: 2,
        ..WriteOptions::default()
    };
    Ok(tree(&svg(page, palette, spec, true, "")?)?.to_string(&options))
}

fn tree(svg: &str) -> Result<Tree, String> {
    let options = Options {
        fontdb: font::fonts(svg),
        ..Options::default()
    };
    Tree::from_str(svg, &options).map_err(|error| error.to_string())
}

/// Draws the page in as many pixels as the spec says, or in fewer of the same shape, to fit into `most`.
pub(super) fn pixels(
    page: &Page,
    palette: Palette,
    spec: &FigureSpec,
    most: [u32; 2],
) -> Result<Pixels, String> {
    let sides = [spec.width, spec.height];
    let shrink = [0, 1]
        .map(|i| f64::from(most[i]) / f64::from(sides[i]))
        .into_iter()
        .fold(1.0, f64::min);
    let [width, height] = sides.map(|side| (f64::from(side) * shrink).round().max(1.0) as u32);
    // Judged before the page is laid out.
    let mut pixmap = sheet([width, height], system::free_memory())?;
    let tree = tree(&svg(page, palette, spec, false, "")?)?;
    let size = tree.size();
    let scale = Transform::from_scale(width as f32 / size.width(), height as f32 / size.height());
    resvg::render(&tree, scale, &mut pixmap.as_mut());
    Ok(Pixels {
        width: width as usize,
        height: height as usize,
        rgba: pixmap.take_demultiplied(),
    })
}

/// Makes an empty sheet of so many pixels across and down, where drawing on it takes no more than `free` bytes.
fn sheet([width, height]: [u32; 2], free: u64) -> Result<Pixmap, String> {
    let bytes = PIXEL * u64::from(width) * u64::from(height);
    let too_large = || {
        let [needed, free] = [PICTURES * bytes, free].map(|bytes| bytes.div_ceil(1 << 20));
        format!("so many pixels take about {needed} MiB of memory, and {free} MiB are free")
    };
    let count = usize::try_from(bytes)
        .ok()
        .filter(|_| PICTURES * bytes <= free);
    let count = count.ok_or_else(too_large)?;
    let mut pixels = Vec::new();
    // A limit on the process may leave less than is free.
    pixels.try_reserve_exact(count).map_err(|_| too_large())?;
    pixels.resize(count, 0);
    let size = IntSize::from_wh(width, height);
    size.and_then(|size| Pixmap::from_vec(pixels, size))
        .ok_or_else(|| "it has too many pixels".to_owned())
}

/// Encodes a PNG with its size on paper and its description.
fn png(pixels: &Pixels, spec: &FigureSpec, about: &About) -> Result<Vec<u8>, String> {
    let per_metre = (f64::from(spec.dpi) / METRES_PER_INCH).round() as u32;
    let size = [pixels.width, pixels.height];
    let png = image::png(&pixels.rgba, size, png::ColorType::Rgba, |encoder| {
        encoder.set_pixel_dims(Some(png::PixelDimensions {
            xppu: per_metre,
            yppu: per_metre,
            unit: png::Unit::Meter,
        }));
        let mut entries = about.entries().into_iter();
        entries.try_for_each(|(key, text)| encoder.add_itxt_chunk(key.to_owned(), text))
    });
    png.map_err(|error| error.to_string())
}

/// Encodes a PDF with one page of the sheet's size on paper.
fn pdf(svg: &str, spec: &FigureSpec, about: &About) -> Result<Vec<u8>, String> {
    let paper = [spec.width, spec.height]
        .map(|side| (f64::from(side) / f64::from(spec.dpi) * POINTS_PER_INCH) as f32);
    let size = Size::from_wh(paper[0], paper[1]).ok_or("it has no area")?;
    let mut document = Document::new();
    let metadata = Metadata::new()
        .title(about.title.clone())
        .description(about.setup.clone())
        .creator(about.version.clone());
    document.set_metadata(metadata);
    let mut page = document.start_page_with(PageSettings::new(size));
    let mut surface = page.surface();
    surface.draw_svg(&tree(svg)?, size, SvgSettings::default());
    surface.finish();
    page.finish();
    document.finish().map_err(|error| format!("{error:?}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_sheet_takes_more_than_is_free() {
        assert_eq!(sheet([30, 20], 4800).unwrap().width(), 30);
        assert_eq!(
            sheet([20_000, 20_000], 3000 << 20).unwrap_err(),
            "so many pixels take about 3052 MiB of memory, and 3000 MiB are free"
        );
    }
}
