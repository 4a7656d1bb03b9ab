//! Mika's fixed points of many rows with few features, by Fourier waves: a step needs sums of Gaussians over the
//! training rows, and waves give these sums without visiting the rows.

use nalgebra::DMatrix;
use rayon::prelude::*;

use super::{
    PreImageError,
    denoise::{CHUNK, DenoisedRows, FixedPointLimits},
    fixed_point,
};
use crate::{
    eigen::fourier::{GaussSums, GaussTransform},
    kpca::{CancelCheck, KernelPca},
};

/// Largest error of a step by waves, as a share of the step length that counts as rest; a larger error could pass
/// for a step.
const SURE: f64 = 1e-2;
/// Time of one kernel value in a step over the training rows, in nanoseconds, measured on two cores: weighs rows
/// against waves.
const VALUE: f64 = 4.0;
/// Number of steps that a fixed point usually takes.
const STEPS: usize = 50;
/// Factor by which waves must be faster than sums over rows, since some fixed points may still be left to the rows.
const FASTER: f64 = 2.0;

/// Fourier sums of Gaussians over the training rows, from which the steps of Mika's fixed point are computed. A point
/// with scores β has weights γ̃ᵢ = Σₖ βₖ αᵢₖ (coefficients α, n × q), so both sums of a step at z, Σᵢ γ̃ᵢ k(z, xᵢ) and
/// Σᵢ γ̃ᵢ k(z, xᵢ) xᵢ, are Σₖ βₖ times sums for each column of α, which all points share.
pub(super) struct Waves {
    /// Sums for each column of α and a last column of 1/n; then for each feature the sums of these columns times
    /// the feature.
    sums: GaussSums,
    /// Origin of the features (length d): the middle of the box that waves cover.
    middle: Vec<f64>,
    /// Sums Σᵢ αᵢₖ of the columns of α.
    totals: Vec<f64>,
    /// Bounds on the error of a step times its divisor, for each column of α and the last column of 1/n, per unit of
    /// the column's weight.
    doubts: Vec<f64>,
    centered: bool,
    care: FixedPointLimits,
    /// Step length below which a point is at rest.
    step_at_rest: f64,
    /// Largest error that waves may make in any coordinate of a step of the fixed point, in the unit of the training
    /// rows.
    allowed: f64,
}

/// Points that iterate to their fixed points, the columns of `at` (d × b), with those not finished.
struct WaveIteration {
    at: DMatrix<f64>,
    /// Indices of the points that have not converged.
    walking: Vec<usize>,
    /// Indices of the points for which waves give too few digits.
    left: Vec<usize>,
}

impl Waves {
    /// Prepares the sums over waves; `None` where sums over the training rows are about as fast for m points, and where
    /// [`made`](Self::made) has none.
    pub(super) fn new(
        kpca: &KernelPca,
        coefficients: &DMatrix<f64>,
        m: usize,
        care: FixedPointLimits,
    ) -> Option<Self> {
        let x = kpca.training();
        let ends = ends(x, kpca.kernel.gamma()?);
        let transform = GaussTransform::new(x, &ends, kpca.kernel.gamma()?)?;
        let columns = (coefficients.ncols() + 1) * (x.ncols() + 1);
        let steps = (m * care.most_steps.min(STEPS)) as f64;
        let waves = transform.nanoseconds(columns) + steps * transform.nanoseconds_a_row(columns);
        let is_faster = FASTER * waves < VALUE * steps * x.nrows() as f64;
        if !is_faster {
            return None;
        }
        Self::made(kpca, coefficients, care)
    }

    /// Prepares the sums over waves, without weighing their time; `None` where the kernel has no γ, or where waves
    /// are too many or take too much memory.
    pub(super) fn made(
        kpca: &KernelPca,
        coefficients: &DMatrix<f64>,
        care: FixedPointLimits,
    ) -> Option<Self> {
        let x = &**kpca.training();
        let (n, d) = x.shape();
        let (q, fields) = (coefficients.ncols(), coefficients.ncols() + 1);
        let ends = ends(x, kpca.kernel.gamma()?);
        let transform = GaussTransform::new(x, &ends, kpca.kernel.gamma()?)?;
        let middle: Vec<f64> = ends.column_iter().map(|ends| ends.mean()).collect();
        let a = DMatrix::from_fn(n, fields * (d + 1), |i, column| {
            let (feature, k) = (column / fields, column % fields);
            let weight = if k < q {
                coefficients[(i, k)]
            } else {
                1.0 / n as f64
            };
            let place = |j: usize| x[(i, j)] - middle[j];
            weight * feature.checked_sub(1).map_or(1.0, place)
        });
        let sums = transform.anywhere(&a)?;
        let sizes: Vec<f64> = a.column_iter().map(|a| a.lp_norm(1)).collect();
        let reach = ends.column_iter().map(|ends| 0.5 * (ends[1] - ends[0]));
        let reach: Vec<f64> = reach.collect();
        let doubt = |k: usize| {
            let of = |(j, reach): (usize, &f64)| sizes[k + (j + 1) * fields] + reach * sizes[k];
            sums.error * reach.iter().enumerate().map(of).fold(0.0, f64::max)
        };
        let spread = fixed_point::spread(x);
        let widest = reach.iter().copied().fold(0.0, f64::max);
        Some(Self {
            doubts: (0..fields).map(doubt).collect(),
            totals: coefficients.column_iter().map(|a| a.sum()).collect(),
            centered: kpca.kernel.center(),
            step_at_rest: care.at_rest * spread,
            allowed: SURE * care.at_rest * spread.min(widest),
            sums,
            middle,
            care,
        })
    }

