//! GIF of pictures one after the other, whose frames share one palette.

use std::collections::HashMap;

use color_quant::NeuQuant;
use gif::{Encoder, Frame, Repeat};

use crate::{ExportError, Pixels};

/// Number of colours of a GIF.
const COLORS: usize = 256;
/// Largest number of pixels that the palette is learned from.
const MOST_SAMPLED: usize = 400_000;
/// Sampling factor of the palette's learning (`NeuQuant`), from 1, the most exact, to 30; 10 is usual.
const QUALITY: i32 = 10;
/// Number of the most frequent colours that are kept unchanged: a surface must not change its shade.
const EXACT: usize = 24;
/// Time for which the picture at an end of the range stays, in hundredths of a second.
const REST: u16 = 100;
/// Shortest time of a frame that browsers play, in hundredths of a second.
const SHORTEST: u16 = 2;

/// Encodes pictures of equal size in an order, `fps` of them per second, repeated without end.
///
/// # Errors
/// When there is no picture, when pictures differ in size, or when they are larger than a GIF can be.
pub(super) fn encode(
    pictures: &[Pixels],
    order: &[usize],
    fps: f64,
) -> Result<Vec<u8>, ExportError> {
    let frames: Vec<&Pixels> = order.iter().filter_map(|i| pictures.get(*i)).collect();
    let draw = |reason: String| ExportError::Draw(reason);
    let Some(first) = frames.first() else {
        return Err(draw("an animation needs a frame".into()));
    };
    let size = [first.width, first.height];
    if frames.iter().any(|it| [it.width, it.height] != size) {
        return Err(draw("the frames differ in size".into()));
    }
    let [Ok(width), Ok(height)] = size.map(u16::try_from) else {
        return Err(draw(format!(
            "a GIF has {} pixels a side at most",
            u16::MAX
        )));
    };
    let mut colors = Colors::of(pictures);
    let failed = |error: gif::EncodingError| draw(error.to_string());
    let mut bytes = Vec::new();
    let mut encoder =
        Encoder::new(&mut bytes, width, height, &colors.palette.concat()).map_err(failed)?;
    encoder.set_repeat(Repeat::Infinite).map_err(failed)?;
    let mut before: Option<&Pixels> = None;
    for (pixels, delay) in frames.into_iter().zip(delays(order, fps)) {
        let part = changed(before, pixels);
        let mut frame = colors.frame(pixels, part);
        frame.delay = delay;
        encoder.write_frame(&frame).map_err(failed)?;
        before = Some(pixels);
    }
    drop(encoder);
    Ok(bytes)
}

/// Times of the frames, in hundredths of a second. Rounding does not add up; the picture at the end stays longer, and
/// so does the first one where the order goes back to it.
pub(super) fn delays(order: &[usize], fps: f64) -> Vec<u16> {
    let end = order.iter().copied().max().unwrap_or(0);
    let goes_back = order.last() != Some(&end);
    let since = |frame: usize| (100.0 * frame as f64 / fps).round();
    let delay = |(i, picture): (usize, &usize)| {
        let delay = (since(i + 1) - since(i)).clamp(SHORTEST.into(), u16::MAX.into()) as u16;
        let rests = *picture == end || goes_back && *picture == 0;
        if rests && order.len() > 1 {
            delay.max(REST)
        } else {
            delay
        }
    };
    order.iter().enumerate().map(delay).collect()
}

/// Part of a picture, in pixels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct ChangedPart {
    left: usize,
    top: usize,
    width: usize,
    height: usize,
}

/// Smallest part that holds every difference from the frame before; one pixel where there is none.
fn changed(before: Option<&Pixels>, now: &Pixels) -> ChangedPart {
    let whole = ChangedPart {
        left: 0,
        top: 0,
        width: now.width,
        height: now.height,
    };
    let Some(before) = before else { return whole };
    let stride = 4 * now.width.max(1);
    let rows = || {
        let pairs = before
            .rgba
            .chunks_exact(stride)
            .zip(now.rgba.chunks_exact(stride));
        pairs.enumerate().filter(|(_, (a, b))| a != b)
    };
    let (Some((top, _)), Some((bottom, _))) = (rows().next(), rows().next_back()) else {
        return ChangedPart {
            width: 1,
            height: 1,
            ..whole
        };
    };
    let differs = |x: usize| rows().any(|(_, (a, b))| a[4 * x..4 * x + 4] != b[4 * x..4 * x + 4]);
    let left = (0..now.width).find(|x| differs(*x)).unwrap_or(0);
    let right = (left..now.width)
        .rev()
        .find(|x| differs(*x))
        .unwrap_or(left);
    ChangedPart {
        left,
        top,
        width: right - left + 1,
        height: bottom - top + 1,
    }
}

