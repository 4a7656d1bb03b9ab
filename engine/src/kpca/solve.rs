//! Solvers with a common form of answer: explicit features, pivoted Cholesky factor, landmarks (Nyström), block Krylov
//! iteration and dense decomposition. Each returns a [`Solution`], or `None` in favour of the next solver.

use nalgebra::{DMatrix, RowDVector};

use super::{
    Accuracy, Bytes, CancelCheck, Doubt, FitProgress, FitStage, SolverUsed, Tier,
    anchored::AnchoredKernel,
    centered_kernel::CenteredKernel,
    features::features,
    solution::{Solution, SolverPairs},
};
use crate::{
    eigen::{
        Failure,
        accuracy::residual_norms,
        cholesky::{CholeskyLimits, PivotedCholesky},
        dense::symmetric_eigen,
        equal::FactorErrors,
        factored::FactoredMatrix,
        gemm::{product, view},
        goal::EigenGoal,
        krylov::leading_pairs,
        orthogonal::{center_columns, take_means},
    },
    kernel::{Centering, Curve, MetricPoints, ScaledKernel, of_sum},
};

/// Number of passes over the matrix after which an iteration gives up, since other solvers take less time.
pub(super) const PASSES: usize = 150;
/// Share of the trace left at which the pairs of a factor are computed for the first time.
const LOOK: f64 = 1e-5;
/// Share of the remainder needed that a factor then aims at. Where the remainder falls fast, a few more columns are
/// cheap, and bring the projections of training points closer to their scores.
const CLOSER: f64 = 1e-2;
/// Smallest share of the trace that a factor aims to leave.
const LAST: f64 = 1e-14;
/// Share of the tier's tolerance that a certified iteration aims at; the rest is left to rounding of the kernel's
/// values. Rounding takes 0.9·10⁻⁸ of 2.5·10⁻⁸ for the tenth component of 12,000 × 784, which is noise.
const AIM: f64 = 0.5;
/// Number of negative eigenvalues that the iteration looks for.
const LOWEST: usize = 4;

/// Task of a solver: points, kernel, number of components and accuracy.
#[derive(Clone, Copy)]
pub(super) struct SolverTask<'a> {
    /// Points in the kernel's metric.
    pub(super) points: &'a MetricPoints,
    /// Kernel, scaled to the points.
    pub(super) kernel: ScaledKernel,
    /// Number of components wanted.
    pub(super) k: usize,
    /// Accuracy that is asked for.
    pub(super) tier: Tier,
}

impl Solution {
    /// Accuracy of the first k pairs by the measure of a tier.
    pub(super) fn accuracy(&self, tier: Tier, k: usize) -> Accuracy {
        Accuracy::of(&self.pairs, k, tier, self.noise, self.rounding)
    }
}

/// Fails where `cancelled` returns true; called before work that cannot be stopped midway.
///
/// # Errors
/// [`Failure::Cancelled`].
pub(super) fn check(cancelled: CancelCheck<'_>) -> Result<(), Failure> {
    if cancelled() {
        return Err(Failure::Cancelled);
    }
    Ok(())
}

/// Solution for points that are all equal in the kernel's metric: eigenvalues of zero.
///
/// # Errors
///
/// [`Failure::NotConverged`] where an eigenvalue iteration fails.
pub(super) fn of_equal_points(task: SolverTask<'_>) -> Result<Solution, Failure> {
    let n = task.points.len();
    let nothing = FactoredMatrix::new(DMatrix::zeros(n, 0))?;
    let found = nothing.pairs(task.k, 0.0);
    // In a given matrix that was rounded, differences of the rows may have been lost.
    let noise = if task.kernel.is_rounded() {
        f64::MIN_POSITIVE
    } else {
        0.0
    };
    Ok(Solution {
        pairs: SolverPairs {
            errors: Vec::new(),
            rank: Some(0),
            rest: vec![0.0],
            values: found.values,
            vectors: found.vectors,
            residuals: found.residuals,
            coupling: 0.0,
            negative: Vec::new(),
            doubt: None,
            solver: SolverUsed::Features,
        },
        // Every kernel value equals that of a point with itself.
        centering: Centering {
            column_means: task.kernel.diagonal(task.points),
            grand_mean: task
                .kernel
                .diagonal(task.points)
                .first()
                .copied()
                .unwrap_or(0.0),
        },
        trace: 0.0,
        noise,
        rounding: 0.0,
    })
}

