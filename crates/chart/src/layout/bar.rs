//! Colour bar beside a map: which value has which colour.

use super::{Frame, Ink, LETTER, Label, PlacedShape, Stroke, Tint};
use crate::{Anchor, Chart, ColorMap, Image, Mark, cut, number, round_levels, rounded};

/// Width of a colour bar with its values and its name, in points.
pub const BAR_ROOM: f32 = 68.0;
/// Number of decimals, in scientific notation, that the values at the ends of the bar are rounded to.
const END_DECIMALS: usize = 2;
/// Width of a letter of the name, in heights of letters.
const LETTER_WIDTH: f32 = 0.55;
/// Width of the bar itself, in points.
const BAR: f32 = 12.0;
/// Gap between the bar and its values, in points.
const GAP: f32 = 4.0;
/// Number of pieces of the bar; enough to look smooth.
const STEPS: usize = 128;
/// Points by which a piece reaches below the next one: more than a pixel at any resolution, so that nothing behind the bar
/// shines through the soft edge of a piece.
const OVERLAP: f32 = 2.0;
/// Least distance between two values, in points.
const APART: f32 = 16.0;

fn maps(chart: &Chart) -> impl Iterator<Item = &Image> {
    chart.marks.iter().filter_map(|mark| match mark {
        // Greys are what they show.
        Mark::Image(image) if image.map != ColorMap::Shades => Some(image),
        _ => None,
    })
}

/// Returns true where the chart has an image in colours, which a colour bar explains; images in greys need none.
#[must_use]
pub fn is_mapped(chart: &Chart) -> bool {
    maps(chart).next().is_some()
}

/// Shapes of a colour bar of the given height with the values to its right, its top left corner at the origin;
/// none where there is no map.
#[must_use]
pub fn color_bar(chart: &Chart, height: f32) -> Vec<PlacedShape<'static>> {
    let mut maps = maps(chart);
    let Some(image) = maps.next() else {
        return vec![];
    };
    // Several maps share their range, but each has levels of its own.
    let banded = maps.next().is_none() && !image.levels.is_empty();
    let frame = Frame {
        ranges: [[0.0, 1.0], image.range],
        size: [f64::from(BAR), f64::from(height)],
    };
    let [low, high] = image.range;
    let value = |share: f64| low + share * (high - low);
    let y = |value: f64| frame.place([0.0, value])[1];
    let piece = |step: usize| {
        let [from, to] = [step, step + 1].map(|step| step as f64 / STEPS as f64);
        let middle = f64::midpoint(from, to);
        let paint = if banded {
            image.paint(value(middle))
        } else {
            image.map.paint(middle as f32)
        };
        // Its sides end below the middle of the outline, where overlapping soft edges are not seen.
        let (top, bottom) = (y(value(to)).max(0.5), y(value(from)) + OVERLAP);
        PlacedShape::Rect {
            ends: [0.5, top, BAR - 0.5, bottom.min(height - 0.5)],
            fill: Ink::of(Tint::Paint(paint), 1.0),
        }
    };
    let mut shapes: Vec<PlacedShape> = (0..STEPS).rev().map(piece).collect();
    shapes.push(PlacedShape::outline(
        [0.5, 0.5, BAR - 0.5, height - 0.5],
        Stroke::thin(Tint::Line),
    ));
    let ticks = if banded {
        image.levels.to_vec()
    } else {
        round_levels(image.range, 6)
    };
    // The ends come first, inside the bar's height: an axis' name stands below it.
    let inside = |at: f32| at.clamp(LETTER / 2.0, (height - LETTER / 2.0).max(LETTER / 2.0));
    let ends = [low, high].map(|end| (inside(y(end)), number(rounded(end, END_DECIMALS))));
    let ticks = ticks.into_iter().map(|tick| (y(tick), number(tick)));
    let mut placed: Vec<(f32, String)> = Vec::new();
    for (at, text) in ends.into_iter().chain(ticks) {
        if placed.iter().all(|(other, _)| (other - at).abs() >= APART) {
            placed.push((at, text));
        }
    }
    let widest = placed.iter().map(|(_, text)| text.chars().count()).max();
    shapes.extend(placed.into_iter().map(|(at, text)| {
        PlacedShape::Label(Label {
            ink: Ink::of(Tint::Weak, 1.0),
            class: "tick",
            ..Label::new(text, [BAR + GAP, at], Anchor::Start, LETTER)
        })
    }));
    let letters = (height / (LETTER_WIDTH * LETTER)).max(1.0) as usize;
    let beside = BAR + GAP + LETTER_WIDTH * LETTER * widest.unwrap_or(0) as f32 + LETTER;
    shapes.push(PlacedShape::Label(Label {
        class: "name",
        turned: true,
        ..Label::new(
            cut(&name(chart), letters),
            [beside.min(BAR_ROOM - LETTER / 2.0), height / 2.0],
            Anchor::Middle,
            LETTER,
        )
    }));
    shapes
}

/// Name of the quantity that the colours stand for: the name of the map, or, of several maps, the part before " on "
/// where all have that in common; else empty.
fn name(chart: &Chart) -> String {
    let names: Vec<&str> = maps(chart).map(|image| image.name.as_str()).collect();
    let first = names.first().copied().unwrap_or_default();
    if names.iter().all(|name| *name == first) {
        return first.to_owned();
    }
    let of = |name: &str| name.split(" on ").next().unwrap_or_default().to_owned();
    let common = of(first);
    if names.iter().all(|name| of(name) == common) {
        common
    } else {
        String::new()
    }
}