/// Palette, with a cache of the index in it of each colour that was looked up.
struct Colors {
    palette: Vec<[u8; 3]>,
    places: HashMap<[u8; 3], u8>,
}

impl Colors {
    fn of(frames: &[Pixels]) -> Self {
        let count: usize = frames.iter().map(|pixels| pixels.rgba.len() / 4).sum();
        let every = count.div_ceil(MOST_SAMPLED).max(1);
        let pixels = frames.iter().flat_map(|pixels| pixels.rgba.chunks_exact(4));
        let sampled: Vec<&[u8]> = pixels.step_by(every).collect();
        let mut counts: HashMap<[u8; 3], usize> = HashMap::new();
        for pixel in &sampled {
            *counts.entry([pixel[0], pixel[1], pixel[2]]).or_default() += 1;
        }
        let mut frequent: Vec<([u8; 3], usize)> = counts.into_iter().collect();
        frequent.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(&b.0)));
        let mut palette: Vec<[u8; 3]> = frequent.iter().map(|(color, _)| *color).collect();
        if palette.len() > COLORS {
            let learned = NeuQuant::new(QUALITY, COLORS - EXACT, &sampled.concat());
            palette.truncate(EXACT);
            let learned = learned.color_map_rgb();
            palette.extend(learned.chunks_exact(3).map(|c| [c[0], c[1], c[2]]));
        }
        Self {
            palette,
            places: HashMap::new(),
        }
    }

    /// Index of the nearest colour in the palette.
    fn place(&mut self, color: [u8; 3]) -> u8 {
        let Self { palette, places } = self;
        *places.entry(color).or_insert_with(|| {
            let apart = |other: &[u8; 3]| -> i32 {
                let pairs = color.iter().zip(other);
                pairs
                    .map(|(a, b)| (i32::from(*a) - i32::from(*b)).pow(2))
                    .sum()
            };
            let near = palette.iter().enumerate().min_by_key(|(_, it)| apart(it));
            near.map_or(0, |(place, _)| place as u8)
        })
    }

    fn frame(&mut self, pixels: &Pixels, part: ChangedPart) -> Frame<'static> {
        let rows = (part.top..part.top + part.height).map(|y| y * pixels.width);
        let rows = rows.map(|row| 4 * (row + part.left)..4 * (row + part.left + part.width));
        let colors = rows.flat_map(|row| pixels.rgba[row].chunks_exact(4));
        let places = colors.map(|pixel| self.place([pixel[0], pixel[1], pixel[2]]));
        Frame {
            left: part.left as u16,
            top: part.top as u16,
            width: part.width as u16,
            height: part.height as u16,
            buffer: places.collect::<Vec<u8>>().into(),
            ..Frame::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn picture(width: usize, height: usize, color: impl Fn(usize, usize) -> [u8; 3]) -> Pixels {
        let pixel = |i: usize| {
            let [r, g, b] = color(i % width, i / width);
            [r, g, b, 255]
        };
        Pixels {
            width,
            height,
            rgba: (0..width * height).flat_map(pixel).collect(),
        }
    }

    fn animation(pictures: &[Pixels], fps: f64) -> Result<Vec<u8>, ExportError> {
        let order: Vec<usize> = (0..pictures.len()).collect();
        encode(pictures, &order, fps)
    }

    /// Frames of a GIF, put one over the other, with their times.
    fn read(bytes: &[u8]) -> Vec<(Vec<[u8; 3]>, u16)> {
        let mut decoder = gif::DecodeOptions::new();
        decoder.set_color_output(gif::ColorOutput::RGBA);
        let mut decoder = decoder.read_info(bytes).unwrap();
        let (width, height) = (decoder.width() as usize, decoder.height() as usize);
        let mut canvas = vec![[0; 3]; width * height];
        let mut frames = Vec::new();
        while let Some(frame) = decoder.read_next_frame().unwrap() {
            for (i, pixel) in frame.buffer.chunks_exact(4).enumerate() {
                let x = frame.left as usize + i % frame.width as usize;
                let y = frame.top as usize + i / frame.width as usize;
                canvas[y * width + x] = [pixel[0], pixel[1], pixel[2]];
            }
            frames.push((canvas.clone(), frame.delay));
        }
        frames
    }

    #[test]
    fn few_colours_come_back_as_they_were() {
        let dot = |at: usize| {
            picture(20, 10, move |x, y| {
                if (x, y) == (at, 4) {
                    [200, 30, 7]
                } else {
                    [250; 3]
                }
            })
        };
        let pictures = [dot(3), dot(9), dot(9)];
        let frames = read(&animation(&pictures, 5.0).unwrap());
        assert_eq!(frames.len(), 3);
        for (picture, (colors, _)) in pictures.iter().zip(&frames) {
            let wanted = picture.rgba.chunks_exact(4).map(|p| [p[0], p[1], p[2]]);
            assert!(wanted.eq(colors.iter().copied()));
        }
        let delays: Vec<u16> = frames.iter().map(|(_, delay)| *delay).collect();
        assert_eq!(delays, [20, 20, REST]);
    }

    #[test]
    fn rounding_does_not_add_up_and_ends_stay_longer() {
        assert_eq!(delays(&[0, 1, 2, 3], 30.0), [3, 4, 3, REST]);
        assert_eq!(delays(&[0, 1, 2, 1], 8.0), [REST, 12, REST, 12]);
        assert_eq!(delays(&[0], 8.0), [13]);
        assert_eq!(delays(&[0, 1], 50.0), [2, REST]);
        let all: u32 = delays(&(0..301).collect::<Vec<_>>(), 30.0)[..300]
            .iter()
            .map(|delay| u32::from(*delay))
            .sum();
        assert_eq!(all, 1000);
    }

    #[test]
    fn only_what_changed_is_written() {
        let a = picture(20, 10, |_, _| [0; 3]);
        let b = picture(20, 10, |x, y| {
            if (5..8).contains(&x) && (2..4).contains(&y) {
                [9; 3]
            } else {
                [0; 3]
            }
        });
        let part = ChangedPart {
            left: 5,
            top: 2,
            width: 3,
            height: 2,
        };
        assert_eq!(changed(Some(&a), &b), part);
        assert_eq!(changed(Some(&b), &b).width, 1);
        assert_eq!(changed(None, &b).width, 20);
    }

    #[test]
    fn many_colours_share_a_palette_and_the_surface_keeps_its_own() {
        let shade = |shift: usize| {
            picture(64, 64, move |x, y| {
                if y < 32 {
                    [251, 250, 249]
                } else {
                    [4 * x as u8, (4 * (y - 32)) as u8, shift as u8]
                }
            })
        };
        let frames = read(&animation(&[shade(0), shade(90)], 10.0).unwrap());
        for (colors, _) in &frames {
            assert!(
                colors[..64 * 32]
                    .iter()
                    .all(|color| *color == [251, 250, 249])
            );
        }
        let off = |(a, b): (&[u8; 3], [u8; 3])| {
            let apart = a.iter().zip(b).map(|(a, b)| a.abs_diff(b));
            apart.max().unwrap_or(0)
        };
        let wanted = shade(90).rgba;
        let wanted = wanted.chunks_exact(4).map(|p| [p[0], p[1], p[2]]);
        let worst = frames[1].0.iter().zip(wanted).map(off).max().unwrap();
        assert!(worst < 40, "{worst}");
    }

    #[test]
    fn what_is_no_animation_is_refused() {
        assert!(animation(&[], 5.0).is_err());
        let of = |width| picture(width, 2, |_, _| [1; 3]);
        assert!(animation(&[of(2), of(3)], 5.0).is_err());
    }
}
