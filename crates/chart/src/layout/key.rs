//! Keys: entries with a sign and a text, in lines or one below the other: in a title bar, and in and below plots of figures.

use std::ops::Range;

use super::{Ink, LETTER, Label, Medium, PlacedShape, Stroke, Tint, hatch, shapes::CURVE};
use crate::{Anchor, ColorMap, Hatch, Key, LineStyle, Marker, Paint, SeriesSign, number};

/// Height of a line of a figure's key, in points.
const LINE: f32 = 15.0;
/// Least room, in points, in which a name that is too long is cut rather than left out.
const LEAST_NAME: f32 = 64.0;
/// Radius of the dot before a name, in points.
const SWATCH: f32 = 4.0;
/// Length of the piece of a curve that is a sign, and below half the sides of the piece of a bar, in points.
const CURVE_PIECE: f32 = 24.0;
const BAR_PIECE: [f32; 2] = [7.0, 4.5];
/// Gaps between entries side by side, and below between a colour bar and the values at its ends, in points.
const AFTER_ENTRY: f32 = 16.0;
const AFTER_END: f32 = 6.0;
/// Height of a colour bar, in points.
const BAR: f32 = 8.0;
/// Number of pieces of the bar; enough to look smooth.
const STEPS: usize = 64;
/// Opacity of a class's dot in the key while another class is shown alone.
const WEAK: f32 = 0.25;
/// Largest number of classes that a key names; the rest are counted, to leave room for the picture.
const MOST_ENTRIES: usize = 40;

/// Sizes of a key's signs, in points.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct KeyLook {
    /// Gap between a sign and the text after it; `after_bar` is that after a colour bar.
    after_swatch: f32,
    after_bar: f32,
    /// Width of a colour bar.
    bar: f32,
}

impl KeyLook {
    /// Key of a figure.
    const FIGURE: Self = Self {
        after_swatch: 5.0,
        after_bar: AFTER_END,
        bar: 80.0,
    };
    /// Key of the window, whose title bars are narrow.
    pub const WINDOW: Self = Self {
        after_swatch: 4.0,
        after_bar: 4.0,
        bar: 56.0,
    };
}

/// Entry of a key: a sign, if any, and a text after it.
#[derive(Debug, Clone, PartialEq)]
pub struct KeyEntry {
    pub text: String,
    sign: Sign,
    /// True for a class whose dots are faded, since another class is shown alone.
    weak: bool,
    look: KeyLook,
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum Sign {
    None,
    Swatch(Paint, Marker),
    Curve(Paint, LineStyle, Option<Marker>),
    BarPiece(Paint, Hatch),
    Bar(ColorMap),
}

impl KeyEntry {
    /// All entries of a key: its title, if it has one, then the classes, or the ends of its colour bar.
    #[must_use]
    pub fn all(key: &Key, look: KeyLook) -> Vec<Self> {
        let plain = |text: String| Self {
            text,
            sign: Sign::None,
            weak: false,
            look,
        };
        let head = |title: &String| (!title.is_empty()).then(|| plain(title.clone()));
        match key {
            Key::None => vec![],
            Key::Legend { title, entries, .. } => {
                let rest = entries.len().saturating_sub(MOST_ENTRIES);
                let rest = (rest > 0).then(|| plain(format!("and {rest} more")));
                let named = Self::of_classes(key, look).into_iter().take(MOST_ENTRIES);
                head(title).into_iter().chain(named).chain(rest).collect()
            }
            Key::ColorBar {
                title,
                min,
                max,
                map,
            } => {
                let bar = Self {
                    sign: Sign::Bar(*map),
                    ..plain(number(*max))
                };
                let ends = [plain(number(*min)), bar];
                head(title).into_iter().chain(ends).collect()
            }
        }
    }

    /// Entries of a legend without its title; none of other keys.
    #[must_use]
    pub fn of_classes(key: &Key, look: KeyLook) -> Vec<Self> {
        let Key::Legend {
            entries,
            alone,
            signs,
            ..
        } = key
        else {
            return vec![];
        };
        let sign = |paint: Paint| {
            let found = signs.iter().find(|(of, _)| *of == paint);
            match found.map(|(_, sign)| *sign) {
                Some(SeriesSign::Line(style, marker)) => Sign::Curve(paint, style, marker),
                Some(SeriesSign::Bar(hatch)) => Sign::BarPiece(paint, hatch),
                None => Sign::Swatch(paint, key.marker(paint)),
            }
        };
        let entries = entries.iter().enumerate();
        entries
            .map(|(i, (text, paint))| Self {
                text: text.clone(),
                sign: sign(*paint),
                weak: alone.is_some_and(|alone| alone != i),
                look,
            })
            .collect()
    }

