//! Effect of features on scores: gradients at single rows, drawn as arrows, and one mean over rows for each
//! feature.

use nalgebra::DMatrix;
use rayon::prelude::*;

use super::empirical_map::spread;
use crate::{
    kpca::{CancelCheck, FitError, KernelPca, Tangents},
    pca::Pca,
};

/// Influence of each of d features, in the scaled unit that the kernel reads, on the scores of some components:
/// length of the gradient, averaged over rows (KPCA-IG; Briscik, Dillies and Déjean 2023).
#[derive(Debug, Clone, PartialEq)]
pub struct Influence {
    /// Mean over rows of the norm of the derivatives of kernel PCA's p scores by each feature, length d.
    pub kpca: Vec<f64>,
    /// Mean gradient, with its sign, of each of p components of kernel PCA, d × p.
    pub mean: DMatrix<f64>,
    /// Influence on the scores of linear PCA, whose gradients are its loadings at every row: norm of each feature's
    /// loadings, length d.
    pub pca: Vec<f64>,
    /// Number of rows at which gradients were computed.
    pub rows: usize,
}

/// Gradients of the scores with respect to one feature, at some rows.
#[derive(Debug, Clone, PartialEq)]
pub struct Arrows {
    /// Index of the feature.
    pub feature: usize,
    /// Indices of the rows.
    pub rows: Vec<usize>,
    /// Gradients of kernel PCA's scores, a row for each of `rows` and a column for each component asked for.
    pub kpca: DMatrix<f64>,
    /// Gradients of linear PCA's scores, equal at all rows: one for each component asked for.
    pub pca: Vec<f64>,
}

impl Influence {
    /// Computes the influence on the given components of both methods, from at most `most` rows; `None` where the
    /// kernel reads no features.
    ///
    /// # Errors
    /// When cancelled.
    pub fn of(
        kpca: &KernelPca,
        pca: &Pca,
        [components, of_pca]: [&[usize]; 2],
        most: usize,
        cancelled: CancelCheck<'_>,
    ) -> Result<Option<Self>, FitError> {
        let x = kpca.training();
        let (n, d) = x.shape();
        let rows = spread(n, most);
        let Some(slopes) = slopes(kpca, components, &rows, cancelled)? else {
            return Ok(None);
        };
        let count = rows.len().max(1) as f64;
        let mean = |j: usize| {
            let lengths = slopes.iter().map(|of_row| of_row.row(j).norm());
            lengths.sum::<f64>() / count
        };
        let sum = DMatrix::zeros(d, components.len());
        let sum = slopes.iter().fold(sum, |sum, of_row| sum + of_row);
        Ok(Some(Self {
            kpca: (0..d).map(mean).collect(),
            mean: sum / count,
            pca: (0..d)
                .map(|j| {
                    let loadings = of_pca.iter().map(|&k| pca.components[(k, j)]);
                    loadings
                        .map(|loading| loading * loading)
                        .sum::<f64>()
                        .sqrt()
                })
                .collect(),
            rows: rows.len(),
        }))
    }
}

impl Arrows {
    /// Computes the gradients with respect to one feature at `most` rows spread over the data, for the given
    /// components of both methods; `None` where the kernel reads no features.
    ///
    /// # Errors
    /// When cancelled.
    pub fn of(
        kpca: &KernelPca,
        pca: &Pca,
        feature: usize,
        [components, of_pca]: [&[usize]; 2],
        most: usize,
        cancelled: CancelCheck<'_>,
    ) -> Result<Option<Self>, FitError> {
        let rows = spread(kpca.training().nrows(), most);
        let found = slopes(kpca, components, &rows, cancelled)?;
        Ok(found.map(|slopes| Self {
            feature,
            kpca: DMatrix::from_fn(rows.len(), components.len(), |i, p| slopes[i][(feature, p)]),
            pca: of_pca
                .iter()
                .map(|&k| pca.components[(k, feature)])
                .collect(),
            rows,
        }))
    }
}

/// Gradients of the scores (d × p) at each row of `rows`; `None` where the kernel has none.
fn slopes(
    kpca: &KernelPca,
    components: &[usize],
    rows: &[usize],
    cancelled: CancelCheck<'_>,
) -> Result<Option<Vec<DMatrix<f64>>>, FitError> {
    let Some(tangents) = Tangents::of_components(kpca, components) else {
        return Ok(None);
    };
    let x = kpca.training();
    let at = |&row: &usize| {
        if cancelled() {
            return Err(FitError::Cancelled);
        }
        let z: Vec<f64> = x.row(row).iter().copied().collect();
        Ok(tangents.at(&z).slopes)
    };
    rows.par_iter().map(at).collect::<Result<_, _>>().map(Some)
}
