//! Block Krylov iteration for the largest eigenvalues of a symmetric operator.
//!
//! Rayleigh–Ritz on a basis that grows by the residuals of its leading Ritz pairs, with full
//! reorthogonalisation and thick restarts (Stathopoulos and Saad 1998); without a preconditioner
//! this is block Lanczos, free to start from any block, such as the last fit's vectors.

use nalgebra::DMatrix;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use rand_distr::{Distribution, StandardNormal};

use super::{
    Failure,
    accuracy::{Captured, Totals, bound_of_the_rest, score_errors},
    dense::symmetric_eigen,
    gemm::{add_product, product, tr_product, view},
};

/// A symmetric operator that maps the ones to zero.
pub(crate) trait Operator {
    /// n.
    fn dim(&self) -> usize;

    /// Sums over the whole operator, where known once it has been applied.
    fn totals(&self) -> Option<&Totals> {
        None
    }

    /// The operator times x (n × b), the columns of x having mean zero.
    fn apply(&mut self, x: &DMatrix<f64>) -> Result<DMatrix<f64>, Failure>;
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
    /// Vectors to start from (n × any number), the more like eigenvectors the better.
    pub(crate) start: Option<&'a DMatrix<f64>>,
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
    /// Ascending.
    pub(crate) negative: Vec<f64>,
    pub(crate) captured: Captured,
    pub(crate) converged: bool,
    /// Random columns that the iteration started from.
    pub(crate) probes: usize,
    pub(crate) passes: usize,
}

/// Passes that the random columns are given to bring up a vector that the start block misses,
/// unless it is proven that there is none.
const PROBING: usize = 2;
/// Columns that cost a pass over a matrix little more than one does.
const BLOCK: usize = 8;
/// Random columns in every start block: what the given vectors miss shows up in them.
const FRESH: usize = 2;
/// A column of which orthogonalisation leaves less than this held nothing new.
const DEPENDENT: f64 = 1e-10;
/// Of the largest |θ|: residual up to which a negative eigenvalue is good to eight digits.
const NEGATIVE: f64 = 1e-4;
/// Of the largest |θ|: a residual that rounding alone explains.
const ROUNDING: f64 = 1e-14;

/// The pairs of largest eigenvalue, to the goal's tolerance unless `converged` says otherwise.
pub(crate) fn leading_pairs(op: &mut impl Operator, goal: &Goal<'_>) -> Result<Ritz, Failure> {
    let n = op.dim();
    let k = goal.components;
    let block = (k + 4).max(BLOCK);
    let capacity = (10 * block).max(96);
    let mut basis = Basis::new(n);
    let start = start_block(n, block, goal.start);
    let probes = start.ncols() - goal.start.map_or(0, DMatrix::ncols);
    basis.expand(op, start)?;
    for pass in 1..=goal.passes {
        let (mut ritz, residuals) = basis.rayleigh_ritz(block + FRESH, goal.lowest)?;
        ritz.probes = probes;
        ritz.passes = pass;
        let scale = ritz.values.iter().chain(&ritz.negative);
        let scale = scale.fold(0.0_f64, |m, θ| m.max(θ.abs()));
        let norms: Vec<f64> = residuals.column_iter().map(|r| r.norm()).collect();
        let errors = score_errors(&ritz.values, &ritz.residuals, k);
        let accurate = errors.iter().all(|&e| e <= goal.tolerance)
            && norms[ritz.values.len()..]
                .iter()
                .all(|&r| r <= NEGATIVE * scale);
        ritz.converged = accurate && (pass >= PROBING || ritz.nothing_missed(op.totals(), goal))
            || basis.len() + 1 >= n;
        if ritz.converged || pass == goal.passes {
            return Ok(ritz);
        }
        let open: Vec<usize> = (0..norms.len())
            .filter(|&j| norms[j] > ROUNDING * scale)
            .collect();
        if basis.len() + open.len() > capacity {
            basis.restart(2 * block, goal.lowest)?;
        }
        if basis.expand(op, residuals.select_columns(&open))? == 0 {
            // The basis is invariant to rounding: no more can be had from it.
            ritz.converged = true;
            return Ok(ritz);
        }
    }
    Err(Failure::NotConverged)
}

