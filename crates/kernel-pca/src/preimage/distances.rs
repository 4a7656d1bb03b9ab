//! Pre-images by Kwok and Tsang (2004): distances in feature space determine the distances to the nearest rows in
//! the input, and these the point.

use nalgebra::{DMatrix, DVector};

use super::{PreImage, target::PreImageTarget};
use crate::{eigen::svd::thin_svd, kpca::KernelPca};

/// Number of nearest rows from whose distances the point is computed: Kwok and Tsang's.
const NEIGHBORS: usize = 10;
/// Singular value of the neighbours, relative to the largest, below which a direction is left out.
const FLAT: f64 = 1e-10;
/// Kernel value below which a row counts as infinitely far: rounding of 1 − d̃²/2 leaves smaller values no digits.
const APART: f64 = 1e-12;

/// Computes the pre-image for an RBF kernel. A squared distance d̃² in feature space gives the kernel value k = 1 −
/// d̃²/2 = exp(−γd²), and so the distance d in the input. The point with these distances from its nearest rows is
/// found in the rows' affine span, by singular value decomposition.
///
/// Far from all rows a distance d̃ may belong to no d. The largest d is then taken, and `converged` is false.
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
        converged,
        ..super::fixed(point)
    }
}
