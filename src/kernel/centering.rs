//! Centring in feature space.

use nalgebra::DMatrix;

/// What centring needs to know of the n training points.
///
/// K̃ = K − row means − column means + grand mean. A new point uses these training means and its
/// own row mean (Schölkopf, Smola and Müller 1998, appendix B).
#[derive(Debug, Clone, PartialEq)]
pub struct Centering {
    /// Mean of each column of the training kernel matrix, length n.
    pub column_means: Vec<f64>,
    pub grand_mean: f64,
}

impl Centering {
    /// Reads the means off the symmetric kernel matrix (n × n) of the training points.
    #[must_use]
    pub fn of(kernel_matrix: &DMatrix<f64>) -> Self {
        let column_means: Vec<f64> = kernel_matrix.column_iter().map(|c| c.mean()).collect();
        let grand_mean = column_means.iter().sum::<f64>() / column_means.len().max(1) as f64;
        Self {
            column_means,
            grand_mean,
        }
    }

    /// Centres kernel values (m × n) between m points and the n training points.
    pub fn apply(&self, rows: &mut DMatrix<f64>) {
        let n = self.column_means.len().max(1) as f64;
        let row_means = rows.column_sum() / n;
        for (mut column, column_mean) in rows.column_iter_mut().zip(&self.column_means) {
            let shift = self.grand_mean - column_mean;
            column.zip_apply(&row_means, |value, row_mean| *value += shift - row_mean);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equals_two_sided_projection() {
        let b = DMatrix::from_fn(7, 3, |i, j| ((3 * i + 5 * j) % 7) as f64 - 2.0);
        let mut k = &b * b.transpose();
        let n = k.nrows();
        let projector = DMatrix::identity(n, n) - DMatrix::from_element(n, n, 1.0 / n as f64);
        let expected = &projector * &k * &projector;
        let centering = Centering::of(&k);
        centering.apply(&mut k);
        assert!((k - expected).amax() < 1e-12);
    }
}
