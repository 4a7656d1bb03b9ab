//! Accuracy of a fit: residuals, bounds on errors and doubts, from which every statement about its accuracy is derived.

use std::ops::Range;

use super::{
    Bytes, Tier,
    solution::{MatrixFacts, Solution},
};
use crate::eigen::{
    accuracy::{RitzResiduals, UNDETERMINED},
    equal::equal_runs,
};

/// Bound on the error of an eigenvalue, relative to the largest |λ|, from which on no bound on scores is given: such a
/// bound is relative to the first column, whose size is then hardly known.
const KNOWN: f64 = 0.1;

/// Accuracy of a fit: its largest residual, bounds on errors, and a reason for doubt.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Accuracy {
    /// Largest ‖K̃v − λv‖ over the components, relative to the largest |λ|.
    pub residual: f64,
    /// Upper bound on the error of an eigenvalue, relative to the largest |λ|: by its residual, by an eigenvalue that
    /// may have been missed, and by rounding of the kernel's values. `None` where no bound is known.
    pub eigenvalue_bound: Option<f64>,
    /// Upper bound on the error of a column of scores, in norm, relative to the first column, by the same causes as
    /// `eigenvalue_bound`. `None` where no bound is known.
    pub score_bound: Option<f64>,
    /// Reason for which the accuracy of the tier is not certain; `None` where it is certified.
    pub doubt: Option<Doubt>,
}

/// Reason for which the accuracy of a tier is not certain.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Doubt {
    /// The accuracy was not proven, or no proof was tried.
    Unproven,
    /// Rounding of the kernel's values limits the accuracy to this error, relative to the largest eigenvalue.
    Rounding(f64),
    /// Rounding of the kernel's values alone explains all eigenvalues.
    AllRounding,
    /// Memory limited the accuracy; a budget of `needed` bytes allows a better answer.
    Memory { needed: Bytes },
    /// The matrix is approximated from `count` landmarks. `needed` is the memory with which all its values would be
    /// used; `None` where landmarks were asked for by name, and in a preview.
    Landmarks { count: usize, needed: Option<Bytes> },
}

impl Accuracy {
    /// Returns whether the accuracy of the tier is proven, and that no larger eigenvalue was missed: by the trace or
    /// the Frobenius norm left over, by a pivoted Cholesky factor, by the inertia of the matrix, or by its products
    /// with random columns, a proof that fails with a probability of 10⁻⁶.
    #[must_use]
    pub fn is_certified(&self) -> bool {
        self.doubt.is_none()
    }

    /// Derives the accuracy of the first k pairs by the measure of a tier.
    pub(super) fn of(pairs: &Solution, k: usize, tier: Tier) -> Self {
        let &MatrixFacts {
            noise, rounding, ..
        } = &pairs.matrix;
        let scale = pairs.scale();
        let residuals = pairs.residuals.iter().take(k);
        let residual = residuals.copied().fold(0.0, f64::max);
        let residual = if scale > 0.0 { residual / scale } else { 0.0 };
        if scale <= noise
            && pairs
                .bounds_beyond
                .first()
                .is_some_and(|bound| *bound <= noise)
        {
            return Self {
                residual,
                eigenvalue_bound: (noise == 0.0).then_some(0.0),
                score_bound: (noise == 0.0).then_some(0.0),
                doubt: (noise > 0.0).then_some(Doubt::AllRounding),
            };
        }
        // Values up to the noise are set to zero, which is an error of their size.
        let dropped = pairs.values.iter().take(k).map(|value| value.abs());
        let dropped = dropped.filter(|&value| value <= noise).fold(0.0, f64::max);
        let rounding = rounding + dropped;
        let [eigenvalues, scores] = pairs.bounds(k, scale, rounding);
        let is_good = |[eigenvalues, scores]: [f64; 2]| {
            eigenvalues <= tier.eigenvalue_tolerance() && scores <= tier.score_tolerance()
        };
        let doubt = if is_good([eigenvalues, scores]) {
            None
        } else if let Some(doubt) = pairs.doubt {
            Some(doubt)
        } else if is_good(pairs.bounds(k, scale, 0.0)) {
            Some(Doubt::Rounding(rounding / scale))
        } else {
            Some(Doubt::Unproven)
        };
        Self {
            residual,
            eigenvalue_bound: eigenvalues.is_finite().then_some(eigenvalues),
            // Scores are relative to the first column, whose size is unknown where its eigenvalue is unknown. Mixing of
            // neighbours that are told apart stays within the accuracy of the tier.
            score_bound: (scores.is_finite() && eigenvalues < KNOWN)
                .then(|| scores.max(pairs.mixing(k, tier, rounding))),
            doubt,
        }
    }
}

