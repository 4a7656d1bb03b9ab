//! Sums of waves over all points, the only property of the points on which the eigenproblem and the means depend.
//!
//! The sums are computed for a range of γ at once. They include those over the modes of every kernel in this range, so
//! that a step of γ need not read the points again.

use kernel_pca_fft::num_complex::Complex64;

use super::{
    Digits,
    cloud::Cloud,
    density::Density,
    modes::{self, Modes},
};

/// Factor by which the modes of a grid may be closer than needed, along each axis, before the sums are computed anew.
/// It matters where γ is small and modes are few.
const FINER: f64 = 2.0;

/// Sums Σᵢ exp(−2πi hj·xᵢ) over all points, for the modes of a grid.
#[derive(Debug)]
pub(super) struct ModeSums {
    /// Spacing h of the modes along each axis.
    pub(super) spacing: Vec<f64>,
    /// Number of modes to each side of zero along each axis.
    pub(super) reach: Vec<usize>,
    /// Sum of each mode, the last axis running fastest.
    values: Vec<Complex64>,
}

impl ModeSums {
    /// Computes the sums of all modes that kernels from γ = `least` to `most` need. The grid over which points are
    /// spread is kept in `density`.
    pub(super) fn over(
        cloud: &Cloud,
        density: &mut Option<Density>,
        least: f64,
        most: f64,
    ) -> Self {
        let all = Digits::All.log();
        let spacing = modes::spacing(&cloud.widths, least, all);
        let reach = spacing
            .iter()
            .map(|&h| 2 * modes::reach(h, most, all) as usize);
        let reach: Vec<usize> = reach.collect();
        let finest = reach.iter().zip(&spacing).map(|(&m, h)| m as f64 * h);
        let finest: Vec<f64> = finest.collect();
        let kept = density.take().filter(|it| it.serves(&finest));
        let kept = kept.unwrap_or_else(|| Density::new(cloud, &finest, None));
        Self {
            values: density.insert(kept).sums(&spacing, &reach),
            spacing,
            reach,
        }
    }

    /// Returns true where these sums serve the kernel with this γ on points in a box with these `widths`: along each
    /// axis their modes are at least as close as needed, but less than [`FINER`] times as close, and reach all
    /// differences of the kernel's modes.
    pub(super) fn serve(&self, widths: &[f64], gamma: f64) -> bool {
        let all = Digits::All.log();
        let needed = modes::spacing(widths, gamma, all);
        let mut axes = self.spacing.iter().zip(needed).zip(&self.reach);
        axes.all(|((&spacing, needed), &reach)| {
            let twice = 2.0 * modes::reach(spacing, gamma, all);
            spacing <= needed * (1.0 + 1e-12) && needed < FINER * spacing && twice <= reach as f64
        })
    }

    /// Returns true where these sums include those of all `modes`.
    pub(super) fn cover(&self, modes: &Modes) -> bool {
        let mut reach = self.reach.iter().zip(&modes.reach);
        self.spacing == modes.spacing && reach.all(|(all, some)| some <= all)
    }

    /// Returns the sums of the modes of a smaller grid about zero, the last axis running fastest; `shape` holds its
    /// (odd) number of modes along each axis.
    pub(super) fn around_zero(&self, shape: &[usize]) -> Vec<Complex64> {
        let Some((&last, others)) = shape.split_last() else {
            return Vec::new();
        };
        // Starts of the rows along the last axis.
        let mut rows = vec![0];
        for (&count, &reach) in others.iter().zip(&self.reach) {
            let start = reach - count / 2;
            let along = 2 * reach + 1;
            rows = rows
                .iter()
                .flat_map(|row| (0..count).map(move |j| row * along + start + j))
                .collect();
        }
        let reach = self.reach[others.len()];
        let mut values = Vec::with_capacity(rows.len() * last);
        for row in rows {
            let start = row * (2 * reach + 1) + reach - last / 2;
            values.extend_from_slice(&self.values[start..start + last]);
        }
        values
    }
}
