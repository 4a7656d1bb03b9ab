//! Feature maps made from a kernel matrix K, for any positive kernel: the empirical map K^(−½) k(x), and Mercer's
//! map √Λ uᵢ (Schölkopf et al. 1999). Both come from one eigendecomposition of K.
//!
//! ```
//! use kernel_pca::{explain::EmpiricalMap, kernel::Kernel};
//! use nalgebra::dmatrix;
//!
//! let (kernel, x) = (Kernel::rbf(0.5), dmatrix![0.0; 1.0; 3.0]);
//! let map = EmpiricalMap::of(|rows, columns| kernel.between(&x, rows, columns), vec![0, 1, 2])?;
//! // Inner products of the features are the kernel's values.
//! let features = map.empirical(&kernel.matrix(&x, &x));
//! assert!((features.tr_mul(&features) - kernel.matrix(&x, &x)).amax() < 1e-12);
//! # Ok::<(), kernel_pca::kpca::FitError>(())
//! ```

use nalgebra::{DMatrix, DVector};

use crate::{
    eigen::dense::symmetric_eigen,
    kpca::FitError,
    power_of_two::{exponent, times},
    signs::turn_columns,
};

/// Empirical and Mercer feature map over some of the rows.
#[derive(Debug, Clone, PartialEq)]
pub struct EmpiricalMap {
    /// Indices of the rows that were taken, ascending.
    pub rows: Vec<usize>,
    /// Eigenvalues of the kernel matrix of `rows`, descending; those within rounding of zero are set to zero.
    pub eigenvalues: Vec<f64>,
    /// Eigenvectors, one per column, in the order of `eigenvalues`.
    vectors: DMatrix<f64>,
    /// Errors of the empirical and of Mercer's map on `rows`: largest |k(x, y) − φ(x)·φ(y)| over the largest |k(x, y)|.
    pub differences: [f64; 2],
}

impl EmpiricalMap {
    /// Computes both maps over `rows`; `values` gives the kernel values, not centred, between two lists of rows.
    ///
    /// Eigenvectors of negative eigenvalues, which kernels such as the sigmoid have, are left out: they are
    /// features of no real map.
    ///
    /// # Errors
    /// When the kernel overflows on these data, or its eigenvalues cannot be found.
    pub fn of(
        values: impl Fn(&[usize], &[usize]) -> DMatrix<f64>,
        rows: Vec<usize>,
    ) -> Result<Self, FitError> {
        let k = values(&rows, &rows);
        if k.iter().any(|value| !value.is_finite()) {
            return Err(FitError::TooLarge);
        }
        let n = rows.len();
        // Divided by a power of two, so that squares stay within the range of numbers.
        let unit = exponent(k.amax());
        let eigen = symmetric_eigen(&k.map(|value| times(value, -unit)), &|| false)?;
        let (values, mut vectors) = eigen.descending(n);
        turn_columns(&mut vectors);
        let largest = values.iter().fold(0.0_f64, |m, λ| m.max(λ.abs()));
        let noise = n as f64 * f64::EPSILON * largest;
        let eigenvalues = values.iter().map(|&λ| {
            if λ.abs() > noise {
                times(λ, unit)
            } else {
                0.0
            }
        });
        let mut map = Self {
            rows,
            eigenvalues: eigenvalues.collect(),
            vectors,
            differences: [0.0; 2],
        };
        let scale = k.amax();
        let miss = |features: &DMatrix<f64>| {
            let products = features.tr_mul(features);
            if scale > 0.0 {
                (products - &k).amax() / scale
            } else {
                0.0
            }
        };
        map.differences = [miss(&map.empirical(&k)), miss(&map.mercer_of_taken())];
        Ok(map)
    }

    /// Evaluates the empirical features K^(−½) k(x) for m points: `k` holds their kernel values with `rows`, one
    /// column k(x) for each point (r × m); returns r × m.
    #[must_use]
    pub fn empirical(&self, k: &DMatrix<f64>) -> DMatrix<f64> {
        &self.vectors * self.mercer(k)
    }

    /// Evaluates Mercer's features Λ^(−½) Uᵀ k(x) for m points, from the columns k(x) of their kernel values with
    /// `rows` (r × m); returns r × m. For row i of `rows` the features are √Λ uᵢ.
    #[must_use]
    pub fn mercer(&self, k: &DMatrix<f64>) -> DMatrix<f64> {
        let roots = DVector::from_iterator(
            self.rows.len(),
            self.eigenvalues
                .iter()
                .map(|&λ| if λ > 0.0 { λ.sqrt().recip() } else { 0.0 }),
        );
        let mut coordinates = self.vectors.tr_mul(k);
        for mut column in coordinates.column_iter_mut() {
            column.component_mul_assign(&roots);
        }
        coordinates
    }