impl Solution {
    /// Largest |λ| of the leading and the negative eigenvalues.
    pub(super) fn scale(&self) -> f64 {
        let known = self.values.iter().chain(&self.negative);
        known.fold(0.0, |m, v| m.max(v.abs()))
    }

    /// Runs (index ranges) of components whose axes are not determined: their eigenvalues are closer than their error
    /// bounds, or too close for the accuracy of scores that the tier asks for; see [`KernelPca::undetermined`].
    ///
    /// [`KernelPca::undetermined`]: super::KernelPca::undetermined
    pub(super) fn undetermined(&self, k: usize, tier: Tier, rounding: f64) -> Vec<Range<usize>> {
        let scale = self.scale();
        // A loose bound says nothing about equality, so bounds are capped.
        let most = 0.5 * UNDETERMINED * scale;
        let errors = self.value_errors(k, rounding);
        let needed = |(error, value): (&f64, &f64)| {
            let size = (value.max(0.0) / scale).sqrt();
            (error * (size / tier.mixing_tolerance()).max(1.0)).min(most)
        };
        let needed: Vec<f64> = errors.iter().zip(&self.values).map(needed).collect();
        equal_runs(&self.values, &needed, k, 0.0)
    }

    /// Upper bounds on the errors of the first k eigenvalues, in the kernel's unit, by residuals and rounding.
    fn value_errors(&self, k: usize, rounding: f64) -> Vec<f64> {
        if self.errors.is_empty() {
            let residuals = self.residuals.iter().take(k);
            residuals.map(|residual| residual + rounding).collect()
        } else {
            self.errors.iter().take(k).copied().collect()
        }
    }

    /// Largest error of the first k columns of scores, relative to the first, by mixing with a neighbour whose
    /// eigenvalue is nearer than [`UNDETERMINED`] and yet told apart.
    fn mixing(&self, k: usize, tier: Tier, rounding: f64) -> f64 {
        let scale = self.scale();
        let (errors, runs) = (
            self.value_errors(k, rounding),
            self.undetermined(k, tier, rounding),
        );
        let neighbours = self.values.windows(2).zip(&errors).enumerate();
        let mixed = neighbours.map(|(i, (pair, error))| {
            let gap = pair[0] - pair[1];
            let told_apart = !runs.iter().any(|run| run.contains(&i) && i + 1 < run.end);
            if told_apart && pair[0] > 0.0 && gap <= UNDETERMINED * scale {
                (pair[0] / scale).sqrt() * 2.0 * error / gap
            } else {
                0.0
            }
        });
        mixed.fold(0.0, f64::max)
    }

    /// Upper bounds on the error of the first k eigenvalues, relative to `scale`, and on that of the first k columns of
    /// scores, relative to the first column. Both allow for pairs that may have been missed.
    fn bounds(&self, k: usize, scale: f64, rounding: f64) -> [f64; 2] {
        let Some(last) = k.checked_sub(1) else {
            return [0.0; 2];
        };
        let Some(last) = self.values.get(last) else {
            return [f64::INFINITY; 2];
        };
        let rounded =
            |values: &[f64]| -> Vec<f64> { values.iter().map(|v| v + rounding).collect() };
        let (residuals, bounds_beyond) = (rounded(&self.residuals), rounded(&self.bounds_beyond));
        let computed = RitzResiduals {
            wanted: k,
            values: &self.values,
            residuals: &self.residuals,
            coupling: self.coupling,
            bounds_beyond: &bounds_beyond,
        };
        let exact = RitzResiduals {
            residuals: &residuals,
            coupling: self.coupling + rounding,
            ..computed
        };
        // Where the coupling is unknown, errors are bounded by residuals, which include it.
        let coupling = if self.coupling.is_finite() {
            self.coupling
        } else {
            0.0
        };
        let found = largest(&computed.eigenvalue_errors()) + (coupling + rounding) / scale;
        let missed = bounds_beyond
            .first()
            .map_or(f64::INFINITY, |bound| (bound - last) / scale);
        let errors = if self.coupling.is_finite() {
            // What was missed moves the values (Weyl), and residuals couple it to them.
            found + largest(&[missed])
        } else {
            largest(&[found, missed])
        };
        [errors, largest(&exact.score_errors())]
    }
}

/// Largest of the errors; infinite where an error is not a number.
fn largest(errors: &[f64]) -> f64 {
    let errors = errors.iter().copied();
    errors.fold(
        0.0,
        |m, e| if e.is_nan() { f64::INFINITY } else { m.max(e) },
    )
}
