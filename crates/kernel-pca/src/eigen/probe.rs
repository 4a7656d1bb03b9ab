//! Bound on the eigenvalues that may have been missed, by a Chebyshev polynomial of the operator applied to random
//! columns outside the subspace found: a missed eigenvector would grow in them (Dixon 1983, there for powers).

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

/// Number of random columns that probe for missed eigenvectors, and the magnitude x that all of 8 standard normal draws
/// stay below with probability 10⁻⁶: erf(x/√2)⁸ = 10⁻⁶.
const WIDE_PROBE: (usize, f64) = (8, 0.2247);
/// Number of random columns and magnitude as in [`WIDE_PROBE`], for operators with narrow blocks, whose time grows with
/// each column: erf(x/√2)⁴ = 10⁻⁶. Half the number of columns needs a degree higher by a fourth.
const NARROW_PROBE: (usize, f64) = (4, 0.0396);
/// Degree of the Chebyshev polynomial of the operator at which a probe ends, unless degrees up to [`LARGEST_DEGREE`]
/// are expected to prove the bound. Each degree takes a pass, and sharpens the bound.
const DEGREE: u32 = 24;
/// Largest degree of the polynomial. Three proofs that failed at [`DEGREE`], with the passes between them, took 115
/// passes (30,000 × 784, ten components) where degree 26 sufficed (docs/experiments.md, "Wide tables").
const LARGEST_DEGREE: u32 = 64;
/// Norm of a column above which all columns are scaled down, to stay within the range of single precision.
const GROWN: f64 = 1e6;
/// Largest squared coupling of the vectors left out of a probe, as a share of the squared coupling at which the bound
/// would fail. A larger share would leave out vectors that are hardly converged.
const HARDLY: f64 = 0.05;

impl EigenGoal<'_> {
    /// Lowers the bounds `ritz.bounds_beyond` on the eigenvalues outside a subspace by applying a polynomial of the
    /// operator to random columns there, and returns the resulting columns (n × 4 or 8), in which a missed eigenvector
    /// stands out.
    ///
    /// Let Z be the operator on the complement, λ its largest eigenvalue, u the unit eigenvector, g a column of normal
    /// numbers, and p a Chebyshev polynomial that is at most one in modulus where the rest of the spectrum is expected.
    /// Then p(λ) |u·g| ≤ ‖p(Z)g‖, and u·g is standard normal (Dixon 1983, there for powers). The columns must be
    /// independent of the subspace, so each probe needs a new seed.
    ///
    /// # Errors
    ///
    /// The operator's own [`Failure`], or [`Failure::NotConverged`] where the small eigenproblem has no solution.
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
        // Few vectors with small residuals give a sharp bound. Where the negative part of the spectrum has to be kept
        // out too, the whole basis is needed.
        let (subspace, coupling_squared, bottom) = if ritz.negative.is_empty() {
            (view(&wide.vectors).subcols(0, m), coupling, 0.0)
        } else {
            (basis.v(), basis.coupling_squared(), -top)
        };
        // Rounding of the images adds to the coupling.
        let rounding = op.rounding(precision);
        let coupling_squared = (coupling_squared.sqrt() + rounding).powi(2);
        // Ritz values of images in single precision are those of a perturbed operator.
        let of_images = if basis.is_exact() {
            0.0
        } else {
            op.rounding(Precision::Single)
        };
        let (center, radius) = (0.5 * (top + bottom), 0.5 * (top - bottom));
        let (count, shadow) = if op.block() < WIDE_PROBE.0 {
            NARROW_PROBE
        } else {
            WIDE_PROBE
        };
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
        for degree in 2..=LARGEST_DEGREE {
            let next = scaled(op, &probes, 2.0)? - before;
            before = std::mem::replace(&mut probes, next);
            let norms = probes.column_iter().map(|column| column.norm());
            // A norm that is not a number proves nothing.
            let norms = norms.map(|norm| if norm.is_nan() { f64::INFINITY } else { norm });
            let largest = norms.fold(0.0, f64::max);
            let logarithm = (unit * largest / shadow).max(1.0).acosh();
            let rest_at = |ritz: &Ritz, degree: u32| {
                let argument = (logarithm / f64::from(degree)).cosh();
                let outside = center + radius * argument + rounding;
                let others = ritz.values.get(self.components..).unwrap_or_default();
                let others: Vec<f64> = others.iter().map(|other| other + of_images).collect();
                bounds_of_the_rest(&others, outside, coupling_squared)
            };
            let bounds_beyond = rest_at(ritz, degree);
            lower(&mut ritz.bounds_beyond, &bounds_beyond);
            if self.is_proven(ritz) {
                break;
            }
            // Columns in which nothing was missed stay as small, so that a larger degree would bound the rest by this.
            let expected = || rest_at(ritz, LARGEST_DEGREE);
            if degree == DEGREE && !self.is_proven_by(ritz, &expected()) {
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

    /// Returns the number of leading Ritz vectors to leave out of a probe, such that a polynomial of low degree
    /// suffices, and the squared coupling of the vectors left out beyond the wanted ones to the rest of the space.
    ///
    /// Leaving out more vectors moves the largest eigenvalue `outside` further below the last wanted value θ. But with
    /// residuals of norm c in all they are coupled to the rest, and the probe must show that (θ − θₖ₊₁)(θ − `outside`)
    /// ≥ c².
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
            // A vector that is hardly converged does not keep its eigenvector out of the probe.
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
            bounds_beyond: Vec::new(),
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
        assert!(
            (1.0..1.5).contains(&ritz.bounds_beyond[0]),
            "{:?}",
            ritz.bounds_beyond
        );
        let first = exact.eigenvectors.column(order[0]);
        for probe in probes.unwrap().column_iter() {
            assert!(probe.dot(&first).abs() > 0.999 * probe.norm());
        }
    }

    #[test]
    fn vectors_are_left_out_as_far_as_their_residuals_allow() {
        let values = [1.0, 0.9, 0.8, 0.5, 0.1];
        // Without coupling all vectors but the last are left out; the polynomial's interval ends at the last value.
        assert_eq!(goal(1).best_split(&ritz(&values, &[0.0; 5]), 1.0), (4, 0.0));
        // (1 − 0.9)(1 − outside) ≥ c²: with c² = 0.09 for the third vector, `outside` could be hardly above zero.
        let (m, coupling) = goal(1).best_split(&ritz(&values, &[0.0, 0.05, 0.3, 0.0, 0.0]), 1.0);
        assert_eq!(m, 2);
        assert!((coupling - 0.0025).abs() < 1e-15);
    }
}
