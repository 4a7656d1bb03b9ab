//! Colours of a figure's surface and ink.

use crate::{Paint, Rgb, Tone, layout::Tint, paint_rgb};

/// Colours of a figure on a surface of one tone.
#[derive(Debug, Clone)]
pub struct Palette {
    pub tone: Tone,
    pub surface: Rgb,
    text: Rgb,
    weak: Rgb,
    line: Rgb,
    grid: Rgb,
    /// Colours of classes that the author chose, by number of the class.
    classes: Vec<(usize, Rgb)>,
}

impl Palette {
    pub fn of(tone: Tone) -> Self {
        let rgb = |color: u32| [16, 8, 0].map(|shift| (color >> shift & 0xff) as u8);
        let [surface, text, weak, line, grid] = match tone {
            Tone::Light => [0xff_ffff, 0x22_262b, 0x5d_656e, 0xc3_c9_ce, 0xe9_ecee],
            Tone::Dark => [0x16_181b, 0xe4_e7ea, 0xa3_abb4, 0x4a_5058, 0x2a_2e33],
        }
        .map(rgb);
        Self {
            tone,
            surface,
            text,
            weak,
            line,
            grid,
            classes: vec![],
        }
    }

    pub fn with_classes(self, classes: Vec<(usize, Rgb)>) -> Self {
        Self { classes, ..self }
    }

    fn paint(&self, paint: Paint) -> Rgb {
        let own = self
            .classes
            .iter()
            .find(|(class, _)| paint == Paint::Class(*class));
        own.map_or_else(|| paint_rgb(paint, self.tone), |(_, rgb)| *rgb)
    }

    pub fn rgb(&self, tint: Tint) -> Rgb {
        match tint {
            Tint::Paint(paint) => self.paint(paint),
            Tint::Surface => self.surface,
            Tint::Text => self.text,
            Tint::Weak => self.weak,
            Tint::Line => self.line,
            Tint::Grid => self.grid,
        }
    }

    /// Colour of a paint that has lost a share of it, `haze` in [0, 1], to the surface.
    pub fn hazy(&self, paint: Paint, haze: f32) -> Rgb {
        let (near, far) = (self.paint(paint), self.surface);
        [0, 1, 2].map(|i| {
            let (near, far) = (f32::from(near[i]), f32::from(far[i]));
            (near + haze * (far - near)) as u8
        })
    }
}