impl Ritz {
    /// Whether no eigenvalue but the wanted ones can be larger than those.
    fn nothing_missed(&self, totals: Option<&Totals>, goal: &Goal<'_>) -> bool {
        let k = goal.components;
        let (Some(totals), Some(last)) = (totals, k.checked_sub(1)) else {
            return false;
        };
        let rest = bound_of_the_rest(totals, &self.captured, &self.values, &self.residuals, k);
        let tolerance = goal.eigenvalue_tolerance * self.values[0].abs();
        self.values.get(last).is_some_and(|θ| rest <= θ + tolerance)
    }
}

/// `start`'s columns, and random ones up to `block` columns, never fewer than [`FRESH`].
fn start_block(n: usize, block: usize, start: Option<&DMatrix<f64>>) -> DMatrix<f64> {
    let given = start.map_or(0, DMatrix::ncols);
    let mut columns = random_columns(n, given + block.saturating_sub(given).max(FRESH));
    if let Some(start) = start {
        columns.columns_mut(0, given).copy_from(start);
    }
    columns
}

/// n × count normal numbers, the same in every run.
pub(crate) fn random_columns(n: usize, count: usize) -> DMatrix<f64> {
    let mut rng = ChaCha8Rng::seed_from_u64(0);
    DMatrix::from_fn(n, count, |_, _| StandardNormal.sample(&mut rng))
}

/// An orthonormal basis V, its image AV, and `VᵀAV`.
struct Basis {
    v: DMatrix<f64>,
    image: DMatrix<f64>,
    ritz_matrix: DMatrix<f64>,
}

impl Basis {
    fn new(n: usize) -> Self {
        Self {
            v: DMatrix::zeros(n, 0),
            image: DMatrix::zeros(n, 0),
            ritz_matrix: DMatrix::zeros(0, 0),
        }
    }

    fn len(&self) -> usize {
        self.v.ncols()
    }

    /// Takes up what the columns of x hold beyond the basis; returns how many columns that is.
    fn expand(&mut self, op: &mut impl Operator, x: DMatrix<f64>) -> Result<usize, Failure> {
        let x = orthonormalize(&self.v, x);
        let (old, added) = (self.len(), x.ncols());
        if added == 0 {
            return Ok(0);
        }
        let image = op.apply(&x)?;
        append(&mut self.v, &x);
        append(&mut self.image, &image);
        let border = tr_product(view(&self.v), view(&image));
        let mut ritz_matrix =
            std::mem::take(&mut self.ritz_matrix).resize(old + added, old + added, 0.0);
        ritz_matrix.columns_mut(old, added).copy_from(&border);
        ritz_matrix.rows_mut(old, added).tr_copy_from(&border);
        self.ritz_matrix = ritz_matrix;
        Ok(added)
    }

    /// The leading `count` Ritz pairs and the `lowest` negative Ritz values, with the residual
    /// vectors of both, one a column.
    fn rayleigh_ritz(&self, count: usize, lowest: usize) -> Result<(Ritz, DMatrix<f64>), Failure> {
        let (mut values, coefficients) = self.extreme(count, lowest)?;
        let mut vectors = product(view(&self.v), view(&coefficients));
        let mut residual_vectors = product(view(&self.image), view(&coefficients));
        let columns = residual_vectors
            .column_iter_mut()
            .zip(vectors.column_iter());
        for ((mut r, v), &θ) in columns.zip(&values) {
            r.axpy(-θ, &v, 1.0);
        }
        let leading = count.min(self.len());
        let mut negative = values.split_off(leading);
        negative.reverse();
        vectors = vectors.remove_columns(leading, negative.len());
        let residuals = residual_vectors.column_iter().take(leading);
        let ritz = Ritz {
            residuals: residuals.map(|r| r.norm()).collect(),
            values,
            vectors,
            negative,
            captured: Captured {
                trace: self.ritz_matrix.trace(),
                ritz_squared: self.ritz_matrix.norm_squared(),
                image_squared: self.image.norm_squared(),
            },
            converged: false,
            probes: 0,
            passes: 0,
        };
        Ok((ritz, residual_vectors))
    }

