//! Places of texts, and the ways in which they give way where room is short.

use super::{Frame, Ink, LETTER, Label, Medium, PlacedShape, Tint};
use crate::{Anchor, Chart, Mark, Text};

/// Line height over letter height.
const LEADING: f32 = 1.2;
/// Ratio of a plot's width to that of the longest text in it that counts as short.
const SHORT: f32 = 3.0;
/// Width of the plate that is seen beside a text, in points.
const PLATE: f32 = 2.0;

/// Left, upper, right and lower end of a rectangle.
pub(super) type Ends = [f32; 4];

/// Places a text of a chart, moved into the plot or cut where it does not fit, and adds its rectangle to `taken`. Empty
/// where it is out of sight, too small, or would lie on a rectangle in `taken`. With `on_plate`, a plate lies below it.
pub(super) fn placed<'a>(
    text: &Text,
    frame: &Frame,
    on_plate: bool,
    medium: Medium<'_>,
    taken: &mut Vec<Ends>,
) -> Vec<PlacedShape<'a>> {
    if !frame.shows(text.xy) {
        return vec![];
    }
    let [width, height] = frame.sides();
    let highest = (text.height * frame.units()[1]) as f32;
    let size = text.size(LETTER, width, highest).max(1.0);
    if size < medium.least {
        return vec![];
    }
    let wide = |it: &str| (medium.measure)(it, size);
    let [x, y] = frame.place(text.xy);
    // A short text, which may be a number, is moved and not cut.
    let is_long = wide(&text.text) > width / SHORT;
    let start = if text.stays() && is_long { x } else { 0.0 };
    let shown = text.fitting(width - start, wide);
    let long = wide(&shown);
    if shown.is_empty() {
        return vec![];
    }
    let before = text.anchor.share_before() * long;
    let left = (x - before).clamp(0.0, (width - long).max(0.0));
    // Whole letters, also of a text at the edge of a low plot.
    let y = y.clamp(size / 2.0, (height - size / 2.0).max(size / 2.0));
    let half = 0.5 * LEADING * size;
    let ends = [left, y - half, left + long, y + half];
    if taken.iter().any(|other| overlap(&ends, other)) {
        return vec![];
    }
    taken.push(ends);
    let plate = on_plate.then_some(PlacedShape::Rect {
        ends: [
            ends[0] - PLATE,
            ends[1] + 1.0,
            ends[2] + PLATE,
            ends[3] - 1.0,
        ],
        fill: Ink::of(Tint::Surface, Text::PLATE),
    });
    let label = PlacedShape::Label(Label {
        ink: Ink::of(Tint::Paint(text.paint), 1.0),
        ..Label::new(shown.into_owned(), [left + before, y], text.anchor, size)
    });
    plate.into_iter().chain([label]).collect()
}

/// Height of the smallest large letters of a chart, those of lists such as formulas or strings, in points; `None` where
/// it has none. Numbers on the cells of a map don't count: the colours say as much without them.
#[must_use]
pub fn list_letters(chart: &Chart, frame: &Frame) -> Option<f32> {
    if chart.has_images() {
        return None;
    }
    let sizes = chart.marks.iter().filter_map(|mark| match mark {
        Mark::Text(text) if text.large => {
            let highest = (text.height * frame.units()[1]) as f32;
            Some(text.size(LETTER, frame.sides()[0], highest))
        }
        _ => None,
    });
    sizes.reduce(f32::min)
}

/// Returns true where two rectangles have an area in common.
pub(super) fn overlap(a: &Ends, b: &Ends) -> bool {
    a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3]
}

/// Shortens an axis' name to a length: first the words before a component with its share, such as "kernel", then what is in
/// parentheses, then what it is a share or a mean of, then its end.
#[must_use]
pub fn fitted_name(name: &str, length: f32, medium: Medium<'_>) -> String {
    let fits = |text: &str| (medium.measure)(text, LETTER) <= length;
    if fits(name) {
        return name.to_owned();
    }
    let short = name.split(" (").next().unwrap_or_default();
    // Words go before numbers; the panel says whose component it is.
    let last = short.rsplit(' ').next().unwrap_or_default();
    let numbered = format!("{last}{}", &name[short.len()..]);
    if name.ends_with("%)") && fits(&numbered) {
        return numbered;
    }
    let (head, noun) = match short.split_once(" of ") {
        Some((head, _)) => (head, head.rsplit(' ').next().unwrap_or_default()),
        None => (short, short),
    };
    if let Some(whole) = [short, head, noun].into_iter().find(|it| fits(it)) {
        return whole.to_owned();
    }
    let cut = short
        .char_indices()
        .rev()
        .map(|(end, _)| format!("{}…", short[..end].trim_end()));
    cut.into_iter().find(|cut| fits(cut)).unwrap_or_default()
}

