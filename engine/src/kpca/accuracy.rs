//! Accuracy of a fit as one value, from which everything said about it follows.

use std::ops::Range;

use super::{Bytes, Tier, solution::SolverPairs};
use crate::eigen::{
    accuracy::{RitzResiduals, UNDETERMINED},
    equal::equal_runs,
};

/// Largest bound on the error of an eigenvalue, relative to the first, with which bounds on scores are given:
/// they are relative to the first column, whose size is unknown where its eigenvalue is.
const KNOWN: f64 = 0.1;

/// Accuracy of a fit: residuals, bounds on errors, and doubts.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Accuracy {
    /// Largest ‖K̃v − λv‖ over the components, relative to the largest |λ|.
    pub residual: f64,
    /// Upper bound on the error of an eigenvalue, relative to the largest |λ|: by its residual, by an
    /// eigenvalue that was missed, and by rounding of the kernel's values. `None` where none is known.
    pub eigenvalue_bound: Option<f64>,
    /// Upper bound on the error of a column of scores, in norm, relative to the first column, by the same
    /// causes as `eigenvalue_bound`. `None` where none is known.
    pub score_bound: Option<f64>,
    /// Reason for which the tier's accuracy is not certain; `None` where it is certified.
    pub doubt: Option<Doubt>,
}

/// Reason for which the tier's accuracy is not certain.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Doubt {
    /// The accuracy was not proven, or no proof was looked for.
    Unproven,
    /// Rounding of the kernel's values limits the accuracy to this error, relative to the largest eigenvalue.
    Rounding(f64),
    /// Rounding of the kernel's values alone explains all eigenvalues.
    AllRounding,
    /// Memory limited the accuracy; with this many bytes a better answer can be had.
    Memory { needed: Bytes },
    /// The matrix is approximated from so many landmarks; with `needed` bytes all its values are had, where those are
    /// what it lacked.
    Landmarks { count: usize, needed: Option<Bytes> },
}

impl Accuracy {
    /// Returns whether the tier's accuracy was reached and no larger eigenvalue missed: proven by the trace or
    /// the Frobenius norm left over, by a pivoted Cholesky factor, by the inertia of the matrix, or by its
    /// products with random columns, which fail with a probability of 10⁻⁶.
    #[must_use]
    pub fn is_certified(&self) -> bool {
        self.doubt.is_none()
    }

    /// Accuracy of the first k pairs of a matrix that rounding perturbs by a norm of up to `rounding`, and in
    /// which eigenvalues up to `noise` may be rounding alone.
    pub(super) fn of(pairs: &SolverPairs, k: usize, tier: Tier, noise: f64, rounding: f64) -> Self {
        let scale = pairs.scale();
        let residuals = pairs.residuals.iter().take(k);
        let residual = residuals.copied().fold(0.0, f64::max);
        let residual = if scale > 0.0 { residual / scale } else { 0.0 };
        if scale <= noise && pairs.rest.first().is_some_and(|rest| *rest <= noise) {
            return Self {
                residual,
                eigenvalue_bound: (noise == 0.0).then_some(0.0),
                score_bound: (noise == 0.0).then_some(0.0),
                doubt: (noise > 0.0).then_some(Doubt::AllRounding),
            };
        }
        // Values as small as the noise are said to be zero.
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
            // Scores are relative to the first column, whose size is unknown where its eigenvalue is. Mixing of
            // neighbours that are told apart stays within the tier's accuracy.
            score_bound: (scores.is_finite() && eigenvalues < KNOWN)
                .then(|| scores.max(pairs.mixing(k, tier, rounding))),
            doubt,
        }
    }
}

impl SolverPairs {
    /// Largest |λ| known, of leading and negative eigenvalues.
    pub(super) fn scale(&self) -> f64 {
        let known = self.values.iter().chain(&self.negative);
        known.fold(0.0, |m, v| m.max(v.abs()))
    }

    /// Runs of components whose axes are not determined: their eigenvalues are closer than the bounds of their
    /// errors, or too close for the tier's accuracy of scores; see [`KernelPca::undetermined`].
    ///
    /// [`KernelPca::undetermined`]: super::KernelPca::undetermined
    pub(super) fn undetermined(&self, k: usize, tier: Tier, rounding: f64) -> Vec<Range<usize>> {
        let scale = self.scale();
        // Where a bound is not good, it does not tell what is equal.
        let most = 0.5 * UNDETERMINED * scale;
        let errors = self.value_errors(k, rounding);
        let needed = |(error, value): (&f64, &f64)| {
            let size = (value.max(0.0) / scale).sqrt();
            (error * (size / tier.mixing_tolerance()).max(1.0)).min(most)
        };
        let needed: Vec<f64> = errors.iter().zip(&self.values).map(needed).collect();
        equal_runs(&self.values, &needed, k, 0.0)
    }

    /// Upper bounds on the errors of the first k eigenvalues, in the matrix's unit, with rounding allowed for.
    fn value_errors(&self, k: usize, rounding: f64) -> Vec<f64> {
        if self.errors.is_empty() {
            let residuals = self.residuals.iter().take(k);
            residuals.map(|residual| residual + rounding).collect()
        } else {
            self.errors.iter().take(k).copied().collect()
        }
    }

    /// Largest error of the first k columns of scores, relative to the first, by mixing with a neighbour that
    /// is nearer than [`UNDETERMINED`] and yet told apart.
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

    /// Computed pairs and bounds on the `rest`, for the k that are wanted.
    fn computed(&self, k: usize) -> RitzResiduals<'_> {
        RitzResiduals {
            wanted: k,
            values: &self.values,
            residuals: &self.residuals,
            coupling: self.coupling,
            rest: &self.rest,
        }
    }

    /// Upper bounds on the errors of the first k eigenvalues and of the first k columns of scores, each
    /// relative to the largest, with pairs that may have been missed allowed for.
    fn bounds(&self, k: usize, scale: f64, rounding: f64) -> [f64; 2] {
        let Some(last) = k.checked_sub(1) else {
            return [0.0; 2];
        };
        let Some(last) = self.values.get(last) else {
            return [f64::INFINITY; 2];
        };
        let rounded =
            |values: &[f64]| -> Vec<f64> { values.iter().map(|v| v + rounding).collect() };
        let (residuals, rest) = (rounded(&self.residuals), rounded(&self.rest));
        let computed = RitzResiduals {
            rest: &rest,
            ..self.computed(k)
        };
        let exact = RitzResiduals {
            residuals: &residuals,
            coupling: self.coupling + rounding,
            ..computed
        };
        // Where only the residual bounds an error it is all of it.
        let coupling = if self.coupling.is_finite() {
            self.coupling
        } else {
            0.0
        };
        let found = largest(&computed.eigenvalue_errors()) + (coupling + rounding) / scale;
        let missed = rest
            .first()
            .map_or(f64::INFINITY, |rest| (rest - last) / scale);
        [largest(&[found, missed]), largest(&exact.score_errors())]
    }
}

/// Largest of the errors; infinite where one is not a number.
fn largest(errors: &[f64]) -> f64 {
    let errors = errors.iter().copied();
    errors.fold(
        0.0,
        |m, e| if e.is_nan() { f64::INFINITY } else { m.max(e) },
    )
}
