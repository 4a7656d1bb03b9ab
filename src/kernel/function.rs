//! Kernel values between two sets of points.

use nalgebra::DMatrix;
use rayon::prelude::*;

use super::{Kernel, Metric, Points, ScaledKernel};
use crate::power_of_two::times;

/// Columns that one task evaluates.
const CHUNK: usize = 64;

impl Kernel {
    /// Kernel matrix (m × n) between the rows of x (m × d) and of y (n × d).
    ///
    /// # Panics
    /// When x and y have different numbers of columns.
    #[must_use]
    pub fn matrix(&self, x: &DMatrix<f64>, y: &DMatrix<f64>) -> DMatrix<f64> {
        // With two sets, the inner product of the linear kernel can't be moved to a mean.
        let metric = match self {
            Self::Linear => Metric::Inner,
            _ => self.metric(),
        };
        let y = Points::new(y, metric);
        let x = y.others(x);
        let Ok(scaled) = ScaledKernel::new(*self, &y, Some(&x)) else {
            return DMatrix::from_element(x.len(), y.len(), f64::NAN);
        };
        let constant = self.constant();
        let chunks: Vec<DMatrix<f64>> = (0..y.len().div_ceil(CHUNK))
            .into_par_iter()
            .map(|chunk| {
                let columns = chunk * CHUNK..((chunk + 1) * CHUNK).min(y.len());
                let values = scaled.values(&x, &y, columns);
                values.map(|value| times(value, scaled.exponent()) + constant)
            })
            .collect();
        let values = chunks.iter().flat_map(|c| c.iter().copied());
        DMatrix::from_iterator(x.len(), y.len(), values)
    }

    /// The value of k where x·y = 0 (or x = y, for a kernel of distances).
    pub(crate) fn constant(&self) -> f64 {
        match *self {
            Self::Rbf { .. } | Self::Laplacian { .. } => 1.0,
            Self::Poly { degree, coef0, .. } => coef0.powi(degree.cast_signed()),
            Self::Sigmoid { coef0, .. } => coef0.tanh(),
            Self::Linear | Self::Cosine => 0.0,
        }
    }

    /// Whether every kernel matrix is positive semidefinite.
    pub(crate) fn is_positive(&self) -> bool {
        match *self {
            Self::Linear | Self::Cosine | Self::Rbf { .. } | Self::Laplacian { .. } => true,
            Self::Poly { coef0, .. } => coef0 >= 0.0,
            Self::Sigmoid { .. } => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use nalgebra::dmatrix;

    #[test]
    fn values_follow_the_definitions() {
        let x = dmatrix![1.0, -2.0; 0.0, 0.0];
        let y = dmatrix![0.5, 3.0];
        let check = |kernel: Kernel, expected: [f64; 2]| {
            let values = kernel.matrix(&x, &y);
            for (i, expected) in expected.into_iter().enumerate() {
                let error = values[(i, 0)] - expected;
                assert!(error.abs() < 1e-14, "{kernel:?} {i}: off by {error}");
            }
        };
        let (gamma, coef0, degree) = (0.3, -0.7, 3);
        check(Kernel::Linear, [-5.5, 0.0]);
        check(
            Kernel::Poly {
                gamma,
                degree,
                coef0,
            },
            [(-2.35_f64).powi(3), (-0.7_f64).powi(3)],
        );
        check(
            Kernel::Rbf { gamma },
            [(-0.3 * 25.25_f64).exp(), (-0.3 * 9.25_f64).exp()],
        );
        check(
            Kernel::Sigmoid { gamma, coef0 },
            [(-2.35_f64).tanh(), (-0.7_f64).tanh()],
        );
        check(
            Kernel::Laplacian { gamma },
            [(-0.3 * 5.5_f64).exp(), (-0.3 * 3.5_f64).exp()],
        );
        check(
            Kernel::Cosine,
            [-5.5 / (5.0_f64.sqrt() * 9.25_f64.sqrt()), 0.0],
        );
    }
}
