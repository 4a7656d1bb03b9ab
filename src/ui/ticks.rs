//! Where an axis has ticks and what they read.

use egui_plot::{GridInput, GridMark};

use crate::view::Scale;

/// Least distance between ticks, in points.
const SPACING: f64 = 40.0;
/// About how wide a letter of a tick is, and how much room two ticks beside each other need between
/// them, in points.
const LETTER: f64 = 6.0;
const BETWEEN: f64 = 6.0;

/// Tick marks for the visible range of an upright axis. `base_step_size` must be the value of one point
/// of screen.
pub(super) fn marks(scale: Scale, input: &GridInput) -> Vec<GridMark> {
    spaced(scale, input, SPACING)
}

/// The same for an axis across, where long numbers need more room.
pub(super) fn marks_across(scale: Scale, input: &GridInput) -> Vec<GridMark> {
    let mut marks = marks(scale, input);
    // Two are left in any case: one alone does not tell how long a unit is.
    while let [first, _, _, ..] = marks[..] {
        let lengths = marks.iter().map(|mark| label(scale, *mark).chars().count());
        let widest = LETTER * lengths.max().unwrap_or(0) as f64 + BETWEEN;
        let distance = first.step_size / input.base_step_size;
        let wider = spaced(scale, input, 1.01 * distance);
        if widest <= distance || wider.len() < 2 {
            break;
        }
        marks = wider;
    }
    marks
}

fn spaced(scale: Scale, input: &GridInput, spacing: f64) -> Vec<GridMark> {
    let (low, high) = input.bounds;
    let least = input.base_step_size * spacing;
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
    (first..=last)
        .map(|i| GridMark {
            value: i as f64 * step,
            step_size: step,
        })
        .collect()
}

/// The smallest of 1, 2, 5 times a power of ten that is at least `least`.
fn nice_step(least: f64) -> f64 {
    let power = 10f64.powf(least.log10().floor());
    [1.0, 2.0, 5.0, 10.0]
        .into_iter()
        .map(|factor| factor * power)
        .find(|step| *step >= least * (1.0 - 1e-9))
        .unwrap_or(10.0 * power)
}

/// The text of a tick.
pub(super) fn label(scale: Scale, mark: GridMark) -> String {
    match scale {
        Scale::Unmarked => String::new(),
        Scale::Count => format!("{}", mark.value).replace('-', "−"),
        Scale::Log10 => format!("10{}", superscript(mark.value as i64)),
        Scale::Linear => linear_label(mark.value, mark.step_size),
    }
}

/// As many decimals as the step needs, so that neighbours line up.
fn linear_label(value: f64, step: f64) -> String {
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

fn superscript(value: i64) -> String {
    value
        .to_string()
        .chars()
        .map(|c| match c {
            '-' => '⁻',
            '1' => '¹',
            '2' => '²',
            '3' => '³',
            '4' => '⁴',
            '5' => '⁵',
            '6' => '⁶',
            '7' => '⁷',
            '8' => '⁸',
            '9' => '⁹',
            _ => '⁰',
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(scale: Scale, low: f64, high: f64, points: f64) -> Vec<String> {
        let input = GridInput {
            bounds: (low, high),
            base_step_size: (high - low) / points,
        };
        marks(scale, &input)
            .into_iter()
            .map(|mark| label(scale, mark))
            .collect()
    }

    #[test]
    fn ticks_are_round_and_line_up() {
        assert_eq!(
            labels(Scale::Linear, -0.72, 0.61, 300.0),
            ["−0.6", "−0.4", "−0.2", "0.0", "0.2", "0.4", "0.6"]
        );
        assert_eq!(
            labels(Scale::Count, 0.4, 10.6, 300.0),
            ["2", "4", "6", "8", "10"]
        );
        assert_eq!(
            labels(Scale::Log10, -3.4, 0.2, 300.0),
            ["10⁻³", "10⁻²", "10⁻¹", "10⁰"]
        );
        assert_eq!(
            labels(Scale::Linear, 0.0, 3e7, 150.0),
            ["0", "1·10⁷", "2·10⁷", "3·10⁷"]
        );
        assert!(labels(Scale::Unmarked, 0.0, 1.0, 100.0).is_empty());
    }

    #[test]
    fn long_numbers_beside_each_other_have_room() {
        let across = |low: f64, high: f64, points: f64| -> Vec<String> {
            let input = GridInput {
                bounds: (low, high),
                base_step_size: (high - low) / points,
            };
            let marks = marks_across(Scale::Linear, &input);
            marks
                .into_iter()
                .map(|mark| label(Scale::Linear, mark))
                .collect()
        };
        let usual = labels(Scale::Linear, -0.72, 0.61, 300.0);
        assert_eq!(across(-0.72, 0.61, 300.0), usual);
        // Above 40 points apart, and the numbers are wider than that.
        assert_eq!(labels(Scale::Linear, -0.0011, 0.0031, 170.0).len(), 5);
        assert_eq!(across(-0.0011, 0.0031, 170.0), ["0.000", "0.002"]);
    }
}
