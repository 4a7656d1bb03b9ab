//! Fitting, and what is kept between fits.

use std::sync::Arc;

use nalgebra::DMatrix;

use super::{
    Cancelled, FitError, FitOptions, KernelPca, Solver, SolverUsed,
    finish::{Context, Pairs, finish},
    kernel_matrix::{CenteredKernel, KernelMatrix},
};
use crate::{
    eigen::{
        Failure,
        accuracy::bound_of_the_rest,
        dense::symmetric_eigen,
        gemm::{product, view},
        krylov::{Goal, leading_pairs},
    },
    kernel::{Kernel, Metric, Points},
};

/// Up to this many points, the whole spectrum costs less than an iteration.
const SMALL: usize = 200;
/// Blocks of products after which an iteration does not pay.
const PASSES: usize = 60;

/// What is kept between fits so that nothing is computed twice.
#[derive(Debug, Default)]
pub struct Workspace {
    cache: Option<Cache>,
}

/// What belongs to one set of points and one metric.
#[derive(Debug)]
struct Cache {
    x: Arc<DMatrix<f64>>,
    metric: Metric,
    points: Arc<Points>,
    matrix: KernelMatrix,
    /// The vectors that the last iteration ended with: where the next starts.
    warm: Option<DMatrix<f64>>,
}

impl Workspace {
    /// Fits kernel PCA to `x` (n × d).
    ///
    /// # Errors
    /// When cancelled, or when the kernel overflows on these data.
    pub fn fit(
        &mut self,
        x: &Arc<DMatrix<f64>>,
        kernel: Kernel,
        options: &FitOptions,
        cancelled: Cancelled<'_>,
    ) -> Result<KernelPca, FitError> {
        let cache = self.cache(x, Metric::of(&kernel));
        let n = x.nrows();
        let k = options.components.min(n);
        // A quarter is left for bases and copies.
        cache.matrix.fit_into(options.memory_budget / 4 * 3);
        let mut op = cache.matrix.with(kernel, cancelled);
        let iterate = match options.solver {
            Solver::Dense => false,
            Solver::Krylov => true,
            Solver::Auto | Solver::Cholesky => n > SMALL && 6 * k < n,
        };
        let pairs = if iterate && n > 2 * k + 20 {
            let pairs = krylov(&mut op, k, options, cache.warm.as_ref())?;
            match pairs {
                Some((pairs, vectors)) => {
                    cache.warm = Some(vectors);
                    pairs
                }
                None => dense(&mut op, k)?,
            }
        } else {
            dense(&mut op, k)?
        };
        let sums = op.sums().ok_or(FitError::NotFinite)?;
        let context = Context {
            x,
            points: &cache.points,
            kernel,
            k,
            tier: options.tier,
            centering: sums.centering.clone(),
            trace: sums.totals.trace,
            noise: sums.noise,
        };
        Ok(finish(pairs, context))
    }

    fn cache(&mut self, x: &Arc<DMatrix<f64>>, metric: Metric) -> &mut Cache {
        let kept = self
            .cache
            .take()
            .filter(|cache| Arc::ptr_eq(&cache.x, x) && cache.metric == metric);
        self.cache.insert(kept.unwrap_or_else(|| {
            let points = Arc::new(Points::new(x, metric));
            Cache {
                x: Arc::clone(x),
                metric,
                matrix: KernelMatrix::new(Arc::clone(&points)),
                points,
                warm: None,
            }
        }))
    }
}

/// All eigenpairs.
fn dense(op: &mut CenteredKernel<'_>, k: usize) -> Result<Pairs, Failure> {
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
    let (noise, positive) = op
        .sums()
        .map_or((0.0, true), |sums| (sums.noise, sums.totals.positive));
    let negative = eigen.values.iter().copied();
    Ok(Pairs {
        rank: Some(values.iter().filter(|λ| λ.abs() > noise).count()),
        rest: values.get(k).copied().unwrap_or(0.0),
        negative: negative
            .take(k)
            .take_while(|&λ| !positive && λ < -noise)
            .collect(),
        values,
        vectors,
        residuals,
        solver: SolverUsed::Dense,
    })
}

/// The leading pairs by iteration, and all vectors it ended with; `None` where it does not pay.
fn krylov(
    op: &mut CenteredKernel<'_>,
    k: usize,
    options: &FitOptions,
    warm: Option<&DMatrix<f64>>,
) -> Result<Option<(Pairs, DMatrix<f64>)>, Failure> {
    let goal = Goal {
        components: k,
        tolerance: options.tier.score_tolerance(),
        start: warm,
        passes: PASSES,
    };
    let ritz = leading_pairs(op, &goal)?;
    let Some(sums) = op.sums().filter(|_| ritz.converged) else {
        return Ok(None);
    };
    let pairs = Pairs {
        rest: bound_of_the_rest(
            &sums.totals,
            &ritz.captured,
            &ritz.values,
            &ritz.residuals,
            k,
        ),
        values: ritz.values,
        vectors: ritz.vectors.clone(),
        residuals: ritz.residuals,
        negative: Vec::new(),
        rank: None,
        solver: SolverUsed::Krylov,
    };
    Ok(Some((pairs, ritz.vectors)))
}

impl From<Failure> for FitError {
    fn from(failure: Failure) -> Self {
        match failure {
            Failure::Cancelled => Self::Cancelled,
            Failure::NotFinite => Self::NotFinite,
            Failure::NotConverged => Self::NotConverged,
        }
    }
}
