//! Kernel parallel analysis: eigenvalues held against those of data without structure.
//!
//! Jørgensen and Hansen, *Model selection for Gaussian kernel PCA denoising* (IEEE TNNLS 23, 2012). Columns
//! are shuffled one by one, which keeps each and breaks what they have in common. Components are kept
//! while their eigenvalues exceed the shuffled data's, and γ is best where these together exceed them most.

use std::sync::Arc;

use nalgebra::DMatrix;
use rayon::prelude::*;

use super::criteria::Answer;
use crate::{
    data::RandomState,
    eigen::dense::symmetric_eigenvalues,
    kernel::{Centering, Composed, Kernel},
    kpca::{Cancelled, FitError},
};

/// How often columns are shuffled; the seeds are 0, 1, ….
pub(super) const SHUFFLINGS: u32 = 6;
/// Only every so many-th value is looked at, for each takes a whole spectrum for each shuffling.
const STRIDE: usize = 2;

/// The range over shufflings of the γ, among these values, at which x (n × d) stands out most, with the
/// middle one.
pub(super) fn parallel_analysis(
    x: &Arc<DMatrix<f64>>,
    kernel: Kernel,
    values: &[f64],
    cancelled: Cancelled<'_>,
) -> Result<Answer, FitError> {
    if x.ncols() < 2 {
        return Ok(Answer::Nothing("one column alone cannot be shuffled apart"));
    }
    let values: Vec<f64> = values.iter().copied().step_by(STRIDE).collect();
    let shuffled: Vec<_> = (0..SHUFFLINGS).map(|seed| shuffled(x, seed)).collect();
    // A value a row, a shuffling a column.
    let energies: Option<Vec<Vec<f64>>> = values
        .par_iter()
        .map(|&gamma| {
            let kernel = kernel.with_gamma(gamma);
            let own = spectrum(kernel, x).filter(|_| !cancelled())?;
            let energy = |null: &Arc<_>| {
                let null = spectrum(kernel, null).filter(|_| !cancelled())?;
                Some(kept(&own, &null).map(|(own, null)| own - null).sum())
            };
            shuffled.iter().map(energy).collect()
        })
        .collect();
    if cancelled() {
        return Err(FitError::Cancelled);
    }
    let Some(energies) = energies else {
        return Ok(Answer::Nothing("the kernel has no finite values here"));
    };
    let largest = |seed: usize| {
        let better = |a: usize, b: usize| {
            if energies[b][seed] > energies[a][seed] {
                b
            } else {
                a
            }
        };
        (0..values.len()).reduce(better).unwrap_or(0)
    };
    let mut best: Vec<usize> = (0..SHUFFLINGS as usize).map(largest).collect();
    best.sort_unstable();
    let [low, middle, high] = [0, best.len() / 2, best.len() - 1].map(|i| best[i]);
    Ok(if middle == 0 {
        Answer::AtLowerEnd
    } else if middle + 1 == values.len() {
        Answer::AtUpperEnd
    } else {
        Answer::Between(values[low], values[middle], values[high])
    })
}

/// The leading eigenvalues that exceed those of shuffled data, beside these.
fn kept<'a>(own: &'a [f64], null: &'a [f64]) -> impl Iterator<Item = (&'a f64, &'a f64)> {
    own.iter().zip(null).take_while(|(own, null)| own > null)
}

/// Each column in an order of its own.
fn shuffled(x: &DMatrix<f64>, seed: u32) -> Arc<DMatrix<f64>> {
    let mut random = RandomState::new(seed);
    let mut shuffled = x.clone();
    for (j, mut column) in shuffled.column_iter_mut().enumerate() {
        let order = random.permutation(x.nrows() as u32);
        for (value, i) in column.iter_mut().zip(order) {
            *value = x[(i, j)];
        }
    }
    Arc::new(shuffled)
}

/// All eigenvalues, descending.
fn spectrum(kernel: Kernel, x: &Arc<DMatrix<f64>>) -> Option<Vec<f64>> {
    let composed = Composed::new(kernel, x).ok()?;
    let mut k = (**composed.matrix()).clone();
    if kernel.centers_last() {
        Centering::of(&k).apply(&mut k);
    }
    if !k.iter().all(|value| value.is_finite()) {
        return None;
    }
    let mut values = symmetric_eigenvalues(&k)?;
    values.reverse();
    Some(values)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_keep_their_values_and_lose_what_they_share() {
        let x = DMatrix::from_fn(40, 2, |i, _| i as f64);
        let shuffled = shuffled(&x, 3);
        for column in shuffled.column_iter() {
            let mut sorted: Vec<f64> = column.iter().copied().collect();
            sorted.sort_by(f64::total_cmp);
            assert!(sorted.into_iter().eq((0..40).map(f64::from)));
        }
        assert!(shuffled.column(0) != shuffled.column(1));
    }

    #[test]
    fn one_column_has_nothing_to_break() {
        let x = Arc::new(DMatrix::from_fn(9, 1, |i, _| i as f64));
        let answer = parallel_analysis(&x, Kernel::rbf(1.0), &[0.1, 1.0], &|| false);
        assert!(matches!(answer, Ok(Answer::Nothing(_))));
    }

    #[test]
    fn components_are_kept_up_to_the_first_that_does_not_stand_out() {
        let kept: Vec<_> = kept(&[5.0, 3.0, 1.0, 1.0], &[4.0, 2.0, 2.0, 0.0]).collect();
        assert_eq!(kept, [(&5.0, &4.0), (&3.0, &2.0)]);
    }
}
