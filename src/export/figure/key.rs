//! Legends and colour bars: one strip below the panels that they explain.

use kuva::render::{
    color::Color,
    render::{Primitive, TextAnchor},
    render_utils::generate_ticks,
};

use super::style::{LABEL_SIZE, Style, TICK_SIZE, text_width};
use crate::view::{ColorMap, Key, Paint, number};

const LINE_HEIGHT: f64 = 17.0;
const SWATCH: f64 = 4.0;
/// From an entry's swatch to its text, and from its text to the next entry.
const AFTER_SWATCH: f64 = 9.0;
const AFTER_ENTRY: f64 = 16.0;

/// Something to draw with its top left corner at the origin.
pub(super) struct Strip {
    pub height: f64,
    pub elements: Vec<Primitive>,
}

pub(super) fn strip(key: &Key, width: f64, style: &Style) -> Strip {
    match key {
        Key::None => Strip {
            height: 0.0,
            elements: vec![],
        },
        Key::Legend { title, entries } => legend(title, entries, width, style),
        Key::ColorBar {
            title,
            min,
            max,
            map,
        } => color_bar(title, [*min, *max], *map, width, style),
    }
}

/// Entries that stand side by side: where each begins, its text and its swatch.
#[derive(Default)]
struct Line {
    used: f64,
    items: Vec<(f64, String, Option<Paint>)>,
}

/// Entries side by side, centred, in as many lines as they need.
fn legend(title: &str, entries: &[(String, Paint)], width: f64, style: &Style) -> Strip {
    let head = (!title.is_empty()).then(|| (title.to_owned(), None));
    let items = head.into_iter().chain(
        entries
            .iter()
            .map(|(text, paint)| (text.clone(), Some(*paint))),
    );
    let mut lines: Vec<Line> = Vec::new();
    for (text, paint) in items {
        let swatch = if paint.is_some() {
            SWATCH + AFTER_SWATCH
        } else {
            0.0
        };
        let item = swatch + text_width(&text, TICK_SIZE) + AFTER_ENTRY;
        if lines
            .last()
            .is_none_or(|line| line.used + item > width + AFTER_ENTRY)
        {
            lines.push(Line::default());
        }
        if let Some(line) = lines.last_mut() {
            line.items.push((line.used, text, paint));
            line.used += item;
        }
    }
    let mut elements = Vec::new();
    for (row, line) in lines.iter().enumerate() {
        let left = ((width - (line.used - AFTER_ENTRY)) / 2.0).max(0.0);
        let middle = LINE_HEIGHT * (row as f64 + 0.5);
        for (offset, text, paint) in &line.items {
            let mut x = left + offset;
            if let Some(paint) = paint {
                x += SWATCH;
                elements.push(Primitive::Circle {
                    cx: x,
                    cy: middle,
                    r: SWATCH,
                    fill: Color::from(style.paint(*paint)),
                    fill_opacity: None,
                    stroke: None,
                    stroke_width: None,
                });
                x += AFTER_SWATCH;
            }
            elements.push(style.text(x, middle + 3.6, text.clone(), TICK_SIZE));
        }
    }
    Strip {
        height: LINE_HEIGHT * lines.len() as f64 + 2.0,
        elements,
    }
}

/// A bar with ticks below and its title at the left, centred.
fn color_bar(title: &str, [min, max]: [f64; 2], map: ColorMap, width: f64, style: &Style) -> Strip {
    const STEPS: usize = 128;
    const BAR: f64 = 10.0;
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
        generate_ticks(min, max, 5)
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
    Strip {
        height: BAR + 20.0,
        elements,
    }
}
