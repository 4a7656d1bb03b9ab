//! Goal of an eigenvalue iteration: number of pairs, tolerances and proof wanted. Methods measure the distance of Ritz
//! pairs from the goal, and choose the directions by which the basis grows next.

use nalgebra::DMatrix;

use super::{
    accuracy::{RitzResiduals, bound_by_totals},
    basis::Basis,
    gemm::{product, view},
    look::RitzCheck,
    operator::{Operator, Precision, Ritz},
    orthogonal::random_columns,
};

/// Norm of the random part of a start vector, whose other part combines preceding vectors with standard normal
/// coefficients. It suffices to find eigenvectors outside the span of these vectors, and hardly delays the others.
const FRESH: f64 = 0.01;
/// Residual norm, relative to the largest |θ|, up to which a negative eigenvalue is good to eight digits: its error is
/// of the order of the squared residual (Kato and Temple 1949).
const NEGATIVE: f64 = 1e-4;
/// Residual norm, relative to the largest |θ|, that rounding in double precision alone explains.
pub(super) const ROUNDING: f64 = 1e-14;
/// Largest factor by which the error bounds of proven pairs may grow when eigenvalues that may have been missed are
/// allowed for. A larger factor would pass pairs that are good by their residuals alone; a smaller one would waste
/// passes.
const MUCH: f64 = 10.0;
/// Seed of the random columns of the start block. Random columns drawn later have other seeds: the basis contains the
/// start, so equal columns could not reveal a missed eigenvector.
pub(super) const START_SEED: u64 = 0;

/// Pairs and accuracy that an eigenvalue iteration is to reach.
pub(crate) struct EigenGoal<'a> {
    /// Number k of leading pairs wanted.
    pub(crate) components: usize,
    /// Largest error allowed of a score column, relative to the norm of the first.
    pub(crate) tolerance: f64,
    /// Number of negative eigenvalues wanted in addition, the most negative first, to eight digits.
    pub(crate) lowest: usize,
    /// Largest error allowed of an eigenvalue, relative to the first.
    pub(crate) eigenvalue_tolerance: f64,
    /// True to spend passes on a proof that no larger eigenvalue was missed.
    pub(crate) prove: bool,
    /// Leading eigenvectors of preceding, similar operators, the latest first; each block is n × any number.
    pub(crate) before: &'a [DMatrix<f64>],
    /// Number of passes (applications of the operator to a block) after which the iteration gives up.
    pub(crate) passes: usize,
}