    /// Width of the sign with the gap after it, in points.
    #[must_use]
    pub fn before_text(&self) -> f32 {
        match self.sign {
            Sign::None => 0.0,
            Sign::Swatch(..) => 2.0 * SWATCH + self.look.after_swatch,
            Sign::Curve(..) => CURVE_PIECE + self.look.after_swatch,
            Sign::BarPiece(..) => 2.0 * BAR_PIECE[0] + self.look.after_swatch,
            Sign::Bar(_) => self.look.bar + self.look.after_bar,
        }
    }

    #[must_use]
    pub fn width(&self, medium: Medium<'_>) -> f32 {
        self.before_text() + (medium.measure)(&self.text, LETTER)
    }

    /// Shapes of the sign, the middle of its left end at the given place.
    #[must_use]
    pub fn sign(&self, [x, y]: [f32; 2]) -> Vec<PlacedShape<'static>> {
        match self.sign {
            Sign::None => vec![],
            Sign::Swatch(paint, marker) => vec![PlacedShape::Sign {
                marker,
                center: [x + SWATCH, y],
                radius: SWATCH,
                fill: Ink::of(Tint::Paint(paint), if self.weak { WEAK } else { 1.0 }),
                rim: None,
            }],
            Sign::Curve(paint, style, marker) => {
                let ink = Ink::of(Tint::Paint(paint), 1.0);
                let line = PlacedShape::Line {
                    xy: vec![[x, y], [x + CURVE_PIECE, y]],
                    stroke: Stroke::solid(CURVE, ink).styled(style),
                };
                let dot = marker.map(|marker| PlacedShape::Sign {
                    marker,
                    center: [x + CURVE_PIECE / 2.0, y],
                    radius: 0.8 * SWATCH,
                    fill: ink,
                    rim: None,
                });
                std::iter::once(line).chain(dot).collect()
            }
            Sign::BarPiece(paint, pattern) => {
                let [across, up] = BAR_PIECE;
                let ends = [x, y - up, x + 2.0 * across, y + up];
                hatch::bar(ends, Ink::of(Tint::Paint(paint), 1.0), pattern).collect()
            }
            Sign::Bar(map) => {
                let [width, height] = [self.look.bar, BAR];
                let step = width / STEPS as f32;
                // A piece reaches below the next one: no seam is seen between them.
                let piece = |i: usize| PlacedShape::Rect {
                    ends: [
                        x + i as f32 * step,
                        y - height / 2.0,
                        x + ((i + 2) as f32 * step).min(width),
                        y + height / 2.0,
                    ],
                    fill: Ink::of(Tint::Paint(map.paint(i as f32 / (STEPS - 1) as f32)), 1.0),
                };
                (0..STEPS).map(piece).collect()
            }
        }
    }

    /// Text after the sign, for the place at which the sign is drawn.
    #[must_use]
    pub fn label(&self, [x, y]: [f32; 2]) -> PlacedShape<'static> {
        let at = [x + self.before_text(), y];
        PlacedShape::Label(Label {
            class: "legend",
            ..Label::new(self.text.clone(), at, Anchor::Start, LETTER)
        })
    }
}

/// Key with the place of each entry: the middle of the left end of its sign, in points.
#[derive(Debug, Clone, PartialEq)]
pub struct PlacedKey {
    entries: Vec<(KeyEntry, [f32; 2])>,
    /// Width and height, in points.
    pub size: [f32; 2],
}

impl PlacedKey {
    /// Key in lines no wider than `width`, each line centred.
    #[must_use]
    pub fn in_lines(key: &Key, width: f32, medium: Medium<'_>) -> Self {
        Self::broken(key, Some(width), medium)
    }

    /// Key with its entries one below the other; a legend of classes has no title, and a colour bar stands on one line
    /// between its ends.
    #[must_use]
    pub fn in_column(key: &Key, medium: Medium<'_>) -> Self {
        Self::broken(key, None, medium)
    }

