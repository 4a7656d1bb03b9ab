//! Legends and colour bars: one strip below the panels that they explain.

use std::ops::Range;

use super::font::PAPER;
use crate::view::{
    Anchor, ColorMap, Key, Marker, Paint,
    layout::{Ink, LETTER, Label, PlacedShape, Tint, entries_in_lines},
    number,
};

const LINE: f32 = 17.0;
const SWATCH: f32 = 4.0;
/// Distances from the middle of an entry's swatch to its text, and from its text to the next entry.
const AFTER_SWATCH: f32 = 9.0;
const AFTER_ENTRY: f32 = 16.0;
/// Number of classes above which they are counted, not named: a key must leave room for the picture.
const MOST_ENTRIES: usize = 40;
/// Width and height of a colour bar, and below its distance from its values.
const BAR: [f32; 2] = [120.0, 9.0];
const BESIDE_BAR: f32 = 6.0;
const STEPS: usize = 64;
/// Opacity of the swatch of a class whose dots are mere shadows.
const WEAK: f32 = 0.25;

/// Height of a key in this width.
pub(super) fn height(key: &Key, width: f32) -> f32 {
    LINE * lines(key, width).len() as f32
}

/// Shapes of a key with its top left corner at the origin, centred in a width.
pub(super) fn draw(key: &Key, width: f32) -> Vec<PlacedShape<'static>> {
    let mut shapes = Vec::new();
    for (row, line) in lines(key, width).iter().enumerate() {
        let left = ((width - (line.used - AFTER_ENTRY)) / 2.0).max(0.0);
        let middle = LINE * (row as f32 + 0.5);
        for item in &line.items {
            item.draw([left + item.at, middle], &mut shapes);
        }
    }
    shapes
}

/// Width of a key whose entries stand one below the other.
pub(super) fn column_width(key: &Key) -> f32 {
    let lines = match key {
        // The ends of a colour bar stand beside it.
        Key::ColorBar { .. } => lines(key, f32::INFINITY),
        _ => lines(key, 0.0),
    };
    let between = match key {
        Key::ColorBar { .. } => BESIDE_BAR,
        _ => AFTER_ENTRY,
    };
    lines
        .iter()
        .map(|line| line.used - between)
        .fold(0.0, f32::max)
}

/// Shapes of a key whose entries stand one below the other, its top left corner at the origin.
pub(super) fn column(key: &Key) -> Vec<PlacedShape<'static>> {
    let mut shapes = Vec::new();
    for (row, line) in lines(key, column_width(key)).iter().enumerate() {
        for item in &line.items {
            item.draw([item.at, LINE * (row as f32 + 0.5)], &mut shapes);
        }
    }
    shapes
}

/// Entries that stand side by side.
#[derive(Default)]
struct KeyLine {
    used: f32,
    items: Vec<Item>,
}

struct Item {
    /// Left end of the entry.
    at: f32,
    sign: Sign,
    text: String,
}

/// Sign before a text.
#[derive(Clone, Copy)]
enum Sign {
    None,
    Swatch(Paint, Marker, f32),
    Bar(ColorMap),
}

impl Sign {
    fn width(self) -> f32 {
        match self {
            Self::None => 0.0,
            Self::Swatch(..) => SWATCH + AFTER_SWATCH,
            Self::Bar(_) => BAR[0] + BESIDE_BAR,
        }
    }
}

/// Lines of title and entries, as many as they need. A colour bar stands between its ends.
fn lines(key: &Key, width: f32) -> Vec<KeyLine> {
    let (items, between) = match key {
        Key::None => return vec![],
        Key::Legend {
            title,
            entries,
            alone,
            ..
        } => {
            let head = (!title.is_empty()).then(|| (Sign::None, title.clone()));
            let named = entries.iter().take(MOST_ENTRIES).enumerate();
            let named = named.map(|(i, (text, paint))| {
                let opacity = match alone {
                    Some(alone) if *alone != i => WEAK,
                    _ => 1.0,
                };
                (
                    Sign::Swatch(*paint, key.marker(*paint), opacity),
                    text.clone(),
                )
            });
            let rest = entries.len().saturating_sub(MOST_ENTRIES);
            let rest = (rest > 0).then(|| (Sign::None, format!("and {rest} more")));
            (
                head.into_iter()
                    .chain(named)
                    .chain(rest)
                    .collect::<Vec<_>>(),
                AFTER_ENTRY,
            )
        }
        Key::ColorBar {
            title,
            min,
            max,
            map,
        } => {
            let head = (!title.is_empty()).then(|| (Sign::None, title.clone()));
            let ends = [(Sign::None, number(*min)), (Sign::Bar(*map), number(*max))];
            (head.into_iter().chain(ends).collect(), BESIDE_BAR)
        }
    };
    let wide =
        |(sign, text): &(Sign, String)| sign.width() + (PAPER.measure)(text, LETTER) + between;
    let widths: Vec<f32> = items.iter().map(wide).collect();
    let ranges = entries_in_lines(&widths, width + between, usize::MAX, 0.0);
    let mut items = items.into_iter().zip(widths);
    let line = |range: Range<usize>| {
        let mut line = KeyLine::default();
        for ((sign, text), width) in items.by_ref().take(range.len()) {
            line.items.push(Item {
                at: line.used,
                sign,
                text,
            });
            line.used += width;
        }
        line
    };
    ranges.into_iter().map(line).collect()
}

impl Item {
    fn draw(&self, [x, y]: [f32; 2], shapes: &mut Vec<PlacedShape>) {
        match self.sign {
            Sign::None => {}
            Sign::Swatch(paint, marker, opacity) => shapes.push(PlacedShape::Sign {
                marker,
                center: [x + SWATCH, y],
                radius: SWATCH,
                fill: Ink::of(Tint::Paint(paint), opacity),
                rim: None,
            }),
            Sign::Bar(map) => {
                let [width, height] = BAR;
                let step = width / STEPS as f32;
                // A piece reaches below the next one: no seam is seen between them.
                shapes.extend((0..STEPS).map(|i| PlacedShape::Rect {
                    ends: [
                        x + i as f32 * step,
                        y - height / 2.0,
                        x + ((i + 2) as f32 * step).min(width),
                        y + height / 2.0,
                    ],
                    fill: Ink::of(Tint::Paint(map.paint(i as f32 / (STEPS - 1) as f32)), 1.0),
                }));
            }
        }
        let at = [x + self.sign.width(), y];
        shapes.push(PlacedShape::Label(Label {
            class: "legend",
            ..Label::new(self.text.clone(), at, Anchor::Start, LETTER)
        }));
    }
}
