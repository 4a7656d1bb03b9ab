//! Block Krylov iteration for the largest eigenvalues of a symmetric operator.
//!
//! Rayleigh–Ritz on a basis that grows by the residuals of its leading Ritz pairs, with full
//! reorthogonalisation and thick restarts (Stathopoulos and Saad 1998). Without a preconditioner
//! this is block Lanczos, free to start from any block, such as the last fit's vectors; with one it
//! is the generalised Davidson method.

use nalgebra::DMatrix;

use super::{
    Failure,
    accuracy::Totals,
    basis::Basis,
    factored::Factored,
    goal::{Goal, ROUNDING},
    probe::PROBE_SEED,
    remainder::Accompanied,
};

/// A symmetric operator that maps the ones to zero.
pub(crate) trait Operator {
    /// n.
    fn dim(&self) -> usize;

    /// Sums over the whole operator, where known once it has been applied.
    fn totals(&self) -> Option<&Totals> {
        None
    }

    /// The operator times x (n × b), the columns of x having mean zero, in at least this precision.
    fn apply(&mut self, x: &DMatrix<f64>, precision: Precision) -> Result<DMatrix<f64>, Failure>;

    /// The norm of an operator that puts images off by as much as rounding may have.
    fn rounding(&self, precision: Precision) -> f64;
}

/// How many digits a product is to have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Precision {
    /// About seven, in half the time.
    Single,
    Double,
}

/// `A = BBᵀ + E` with E positive semidefinite.
#[derive(Clone, Copy)]
pub(crate) struct Approximation<'a> {
    pub(crate) factored: &'a Factored,
    /// Trace of E.
    pub(crate) left: f64,
    /// Trace of A.
    pub(crate) trace: f64,
}

/// Leading Ritz pairs, more than wanted where the basis has them.
pub(crate) struct Ritz {
    /// Descending.
    pub(crate) values: Vec<f64>,
    /// n × m, orthonormal.
    pub(crate) vectors: DMatrix<f64>,
    /// ‖Av − θv‖ of each.
    pub(crate) residuals: Vec<f64>,
    /// Bounds |vᵢᵀAvⱼ|.
    pub(crate) coupling: f64,
    /// Ascending.
    pub(crate) negative: Vec<f64>,
    /// No eigenvalue but the wanted ones is larger; where random columns show it, but for a chance
    /// of 10⁻⁶.
    pub(crate) rest: f64,
    pub(crate) converged: bool,
}

/// Passes that the random columns of the start block are given to bring up a vector that its
/// others miss, where nothing is to be proven.
const BRINGING_UP: usize = 2;
/// Columns that cost a pass over a matrix little more than one does.
const BLOCK: usize = 8;
/// Columns that the operator adds to the first block, for its row sums.
const SUMS: usize = 1;
/// Of the largest |θ|: residuals that single precision is not trusted to bring down further.
const SINGLE: f64 = 1e-6;
/// Of what rounding does: residuals below which it may be what keeps them from falling.
const STALLING: f64 = 20.0;
/// Of m³ operations, by those of a pass: what the eigenproblem of an m × m matrix costs.
const EIGENPROBLEM: f64 = 0.03;
/// Of the most that rounding may do to an image: what it does.
const TYPICAL: f64 = 0.06;