    fn broken(key: &Key, width: Option<f32>, medium: Medium<'_>) -> Self {
        let is_class = |(_, paint): &(String, Paint)| matches!(paint, Paint::Class(_));
        let entries = match key {
            Key::Legend { entries, .. } if width.is_none() && entries.iter().any(is_class) => {
                KeyEntry::of_classes(key, KeyLook::FIGURE)
            }
            _ => KeyEntry::all(key, KeyLook::FIGURE),
        };
        let (between, one_line) = match key {
            Key::ColorBar { .. } => (AFTER_END, width.is_none()),
            _ => (AFTER_ENTRY, false),
        };
        let widths = entries.iter().map(|it| it.width(medium) + between);
        let widths: Vec<f32> = widths.collect();
        let lines = match width {
            _ if one_line => vec![0..entries.len()],
            None => (0..entries.len()).map(|i| i..i + 1).collect(),
            Some(width) => entries_in_lines(&widths, width + between, usize::MAX, 0.0),
        };
        let long = |line: &Range<usize>| widths[line.clone()].iter().sum::<f32>() - between;
        let longest = lines.iter().map(long).fold(0.0, f32::max);
        let mut places = Vec::new();
        for (row, line) in lines.iter().enumerate() {
            let mut x = width.map_or(0.0, |width| ((width - long(line)) / 2.0).max(0.0));
            for i in line.clone() {
                places.push([x, LINE * (row as f32 + 0.5)]);
                x += widths[i];
            }
        }
        Self {
            entries: entries.into_iter().zip(places).collect(),
            size: [longest, LINE * lines.len() as f32],
        }
    }

    /// Shapes, the key's top left corner at the origin.
    #[must_use]
    pub fn shapes(&self) -> Vec<PlacedShape<'static>> {
        let shapes = self.entries.iter().flat_map(|(entry, at)| {
            let label = entry.label(*at);
            entry.sign(*at).into_iter().chain([label])
        });
        shapes.collect()
    }
}

/// Indices of the entries of each line, from the widths of the entries: at most `most` lines, each at most `width`
/// wide. Where these don't hold all entries, the last line leaves room for a text `more` wide.
#[must_use]
pub fn entries_in_lines(widths: &[f32], width: f32, most: usize, more: f32) -> Vec<Range<usize>> {
    let mut lines = Vec::new();
    let mut first = 0;
    while first < widths.len() && lines.len() < most {
        let fitting = |room: f32| {
            let mut used = 0.0;
            let fits = widths[first..].iter().take_while(|entry| {
                used += entry.min(width);
                used <= room
            });
            first + fits.count()
        };
        let mut end = fitting(width);
        if end < widths.len() && lines.len() + 1 == most {
            end = fitting(width - more);
            // A name that is too long for that is cut.
            if end == first && width - more >= LEAST_NAME {
                end = first + 1;
            }
        }
        lines.push(first..end);
        first = end;
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_fill_lines_and_the_last_has_room_for_more() {
        let ten = [20.0; 10];
        assert_eq!(entries_in_lines(&ten, 200.0, 1, 30.0), [0..10]);
        assert_eq!(entries_in_lines(&ten, 190.0, 1, 30.0), [0..8]);
        assert_eq!(entries_in_lines(&ten, 190.0, 2, 30.0), [0..9, 9..10]);
        assert_eq!(entries_in_lines(&ten, 90.0, 2, 30.0), [0..4, 4..7]);
        // A long name is cut to the line, and a line that is too short for any holds the rest.
        assert_eq!(
            entries_in_lines(&[500.0, 20.0], 100.0, 2, 30.0),
            [0..1, 1..2]
        );
        assert_eq!(entries_in_lines(&[500.0, 20.0], 100.0, 1, 30.0), [0..1]);
        assert_eq!(
            entries_in_lines(&[500.0, 500.0, 20.0], 100.0, 2, 30.0),
            [0..1, 1..2]
        );
        // Where there is hardly any room all are behind the count.
        assert_eq!(entries_in_lines(&[500.0, 20.0], 80.0, 1, 30.0), [0..0]);
        assert!(entries_in_lines(&[], 100.0, 2, 30.0).is_empty());
    }
}
