//! Centring of kernel values in feature space.

use nalgebra::DMatrix;

/// Means of the kernel values of the n training points, from which kernel values are centred.
///
/// K̃ = K − row means − column means + grand mean. The values of a new point are centred by the training means and
/// their own mean (Schölkopf, Smola and Müller 1998, appendix B).
#[derive(Debug, Clone, PartialEq)]
pub struct Centering {
    /// Mean of each column of the training kernel matrix, length n.
    pub column_means: Vec<f64>,
    /// Mean of all entries of the training kernel matrix.
    pub grand_mean: f64,
}

impl Centering {
    /// Reads the means off the kernel matrix (n × n) of the training points.
    #[must_use]
    pub fn of(kernel_matrix: &DMatrix<f64>) -> Self {
        Self::of_means(kernel_matrix.column_iter().map(|c| c.mean()).collect())
    }

    /// Takes the grand mean from the means of the columns (length n).
    #[must_use]
    pub fn of_means(column_means: Vec<f64>) -> Self {
        // A sum of n² values, one after the other, would lose n times as many digits, and the matrix would have an
        // eigenvalue below zero.
        let grand_mean = column_means.iter().sum::<f64>() / column_means.len().max(1) as f64;
        Self {
            column_means,
            grand_mean,
        }
    }

    /// Squared length of an image less the mean image, from its squared length `own` and its inner product `mean` with
    /// the mean image.
    pub fn squared_length(&self, own: f64, mean: f64) -> f64 {
        own - 2.0 * mean + self.grand_mean
    }

    /// Centres kernel values (n × m) between the n training points and m points, one per column, in place.
    pub fn apply(&self, values: &mut DMatrix<f64>) {
        for mut column in values.column_iter_mut() {
            let mean = column.mean();
            for (value, column_mean) in column.iter_mut().zip(&self.column_means) {
                *value += self.grand_mean - column_mean - mean;
            }
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

    /// The corners of a cube in eight dimensions, among which a value stands in thousands of places.
    #[test]
    fn rows_of_many_equal_values_add_up_to_nothing() {
        let mut k = DMatrix::from_fn(256, 256, |i, j| {
            (-0.016_584_105_287_966_48 * f64::from((i ^ j).count_ones())).exp_m1()
        });
        Centering::of(&k).apply(&mut k);
        let largest = k.row_sum().amax();
        assert!(largest < 1e-12, "{largest:e}");
    }
}
