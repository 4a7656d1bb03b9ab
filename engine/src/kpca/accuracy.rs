//! How good a fit is: one value, from which comes all that is said about it.

use std::ops::Range;

use super::{Bytes, Tier, solution::SolverPairs};
use crate::eigen::{
    accuracy::{RitzResiduals, UNDETERMINED},
    equal::equal_runs,
};

/// Largest bound of an eigenvalue, relative to the first, with which scores have one too.
const KNOWN: f64 = 0.1;

/// How good a fit is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Accuracy {
    /// Largest ‖K̃v − λv‖ over the components, relative to the largest |λ|.
    pub residual: f64,
    /// How far an eigenvalue may be off, relative to the largest |λ|, where a bound is known: by its
    /// residual, by one that was missed, and by the rounding of the kernel's values.
    pub eigenvalue_bound: Option<f64>,
    /// How far a column of scores may be off, in norm, relative to the first, likewise.
    pub score_bound: Option<f64>,
    /// Why the tier's accuracy is not certain; `None` where it is certified.
    pub doubt: Option<Doubt>,
}

/// Why the tier's accuracy is not certain.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Doubt {
    /// It was not shown, or not looked for.
    Unproven,
    /// The kernel's values are rounded: relative to the largest eigenvalue, by this much.
    Rounding(f64),
    /// All eigenvalues are as small as what rounding does to the kernel's values.
    AllRounding,
    /// There was no room for more; with this many bytes there is.
    Memory { needed: Bytes },
}

impl Accuracy {
    /// Whether the tier's accuracy was reached and nothing larger missed: shown by the trace or the
    /// Frobenius norm left over, by a pivoted Cholesky factor, by the inertia of the matrix, or by what
    /// it makes of random columns, which leaves a chance of 10⁻⁶.
    #[must_use]
    pub fn is_certified(&self) -> bool {
        self.doubt.is_none()
    }

    /// Of the first k pairs of a matrix that rounding puts off by `rounding`, and in which eigenvalues
    /// up to `noise` are no more than that.
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
        } else if let Some(needed) = pairs.needed {
            Some(Doubt::Memory {
                needed: Bytes(needed),
            })
        } else if is_good(pairs.bounds(k, scale, 0.0)) {
            Some(Doubt::Rounding(rounding / scale))
        } else {
            Some(Doubt::Unproven)
        };
        Self {
            residual,
            eigenvalue_bound: eigenvalues.is_finite().then_some(eigenvalues),
            // Of the size of the first column, to which scores are relative, nothing is known where its eigenvalue is
            // not. What mixes neighbours that are told apart stays within the tier's accuracy.
            score_bound: (scores.is_finite() && eigenvalues < KNOWN)
                .then(|| scores.max(pairs.mixing(k, tier, rounding))),
            doubt,
        }
    }
}

impl SolverPairs {
    /// Largest |λ| known.
    pub(super) fn scale(&self) -> f64 {
        let known = self.values.iter().chain(&self.negative);
        known.fold(0.0, |m, v| m.max(v.abs()))
    }

    /// Runs of components whose axes are not determined: their eigenvalues are closer than the bounds of their errors,
    /// or than those bounds let the tier's accuracy of scores be kept; see [`KernelPca::undetermined`].
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

    /// Bounds on the errors of the first k eigenvalues, absolute, and on how far a unit vector is from being an
    /// eigenvector, of the matrix that is not rounded.
    fn value_errors(&self, k: usize, rounding: f64) -> Vec<f64> {
        if self.errors.is_empty() {
            let residuals = self.residuals.iter().take(k);
            residuals.map(|residual| residual + rounding).collect()
        } else {
            self.errors.iter().take(k).copied().collect()
        }
    }

    /// Errors of the first k columns of scores by what mixes them with a neighbour that is nearer than
    /// [`UNDETERMINED`] and yet told apart, relative to the first.
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

    /// The pairs as they were found, with what is known of the `rest`.
    fn computed(&self, k: usize) -> RitzResiduals<'_> {
        RitzResiduals {
            wanted: k,
            values: &self.values,
            residuals: &self.residuals,
            coupling: self.coupling,
            rest: &self.rest,
        }
    }

    /// How far the first k eigenvalues and columns of scores may be off, one that was missed included;
    /// relative to the largest.
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

/// Infinite where one is not a number.
fn largest(errors: &[f64]) -> f64 {
    let errors = errors.iter().copied();
    errors.fold(
        0.0,
        |m, e| if e.is_nan() { f64::INFINITY } else { m.max(e) },
    )
}
