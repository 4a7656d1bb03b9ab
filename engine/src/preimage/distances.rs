//! Pre-images by Kwok and Tsang (2004): distances in feature space give the distances to the rows in the input.

use nalgebra::{DMatrix, DVector};

use super::{PreImage, target::PreImageTarget};
use crate::{eigen::svd::thin_svd, kpca::KernelPca};

/// Number of nearest rows whose distances place the point, as published.
const NEIGHBORS: usize = 10;
/// Share of the largest spread of the neighbours below which a direction does not place anything.
const FLAT: f64 = 1e-10;
/// Kernel value up to which two rows count as having nothing in common. A smaller one loses its digits to
/// rounding of 1 − d̃²/2.
const APART: f64 = 1e-12;

/// Places the pre-image for an RBF kernel: k = 1 − d̃²/2 of the squared distance d̃² in feature space is
/// exp(−γd²), which gives the distance d in the input. The point is placed at these distances from its nearest
/// rows, in the space that they span, by their singular value decomposition.
///
/// Far from all rows no d belongs to d̃; the largest is taken then, and that is what `converged` denies.
pub(super) fn place(kpca: &KernelPca, target: &PreImageTarget) -> PreImage {
    let x = kpca.training();
    let gamma = kpca.kernel.gamma().unwrap_or(1.0);
    let mut rows: Vec<usize> = (0..x.nrows()).collect();
    // ‖P − φ(xᵢ)‖² = ‖P‖² + 1 − 2⟨P, φ(xᵢ)⟩: the largest product is the nearest.
    rows.sort_by(|&a, &b| target.products[b].total_cmp(&target.products[a]));
    rows.truncate(NEIGHBORS);
    let mut converged = true;
    let squares: Vec<f64> = rows
        .iter()
        .map(|&i| {
            let squared = target.squared_norm + 1.0 - 2.0 * target.products[i];
            let k = 1.0 - 0.5 * squared;
            converged &= k > APART;
            -k.clamp(APART, 1.0).ln() / gamma
        })
        .collect();

    let mean: Vec<f64> = (0..x.ncols())
        .map(|j| rows.iter().map(|&i| x[(i, j)]).sum::<f64>() / rows.len().max(1) as f64)
        .collect();
    // d × m
    let about_mean = DMatrix::from_fn(x.ncols(), rows.len(), |j, i| x[(rows[i], j)] - mean[j]);
    let own: Vec<f64> = about_mean.column_iter().map(|c| c.norm_squared()).collect();
    let difference = DVector::from_iterator(
        rows.len(),
        own.iter().zip(&squares).map(|(own, square)| own - square),
    );
    let svd = thin_svd(&about_mean);
    let mut point = mean;
    let flat = FLAT * svd.values.first().copied().unwrap_or(0.0);
    for (r, size) in svd.values.iter().enumerate() {
        if *size > flat {
            let along = 0.5 * svd.right.column(r).dot(&difference) / size;
            for (z, u) in point.iter_mut().zip(svd.left.column(r).iter()) {
                *z += along * u;
            }
        }
    }
    PreImage {
        path: vec![point.clone()],
        point,
        distance: f64::NAN,
        converged,
    }
}
