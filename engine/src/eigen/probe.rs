//! Bound on the eigenvalues that may have been missed, by a polynomial of the operator applied to random
//! columns.

use nalgebra::DMatrix;

use super::{
    Failure,
    accuracy::{bounds_of_the_rest, lower},
    basis::Basis,
    gemm::view,
    goal::EigenGoal,
    operator::{Operator, Precision, Ritz},
    orthogonal::{project_out, random_columns},
};

/// Number of random columns that probe for missed eigenvectors, and the magnitude that all of as many standard
/// normal draws stay below with probability 10⁻⁶: erf(x/√2)⁸ = 10⁻⁶.
const MANY: (usize, f64) = (8, 0.2247);
/// Number of random columns and magnitude as in [`MANY`], for operators that take their time for each column:
/// erf(x/√2)⁴ = 10⁻⁶. Half as many columns take a degree higher by a fourth.
const FEW: (usize, f64) = (4, 0.0396);
/// Largest degree of the Chebyshev polynomial in the operator that is applied to the random columns. Each
/// degree takes a pass over the matrix, and sharpens the bound.
const DEGREE: u32 = 24;
/// Norm of a column past which it is scaled down, so that single precision has room for it.
const GROWN: f64 = 1e6;
/// Share of the coupling allowed that makes no difference to a bound. More would let vectors count that are
/// hardly converged.
const HARDLY: f64 = 0.05;

