//! Power series of p(s) exp(−s) − 1 for a polynomial p with p(0) = 1 and small s ≥ 0, which avoids the cancellation
//! of the difference.

/// Number of coefficients of the series: enough for full precision up to [`REACH`].
pub(super) const TERMS: usize = 15;
/// Largest s at which the series has full precision.
const REACH: f64 = 0.5;

/// Coefficients of s¹, s², … of p(s) exp(−s), for p(0) = 1.
pub(super) const fn of_polynomial_times_exp(p: &[f64]) -> [f64; TERMS] {
    // Σ pᵢ sⁱ · Σ (−s)ᵐ/m!, over the common denominator k! of the power k = i + m: otherwise rounding would leave
    // coefficients that are zero slightly off.
    let mut series = [0.0; TERMS];
    let mut factorial = 1.0;
    let mut k = 1;
    while k <= TERMS {
        factorial *= k as f64;
        let mut sum = 0.0;
        // k!/(k − i)!
        let mut falling = 1.0;
        let mut i = 0;
        while i < p.len() && i <= k {
            let sign = if (k - i).is_multiple_of(2) { 1.0 } else { -1.0 };
            sum += sign * p[i] * falling;
            falling *= (k - i) as f64;
            i += 1;
        }
        series[k - 1] = sum / factorial;
        k += 1;
    }
    series
}

/// Evaluates p(s)·exp(−s) − 1 at s ≥ 0, given p(s) and the `series` of p(s)·exp(−s).
pub(super) fn times_exp_less_one(p: f64, series: &[f64; TERMS], s: f64) -> f64 {
    if s < REACH {
        s * series.iter().rev().fold(0.0, |sum, c| sum * s + c)
    } else {
        p * (-s).exp() - 1.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn coefficients_are_the_known_ones() {
        // (1 + s) exp(−s) = 1 + Σ −(−1)ᵏ (k − 1)/k! sᵏ
        let series = of_polynomial_times_exp(&[1.0, 1.0]);
        assert_eq!(series[..4], [0.0, -0.5, 1.0 / 3.0, -0.125]);
        // (1 + s + s²/3) exp(−s) = 1 + Σ (−1)ᵏ (k − 1)(k − 3)/(3 k!) sᵏ
        let series = of_polynomial_times_exp(&[1.0, 1.0, 1.0 / 3.0]);
        let expected = [0.0, -1.0 / 6.0, 0.0, 1.0 / 24.0];
        for (c, expected) in series.into_iter().zip(expected) {
            assert!((c - expected).abs() < 1e-16, "{c}");
        }
    }
}