impl EigenGoal<'_> {
    /// Returns the start block (n × [`Operator::block`]): random columns, which lie mostly within the span of the
    /// latest preceding vectors where there are any. A start near these vectors converges fastest, and the random part
    /// keeps it from missing others.
    pub(super) fn start_block(&self, op: &impl Operator) -> DMatrix<f64> {
        let (n, count) = (op.dim(), op.block());
        let random = random_columns(n, count, START_SEED);
        let Some(start) = self.before.first() else {
            return random;
        };
        let mixture = random_columns(start.ncols(), count, START_SEED);
        product(view(start), view(&mixture)) + random * (FRESH / (n as f64).sqrt())
    }

    /// Error of each pair over its tolerance, wanted pairs first, then the negative ones; good when at most 1.
    pub(super) fn errors(&self, ritz: &Ritz, residuals: &DMatrix<f64>) -> Vec<f64> {
        let negative = residuals.column_iter().skip(ritz.values.len());
        let negative = negative.map(|r| r.norm() / (NEGATIVE * ritz.scale()));
        // A loose bound on the other eigenvalues would call for improving pairs that are good already.
        let known: &[f64] = if self.is_proven(ritz) {
            &ritz.bounds_beyond
        } else {
            &[]
        };
        let wanted = self.errors_of_wanted(ritz, &ritz.residuals, ritz.coupling, known);
        wanted.into_iter().chain(negative).collect()
    }

    /// Error of each wanted pair over its tolerance, given residual norms and a coupling (those of the pairs, or those
    /// that rounding alone makes) and upper bounds `bounds_beyond` on the other eigenvalues, as in
    /// [`Ritz::bounds_beyond`].
    fn errors_of_wanted(
        &self,
        ritz: &Ritz,
        residuals: &[f64],
        coupling: f64,
        bounds_beyond: &[f64],
    ) -> Vec<f64> {
        let found = RitzResiduals {
            wanted: self.components,
            values: &ritz.values,
            residuals,
            coupling,
            bounds_beyond,
        };
        let (scores, eigenvalues) = (found.score_errors(), found.eigenvalue_errors());
        let both = scores.iter().zip(&eigenvalues);
        both.map(|(s, e)| (s / self.tolerance).max(e / self.eigenvalue_tolerance))
            .collect()
    }

    /// Largest entry of `sizes` (one per pair) among the wanted pairs with an entry of `errors` above 1; zero without
    /// any.
    pub(super) fn largest_open(&self, sizes: &[f64], errors: &[f64]) -> f64 {
        let wanted = sizes.iter().zip(errors).take(self.components);
        let open = wanted.filter(|&(_, &error)| error > 1.0);
        open.fold(0.0, |m, (&size, _)| m.max(size))
    }

    /// Returns the directions that the basis is to grow by, one per column, and the Ritz value of each. The directions
    /// are residuals of the pairs that are not good enough, and of the spare pairs, which speed convergence.
    pub(super) fn directions(
        &self,
        RitzCheck {
            ritz,
            residuals,
            errors,
            ..
        }: &RitzCheck,
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

    /// Upper bounds on the eigenvalues not wanted, from the operator's trace and norm: entry j bounds all but the
    /// wanted ones and the j largest others. Empty where the operator does not know its trace and norm.
    ///
    /// In single precision the Ritz values are those of a perturbed operator, and so are bounds that follow from them.
    /// The eigenvalues of that operator may be lower by as much as the norm of the perturbation (Weyl), which is
    /// therefore added.
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
        let perturbation = op.rounding(precision);
        op.totals(precision).map_or_else(Vec::new, |totals| {
            let bounds = bound_by_totals(totals, &basis.captured(), values, residuals, k);
            bounds.iter().map(|bound| bound + perturbation).collect()
        })
    }

    /// Returns true where the bounds `ritz.bounds_beyond` prove that no eigenvalue larger than the wanted ones was
    /// missed, and none so close below them that error bounds would grow by more than [`MUCH`], or that the error by
    /// rounding of the operator would exceed the tolerance.
    pub(super) fn is_proven(&self, ritz: &Ritz) -> bool {
        self.is_proven_by(ritz, &ritz.bounds_beyond)
    }

    /// Returns true where the bounds `bounds_beyond` would prove what [`is_proven`](Self::is_proven) requires of
    /// [`Ritz::bounds_beyond`].
    pub(super) fn is_proven_by(&self, ritz: &Ritz, bounds_beyond: &[f64]) -> bool {
        let last = self.components.checked_sub(1);
        let Some(last) = last.and_then(|last| ritz.values.get(last)) else {
            return true;
        };
        let highest = last + self.eigenvalue_tolerance * ritz.scale();
        let is_whole = bounds_beyond.first().is_some_and(|bound| *bound <= highest);
        let all = |residuals: &[f64], coupling: f64, is_good: fn(f64, f64) -> bool| {
            let presumed = self.errors_of_wanted(ritz, residuals, coupling, &[]);
            let proven = self.errors_of_wanted(ritz, residuals, coupling, bounds_beyond);
            let mut both = proven.into_iter().zip(presumed);
            both.all(|(proven, presumed)| proven <= 1.0 || is_good(proven, presumed))
        };
        let rounding = vec![ritz.uncertainty; ritz.residuals.len()];
        is_whole
            && all(&ritz.residuals, ritz.coupling, |proven, presumed| {
                proven <= MUCH * presumed
            })
            && all(&rounding, ritz.uncertainty, |_, presumed| presumed > 1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eigen::krylov::tests::goal;

    /// Two pairs with residuals of zero. The second lies only 10⁻⁴ above the bound on the other eigenvalues, though the
    /// next Ritz value is far below.
    #[test]
    fn a_proof_leaves_room_for_the_rounding_of_the_operator() {
        let ritz = |uncertainty| Ritz {
            values: vec![1.0, 0.5, 0.4],
            vectors: DMatrix::zeros(0, 0),
            residuals: vec![0.0; 3],
            coupling: 0.0,
            uncertainty,
            negative: Vec::new(),
            bounds_beyond: vec![0.5 - 1e-4, 0.4],
            converged: true,
            exact: true,
        };
        assert!(goal(2).is_proven(&ritz(1e-13)));
        assert!(!goal(2).is_proven(&ritz(1e-11)));
        // No proof helps where the next alone is too near for it.
        assert!(goal(2).is_proven(&ritz(1e-8)));
    }
}