impl EigenGoal<'_> {
    /// Bounds the eigenvalues outside of a subspace by applying a polynomial of the operator to random columns
    /// there, and returns the resulting columns: an eigenvector that was missed stands out in them.
    ///
    /// Let Z be the operator on the complement, λ its largest eigenvalue, u the unit eigenvector,
    /// g a column of normal numbers, and p the Chebyshev polynomial of some degree that is at most
    /// one in modulus where the rest of the spectrum is thought to be. Then p(λ) |u·g| ≤ ‖p(Z)g‖,
    /// and u·g is normal (Dixon 1983, there for powers). That holds for columns that have nothing to do
    /// with what led to the subspace, and so the seed is to be a new one for each probing.
    pub(super) fn probe(
        &self,
        op: &mut impl Operator,
        basis: &mut Basis,
        ritz: &mut Ritz,
        precision: Precision,
        seed: u64,
    ) -> Result<DMatrix<f64>, Failure> {
        let scale = ritz.scale();
        let (wide, ..) = basis.rayleigh_ritz(2 * ritz.values.len(), 0, 0.0)?;
        let (m, coupling) = self.best_split(&wide, scale);
        let top = wide.values.get(m).copied().unwrap_or(0.0);
        let top = top.max(0.5 * self.eigenvalue_tolerance * scale);
        // Few but good vectors make for a sharp bound, but all of them are needed where the negative
        // part of the spectrum has to be kept out too.
        let (subspace, coupling_squared, bottom) = if ritz.negative.is_empty() {
            (view(&wide.vectors).subcols(0, m), coupling, 0.0)
        } else {
            (basis.v(), basis.coupling_squared(), -top)
        };
        // Rounding puts off what couples them too.
        let rounding = op.rounding(precision);
        let coupling_squared = (coupling_squared.sqrt() + rounding).powi(2);
        let (center, radius) = (0.5 * (top + bottom), 0.5 * (top - bottom));
        let (count, shadow) = if op.block() < MANY.0 { FEW } else { MANY };
        let mut before = random_columns(op.dim(), count, seed);
        let null = op.null();
        project_out(subspace, null, &mut before);
        let scaled = |op: &mut _, x: &DMatrix<f64>, factor: f64| -> Result<_, Failure> {
            let mut image = Operator::apply(op, x, precision)?;
            image.zip_apply(x, |image, x| *image -= center * x);
            project_out(subspace, null, &mut image);
            image *= factor / radius;
            Ok(image)
        };
        let mut probes = scaled(op, &before, 1.0)?;
        let mut unit = 1.0;
        for degree in 2..=DEGREE {
            let next = scaled(op, &probes, 2.0)? - before;
            before = std::mem::replace(&mut probes, next);
            let norms = probes.column_iter().map(|column| column.norm());
            // Not a number is no proof.
            let norms = norms.map(|norm| if norm.is_nan() { f64::INFINITY } else { norm });
            let largest = norms.fold(0.0, f64::max);
            let argument = ((unit * largest / shadow).max(1.0).acosh() / f64::from(degree)).cosh();
            let outside = center + radius * argument + rounding;
            let others = ritz.values.get(self.components..).unwrap_or_default();
            let rest = bounds_of_the_rest(others, outside, coupling_squared);
            lower(&mut ritz.rest, &rest);
            if self.is_proven(ritz) {
                break;
            }
            // A missed eigenvector would grow past the range of single precision.
            if largest > GROWN {
                before /= largest;
                probes /= largest;
                unit *= largest;
            }
        }
        Ok(probes)
    }

    /// Chooses the number of Ritz vectors to leave out of a probe such that a polynomial of low degree
    /// suffices; also returns the squared coupling of those beyond the wanted to the rest.
    ///
    /// Leaving out more moves the spectrum that is probed further below what is wanted, θ, but the
    /// more they are coupled to the rest by their residuals c, the smaller must that be shown to be:
    /// (θ − θₖ₊₁)(θ − outside) ≥ c².
    fn best_split(&self, ritz: &Ritz, scale: f64) -> (usize, f64) {
        let Ritz {
            values, residuals, ..
        } = ritz;
        let k = self.components.min(values.len());
        let last = k.checked_sub(1).map_or(0.0, |last| values[last]);
        let wanted = last + self.eigenvalue_tolerance * scale;
        let gap = wanted - values.get(k).copied().unwrap_or(0.0);
        let mut best = (k, 0.0);
        let (mut coupling, mut largest) = (0.0, 0.0);
        for m in k..values.len() {
            // Leaving out a vector that is hardly converged does not keep out the eigenvectors that it hides.
            if coupling > HARDLY * gap * wanted {
                break;
            }
            let allowed = (wanted - coupling / gap) / values[m].max(f64::MIN_POSITIVE);
            if allowed > largest {
                largest = allowed;
                best = (m, coupling);
            }
            coupling += residuals[m] * residuals[m];
        }
        best
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eigen::krylov::tests::{goal, with_spectrum};

    fn ritz(values: &[f64], residuals: &[f64]) -> Ritz {
        Ritz {
            values: values.to_vec(),
            vectors: DMatrix::zeros(0, 0),
            residuals: residuals.to_vec(),
            coupling: 0.0,
            negative: Vec::new(),
            rest: Vec::new(),
            converged: true,
            exact: true,
            uncertainty: 0.0,
        }
    }

    #[test]
    fn what_was_missed_grows_out_of_proportion_and_not_out_of_range() {
        let mut values: Vec<f64> = (0..100).map(|i| 1e-3 / f64::from(i + 1)).collect();
        values[0] = 1.0;
        let mut op = with_spectrum(&values);
        let exact = op.0.clone().symmetric_eigen();
        let mut order: Vec<usize> = (0..101).collect();
        order.sort_by(|&i, &j| exact.eigenvalues[j].total_cmp(&exact.eigenvalues[i]));
        let others = exact.eigenvectors.select_columns(&order[1..12]);
        let mut basis = Basis::new(101, 11);
        basis.expand(&mut op, others, Precision::Single).unwrap();
        let (mut ritz, ..) = basis.rayleigh_ritz(7, 0, 0.0).unwrap();
        let probes = goal(3).probe(&mut op, &mut basis, &mut ritz, Precision::Single, 1);
        assert!((1.0..1.5).contains(&ritz.rest[0]), "{:?}", ritz.rest);
        let first = exact.eigenvectors.column(order[0]);
        for probe in probes.unwrap().column_iter() {
            assert!(probe.dot(&first).abs() > 0.999 * probe.norm());
        }
    }

    #[test]
    fn vectors_are_left_out_as_far_as_their_residuals_allow() {
        let values = [1.0, 0.9, 0.8, 0.5, 0.1];
        // Without coupling, all but the last, which the polynomial starts from.
        assert_eq!(goal(1).best_split(&ritz(&values, &[0.0; 5]), 1.0), (4, 0.0));
        // (1 − 0.9)(1 − outside) ≥ c²: with c² = 0.09 of the third, next to nothing may be outside.
        let (m, coupling) = goal(1).best_split(&ritz(&values, &[0.0, 0.05, 0.3, 0.0, 0.0]), 1.0);
        assert_eq!(m, 2);
        assert!((coupling - 0.0025).abs() < 1e-15);
    }
}
