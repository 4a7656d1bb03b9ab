//! Eigenpairs of `BBᵀ` from a factor B that has few columns.

use nalgebra::DMatrix;

use super::{
    dense::symmetric_eigen,
    gemm::{product, tr_product, view},
    krylov::{orthonormalize, random_columns},
};

/// Leading eigenpairs of `BBᵀ`, descending.
pub(crate) struct FactoredPairs {
    /// All that B has columns for.
    pub(crate) values: Vec<f64>,
    /// n × k, orthonormal.
    pub(crate) vectors: DMatrix<f64>,
    /// `‖BBᵀv − λv‖` of each vector.
    pub(crate) residuals: Vec<f64>,
}

/// The k ≤ n leading pairs of `BBᵀ`, B being n × r: those of the small `BᵀB`, with v = Bu/√λ. Values
/// up to `noise` are rounding; vectors for those, and beyond r, are any that complete the others.
pub(crate) fn factored_pairs(b: &DMatrix<f64>, k: usize, noise: f64) -> Option<FactoredPairs> {
    let eigen = symmetric_eigen(&tr_product(view(b), view(b)))?;
    let r = b.ncols();
    let mut values: Vec<f64> = eigen.values.iter().rev().copied().collect();
    let good = values.iter().take(k).filter(|&&λ| λ > noise).count();
    let order: Vec<usize> = (0..r).rev().take(good).collect();
    let mut coefficients = eigen.vectors.select_columns(&order);
    for (mut column, λ) in coefficients.column_iter_mut().zip(&values) {
        column /= λ.sqrt();
    }
    // The smaller λ, the further from orthogonal are the products.
    let n = b.nrows();
    let products = product(view(b), view(&coefficients));
    let mut vectors = orthonormalize(&DMatrix::zeros(n, 0), products);
    let missing = k - vectors.ncols();
    if missing > 0 {
        let others = orthonormalize(&vectors, random_columns(n, missing));
        // With the ones, an eigenvector of every centred matrix, the space is filled.
        let ones = DMatrix::from_element(n, missing - others.ncols(), (n as f64).sqrt().recip());
        let columns = vectors.column_iter().chain(others.column_iter());
        let columns: Vec<_> = columns.chain(ones.column_iter()).collect();
        vectors = DMatrix::from_columns(&columns);
    }
    values.resize(values.len().max(k), 0.0);
    let inner = tr_product(view(b), view(&vectors));
    let image = product(view(b), view(&inner));
    let residuals = image
        .column_iter()
        .zip(vectors.column_iter())
        .zip(&values)
        .map(|((image, v), &λ)| (image - v * λ).norm())
        .collect();
    Some(FactoredPairs {
        values,
        vectors,
        residuals,
    })
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
            let pairs = factored_pairs(&b, k, noise).unwrap();
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
}
