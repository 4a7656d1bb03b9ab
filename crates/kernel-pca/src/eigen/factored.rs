//! Eigenpairs of the matrix `BBᵀ` of a factor B with few columns, and solutions of shifted linear systems with it, both
//! by way of the small matrix `BᵀB`.

use faer::MatRef;
use nalgebra::DMatrix;

use super::{
    Failure,
    accuracy::residual_norms,
    dense::symmetric_eigen,
    gemm::{add_product, gram, product, tr_product, view},
    orthogonal::{NullSpace, orthonormalize, random_columns},
    svd::{SingularSquares, singular_squares},
};
use crate::count::CancelCheck;

/// Matrix `BBᵀ` (n × n), held as B (n × r) and the eigendecomposition of the small `BᵀB = UΛUᵀ`.
pub(crate) struct FactoredMatrix {
    /// Factor B, n × r.
    b: DMatrix<f64>,
    /// Eigenvalues Λ, descending (length r).
    values: Vec<f64>,
    /// Rotation U, r × r: BU has orthogonal columns of norm √λ, the eigenvectors of `BBᵀ`.
    rotation: DMatrix<f64>,
}

/// Leading eigenpairs (λ, v) of a symmetric matrix A (n × n).
pub(crate) struct EigenPairs {
    /// Eigenvalues, descending; may be more than the k vectors.
    pub(crate) values: Vec<f64>,
    /// Eigenvectors, n × k, orthonormal.
    pub(crate) vectors: DMatrix<f64>,
    /// Residual norms ‖Av − λv‖, one for each vector.
    pub(crate) residuals: Vec<f64>,
}

/// Smallest |λ − θ|, relative to |θ|, that [`FactoredMatrix::solve_shifted`] divides by. With a smaller one the
/// eigenvector next to the shift would dominate the correction.
const NEAR: f64 = 1e-3;

impl FactoredMatrix {
    /// Holds `BBᵀ` by its factor B (n × r), and decomposes `BᵀB`.
    ///
    /// # Errors
    /// [`Failure::NotConverged`], or [`Failure::Cancelled`].
    pub(crate) fn new(b: DMatrix<f64>, cancelled: CancelCheck<'_>) -> Result<Self, Failure> {
        let small = gram(view(&b), cancelled).ok_or(Failure::Cancelled)?;
        let eigen = symmetric_eigen(&small, cancelled)?;
        let (values, rotation) = eigen.descending(b.ncols());
        Ok(Self {
            b,
            values,
            rotation,
        })
    }

    /// Decomposes `BBᵀ` so that small eigenvalues keep their digits: by the singular values of B, or in less time by
    /// `BᵀB` where this loses no digit that is shown. Also returns an upper bound on the error that squaring adds to
    /// each eigenvalue.
    pub(crate) fn with_small_eigenvalues(b: DMatrix<f64>) -> (Self, f64) {
        let SingularSquares {
            squares: values,
            right: rotation,
            error,
        } = singular_squares(&b);
        let factored = Self {
            b,
            values,
            rotation,
        };
        (factored, error)
    }

    /// Builds `VUΛUᵀVᵀ` from orthonormal columns V (n × r), a rotation U (r × r) and values Λ (length r, descending);
    /// negative values count as zero.
    pub(crate) fn from_eigenpairs(
        v: DMatrix<f64>,
        mut values: Vec<f64>,
        mut rotation: DMatrix<f64>,
    ) -> Self {
        for (mut column, value) in rotation.column_iter_mut().zip(&mut values) {
            *value = value.max(0.0);
            column *= value.sqrt();
        }
        Self {
            b: v,
            values,
            rotation,
        }
    }

    /// Eigenvalues of `BBᵀ` that may differ from zero, descending (length r).
    pub(crate) fn values(&self) -> &[f64] {
        &self.values
    }

    /// Returns B x (length n) for x of length r.
    pub(crate) fn times(&self, x: &[f64]) -> Vec<f64> {
        let x = MatRef::from_column_major_slice(x, x.len(), 1);
        product(view(&self.b), x).as_slice().to_vec()
    }

