//! Eigenvalues that their error bounds cannot tell apart, which therefore do not determine their axes.

use std::ops::Range;

/// Bound on the error that a decomposition in double precision adds to a singular value, in units of ε‖X‖_F: no two of
/// ours differ by as much on 2,000 tables (see the test of [`svd`](super::svd)).
pub(super) const DECOMPOSITION: f64 = 16.0;
/// Factor by which an eigenvalue may exceed the square of the error of a singular value and still be made by
/// rounding of zero. It is the square of twice the error.
const ZERO: f64 = 4.0;

/// Runs of neighbours among the first `k` eigenvalues (descending) that their errors cannot tell apart: closer than
/// the bounds of both together. A run that goes on past those `k` ends with the next, at k + 1. Values up to `noise`
/// are no run: their scores are zero whatever the axes.
pub(crate) fn equal_runs(
    descending: &[f64],
    errors: &[f64],
    k: usize,
    noise: f64,
) -> Vec<Range<usize>> {
    // A value without a bound of its own is known as well as the last that has one.
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

/// Bound from which the errors of the eigenvalues σ² of `XXᵀ` follow, where X itself is decomposed and nothing
/// is squared.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct FactorErrors {
    /// Upper bound on the error of each singular value σ.
    singular: f64,
}

impl FactorErrors {
    /// Bounds errors for a matrix with this Frobenius norm before it was centred, each entry of which is
    /// rounded to `digits`·ε. A matrix E moves no singular value by more than ‖E‖ (Weyl 1912).
    pub(crate) fn of_rounding(norm: f64, digits: f64) -> Self {
        Self {
            singular: (digits + DECOMPOSITION) * f64::EPSILON * norm,
        }
    }

    /// Upper bound on the error of each eigenvalue, |σ² − σ̂²| ≤ δ(2σ̂ + δ).
    pub(crate) fn of(self, eigenvalues: &[f64]) -> Vec<f64> {
        let root = |λ: &f64| λ.max(0.0).sqrt();
        let δ = self.singular;
        eigenvalues
            .iter()
            .map(|λ| δ * (2.0 * root(λ) + δ))
            .collect()
    }

    /// Largest eigenvalue that may be zero but for rounding.
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
        // Runs go on past the values kept, and end with the next.
        assert_eq!(runs(1e-7, 4), [0..2, 3..5]);
        assert_eq!(runs(1e-7, 3), [0..2]);
        assert_eq!(runs(1e-7, 1), [0..2]);
        assert_eq!(equal_runs(&values, &[0.0; 8], 8, 1.5), [0..0; 0]);
        // Each by its own bound.
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
