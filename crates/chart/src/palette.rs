//! Data colours: Okabe–Ito for classes, viridis for values, one table for both tones.

use serde::{Deserialize, Serialize};

use super::Paint;

/// Colour in sRGB, 8 bits a channel.
pub type Rgb = [u8; 3];

listed! {
    /// Tone of the surface behind the data.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum Tone {
        #[default]
        Light => "light",
        Dark => "dark",
    }
    /// Name on the command line.
    fn name
}

impl Tone {
    /// Colour for this surface, given that for a light and that for a dark one.
    fn of(self, [on_light, on_dark]: [Rgb; 2]) -> Rgb {
        match self {
            Self::Light => on_light,
            Self::Dark => on_dark,
        }
    }
}

const BLUE: Rgb = [0x00, 0x72, 0xB2];
const ORANGE: Rgb = [0xE6, 0x9F, 0x00];
const GREEN: Rgb = [0x00, 0x9E, 0x73];
const PURPLE: Rgb = [0xCC, 0x79, 0xA7];
const SKY: Rgb = [0x56, 0xB4, 0xE9];
const VERMILLION: Rgb = [0xD5, 0x5E, 0x00];
const YELLOW: Rgb = [0xF0, 0xE4, 0x42];
const BLACK: Rgb = [0x00, 0x00, 0x00];
const WHITE: Rgb = [0xFF, 0xFF, 0xFF];

/// Colours of Okabe and Ito (2008), which colour-blind readers tell apart, ordered so that the first few differ
/// most and the two that are weak on white or on black come last.
const OKABE_ITO: [Rgb; 8] = [BLUE, ORANGE, GREEN, PURPLE, SKY, VERMILLION, YELLOW, BLACK];

/// Eight more colours for a light surface, and below for a dark one, from Tol's schemes and from tints and shades
/// of the first eight: each is the farthest in CIELAB from those before it and from [`Paint::Selection`].
const MORE_ON_LIGHT: [Rgb; 8] = [
    [0x6C, 0x67, 0x1E],
    [0x72, 0x19, 0x0E],
    [0xE8, 0xA6, 0x73],
    [0x00, 0x47, 0x34],
    [0x5C, 0x36, 0x4B],
    [0xDC, 0x05, 0x0C],
    [0x88, 0x2E, 0x72],
    [0x1E, 0x3F, 0x52],
];
const MORE_ON_DARK: [Rgb; 8] = [
    [0x6C, 0x67, 0x1E],
    [0xEC, 0xB7, 0x8C],
    [0xCA, 0xE0, 0xAB],
    [0xDC, 0x05, 0x0C],
    [0xEE, 0x66, 0x77],
    [0xD1, 0xBB, 0xD7],
    [0xAA, 0x44, 0x99],
    [0xEE, 0xCC, 0x66],
];

/// Grey of dots and lines in the background, on a light and on a dark surface: no class has it.
pub const BACKGROUND: [Rgb; 2] = [[0x8A, 0x90, 0x98], [0x9A, 0xA0, 0xA8]];

/// Share that is left of a colour when it stands for a second class.
const PALER: f32 = 0.7;

/// Colour of a paint on a light surface, as `#rrggbb`.
#[must_use]
pub fn paint_hex(paint: Paint) -> String {
    hex(paint_rgb(paint, Tone::Light))
}

/// Colour as SVG and Matplotlib write it: `#rrggbb`.
#[must_use]
pub fn hex([red, green, blue]: Rgb) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}

/// Colour of a role on a surface.
#[must_use]
pub fn paint_rgb(paint: Paint, tone: Tone) -> Rgb {
    match paint {
        Paint::Class(class) => class_rgb(class, tone),
        Paint::Value(t) => viridis(t),
        Paint::Signed(t) => diverging(t, tone),
        Paint::Plain => tone.of([BLUE, SKY]),
        Paint::Unlabelled => tone.of(BACKGROUND),
        Paint::Role(role) => tone.of(role.colors),
        Paint::Selection => tone.of([[0xE0, 0x00, 0x5E], [0xFF, 0x3D, 0x8F]]),
        Paint::Shade(t) => {
            // From the surface that plots lie on.
            let surface = tone.of([WHITE, [0x0F, 0x11, 0x13]]);
            mix(surface, paint_rgb(Paint::Ink, tone), t.clamp(0.0, 1.0))
        }
        Paint::Warning => VERMILLION,
        Paint::Ink | Paint::NewRows => tone.of([[0x30, 0x34, 0x38], [0xD8, 0xDC, 0xE0]]),
    }
}

/// Lightness of a colour, from 0 to 100: L* of CIELAB under D65, which is what is left of it in greys.
#[must_use]
pub fn lightness(rgb: Rgb) -> f32 {
    lab(rgb)[0]
}

/// CIE76 difference of two colours: their Euclidean distance in CIELAB under D65.
#[must_use]
pub fn difference(a: Rgb, b: Rgb) -> f32 {
    let squares = lab(a).into_iter().zip(lab(b)).map(|(p, q)| (p - q).powi(2));
    squares.sum::<f32>().sqrt()
}

/// Linear intensity of each channel of an sRGB colour, from 0 to 1 (IEC 61966-2-1).
#[must_use]
pub fn linear(rgb: Rgb) -> [f32; 3] {
    rgb.map(|channel| {
        let v = f32::from(channel) / 255.0;
        if v <= 0.04045 {
            v / 12.92
        } else {
            ((v + 0.055) / 1.055).powf(2.4)
        }
    })
}

