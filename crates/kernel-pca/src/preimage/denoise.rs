//! Pre-images of many rows at once: Mika's fixed points by matrix products over chunks of rows, or by sums over
//! Fourier waves.

use nalgebra::DMatrix;
use rayon::prelude::*;

use super::{
    PreImage, PreImageError, PreImageMethod, PreImageOptions, fixed,
    fixed_point::{self, AT_REST, MOST_STEPS, VANISHING},
    pre_images,
    waves::Waves,
    with_distances,
};
use crate::kpca::{CancelCheck, KernelPca};

/// Rows that one task takes: more would leave cores idle, fewer would make the matrix products smaller.
pub(super) const CHUNK: usize = 32;

/// Tolerance and largest number of steps of fixed-point iterations.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FixedPointLimits {
    /// Step length, relative to the largest modulus of the rows' entries, below which an iteration is at rest.
    pub at_rest: f64,
    /// Number of steps after which an iteration is given up.
    pub most_steps: usize,
}

/// Rows projected on the span of some components and taken back to the input.
#[derive(Debug, Clone, PartialEq)]
pub struct DenoisedRows {
    /// Pre-images of the m rows, m × d, in the scaled unit of the training rows.
    pub rows: DMatrix<f64>,
    /// Indices of the rows whose iteration did not converge, ascending.
    pub unfinished: Vec<usize>,
}

/// Projects the rows at `starts` (m × d) on the components and takes them back to the input. Each pre-image comes with
/// the distance of its image from the projection. `done` is called with the number of further rows that are finished.
///
/// # Errors
/// The errors of [`pre_images`].
pub fn denoised(
    kpca: &KernelPca,
    starts: &DMatrix<f64>,
    options: &PreImageOptions,
    done: &(dyn Fn(usize) + Sync),
    cancelled: CancelCheck<'_>,
) -> Result<Vec<PreImage>, PreImageError> {
    let scores = kpca.project(starts);
    if options.method != PreImageMethod::Mika {
        let found = pre_images(kpca, &scores, Some(starts), options, cancelled)?;
        done(starts.nrows());
        return Ok(found);
    }
    options.method.check(&kpca.kernel)?;
    let care = FixedPointLimits {
        at_rest: AT_REST,
        most_steps: MOST_STEPS,
    };
    let DenoisedRows { rows, unfinished } =
        fixed_points(kpca, starts, &scores, care, done, cancelled)?;
    let rows = rows.row_iter();
    let found = rows.map(|row| fixed(row.iter().copied().collect()));
    let mut found = with_distances(kpca, &scores, found.collect());
    // An iteration that does not converge from the point's own row may converge from other rows.
    let left = scores.select_rows(&unfinished);
    let left = pre_images(
        kpca,
        &left,
        Some(&starts.select_rows(&unfinished)),
        options,
        cancelled,
    )?;
    for (row, other) in unfinished.into_iter().zip(left) {
        found[row] = other;
    }
    Ok(found)
}

/// Finds Mika's fixed points of the m points with these scores (m × q; further components are 0), each iteration
/// starting at its row of `starts` (m × d). `done` is called with the number of further rows that are finished.
///
/// # Errors
/// When cancelled.
pub fn fixed_points(
    kpca: &KernelPca,
    starts: &DMatrix<f64>,
    scores: &DMatrix<f64>,
    care: FixedPointLimits,
    done: &(dyn Fn(usize) + Sync),
    cancelled: CancelCheck<'_>,
) -> Result<DenoisedRows, PreImageError> {
    let coefficients = kpca.projection_coefficients();
    let q = scores.ncols().min(coefficients.ncols());
    let steps = FixedPointSteps {
        kpca,
        coefficients: coefficients.columns(0, q).into_owned(),
        care,
        done,
        cancelled,
    };
    match Waves::new(kpca, &steps.coefficients, starts.nrows(), care) {
        Some(waves) => steps.by_waves(&waves, starts, scores),
        None => steps.by_rows(starts, scores),
    }
}

/// Inputs that the fixed-point steps of all rows share.
struct FixedPointSteps<'a> {
    kpca: &'a KernelPca,
    /// Coefficients αᵢₖ of the first q components, n × q.
    coefficients: DMatrix<f64>,
    care: FixedPointLimits,
    done: &'a (dyn Fn(usize) + Sync),
    cancelled: CancelCheck<'a>,
}

