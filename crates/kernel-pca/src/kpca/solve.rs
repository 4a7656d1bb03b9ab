//! Solvers with a common form of answer: explicit features, pivoted Cholesky factor, landmarks (Nyström), block Krylov
//! iteration and dense decomposition. Each returns a [`Solution`], or `None` in favour of the next solver.

use nalgebra::{DMatrix, RowDVector};

use super::{
    Bytes, CancelCheck, Doubt, FitProgress, FitStage, SolverUsed, Tier,
    anchored::AnchoredKernel,
    centered_kernel::CenteredKernel,
    features::features,
    solution::{MatrixFacts, Solution},
};
use crate::{
    eigen::{
        Failure,
        accuracy::residual_norms,
        cholesky::{CholeskyLimits, PivotedCholesky},
        dense::symmetric_eigen,
        equal::FactorErrors,
        factored::{EigenPairs, FactoredMatrix},
        gemm::{product, view},
        goal::EigenGoal,
        krylov::leading_pairs,
        orthogonal::take_means,
    },
    kernel::{Centering, Curve, MetricPoints, ScaledKernel},
};

/// Number of passes over the matrix after which an iteration gives up, since other solvers take less time.
pub(super) const PASSES: usize = 150;
/// Share of the trace left at which the pairs of a factor are computed for the first time.
const LOOK: f64 = 1e-5;
/// Share of the remainder allowed by the tier that a factor aims at once its pairs have been computed. Where the
/// remainder falls fast, a few more columns are cheap, and bring the projections of training points closer to their
/// scores.
const CLOSER: f64 = 1e-2;
/// Smallest share of the trace that a factor aims to leave.
const LAST: f64 = 1e-14;
/// Largest trace that a factor asked for by name may leave, as a share of the last eigenvalue wanted, so that its
/// vector is one of the matrix: components that are small beside the first still decide the squared residual Q of a
/// row.
const OF_LAST: f64 = 1e-4;
/// Share of the tier's tolerance that a certified iteration aims at; the rest is left to rounding of the kernel's
/// values. Rounding takes 0.9·10⁻⁸ of 2.5·10⁻⁸ for the tenth component of 12,000 × 784, which is noise.
const AIM: f64 = 0.5;
/// Number of negative eigenvalues that the iteration looks for.
const LOWEST: usize = 4;

/// Task of a solver: points, kernel, number of components, accuracy, progress and cancellation.
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
    pub(super) progress: &'a FitProgress,
    pub(super) cancelled: CancelCheck<'a>,
}

impl SolverTask<'_> {
    /// Fails where the task is cancelled; called before work that cannot be stopped midway.
    ///
    /// # Errors
    /// [`Failure::Cancelled`].
    pub(super) fn check(&self) -> Result<(), Failure> {
        if (self.cancelled)() {
            return Err(Failure::Cancelled);
        }
        Ok(())
    }
}

/// Goal of an iteration for the k leading pairs, to a `share` of the tolerances of a tier.
pub(super) fn goal(k: usize, tier: Tier, share: f64) -> EigenGoal<'static> {
    EigenGoal {
        components: k,
        tolerance: share * tier.score_tolerance(),
        eigenvalue_tolerance: share * tier.eigenvalue_tolerance(),
        lowest: 0,
        prove: tier == Tier::Exact,
        before: &[],
        passes: PASSES,
    }
}

/// Solution for points that are all equal in the kernel's metric: eigenvalues of zero.
///
/// # Errors
///
/// [`Failure::NotConverged`] where an eigenvalue iteration fails.
pub(super) fn of_equal_points(task: SolverTask<'_>) -> Result<Solution, Failure> {
    let nothing = FactoredMatrix::new(DMatrix::zeros(task.points.len(), 0), task.cancelled)?;
    // Every kernel value equals that of a point with itself.
    let column_means = task.kernel.diagonal(task.points);
    let matrix = MatrixFacts {
        centering: Centering {
            grand_mean: column_means.first().copied().unwrap_or(0.0),
            column_means,
        },
        trace: 0.0,
        // In a given matrix that was rounded, and in rows that are off, differences may have been lost.
        noise: if task.kernel.is_rounded() || task.kernel.of_data() > 0.0 {
            f64::MIN_POSITIVE
        } else {
            0.0
        },
        rounding: 0.0,
    };
    Ok(Solution {
        rank: Some(0),
        bounds_beyond: vec![0.0],
        coupling: 0.0,
        ..Solution::new(SolverUsed::Features, nothing.pairs(task.k, 0.0), matrix)
    })
}

