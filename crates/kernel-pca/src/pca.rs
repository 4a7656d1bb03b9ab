//! Linear PCA by singular value decomposition of the centred data, or by their Gram matrix (d × d) where this keeps all
//! digits that are shown. Data are first scaled by a power of two, so that squares neither overflow nor vanish.
//!
//! ```
//! use kernel_pca::pca::Pca;
//! use nalgebra::DMatrix;
//!
//! // Three points on the line through the origin with slope 4/3.
//! let x = DMatrix::from_row_slice(3, 2, &[-3.0, -4.0, 0.0, 0.0, 3.0, 4.0]);
//! let pca = Pca::fit(&x);
//! // All variance, (25 + 0 + 25) / 3, is along the unit vector (0.6, 0.8).
//! assert!((pca.eigenvalues[0] - 50.0 / 3.0).abs() < 1e-12);
//! assert!((pca.components[(0, 1)] - 0.8).abs() < 1e-12);
//! // One component rebuilds all rows.
//! assert!((pca.rebuild(&pca.scores, 1) - &x).amax() < 1e-12);
//! ```

use std::ops::Range;

use nalgebra::{DMatrix, RowDVector};
use rayon::prelude::*;

use crate::{
    eigen::{
        equal::{FactorErrors, equal_runs},
        gemm::{product, view},
        orthogonal::take_means,
        svd::{SingularSquares, singular_squares},
    },
    power_of_two::{exponent, times},
    signs,
};

/// Fitted linear PCA of X (n × d), with r = min(n, d) components, largest variance first.
#[derive(Debug, Clone, PartialEq)]
pub struct Pca {
    /// Column means, length d, in the unit of X.
    pub mean: Vec<f64>,
    /// Axes (loadings), r × d, unit rows. In each row the entry of largest modulus is positive (the first where several
    /// tie), as in scikit-learn.
    pub components: DMatrix<f64>,
    /// Eigenvalues of the covariance with divisor n, length r, in squared units of X.
    pub eigenvalues: Vec<f64>,
    /// Total variance (trace of the covariance, divisor n), in squared units of X.
    pub total: f64,
    /// Shares λⱼ / total of the variance, length r; zeros where the data do not vary.
    pub ratio: Vec<f64>,
    /// Scores of the rows, n × r, in the unit of X.
    pub scores: DMatrix<f64>,
    /// Runs of components (0-based) whose eigenvalues differ by no more than rounding, so that axes are arbitrary.
    pub undetermined: Vec<Range<usize>>,
}

impl Pca {
    /// Fits PCA to X (n × d). Eigenvalues and `total` may overflow to infinity or underflow to zero; all other results
    /// are computed in a scaled unit, and are not affected.
    #[must_use]
    pub fn fit(x: &DMatrix<f64>) -> Self {
        // With the largest entry scaled to about one, squares and sums do not overflow.
        let unit = exponent(x.amax().max(f64::MIN_POSITIVE));
        let mut centered = x.map(|v| times(v, -unit));
        let errors = FactorErrors::of_rounding(centered.norm(), 1.0);
        let mean = means(&centered);
        center(&mut centered, &mean);
        let n = x.nrows().max(1) as f64;
        let SingularSquares {
            squares,
            right,
            error,
        } = singular_squares(&centered);
        let mut components = right.transpose();
        let eigenvalues: Vec<f64> = squares.iter().map(|square| square / n).collect();
        for mut row in components.row_iter_mut() {
            if signs::must_turn(row.iter()) {
                row.neg_mut();
            }
        }
        let total = centered.norm_squared() / n;
        let share = |λ: f64| if total > 0.0 { λ / total } else { 0.0 };
        let squared = |λ: f64| times(λ, 2 * unit);
        let mut scores = product(view(&centered), view(&components).transpose());
        scores
            .as_mut_slice()
            .par_iter_mut()
            .for_each(|s| *s = times(*s, unit));
        let errors_of_squares = errors.of(&squares).into_iter().map(|of_one| of_one + error);
        Self {
            undetermined: equal_runs(
                &squares,
                &errors_of_squares.collect::<Vec<_>>(),
                squares.len(),
                errors.noise(),
            ),
            scores,
            mean: mean.iter().map(|m| times(*m, unit)).collect(),
            components,
            ratio: eigenvalues.iter().copied().map(share).collect(),
            eigenvalues: eigenvalues.into_iter().map(squared).collect(),
            total: squared(total),
        }
    }

    /// Shares λⱼ / total of the variance, length r; zeros where the data do not vary.
    #[must_use]
    pub fn explained_variance_ratio(&self) -> Vec<f64> {
        self.ratio.clone()
    }