    /// Mercer's features √Λ uᵢ of `rows`, one column for each row (r × r).
    fn mercer_of_taken(&self) -> DMatrix<f64> {
        let mut coordinates = self.vectors.transpose();
        for (mut row, λ) in coordinates.row_iter_mut().zip(&self.eigenvalues) {
            row *= λ.max(0.0).sqrt();
        }
        coordinates
    }

    /// Dimension of the feature space: number of eigenvalues above zero.
    #[must_use]
    pub fn dimensions(&self) -> usize {
        self.eigenvalues.iter().filter(|&&λ| λ > 0.0).count()
    }
}

/// Indices of at most `most` of n rows, spread evenly.
#[must_use]
pub fn spread(n: usize, most: usize) -> Vec<usize> {
    let count = n.min(most);
    (0..count).map(|i| i * n / count).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::Kernel;

    fn map(kernel: Kernel, x: &DMatrix<f64>, rows: Vec<usize>) -> EmpiricalMap {
        EmpiricalMap::of(|rows, columns| kernel.between(x, rows, columns), rows).unwrap()
    }

    fn data(n: usize) -> DMatrix<f64> {
        DMatrix::from_fn(n, 2, |i, j| ((i * (j + 2)) as f64).sin())
    }

    #[test]
    fn products_of_either_map_are_the_kernel() {
        let x = data(30);
        for kernel in [
            Kernel::linear(),
            Kernel::poly(0.5, 3, 1.0),
            Kernel::rbf(0.7),
            Kernel::laplacian(2.0),
            Kernel::cosine(),
        ] {
            let map = map(kernel, &x, (0..30).collect());
            assert!(
                map.differences.iter().all(|miss| *miss < 1e-13),
                "{:?}",
                map.differences
            );
            let k = kernel.matrix(&x, &x);
            for features in [
                map.empirical(&kernel.between(&x, &map.rows, &[3, 17])),
                map.mercer(&kernel.between(&x, &map.rows, &[3, 17])),
            ] {
                let inner = features.column(0).dot(&features.column(1));
                assert!((inner - k[(3, 17)]).abs() < 1e-12 * k.amax());
            }
        }
    }

    #[test]
    fn the_empirical_map_of_the_rows_is_the_root_of_the_matrix() {
        let x = data(12);
        let kernel = Kernel::rbf(3.0);
        let map = map(kernel, &x, (0..12).collect());
        let k = kernel.matrix(&x, &x);
        let root = map.empirical(&k);
        assert!((&root - root.transpose()).amax() < 1e-13);
        assert!((&root * &root - &k).amax() < 1e-13);
        // Mercer's coordinates fall from component to component.
        let norms: Vec<f64> = map.mercer(&k).row_iter().map(|row| row.norm()).collect();
        assert!(norms.is_sorted_by(|a, b| a >= b));
    }

    #[test]
    fn the_linear_kernel_needs_as_many_dimensions_as_features() {
        let map = self::map(Kernel::linear(), &data(30), (0..30).collect());
        assert_eq!(map.dimensions(), 2);
        // Any scale will do.
        let huge = data(30) * 1e120;
        let map = self::map(Kernel::linear(), &huge, (0..30).collect());
        assert!(map.dimensions() == 2 && map.differences[0] < 1e-13);
    }

    #[test]
    fn an_indefinite_kernel_is_missed() {
        let map = map(Kernel::sigmoid(2.0, -1.0), &data(30), (0..30).collect());
        assert!(map.eigenvalues.last().unwrap() < &-1e-3);
        assert!(map.differences[0] > 1e-4 && map.differences[1] > 1e-4);
    }

    #[test]
    fn a_row_that_was_not_taken_comes_near() {
        let x = data(200);
        let kernel = Kernel::rbf(0.3);
        let map = map(kernel, &x, spread(200, 50));
        assert_eq!(map.rows[..3], [0, 4, 8]);
        let k = kernel.between(&x, &map.rows, &[3, 17]);
        let features = map.mercer(&k);
        let inner = features.column(0).dot(&features.column(1));
        assert!((inner - kernel.between(&x, &[3], &[17])[(0, 0)]).abs() < 1e-3);
    }

    #[test]
    fn no_rows_and_a_single_one() {
        assert!(spread(0, 5).is_empty());
        let map = self::map(Kernel::rbf(1.0), &data(1), spread(1, 5));
        assert_eq!(map.dimensions(), 1);
        let none = self::map(Kernel::rbf(1.0), &data(1), Vec::new());
        assert_eq!(none.dimensions(), 0);
    }
}
