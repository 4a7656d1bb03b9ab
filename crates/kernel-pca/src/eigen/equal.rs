//! Groups of eigenvalues that their error bounds cannot tell apart; the axes within a group are arbitrary. Bounds come
//! from Weyl's inequality (1912) for singular values.

use std::ops::Range;

/// Error that a decomposition of X in double precision adds to a singular value, at most, in units of ε‖X‖_F. Measured:
/// two different algorithms differ by less on each of the 2,000 tables in the test of [`svd`](super::svd).
pub(super) const DECOMPOSITION: f64 = 16.0;
/// Largest eigenvalue that rounding may make of zero, in units of δ², where δ bounds the error of a singular value:
/// (2δ)² = 4δ², a factor of two to spare.
const ZERO: f64 = 4.0;

/// Returns runs (index ranges) of neighbours among the first `k` eigenvalues (descending) that differ by no more than
/// the sum of their two error bounds. A run that goes on past the first `k` ends at k + 1. Eigenvalues up to `noise`
/// form no run, since their scores are zero whatever their axes.
pub(crate) fn equal_runs(
    descending: &[f64],
    errors: &[f64],
    k: usize,
    noise: f64,
) -> Vec<Range<usize>> {
    // An eigenvalue without a bound of its own takes the last bound.
    let error = |i: usize| errors.get(i).or(errors.last()).copied().unwrap_or(0.0);
    let mut runs: Vec<Range<usize>> = Vec::new();
    for (i, pair) in descending.windows(2).enumerate().take(k) {
        if pair[0] <= noise || pair[0] - pair[1] > error(i) + error(i + 1) {
            continue;
        }
        match runs.last_mut() {
            Some(run) if run.end > i => run.end = i + 2,
            _ => runs.push(i..i + 2),
        }
    }
    runs
}

/// Error bound of the singular values σ of X, from which bounds on the eigenvalues σ² of `XXᵀ` follow. X itself is
/// decomposed, so that no digits are lost to squaring.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct FactorErrors {
    /// Upper bound on the error of each singular value σ.
    singular: f64,
}

impl FactorErrors {
    /// Bounds the errors for a matrix with this Frobenius norm before centring, whose entries have a relative rounding
    /// error of `digits`·ε. Adding a matrix E moves no singular value by more than ‖E‖ (Weyl 1912).
    pub(crate) fn of_rounding(norm: f64, digits: f64) -> Self {
        Self {
            singular: (digits + DECOMPOSITION) * f64::EPSILON * norm,
        }
    }

    /// Upper bound δ(2σ̂ + δ) on the error |σ² − σ̂²| of each eigenvalue σ̂², where δ bounds the error of σ̂.
    pub(crate) fn of(self, eigenvalues: &[f64]) -> Vec<f64> {
        let root = |λ: &f64| λ.max(0.0).sqrt();
        let δ = self.singular;
        eigenvalues
            .iter()
            .map(|λ| δ * (2.0 * root(λ) + δ))
            .collect()
    }

    /// Largest eigenvalue that rounding may have made of zero.
    pub(crate) fn noise(self) -> f64 {
        ZERO * self.singular * self.singular
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_are_what_errors_cannot_tell_apart() {
        let values = [3.0, 3.0 - 1e-7, 2.0, 1.0, 1.0, 1.0, 0.0, 0.0];
        let runs = |error: f64, k| equal_runs(&values, &vec![error; k], k, 0.0);
        assert_eq!(runs(1e-7, 8), [0..2, 3..6]);
        assert_eq!(runs(1e-8, 8), [3..6]);
        // A run goes on past the first k values, and ends with the next.
        assert_eq!(runs(1e-7, 4), [0..2, 3..5]);
        assert_eq!(runs(1e-7, 3), [0..2]);
        assert_eq!(runs(1e-7, 1), [0..2]);
        assert_eq!(equal_runs(&values, &[0.0; 8], 8, 1.5), [0..0; 0]);
        // Each value has a bound of its own.
        assert_eq!(
            equal_runs(&[10.0, 9.0, 1.0, 0.5], &[1.0, 0.5, 0.1, 0.1], 4, 0.0),
            [0..2]
        );
    }

    #[test]
    fn errors_of_squares_shrink_with_the_value() {
        let errors = FactorErrors::of_rounding(1e8, 1.0);
        let [large, small] = errors.of(&[1e16, 1.0])[..] else {
            panic!("two values have two errors");
        };
        assert!(large > 1.0 && small < 1e-6);
        assert!(errors.noise() < 1e-12);
    }
}