    /// Returns the k ≤ n leading eigenpairs, for a B whose columns have a mean of zero, with v = Bu/√λ for each
    /// eigenvector u of `BᵀB`. Eigenvalues up to `noise` count as rounding: their eigenvectors, and those beyond r, are
    /// arbitrary ones that complete a basis. The values are all r that may differ from zero, then zeros up to a length
    /// of k.
    pub(crate) fn pairs(&self, k: usize, noise: f64) -> EigenPairs {
        let b = &self.b;
        let n = b.nrows();
        let good = self.values.iter().take(k).filter(|&&λ| λ > noise).count();
        let mut coefficients = self.rotation.columns(0, good).into_owned();
        for (mut column, λ) in coefficients.column_iter_mut().zip(&self.values) {
            column /= λ.sqrt();
        }
        // For small λ the vectors Bu/√λ are far from orthogonal.
        let products = product(view(b), view(&coefficients));
        let mut vectors = orthonormalize(view(&DMatrix::zeros(n, 0)), NullSpace::Ones, products);
        let missing = k - vectors.ncols();
        if missing > 0 {
            let others = orthonormalize(
                view(&vectors),
                NullSpace::Ones,
                random_columns(n, missing, 0),
            );
            // The vector of ones is an eigenvector of every centred matrix, and completes the space.
            let ones =
                DMatrix::from_element(n, missing - others.ncols(), (n as f64).sqrt().recip());
            let columns = vectors.column_iter().chain(others.column_iter());
            let columns: Vec<_> = columns.chain(ones.column_iter()).collect();
            vectors = DMatrix::from_columns(&columns);
        }
        let mut values = self.values.clone();
        values.resize(values.len().max(k), 0.0);
        let inner = tr_product(view(b), view(&vectors));
        let image = product(view(b), view(&inner));
        let residuals = residual_norms(image, &vectors, &values);
        EigenPairs {
            values,
            vectors,
            residuals,
        }
    }

    /// Replaces each column r of `x` (n × b) by −θ(`BBᵀ` − θ)⁻¹r = r − BU(Λ − θ)⁻¹`UᵀBᵀ`r with the shift θ that
    /// `shifts` (length b) has for this column.
    pub(crate) fn solve_shifted(&self, x: &mut DMatrix<f64>, shifts: &[f64]) {
        let floor = f64::EPSILON * self.values.first().map_or(0.0, |λ| λ.abs());
        let mut inner = tr_product(view(&self.b), view(x));
        inner = tr_product(view(&self.rotation), view(&inner));
        for (mut column, &θ) in inner.column_iter_mut().zip(shifts) {
            let nearest = (NEAR * θ.abs()).max(floor);
            for (value, λ) in column.iter_mut().zip(&self.values) {
                let distance = λ - θ;
                *value /= distance.abs().max(nearest).copysign(distance);
            }
        }
        inner = product(view(&self.rotation), view(&inner));
        add_product(x, view(&self.b), view(&inner), -1.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eigen::svd::right_svd;

    #[test]
    fn pairs_of_the_product() {
        let n = 40;
        let mut b = DMatrix::from_fn(n, 5, |i, j| ((i * (j + 3)) % 11) as f64);
        for mut column in b.column_iter_mut() {
            let mean = column.mean();
            column.add_scalar_mut(-mean);
        }
        let full = &b * b.transpose();
        let noise = 1e-10;
        for k in [2, 5, 12, n] {
            let pairs = FactoredMatrix::new(b.clone(), &|| false)
                .unwrap()
                .pairs(k, noise);
            let (v, scale) = (&pairs.vectors, full.norm());
            assert_eq!(v.shape(), (n, k));
            assert!((v.tr_mul(v) - DMatrix::identity(k, k)).amax() < 1e-12);
            assert!(pairs.residuals.iter().all(|r| r / scale < 1e-14));
            assert!((pairs.values.iter().sum::<f64>() - full.trace()).abs() < 1e-12 * scale);
            if k == n {
                let lambda = DMatrix::from_diagonal(&pairs.values.clone().into());
                assert!((v * lambda * v.transpose() - &full).amax() < 1e-12 * scale);
            }
        }
    }

    #[test]
    fn shifted_systems() {
        let n = 60;
        let mut b = random_columns(n, 7, 3);
        for (j, mut column) in b.column_iter_mut().enumerate() {
            let mean = column.mean();
            column.add_scalar_mut(-mean);
            column /= (1 << j) as f64;
        }
        let full = &b * b.transpose();
        let factored = FactoredMatrix::new(b, &|| false).unwrap();
        let shifts = [factored.values()[1] * 1.1, factored.values()[3] * 0.9];
        let mut x = random_columns(n, 2, 4);
        let r = x.clone();
        factored.solve_shifted(&mut x, &shifts);
        for (j, θ) in shifts.into_iter().enumerate() {
            let back = (&full * x.column(j) - x.column(j) * θ) / -θ;
            assert!((back - r.column(j)).amax() < 1e-11);
        }
    }

    #[test]
    fn small_eigenvalues_keep_their_digits_by_products_and_without() {
        let tall = random_columns(1200, 100, 3);
        for (last, by_products) in [(1.0, true), (0.5, true), (1e-3, false), (0.0, false)] {
            let mut b = tall.clone();
            b.column_mut(99).scale_mut(last);
            let expected = right_svd(&b).values;
            let (found, error) = FactoredMatrix::with_small_eigenvalues(b);
            assert_eq!(error > 0.0, by_products, "{last}");
            for (λ, σ) in found.values().iter().zip(&expected) {
                let off = (λ - σ * σ).abs();
                assert!(
                    off <= error + 1e-13 * expected[0] * σ,
                    "{last}: {λ} is off by {off}"
                );
            }
        }
    }
}