/// CIELAB under D65, whose Euclidean distance is the CIE76 colour difference.
fn lab(rgb: Rgb) -> [f32; 3] {
    let [r, g, b] = linear(rgb);
    let white = [0.950_47, 1.0, 1.088_83];
    let [x, y, z] = [
        [0.412_456, 0.357_576, 0.180_437],
        [0.212_673, 0.715_152, 0.072_175],
        [0.019_334, 0.119_192, 0.950_304],
    ]
    .map(|row| row[0] * r + row[1] * g + row[2] * b);
    let [x, y, z] = [x / white[0], y / white[1], z / white[2]].map(|t: f32| {
        if t > 216.0 / 24_389.0 {
            t.cbrt()
        } else {
            (24_389.0 / 27.0 * t + 16.0) / 116.0
        }
    });
    [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
}

/// Colour of a class: Okabe–Ito, then the eight more, then all sixteen again, paler; from class 32 on colours
/// repeat.
fn class_rgb(class: usize, tone: Tone) -> Rgb {
    let (more, surface) = match tone {
        Tone::Light => (MORE_ON_LIGHT, WHITE),
        Tone::Dark => (MORE_ON_DARK, BLACK),
    };
    let first = OKABE_ITO.len();
    let hue = match class % (2 * first) {
        i if i >= first => more[i - first],
        i if OKABE_ITO[i] == surface => WHITE,
        i => OKABE_ITO[i],
    };
    if (class / (2 * first)).is_multiple_of(2) {
        hue
    } else {
        mix(surface, hue, PALER)
    }
}

fn mix(from: Rgb, to: Rgb, t: f32) -> Rgb {
    std::array::from_fn(|i| (f32::from(from[i]) * (1.0 - t) + f32::from(to[i]) * t).round() as u8)
}

/// Colour of viridis at t in [0, 1], the same on either surface: a value has the colour that scripts give it.
fn viridis(t: f32) -> Rgb {
    let t = f64::from(t.clamp(0.0, 1.0));
    colorous::VIRIDIS.eval_continuous(t).as_array()
}

/// Colour at t in [−1, 1]: blue below zero, red above, the surface's at zero. Pale, as in the middle of
/// `ColorBrewer`'s `RdBu`, so that the colours of classes stand out against it.
fn diverging(t: f32, tone: Tone) -> Rgb {
    let [negative, zero, positive] = match tone {
        Tone::Light => [[0x92, 0xC5, 0xDE], [0xFA, 0xFA, 0xFA], [0xF4, 0xA5, 0x82]],
        Tone::Dark => [[0x2B, 0x5C, 0x80], [0x1E, 0x20, 0x24], [0x8C, 0x46, 0x31]],
    };
    let pole = if t < 0.0 { negative } else { positive };
    mix(zero, pole, t.abs().min(1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIGHT: Rgb = [0xFF; 3];
    const DARK: Rgb = [0x1B; 3];

    fn distance(a: Rgb, b: Rgb) -> f32 {
        a.iter()
            .zip(b)
            .map(|(&p, q)| (f32::from(p) - f32::from(q)).powi(2))
            .sum::<f32>()
            .sqrt()
    }

    #[test]
    fn many_classes_differ_from_each_other_and_from_the_surface() {
        // As computed elsewhere: sRGB's red and green.
        assert!((lightness([255, 0, 0]) - 53.24).abs() < 0.02);
        assert!((difference([255, 0, 0], [0, 255, 0]) - 170.58).abs() < 0.1);
        for (tone, surface) in [(Tone::Light, LIGHT), (Tone::Dark, DARK)] {
            let colours: Vec<Rgb> = (0..32)
                .map(|class| paint_rgb(Paint::Class(class), tone))
                .collect();
            let selection = paint_rgb(Paint::Selection, tone);
            for (i, &a) in colours.iter().enumerate() {
                assert!(distance(a, surface) > 60.0, "class {i} on {tone:?}");
                assert!(
                    i >= 16 || difference(a, selection) > 25.0,
                    "{i} on {tone:?}"
                );
                for (j, &b) in colours.iter().enumerate().skip(i + 1) {
                    // Sixteen are told apart at a glance; more are rarely drawn.
                    let apart = if j < 16 { 25.0 } else { 8.0 };
                    let seen = difference(a, b);
                    assert!(seen > apart, "classes {i} and {j} on {tone:?}: {seen}");
                }
            }
        }
    }

    #[test]
    fn every_value_has_a_colour_that_shows() {
        for (tone, surface) in [(Tone::Light, LIGHT), (Tone::Dark, DARK)] {
            for t in [-1.0, 0.0, 0.25, 0.5, 0.75, 1.0, 2.0] {
                let colour = paint_rgb(Paint::Value(t), tone);
                assert!(distance(colour, surface) > 70.0, "{t} on {tone:?}");
            }
        }
    }

    #[test]
    fn signs_are_told_apart_and_zero_recedes() {
        for (tone, surface) in [(Tone::Light, LIGHT), (Tone::Dark, DARK)] {
            let [negative, zero, positive] =
                [-1.0, 0.0, 1.0].map(|t| paint_rgb(Paint::Signed(t), tone));
            assert!(distance(zero, surface) < 20.0);
            assert!(distance(negative, positive) > 90.0);
            assert_eq!(paint_rgb(Paint::Signed(-9.0), tone), negative);
        }
    }

    #[test]
    fn the_first_classes_are_okabe_and_ito() {
        assert_eq!(paint_rgb(Paint::Class(0), Tone::Light), [0, 114, 178]);
        assert_eq!(paint_rgb(Paint::Class(5), Tone::Dark), [213, 94, 0]);
    }
}