    /// Computes the fixed points of those rows of `starts` (m × d) for which waves give enough digits; returns them
    /// with the indices of the other rows.
    pub(super) fn fixed_points(
        &self,
        starts: &DMatrix<f64>,
        scores: &DMatrix<f64>,
        done: &(dyn Fn(usize) + Sync),
        cancelled: CancelCheck<'_>,
    ) -> Result<(DenoisedRows, Vec<usize>), PreImageError> {
        let m = starts.nrows();
        let chunks = (0..m.div_ceil(CHUNK)).into_par_iter();
        let walks = chunks.map(|chunk| {
            let (first, rows) = (chunk * CHUNK, CHUNK.min(m - chunk * CHUNK));
            let weights = self.weights(&scores.rows(first, rows).transpose());
            let walk = self.walk(starts.rows(first, rows).transpose(), &weights, cancelled)?;
            done(rows - walk.left.len());
            Ok((first, walk))
        });
        let mut cleaned = DenoisedRows {
            rows: DMatrix::zeros(m, starts.ncols()),
            unfinished: vec![],
        };
        let mut left = vec![];
        for (first, walk) in walks.collect::<Result<Vec<_>, PreImageError>>()? {
            let mut rows = cleaned.rows.rows_mut(first, walk.at.ncols());
            rows.copy_from(&walk.at.transpose());
            let unfinished = walk.walking.into_iter().map(|row| first + row);
            cleaned.unfinished.extend(unfinished);
            left.extend(walk.left.into_iter().map(|row| first + row));
        }
        Ok((cleaned, left))
    }

    /// Weights β of b points with these scores, and below them the weight of the mean ((q + 1) × b).
    fn weights(&self, scores: &DMatrix<f64>) -> DMatrix<f64> {
        let q = self.totals.len();
        let mut weights = scores.rows(0, q).into_owned().resize_vertically(q + 1, 0.0);
        if self.centered {
            for mut column in weights.column_iter_mut() {
                let sums = column.iter().zip(&self.totals);
                column[q] = 1.0 - sums.map(|(weight, total)| weight * total).sum::<f64>();
            }
        }
        weights
    }

    /// Iterates points (d × b) with these weights until they are at rest.
    fn walk(
        &self,
        at: DMatrix<f64>,
        weights: &DMatrix<f64>,
        cancelled: CancelCheck<'_>,
    ) -> Result<WaveIteration, PreImageError> {
        let fields = weights.nrows();
        let mut walk = WaveIteration {
            walking: (0..at.ncols()).collect(),
            left: vec![],
            at,
        };
        for _ in 0..self.care.most_steps {
            if cancelled() {
                return Err(PreImageError::Cancelled);
            }
            let WaveIteration { at, walking, left } = &mut walk;
            walking.retain(|&row| {
                let is_held = self.sums.hold(at.column(row).as_slice());
                if !is_held {
                    left.push(row);
                }
                is_held
            });
            if walking.is_empty() {
                break;
            }
            let sums = self.sums.at(&at.select_columns(&*walking));
            let mut column = 0;
            walking.retain(|&row| {
                let sums = sums.column(column);
                column += 1;
                let weights = weights.column(row);
                let of = |group: usize| weights.dot(&sums.rows(group * fields, fields));
                let divisor = of(0);
                let doubts = weights.iter().zip(&self.doubts);
                let doubt: f64 = doubts.map(|(weight, doubt)| weight.abs() * doubt).sum();
                let is_sure = doubt <= self.allowed * divisor;
                if !is_sure {
                    left.push(row);
                    return false;
                }
                let mut moved: f64 = 0.0;
                for (j, z) in at.column_mut(row).iter_mut().enumerate() {
                    let next = self.middle[j] + of(j + 1) / divisor;
                    moved = moved.max((next - *z).abs());
                    *z = next;
                }
                moved > self.step_at_rest
            });
        }
        Ok(walk)
    }
}

/// Box of the rows (2 × d): least and largest value of each feature, widened by 1/√γ where they differ.
fn ends(x: &DMatrix<f64>, gamma: f64) -> DMatrix<f64> {
    let mut ends = DMatrix::zeros(2, x.ncols());
    for (mut ends, column) in ends.column_iter_mut().zip(x.column_iter()) {
        let (low, high) = (column.min(), column.max());
        let beyond = if low < high {
            gamma.sqrt().recip()
        } else {
            0.0
        };
        ends[0] = low - beyond;
        ends[1] = high + beyond;
    }
    ends
}
