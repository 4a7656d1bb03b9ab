//! Linear PCA by singular value decomposition.

use nalgebra::{DMatrix, RowDVector, SVD};

use crate::{
    power_of_two::{exponent, times},
    signs,
};

/// A fitted linear PCA of X (n × d); r = min(n, d) components, descending.
#[derive(Debug, Clone, PartialEq)]
pub struct Pca {
    /// Column means, length d.
    pub mean: Vec<f64>,
    /// r × d, unit rows; in each the entry of largest modulus is positive, as in scikit-learn, the
    /// first where several tie.
    pub components: DMatrix<f64>,
    /// Eigenvalues of the covariance with divisor n, length r, in squared units of X.
    pub eigenvalues: Vec<f64>,
    /// Total variance (trace of the covariance, divisor n).
    pub total: f64,
    /// λⱼ / total, length r; zeros when the data do not vary.
    pub ratio: Vec<f64>,
    /// n × r.
    pub scores: DMatrix<f64>,
}

impl Pca {
    /// Fits X (n × d). Variances beyond the range of numbers are infinite or zero; all else is as if
    /// they were not.
    #[must_use]
    pub fn fit(x: &DMatrix<f64>) -> Self {
        // In a unit in which the largest entry is about one, squares and sums are numbers.
        let unit = exponent(x.amax().max(f64::MIN_POSITIVE));
        let in_unit = x.map(|v| times(v, -unit));
        let mean = in_unit.row_mean();
        let centered = centered(&in_unit, &mean);
        let n = x.nrows().max(1) as f64;
        let (mut components, eigenvalues) = principal_axes(&centered);
        for mut row in components.row_iter_mut() {
            if signs::must_turn(row.iter()) {
                row.neg_mut();
            }
        }
        let total = centered.norm_squared() / n;
        let share = |λ: f64| if total > 0.0 { λ / total } else { 0.0 };
        let squared = |λ: f64| times(λ, 2 * unit);
        Self {
            scores: (&centered * components.transpose()).map(|s| times(s, unit)),
            mean: mean.iter().map(|m| times(*m, unit)).collect(),
            components,
            ratio: eigenvalues.iter().copied().map(share).collect(),
            eigenvalues: eigenvalues.into_iter().map(squared).collect(),
            total: squared(total),
        }
    }

    /// λⱼ / total; zeros when the data do not vary.
    #[must_use]
    pub fn explained_variance_ratio(&self) -> Vec<f64> {
        self.ratio.clone()
    }

    /// Rows (m × d) rebuilt from the first q of their scores (m × r).
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
        centered(x, &mean) * self.components.transpose()
    }
}

fn centered(x: &DMatrix<f64>, mean: &RowDVector<f64>) -> DMatrix<f64> {
    let mut centered = x.clone();
    for (mut column, mean) in centered.column_iter_mut().zip(mean.iter()) {
        column.add_scalar_mut(-mean);
    }
    centered
}

/// Unit principal axes (r × d) and variances of centred data (n × d), descending.
fn principal_axes(centered: &DMatrix<f64>) -> (DMatrix<f64>, Vec<f64>) {
    let (n, d) = centered.shape();
    if n == 0 || d == 0 {
        return (DMatrix::zeros(0, d), Vec::new());
    }
    let (axes, singular_values) = if n > d {
        right_singular_vectors(&centered.clone().qr().r())
    } else {
        // Xᵀ = QR, so the axes are Q times those of Rᵀ: orthonormal even where X lacks rank.
        let (q, r) = centered.transpose().qr().unpack();
        let (axes, singular_values) = right_singular_vectors(&r.transpose());
        (axes * q.transpose(), singular_values)
    };
    let variances = singular_values.iter().map(|σ| σ * σ / n as f64).collect();
    (axes, variances)
}

/// Right singular vectors as rows, and singular values, of a square matrix, descending.
fn right_singular_vectors(square: &DMatrix<f64>) -> (DMatrix<f64>, Vec<f64>) {
    let iterations = 100 * square.nrows();
    let svd = SVD::try_new(square.clone(), false, true, f64::EPSILON, iterations);
    let (vectors, values) = svd
        .and_then(|svd| Some((svd.v_t?, svd.singular_values)))
        .unwrap_or_else(|| {
            // No convergence: the eigenproblem of AᵀA has half the digits and always ends.
            let eigen = square.tr_mul(square).symmetric_eigen();
            let values = eigen.eigenvalues.map(|λ| λ.max(0.0).sqrt());
            (eigen.eigenvectors.transpose(), values)
        });
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|&i, &j| values[j].total_cmp(&values[i]));
    let descending = order.iter().map(|&i| values[i]).collect();
    (vectors.select_rows(&order), descending)
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
        let c = centered(&x, &x.row_mean());
        let expected = c.column(0).dot(&c.column(1)) / c.column(0).norm_squared();
        assert!((slope / expected - 1.0).abs() < 1e-6);
    }
}
