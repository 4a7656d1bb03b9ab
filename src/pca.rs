//! Linear PCA by singular value decomposition.

use nalgebra::DMatrix;

/// A fitted linear PCA of X (n × d); r = min(n, d) components, descending.
#[derive(Debug, Clone, PartialEq)]
pub struct Pca {
    /// Column means, length d.
    pub mean: Vec<f64>,
    /// r × d, unit rows; in each the entry of largest modulus is positive, as in scikit-learn.
    pub components: DMatrix<f64>,
    /// Eigenvalues of the covariance with divisor n, length r, in squared units of X.
    pub eigenvalues: Vec<f64>,
    /// Total variance (trace of the covariance, divisor n).
    pub total: f64,
    /// n × r.
    pub scores: DMatrix<f64>,
}

impl Pca {
    /// Fits X (n × d).
    #[must_use]
    pub fn fit(x: &DMatrix<f64>) -> Self {
        let _ = x;
        todo!()
    }

    /// λ_j / total; zeros when the data do not vary.
    #[must_use]
    pub fn explained_variance_ratio(&self) -> Vec<f64> {
        todo!()
    }

    /// Scores (m × r) of new rows (m × d).
    #[must_use]
    pub fn project(&self, x: &DMatrix<f64>) -> DMatrix<f64> {
        let _ = x;
        todo!()
    }
}
