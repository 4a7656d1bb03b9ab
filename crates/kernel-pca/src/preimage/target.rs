//! Points in the span of the components in feature space, as linear combinations of the training images.

use nalgebra::DMatrix;

use crate::kpca::KernelPca;

/// Quantities of a fit from which any point in the span of its components is computed.
pub(super) struct ComponentSpan {
    /// Coefficients αᵢₖ = vᵢₖ/√λₖ, n × k.
    coefficients: DMatrix<f64>,
    scores: DMatrix<f64>,
    /// Inner products of the mean image with each of the n training images; zeros where images are not centred.
    means: Vec<f64>,
    mean_on_components: Vec<f64>,
    grand_mean: f64,
    centered: bool,
}

/// Point of feature space P = μ + Σₖ βₖ vₖ = Σᵢ γ̃ᵢ φ(xᵢ).
#[derive(Debug, Clone, PartialEq)]
pub(super) struct PreImageTarget {
    /// Weights γ̃ᵢ of the n training images; they sum to 1 where images are centred.
    pub(super) weights: Vec<f64>,
    /// Inner products ⟨P, φ(xᵢ)⟩, length n.
    pub(super) products: Vec<f64>,
    /// Squared norm ‖P‖².
    pub(super) squared_norm: f64,
}

impl ComponentSpan {
    pub(super) fn new(kpca: &KernelPca) -> Self {
        let coefficients = kpca.projection_coefficients();
        let (means, grand_mean) = kpca.means();
        // Coefficients of a component sum to 0 where images are centred.
        let on_component = |column: nalgebra::DVectorView<'_, f64>| -> f64 {
            column.iter().zip(&means).map(|(a, mean)| a * mean).sum()
        };
        Self {
            mean_on_components: coefficients.column_iter().map(on_component).collect(),
            scores: kpca.scores(),
            centered: kpca.kernel.center(),
            coefficients,
            means,
            grand_mean,
        }
    }

    /// Point with the scores β; further components are 0.
    pub(super) fn at(&self, scores: &[f64]) -> PreImageTarget {
        let n = self.means.len();
        let mut weights = vec![0.0; n];
        let mut products = self.means.clone();
        let mut squared_norm = self.grand_mean;
        for (k, &β) in scores.iter().enumerate().take(self.coefficients.ncols()) {
            let with_mean = self.mean_on_components[k];
            let rows = self.coefficients.column(k);
            for (weight, a) in weights.iter_mut().zip(rows.iter()) {
                *weight += β * a;
            }
            for (product, score) in products.iter_mut().zip(self.scores.column(k).iter()) {
                *product += β * (score + with_mean);
            }
            squared_norm += β * (2.0 * with_mean + β);
        }
        if self.centered {
            let left = (1.0 - weights.iter().sum::<f64>()) / n as f64;
            for weight in &mut weights {
                *weight += left;
            }
        }
        PreImageTarget {
            weights,
            products,
            squared_norm,
        }
    }
}