/// The pairs of largest eigenvalue, to the goal's tolerance unless `converged` says otherwise.
///
/// As many digits as single precision gives are found in it, and the others from what it found.
pub(crate) fn leading_pairs(op: &mut impl Operator, goal: &Goal<'_>) -> Result<Ritz, Failure> {
    let n = op.dim();
    let to_bound = goal.approximation.filter(|_| goal.prove);
    let op = &mut Accompanied::new(op, to_bound, goal.components, PROBE_SEED);
    let block = (goal.components + 4).max(BLOCK);
    let capacity = (6 * block).max(96);
    let mut basis = Basis::new(n, capacity);
    let mut precision = goal.precision;
    basis.expand(op, goal.start_block(n, block - SUMS), precision)?;
    let mut probed = !goal.prove;
    let mut open_before = f64::INFINITY;
    for pass in 1.. {
        let full = basis.len() + 1 >= n;
        let has_room = basis.len() + block <= capacity;
        if goal.approximation.is_none()
            && has_room
            && !full
            && pass < goal.passes
            && is_costly(&basis, block)
        {
            let next = basis.last_image(block);
            if basis.expand(op, next, precision)? > 0 {
                continue;
            }
        }
        let (mut ritz, residuals) = basis.rayleigh_ritz(block, goal.lowest)?;
        let rounding = op.rounding(precision);
        for residual in &mut ritz.residuals {
            *residual += TYPICAL * rounding;
        }
        // Rounding has no preferred direction.
        ritz.coupling = TYPICAL * rounding / (n as f64).sqrt() + ROUNDING * ritz.scale();
        let errors = goal.errors(&ritz, &residuals);
        ritz.converged = errors.iter().all(|&e| e <= 1.0);
        if precision == Precision::Single && !ritz.converged {
            let open = goal.largest_open(&ritz, &errors);
            let stalls = open > 0.5 * open_before && open < STALLING * TYPICAL * rounding;
            open_before = open;
            if full || open < SINGLE * ritz.scale() || stalls {
                precision = Precision::Double;
                let directions = goal.directions(&ritz, &residuals, &errors);
                let count = (2 * block - SUMS).saturating_sub(directions.ncols());
                basis.refine(op, count, goal.lowest, &directions)?;
                continue;
            }
        }
        ritz.converged |= full;
        let mut next = None;
        if ritz.converged || pass >= goal.passes {
            ritz.rest = goal.bound_of_the_rest(op, &basis, &ritz);
            let searched = probed && pass >= BRINGING_UP;
            if goal.is_proven(&ritz) || searched || pass >= goal.passes {
                return Ok(ritz);
            }
            if !probed {
                probed = true;
                let probes = goal.probe(op, &mut basis, &mut ritz)?;
                if goal.is_proven(&ritz) {
                    return Ok(ritz);
                }
                next = Some(probes);
            }
        }
        let next = next.unwrap_or_else(|| goal.directions(&ritz, &residuals, &errors));
        if basis.len() + next.ncols() > capacity {
            basis.restart(2 * block, goal.lowest)?;
        }
        if basis.expand(op, next, precision)? == 0 {
            // The basis is invariant to rounding: no more can be had from it.
            if precision == Precision::Single {
                precision = Precision::Double;
                basis.refine(op, basis.len(), 0, &DMatrix::zeros(n, 0))?;
                continue;
            }
            ritz.converged = true;
            ritz.rest = goal.bound_of_the_rest(op, &basis, &ritz);
            return Ok(ritz);
        }
    }
    Err(Failure::NotConverged)
}

/// Whether the Ritz pairs of a basis cost more than the operator on another block.
fn is_costly(basis: &Basis, block: usize) -> bool {
    let [n, m, b] = [basis.n(), basis.len(), block].map(|count| count as f64);
    m.powi(3) > EIGENPROBLEM * n * n * b
}

