//! Solver by equispaced Fourier modes for Gaussian kernels: iterates in the space of the modes, converts the pairs to
//! pairs at the points, and bounds their errors.

use std::{iter, sync::Arc};

use nalgebra::DMatrix;

use super::{
    Accuracy, CancelCheck, FitStage, SolverUsed, Tier,
    attempts::FourierPreference,
    solution::{MatrixFacts, Solution},
    solve::{SolverTask, goal},
};
use crate::{
    eigen::{
        Failure,
        accuracy::{RitzResiduals, residual_norms},
        factored::{EigenPairs, FactoredMatrix},
        fourier::{Digits, Fourier, PreviewPairs, Toeplitz},
        gemm::{tr_product, view},
        krylov::leading_pairs,
        operator::{Operator, Precision, Ritz},
    },
    kernel::{Curve, Metric, ScaledKernel},
};

/// Share of the tier's tolerance that the iteration aims at; the rest is left to the errors of the modes.
const TO_SPARE: f64 = 0.25;

/// Effect of rounding in a preview, in units of ε times n, a bound on the norm of the matrix.
const ROUNDING: f64 = 16.0;
/// Number of pairs beyond those wanted that are computed at each γ of a space of waves: at another γ they may be
/// leading ones.
const BEYOND: usize = 2;

/// Largest cost of a product with the modes, as a share of n² operations, at which they are faster than an iteration on
/// the matrix (measured: docs/experiments.md, "Fourier modes: RBF in few dimensions").
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

/// Solves for a Gaussian kernel by Fourier modes, at all points or, where `rows` are given, at these only. The solver
/// stays in `kept`, and serves every γ. `None` where the modes do not pay or lose too many digits, or the iteration
/// does not converge; for [`FourierPreference::IfFaster`] at all points also where the answer is not as accurate as the
/// tier asks.
///
/// # Errors
/// A [`Failure`] where it is cancelled, or an eigenproblem fails.
pub(super) fn by_fourier(
    task: SolverTask<'_>,
    kept: &mut Option<Fourier>,
    wanted: FourierPreference,
    rows: Option<&Arc<[usize]>>,
    memory_budget: u64,
) -> Result<Option<Solution>, Failure> {
    let SolverTask {
        points,
        k,
        tier,
        progress,
        ..
    } = task;
    // γ in the unit of the points' coordinates.
    let gamma = -task.kernel.factor();
    let n = points.len();
    progress.begin(FitStage::Spreading, 0);
    if kept.is_none() {
        *kept = Fourier::new(points.coordinates(), progress.parts());
    }
    let pays = |fourier: &&mut Fourier| pays(fourier, gamma, task, wanted, memory_budget);
    let Some(fourier) = kept.as_mut().filter(pays) else {
        return Ok(None);
    };
    if let (Tier::Preview | Tier::Refined, Some(rows)) = (tier, rows)
        && let Some(shown) = fourier.foreseen(gamma, k, rows, tier.score_tolerance())
        && !is_blurred(Digits::Some, &shown.values, n, tier)
    {
        return Ok(Some(of_shown(shown, k, n, task.kernel.of_data())));
    }
    let digits = match tier {
        Tier::Preview | Tier::Refined => Digits::Some,
        Tier::Exact => Digits::All,
    };
    let modes = fourier.modes(gamma, digits);
    task.check()?;
    // The operator calls this before each product.
    let asked = || {
        progress.begin_pass(FitStage::WavePass, 0);
        (task.cancelled)()
    };
    let Some(mut op) = fourier.operator(&modes, &asked) else {
        return Ok(None);
    };
    let noise = op.rounding_of_all();
    let trace = op.trace();
    if trace <= noise {
        return Ok(None);
    }
    let ritz = leading_pairs(&mut op, &goal(k, tier, TO_SPARE))?;
    if !ritz.converged || ritz.values.len() < k || is_blurred(digits, &ritz.values, n, tier) {
        return Ok(None);
    }
    let (misses, coupling) = misses(&mut op, &ritz)?;
    let dim = ritz.vectors.nrows();
    let leading = DMatrix::from_column_slice(dim, k, &ritz.vectors.as_slice()[..dim * k]);
    progress.begin(FitStage::Scores, 0);
    let Some(at_points) = fourier.values(rows, &modes, &leading, digits) else {
        return Ok(None);
    };
    // With a million points each step takes noticeable time.
    task.check()?;
    let mut vectors = at_points.columns;
    let (mut values, mut rounded) = (ritz.values.clone(), Vec::new());
    if rows.is_none() {
        progress.begin(FitStage::FewEigenvalues, 0);
        let found = FactoredMatrix::new(vectors, task.cancelled)?.pairs(k, noise);
        values.splice(..k, found.values);
        (vectors, rounded) = (found.vectors, found.residuals);
    } else {
        // Entries of unit vectors over all rows, and so no unit vectors themselves.
        for (mut column, &λ) in vectors.column_iter_mut().zip(&values) {
            if λ > 0.0 {
                column /= λ.sqrt();
            }
        }
    }
    // With B from modes to points, BBᵀ is the centred matrix and BᵀB was iterated on: the residual of v = Bw/√θ is
    // Br/√θ, and r has no part along the leading eigenvectors, so that ‖Br‖² is at most the next eigenvalue times ‖r‖².
    let first = ritz.values.first().copied().unwrap_or(0.0);
    let below = ritz
        .bounds_beyond
        .first()
        .map_or(first, |bound| bound.min(first));
    let missed = misses.iter().zip(&values);
    let missed = missed.map(|(r, &θ)| r * (below / θ.max(noise)).sqrt().max(1.0));
    let rounded = rounded.into_iter().chain(iter::repeat(0.0));
    let pairs = EigenPairs {
        residuals: missed.zip(rounded).map(|(r, more)| r + more).collect(),
        values,
        vectors,
    };
    let matrix = MatrixFacts {
        centering: at_points.centering,
        trace,
        noise,
        // Bound on the error of any eigenvalue, and of the image of any unit vector: the weights of all modes add up to
        // at most one, and each of their sums has the rounding error of n terms. (At the outermost modes the window
        // adds to the error, but products of two such weights make this part negligible.)
        rounding: n as f64 * (modes.error + modes.rounding()) + noise + task.kernel.of_data(),
    };
    let solution = Solution {
        coupling,
        bounds_beyond: ritz.bounds_beyond,
        ..Solution::new(SolverUsed::Fourier, pairs, matrix)
    };
    let enough = match tier {
        Tier::Preview | Tier::Refined => is_shown_well(&solution, k),
        Tier::Exact => Accuracy::of(&solution, k, tier).is_certified(),
    };
    // Other solvers would compute all rows, which takes a hundred times as long as some; a missed bound is not worth
    // this time in a preview.
    let takes_all = wanted == FourierPreference::Anyway || rows.is_some();
    Ok((enough || takes_all).then_some(solution))
}

