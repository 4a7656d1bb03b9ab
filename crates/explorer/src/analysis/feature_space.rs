//! Comparison of an explicit feature map with the kernel trick, on some rows of the data.

use std::time::Duration;

use nalgebra::DMatrix;

use kernel_pca::{
    eigen::gemm::{product, tr_product, view},
    explain::{FeatureMap, NoMap, empirical_map::spread},
    kernel::Kernel,
    kpca::{CancelCheck, FitError, Tier},
};
use system::Instant;

/// Number of features above which a map is not written out, only counted.
const MOST_FEATURES: usize = 1000;
/// Largest number of rows on which the feature map and the kernel are compared, since their kernel matrix is held.
const MOST_COMPARED_ROWS: usize = 2000;
/// Bound on the multiplications of each step, such as the covariance of the features or the kernel matrix, in an exact
/// answer.
const MOST_OPERATIONS: f64 = 3e8;
/// Bound on the multiplications of each step, such as the covariance of the features or the kernel matrix, while a
/// slider moves.
const MOST_IN_PREVIEW: f64 = 1e7;
/// Time for which a computation is repeated; the shortest run counts, since others meet cold caches or wait for a
/// core.
const REPEATING: Duration = Duration::from_millis(5);
/// Time for which a computation is repeated while there are fewer than [`FEW_RUNS`] runs.
const REPEATING_SLOW: Duration = Duration::from_millis(60);
/// Number of runs below which the longer time [`REPEATING_SLOW`] applies.
const FEW_RUNS: usize = 5;
/// Largest number of runs, reached where a run takes next to no time.
const MOST_RUNS: usize = 500;
/// Shortest time that every clock measures to a tenth: a browser's clock has steps of 0.1 ms.
const TOLD_APART: Duration = Duration::from_millis(1);

/// Feature map, and its difference from the kernel on rows spread evenly over the data.
#[derive(Debug, Clone, PartialEq)]
pub struct FeatureSpace {
    pub map: FeatureMap,
    /// Number of rows on which the feature map and the kernel were compared.
    pub rows: usize,
    /// Times to compute the covariance of the features and the kernel matrix; `None` in previews.
    pub times: Option<[Duration; 2]>,
    /// Largest difference between an entry of the kernel matrix and the inner product of features, relative to the
    /// largest entry.
    pub difference: f64,
}

impl FeatureSpace {
    /// Compares the feature map with the kernel on the rows of x (n × d); the inner error is the reason for which there
    /// is no such map.
    ///
    /// # Errors
    /// When cancelled, or when features overflow on these data.
    pub(super) fn of(
        kernel: &Kernel,
        x: &DMatrix<f64>,
        tier: Tier,
        cancelled: CancelCheck<'_>,
    ) -> Result<Result<Self, NoMap>, FitError> {
        let (n, d) = x.shape();
        let map = match FeatureMap::of(kernel, d, MOST_FEATURES) {
            Ok(map) => map,
            Err(why) => return Ok(Err(why)),
        };
        let m = map.monomials().len() as f64;
        let most = match tier {
            Tier::Preview | Tier::Refined => MOST_IN_PREVIEW,
            Tier::Exact => MOST_OPERATIONS,
        };
        // The covariance takes n m² operations, the kernel matrix n² d, and the comparison n² m.
        let rows = (most / m.powi(2)).min((most / m.max(d as f64)).sqrt());
        let x = x.select_rows(&spread(n, MOST_COMPARED_ROWS.min(rows as usize)));
        if cancelled() {
            return Err(FitError::Cancelled);
        }
        let (phi, k) = (map.features(&x), map.kernel_matrix(&x));
        let products = product(view(&phi), view(&phi).transpose());
        let largest = k.amax();
        let difference = if largest > 0.0 {
            (products - &k).amax() / largest
        } else {
            0.0
        };
        if !difference.is_finite() {
            return Err(FitError::TooLarge);
        }
        let covariance = || {
            let phi = map.features(&x);
            tr_product(view(&phi), view(&phi))
        };
        let times = (tier == Tier::Exact)
            .then(|| [shortest(covariance), shortest(|| map.kernel_matrix(&x))]);
        Ok(Ok(Self {
            rows: x.nrows(),
            times,
            difference,
            map,
        }))
    }
}

/// Time of one run, the shortest of several. Runs too short for the clock are timed several at once.
fn shortest<T>(run: impl Fn() -> T) -> Duration {
    let begun = Instant::now();
    let mut best = None;
    let mut together = 1;
    for runs in 1..=MOST_RUNS {
        let start = Instant::now();
        for _ in 0..together {
            drop(std::hint::black_box(run()));
        }
        let taken = start.elapsed();
        if taken < TOLD_APART {
            together *= 2;
        } else {
            let one = taken / together;
            best = Some(best.map_or(one, |best: Duration| best.min(one)));
        }
        let enough = if runs < FEW_RUNS {
            REPEATING_SLOW
        } else {
            REPEATING
        };
        if best.is_some() && begun.elapsed() > enough {
            break;
        }
    }
    best.unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn space(kernel: &Kernel, n: usize, d: usize, tier: Tier) -> Result<FeatureSpace, NoMap> {
        let x = DMatrix::from_fn(n, d, |i, j| ((i * (j + 2)) as f64).sin());
        FeatureSpace::of(kernel, &x, tier, &|| false).unwrap()
    }

    #[test]
    fn products_of_features_are_the_kernel_to_rounding() {
        let found = space(&Kernel::poly(0.5, 3, 1.0), 100, 4, Tier::Exact).unwrap();
        assert_eq!((found.rows, found.map.monomials().len()), (100, 35));
        assert!(found.difference < 1e-14);
        assert!(
            found
                .times
                .unwrap()
                .iter()
                .all(|time| *time < Duration::from_secs(1))
        );
    }

    #[test]
    fn many_rows_or_features_are_tried_on_fewer_rows() {
        let kernel = Kernel::poly(0.1, 2, 1.0);
        let found = space(&kernel, 3000, 40, Tier::Exact).unwrap();
        assert_eq!(found.map.monomials().len(), 861);
        assert!((200..1000).contains(&found.rows), "{}", found.rows);
        let preview = space(&kernel, 3000, 40, Tier::Preview).unwrap();
        assert!(preview.rows < found.rows && preview.times.is_none());
        assert_eq!(
            space(&Kernel::poly(1.0, 3, 1.0), 9, 64, Tier::Exact),
            Err(NoMap::TooMany(47_905.0))
        );
    }
}
