//! Pre-images by the fixed-point iteration of Mika et al. (1998): for an RBF kernel, the point with the nearest
//! image is a weighted mean of the rows.

use super::{PreImage, target::PreImageTarget};
use crate::kpca::KernelPca;

/// Number of steps after which an iteration is given up.
pub(super) const MOST_STEPS: usize = 200;
/// Largest number of points from which an iteration is started, one after the other, until one converges: more starts
/// converge more often, and each takes as long as the first.
const STARTS: usize = 4;
/// Step length, relative to the largest modulus of the rows' entries, below which an iteration is at rest. A
/// smaller one takes more steps.
pub(super) const AT_REST: f64 = 1e-7;
/// Share of the sum of moduli of the weights below which their sum counts as zero, since rounding then decides the
/// mean's direction.
pub(super) const VANISHING: f64 = 1e-12;

/// Iterates z ← Σ γ̃ᵢ k(z, xᵢ) xᵢ / Σ γ̃ᵢ k(z, xᵢ), from `start` or from the row whose image has the largest inner
/// product with the target. An iteration that does not converge, or whose divisor vanishes or turns negative, begins
/// anew from the next row; after [`STARTS`] starts in all, the result of the first is returned.
pub(super) fn steps(
    kpca: &KernelPca,
    target: &PreImageTarget,
    start: Option<Vec<f64>>,
) -> PreImage {
    let x = kpca.training();
    let row = |i: usize| -> Vec<f64> { x.row(i).iter().copied().collect() };
    let mut rows: Vec<usize> = (0..x.nrows()).collect();
    rows.sort_by(|&a, &b| target.products[b].total_cmp(&target.products[a]));
    let starts = start.into_iter().chain(rows.into_iter().map(row));
    let mut best: Option<PreImage> = None;
    for start in starts.take(STARTS) {
        let found = from(kpca, target, start);
        if found.converged {
            return found;
        }
        best.get_or_insert(found);
    }
    best.unwrap_or_else(|| super::fixed(vec![0.0; x.ncols()]))
}

fn from(kpca: &KernelPca, target: &PreImageTarget, start: Vec<f64>) -> PreImage {
    let x = kpca.training();
    let gamma = kpca.kernel.gamma().unwrap_or(1.0);
    let spread = spread(x);
    let mut path = vec![start];
    let mut converged = false;
    for _ in 0..MOST_STEPS {
        let Some(z) = path.last() else { break };
        let Some(next) = step(x, gamma, &target.weights, z) else {
            break;
        };
        let moved = next.iter().zip(z).map(|(a, b)| (a - b).abs());
        converged = moved.fold(0.0, f64::max) <= AT_REST * spread;
        path.push(next);
        if converged {
            break;
        }
    }
    super::at_end(path, converged)
}

/// Largest modulus of the entries of x, the unit of step lengths.
pub(super) fn spread(x: &nalgebra::DMatrix<f64>) -> f64 {
    x.amax().max(f64::MIN_POSITIVE)
}

/// Takes one step from z; `None` where the divisor vanishes or is negative.
fn step(x: &nalgebra::DMatrix<f64>, gamma: f64, weights: &[f64], z: &[f64]) -> Option<Vec<f64>> {
    let mut squares = vec![0.0; x.nrows()];
    for (column, z) in x.column_iter().zip(z) {
        for (square, x) in squares.iter_mut().zip(column.iter()) {
            *square += (x - z) * (x - z);
        }
    }
    // Kernel values are relative to that of the nearest row, so that they don't all underflow far from the rows.
    let nearest = squares.iter().copied().fold(f64::INFINITY, f64::min);
    let pulls: Vec<f64> = squares
        .iter()
        .zip(weights)
        .map(|(square, weight)| weight * (-gamma * (square - nearest)).exp())
        .collect();
    let sum: f64 = pulls.iter().sum();
    let moduli: f64 = pulls.iter().map(|pull| pull.abs()).sum();
    if sum.is_nan() || sum <= VANISHING * moduli {
        return None;
    }
    let mean = |column: nalgebra::DVectorView<'_, f64>| -> f64 {
        let pulled = column.iter().zip(&pulls);
        pulled.map(|(x, pull)| x * pull).sum::<f64>() / sum
    };
    Some(x.column_iter().map(mean).collect())
}
