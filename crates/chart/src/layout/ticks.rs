//! Ticks of an axis and their texts.

use super::{LETTER, Medium};
use crate::{Scale, superscript};

/// Least distance between ticks, in points.
const APART: f64 = 40.0;
/// Least distance between ticks of a short axis, which would have fewer than two of them otherwise, in points.
const CLOSE: f64 = 20.0;
/// Least gap between the texts of neighbouring ticks, in points.
const BETWEEN: f64 = 6.0;

/// Tick of an axis: its value, and the distance to the next one, which decides how many decimals it has.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Tick {
    pub value: f64,
    pub step: f64,
}

/// Ticks of an upright axis that shows a range over a length in points.
#[must_use]
pub fn up(scale: Scale, range: [f64; 2], length: f64) -> Vec<Tick> {
    let ticks = spaced(scale, range, length, APART);
    // One alone does not tell how long a unit is.
    if ticks.len() < 2 {
        return spaced(scale, range, length, CLOSE);
    }
    ticks
}

/// Ticks of a horizontal axis, where long numbers need more room.
#[must_use]
pub fn across(scale: Scale, range: [f64; 2], length: f64, medium: Medium<'_>) -> Vec<Tick> {
    let mut ticks = up(scale, range, length);
    while let [first, second, ..] = ticks[..] {
        let widths = ticks
            .iter()
            .map(|tick| (medium.measure)(&tick_text(scale, *tick), LETTER));
        let widest = f64::from(widths.fold(0.0, f32::max)) + BETWEEN;
        let distance = (second.value - first.value) * length / (range[1] - range[0]);
        let wider = spaced(scale, range, length, 1.01 * distance);
        if widest <= distance {
            break;
        }
        ticks = match ticks.len() {
            _ if wider.len() > 1 => wider,
            // Better one that can be read than two upon each other.
            2 => vec![second],
            _ => ticks.into_iter().step_by(2).collect(),
        };
    }
    ticks
}

/// Least distance between powers of ten that have minor ticks between them, in points.
const MINOR_APART: f64 = 16.0;

/// Positions (log₁₀) of 2, 3, … 9 times the powers of ten on a logarithmic axis `length` points long, where there is
/// room for them; empty for other axes.
#[must_use]
pub fn minor(scale: Scale, [low, high]: [f64; 2], length: f64) -> Vec<f64> {
    let has_room = length >= MINOR_APART * (high - low);
    if scale != Scale::Log10 || !has_room || !(low.is_finite() && high.is_finite()) {
        return Vec::new();
    }
    let powers = low.floor() as i64..=high.ceil() as i64;
    let between =
        powers.flat_map(|power| (2..=9).map(move |of| power as f64 + f64::from(of).log10()));
    between.filter(|at| (low..=high).contains(at)).collect()
}

fn spaced(scale: Scale, [low, high]: [f64; 2], length: f64, apart: f64) -> Vec<Tick> {
    let least = (high - low) / length * apart;
    if !(low.is_finite() && high.is_finite() && least.is_finite() && least > 0.0) {
        return Vec::new();
    }
    let step = match scale {
        Scale::Unmarked => return Vec::new(),
        Scale::Linear => nice_step(least),
        Scale::Count | Scale::Log10 => nice_step(least.max(1.0)).round().max(1.0),
    };
    let first = (low / step).ceil() as i64;
    let last = (high / step).floor() as i64;
    let tick = |i: i64| Tick {
        value: i as f64 * step,
        step,
    };
    (first..=last).map(tick).collect()
}

/// Smallest of 1, 2, 5 times a power of ten that is at least `least`.
fn nice_step(least: f64) -> f64 {
    let power = 10f64.powf(least.log10().floor());
    [1.0, 2.0, 5.0, 10.0]
        .into_iter()
        .map(|factor| factor * power)
        .find(|step| *step >= least * (1.0 - 1e-9))
        .unwrap_or(10.0 * power)
}

