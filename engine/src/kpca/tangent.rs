//! How the image of a point moves with each of the point's features (Reverter, Vegas and Oller 2014).

use nalgebra::{DMatrix, DVector};

use super::{KernelPca, model::Training};
use crate::kernel::{Normalize, Slopes};

/// What the images of all points share, for some combinations of the components.
#[derive(Debug)]
pub struct Tangents<'a> {
    kpca: &'a KernelPca,
    /// n × p: what centred kernel values are multiplied by.
    coefficients: DMatrix<f64>,
    /// What the mean image has with each training image and with itself, where images are centred.
    means: Option<(Vec<f64>, f64)>,
}

/// The image of a point with d features, by p combinations of its scores, and how it moves.
#[derive(Debug, Clone, PartialEq)]
pub struct Tangent {
    /// Length p.
    pub values: DVector<f64>,
    /// How each changes with each feature, d × p.
    pub slopes: DMatrix<f64>,
    /// ‖·‖² of the image, as it is centred and decomposed.
    pub squared_length: f64,
    /// How it changes with each feature, length d.
    pub length_slopes: Vec<f64>,
}

impl<'a> Tangents<'a> {
    /// Of `combinations` (q × p) of the first q components; `None` for a kernel that reads no features.
    #[must_use]
    pub fn new(kpca: &'a KernelPca, combinations: &DMatrix<f64>) -> Option<Self> {
        let all = kpca.projection_coefficients();
        let count = combinations.nrows().min(all.ncols());
        let means = match &kpca.training {
            // Its points were moved to their mean.
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

    /// Of single components, by number.
    #[must_use]
    pub fn of_components(kpca: &'a KernelPca, components: &[usize]) -> Option<Self> {
        let q = kpca.eigenvalues.len();
        let chosen = DMatrix::from_fn(q, components.len(), |k, p| {
            f64::from(u8::from(components[p] == k))
        });
        Self::new(kpca, &chosen)
    }

    /// At a point (length d), scaled as the training rows are.
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
