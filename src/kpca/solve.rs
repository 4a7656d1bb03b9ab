//! The solvers behind one interface: each answers, or gives up in favour of the next.

use nalgebra::DMatrix;

use super::{
    SolverUsed, Tier, anchored::Anchored, features::features, finish::Pairs,
    kernel_matrix::CenteredKernel,
};
use crate::{
    eigen::{
        Failure,
        accuracy::{bound_of_the_rest, chance_of_a_miss},
        cholesky::{Factor, Limits},
        dense::symmetric_eigen,
        factored::factored_pairs,
        gemm::{product, view},
        krylov::{Goal, Ritz, leading_pairs},
    },
    kernel::{Centering, Kernel, Points},
};

/// Passes over the matrix after which an iteration does not pay.
const PASSES: usize = 60;
/// Vectors beyond those wanted that the iteration is given to start from.
const SPARE: usize = 6;
/// Negative eigenvalues that the iteration looks for.
const LOWEST: usize = 4;

/// Pairs, and what else a solver has learnt of the matrix.
pub(super) struct Solution {
    pub(super) pairs: Pairs,
    pub(super) centering: Centering,
    pub(super) trace: f64,
    /// What rounding leaves of a zero eigenvalue.
    pub(super) noise: f64,
}

/// A chance of a missed eigenvalue that counts as none.
const CHANCE: f64 = 1e-6;

/// What a solver is to find.
#[derive(Clone, Copy)]
pub(super) struct Task<'a> {
    pub(super) points: &'a Points,
    pub(super) kernel: Kernel,
    pub(super) k: usize,
    pub(super) tier: Tier,
}

impl Solution {
    /// Whether the pairs are as good as the tier asks.
    pub(super) fn is_accurate(&self, tier: Tier, k: usize) -> bool {
        self.pairs.is_accurate(tier, k, self.noise)
    }
}

/// From an explicit feature space of at most `most` dimensions: exact.
pub(super) fn by_features(task: Task<'_>, most: usize) -> Result<Option<Solution>, Failure> {
    let Task {
        points, kernel, k, ..
    } = task;
    let Some(mut phi) = features(&kernel, points, most) else {
        return Ok(None);
    };
    let squared_norm = phi.norm_squared();
    if !squared_norm.is_finite() {
        return Err(Failure::NotFinite);
    }
    let mean = phi.row_mean();
    // k(x, y) averaged over x is mean φ · φ(y).
    let centering = Centering {
        column_means: (&phi * mean.transpose()).iter().copied().collect(),
        grand_mean: mean.norm_squared(),
    };
    center_columns(&mut phi);
    let noise = 8.0 * f64::EPSILON * squared_norm;
    let found = factored_pairs(&phi, k, noise).ok_or(Failure::NotConverged)?;
    Ok(Some(Solution {
        trace: phi.norm_squared(),
        pairs: Pairs {
            rank: Some(found.values.iter().filter(|&&λ| λ > noise).count()),
            rest: found.values.get(k).copied().unwrap_or(0.0),
            values: found.values,
            vectors: found.vectors,
            residuals: found.residuals,
            negative: Vec::new(),
            solver: SolverUsed::Features,
        },
        centering,
        noise,
    }))
}

/// From a pivoted Cholesky factor of at most `rank` columns, carried on until the tier is met.
/// Where it is not, the answer says so by its bounds, and its vectors are where to start from.
pub(super) fn by_cholesky(
    task: Task<'_>,
    kept: &mut Option<(Kernel, Factor)>,
    rank: usize,
    stop: &dyn Fn() -> bool,
) -> Result<Solution, Failure> {
    let Task {
        points,
        kernel,
        k,
        tier,
    } = task;
    let columns = Anchored::new(points, kernel);
    let rounding = columns.rounding();
    if !rounding.is_finite() {
        return Err(Failure::NotFinite);
    }
    let (_, factor) = kept.get_or_insert_with(|| (kernel, Factor::new(&columns, rounding)));
    let (first, last) = match tier {
        Tier::Preview => (1e-4, 1e-10),
        Tier::Exact => (1e-11, 1e-13),
    };
    let mut left = first;
    loop {
        let done = factor.carry_on(&columns, Limits { left, rank }, stop);
        if stop() {
            return Err(Failure::Cancelled);
        }
        let solution = from_factor(task, &columns, factor, rounding)?;
        let exhausted = !done || left <= last || factor.left() > left * factor.trace();
        if exhausted || solution.is_accurate(tier, k) {
            return Ok(solution);
        }
        left *= 1e-2;
    }
}

