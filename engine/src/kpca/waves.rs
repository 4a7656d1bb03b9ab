//! Projection of many rows by waves, where the kernel is RBF and features are few.

use nalgebra::DMatrix;

use super::{
    KernelPca,
    fourier::is_gaussian,
    model::{Plain, Training},
};
use crate::{
    eigen::{fourier::GaussTransform, orthogonal::center_columns},
    power_of_two::times,
};

/// Of the largest score: what the waves may put a score off by.
const ENOUGH: f64 = 1e-8;
/// The same of squared lengths: what is left of one may be a small difference, whose root is taken.
const ENOUGH_SQUARED: f64 = 1e-11;

impl KernelPca {
    /// Scores (m × q) of new rows (m × d) on some components; `None` where that is not to be had faster than in so
    /// many nanoseconds, or not to all digits.
    ///
    /// A component is Σᵢ k̃(x, xᵢ) aᵢ. With the mean taken from a, which changes nothing, that is
    /// Σᵢ k(x, xᵢ) aᵢ less a constant.
    pub(crate) fn project_by_waves(
        &self,
        x: &DMatrix<f64>,
        components: &[usize],
        nanoseconds: f64,
    ) -> Option<DMatrix<f64>> {
        let plain = self.gaussian()?;
        let coefficients = || {
            let all = self.coefficients(&plain.eigenvalues);
            let mut a = all.select_columns(components);
            center_columns(&mut a);
            a
        };
        let (a, mut scores, error) = sums(plain, x, components.len(), coefficients, nanoseconds)?;
        let sizes = a.column_iter().map(|a| a.lp_norm(1));
        let first = plain.eigenvalues.first().copied().unwrap_or_default();
        let allowed = ENOUGH * (first / plain.points.len() as f64).sqrt();
        if !sizes.into_iter().all(|size| error * size <= allowed) {
            return None;
        }
        for (mut column, a) in scores.column_iter_mut().zip(a.column_iter()) {
            let means = plain.centering.column_means.iter().zip(a.iter());
            let constant: f64 = means.map(|(mean, a)| mean * a).sum();
            column.add_scalar_mut(-constant);
        }
        Some(scores)
    }

    /// ‖φ̃(t)‖² of new rows (m × d), likewise.
    ///
    /// Of k − 1, which is what is centred, a row has 0 with itself, and the mean over all pairs is what the mean
    /// length of the training rows is, with its sign changed.
    pub(super) fn squared_lengths_by_waves(
        &self,
        x: &DMatrix<f64>,
        nanoseconds: f64,
    ) -> Option<Vec<f64>> {
        let plain = self.gaussian()?;
        let n = plain.points.len();
        let shares = || DMatrix::repeat(n, 1, 1.0 / n as f64);
        let (_, means, error) = sums(plain, x, 1, shares, nanoseconds)?;
        let grand_mean = plain.centering.grand_mean;
        let is_enough = 2.0 * error <= -ENOUGH_SQUARED * grand_mean;
        let length = |mean: &f64| times(grand_mean - 2.0 * (mean - 1.0), plain.kernel.exponent());
        is_enough.then(|| means.iter().map(length).collect())
    }

    /// What is known of the training rows where the kernel is RBF.
    fn gaussian(&self) -> Option<&Plain> {
        let Training::Plain(plain) = &self.training else {
            return None;
        };
        // Where these rows stand for more, the means are not theirs.
        (is_gaussian(&plain.kernel) && plain.stands_for == 1.0).then_some(plain)
    }
}

/// So many columns a, the sums Σᵢ k(x, xᵢ) aᵢ at new rows and what these are off by, by Σᵢ |aᵢ|.
fn sums(
    plain: &Plain,
    x: &DMatrix<f64>,
    columns: usize,
    a: impl FnOnce() -> DMatrix<f64>,
    nanoseconds: f64,
) -> Option<(DMatrix<f64>, DMatrix<f64>, f64)> {
    let points = &plain.points;
    // A few rows, as a pin that is dragged, are not worth a look at all points.
    if GaussTransform::least_nanoseconds(points.len() + x.nrows(), columns) >= nanoseconds {
        return None;
    }
    let new = points.others(x);
    let gamma = -plain.kernel.factor();
    let gauss = GaussTransform::new(points.coordinates(), new.coordinates(), gamma)?;
    // Not a number is too long.
    let is_faster = gauss.nanoseconds(columns) < nanoseconds;
    if !is_faster {
        return None;
    }
    let a = a();
    let (sums, error) = gauss.sums(&a)?;
    Some((a, sums, error))
}
