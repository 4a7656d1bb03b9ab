//! Surface, ink and type of a figure.

use kuva::{
    Theme,
    render::{
        color::Color,
        layout::{ComputedLayout, Layout},
        render::{Primitive, TextAnchor},
    },
};

use crate::view::{Paint, Rgb, Tone, paint_rgb};

pub(super) const FONT: &str = "DejaVu Sans, Verdana, Helvetica, Arial, sans-serif";
pub(super) const TITLE_SIZE: u32 = 13;
pub(super) const LABEL_SIZE: u32 = 11;
pub(super) const TICK_SIZE: u32 = 10;
pub(super) const NOTE_SIZE: u32 = 9;
/// Height of a line of small print.
pub(super) const NOTE_LINE: f64 = 12.0;

/// Colours as kuva takes them, `#rrggbb`.
#[derive(Debug, Clone)]
pub(super) struct Style {
    tone: Tone,
    pub background: String,
    pub text: String,
    pub muted: String,
    grid: String,
    negative: bool,
}

impl Style {
    pub fn new(tone: Tone) -> Self {
        let [background, text, muted, grid] = match tone {
            Tone::Light => ["#ffffff", "#22262b", "#5d656e", "#e7eaed"],
            Tone::Dark => ["#16181b", "#e4e7ea", "#a3abb4", "#2c3036"],
        }
        .map(str::to_owned);
        Self {
            tone,
            background,
            text,
            muted,
            grid,
            negative: false,
        }
    }

    /// The same ink on another surface.
    pub fn on(self, surface: &str) -> Self {
        Self {
            background: surface.to_owned(),
            ..self
        }
    }

    /// The style whose picture, its colours inverted, is this style's.
    pub fn negative(self) -> Self {
        let invert = |color: &str| match u32::from_str_radix(color.trim_start_matches('#'), 16) {
            Ok(rgb) => format!("#{:06x}", 0xff_ffff - rgb),
            Err(_) => color.to_owned(),
        };
        Self {
            tone: self.tone,
            background: invert(&self.background),
            text: invert(&self.text),
            muted: invert(&self.muted),
            grid: invert(&self.grid),
            negative: !self.negative,
        }
    }

    pub fn theme(&self) -> Theme {
        Theme {
            background: self.background.clone(),
            axis_color: self.muted.clone(),
            tick_color: self.muted.clone(),
            grid_color: self.grid.clone(),
            text_color: self.text.clone(),
            ..Theme::light()
        }
    }

    /// The colour of a role that has lost a share of it, `haze` in [0, 1], to the background.
    pub fn hazy(&self, paint: Paint, haze: f32) -> String {
        let [r, g, b] = self.hazy_rgb(paint, haze);
        format!("#{r:02x}{g:02x}{b:02x}")
    }

    /// A colour of which so much is seen, from 0 to 255, before the background.
    pub fn seen(&self, rgb: Rgb, opacity: u8) -> String {
        let far = rgb_of(&self.background);
        let share = f32::from(opacity) / 255.0;
        let [r, g, b] = [0, 1, 2].map(|i| (far[i] + share * (f32::from(rgb[i]) - far[i])) as u8);
        format!("#{r:02x}{g:02x}{b:02x}")
    }

    pub fn hazy_rgb(&self, paint: Paint, haze: f32) -> Rgb {
        let (near, far) = (rgb_of(&self.paint(paint)), rgb_of(&self.background));
        [0, 1, 2].map(|i| (near[i] + haze * (far[i] - near[i])) as u8)
    }

    pub fn paint(&self, paint: Paint) -> String {
        let [r, g, b] = self.rgb(paint);
        format!("#{r:02x}{g:02x}{b:02x}")
    }

    pub fn rgb(&self, paint: Paint) -> Rgb {
        match paint_rgb(paint, self.tone) {
            rgb if self.negative => rgb.map(|channel| 255 - channel),
            rgb => rgb,
        }
    }

    pub fn text(&self, x: f64, y: f64, content: String, size: u32) -> Primitive {
        Primitive::Text {
            x,
            y,
            content,
            size,
            anchor: TextAnchor::Start,
            rotate: None,
            bold: false,
            color: Some(Color::from(&self.text)),
        }
    }

    pub fn note(&self, x: f64, y: f64, content: String) -> Primitive {
        Primitive::Text {
            x,
            y,
            content,
            size: NOTE_SIZE,
            anchor: TextAnchor::Start,
            rotate: None,
            bold: false,
            color: Some(Color::from(&self.muted)),
        }
    }
}

/// Breaks a text at blanks, and words wider than a line anywhere, so that it fits `width`; what an
/// equals sign joins stays together, and so do a number and its percent sign; a dot between parts
/// ends a line and begins none.
pub(super) fn wrap(text: &str, size: u32, width: f64) -> Vec<String> {
    let glued = text
        .replace(" = ", "\u{a0}=\u{a0}")
        .replace(" %", "\u{a0}%")
        .replace(" · ", "\u{a0}· ");
    let fits = |line: &str| text_width(line, size) <= width;
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

/// Width of a text in layout pixels.
///
/// kuva measures text with its font's metrics but only tells the width of tick labels, so the text
/// is measured as one: beside a filler, since short labels are given room for two figures.
pub(super) fn text_width(text: &str, size: u32) -> f64 {
    const FILLER: &str = "0000";
    let label_width = |label: String| {
        let mut layout = Layout::new((0.0, 1.0), (0.0, 1.0)).with_y_categories(vec![label]);
        layout.tick_size = size;
        ComputedLayout::from_layout(&layout).y_tick_label_px
    };
    label_width(format!("{text}{FILLER}")) - label_width(FILLER.to_owned())
}

/// Red, green and blue of "#rrggbb".
fn rgb_of(color: &str) -> [f32; 3] {
    let rgb = u32::from_str_radix(color.trim_start_matches('#'), 16).unwrap_or(0);
    [16, 8, 0].map(|shift| (rgb >> shift & 0xff) as f32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn widths_grow_with_the_text_and_its_size() {
        let short = text_width("setosa", 10);
        assert!(text_width("versicolor", 10) > short);
        assert!((text_width("setosa", 20) / short - 2.0).abs() < 0.1);
        assert!(text_width("i", 10) < 5.0 && text_width("", 10) == 0.0);
    }

    #[test]
    fn texts_are_broken_at_blanks_and_only_there_if_possible() {
        let text = "Kernel PCA · sigmoid, γ = 0.01, c₀ = −0.5";
        let lines = wrap(text, 10, 120.0);
        assert_eq!(lines, ["Kernel PCA · sigmoid,", "γ = 0.01, c₀ = −0.5"]);
        assert_eq!(
            wrap("Kernel PCA · linear", 10, 80.0),
            ["Kernel PCA ·", "linear"]
        );
        let lines = wrap("a_very_long_column_name_without_blanks", 10, 80.0);
        assert!(lines.len() > 2);
        assert!(lines.iter().all(|line| text_width(line, 10) <= 80.0));
        assert_eq!(lines.concat(), "a_very_long_column_name_without_blanks");
        assert_eq!(wrap("ab", 10, 0.0), ["a", "b"]);
    }
}
