//! The solver by equispaced Fourier modes: from its pairs in the space of the modes to those of the points.

use std::{iter, sync::Arc};

use nalgebra::DMatrix;

use super::{
    Cancelled, SolverUsed, Tier,
    attempts::Wanted,
    solution::Pairs,
    solution::Solution,
    solve::{PASSES, Task},
};
use crate::{
    eigen::{
        Failure,
        accuracy::residual_norms,
        factored::Factored,
        fourier::{AtPoints, AtRows, Digits, Fourier, Modes, Toeplitz},
        gemm::{tr_product, view},
        goal::Goal,
        krylov::leading_pairs,
        operator::{Operator, Precision},
        orthogonal::center_columns,
    },
    kernel::{Centering, Curve, Metric, ScaledKernel},
};

/// The iteration aims at this share of the promised error; the rest is left to the error of the modes.
const TO_SPARE: f64 = 0.25;

/// The modes are faster than an iteration on the matrix if a product with them takes at most this share of
/// n² operations.
const WORTHWHILE: f64 = 0.1;
/// Whether the modes can sum the kernel: exp(−γ‖x − y‖²), unless γ is so small that it is straight.
pub(super) fn is_gaussian(kernel: &ScaledKernel) -> bool {
    let metric = kernel.kernel().metric();
    metric == Metric::SquaredEuclidean && kernel.shape() == Curve::ExpM1
}

/// Solves for a Gaussian kernel by Fourier modes, which stay in `kept`; `None` where there would be too
/// many of them. Of some `rows` alone where that is asked.
pub(super) fn by_fourier(
    task: Task<'_>,
    kept: &mut Option<Fourier>,
    wanted: Wanted,
    rows: Option<&Arc<[usize]>>,
    memory_budget: u64,
    cancelled: Cancelled<'_>,
) -> Result<Option<Solution>, Failure> {
    let Task {
        points, k, tier, ..
    } = task;
    // Of coordinates in the points' unit.
    let gamma = -task.kernel.factor();
    let n = points.len();
    let fourier = kept.get_or_insert_with(|| Fourier::new(points.coordinates()));
    if !pays(fourier, gamma, task, wanted, memory_budget) {
        return Ok(None);
    }
    let digits = match tier {
        Tier::Preview => Digits::Some,
        Tier::Exact => Digits::All,
    };
    let Some(modes) = fourier.modes(gamma, digits) else {
        return Ok(None);
    };
    let Some(mut op) = fourier.operator(&modes, cancelled) else {
        return Ok(None);
    };
    let noise = op.rounding_of_all();
    let trace = op.trace();
    if trace <= noise {
        return Ok(None);
    }
    let goal = Goal {
        components: k,
        tolerance: TO_SPARE * tier.score_tolerance(),
        eigenvalue_tolerance: TO_SPARE * tier.eigenvalue_tolerance(),
        lowest: 0,
        prove: tier == Tier::Exact,
        before: &fourier.before(&modes),
        passes: PASSES,
    };
    let ritz = leading_pairs(&mut op, &goal)?;
    if !ritz.converged || ritz.values.len() < k {
        return Ok(None);
    }
    // What was found is held against the whole operator, whatever led to it.
    let image = op.apply(&ritz.vectors, Precision::Double)?;
    let inner = tr_product(view(&ritz.vectors), view(&image));
    let pairs = (0..inner.ncols()).flat_map(|i| (0..i).map(move |j| (i, j)));
    let coupling = pairs.map(|at| inner[at].abs()).fold(0.0, f64::max);
    let misses = residual_norms(&image, &ritz.vectors, &ritz.values);
    let leading = ritz.vectors.columns(0, k).into_owned();
    let Some(found) = (match rows {
        None => at_all(fourier, &op, &modes, &leading, digits, noise)?,
        Some(rows) => at_some(fourier, rows, &op, &modes, &leading, digits, &ritz.values),
    }) else {
        return Ok(None);
    };
    let mut values = found.values;
    values.truncate(k);
    values.extend(ritz.values.iter().skip(k));
    let first = ritz.values.first().copied().unwrap_or(0.0);
    // The window adds to an entry of a score, whose coefficients D^½w have moduli that add up to at most one.
    if digits.window() * (n as f64 / first).sqrt() > TO_SPARE * tier.score_tolerance() {
        return Ok(None);
    }
    // With B from modes to points, BBᵀ the centred matrix and BᵀB what was iterated on: the residual of
    // v = Bw/√θ is Br/√θ, and r has no part along what is larger than the rest.
    let below = ritz.rest.min(first);
    let missed = misses.iter().zip(&values);
    let missed = missed.map(|(r, &θ)| r * (below / θ.max(noise)).sqrt().max(1.0));
    let rounded = found.rounded.iter().copied().chain(iter::repeat(0.0));
    let residuals = missed
        .zip(rounded)
        .map(|(r, rounded)| r + rounded)
        .collect();
    // No eigenvalue, and no image of a unit vector, is further off.
    let rounding = n as f64 * modes.error + noise;
    drop(op);
    fourier.remember(gamma, modes, &ritz.vectors);
    let solution = Solution {
        centering: found.centering,
        trace,
        pairs: Pairs {
            values,
            vectors: found.vectors,
            residuals,
            coupling,
            negative: Vec::new(),
            rank: None,
            rest: ritz.rest,
            needed: None,
            solver: SolverUsed::Fourier,
        },
        noise,
        rounding,
    };
    let accuracy = solution.accuracy(tier, k);
    let enough = match tier {
        // Which need not prove that nothing larger was missed.
        Tier::Preview => accuracy
            .score_bound
            .is_some_and(|bound| bound <= tier.score_tolerance()),
        Tier::Exact => accuracy.is_certified(),
    };
    // To show all rows in place of some takes a hundred times as long, which a bound is not worth in a preview.
    let takes_all = wanted == Wanted::Anyway || rows.is_some();
    Ok((enough || takes_all).then_some(solution))
}

