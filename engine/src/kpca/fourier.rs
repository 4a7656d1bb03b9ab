//! Solver by equispaced Fourier modes for Gaussian kernels: iterates in the space of the modes, converts the pairs to
//! pairs at the points, and bounds their errors.

use std::{iter, sync::Arc};

use nalgebra::DMatrix;

use super::{
    CancelCheck, FitProgress, FitStage, SolverUsed, Tier,
    attempts::FourierPreference,
    solution::Solution,
    solution::SolverPairs,
    solve::{PASSES, SolverTask},
};
use crate::{
    eigen::{
        Failure,
        accuracy::{RitzResiduals, residual_norms},
        factored::FactoredMatrix,
        fourier::{Digits, Fourier, Modes, PreviewPairs, Toeplitz, WavesAtPoints, WavesAtRows},
        gemm::{tr_product, view},
        goal::EigenGoal,
        krylov::leading_pairs,
        operator::{Operator, Precision, Ritz},
        orthogonal::center_columns,
    },
    kernel::{Centering, Curve, Metric, ScaledKernel},
};

/// Share of the tier's tolerance that the iteration aims at; the rest is left to the errors of the modes.
const TO_SPARE: f64 = 0.25;

/// Effect of rounding in a preview, in units of ε times n, a bound on the norm of the matrix.
const ROUNDING: f64 = 16.0;
/// Number of pairs at each node of a space for previews beyond those wanted: at another γ they may be leading ones.
const BEYOND: usize = 2;

/// Largest cost of a product with the modes, as a share of n² operations, at which they are faster than an iteration on
/// the matrix (measured: PERFORMANCE.md, "Fourier modes: RBF in few dimensions").
const WORTHWHILE: f64 = 0.1;
/// Largest number of multiplications that sums over the points may take: the larger of the first entry times n² and the
/// second.
const SUMS: [f64; 2] = [100.0, 2e9];

/// Returns whether Fourier modes can sum the kernel: it is exp(−γ‖x − y‖²), and γ is not so small that the kernel is
/// linear on these data.
pub(super) fn is_gaussian(kernel: &ScaledKernel) -> bool {
    let metric = kernel.kernel().metric();
    metric == Metric::SquaredEuclidean && kernel.shape() == Curve::ExpM1
}