impl Ritz {
    /// Largest |θ|.
    pub(super) fn scale(&self) -> f64 {
        let all = self.values.iter().chain(&self.negative);
        all.fold(0.0, |m, θ| m.max(θ.abs()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eigen::{
        gemm::view,
        orthogonal::{orthonormalize, random_columns},
    };

    struct Explicit(DMatrix<f64>, usize);

    impl Operator for Explicit {
        fn dim(&self) -> usize {
            self.0.nrows()
        }

        fn apply(
            &mut self,
            x: &DMatrix<f64>,
            precision: Precision,
        ) -> Result<DMatrix<f64>, Failure> {
            self.1 += 1;
            let product = &self.0 * x;
            Ok(match precision {
                Precision::Single => product.map(|value| f64::from(value as f32)),
                Precision::Double => product,
            })
        }

        fn rounding(&self, precision: Precision) -> f64 {
            match precision {
                Precision::Single => f64::from(f32::EPSILON) * self.0.norm(),
                Precision::Double => 0.0,
            }
        }
    }

    /// Symmetric, with the given eigenvalues and a zero for the ones.
    fn with_spectrum(values: &[f64]) -> Explicit {
        let n = values.len() + 1;
        let ones = DMatrix::from_element(n, 1, (n as f64).sqrt().recip());
        let v = orthonormalize(view(&ones), random_columns(n, n - 1, 1));
        let scaled = DMatrix::from_fn(n, n - 1, |i, j| v[(i, j)] * values[j]);
        Explicit(scaled * v.transpose(), 0)
    }

    fn largest_error(values: &[f64], components: usize, start: Option<&DMatrix<f64>>) -> f64 {
        let mut op = with_spectrum(values);
        let goal = Goal {
            components,
            lowest: 0,
            tolerance: 1e-8,
            eigenvalue_tolerance: 1e-8,
            prove: true,
            start,
            approximation: None,
            precision: Precision::Single,
            passes: 200,
        };
        let ritz = leading_pairs(&mut op, &goal).unwrap();
        assert!(ritz.converged, "after {} passes", op.1);
        let mut sorted = values.to_vec();
        sorted.sort_by(|a, b| b.total_cmp(a));
        let differences = sorted.iter().zip(&ritz.values).map(|(a, b)| (a - b).abs());
        differences.take(components).fold(0.0, f64::max) / sorted[0]
    }

    #[test]
    fn hostile_spectra() {
        let n = 150;
        let geometric: Vec<f64> = (0..n).map(|i| 0.8_f64.powi(i)).collect();
        let slow: Vec<f64> = (0..n).map(|i| 1.0 / f64::from(i + 1)).collect();
        let equal = vec![1.0; n as usize];
        let clustered: Vec<f64> = (0..n)
            .map(|i| 1.0 + 1e-9 * f64::from(i % 7) + f64::from(i / 100))
            .collect();
        let indefinite: Vec<f64> = (0..n)
            .map(|i| 10.0 / f64::from(i + 1) - 20.0 / f64::from(n - i))
            .collect();
        let one = {
            let mut one = vec![0.0; n as usize];
            one[0] = 3.0;
            one
        };
        for values in [geometric, slow, equal, clustered, indefinite, one] {
            for k in [1, 2, 20] {
                let error = largest_error(&values, k, None);
                assert!(error < 1e-8, "{k} of {:?}…: off by {error}", &values[..3]);
            }
        }
    }

    #[test]
    fn negative_eigenvalues_come_with_the_largest() {
        let values: Vec<f64> = (0..150)
            .map(|i| 10.0 / f64::from(i + 1) - 20.0 / f64::from(150 - i))
            .collect();
        let goal = Goal {
            components: 3,
            lowest: 4,
            tolerance: 1e-8,
            eigenvalue_tolerance: 1e-8,
            prove: true,
            start: None,
            approximation: None,
            precision: Precision::Single,
            passes: 200,
        };
        let ritz = leading_pairs(&mut with_spectrum(&values), &goal).unwrap();
        let mut sorted = values;
        sorted.sort_by(f64::total_cmp);
        assert_eq!(ritz.negative.len(), 4);
        for (found, expected) in ritz.negative.iter().zip(&sorted) {
            assert!((found - expected).abs() < 1e-7, "{found} for {expected}");
        }
    }

    #[test]
    fn a_start_that_misses_the_first_vector_finds_it() {
        let values: Vec<f64> = (0..100).map(|i| 1.0 / f64::from(i + 1)).collect();
        let exact = with_spectrum(&values).0.symmetric_eigen();
        let mut order: Vec<usize> = (0..101).collect();
        order.sort_by(|&i, &j| exact.eigenvalues[j].total_cmp(&exact.eigenvalues[i]));
        let start = exact.eigenvectors.select_columns(&order[1..10]);
        assert!(largest_error(&values, 3, Some(&start)) < 1e-8);
    }
}
