//! Legends and colour bars: one strip below the panels that they explain.

use kuva::render::{
    color::Color,
    render::{PathData, Primitive, TextAnchor},
    render_utils::generate_ticks,
};

use super::style::{LABEL_SIZE, Style, TICK_SIZE, text_width};
use crate::view::{ColorMap, Key, Marker, Paint, number};

const LINE_HEIGHT: f64 = 17.0;
const SWATCH: f64 = 4.0;
/// From an entry's swatch to its text, and from its text to the next entry.
const AFTER_SWATCH: f64 = 9.0;
const AFTER_ENTRY: f64 = 16.0;

/// More classes than this are counted, not named: a key must leave room for the picture.
const MOST_ENTRIES: usize = 40;
/// Thickness of a colour bar.
const BAR: f64 = 10.0;

/// How high a key is that may be `width` wide, in layout pixels.
pub(super) fn height(key: &Key, width: f64) -> f64 {
    match key {
        Key::None => 0.0,
        Key::Legend { title, entries, .. } => {
            LINE_HEIGHT * lines(key, title, entries, None, width).len() as f64 + 2.0
        }
        Key::ColorBar { .. } => BAR + 20.0,
    }
}

/// A key with its top left corner at the origin, centred in `width`.
pub(super) fn draw(key: &Key, width: f64, style: &Style) -> Vec<Primitive> {
    match key {
        Key::None => vec![],
        Key::Legend {
            title,
            entries,
            alone,
            ..
        } => legend(&lines(key, title, entries, *alone, width), width, style),
        Key::ColorBar {
            title,
            min,
            max,
            map,
        } => color_bar(title, [*min, *max], *map, width, style),
    }
}

/// Entries that stand side by side.
#[derive(Default)]
struct Line {
    used: f64,
    items: Vec<Item>,
}

struct Item {
    /// Where it begins.
    at: f64,
    text: String,
    swatch: Option<(Paint, Marker)>,
    /// Whether its dots are mere shadows.
    weak: bool,
}

/// Title and entries in as many lines as they need.
fn lines(
    key: &Key,
    title: &str,
    entries: &[(String, Paint)],
    alone: Option<usize>,
    width: f64,
) -> Vec<Line> {
    let head = (!title.is_empty()).then(|| (title.to_owned(), None, false));
    let named = entries.iter().take(MOST_ENTRIES).enumerate();
    let named = named.map(|(i, (text, paint))| {
        let weak = alone.is_some_and(|alone| alone != i);
        (text.clone(), Some(*paint), weak)
    });
    let rest = entries.len().saturating_sub(MOST_ENTRIES);
    let rest = (rest > 0).then(|| (format!("and {rest} more"), None, false));
    let mut lines: Vec<Line> = Vec::new();
    for (text, swatch, weak) in head.into_iter().chain(named).chain(rest) {
        let before = swatch.map_or(0.0, |_| SWATCH + AFTER_SWATCH);
        let item = before + text_width(&text, TICK_SIZE) + AFTER_ENTRY;
        if lines
            .last()
            .is_none_or(|line| line.used + item > width + AFTER_ENTRY)
        {
            lines.push(Line::default());
        }
        if let Some(line) = lines.last_mut() {
            line.items.push(Item {
                at: line.used,
                text,
                swatch: swatch.map(|paint| (paint, key.marker(paint))),
                weak,
            });
            line.used += item;
        }
    }
    lines
}

fn legend(lines: &[Line], width: f64, style: &Style) -> Vec<Primitive> {
    let mut elements = Vec::new();
    for (row, line) in lines.iter().enumerate() {
        let left = ((width - (line.used - AFTER_ENTRY)) / 2.0).max(0.0);
        let middle = LINE_HEIGHT * (row as f64 + 0.5);
        for item in &line.items {
            let haze = if item.weak { 0.75 } else { 0.0 };
            let mut x = left + item.at;
            if let Some((paint, marker)) = item.swatch {
                x += SWATCH;
                let fill = Color::from(style.hazy(paint, haze));
                elements.push(swatch(marker, [x, middle], fill));
                x += AFTER_SWATCH;
            }
            elements.push(style.text(x, middle + 3.6, item.text.clone(), TICK_SIZE));
        }
    }
    elements
}

/// The shape of a class's dots, a little larger.
fn swatch(marker: Marker, [cx, cy]: [f64; 2], fill: Color) -> Primitive {
    let corner = |[x, y]: &[f32; 2]| {
        let [x, y] = [(cx, x), (cy, y)].map(|(center, at)| center + SWATCH * f64::from(*at));
        format!("{x:.2},{y:.2}")
    };
    let corners: Vec<String> = marker.corners().iter().map(corner).collect();
    if corners.is_empty() {
        let is_ring = marker == Marker::Ring;
        return Primitive::Circle {
            cx,
            cy,
            r: SWATCH,
            stroke: is_ring.then(|| fill.clone()),
            stroke_width: is_ring.then_some(1.2),
            fill_opacity: is_ring.then_some(0.0),
            fill,
        };
    }
    Primitive::Path(Box::new(PathData {
        d: format!("M{}Z", corners.join("L")),
        fill: Some(fill),
        stroke: Color::None,
        stroke_width: 0.0,
        opacity: None,
        stroke_dasharray: None,
    }))
}

/// A bar with ticks below and its title at the left.
fn color_bar(
    title: &str,
    [min, max]: [f64; 2],
    map: ColorMap,
    width: f64,
    style: &Style,
) -> Vec<Primitive> {
    const STEPS: usize = 128;
    let title_width = text_width(title, LABEL_SIZE) + 10.0;
    let bar_width = (0.35 * width).clamp(60.0, 260.0);
    let left = ((width - bar_width - title_width) / 2.0).max(0.0) + title_width;

    let mut elements = vec![style.text(left - title_width, BAR, title.to_owned(), LABEL_SIZE)];
    let step = bar_width / STEPS as f64;
    let at = |i: usize| left + i as f64 * step;
    elements.push(Primitive::RectBatch {
        x: (0..STEPS).map(at).collect(),
        y: vec![1.0; STEPS],
        // Overlapping a little hides the seams that antialiasing would leave.
        w: (0..STEPS)
            .map(|i| if i + 1 < STEPS { 1.5 * step } else { step })
            .collect(),
        h: vec![BAR; STEPS],
        fills: (0..STEPS)
            .map(|i| Color::from(style.paint(map.paint(i as f32 / (STEPS - 1) as f32))))
            .collect(),
    });
    let ticks = if max > min {
        generate_ticks(min, max, 3)
    } else {
        vec![min]
    };
    for tick in ticks {
        let share = if max > min {
            (tick - min) / (max - min)
        } else {
            0.5
        };
        let x = left + share * bar_width;
        elements.push(Primitive::Line {
            x1: x,
            y1: BAR + 1.0,
            x2: x,
            y2: BAR + 4.0,
            stroke: Color::from(&style.muted),
            stroke_width: 1.0,
            stroke_dasharray: None,
        });
        elements.push(Primitive::Text {
            x,
            y: BAR + 14.0,
            content: number(tick),
            size: TICK_SIZE,
            anchor: TextAnchor::Middle,
            rotate: None,
            bold: false,
            color: Some(Color::from(&style.text)),
        });
    }
    elements
}
