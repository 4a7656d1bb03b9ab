//! Block Krylov iteration for the largest eigenvalues of a symmetric operator.
//!
//! Rayleigh–Ritz on a basis that grows by the residuals of its leading Ritz pairs, with full
//! reorthogonalisation and thick restarts (Stathopoulos and Saad 1998). Without a preconditioner
//! this is block Lanczos, free to start from any block, such as the last fit's vectors; with one it
//! is the generalised Davidson method.

use nalgebra::DMatrix;

use super::{
    Failure,
    accuracy::{Totals, bound_by_counting, bound_by_totals, larger_eigenvalue, score_errors},
    basis::Basis,
    factored::Factored,
    gemm::view,
    orthogonal::{project_out, random_columns},
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
    /// Vectors to start from (n × any number), the more like eigenvectors the better.
    pub(crate) start: Option<&'a DMatrix<f64>>,
    /// What the operator nearly is.
    pub(crate) approximation: Option<Approximation<'a>>,
    /// Of the first passes. Single pays where there are many of them: the last digits take double
    /// precision anyway, on more columns at first.
    pub(crate) precision: Precision,
    /// Give up after this many applications to a block.
    pub(crate) passes: usize,
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

/// Random columns that look for what was missed.
pub(super) const PROBES: usize = 8;
/// All of [`PROBES`] normal numbers are smaller with a chance of 10⁻⁶: erf(x/√2)⁸ = 10⁻⁶.
pub(super) const SHADOW: f64 = 0.2247;
/// Of the polynomial in the operator that is applied to them.
const DEGREE: u32 = 16;
/// The columns of the start are not those that prove what it has led to.
const START_SEED: u64 = 0;
const PROBE_SEED: u64 = 1;
/// Passes that the random columns of the start block are given to bring up a vector that its
/// others miss, where nothing is to be proven.
const BRINGING_UP: usize = 2;
/// Columns that cost a pass over a matrix little more than one does.
const BLOCK: usize = 8;
/// Columns that the operator adds to the first block, for its row sums.
const SUMS: usize = 1;
/// Random columns in every start block.
const FRESH: usize = 2;
/// Of the largest |θ|: residual up to which a negative eigenvalue is good to eight digits.
const NEGATIVE: f64 = 1e-4;
/// Of the largest |θ|: a residual that rounding alone explains.
const ROUNDING: f64 = 1e-14;
/// Of the largest |θ|: residuals that single precision is not trusted to bring down further.
const SINGLE: f64 = 1e-6;
/// Of the largest |θ|: residuals below which single precision may be what keeps them from falling.
const STALLING: f64 = 1e-3;
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
            let open = goal.largest_open(&ritz, &errors) / ritz.scale();
            let stalls = open > 0.5 * open_before && open < STALLING;
            open_before = open;
            if full || open < SINGLE || stalls {
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

impl Goal<'_> {
    /// `count` columns: the first of those given, and random ones, some at least where nothing else
    /// would bring up what those miss.
    fn start_block(&self, n: usize, count: usize) -> DMatrix<f64> {
        let mut columns = random_columns(n, count, START_SEED);
        if let Some(start) = self.start {
            let fresh = if self.approximation.is_some() {
                0
            } else {
                FRESH
            };
            let given = start.ncols().min(count - fresh);
            columns
                .columns_mut(0, given)
                .copy_from(&start.columns(0, given));
        }
        columns
    }

    /// How often too large is the error of each pair: those wanted, then the negative ones.
    fn errors(&self, ritz: &Ritz, residuals: &DMatrix<f64>) -> Vec<f64> {
        let wanted = score_errors(
            &ritz.values,
            &ritz.residuals,
            ritz.coupling,
            self.components,
        );
        let negative = residuals.column_iter().skip(ritz.values.len());
        wanted
            .iter()
            .map(|error| error / self.tolerance)
            .chain(negative.map(|r| r.norm() / (NEGATIVE * ritz.scale())))
            .collect()
    }

    /// The largest residual of a wanted pair that is not good enough yet.
    fn largest_open(&self, ritz: &Ritz, errors: &[f64]) -> f64 {
        let wanted = ritz.residuals.iter().zip(errors).take(self.components);
        let open = wanted.filter(|&(_, &error)| error > 1.0);
        open.fold(0.0, |m, (&residual, _)| m.max(residual))
    }

    /// What the basis is to grow by: the residuals of the pairs that are not good enough, and of
    /// the spare ones, which speed those up.
    fn directions(&self, ritz: &Ritz, residuals: &DMatrix<f64>, errors: &[f64]) -> DMatrix<f64> {
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
        let mut directions = residuals.select_columns(&open);
        if let Some(approximation) = self.approximation {
            // A positive operator, so there are no negative ones among them.
            let shifts: Vec<f64> = open.iter().map(|&j| ritz.values[j]).collect();
            approximation
                .factored
                .solve_shifted(&mut directions, &shifts);
        }
        directions
    }

    /// An upper bound of every eigenvalue but the wanted ones, from what is known already.
    fn bound_of_the_rest(
        &self,
        op: &Accompanied<'_, impl Operator>,
        basis: &Basis,
        ritz: &Ritz,
    ) -> f64 {
        let Ritz {
            values, residuals, ..
        } = ritz;
        let k = self.components;
        let by_totals = op
            .totals()
            .map(|totals| bound_by_totals(totals, &basis.captured(), values, residuals, k));
        let by_counting = self
            .approximation
            .map(|Approximation { factored, left, .. }| {
                let left = op.bound().unwrap_or(left);
                bound_by_counting(factored.values(), left, values, residuals, k)
            });
        let bounds = by_totals.into_iter().chain(by_counting);
        bounds.fold(f64::INFINITY, f64::min)
    }

    /// Whether an eigenvalue of at most `rest` may be missing.
    fn allows(&self, ritz: &Ritz, rest: f64) -> bool {
        let last = self
            .components
            .checked_sub(1)
            .and_then(|last| ritz.values.get(last));
        last.is_none_or(|θ| rest <= θ + self.eigenvalue_tolerance * ritz.scale())
    }

    fn is_proven(&self, ritz: &Ritz) -> bool {
        self.allows(ritz, ritz.rest)
    }

    /// Bounds what is outside a subspace by what a polynomial of the operator makes of random
    /// columns there, and returns those: should an eigenvector have been missed, it is what stands
    /// out in them.
    ///
    /// Let Z be the operator on the complement, λ its largest eigenvalue, u the unit eigenvector,
    /// g a column of normal numbers, and p the Chebyshev polynomial of some degree that is at most
    /// one in modulus where the rest of the spectrum is thought to be. Then p(λ) |u·g| ≤ ‖p(Z)g‖,
    /// and u·g is normal (Dixon 1983, there for powers).
    fn probe(
        &self,
        op: &mut impl Operator,
        basis: &mut Basis,
        ritz: &mut Ritz,
    ) -> Result<DMatrix<f64>, Failure> {
        let precision = Precision::Single;
        let scale = ritz.scale();
        let (wide, _) = basis.rayleigh_ritz(2 * ritz.values.len(), 0)?;
        let (m, coupling) = self.best_split(&wide, scale);
        let top = wide.values.get(m).copied().unwrap_or(0.0);
        let top = top.max(0.5 * self.eigenvalue_tolerance * scale);
        let leading = wide.vectors.columns(0, m).into_owned();
        // Few but good vectors make for a sharp bound, but all of them are needed where the negative
        // part of the spectrum has to be kept out too.
        let (subspace, coupling_squared, bottom) = if ritz.negative.is_empty() {
            (view(&leading), coupling, 0.0)
        } else {
            (basis.v(), basis.coupling_squared(), -top)
        };
        let (center, radius) = (0.5 * (top + bottom), 0.5 * (top - bottom));
        let mut before = random_columns(op.dim(), PROBES, PROBE_SEED);
        project_out(subspace, &mut before);
        let scaled = |op: &mut _, x: &DMatrix<f64>, factor: f64| -> Result<_, Failure> {
            let mut image = Operator::apply(op, x, precision)? - x * center;
            project_out(subspace, &mut image);
            Ok(image * (factor / radius))
        };
        let mut probes = scaled(op, &before, 1.0)?;
        for degree in 2..=DEGREE {
            let next = scaled(op, &probes, 2.0)? - before;
            before = std::mem::replace(&mut probes, next);
            let largest = probes.column_iter().map(|c| c.norm()).fold(0.0, f64::max);
            let argument = ((largest / SHADOW).max(1.0).acosh() / f64::from(degree)).cosh();
            let outside = center + radius * argument + op.rounding(precision);
            let rest = match ritz.values.get(self.components) {
                Some(&next) => larger_eigenvalue(next, outside, coupling_squared),
                None => outside + coupling_squared.sqrt(),
            };
            ritz.rest = ritz.rest.min(rest);
            if self.is_proven(ritz) {
                break;
            }
        }
        Ok(probes)
    }
}

impl Goal<'_> {
    /// How many Ritz vectors to leave out of what is probed, for a polynomial of low degree to do,
    /// and the square of what couples those beyond the wanted to the rest.
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

impl Ritz {
    /// Largest |θ|.
    fn scale(&self) -> f64 {
        let all = self.values.iter().chain(&self.negative);
        all.fold(0.0, |m, θ| m.max(θ.abs()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eigen::orthogonal::orthonormalize;

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
