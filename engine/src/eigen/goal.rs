//! What is wanted of an iteration, and how far from it a basis is.

use nalgebra::DMatrix;

use super::{
    accuracy::{Found, bound_by_totals},
    basis::Basis,
    gemm::{product, view},
    look::Look,
    operator::{Operator, Precision, Ritz},
    orthogonal::random_columns,
};

/// Of a start vector: the norm of what is random beside vectors that are given.
const FRESH: f64 = 0.01;
/// Of the largest |θ|: residual up to which a negative eigenvalue is good to eight digits.
const NEGATIVE: f64 = 1e-4;
/// Of the largest |θ|: a residual that rounding alone explains.
pub(super) const ROUNDING: f64 = 1e-14;
/// By how much more errors may be for eigenvalues that may have been missed.
const MUCH: f64 = 10.0;
/// Of the start's random columns: all others that are drawn have other seeds.
pub(super) const START_SEED: u64 = 0;

/// What is wanted of the iteration.
pub(crate) struct Goal<'a> {
    /// Pairs wanted.
    pub(crate) components: usize,
    /// Largest error of a score column, relative to the first.
    pub(crate) tolerance: f64,
    /// Negative eigenvalues wanted with them, the most negative first, to fewer digits.
    pub(crate) lowest: usize,
    /// Largest error of an eigenvalue, relative to the first.
    pub(crate) eigenvalue_tolerance: f64,
    /// Whether to spend passes on showing that nothing larger was missed.
    pub(crate) prove: bool,
    /// Leading vectors of the operators that led to this one (n × any number each), the latest first.
    pub(crate) before: &'a [DMatrix<f64>],
    /// Give up after this many applications to a block.
    pub(crate) passes: usize,
}

impl Goal<'_> {
    /// Random columns, most of each within the span of those given: what leads to those fastest, and
    /// misses nothing.
    pub(super) fn start_block(&self, op: &impl Operator) -> DMatrix<f64> {
        let (n, count) = (op.dim(), op.block());
        let random = random_columns(n, count, START_SEED);
        let Some(start) = self.before.first() else {
            return random;
        };
        let mixture = random_columns(start.ncols(), count, START_SEED);
        product(view(start), view(&mixture)) + random * (FRESH / (n as f64).sqrt())
    }

    /// How often too large is the error of each pair: those wanted, then the negative ones.
    pub(super) fn errors(&self, ritz: &Ritz, residuals: &DMatrix<f64>) -> Vec<f64> {
        let negative = residuals.column_iter().skip(ritz.values.len());
        let negative = negative.map(|r| r.norm() / (NEGATIVE * ritz.scale()));
        // What is known too little of the rest would have pairs made better that are good already.
        let known: &[f64] = if self.is_proven(ritz) {
            &ritz.rest
        } else {
            &[]
        };
        let wanted = self.errors_of_wanted(ritz, known);
        wanted.into_iter().chain(negative).collect()
    }

    /// How often too large is the error of each wanted pair, by what is known of the rest.
    fn errors_of_wanted(&self, ritz: &Ritz, rest: &[f64]) -> Vec<f64> {
        let found = Found {
            wanted: self.components,
            values: &ritz.values,
            residuals: &ritz.residuals,
            coupling: ritz.coupling,
            rest,
        };
        let (scores, eigenvalues) = (found.score_errors(), found.eigenvalue_errors());
        let both = scores.iter().zip(&eigenvalues);
        both.map(|(s, e)| (s / self.tolerance).max(e / self.eigenvalue_tolerance))
            .collect()
    }

    /// The largest residual of a wanted pair that is not good enough yet.
    pub(super) fn largest_open(&self, ritz: &Ritz, errors: &[f64]) -> f64 {
        let wanted = ritz.residuals.iter().zip(errors).take(self.components);
        let open = wanted.filter(|&(_, &error)| error > 1.0);
        open.fold(0.0, |m, (&residual, _)| m.max(residual))
    }

    /// What the basis is to grow by: the residuals of the pairs that are not good enough, and of
    /// the spare ones, which speed those up; and their Ritz values.
    pub(super) fn directions(
        &self,
        Look {
            ritz,
            residuals,
            errors,
            ..
        }: &Look,
    ) -> (DMatrix<f64>, Vec<f64>) {
        let (leading, wanted) = (ritz.values.len(), self.components.min(ritz.values.len()));
        let floor = ROUNDING * ritz.scale();
        let open: Vec<usize> = (0..residuals.ncols())
            .filter(|&j| match j {
                _ if j < wanted => errors[j] > 1.0,
                _ if j < leading => true,
                _ => errors[wanted + j - leading] > 1.0,
            })
            .filter(|&j| residuals.column(j).norm() > floor)
            .collect();
        let shift = |&j: &usize| match j.checked_sub(leading) {
            None => ritz.values[j],
            Some(negative) => ritz.negative[ritz.negative.len() - 1 - negative],
        };
        let shifts = open.iter().map(shift).collect();
        (residuals.select_columns(&open), shifts)
    }

    /// What every eigenvalue but those wanted and 0, 1, … more is at most, from what is known already.
    pub(super) fn bound_of_the_rest(
        &self,
        op: &impl Operator,
        basis: &Basis,
        ritz: &Ritz,
    ) -> Vec<f64> {
        let Ritz {
            values, residuals, ..
        } = ritz;
        let k = self.components;
        let precision = if basis.is_exact() {
            Precision::Double
        } else {
            Precision::Single
        };
        op.totals(precision).map_or_else(Vec::new, |totals| {
            bound_by_totals(totals, &basis.captured(), values, residuals, k)
        })
    }

    /// Whether no eigenvalue was missed that is larger than the wanted ones, and none so near below that errors are
    /// much larger for it.
    pub(super) fn is_proven(&self, ritz: &Ritz) -> bool {
        let last = self.components.checked_sub(1);
        let Some(last) = last.and_then(|last| ritz.values.get(last)) else {
            return true;
        };
        let highest = last + self.eigenvalue_tolerance * ritz.scale();
        let is_whole = ritz.rest.first().is_some_and(|rest| *rest <= highest);
        is_whole && {
            let presumed = self.errors_of_wanted(ritz, &[]);
            let proven = self.errors_of_wanted(ritz, &ritz.rest);
            let mut both = proven.iter().zip(&presumed);
            both.all(|(proven, presumed)| *proven <= (MUCH * presumed).max(1.0))
        }
    }
}
