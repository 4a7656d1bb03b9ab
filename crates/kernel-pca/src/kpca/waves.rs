//! Projection of many rows by Fourier waves (a fast Gauss transform), for an RBF kernel of few features. Waves are used
//! where they are faster than direct sums and their error bound is small enough.

use nalgebra::DMatrix;

use super::{
    KernelPca,
    fourier::is_gaussian,
    model::{PlainTraining, Training},
};
use crate::{
    eigen::{fourier::GaussTransform, orthogonal::center_columns},
    power_of_two::times,
};

/// Error allowed of a score, relative to the root mean square of the first component's scores.
const SCORE_ERROR: f64 = 1e-8;
/// Error allowed of a squared length, relative to the mean over the training rows. A squared length may be a small
/// difference, of which the root is taken, so it needs more digits than a score.
const ENOUGH_SQUARED: f64 = 1e-11;

impl KernelPca {
    /// Returns the scores (m × q) of new rows (m × d) on some components; `None` where waves would take
    /// `nanoseconds` or longer, or lose digits.
    ///
    /// A component is Σᵢ k̃(x, xᵢ) aᵢ. Subtracting the mean of a from its entries does not change this sum, which then
    /// is Σᵢ k(x, xᵢ) aᵢ less a constant.
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
        let allowed = SCORE_ERROR * (first / plain.points.len() as f64).sqrt();
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

    /// Returns ‖φ̃(t)‖² of new rows t (m × d); `None` where waves would take `nanoseconds` or longer, or lose
    /// digits.
    ///
    /// The kernel that is centred is k − 1, whose value for a row with itself is 0. Its mean over all pairs is minus
    /// the mean squared length of the training rows.
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

    /// Returns the training rows and their fit; `None` where the kernel is not RBF, or the fit is a preview of some
    /// rows.
    fn gaussian(&self) -> Option<&PlainTraining> {
        let Training::Plain(plain) = &self.training else {
            return None;
        };
        // In a preview the means are over all rows, not over those shown.
        (is_gaussian(&plain.kernel) && plain.stands_for == 1.0).then_some(plain)
    }
}

/// Sums Σᵢ k(x, xᵢ) aᵢ by waves at the m rows of x, for each column a that the function `a` returns (n × `columns`).
/// Returns these columns, the sums (m × `columns`), and a bound on the error of a sum as a share of Σᵢ |aᵢ|; `None`
/// where the sums would take `nanoseconds` or longer, or cannot be taken by waves.
fn sums(
    plain: &PlainTraining,
    x: &DMatrix<f64>,
    columns: usize,
    a: impl FnOnce() -> DMatrix<f64>,
    nanoseconds: f64,
) -> Option<(DMatrix<f64>, DMatrix<f64>, f64)> {
    let points = &plain.points;
    // A few rows, such as a dragged pin, are not worth a look at all points.
    if GaussTransform::least_nanoseconds(points.len() + x.nrows(), columns) >= nanoseconds {
        return None;
    }
    let new = points.others(x);
    let gamma = -plain.kernel.factor();
    let gauss = GaussTransform::new(points.coordinates(), new.coordinates(), gamma)?;
    // NaN counts as too long.
    let is_faster = gauss.nanoseconds(columns) < nanoseconds;
    if !is_faster {
        return None;
    }
    let a = a();
    let (sums, error) = gauss.sums(&a)?;
    Some((a, sums, error))
}