/// Whether the modes fit into memory and, where that is asked, are faster.
fn pays(fourier: &Fourier, gamma: f64, task: Task<'_>, wanted: Wanted, budget: u64) -> bool {
    let n = task.points.len();
    let squared = (n as f64).powi(2);
    fourier.cost(gamma).is_some_and(|cost| {
        let fast = wanted == Wanted::Anyway || cost.operations() <= WORTHWHILE * squared;
        // Not a number is too much.
        fast && cost.bytes(n, task.k) <= budget as f64
    })
}

/// Pairs at the points.
struct Found {
    values: Vec<f64>,
    vectors: DMatrix<f64>,
    /// What rounding adds to residuals, where that is known.
    rounded: Vec<f64>,
    centering: Centering,
}

/// At all points; `None` where there are none.
fn at_all(
    fourier: &Fourier,
    op: &Toeplitz<'_>,
    modes: &Modes,
    leading: &DMatrix<f64>,
    digits: Digits,
    noise: f64,
) -> Result<Option<Found>, Failure> {
    let Some(AtPoints { mut columns, means }) = fourier.at_points(op, modes, leading, digits)
    else {
        return Ok(None);
    };
    center_columns(&mut columns);
    let k = leading.ncols();
    let found = Factored::new(columns)
        .ok_or(Failure::NotConverged)?
        .pairs(k, noise);
    let mut vectors = DMatrix::zeros(found.vectors.nrows(), k);
    for (mut column, rows) in vectors.column_iter_mut().zip(found.vectors.column_iter()) {
        column.copy_from_slice(&fourier.given_order(rows.as_slice()));
    }
    let column_means = less_one(&fourier.given_order(&means));
    Ok(Some(Found {
        values: found.values,
        vectors,
        rounded: found.residuals,
        centering: Centering {
            grand_mean: column_means.iter().sum::<f64>() / means.len() as f64,
            column_means,
        },
    }))
}

/// At the points of some rows, whose entries of eigenvectors are no columns of length one.
fn at_some(
    fourier: &mut Fourier,
    rows: &Arc<[usize]>,
    op: &Toeplitz<'_>,
    modes: &Modes,
    leading: &DMatrix<f64>,
    digits: Digits,
    values: &[f64],
) -> Option<Found> {
    let AtRows {
        columns: mut vectors,
        means,
        grand_mean,
    } = fourier.at_rows(rows, op, modes, leading, digits)?;
    for (mut column, &λ) in vectors.column_iter_mut().zip(values) {
        if λ > 0.0 {
            column /= λ.sqrt();
        }
    }
    Some(Found {
        values: values.to_vec(),
        vectors,
        rounded: Vec::new(),
        centering: Centering {
            column_means: less_one(&means),
            grand_mean: grand_mean - 1.0,
        },
    })
}

/// The kernel less 1, as its shape has it.
fn less_one(means: &[f64]) -> Vec<f64> {
    means.iter().map(|mean| mean - 1.0).collect()
}