/// Returns ‖Gv − θv‖ of each Ritz pair of the operator G, and a bound on |vᵢᵀGvⱼ| for i ≠ j, both computed in double
/// precision. Pairs found in double precision have these values already.
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

/// Returns whether the window by which points are spread over the grid makes a larger error in an entry of a score than
/// its share of the tier's tolerance. The coefficients D^½w of a score have moduli that add up to at most one.
fn is_blurred(digits: Digits, values: &[f64], n: usize, tier: Tier) -> bool {
    let first = values.first().copied().unwrap_or(0.0);
    digits.window() * (n as f64 / first).sqrt() > TO_SPARE * tier.score_tolerance()
}

/// Returns whether the errors of the first k score columns are small enough for a preview, which need not prove that no
/// larger eigenvalue was missed.
fn is_shown_well(solution: &Solution, k: usize) -> bool {
    let rounding = solution.matrix.rounding;
    let residuals = solution.residuals.iter().map(|r| r + rounding);
    let presumed = RitzResiduals {
        wanted: k,
        values: &solution.values,
        residuals: &residuals.collect::<Vec<_>>(),
        coupling: solution.coupling + rounding,
        bounds_beyond: &[],
    };
    let errors = presumed.score_errors();
    errors
        .iter()
        .all(|error| *error <= Tier::Preview.score_tolerance())
}

/// Turns a preview's pairs at some of n rows into a solution with k residuals. Errors of the rows change the matrix by
/// `of_data` in Frobenius norm.
fn of_shown(shown: PreviewPairs, k: usize, n: usize, of_data: f64) -> Solution {
    let first = shown.values.first().copied().unwrap_or(0.0);
    let noise = ROUNDING * f64::EPSILON * n as f64;
    let pairs = EigenPairs {
        residuals: vec![shown.residual; k],
        values: shown.values,
        vectors: shown.vectors,
    };
    let matrix = MatrixFacts {
        centering: shown.centering,
        trace: shown.trace,
        noise,
        rounding: n as f64 * shown.error + noise + of_data,
    };
    // A preview need not prove that no larger eigenvalue was missed.
    Solution {
        coupling: ROUNDING * f64::EPSILON * first,
        ..Solution::new(SolverUsed::Fourier, pairs, matrix)
    }
}

/// Computes the leading pairs of the kernels at a few values of γ about `gamma`, which span the space of waves for
/// previews of some rows. Pairs are computed for one γ after the other, and those computed are kept when it is
/// cancelled.
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
        let modes = fourier.modes(node, Digits::Some);
        let Some(mut op) = fourier.operator(&modes, cancelled) else {
            return Ok(());
        };
        let goal = goal(k + BEYOND, Tier::Preview, TO_SPARE);
        let ritz = leading_pairs(&mut op, &goal)?;
        let positive = ritz.values.iter().all(|value| *value > 0.0);
        let is_good = ritz.converged && positive;
        if !is_good || !fourier.take_node(modes, ritz.vectors, &ritz.values) {
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
    let cost = fourier.cost(gamma);
    let fast = wanted == FourierPreference::Anyway || cost.operations() <= WORTHWHILE * squared;
    // NaN counts as too much.
    let bearable = cost.sums <= SUMS[1].max(SUMS[0] * squared);
    fast && bearable && cost.bytes(n, task.k) <= budget as f64
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
        let mut fourier = Fourier::new(&x, &Arc::default()).unwrap();
        let tolerance = Tier::Preview.score_tolerance();
        fourier.modes(gamma, Digits::All);
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
            assert!((shown.centering.grand_mean + 1.0 - centering.grand_mean).abs() < 1e-6);
            for (mean, row) in shown.centering.column_means.iter().zip(&*rows) {
                assert!((mean + 1.0 - centering.column_means[*row]).abs() < 1e-5);
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