impl FixedPointSteps<'_> {
    /// Computes fixed points by waves where these give enough digits, and the others by sums over the training rows.
    fn by_waves(
        &self,
        waves: &Waves,
        starts: &DMatrix<f64>,
        scores: &DMatrix<f64>,
    ) -> Result<DenoisedRows, PreImageError> {
        let (mut all, left) = waves.fixed_points(starts, scores, self.done, self.cancelled)?;
        let others = self.by_rows(&starts.select_rows(&left), &scores.select_rows(&left))?;
        for (&row, other) in left.iter().zip(others.rows.row_iter()) {
            all.rows.set_row(row, &other);
        }
        let unfinished = others.unfinished.into_iter().map(|row| left[row]);
        all.unfinished.extend(unfinished);
        all.unfinished.sort_unstable();
        Ok(all)
    }

    /// Computes fixed points by sums over the training rows at each step.
    fn by_rows(
        &self,
        starts: &DMatrix<f64>,
        scores: &DMatrix<f64>,
    ) -> Result<DenoisedRows, PreImageError> {
        let (m, d) = starts.shape();
        let (kpca, q) = (self.kpca, self.coefficients.ncols());
        let squares: Vec<f64> = kpca
            .training()
            .row_iter()
            .map(|row| row.norm_squared())
            .collect();
        let chunks = (0..m.div_ceil(CHUNK)).into_par_iter();
        let cleaned = chunks.map(|chunk| {
            let rows = CHUNK.min(m - chunk * CHUNK);
            let of = |matrix: &DMatrix<f64>, columns: usize| {
                let part = matrix.view((chunk * CHUNK, 0), (rows, columns));
                part.transpose()
            };
            let mut weights = &self.coefficients * of(scores, q);
            if kpca.kernel.center() {
                let n = weights.nrows().max(1) as f64;
                for mut column in weights.column_iter_mut() {
                    let left = (1.0 - column.sum()) / n;
                    column.add_scalar_mut(left);
                }
            }
            let starts = of(starts, d);
            let unfinished = walk(kpca, &squares, &weights, starts, self.care, self.cancelled)?;
            (self.done)(rows);
            Ok((chunk, unfinished))
        });
        let mut all = DenoisedRows {
            rows: DMatrix::zeros(m, d),
            unfinished: vec![],
        };
        for (chunk, (points, unfinished)) in cleaned.collect::<Result<Vec<_>, PreImageError>>()? {
            let mut rows = all.rows.rows_mut(chunk * CHUNK, points.ncols());
            rows.copy_from(&points.transpose());
            let first = chunk * CHUNK;
            all.unfinished
                .extend(unfinished.into_iter().map(|row| first + row));
        }
        Ok(all)
    }
}

