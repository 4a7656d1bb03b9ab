//! Quantities of geometry in many dimensions, which follow from no data.

use std::f64::consts::{FRAC_1_SQRT_2, PI};

use super::{Spec, spec};
use crate::quantity::asked::QuantityRequest;

/// Largest number of dimensions, at which every share is still a number.
const MOST_DIMENSIONS: usize = 10_000;

pub(super) static SPECS: &[Spec] = &[
    spec(
        "ball_share",
        &["dimensions"],
        "share of a box that the ball within it fills: π^(d/2) / (2^d·Γ(d/2 + 1))",
        |it| Ok(ball_share(dimensions(it, 0)?)),
    ),
    spec(
        "normal_beyond",
        &["length", "dimensions"],
        "probability that a normal vector, of variance 1 along each axis, is longer than this",
        |it| Ok(normal_beyond(it.arguments[0], dimensions(it, 1)?)),
    ),
];

fn dimensions(asked: &QuantityRequest<'_>, argument: usize) -> Result<usize, String> {
    Ok(asked.place(argument, MOST_DIMENSIONS, "dimensions")? + 1)
}

/// Share of a box that the ball within it fills, by the recursion V(d) = V(d − 2)·2π/d of the volumes of balls with
/// radius 1.
fn ball_share(dimensions: usize) -> f64 {
    let first = 2 - dimensions % 2;
    let start = if first == 1 { 1.0 } else { PI / 4.0 };
    let factor = |d: usize| PI / (2.0 * d as f64);
    (first + 2..=dimensions)
        .step_by(2)
        .map(factor)
        .fold(start, |share, it| share * it)
}

/// Probability Q(d/2, r²/2) that a standard normal vector of d dimensions is longer than r, by a recursion whose terms
/// are all positive: Q(a + 1, x) = Q(a, x) + xᵃe⁻ˣ/Γ(a + 1) (DLMF 8.8.6).
fn normal_beyond(length: f64, dimensions: usize) -> f64 {
    if length <= 0.0 {
        return 1.0;
    }
    let x = 0.5 * length * length;
    // Logarithms, as the first terms are too small for numbers where a vector is long.
    let (mut beyond, mut a, mut log_term) = if dimensions.is_multiple_of(2) {
        ((-x).exp(), 1.0, x.ln() - x)
    } else {
        let root = (4.0 * x / PI).sqrt();
        (libm::erfc(length * FRAC_1_SQRT_2), 0.5, root.ln() - x)
    };
    while 2.0 * a < dimensions as f64 {
        beyond += log_term.exp();
        a += 1.0;
        log_term += x.ln() - a.ln();
    }
    beyond.min(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    // SciPy: `chi2.sf(r**2, d)`, and π^(d/2) / 2^d / gamma(d/2 + 1).
    #[test]
    fn shares_are_those_of_tables() {
        for (length, dimensions, theirs) in NORMAL {
            let ours = normal_beyond(length, dimensions);
            assert!(
                (ours / theirs - 1.0).abs() < 1e-9,
                "{length} in {dimensions}: {ours}"
            );
        }
        for (dimensions, theirs) in BALL {
            let ours = ball_share(dimensions);
            assert!((ours / theirs - 1.0).abs() < 1e-12, "{dimensions}: {ours}");
        }
    }

    #[allow(clippy::unreadable_literal, reason = "as SciPy prints them")]
    const NORMAL: [(f64, usize, f64); 8] = [
        (1.0, 1, 0.31731050786291115),
        (3.0, 1, 0.0026997960632601883),
        (5.0, 1, 5.733031437583875e-07),
        (1.0, 2, 0.6065306597126334),
        (3.0, 10, 0.5321035763747151),
        (8.0, 50, 0.08810068948349599),
        (5.0, 50, 0.9988075511517683),
        (30.0, 1000, 0.9892827619087102),
    ];
    #[allow(
        clippy::unreadable_literal,
        clippy::approx_constant,
        reason = "as SciPy prints them"
    )]
    const BALL: [(usize, f64); 6] = [
        (1, 1.0),
        (2, 0.7853981633974483),
        (3, 0.5235987755982989),
        (5, 0.16449340668482262),
        (10, 0.00249039457019272),
        (50, 1.536743395501458e-28),
    ];
}
