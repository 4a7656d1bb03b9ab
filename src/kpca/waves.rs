//! Projection of many rows by waves, where the kernel is RBF and features are few.

use nalgebra::DMatrix;

use super::{
    KernelPca,
    fourier::is_gaussian,
    model::{Plain, Training},
};
use crate::eigen::{fourier::GaussTransform, orthogonal::center_columns};

/// Of the largest score: what the waves may put a score off by.
const ENOUGH: f64 = 1e-8;

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
        let Training::Plain(plain) = &self.training else {
            return None;
        };
        let Plain {
            points,
            stands_for,
            kernel,
            eigenvalues,
            centering,
            ..
        } = &**plain;
        // Where these rows stand for more, the means are not theirs.
        if !is_gaussian(kernel) || *stands_for != 1.0 {
            return None;
        }
        // A few rows, as a pin that is dragged, are not worth a look at all points.
        let least = GaussTransform::least_nanoseconds(points.len() + x.nrows(), components.len());
        if least >= nanoseconds {
            return None;
        }
        let new = points.others(x);
        let gamma = -kernel.factor();
        let gauss = GaussTransform::new(points.coordinates(), new.coordinates(), gamma)?;
        // Not a number is too long.
        let is_faster = gauss.nanoseconds(components.len()) < nanoseconds;
        if !is_faster {
            return None;
        }
        let mut a = self.coefficients(eigenvalues).select_columns(components);
        center_columns(&mut a);
        let (mut scores, error) = gauss.sums(&a)?;
        let sizes = a.column_iter().map(|a| a.lp_norm(1));
        let first = eigenvalues.first().copied().unwrap_or_default();
        let allowed = ENOUGH * (first / points.len() as f64).sqrt();
        if !sizes.into_iter().all(|size| error * size <= allowed) {
            return None;
        }
        for (mut column, a) in scores.column_iter_mut().zip(a.column_iter()) {
            let means = centering.column_means.iter().zip(a.iter());
            let constant: f64 = means.map(|(mean, a)| mean * a).sum();
            column.add_scalar_mut(-constant);
        }
        Some(scores)
    }
}