/// Iterates the columns of `points` (d × b) until each is at rest; returns them with the indices of the columns
/// that did not converge.
fn walk(
    kpca: &KernelPca,
    squares: &[f64],
    weights: &DMatrix<f64>,
    mut points: DMatrix<f64>,
    care: FixedPointLimits,
    cancelled: CancelCheck<'_>,
) -> Result<(DMatrix<f64>, Vec<usize>), PreImageError> {
    let x = kpca.training();
    let gamma = kpca.kernel.gamma().unwrap_or(1.0);
    let rest = care.at_rest * fixed_point::spread(x);
    let mut walking: Vec<usize> = (0..points.ncols()).collect();
    let mut lost = Vec::new();
    for _ in 0..care.most_steps {
        if cancelled() {
            return Err(PreImageError::Cancelled);
        }
        if walking.is_empty() {
            break;
        }
        let at = points.select_columns(&walking);
        let mut pulls = &**x * &at;
        let mut sums = Vec::with_capacity(walking.len());
        for (j, mut column) in pulls.column_iter_mut().enumerate() {
            let own = at.column(j).norm_squared();
            for (pull, square) in column.iter_mut().zip(squares) {
                *pull = square + own - 2.0 * *pull;
            }
            // Kernel values are relative to that of the nearest row, so that they don't all vanish far from the
            // rows.
            let nearest = column.min();
            let weights = weights.column(walking[j]);
            let (mut sum, mut moduli) = (0.0, 0.0);
            for (pull, weight) in column.iter_mut().zip(weights.iter()) {
                *pull = weight * (-gamma * (*pull - nearest)).exp();
                sum += *pull;
                moduli += pull.abs();
            }
            sums.push((sum > VANISHING * moduli).then_some(sum));
        }
        let next = x.tr_mul(&pulls);
        let mut left = Vec::with_capacity(walking.len());
        for (j, (&column, sum)) in walking.iter().zip(&sums).enumerate() {
            let Some(sum) = sum else {
                lost.push(column);
                continue;
            };
            let next = next.column(j) / *sum;
            let moved = (&next - at.column(j)).amax();
            points.set_column(column, &next);
            if moved > rest {
                left.push(column);
            }
        }
        walking = left;
    }
    lost.extend(walking);
    lost.sort_unstable();
    Ok((points, lost))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::{super::fixed_point::spread, *};
    use crate::{
        eigen::orthogonal::random_columns,
        kernel::Kernel,
        kpca::{FitOptions, Workspace},
    };

    const CARE: FixedPointLimits = FixedPointLimits {
        at_rest: AT_REST,
        most_steps: MOST_STEPS,
    };

    /// Largest difference between fixed points by waves and by rows, relative to the spread of the rows, and
    /// the number of rows left by waves; `None` where there are no waves.
    fn compared(x: &DMatrix<f64>, kernel: Kernel, starts: &DMatrix<f64>) -> Option<(f64, usize)> {
        let options = FitOptions {
            components: 4,
            ..FitOptions::default()
        };
        let x = Arc::new(x.clone());
        let kpca = Workspace::default().fit(&x, kernel, &options, &|| false);
        let kpca = kpca.unwrap();
        let scores = kpca.project(starts);
        let steps = FixedPointSteps {
            kpca: &kpca,
            coefficients: kpca.projection_coefficients(),
            care: CARE,
            done: &|_| (),
            cancelled: &|| false,
        };
        let waves = Waves::made(&kpca, &steps.coefficients, CARE)?;
        let (_, left) = waves
            .fixed_points(starts, &scores, &|_| (), &|| false)
            .unwrap();
        let found = steps.by_waves(&waves, starts, &scores).unwrap();
        let expected = steps.by_rows(starts, &scores).unwrap();
        assert_eq!(found.unfinished, expected.unfinished);
        let finished: Vec<usize> = (0..starts.nrows())
            .filter(|row| !found.unfinished.contains(row))
            .collect();
        let off = (found.rows - expected.rows).select_rows(&finished).amax();
        Some((off / spread(&x), left.len()))
    }

    #[test]
    fn waves_lead_where_rows_lead() {
        for (d, gamma) in [(1, 0.01), (1, 60.0), (2, 0.5), (2, 15.0), (3, 2.0)] {
            let x = random_columns(300, d, 5);
            let x = &x / x.amax();
            for kernel in [Kernel::rbf(gamma), Kernel::rbf(gamma).uncentered()] {
                let (off, left) = compared(&x, kernel, &(0.95 * &x)).unwrap();
                assert!(off < 1e-7, "d = {d}, γ = {gamma}: {off:e}");
                assert!(left < 30, "d = {d}, γ = {gamma}: {left} are left");
            }
        }
    }

    #[test]
    fn what_waves_cannot_tell_is_left_to_the_rows() {
        let x = random_columns(200, 2, 5);
        let x = &x / x.amax();
        // Rows far from all, and one that is in no box.
        let mut far = 1e3 * &x;
        far[(7, 1)] = f64::NAN;
        // Two groups, and starts between them.
        let groups = DMatrix::from_fn(200, 2, |i, j| x[(i, j)] + 30.0 * (i % 2) as f64);
        let between = DMatrix::from_fn(200, 2, |i, j| x[(i, j)] + (i % 30) as f64);
        // A feature that all have, and starts that have another.
        let alike = DMatrix::from_fn(200, 2, |i, j| if j == 0 { x[(i, j)] } else { 3.0 });
        let unlike = DMatrix::from_fn(200, 2, |i, j| if j == 0 { x[(i, j)] } else { 3.5 });
        for (x, gamma, starts, least) in [
            (&x, 15.0, &far, 190),
            (&x, 4000.0, &x.add_scalar(0.06), 20),
            (&groups, 2.0, &between, 20),
            (&alike, 15.0, &unlike, 200),
            (&x, 1e-9, &x, 0),
        ] {
            let (off, left) = compared(x, Kernel::rbf(gamma), starts).unwrap();
            assert!(off < 1e-7, "γ = {gamma}: {off:e}");
            assert!(left >= least, "γ = {gamma}: {left} are left");
        }
        // Too many waves.
        assert_eq!(compared(&x, Kernel::rbf(1e9), &x), None);
    }
}
