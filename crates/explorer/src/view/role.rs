//! Colours and shapes of methods, and of pre-image methods.

use chart::{Marker, Paint, Role};
use kernel_pca::{method::Method, preimage::PreImageMethod};

use crate::presented::Presented;

/// Paint of the marks that belong to a method in a plot of several.
#[must_use]
pub fn method_paint(method: Method) -> Paint {
    Paint::Role(Role {
        colors: method.presented().colors,
        marker: Marker::Disc,
    })
}

/// Paint of the pre-images that a method finds.
#[must_use]
pub const fn pre_image_paint(method: PreImageMethod) -> Paint {
    let color = match method {
        PreImageMethod::Ridge => [0xD5, 0x5E, 0x00],
        PreImageMethod::Mika => [0xF0, 0xE4, 0x42],
        PreImageMethod::KwokTsang => [0x56, 0xB4, 0xE9],
        PreImageMethod::Gradient => [0xCC, 0x79, 0xA7],
    };
    Paint::Role(Role {
        colors: [color; 2],
        marker: pre_image_marker(method),
    })
}

/// Shape of the marks of pre-images by a method.
#[must_use]
pub const fn pre_image_marker(method: PreImageMethod) -> Marker {
    match method {
        PreImageMethod::Ridge => Marker::Square,
        PreImageMethod::Mika => Marker::Diamond,
        PreImageMethod::KwokTsang => Marker::Triangle,
        PreImageMethod::Gradient => Marker::TriangleDown,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chart::{Rgb, Tone, difference, linear, paint_rgb};

    /// Colour as seen without one kind of cones (Machado, Oliveira and Fernandes 2009, severity 1), in linear
    /// light.
    fn seen_by(rgb: Rgb, matrix: [[f32; 3]; 3]) -> Rgb {
        let linear = linear(rgb);
        matrix.map(|row| {
            let v: f32 = row.iter().zip(linear).map(|(a, b)| a * b).sum();
            let v = v.clamp(0.0, 1.0);
            let v = if v <= 0.003_130_8 {
                12.92 * v
            } else {
                1.055 * v.powf(1.0 / 2.4) - 0.055
            };
            (255.0 * v).round() as u8
        })
    }

    #[test]
    fn methods_have_colours_that_no_class_has_and_all_readers_tell_apart() {
        const NORMAL: [[f32; 3]; 3] = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
        const PROTAN: [[f32; 3]; 3] = [
            [0.152_286, 1.052_583, -0.204_868],
            [0.114_503, 0.786_281, 0.099_216],
            [-0.003_882, -0.048_116, 1.051_998],
        ];
        const DEUTAN: [[f32; 3]; 3] = [
            [0.367_322, 0.860_646, -0.227_968],
            [0.280_085, 0.672_501, 0.047_413],
            [-0.011_820, 0.042_940, 0.968_881],
        ];
        for tone in Tone::ALL {
            let of = |method| paint_rgb(method_paint(method), tone);
            for (i, method) in Method::ALL.into_iter().enumerate() {
                for class in 0..16 {
                    let class_colour = paint_rgb(Paint::Class(class), tone);
                    let apart = if class < 8 { 28.0 } else { 18.0 };
                    let seen = difference(of(method), class_colour);
                    assert!(
                        seen > apart,
                        "{method:?} and class {class} on {tone:?}: {seen}"
                    );
                }
                for other in &Method::ALL[..i] {
                    for (reader, apart) in [(NORMAL, 25.0), (PROTAN, 10.0), (DEUTAN, 10.0)] {
                        let [a, b] = [method, *other].map(|it| seen_by(of(it), reader));
                        let seen = difference(a, b);
                        assert!(seen > apart, "{method:?} and {other:?} on {tone:?}: {seen}");
                    }
                }
            }
        }
    }
}