/// Solves exactly in an explicit feature space of at most `most` dimensions; `None` where the kernel has no such space.
///
/// # Errors
///
/// A [`Failure`] where it is cancelled, or features overflow.
pub(super) fn by_features(
    task: SolverTask<'_>,
    most: usize,
    progress: &FitProgress,
    cancelled: CancelCheck<'_>,
) -> Result<Option<Solution>, Failure> {
    let SolverTask {
        points, kernel, k, ..
    } = task;
    progress.begin(FitStage::Features, 0);
    let Some(mut phi) = features(&kernel, points, most) else {
        progress.reset();
        return Ok(None);
    };
    check(cancelled)?;
    let squared_norm = phi.norm_squared();
    if !squared_norm.is_finite() {
        return Err(Failure::NotFinite);
    }
    let mean = take_means(&mut phi);
    // k(x, y) averaged over x is mean φ · φ(y).
    let centering = Centering {
        column_means: (&phi * mean.transpose())
            .iter()
            .map(|value| value + mean.norm_squared())
            .collect(),
        grand_mean: mean.norm_squared(),
    };
    let trace = phi.norm_squared();
    // Rounding of φ, in units of ε.
    let digits = match kernel.shape() {
        Curve::Power { degree, .. } => f64::from(degree),
        _ => 1.0,
    };
    let errors = FactorErrors::of_rounding(squared_norm.sqrt(), digits);
    let noise = errors.noise();
    progress.begin(FitStage::FewEigenvalues, 0);
    check(cancelled)?;
    let found = FactoredMatrix::without_squaring(phi).pairs(k, noise);
    let errors = errors.of(&found.values);
    Ok(Some(Solution {
        trace,
        rounding: errors.first().copied().unwrap_or(0.0),
        pairs: SolverPairs {
            errors,
            rank: Some(found.values.iter().filter(|&&λ| λ > noise).count()),
            rest: others(&found.values, k, 0.0),
            values: found.values,
            vectors: found.vectors,
            residuals: found.residuals,
            coupling: f64::INFINITY,
            negative: Vec::new(),
            doubt: None,
            solver: SolverUsed::Features,
        },
        centering,
        noise,
    }))
}

/// Limit on the number of columns of a Cholesky factor, and the consequence of reaching it.
#[derive(Debug, Clone, Copy)]
pub(super) enum FactorColumns {
    /// The factor is given up as soon as its pace predicts more columns, since another solver follows.
    Beside(usize),
    /// The factor ends with this number of columns where the tier would need more.
    UpTo(usize),
}

/// Solves by a pivoted Cholesky factor, extended until the tier is met or `columns` are reached. `None` where the tier
/// cannot be met and another solver follows. The factor stays in `kept`.
///
/// # Errors
///
/// A [`Failure`] where it is cancelled, kernel values are not finite, or an eigenproblem fails.
pub(super) fn by_cholesky(
    task: SolverTask<'_>,
    kept: &mut Option<(ScaledKernel, PivotedCholesky)>,
    columns: FactorColumns,
    progress: &FitProgress,
    cancelled: CancelCheck<'_>,
) -> Result<Option<Solution>, Failure> {
    let SolverTask {
        points,
        kernel,
        k,
        tier,
    } = task;
    let entries = AnchoredKernel::new(points, kernel);
    let rounding = entries.rounding();
    if !rounding.is_finite() {
        return Err(Failure::NotFinite);
    }
    let (_, factor) =
        kept.get_or_insert_with(|| (kernel, PivotedCholesky::new(&entries, rounding)));
    let hope = tier.rest_hoped_for();
    let (rank, other) = match columns {
        FactorColumns::Beside(rank) => (rank, true),
        FactorColumns::UpTo(rank) => (rank, false),
    };
    let mut limits = CholeskyLimits {
        left: LOOK,
        rank,
        hope: if other { hope } else { 1.0 },
    };
    let stop = |factor: &PivotedCholesky| {
        // The remainder falls by about the same factor with each column.
        let share = (factor.left() / factor.trace()).ln() / hope.ln();
        let of_columns = factor.rank() as f64 / rank as f64;
        let share = if other { share } else { share.max(of_columns) };
        progress.columns(factor.rank(), share);
        cancelled()
    };
    loop {
        let done = factor.carry_on(&entries, limits, &stop);
        check(cancelled)?;
        if !done && other {
            return Ok(None);
        }
        progress.begin(FitStage::FewEigenvalues, 0);
        check(cancelled)?;
        let centered = CenteredFactor::new(factor)?;
        let left = factor.left();
        let needed = tier.rest_needed(centered.factored.values(), k);
        if !done || factor.is_exhausted() || left <= needed.max(LAST * factor.trace()) {
            return Ok(Some(centered.solution(task, &entries, factor, rounding)));
        }
        limits.left = (CLOSER * needed / factor.trace())
            .min(0.1 * limits.left)
            .max(LAST);
        if other {
            limits.hope = limits.left;
            if factor.foresees_failure(limits) {
                return Ok(None);
            }
        }
    }
}