    /// Rows (m × d) rebuilt from the first q columns of their scores (m × r).
    #[must_use]
    pub fn rebuild(&self, scores: &DMatrix<f64>, q: usize) -> DMatrix<f64> {
        let q = q.min(self.components.nrows());
        let mut rows = scores.columns(0, q) * self.components.rows(0, q);
        let mean = RowDVector::from_row_slice(&self.mean);
        for mut row in rows.row_iter_mut() {
            row += &mean;
        }
        rows
    }

    /// Scores (m × r) of new rows (m × d).
    #[must_use]
    pub fn project(&self, x: &DMatrix<f64>) -> DMatrix<f64> {
        let mean = RowDVector::from_row_slice(&self.mean);
        let mut centered = x.clone();
        center(&mut centered, &mean);
        product(view(&centered), view(&self.components).transpose())
    }
}

/// Returns the mean of each column of x (n × d), with an error of rounding only.
fn means(x: &DMatrix<f64>) -> RowDVector<f64> {
    if x.nrows() == 0 {
        return RowDVector::zeros(x.ncols());
    }
    let columns = x.as_slice().par_chunks(x.nrows());
    let means = columns.map(|column| {
        let mut column = DMatrix::from_column_slice(column.len(), 1, column);
        take_means(&mut column)[0]
    });
    let means: Vec<f64> = means.collect();
    RowDVector::from_vec(means)
}

/// Subtracts `mean` (length d) from each row of x (n × d), in place.
fn center(x: &mut DMatrix<f64>, mean: &RowDVector<f64>) {
    let n = x.nrows().max(1);
    let columns = x.as_mut_slice().par_chunks_mut(n).zip(mean.as_slice());
    columns.for_each(|(column, mean)| {
        for value in column {
            *value -= mean;
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use nalgebra::dmatrix;

    fn orthonormal_rows(components: &DMatrix<f64>) -> bool {
        let r = components.nrows();
        (components * components.transpose() - DMatrix::identity(r, r)).amax() < 1e-12
    }

    #[test]
    fn degenerate_shapes_stay_finite() {
        for x in [
            dmatrix![1.0, 2.0, 3.0],
            dmatrix![1.0, 2.0, 3.0; 4.0, -1.0, 0.0],
            DMatrix::from_element(5, 3, 7.0),
            DMatrix::from_fn(6, 2, |i, j| if j == 0 { 4.0 } else { i as f64 }),
            DMatrix::from_fn(3, 200, |i, j| ((i * j) % 5) as f64),
            DMatrix::from_fn(4, 4, |i, j| if i == j { 1e150 } else { 0.0 }),
            DMatrix::from_fn(9, 3, |i, j| 1e-200 * ((7 * i + 3 * j) % 5) as f64),
            DMatrix::from_fn(9, 3, |i, j| 1e154 * ((7 * i + 3 * j) % 5) as f64 - 2e154),
            DMatrix::from_fn(9, 3, |i, j| 1e307 * ((7 * i + 3 * j) % 5) as f64 - 2e307),
        ] {
            let pca = Pca::fit(&x);
            let r = x.nrows().min(x.ncols());
            assert_eq!(pca.components.shape(), (r, x.ncols()));
            assert!(orthonormal_rows(&pca.components), "{x}");
            assert!(pca.scores.iter().all(|s| s.is_finite()));
            assert!(pca.explained_variance_ratio().iter().all(|v| v.is_finite()));
            assert!(pca.eigenvalues.is_sorted_by(|a, b| a >= b));
            assert_eq!(pca.project(&x), pca.scores);
        }
    }

    #[test]
    fn the_size_of_the_data_scales_the_scores_and_nothing_else() {
        let x = DMatrix::from_fn(9, 3, |i, j| ((7 * i + 3 * j) % 5) as f64 - 1.5);
        let plain = Pca::fit(&x);
        for e in [-1000, -600, 510, 1000] {
            let far = Pca::fit(&x.map(|v| times(v, e)));
            assert_eq!(far.components, plain.components);
            assert_eq!(far.ratio, plain.ratio);
            assert_eq!(far.scores, plain.scores.map(|s| times(s, e)));
        }
    }

    #[test]
    fn columns_of_very_different_scale_keep_their_axes() {
        let x = DMatrix::from_fn(20, 2, |i, j| {
            if j == 0 {
                1e6 * (i as f64 - 9.5)
            } else {
                1e-3 * ((7 * i) % 20) as f64
            }
        });
        let pca = Pca::fit(&x);
        let slope = pca.components[(0, 1)] / pca.components[(0, 0)];
        let mut c = x.clone();
        center(&mut c, &x.row_mean());
        let expected = c.column(0).dot(&c.column(1)) / c.column(0).norm_squared();
        assert!((slope / expected - 1.0).abs() < 1e-6);
    }
}
