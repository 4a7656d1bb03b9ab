//! Kernel values between points.

use nalgebra::DMatrix;

use super::Kernel;

impl Kernel {
    /// Kernel matrix (m × n) between the rows of x (m × d) and of y (n × d).
    ///
    /// # Panics
    /// When x and y have different numbers of columns.
    #[must_use]
    pub fn matrix(&self, x: &DMatrix<f64>, y: &DMatrix<f64>) -> DMatrix<f64> {
        self.reduced_matrix(x, y).add_scalar(self.constant())
    }

    /// k − [`Kernel::constant`] between the rows of x (m × d) and of y (n × d).
    ///
    /// Centring annihilates any constant. Without this one, no digits are lost to it when γ is
    /// tiny and every kernel value is nearly the same.
    pub(crate) fn reduced_matrix(&self, x: &DMatrix<f64>, y: &DMatrix<f64>) -> DMatrix<f64> {
        assert_eq!(x.ncols(), y.ncols(), "points of different dimension");
        let mut values = match self {
            Self::Rbf { .. } => sum_of_differences(x, y, |t| t * t),
            Self::Laplacian { .. } => sum_of_differences(x, y, f64::abs),
            Self::Linear | Self::Poly { .. } | Self::Sigmoid { .. } => x * y.transpose(),
            Self::Cosine => unit_rows(x) * unit_rows(y).transpose(),
        };
        values.apply(|value| *value = self.reduced(*value));
        values
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

    /// k − [`Kernel::constant`] from t, the squared or L₁ distance or inner product of two points.
    fn reduced(&self, t: f64) -> f64 {
        match *self {
            Self::Linear | Self::Cosine => t,
            Self::Rbf { gamma } | Self::Laplacian { gamma } => (-gamma * t).exp_m1(),
            Self::Poly {
                gamma,
                degree,
                coef0,
            } => {
                // aᵖ − bᵖ = (a − b) Σ aⁱ bᵖ⁻¹⁻ⁱ, with a − b = γt exactly.
                let (a, b) = (gamma * t + coef0, coef0);
                let (mut sum, mut power) = (1.0, 1.0);
                for _ in 1..degree {
                    power *= b;
                    sum = sum * a + power;
                }
                gamma * t * sum
            }
            Self::Sigmoid { gamma, coef0 } => {
                // tanh a − tanh b = tanh(a − b) (1 − tanh a tanh b)
                let u = gamma * t;
                u.tanh() * (1.0 - (u + coef0).tanh() * coef0.tanh())
            }
        }
    }

    /// Whether moving all points by the same vector leaves the centred kernel matrix unchanged.
    pub(crate) fn is_translation_invariant(&self) -> bool {
        matches!(
            self,
            Self::Linear | Self::Rbf { .. } | Self::Laplacian { .. }
        )
    }
}

/// Sums of f over the features of xᵢ − yⱼ, m × n.
fn sum_of_differences(x: &DMatrix<f64>, y: &DMatrix<f64>, f: impl Fn(f64) -> f64) -> DMatrix<f64> {
    let mut sums = DMatrix::zeros(x.nrows(), y.nrows());
    for (j, mut column) in sums.column_iter_mut().enumerate() {
        for (feature, x_feature) in x.column_iter().enumerate() {
            let yj = y[(j, feature)];
            column.zip_apply(&x_feature, |sum, xi| *sum += f(xi - yj));
        }
    }
    sums
}

/// Rows divided by their norms; zero rows stay zero.
fn unit_rows(x: &DMatrix<f64>) -> DMatrix<f64> {
    let mut unit = x.clone();
    for mut row in unit.row_iter_mut() {
        // Scaled first, so that the squares neither overflow nor vanish.
        let largest = row.amax();
        if largest > 0.0 {
            row /= largest;
            let norm = row.norm();
            row /= norm;
        }
    }
    unit
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

    #[test]
    fn tiny_gamma_keeps_its_digits() {
        let (x, y) = (dmatrix![1.0], dmatrix![3.0]);
        for (kernel, slope) in [
            (Kernel::Rbf { gamma: 1e-20 }, -4.0),
            (Kernel::Laplacian { gamma: 1e-20 }, -2.0),
            (
                Kernel::Poly {
                    gamma: 1e-20,
                    degree: 3,
                    coef0: 1.0,
                },
                9.0,
            ),
            (
                Kernel::Sigmoid {
                    gamma: 1e-20,
                    coef0: 0.0,
                },
                3.0,
            ),
        ] {
            let value = kernel.reduced_matrix(&x, &y)[0] / 1e-20;
            assert!((value / slope - 1.0).abs() < 1e-14, "{kernel:?}");
        }
    }
}