/// Solves for a Gaussian kernel by Fourier modes, at all points or, where `rows` are given, at these only. Results for
/// other γ stay in `kept`. `None` where the modes do not pay, or the answer is not as accurate as the tier asks.
///
/// # Errors
/// A [`Failure`] where it is cancelled, or an eigenproblem fails.
#[expect(
    clippy::too_many_lines,
    reason = "one stage after the other, from top to bottom"
)]
pub(super) fn by_fourier(
    task: SolverTask<'_>,
    kept: &mut Option<Fourier>,
    wanted: FourierPreference,
    rows: Option<&Arc<[usize]>>,
    memory_budget: u64,
    (progress, cancelled): (&FitProgress, CancelCheck<'_>),
) -> Result<Option<Solution>, Failure> {
    let SolverTask {
        points, k, tier, ..
    } = task;
    // γ in the unit of the points' coordinates.
    let gamma = -task.kernel.factor();
    let n = points.len();
    progress.begin(FitStage::Spreading, 0);
    let told = progress.parts();
    let fourier = kept.get_or_insert_with(|| Fourier::telling(points.coordinates(), told));
    if !pays(fourier, gamma, task, wanted, memory_budget) {
        return Ok(None);
    }
    if let (Tier::Preview, Some(rows)) = (tier, rows)
        && let Some(shown) = fourier.foreseen(gamma, k, rows, tier.score_tolerance())
        && !is_blurred(Digits::Some, &shown.values, n, tier)
    {
        return Ok(Some(of_shown(shown, k, n)));
    }
    let digits = match tier {
        Tier::Preview => Digits::Some,
        Tier::Exact => Digits::All,
    };
    let Some(modes) = fourier.modes(gamma, digits) else {
        return Ok(None);
    };
    if cancelled() {
        return Err(Failure::Cancelled);
    }
    // The operator calls this before each product.
    let asked = || {
        progress.begin_pass(FitStage::WavePass, 0);
        cancelled()
    };
    let Some(mut op) = fourier.operator(&modes, &asked) else {
        return Ok(None);
    };
    let noise = op.rounding_of_all();
    let trace = op.trace();
    if trace <= noise {
        return Ok(None);
    }
    let goal = EigenGoal {
        components: k,
        tolerance: TO_SPARE * tier.score_tolerance(),
        eigenvalue_tolerance: TO_SPARE * tier.eigenvalue_tolerance(),
        lowest: 0,
        prove: tier == Tier::Exact,
        before: &[],
        passes: PASSES,
    };
    let ritz = leading_pairs(&mut op, &goal)?;
    if !ritz.converged || ritz.values.len() < k {
        return Ok(None);
    }
    let (misses, coupling) = misses(&mut op, &ritz)?;
    let dim = ritz.vectors.nrows();
    let leading = DMatrix::from_column_slice(dim, k, &ritz.vectors.as_slice()[..dim * k]);
    progress.begin(FitStage::Scores, 0);
    let Some(found) = (match rows {
        None => {
            let told = (progress, cancelled);
            at_all(fourier, &modes, &leading, digits, noise, told)?
        }
        Some(rows) => at_some(fourier, rows, &modes, &leading, digits, &ritz.values),
    }) else {
        return Ok(None);
    };
    let mut values = found.values;
    values.truncate(k);
    values.extend(ritz.values.iter().skip(k));
    let first = ritz.values.first().copied().unwrap_or(0.0);
    if is_blurred(digits, &ritz.values, n, tier) {
        return Ok(None);
    }
    // With B from modes to points, BBᵀ is the centred matrix and BᵀB was iterated on: the residual of v = Bw/√θ is
    // Br/√θ, and r has no part along the leading eigenvectors, so that ‖Br‖² is at most the next eigenvalue times ‖r‖².
    let below = ritz.rest.first().map_or(first, |rest| rest.min(first));
    let missed = misses.iter().zip(&values);
    let missed = missed.map(|(r, &θ)| r * (below / θ.max(noise)).sqrt().max(1.0));
    let rounded = found.rounded.iter().copied().chain(iter::repeat(0.0));
    let residuals = missed
        .zip(rounded)
        .map(|(r, rounded)| r + rounded)
        .collect();
    // Bound on the error of any eigenvalue, and of the image of any unit vector: the weights of all modes add up to at
    // most one, and each of their sums has the rounding error of n terms. (At the outermost modes the window adds to
    // the error, but products of two such weights make this part negligible.)
    let rounding = n as f64 * (modes.error + modes.rounding()) + noise;
    let solution = Solution {
        centering: found.centering,
        trace,
        pairs: SolverPairs {
            errors: Vec::new(),
            values,
            vectors: found.vectors,
            residuals,
            coupling,
            negative: Vec::new(),
            rank: None,
            rest: ritz.rest,
            doubt: None,
            solver: SolverUsed::Fourier,
        },
        noise,
        rounding,
    };
    let enough = match tier {
        Tier::Preview => is_shown_well(&solution, k),
        Tier::Exact => solution.accuracy(tier, k).is_certified(),
    };
    // Other solvers would compute all rows, which takes a hundred times as long as some; a missed bound is not worth
    // this time in a preview.
    let takes_all = wanted == FourierPreference::Anyway || rows.is_some();
    Ok((enough || takes_all).then_some(solution))
}

/// Returns ‖Gv − θv‖ of each pair and a bound on |vᵢᵀGvⱼ| for i ≠ j, both computed in double precision. Pairs found in
/// double precision have these values already.
///
/// # Errors
/// Passes on the operator's [`Failure`].
fn misses(op: &mut Toeplitz<'_>, ritz: &Ritz) -> Result<(Vec<f64>, f64), Failure> {
    if ritz.exact {
        return Ok((ritz.residuals.clone(), ritz.coupling));
    }
    let image = op.apply(&ritz.vectors, Precision::Double)?;
    let inner = tr_product(view(&ritz.vectors), view(&image));
    let pairs = (0..inner.ncols()).flat_map(|i| (0..i).map(move |j| (i, j)));
    let coupling = pairs.map(|at| inner[at].abs()).fold(0.0, f64::max);
    Ok((residual_norms(image, &ritz.vectors, &ritz.values), coupling))
}

/// Returns whether the error by the window in an entry of a score exceeds its share of the tier's tolerance. The
/// coefficients D^½w of a score have moduli that add up to at most one.
fn is_blurred(digits: Digits, values: &[f64], n: usize, tier: Tier) -> bool {
    let first = values.first().copied().unwrap_or(0.0);
    digits.window() * (n as f64 / first).sqrt() > TO_SPARE * tier.score_tolerance()
}

/// Returns whether the errors of the first k score columns are small enough for a preview, which need not prove that no
/// larger eigenvalue was missed.
fn is_shown_well(solution: &Solution, k: usize) -> bool {
    let pairs = &solution.pairs;
    let residuals = pairs.residuals.iter().map(|r| r + solution.rounding);
    let presumed = RitzResiduals {
        wanted: k,
        values: &pairs.values,
        residuals: &residuals.collect::<Vec<_>>(),
        coupling: pairs.coupling + solution.rounding,
        rest: &[],
    };
    let errors = presumed.score_errors();
    errors
        .iter()
        .all(|error| *error <= Tier::Preview.score_tolerance())
}

/// Turns a preview's pairs at some of n rows into a solution with k residuals.
fn of_shown(shown: PreviewPairs, k: usize, n: usize) -> Solution {
    let first = shown.values.first().copied().unwrap_or(0.0);
    let noise = ROUNDING * f64::EPSILON * n as f64;
    Solution {
        centering: Centering {
            column_means: less_one(&shown.means),
            grand_mean: shown.grand_mean - 1.0,
        },
        trace: shown.trace,
        pairs: SolverPairs {
            errors: Vec::new(),
            residuals: vec![shown.residual; k],
            values: shown.values,
            vectors: shown.vectors,
            coupling: ROUNDING * f64::EPSILON * first,
            negative: Vec::new(),
            rank: None,
            // A preview need not prove that no larger eigenvalue was missed.
            rest: Vec::new(),
            doubt: None,
            solver: SolverUsed::Fourier,
        },
        noise,
        rounding: n as f64 * shown.error + noise,
    }
}

/// Computes the leading pairs of the kernels at the nodes about `gamma`, which span the space for previews of some
/// rows. Pairs are computed one node after the other, and those computed are kept when it is cancelled.
///
/// # Errors
/// A [`Failure`] where it is cancelled, or an eigenproblem fails.
pub(super) fn foresee(
    fourier: &mut Fourier,
    gamma: f64,
    k: usize,
    cancelled: CancelCheck<'_>,
) -> Result<(), Failure> {
    fourier.foresee(gamma);
    while let Some(node) = fourier.next_node(gamma, k) {
        if cancelled() {
            return Err(Failure::Cancelled);
        }
        let Some(modes) = fourier.modes(node, Digits::Some) else {
            return Ok(());
        };
        let Some(mut op) = fourier.operator(&modes, cancelled) else {
            return Ok(());
        };
        let tier = Tier::Preview;
        let goal = EigenGoal {
            components: k + BEYOND,
            tolerance: TO_SPARE * tier.score_tolerance(),
            eigenvalue_tolerance: TO_SPARE * tier.eigenvalue_tolerance(),
            lowest: 0,
            prove: false,
            before: &[],
            passes: PASSES,
        };
        let ritz = leading_pairs(&mut op, &goal)?;
        let positive = ritz.values.iter().all(|value| *value > 0.0);
        if !ritz.converged || !positive {
            return Ok(());
        }
        if !fourier.take_node(modes, ritz.vectors, &ritz.values) {
            return Ok(());
        }
    }
    Ok(())
}

/// Returns whether the modes fit into `budget` bytes, their sums take bearable time and, with
/// [`FourierPreference::IfFaster`], products are faster than passes over the matrix.
fn pays(
    fourier: &Fourier,
    gamma: f64,
    task: SolverTask<'_>,
    wanted: FourierPreference,
    budget: u64,
) -> bool {
    let n = task.points.len();
    let squared = (n as f64).powi(2);
    fourier.cost(gamma).is_some_and(|cost| {
        let fast = wanted == FourierPreference::Anyway || cost.operations() <= WORTHWHILE * squared;
        // NaN counts as too much.
        let bearable = cost.sums() <= SUMS[1].max(SUMS[0] * squared);
        fast && bearable && cost.bytes(n, task.k) <= budget as f64
    })
}

/// Eigenpairs at points, from pairs in the space of the modes.
struct PointEigenpairs {
    /// Eigenvalues, descending.
    values: Vec<f64>,
    /// Entries of the eigenvectors (points × k).
    vectors: DMatrix<f64>,
    /// Part of each residual that rounding adds; empty where it is unknown.
    rounded: Vec<f64>,
    centering: Centering,
}

/// Evaluates the pairs `leading` (coefficients, dim × k) at all points; `None` where the points have no modes.
///
/// # Errors
/// A [`Failure`] where it is cancelled, or an eigenproblem fails.
fn at_all(
    fourier: &Fourier,
    modes: &Modes,
    leading: &DMatrix<f64>,
    digits: Digits,
    noise: f64,
    (progress, cancelled): (&FitProgress, CancelCheck<'_>),
) -> Result<Option<PointEigenpairs>, Failure> {
    let found = fourier.at_points(modes, leading, digits);
    // With a million points each step takes noticeable time.
    if cancelled() {
        return Err(Failure::Cancelled);
    }
    progress.begin(FitStage::FewEigenvalues, 0);
    let Some(WavesAtPoints { mut columns, means }) = found else {
        return Ok(None);
    };
    center_columns(&mut columns);
    let k = leading.ncols();
    let found = FactoredMatrix::new(columns)?.pairs(k, noise);
    let vectors = fourier.given_order(found.vectors.as_slice());
    let vectors = DMatrix::from_vec(means.len(), k, vectors);
    let column_means = less_one(&fourier.given_order(&means));
    Ok(Some(PointEigenpairs {
        values: found.values,
        vectors,
        rounded: found.residuals,
        centering: Centering {
            grand_mean: column_means.iter().sum::<f64>() / means.len() as f64,
            column_means,
        },
    }))
}

/// Evaluates the pairs `leading` (coefficients, dim × k) at the points of some rows; `None` where the points have no
/// modes. The columns are entries of unit vectors over all rows, and so no unit vectors themselves.
fn at_some(
    fourier: &mut Fourier,
    rows: &Arc<[usize]>,
    modes: &Modes,
    leading: &DMatrix<f64>,
    digits: Digits,
    values: &[f64],
) -> Option<PointEigenpairs> {
    let WavesAtRows {
        columns: mut vectors,
        means,
        grand_mean,
    } = fourier.at_rows(rows, modes, leading, digits)?;
    for (mut column, &λ) in vectors.column_iter_mut().zip(values) {
        if λ > 0.0 {
            column /= λ.sqrt();
        }
    }
    Some(PointEigenpairs {
        values: values.to_vec(),
        vectors,
        rounded: Vec::new(),
        centering: Centering {
            column_means: less_one(&means),
            grand_mean: grand_mean - 1.0,
        },
    })
}

/// Subtracts 1 from each mean, since the kernel is evaluated as k − 1.
fn less_one(means: &[f64]) -> Vec<f64> {
    means.iter().map(|mean| mean - 1.0).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        eigen::{dense::symmetric_eigen, orthogonal::random_columns},
        kernel::{Centering, Kernel},
    };

    #[test]
    fn what_was_foreseen_is_as_good_as_a_preview_must_be() {
        let (n, k, gamma) = (600, 4, 1.5);
        let x = random_columns(n, 2, 5);
        let rows: Arc<[usize]> = (0..n).step_by(3).collect();
        let mut fourier = Fourier::new(&x);
        let tolerance = Tier::Preview.score_tolerance();
        assert!(fourier.modes(gamma, Digits::All).is_some());
        assert!(fourier.foreseen(gamma, k, &rows, tolerance).is_none());

        // Work that was done is kept where it is cancelled.
        let mut nodes = Vec::new();
        for _ in 0..20 {
            nodes.push(fourier.next_node(gamma, k));
            let asked = std::sync::atomic::AtomicUsize::new(0);
            let soon = || asked.fetch_add(1, std::sync::atomic::Ordering::Relaxed) > 40;
            let _ = foresee(&mut fourier, gamma, k, &soon);
        }
        assert_eq!(nodes.last(), Some(&None), "{nodes:?}");
        assert_eq!(fourier.next_node(1.1 * gamma, k), None);
        assert!(fourier.next_node(1.9 * gamma, k).is_some());
        assert!(fourier.foreseen(2.1 * gamma, k, &rows, tolerance).is_none());
        assert!(fourier.foreseen(gamma, k + 1, &rows, tolerance).is_none());

        for factor in [0.67, 0.8, 1.0, 1.13, 1.3, 1.49] {
            let gamma = gamma * factor;
            let shown = fourier.foreseen(gamma, k, &rows, tolerance).unwrap();
            let mut matrix = Kernel::rbf(gamma).matrix(&x, &x);
            let centering = Centering::of(&matrix);
            centering.apply(&mut matrix);
            assert!((shown.trace - matrix.trace()).abs() < 1e-6 * matrix.trace());
            assert!((shown.grand_mean - centering.grand_mean).abs() < 1e-6);
            for (mean, row) in shown.means.iter().zip(&*rows) {
                assert!((mean - centering.column_means[*row]).abs() < 1e-5);
            }
            let exact = symmetric_eigen(&matrix, &|| false).unwrap();
            let scores =
                |j: usize| exact.vectors.column(n - 1 - j) * exact.values[n - 1 - j].sqrt();
            let largest = scores(0).amax();
            for j in 0..k {
                let found = shown.vectors.column(j) * shown.values[j].sqrt();
                let expected = scores(j).select_rows(&*rows);
                let sign = found.dot(&expected).signum();
                let error = (found * sign - expected).amax() / largest;
                assert!(error < 3e-4, "{factor}, {j}: {error}");
            }
        }
    }
}
