//! Parallel analysis (Horn 1965) with a kernel: eigenvalues compared with those of independently shuffled columns.
//!
//! Shuffling keeps each column's distribution and breaks the dependence between columns. A component stands out
//! where its eigenvalue exceeds nearly all of those of shuffled data.

use std::sync::Arc;

use nalgebra::DMatrix;

use super::{MOST_SWEPT_ROWS, RowSample};
use crate::{
    kernel::Kernel,
    kpca::{CancelCheck, FitError, FitOptions, Solver, Tier, Workspace},
    objects::RandomState,
};

/// Leading eigenvalues of kernel PCA, with quantiles of the eigenvalues of shuffled columns.
#[derive(Debug, Clone, PartialEq)]
pub struct ShuffledEigenvalues {
    /// Eigenvalues of the unshuffled rows, descending.
    pub own: Vec<f64>,
    /// Quantile [`QUANTILE`](Self::QUANTILE), over shufflings, of each eigenvalue.
    pub quantiles: Vec<f64>,
    /// Sum of all eigenvalues of the unshuffled rows.
    pub trace: f64,
    /// Sample of rows that stand for all; `None` where all rows were fitted.
    pub sample: Option<RowSample>,
}

/// Number of components that stand out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StandingOut {
    /// Number of leading components that stand out, possibly none.
    First(usize),
    /// Number of computed components, all of which stand out; further ones may as well.
    All(usize),
}

impl ShuffledEigenvalues {
    /// Number of shufflings, with the seeds 0, 1, …: more make quantiles steadier, and each takes a fit.
    pub const SHUFFLINGS: u32 = 20;
    /// Share of shufflings whose eigenvalue a component must exceed to stand out.
    pub const QUANTILE: f64 = 0.95;

    /// Fits x (n × d) and copies with shuffled columns; of more than [`MOST_SWEPT_ROWS`] rows, a sample. After each fit
    /// but the last, calls `told` with the number of fits done and the total.
    ///
    /// # Errors
    /// [`FitError`] when a fit is impossible, or cancelled.
    pub fn of(
        x: &Arc<DMatrix<f64>>,
        kernel: Kernel,
        options: &FitOptions,
        told: &dyn Fn(usize, usize),
        cancelled: CancelCheck<'_>,
    ) -> Result<Self, FitError> {
        let sample = RowSample::of(x.nrows(), MOST_SWEPT_ROWS);
        let x = match &sample {
            None => Arc::clone(x),
            Some(sample) => Arc::new(sample.of_matrix(x, false)),
        };
        let options = FitOptions {
            solver: Solver::Auto,
            tier: Tier::Exact,
            ..*options
        };
        let fit = |x: &Arc<_>| Workspace::default().fit(x, kernel, &options, cancelled);
        let own = fit(&x)?;
        let mut known = Vec::new();
        for seed in 0..Self::SHUFFLINGS {
            told(1 + seed as usize, 1 + Self::SHUFFLINGS as usize);
            known.push(fit(&shuffled(&x, seed))?.eigenvalues.clone());
        }
        let count = known
            .iter()
            .map(Vec::len)
            .fold(own.eigenvalues.len(), usize::min);
        let quantile = |j: usize| quantile(known.iter().map(|values| values[j]).collect());
        Ok(Self {
            own: own.eigenvalues.iter().copied().take(count).collect(),
            quantiles: (0..count).map(quantile).collect(),
            trace: own.trace,
            sample,
        })
    }

    /// Counts the leading components whose eigenvalues exceed the quantiles.
    #[must_use]
    pub fn standing_out(&self) -> StandingOut {
        let first = kept(&self.own, &self.quantiles).count();
        if first == self.own.len() {
            StandingOut::All(first)
        } else {
            StandingOut::First(first)
        }
    }
}

/// Returns the quantile [`QUANTILE`](ShuffledEigenvalues::QUANTILE), interpolated linearly as by `numpy.quantile`.
fn quantile(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    let place = ShuffledEigenvalues::QUANTILE * (values.len().saturating_sub(1)) as f64;
    let (below, above) = (place.floor() as usize, place.ceil() as usize);
    let share = place - place.floor();
    (1.0 - share) * values[below] + share * values[above]
}

/// Iterates over the leading pairs of an eigenvalue and the shuffled one while the first exceeds the second.
pub(super) fn kept<'a>(
    own: &'a [f64],
    null: &'a [f64],
) -> impl Iterator<Item = (&'a f64, &'a f64)> {
    own.iter().zip(null).take_while(|(own, null)| own > null)
}

/// Returns x (n × d) with each column shuffled by a permutation of its own.
pub(super) fn shuffled(x: &DMatrix<f64>, seed: u32) -> Arc<DMatrix<f64>> {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::{KernelKind, KernelParams};

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
    fn components_are_kept_up_to_the_first_that_does_not_stand_out() {
        let kept: Vec<_> = kept(&[5.0, 3.0, 1.0, 1.0], &[4.0, 2.0, 2.0, 0.0]).collect();
        assert_eq!(kept, [(&5.0, &4.0), (&3.0, &2.0)]);
    }

    #[test]
    fn what_stands_out_is_counted_or_said_to_be_all() {
        let of = |quantiles: &[f64]| ShuffledEigenvalues {
            own: vec![5.0, 3.0, 1.0],
            quantiles: quantiles.to_vec(),
            trace: 10.0,
            sample: None,
        };
        let count = |quantiles: &[f64]| of(quantiles).standing_out();
        assert_eq!(count(&[6.0, 1.0, 0.5]), StandingOut::First(0));
        assert_eq!(count(&[4.0, 1.0, 2.0]), StandingOut::First(2));
        assert_eq!(count(&[4.0, 1.0, 0.5]), StandingOut::All(3));
        // numpy.quantile(range(20), 0.95)
        let values = (0..20).rev().map(f64::from).collect();
        assert!((quantile(values) - 18.05).abs() < 1e-12);
    }

    #[test]
    fn a_line_stands_out_by_one_component_of_the_linear_kernel() {
        let x = DMatrix::from_fn(60, 3, |i, j| {
            i as f64 * (1.0 + j as f64) + ((7 * i) % 5) as f64
        });
        let options = FitOptions {
            components: 3,
            ..FitOptions::default()
        };
        let linear = KernelParams {
            kind: KernelKind::Linear,
            ..KernelParams::default()
        };
        let linear = linear.check(&x).unwrap();
        let found =
            ShuffledEigenvalues::of(&Arc::new(x), linear, &options, &|_, _| {}, &|| false).unwrap();
        assert_eq!(found.standing_out(), StandingOut::First(1));
    }
}
