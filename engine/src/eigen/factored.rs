//! `BBᵀ` for a factor B that has few columns: its eigenpairs, and systems with it.

use nalgebra::{DMatrix, DVector};

use super::{
    accuracy::residual_norms,
    dense::symmetric_eigen,
    gemm::{add_product, gram, product, tr_product, view},
    orthogonal::{Null, orthonormalize, random_columns},
    svd::right_svd,
};

/// `BBᵀ` by the eigenpairs of the small `BᵀB = UΛUᵀ`.
pub(crate) struct Factored {
    /// n × r.
    b: DMatrix<f64>,
    /// Λ, descending; r or, where those left out are zero, fewer.
    values: Vec<f64>,
    /// U, r × as many.
    rotation: DMatrix<f64>,
}

/// Leading eigenpairs of `BBᵀ`, descending.
pub(crate) struct FactoredPairs {
    /// All that B has columns for.
    pub(crate) values: Vec<f64>,
    /// n × k, orthonormal.
    pub(crate) vectors: DMatrix<f64>,
    /// `‖BBᵀv − λv‖` of each vector.
    pub(crate) residuals: Vec<f64>,
}

/// Of the shift: an eigenvalue nearer to it is taken to be this far off.
const NEAR: f64 = 1e-3;

impl Factored {
    /// `None` where the eigenvalue iteration does not converge.
    pub(crate) fn new(b: DMatrix<f64>) -> Option<Self> {
        let eigen = symmetric_eigen(&gram(view(&b)))?;
        let descending: Vec<usize> = (0..b.ncols()).rev().collect();
        Some(Self {
            b,
            values: eigen.values.into_iter().rev().collect(),
            rotation: eigen.vectors.select_columns(&descending),
        })
    }

    /// By the singular values of B, so that no digit of the small ones is lost to squaring; takes about twice as long
    /// as [`Self::new`].
    pub(crate) fn without_squaring(b: DMatrix<f64>) -> Self {
        let svd = right_svd(&b);
        Self {
            b,
            values: svd.values.iter().map(|σ| σ * σ).collect(),
            rotation: svd.right,
        }
    }

    /// `VUΛUᵀVᵀ` for orthonormal columns V, their rotation U and values Λ, descending; without what
    /// is negative.
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

    /// All eigenvalues of `BᵀB`, descending.
    pub(crate) fn values(&self) -> &[f64] {
        &self.values
    }

    /// B x.
    pub(crate) fn times(&self, x: &DVector<f64>) -> DVector<f64> {
        &self.b * x
    }

    /// The k ≤ n leading pairs: those of the small `BᵀB`, with v = Bu/√λ. Values up to `noise` are
    /// rounding; vectors for those, and beyond r, are any that complete the others.
    pub(crate) fn pairs(&self, k: usize, noise: f64) -> FactoredPairs {
        let b = &self.b;
        let n = b.nrows();
        let good = self.values.iter().take(k).filter(|&&λ| λ > noise).count();
        let mut coefficients = self.rotation.columns(0, good).into_owned();
        for (mut column, λ) in coefficients.column_iter_mut().zip(&self.values) {
            column /= λ.sqrt();
        }
        // The smaller λ, the further from orthogonal are the products.
        let products = product(view(b), view(&coefficients));
        let mut vectors = orthonormalize(view(&DMatrix::zeros(n, 0)), Null::Ones, products);
        let missing = k - vectors.ncols();
        if missing > 0 {
            let others = orthonormalize(view(&vectors), Null::Ones, random_columns(n, missing, 0));
            // With the ones, an eigenvector of every centred matrix, the space is filled.
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
        FactoredPairs {
            values,
            vectors,
            residuals,
        }
    }

    /// Turns each column r of `x` into −θ(`BBᵀ` − θ)⁻¹r for its own θ of `shifts`, which is
    /// r − BU(Λ − θ)⁻¹`UᵀBᵀ`r.
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
            let pairs = Factored::new(b.clone()).unwrap().pairs(k, noise);
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
        let factored = Factored::new(b).unwrap();
        let shifts = [factored.values()[1] * 1.1, factored.values()[3] * 0.9];
        let mut x = random_columns(n, 2, 4);
        let r = x.clone();
        factored.solve_shifted(&mut x, &shifts);
        for (j, θ) in shifts.into_iter().enumerate() {
            let back = (&full * x.column(j) - x.column(j) * θ) / -θ;
            assert!((back - r.column(j)).amax() < 1e-11);
        }
    }
}
