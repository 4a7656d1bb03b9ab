//! Kernel parallel analysis: choice of γ by comparison with data without structure.
//!
//! Jørgensen and Hansen, *Model selection for Gaussian kernel PCA denoising* (IEEE TNNLS 23, 2012). Columns are
//! shuffled independently, which keeps each column's distribution and breaks their dependence. Components count
//! while their eigenvalues exceed those of the shuffled data; the best γ has the largest sum of the differences.

use std::sync::Arc;

use nalgebra::DMatrix;
use rayon::prelude::*;

use super::{
    criteria::GammaChoice,
    largest,
    shuffled::{kept, shuffled},
};
use crate::{
    eigen::dense::symmetric_eigenvalues,
    kernel::{Centering, ComposedKernel, Kernel},
    kpca::{CancelCheck, FitError},
    objects::RoundedMatrix,
};

/// Number of shufflings, with the seeds 0, 1, …: more widen the range of answers, and each takes a whole spectrum
/// at each value.
pub(super) const SHUFFLINGS: u32 = 6;
/// Step between the indices of the values computed first, since each value takes a whole spectrum for each shuffling.
const STRIDE: usize = 2;
/// Number of times that the steps around the best value are halved: three leave an eighth of the logarithmic step.
const HALVINGS: usize = 3;

/// Returns the lowest, middle and highest, over shufflings, of the γ at which the eigenvalues of x (n × d) exceed those
/// of the shuffled data most, or an end of the range where the middle one lies at it. The search takes every
/// [`STRIDE`]-th of `values` (ascending), and then refines around the best.
///
/// # Errors
/// [`FitError::Cancelled`] when cancelled.
pub(super) fn parallel_analysis(
    x: &Arc<DMatrix<f64>>,
    kernel: Kernel,
    values: &[f64],
    cancelled: CancelCheck<'_>,
) -> Result<GammaChoice, FitError> {
    if x.ncols() < 2 {
        return Ok(GammaChoice::Nothing(
            "one column alone cannot be shuffled apart",
        ));
    }
    let values: Vec<f64> = values.iter().copied().step_by(STRIDE).collect();
    let shuffled: Vec<_> = (0..SHUFFLINGS).map(|seed| shuffled(x, seed)).collect();
    let spectrum = |gamma, x: &Arc<_>| spectrum(kernel.with_gamma(gamma), x, cancelled);
    // One row per value, one column per shuffling.
    let energies: Option<Vec<Vec<f64>>> = values
        .par_iter()
        .map(|&gamma| {
            let own = spectrum(gamma, x)?;
            let of_shuffled = |null| Some(energy(&own, &spectrum(gamma, null)?));
            shuffled.iter().map(of_shuffled).collect()
        })
        .collect();
    if cancelled() {
        return Err(FitError::Cancelled);
    }
    let Some(energies) = energies else {
        return Ok(GammaChoice::Nothing("the kernel has no finite values here"));
    };
    let best = |seed: usize| largest(energies.iter().map(|of| of[seed])).unwrap_or(0);
    let best: Vec<usize> = (0..SHUFFLINGS as usize).map(best).collect();
    let mut ranks = best.clone();
    ranks.sort_unstable();
    let middle = ranks[ranks.len() / 2];
    if middle == 0 {
        return Ok(GammaChoice::AtLowerEnd);
    }
    if middle + 1 == values.len() {
        return Ok(GammaChoice::AtUpperEnd);
    }
    let finer: Option<Vec<f64>> = best
        .par_iter()
        .zip(&shuffled)
        .enumerate()
        .map(|(seed, (&i, null))| {
            let energy = |gamma| Some(energy(&spectrum(gamma, x)?, &spectrum(gamma, null)?));
            let ends = [i.checked_sub(1), Some(i + 1)];
            let beside = ends.map(|j| j.and_then(|j| values.get(j)).map(|value| value / values[i]));
            // A value at an end of the range has a single neighbour.
            let step = beside[1].or(beside[0].map(f64::recip));
            refined(values[i], energies[i][seed], step.unwrap_or(1.0), &energy)
        })
        .collect();
    if cancelled() {
        return Err(FitError::Cancelled);
    }
    let Some(mut finer) = finer else {
        return Ok(GammaChoice::Nothing("the kernel has no finite values here"));
    };
    finer.sort_by(f64::total_cmp);
    let [low, middle, high] = [0, finer.len() / 2, finer.len() - 1].map(|i| finer[i]);
    Ok(GammaChoice::Between(low, middle, high))
}

/// Searches on both sides of γ = `best` for a larger [`energy`], with steps that start at the ratio `step` to the
/// neighbours and are halved on a logarithmic scale. `most` is the energy at `best`; `None` where an energy cannot be
/// computed.
fn refined(
    mut best: f64,
    mut most: f64,
    mut step: f64,
    energy: &dyn Fn(f64) -> Option<f64>,
) -> Option<f64> {
    for _ in 0..HALVINGS {
        step = step.sqrt();
        for other in [best / step, best * step] {
            let energy = energy(other)?;
            if energy > most {
                (best, most) = (other, energy);
            }
        }
    }
    Some(best)
}

/// Sum of the differences between eigenvalues and those of shuffled data, over the components that [`kept`] counts.
fn energy(own: &[f64], null: &[f64]) -> f64 {
    kept(own, null).map(|(own, null)| own - null).sum()
}

/// Returns all eigenvalues of the kernel matrix of x (n × d), descending, centred where the kernel is; `None` where
/// values are not finite, the eigenproblem fails, or it is cancelled.
fn spectrum(kernel: Kernel, x: &Arc<DMatrix<f64>>, cancelled: CancelCheck<'_>) -> Option<Vec<f64>> {
    let composed = ComposedKernel::new(kernel, x, RoundedMatrix::LEAST_ROUNDING).ok()?;
    let mut k = (**composed.matrix()).clone();
    if kernel.centers_last() {
        Centering::of(&k).apply(&mut k);
    }
    if !k.iter().all(|value| value.is_finite()) {
        return None;
    }
    let mut values = symmetric_eigenvalues(&k, cancelled).ok()?;
    values.reverse();
    (!cancelled()).then_some(values)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_column_has_nothing_to_break() {
        let x = Arc::new(DMatrix::from_fn(9, 1, |i, _| i as f64));
        let answer = parallel_analysis(&x, Kernel::rbf(1.0), &[0.1, 1.0], &|| false);
        assert!(matches!(answer, Ok(GammaChoice::Nothing(_))));
    }

    #[test]
    fn what_lies_between_values_is_found() {
        let energy = |gamma: f64| Some(-(gamma / 30.0).ln().powi(2));
        let start = energy(20.0).unwrap();
        let found = refined(20.0, start, 2.0, &energy).unwrap();
        assert!((found / 30.0).ln().abs() < 0.1, "{found}");
        assert_eq!(refined(20.0, start, 2.0, &|_| None), None);
        // A value stays where none beside it is better.
        assert_eq!(refined(30.0, 0.0, 2.0, &energy), Some(30.0));
    }
}
