//! Mika's fixed points of many rows, where features are few: the sums over the training rows that a step needs
//! are sums of Gaussians, and waves give these without going through the rows.

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

/// Largest error of a step by waves, as a share of the step length that counts as rest. More would let the
/// error of waves pass for steps.
const SURE: f64 = 1e-2;
/// Time of one kernel value in a fixed-point step, in nanoseconds on two cores; weighs rows against waves.
const VALUE: f64 = 4.0;
/// Number of steps that a row usually takes.
const STEPS: usize = 50;
/// Factor by which waves must be faster than rows, since some rows may be left to a walk after all.
const FASTER: f64 = 2.0;

/// Sums of Gaussians that steps are made of. A row's weights γ̃ᵢ = Σₖ βₖ αᵢₖ differ from those of others in β
/// alone, and so do Σᵢ γ̃ᵢ k(z, xᵢ) and Σᵢ γ̃ᵢ k(z, xᵢ) xᵢ: they are Σₖ βₖ times the sums for each column of α.
pub(super) struct Waves {
    /// Sums for each column of α, 1/n being the last, and then for each feature, with α times that feature.
    sums: GaussSums,
    /// Point (length d) that features are counted from.
    middle: Vec<f64>,
    /// Totals Σᵢ αᵢₖ of each column of α.
    totals: Vec<f64>,
    /// Upper bounds on the error of S·z by the sums of each column, where S is the divisor.
    doubts: Vec<f64>,
    centered: bool,
    care: FixedPointLimits,
    /// Length of a step up to which it counts as rest.
    rest: f64,
    /// Largest allowed error of a step.
    allowed: f64,
}

/// Points that walk to their fixed points, the columns of `at` (d × b), and those that did not arrive.
struct WaveIteration {
    at: DMatrix<f64>,
    /// Indices of the points that have not converged at the end.
    walking: Vec<usize>,
    /// Indices of the points that waves do not give to enough digits.
    left: Vec<usize>,
}

impl Waves {
    /// Prepares the sums over waves; `None` where a walk through the rows is about as fast for m rows.
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

    /// Prepares the sums over waves without comparing their price with that of rows.
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
            rest: care.at_rest * spread,
            allowed: SURE * care.at_rest * spread.min(widest),
            sums,
            middle,
            care,
        })
    }

    /// Finds the fixed points of as many rows of `starts` (m × d) as waves give to enough digits; also returns
    /// the indices of the others.
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

    /// Weights β of points with these scores, and the one of the mean (q + 1 × b).
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

    /// Takes points (d × b) with these weights to rest.
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
                moved > self.rest
            });
        }
        Ok(walk)
    }
}

/// Least and largest value of each feature (2 × d), and as far beyond them as a kernel is wide where they
/// differ.
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