/// Solves exactly in an explicit feature space of at most `most` dimensions; `None` where the kernel has no such space.
///
/// # Errors
///
/// A [`Failure`] where it is cancelled, or features overflow.
pub(super) fn by_features(task: SolverTask<'_>, most: usize) -> Result<Option<Solution>, Failure> {
    let SolverTask {
        kernel,
        k,
        progress,
        ..
    } = task;
    progress.begin(FitStage::Features, 0);
    let Some(mut phi) = features(&kernel, task.points, most) else {
        progress.reset();
        return Ok(None);
    };
    task.check()?;
    let squared_norm = phi.norm_squared();
    if !squared_norm.is_finite() {
        return Err(Failure::NotFinite);
    }
    let mean = take_means(&mut phi);
    // k(x, y) averaged over x is mean φ · φ(y).
    let grand_mean = mean.norm_squared();
    let column_means = &phi * mean.transpose();
    let centering = Centering {
        column_means: column_means.iter().map(|mean| mean + grand_mean).collect(),
        grand_mean,
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
    task.check()?;
    let (factored, of_squares) = FactoredMatrix::with_small_eigenvalues(phi);
    let pairs = factored.pairs(k, noise);
    let errors: Vec<f64> = errors
        .of(&pairs.values)
        .into_iter()
        .map(|error| error + of_squares + kernel.of_data())
        .collect();
    let matrix = MatrixFacts {
        centering,
        trace,
        noise,
        rounding: errors.first().copied().unwrap_or(kernel.of_data()),
    };
    Ok(Some(Solution {
        errors,
        rank: Some(above(noise, &pairs.values)),
        bounds_beyond: others(&pairs.values, k, 0.0),
        ..Solution::new(SolverUsed::Features, pairs, matrix)
    }))
}

/// Number of eigenvalues above `noise`.
fn above(noise: f64, values: &[f64]) -> usize {
    values.iter().filter(|&&λ| λ > noise).count()
}

/// Solves by a pivoted Cholesky factor, extended until the tier is met or the factor has `rank` columns. Where an
/// `other` solver follows, the factor is given up as soon as its pace predicts that more columns are needed, and the
/// answer is `None`. The factor stays in `kept`, with its kernel; that of another kernel is replaced.
///
/// # Errors
///
/// A [`Failure`] where it is cancelled, kernel values are not finite, or an eigenproblem fails.
pub(super) fn by_cholesky(
    task: SolverTask<'_>,
    kept: &mut Option<(ScaledKernel, PivotedCholesky)>,
    rank: usize,
    other: bool,
) -> Result<Option<Solution>, Failure> {
    let SolverTask { tier, progress, .. } = task;
    let entries = AnchoredKernel::new(task.points, task.kernel);
    let rounding = entries.rounding();
    if !rounding.is_finite() {
        return Err(Failure::NotFinite);
    }
    kept.take_if(|(known, _)| *known != task.kernel);
    let (_, factor) =
        kept.get_or_insert_with(|| (task.kernel, PivotedCholesky::new(&entries, rounding)));
    let hope = tier.rest_hoped_for();
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
        (task.cancelled)()
    };
    loop {
        let done = factor.carry_on(&entries, limits, &stop);
        task.check()?;
        if !done && other {
            return Ok(None);
        }
        progress.begin(FitStage::FewEigenvalues, 0);
        task.check()?;
        let (centered, mean) = factor.centered();
        let centered = FactoredMatrix::new(centered, task.cancelled)?;
        let left = factor.left();
        let mut needed = tier.rest_needed(centered.values(), task.k);
        if !other && tier == Tier::Exact {
            let last = centered.values().get(task.k.saturating_sub(1));
            needed = needed.min(OF_LAST * last.copied().unwrap_or(0.0).max(0.0));
        }
        if !done || factor.is_exhausted() || left <= needed.max(LAST * factor.trace()) {
            return Ok(Some(of_factor(task.k, &entries, factor, &centered, &mean)));
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
/// name, and in a preview.
///
/// # Errors
///
/// As in [`by_cholesky`].
pub(super) fn by_landmarks(
    task: SolverTask<'_>,
    kept: &mut Option<(ScaledKernel, PivotedCholesky)>,
    landmarks: usize,
    short_of: Option<u64>,
) -> Result<Option<Solution>, Failure> {
    // Other limits give other blocks, and so other pivots.
    kept.take_if(|(_, it)| it.rank() != landmarks);
    let mut solution = by_cholesky(task, kept, landmarks, false)?;
    if let (Some(solution), Some((_, factor))) = (&mut solution, kept) {
        let count = factor.rank();
        solution.solver = SolverUsed::Nystrom { landmarks: count };
        solution.doubt = Some(Doubt::Landmarks {
            count,
            needed: short_of.map(Bytes),
        });
    }
    Ok(solution)
}

/// Solution from a Cholesky factor L: `centered` is L less its column means `mean`, decomposed.
fn of_factor(
    k: usize,
    entries: &AnchoredKernel<'_>,
    factor: &PivotedCholesky,
    centered: &FactoredMatrix,
    mean: &RowDVector<f64>,
) -> Solution {
    let (n, left) = (entries.len(), factor.left());
    let noise = 8.0 * f64::EPSILON * factor.trace() + entries.rounding() * (n as f64).sqrt();
    let shift = mean.norm_squared();
    let means = centered.times(mean.as_slice());
    let means: Vec<f64> = means.iter().map(|value| value + shift).collect();
    let mut pairs = centered.pairs(k, noise);
    if let Some(image) = entries.given_image(&pairs.vectors) {
        pairs.residuals = residual_norms(image, &pairs.vectors, &pairs.values);
    } else {
        for residual in &mut pairs.residuals {
            *residual += left;
        }
    }
    let matrix = MatrixFacts {
        centering: entries.centering(&means),
        trace: centered.values().iter().sum::<f64>() + left,
        noise,
        rounding: entries.rounding_of_all() + factor.rounding() + entries.of_data(),
    };
    Solution {
        rank: (left <= noise).then(|| above(noise, &pairs.values)),
        bounds_beyond: others(&pairs.values, k, left),
        ..Solution::new(SolverUsed::Cholesky, pairs, matrix)
    }
}

/// Solves by block Krylov iteration on the matrix, starting from eigenvectors of earlier kernels (`before`, n × any
/// number each); `None` where the iteration does not converge in so many `passes`.
///
/// # Errors
///
/// A [`Failure`] where it is cancelled, a kernel value is not finite, or a small eigenproblem fails.
pub(super) fn by_krylov(
    op: &mut CenteredKernel<'_>,
    before: &[DMatrix<f64>],
    passes: usize,
) -> Result<Option<Solution>, Failure> {
    let SolverTask {
        kernel, k, tier, ..
    } = op.task;
    let aim = match tier {
        Tier::Preview | Tier::Refined => 1.0,
        Tier::Exact => AIM,
    };
    let goal = EigenGoal {
        lowest: if kernel.kernel().is_positive() {
            0
        } else {
            k.min(LOWEST)
        },
        before,
        passes,
        ..goal(k, tier, aim)
    };
    let ritz = leading_pairs(op, &goal)?;
    let Some(sums) = op.sums().filter(|_| ritz.converged) else {
        return Ok(None);
    };
    let matrix = sums.matrix.clone();
    // Zeros that rounding made negative are no sign of an indefinite kernel.
    let negative = ritz.negative.into_iter();
    let negative = negative.take_while(|&λ| λ < -matrix.noise).collect();
    let pairs = EigenPairs {
        values: ritz.values,
        vectors: ritz.vectors,
        residuals: ritz.residuals,
    };
    Ok(Some(Solution {
        bounds_beyond: ritz.bounds_beyond,
        coupling: ritz.coupling,
        negative,
        ..Solution::new(SolverUsed::Krylov, pairs, matrix)
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

/// Solves for all eigenvalues, and the k leading eigenvectors, by dense decomposition.
///
/// # Errors
///
/// A [`Failure`] where it is cancelled, a kernel value is not finite, or the decomposition does not converge.
pub(super) fn by_dense(op: &mut CenteredKernel<'_>) -> Result<Solution, Failure> {
    let (task, k) = (op.task, op.task.k);
    let matrix = op.explicit()?;
    task.progress.begin(FitStage::AllEigenvalues, 0);
    task.check()?;
    let (values, vectors) = symmetric_eigen(&matrix, task.cancelled)?.descending(k);
    let image = product(view(&matrix), view(&vectors));
    let pairs = EigenPairs {
        residuals: residual_norms(image, &vectors, &values),
        values,
        vectors,
    };
    let values = &pairs.values;
    let sums = op.sums().ok_or(Failure::NotFinite)?;
    let noise = sums.matrix.noise;
    let negative = values.iter().rev().copied().take(k);
    // −∞ stands for the eigenvalues beyond all n.
    let bounds_beyond = values[k..].iter().copied().chain([f64::NEG_INFINITY]);
    Ok(Solution {
        rank: Some(values.iter().filter(|λ| λ.abs() > noise).count()),
        bounds_beyond: bounds_beyond.collect(),
        negative: if sums.totals.positive {
            Vec::new()
        } else {
            negative.take_while(|&λ| λ < -noise).collect()
        },
        ..Solution::new(SolverUsed::Dense, pairs, sums.matrix.clone())
    })
}
