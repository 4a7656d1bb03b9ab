//! Derivatives of a point's scores and of its image's squared length by its features (Reverter, Vegas and Oller 2014).

use nalgebra::{DMatrix, DVector};

use super::{KernelPca, model::Training};
use crate::kernel::{Normalize, Slopes};

/// Prepared computation of the values and derivatives of p combinations of components at any point.
#[derive(Debug)]
pub struct Tangents<'a> {
    /// Fit to which the components belong.
    kpca: &'a KernelPca,
    /// Coefficients (n × p) by which centred kernel values are multiplied.
    coefficients: DMatrix<f64>,
    /// Inner products of the mean image with each training image and with itself; `None` where images are not
    /// centred.
    means: Option<(Vec<f64>, f64)>,
}

/// Values of p combinations of scores at a point with d features, and their derivatives.
#[derive(Debug, Clone, PartialEq)]
pub struct Tangent {
    /// Values of the combinations, length p.
    pub values: DVector<f64>,
    /// Derivative of each combination (column) by each feature (row), d × p.
    pub slopes: DMatrix<f64>,
    /// Squared norm of the point's image, centred and normalised as the kernel says.
    pub squared_length: f64,
    /// Derivative of `squared_length` by each feature, length d.
    pub length_slopes: Vec<f64>,
}

impl<'a> Tangents<'a> {
    /// Prepares combinations of the first q components, one per column of `combinations` (q × p); `None` for a kernel
    /// without derivatives by features.
    #[must_use]
    pub fn new(kpca: &'a KernelPca, combinations: &DMatrix<f64>) -> Option<Self> {
        let all = kpca.projection_coefficients();
        let count = combinations.nrows().min(all.ncols());
        let means = match &kpca.training {
            // The points of this metric were moved to their mean.
            Training::Plain(plain) if kpca.kernel.metric().moves_to_mean() => {
                let (mean, slope) = (plain.x.row_mean(), kpca.kernel.response().slope(0.0));
                let means = &*plain.x * mean.transpose() * slope;
                Some((means.iter().copied().collect(), slope * mean.norm_squared()))
            }
            Training::Plain(_) => Some(kpca.means()),
            Training::Composed(composed) => composed.means_taken(),
        };
        kpca.kernel.has_slopes().then(|| Self {
            kpca,
            coefficients: all.columns(0, count) * combinations.rows(0, count),
            means,
        })
    }

    /// Prepares single components, numbered from 0; `None` for a kernel without derivatives by features.
    #[must_use]
    pub fn of_components(kpca: &'a KernelPca, components: &[usize]) -> Option<Self> {
        let q = kpca.eigenvalues.len();
        let chosen = DMatrix::from_fn(q, components.len(), |k, p| {
            f64::from(u8::from(components[p] == k))
        });
        Self::new(kpca, &chosen)
    }

    /// Returns values and derivatives at a point z (length d), which must be scaled as the training rows are.
    #[must_use]
    pub fn at(&self, z: &[f64]) -> Tangent {
        let kernel = &self.kpca.kernel;
        let mut all = kernel.slopes(z, self.kpca.training());
        if let Some((means, grand_mean)) = &self.means {
            all.center(means, *grand_mean);
        }
        if let (Some(Normalize::After), Training::Composed(composed)) =
            (kernel.normalize(), &self.kpca.training)
            && let Some(lengths) = composed.lengths_before()
        {
            all.normalize(lengths);
        }
        let Slopes {
            values,
            slopes,
            own,
            own_slopes,
        } = all;
        Tangent {
            values: self.coefficients.tr_mul(&DVector::from_vec(values)),
            slopes: slopes.tr_mul(&self.coefficients),
            squared_length: own,
            length_slopes: own_slopes,
        }
    }
}
