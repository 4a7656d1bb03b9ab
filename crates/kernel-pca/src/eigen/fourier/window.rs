//! Kaiser–Bessel window, which spreads a point over the nearest places of a grid.
//!
//! The window is φ(z) = I₀(β√(1 − (2z/w)²))/I₀(β) for |z| ≤ w/2, with z and w in places of the grid, and has the
//! Fourier transform w sinh(s)/(s I₀(β)), s² = β² − (wω/2)². With a grid of twice as many places as there are modes and
//! β = 3πw/4, a wave is a sum of windows with an error of at most 4π(√(w/2) + w/2) 2^(−¼) e^(−πw/√2) (Fourmont 2003;
//! Potts and Steidl 2003). For 16 places the error is 4·10⁻¹⁴ at the outermost modes, whose weights are at most 10⁻⁸ of
//! the largest, and rounding at most other modes.

use std::f64::consts::PI;

/// Number of coefficients of the polynomial that approximates the window between two places: 18 leave an error below
/// 10⁻¹⁹ of the largest value, for windows of 8 and of 16 places.
const TERMS: usize = 18;

/// Kaiser–Bessel window `W` places wide, as one polynomial per place.
#[derive(Debug)]
pub(super) struct Window<const W: usize> {
    /// Coefficients, highest power first, of each place's polynomial in 2f − 1, where f in [0, 1) is the distance of
    /// the first place from the window's edge, in places.
    coefficients: [[f64; W]; TERMS],
}

/// Shape parameter β = 3πw/4 of a window w places wide.
fn shape(width: usize) -> f64 {
    0.75 * PI * width as f64
}

/// Modified Bessel function I₀ by its power series, all of whose terms are positive.
fn bessel(x: f64) -> f64 {
    let quarter = 0.25 * x * x;
    let (mut term, mut sum) = (1.0, 1.0);
    for k in 1..200 {
        term *= quarter / f64::from(k * k);
        sum += term;
        if term < 1e-18 * sum {
            break;
        }
    }
    sum
}

/// Value φ(z) of the window, `width` places wide.
fn window(width: usize, z: f64) -> f64 {
    let beta = shape(width);
    let inside = 1.0 - (2.0 * z / width as f64).powi(2);
    bessel(beta * inside.max(0.0).sqrt()) / bessel(beta)
}

/// Fourier transform of the window, `width` places wide, at a mode of a grid of `places` places.
pub(super) fn transform(width: usize, mode: f64, places: usize) -> f64 {
    let beta = shape(width);
    let s = beta * beta - (PI * width as f64 * mode / places as f64).powi(2);
    let s = s.max(1e-6).sqrt();
    width as f64 * s.sinh() / (s * bessel(beta))
}

impl<const W: usize> Window<W> {
    /// Fits the polynomials to a window `W` places wide.
    #[allow(clippy::needless_range_loop, reason = "the place is a coordinate too")]
    pub(super) fn new() -> Self {
        // Polynomials are interpolated at Chebyshev points and converted to powers.
        let angle = |i: usize| PI * (i as f64 + 0.5) / TERMS as f64;
        let cosines: [[f64; TERMS]; TERMS] =
            std::array::from_fn(|degree| std::array::from_fn(|i| (degree as f64 * angle(i)).cos()));
        let mut coefficients = [[0.0; W]; TERMS];
        for piece in 0..W {
            let at = |t: f64| window(W, piece as f64 + 0.5 * (t + 1.0) - 0.5 * W as f64);
            let values: [f64; TERMS] = std::array::from_fn(|i| at(angle(i).cos()));
            let mut before = [0.0; TERMS];
            let mut chebyshev = [0.0; TERMS];
            chebyshev[0] = 1.0;
            for degree in 0..TERMS {
                let sum: f64 = (0..TERMS).map(|i| values[i] * cosines[degree][i]).sum();
                let weight = sum * if degree == 0 { 1.0 } else { 2.0 } / TERMS as f64;
                for (power, c) in chebyshev.iter().enumerate() {
                    coefficients[TERMS - 1 - power][piece] += weight * c;
                }
                let factor = if degree == 0 { 1.0 } else { 2.0 };
                let next: [f64; TERMS] = std::array::from_fn(|power| {
                    let raised = power.checked_sub(1).map_or(0.0, |p| chebyshev[p]);
                    factor * raised - before[power]
                });
                before = std::mem::replace(&mut chebyshev, next);
            }
        }
        Self { coefficients }
    }

    /// Returns the first place that a point at `whole` + `part` is spread to. `whole` is a multiple of one half, so
    /// that subtracting it costs `part` no digits.
    #[allow(
        clippy::inline_always,
        reason = "compiled with the caller's instruction set"
    )]
    #[inline(always)]
    pub(super) fn first(whole: f64, part: f64) -> f64 {
        (whole - 0.5 * W as f64 + part).ceil()
    }

    /// Returns the first place that a point at `whole` + `part` is spread to, and the values of the window at this and
    /// the next `W` − 1 places.
    #[allow(
        clippy::inline_always,
        reason = "compiled with the caller's instruction set"
    )]
    #[inline(always)]
    pub(super) fn at(&self, whole: f64, part: f64) -> (usize, [f64; W]) {
        let first = Self::first(whole, part);
        let t = 2.0 * ((first - (whole - 0.5 * W as f64)) - part) - 1.0;
        let mut values = self.coefficients[0];
        for row in &self.coefficients[1..] {
            for (value, c) in values.iter_mut().zip(row) {
                *value = *value * t + c;
            }
        }
        (first as usize, values)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Largest error of the waves of some modes on 64 places, twice the number of the modes −16..=16.
    fn largest_error<const W: usize>(modes: std::ops::RangeInclusive<u32>) -> f64 {
        let places = 64;
        let window = Window::<W>::new();
        let mut worst: f64 = 0.0;
        for mode in modes {
            let scale = transform(W, f64::from(mode), places);
            for step in 0..=50 {
                let at = 24.0 + f64::from(step) / 50.0;
                let (first, values) = window.at(24.0, f64::from(step) / 50.0);
                let wave = |x: f64| (2.0 * PI * f64::from(mode) * x / places as f64).sin_cos();
                let (mut sine, mut cosine) = (0.0, 0.0);
                for (l, value) in values.iter().enumerate() {
                    let (s, c) = wave((first + l) as f64 - 24.0);
                    sine += value / scale * s;
                    cosine += value / scale * c;
                }
                let (s, c) = wave(at - 24.0);
                worst = worst.max((sine - s).hypot(cosine - c));
            }
        }
        worst
    }

    #[test]
    fn waves_are_sums_of_windows() {
        let errors = [largest_error::<16>(0..=16), largest_error::<8>(0..=16)];
        assert!(errors[0] < 6e-14 && errors[1] < 1e-6, "{errors:?}");
        // Weights are highest in the middle.
        let inner = largest_error::<16>(0..=12);
        assert!(inner < 2e-14, "{inner}");
    }
}