/// Text of a tick.
#[must_use]
pub fn tick_text(scale: Scale, tick: Tick) -> String {
    match scale {
        Scale::Unmarked => String::new(),
        Scale::Count => format!("{}", tick.value).replace('-', "−"),
        Scale::Log10 => format!("10{}", superscript(tick.value as i64)),
        Scale::Linear => linear_text(tick.value, tick.step),
    }
}

/// Text of a value with as many decimals as the step needs, so that neighbours line up.
fn linear_text(value: f64, step: f64) -> String {
    // A zero that is the sum of steps may come out as a tiny number.
    let value = if value.abs() < 1e-9 * step {
        0.0
    } else {
        value
    };
    let exponent = step.log10().floor();
    let text = if (-4.0..5.0).contains(&exponent) {
        format!("{value:.*}", (-exponent).max(0.0) as usize)
    } else if value == 0.0 {
        "0".to_owned()
    } else {
        let power = value.abs().log10().floor();
        let decimals = (power - exponent).clamp(0.0, 15.0) as usize;
        format!(
            "{:.decimals$}·10{}",
            value / 10f64.powf(power),
            superscript(power as i64)
        )
    };
    text.replace('-', "−")
}

#[cfg(test)]
mod tests {
    use super::*;

    const MEDIUM: Medium<'static> = Medium {
        measure: &|text, size| 0.6 * size * text.chars().count() as f32,
        least: 0.0,
        hints: true,
    };

    fn texts(scale: Scale, ticks: &[Tick]) -> Vec<String> {
        ticks.iter().map(|tick| tick_text(scale, *tick)).collect()
    }

    fn upright(scale: Scale, low: f64, high: f64, length: f64) -> Vec<String> {
        texts(scale, &up(scale, [low, high], length))
    }

    #[test]
    fn a_logarithmic_axis_has_minor_ticks_where_there_is_room() {
        let ticks = minor(Scale::Log10, [-0.5, 1.0], 100.0);
        let values: Vec<f64> = ticks.iter().map(|it| 10f64.powf(*it).round()).collect();
        assert_eq!(ticks.len(), 14);
        assert_eq!(values[6..9], [2.0, 3.0, 4.0]);
        assert!(minor(Scale::Log10, [-16.0, 0.0], 100.0).is_empty());
        assert!(minor(Scale::Linear, [0.0, 1.0], 100.0).is_empty());
    }

    #[test]
    fn ticks_are_round_and_line_up() {
        assert_eq!(
            upright(Scale::Linear, -0.72, 0.61, 300.0),
            ["−0.6", "−0.4", "−0.2", "0.0", "0.2", "0.4", "0.6"]
        );
        assert_eq!(
            upright(Scale::Count, 0.4, 10.6, 300.0),
            ["2", "4", "6", "8", "10"]
        );
        assert_eq!(
            upright(Scale::Log10, -3.4, 0.2, 300.0),
            ["10⁻³", "10⁻²", "10⁻¹", "10⁰"]
        );
        assert_eq!(
            upright(Scale::Linear, 0.0, 3e7, 150.0),
            ["0", "1·10⁷", "2·10⁷", "3·10⁷"]
        );
        assert!(upright(Scale::Unmarked, 0.0, 1.0, 100.0).is_empty());
        assert_eq!(upright(Scale::Linear, -1.9, 1.9, 78.0), ["−1", "0", "1"]);
    }

    #[test]
    fn long_numbers_beside_each_other_have_room() {
        let lying = |low: f64, high: f64, length: f64| {
            let ticks = across(Scale::Linear, [low, high], length, MEDIUM);
            texts(Scale::Linear, &ticks)
        };
        assert_eq!(
            lying(-0.72, 0.61, 300.0),
            upright(Scale::Linear, -0.72, 0.61, 300.0)
        );
        // Above 40 points apart, and the numbers are wider than that.
        assert_eq!(upright(Scale::Linear, -0.0011, 0.0031, 170.0).len(), 5);
        assert_eq!(lying(-0.0011, 0.0031, 170.0), ["0.000", "0.002"]);
    }
}
