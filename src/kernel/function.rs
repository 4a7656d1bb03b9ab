//! Kernel values between two sets of points.

use nalgebra::DMatrix;
use rayon::prelude::*;

use super::{Kernel, Metric, Points, Response, ScaledKernel};
use crate::power_of_two::times;

/// Columns that one task evaluates.
const CHUNK: usize = 64;

impl Kernel {
    /// Kernel values (p × q) between p rows of x (n × d) and q rows of it; x is n × n for a kernel that
    /// is read off a given matrix.
    #[must_use]
    pub fn between(&self, x: &DMatrix<f64>, rows: &[usize], columns: &[usize]) -> DMatrix<f64> {
        if self.metric().is_given() {
            self.of_entries(&x.select_columns(columns).select_rows(rows))
        } else {
            self.matrix(&x.select_rows(rows), &x.select_rows(columns))
        }
    }

    /// What the kernel makes of the entries of a given matrix.
    fn of_entries(&self, entries: &DMatrix<f64>) -> DMatrix<f64> {
        let (metric, response) = (self.metric(), self.response());
        entries.map(|entry| match metric {
            Metric::GivenSquared => response.at(entry * entry),
            _ => response.at(entry),
        })
    }

    /// Kernel matrix (m × n) between the rows of x (m × d) and of y (n × d); of the entries x (m × n)
    /// themselves, for a kernel that is read off a given matrix.
    ///
    /// # Panics
    /// When x and y have different numbers of columns.
    #[must_use]
    pub fn matrix(&self, x: &DMatrix<f64>, y: &DMatrix<f64>) -> DMatrix<f64> {
        if self.metric().is_given() {
            return self.of_entries(x);
        }
        // With two sets, the inner product of the linear kernel can't be moved to a mean.
        let metric = match self.metric() {
            Metric::CenteredInner => Metric::Inner,
            metric => metric,
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

    /// What of two points this kernel is a function of.
    pub(crate) fn metric(&self) -> Metric {
        self.kind().family().metric
    }

    /// Which function of it.
    pub(crate) fn response(&self) -> Response {
        (self.kind().family().response)(self)
    }

    /// The value of k where x·y = 0 (or x = y, for a kernel of distances).
    pub(crate) fn constant(&self) -> f64 {
        self.response().constant()
    }

    /// Whether every kernel matrix is positive semidefinite.
    pub(crate) fn is_positive(&self) -> bool {
        (self.kind().family().is_positive)(self)
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
        check(Kernel::linear(), [-5.5, 0.0]);
        check(
            Kernel::poly(gamma, degree, coef0),
            [(-2.35_f64).powi(3), (-0.7_f64).powi(3)],
        );
        check(
            Kernel::rbf(gamma),
            [(-0.3 * 25.25_f64).exp(), (-0.3 * 9.25_f64).exp()],
        );
        check(
            Kernel::sigmoid(gamma, coef0),
            [(-2.35_f64).tanh(), (-0.7_f64).tanh()],
        );
        check(
            Kernel::laplacian(gamma),
            [(-0.3 * 5.5_f64).exp(), (-0.3 * 3.5_f64).exp()],
        );
        check(
            Kernel::cosine(),
            [-5.5 / (5.0_f64.sqrt() * 9.25_f64.sqrt()), 0.0],
        );
    }
}