fn from_factor(
    task: Task<'_>,
    columns: &Anchored<'_>,
    factor: &Factor,
    rounding: f64,
) -> Result<Solution, Failure> {
    let k = task.k;
    let spare = (k + SPARE).min(columns.len());
    let mut b = factor.matrix();
    let mean = b.row_mean();
    let anchored_means: Vec<f64> = (&b * mean.transpose()).iter().copied().collect();
    center_columns(&mut b);
    let left = factor.left();
    let n = b.nrows() as f64;
    let noise = 8.0 * f64::EPSILON * factor.trace() + rounding * n.sqrt();
    let found = factored_pairs(&b, spare, noise).ok_or(Failure::NotConverged)?;
    let complete = left <= noise;
    Ok(Solution {
        centering: columns.centering(&anchored_means),
        trace: b.norm_squared() + left,
        pairs: Pairs {
            rank: complete.then(|| found.values.iter().filter(|&&λ| λ > noise).count()),
            rest: found.values.get(k).copied().unwrap_or(0.0) + left,
            values: found.values,
            vectors: found.vectors,
            residuals: found.residuals.iter().map(|r| r + left).collect(),
            negative: Vec::new(),
            solver: SolverUsed::Cholesky,
        },
        noise,
    })
}

/// By iteration on the matrix, from `start` where given; `None` where it does not pay.
pub(super) fn by_krylov(
    op: &mut CenteredKernel<'_>,
    task: Task<'_>,
    start: Option<&DMatrix<f64>>,
) -> Result<Option<Solution>, Failure> {
    let Task { k, tier, .. } = task;
    let goal = Goal {
        components: k,
        tolerance: tier.score_tolerance(),
        eigenvalue_tolerance: tier.eigenvalue_tolerance(),
        lowest: if task.kernel.is_positive() {
            0
        } else {
            k.min(LOWEST)
        },
        start,
        passes: PASSES,
    };
    let ritz = leading_pairs(op, &goal)?;
    let Some(sums) = op.sums().filter(|_| ritz.converged) else {
        return Ok(None);
    };
    let bound = bound_of_the_rest(
        &sums.totals,
        &ritz.captured,
        &ritz.values,
        &ritz.residuals,
        k,
    );
    Ok(Some(Solution {
        centering: sums.centering.clone(),
        trace: sums.totals.trace,
        noise: sums.noise,
        pairs: Pairs {
            rest: probed(&ritz, task).map_or(bound, |next| next.min(bound)),
            values: ritz.values,
            vectors: ritz.vectors,
            residuals: ritz.residuals,
            negative: ritz.negative,
            rank: None,
            solver: SolverUsed::Krylov,
        },
    }))
}

/// The largest eigenvalue but the first k, where the random columns that the iteration started
/// from are as good as sure to have brought it up.
fn probed(ritz: &Ritz, task: Task<'_>) -> Option<f64> {
    let Task { k, tier, .. } = task;
    let last = *ritz.values.get(k.checked_sub(1)?)?;
    let next = *ritz.values.get(k)?;
    let threshold = last + tier.eigenvalue_tolerance() * ritz.values[0].abs();
    let lowest = ritz.negative.first().map_or(0.0, |λ| λ.min(0.0));
    let n = task.points.len();
    let chance = chance_of_a_miss(threshold, next, lowest, n, ritz.probes, ritz.passes);
    (chance <= CHANCE).then_some(next)
}

/// All eigenpairs.
pub(super) fn by_dense(op: &mut CenteredKernel<'_>, k: usize) -> Result<Solution, Failure> {
    let matrix = op.explicit()?;
    let eigen = symmetric_eigen(&matrix).ok_or(Failure::NotConverged)?;
    let n = matrix.nrows();
    let order: Vec<usize> = (0..n).rev().take(k).collect();
    let vectors = eigen.vectors.select_columns(&order);
    let values: Vec<f64> = eigen.values.iter().rev().copied().collect();
    let image = product(view(&matrix), view(&vectors));
    let residuals = image
        .column_iter()
        .zip(vectors.column_iter())
        .zip(&values)
        .map(|((image, v), &λ)| (image - v * λ).norm())
        .collect();
    let sums = op.sums().ok_or(Failure::NotFinite)?;
    let noise = sums.noise;
    let negative = eigen.values.iter().copied().take(k);
    Ok(Solution {
        pairs: Pairs {
            rank: Some(values.iter().filter(|λ| λ.abs() > noise).count()),
            rest: values.get(k).copied().unwrap_or(0.0),
            negative: if sums.totals.positive {
                Vec::new()
            } else {
                negative.take_while(|&λ| λ < -noise).collect()
            },
            values,
            vectors,
            residuals,
            solver: SolverUsed::Dense,
        },
        centering: sums.centering.clone(),
        trace: sums.totals.trace,
        noise,
    })
}

fn center_columns(matrix: &mut DMatrix<f64>) {
    for mut column in matrix.column_iter_mut() {
        let mean = column.mean();
        column.add_scalar_mut(-mean);
    }
}