/// Lines of an axis' name, at most `length` points wide: one line if the name fits, or else its part before a
/// parenthesis, a comma or "of" where no number follows; else two lines, which may leave out a number.
#[must_use]
pub fn axis_name(name: &str, length: f32, medium: Medium<'_>) -> Vec<String> {
    let lines = |text: &str| wrap(text, LETTER, length, medium);
    let ends = [" (", ", ", " of "]
        .iter()
        .filter_map(|sign| name.find(sign));
    let shorter = ends.map(|end| name.split_at(end));
    let wordy = shorter.filter(|(_, rest)| !rest.contains(|c: char| c.is_ascii_digit()));
    let forms = std::iter::once(name).chain(wordy.map(|(head, _)| head));
    if let Some(line) = forms.map(lines).find(|it| it.len() == 1) {
        return line;
    }
    let short = name.split([',', '(']).next().unwrap_or_default().trim_end();
    let whole = lines(name);
    if whole.len() <= 2 {
        whole
    } else {
        lines(short)
    }
}

/// Breaks a text into lines of a width, at blanks, and inside words only where one is wider than a line. Both
/// sides of an equals sign stay together, and so do a number and its percent sign; a dot between parts ends a line
/// and begins none.
#[must_use]
pub fn wrap(text: &str, size: f32, width: f32, medium: Medium<'_>) -> Vec<String> {
    let glued = text
        .replace(" = ", "\u{a0}=\u{a0}")
        .replace(" %", "\u{a0}%")
        .replace(" · ", "\u{a0}· ");
    let fits = |line: &str| (medium.measure)(line, size) <= width;
    let mut lines: Vec<String> = Vec::new();
    for word in glued.split_ascii_whitespace() {
        if let Some(line) = lines
            .last_mut()
            .filter(|line| fits(&format!("{line} {word}")))
        {
            line.push(' ');
            line.push_str(word);
            continue;
        }
        let mut rest = String::new();
        for c in word.chars() {
            rest.push(c);
            if rest.chars().count() > 1 && !fits(&rest) {
                rest.pop();
                lines.push(std::mem::replace(&mut rest, c.to_string()));
            }
        }
        lines.push(rest);
    }
    for line in &mut lines {
        *line = line.replace('\u{a0}', " ");
    }
    lines
}

impl Label {
    /// Label in the colour of texts, its anchor at the given place, half-way up its letters.
    #[must_use]
    pub fn new(text: String, at: [f32; 2], anchor: Anchor, size: f32) -> Self {
        Self {
            text,
            at,
            anchor,
            size,
            ink: Ink::of(Tint::Text, 1.0),
            bold: false,
            turned: false,
            class: "label",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIX_EACH: Medium<'static> = Medium {
        measure: &|text, size| 0.6 * size * text.chars().count() as f32,
        least: 0.0,
        hints: true,
    };

    #[test]
    fn texts_are_broken_at_blanks_and_only_there_if_possible() {
        let wrap = |text: &str, width| wrap(text, 10.0, width, SIX_EACH);
        assert_eq!(
            wrap("Kernel PCA · sigmoid, γ = 0.01, c₀ = −0.5", 126.0),
            ["Kernel PCA · sigmoid,", "γ = 0.01, c₀ = −0.5"]
        );
        assert_eq!(
            wrap("Kernel PCA · linear", 80.0),
            ["Kernel PCA ·", "linear"]
        );
        let lines = wrap("a_very_long_column_name_without_blanks", 80.0);
        assert_eq!(lines, ["a_very_long_c", "olumn_name_wi", "thout_blanks"]);
        assert_eq!(wrap("ab", 0.0), ["a", "b"]);
    }

    #[test]
    fn a_name_loses_words_before_numbers() {
        let fitted = |length| fitted_name("kernel PC1 (12.3 %)", length, SIX_EACH);
        assert_eq!(fitted(130.0), "kernel PC1 (12.3 %)");
        assert_eq!(fitted(100.0), "PC1 (12.3 %)");
        assert_eq!(fitted(70.0), "kernel PC1");
        assert_eq!(fitted(60.0), "kernel P…");
        assert_eq!(fitted(0.0), "");
        let fitted = |length| fitted_name("cumulative share of variance", length, SIX_EACH);
        assert_eq!(fitted(110.0), "cumulative share");
        assert_eq!(fitted(60.0), "share");
    }
}