    /// Eigenpairs of `VᵀAV`, descending: the leading `count`, and the `lowest` negative ones of
    /// the others.
    fn extreme(&self, count: usize, lowest: usize) -> Result<(Vec<f64>, DMatrix<f64>), Failure> {
        let eigen = symmetric_eigen(&self.ritz_matrix).ok_or(Failure::NotConverged)?;
        let m = self.len();
        let leading = (0..m).rev().take(count);
        let others = m - count.min(m);
        let negative = (0..others.min(lowest))
            .rev()
            .filter(|&i| eigen.values[i] < 0.0);
        let order: Vec<usize> = leading.chain(negative).collect();
        let values = order.iter().map(|&i| eigen.values[i]).collect();
        Ok((values, eigen.vectors.select_columns(&order)))
    }

    /// Keeps the leading `count` and the `lowest` Ritz vectors only.
    fn restart(&mut self, count: usize, lowest: usize) -> Result<(), Failure> {
        let (values, coefficients) = self.extreme(count, lowest)?;
        self.v = product(view(&self.v), view(&coefficients));
        self.image = product(view(&self.image), view(&coefficients));
        self.ritz_matrix = DMatrix::from_diagonal(&values.into());
        Ok(())
    }
}

fn append(matrix: &mut DMatrix<f64>, columns: &DMatrix<f64>) {
    let old = matrix.ncols();
    let mut longer = std::mem::take(matrix).resize_horizontally(old + columns.ncols(), 0.0);
    longer.columns_mut(old, columns.ncols()).copy_from(columns);
    *matrix = longer;
}

/// Orthonormal columns that span, together with those of V, what V and x span, and have mean zero.
/// Columns that hold nothing new are left out.
pub(crate) fn orthonormalize(v: &DMatrix<f64>, mut x: DMatrix<f64>) -> DMatrix<f64> {
    // Twice is enough (Giraud, Langou and Rozložník 2005).
    for _ in 0..2 {
        let before: Vec<f64> = x.column_iter().map(|c| c.norm()).collect();
        for mut column in x.column_iter_mut() {
            let mean = column.mean();
            column.add_scalar_mut(-mean);
        }
        let overlap = tr_product(view(v), view(&x));
        add_product(&mut x, view(v), view(&overlap), -1.0);
        let mut kept = Vec::with_capacity(x.ncols());
        for (j, before) in before.into_iter().enumerate() {
            for &i in &kept {
                let (earlier, mut column) = x.columns_range_pair_mut(i, j);
                let overlap: f64 = earlier.dot(&column);
                column.axpy(-overlap, &earlier, 1.0);
            }
            let norm = x.column(j).norm();
            if norm > DEPENDENT * before {
                x.column_mut(j).unscale_mut(norm);
                kept.push(j);
            }
        }
        x = x.select_columns(&kept);
    }
    x
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Explicit(DMatrix<f64>, usize);

    impl Operator for Explicit {
        fn dim(&self) -> usize {
            self.0.nrows()
        }

        fn apply(&mut self, x: &DMatrix<f64>) -> Result<DMatrix<f64>, Failure> {
            self.1 += 1;
            Ok(&self.0 * x)
        }
    }

    /// Symmetric, with the given eigenvalues and a zero for the ones.
    fn with_spectrum(values: &[f64]) -> Explicit {
        let n = values.len() + 1;
        let ones = DMatrix::from_element(n, 1, (n as f64).sqrt().recip());
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let random = DMatrix::from_fn(n, n - 1, |_, _| StandardNormal.sample(&mut rng));
        let v = orthonormalize(&ones, random);
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
            start,
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
            start: None,
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