/// Solves by a pivoted Cholesky factor of `landmarks` columns, or of fewer where these meet the tier (Nyström).
/// `short_of` is the number of bytes with which all values would be used; `None` where landmarks were asked for by
/// name.
///
/// # Errors
///
/// As in [`by_cholesky`].
pub(super) fn by_landmarks(
    task: SolverTask<'_>,
    kept: &mut Option<(ScaledKernel, PivotedCholesky)>,
    landmarks: usize,
    short_of: Option<u64>,
    (progress, cancelled): (&FitProgress, CancelCheck<'_>),
) -> Result<Option<Solution>, Failure> {
    // Other limits give other blocks, and so other pivots.
    *kept = kept.take().filter(|(_, it)| it.rank() == landmarks);
    let columns = FactorColumns::UpTo(landmarks);
    let mut solution = by_cholesky(task, kept, columns, progress, cancelled)?;
    if let (Some(solution), Some((_, factor))) = (&mut solution, kept) {
        let count = factor.rank();
        solution.pairs.solver = SolverUsed::Nystrom { landmarks: count };
        solution.pairs.doubt = Some(Doubt::Landmarks {
            count,
            needed: short_of.map(Bytes),
        });
    }
    Ok(solution)
}

/// Cholesky factor L with the column means subtracted, decomposed.
struct CenteredFactor {
    /// Centred factor with its eigendecomposition.
    factored: FactoredMatrix,
    /// Column means of L.
    mean: RowDVector<f64>,
}

impl CenteredFactor {
    fn new(factor: &PivotedCholesky) -> Result<Self, Failure> {
        let mut b = factor.matrix();
        let mean = b.row_mean();
        center_columns(&mut b);
        let factored = FactoredMatrix::new(b)?;
        Ok(Self { factored, mean })
    }

    fn solution(
        &self,
        task: SolverTask<'_>,
        entries: &AnchoredKernel<'_>,
        factor: &PivotedCholesky,
        rounding: f64,
    ) -> Solution {
        let Self { factored, mean } = self;
        let (k, n) = (task.k, entries.len());
        let left = factor.left();
        let noise = 8.0 * f64::EPSILON * factor.trace() + rounding * (n as f64).sqrt();
        let shift = mean.norm_squared();
        let anchored_means: Vec<f64> = factored
            .times(&mean.transpose())
            .iter()
            .map(|value| value + shift)
            .collect();
        let found = factored.pairs(k, noise);
        let complete = left <= noise;
        Solution {
            centering: entries.centering(&anchored_means),
            trace: factored.values().iter().sum::<f64>() + left,
            pairs: SolverPairs {
                errors: Vec::new(),
                rank: complete.then(|| found.values.iter().filter(|&&λ| λ > noise).count()),
                rest: others(&found.values, k, left),
                values: found.values,
                vectors: found.vectors,
                residuals: found.residuals.iter().map(|r| r + left).collect(),
                coupling: f64::INFINITY,
                negative: Vec::new(),
                doubt: None,
                solver: SolverUsed::Cholesky,
            },
            noise,
            rounding: entries.rounding_of_all() + rounding_of_factor(factor, n),
        }
    }
}

/// Bound on the norm of the rounding error of `LLᵀ` for a factor L (n × r), after Higham (2002, theorem 10.14): about
/// rε times the trace for the pivots, times (1 + ‖W‖)² for the other rows, which W combines from the pivots. ‖W‖ is
/// estimated as √((n − r)/r), its value where each other row equals one pivot, evenly.
fn rounding_of_factor(factor: &PivotedCholesky, n: usize) -> f64 {
    let rank = factor.rank().max(1);
    let others = n.saturating_sub(rank) as f64 / rank as f64;
    of_sum(rank + 2) * f64::EPSILON * factor.trace() * (1.0 + others.sqrt()).powi(2)
}

/// Solves by block Krylov iteration on the matrix, starting from eigenvectors of earlier kernels (`before`, n × any
/// number each); `None` where the iteration does not converge.
///
/// # Errors
///
/// A [`Failure`] where it is cancelled, a kernel value is not finite, or a small eigenproblem fails.
pub(super) fn by_krylov(
    op: &mut CenteredKernel<'_>,
    task: SolverTask<'_>,
    before: &[DMatrix<f64>],
) -> Result<Option<Solution>, Failure> {
    let SolverTask { k, tier, .. } = task;
    let aim = match tier {
        Tier::Preview => 1.0,
        Tier::Exact => AIM,
    };
    let goal = EigenGoal {
        components: k,
        tolerance: aim * tier.score_tolerance(),
        eigenvalue_tolerance: aim * tier.eigenvalue_tolerance(),
        lowest: if task.kernel.kernel().is_positive() {
            0
        } else {
            k.min(LOWEST)
        },
        prove: tier == Tier::Exact,
        before,
        passes: PASSES,
    };
    let ritz = leading_pairs(op, &goal)?;
    let Some(sums) = op.sums().filter(|_| ritz.converged) else {
        return Ok(None);
    };
    Ok(Some(Solution {
        centering: sums.centering.clone(),
        trace: sums.totals.trace,
        noise: sums.noise,
        rounding: sums.rounding,
        pairs: SolverPairs {
            errors: Vec::new(),
            rest: ritz.rest,
            values: ritz.values,
            vectors: ritz.vectors,
            residuals: ritz.residuals,
            coupling: ritz.coupling,
            // Zeros that rounding made negative are no sign of an indefinite kernel.
            negative: ritz
                .negative
                .into_iter()
                .take_while(|&λ| λ < -sums.noise)
                .collect(),
            rank: None,
            doubt: None,
            solver: SolverUsed::Krylov,
        },
    }))
}

/// Upper bounds on the eigenvalues beyond the first k: entry j bounds all but the first k + j. `left` bounds the errors
/// of `values`, and all eigenvalues not listed in them.
fn others(values: &[f64], k: usize, left: f64) -> Vec<f64> {
    let others = values.get(k..).unwrap_or_default();
    others
        .iter()
        .chain([&0.0])
        .map(|λ| λ.max(0.0) + left)
        .collect()
}

/// Solves for all eigenvalues, and the eigenvectors of k, by dense decomposition.
///
/// # Errors
///
/// A [`Failure`] where it is cancelled, a kernel value is not finite, or the decomposition does not converge.
pub(super) fn by_dense(op: &mut CenteredKernel<'_>, k: usize) -> Result<Solution, Failure> {
    let matrix = op.explicit()?;
    op.progress.begin(FitStage::AllEigenvalues, 0);
    check(op.cancelled)?;
    let eigen = symmetric_eigen(&matrix, op.cancelled)?;
    let n = matrix.nrows();
    let order: Vec<usize> = (0..n).rev().take(k).collect();
    let vectors = eigen.vectors.select_columns(&order);
    let values: Vec<f64> = eigen.values.iter().rev().copied().collect();
    let image = product(view(&matrix), view(&vectors));
    let residuals = residual_norms(image, &vectors, &values);
    let sums = op.sums().ok_or(Failure::NotFinite)?;
    let noise = sums.noise;
    let negative = eigen.values.iter().copied().take(k);
    Ok(Solution {
        pairs: SolverPairs {
            errors: Vec::new(),
            rank: Some(values.iter().filter(|λ| λ.abs() > noise).count()),
            // −∞ stands for the eigenvalues beyond all n.
            rest: values[k..]
                .iter()
                .copied()
                .chain([f64::NEG_INFINITY])
                .collect(),
            negative: if sums.totals.positive {
                Vec::new()
            } else {
                negative.take_while(|&λ| λ < -noise).collect()
            },
            values,
            vectors,
            residuals,
            coupling: f64::INFINITY,
            doubt: None,
            solver: SolverUsed::Dense,
        },
        centering: sums.centering.clone(),
        trace: sums.totals.trace,
        noise,
        rounding: sums.rounding,
    })
}
