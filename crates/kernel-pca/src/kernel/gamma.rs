//! Kernel parameter γ: a value, or a rule that computes γ from the data.

use std::{fmt, str::FromStr};

use nalgebra::DMatrix;
use pulp::{Arch, NullaryFnOnce};
use rand::{SeedableRng, seq::index};
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;

use super::{KernelParameter, ParamError};
use crate::{
    eigen::elsewhere::breathe,
    power_of_two::{exponent, times},
    typed::NumberRange,
};

/// Value of γ, or a rule that computes γ from the data.
///
/// Files and flags write `auto`, `median` or a number.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Gamma {
    /// Rule γ = 1/d for d features, scikit-learn's default.
    Auto,
    /// Rule γ = 1/(2m²), m the median pairwise Euclidean distance.
    Median,
    Value(f64),
}

impl Gamma {
    /// Condition on a value of γ.
    pub const RULE: NumberRange = KernelParameter::Gamma.rule();

    /// Value of γ: given, or computed by the rule from x (n × d).
    #[must_use]
    pub fn on(self, x: &DMatrix<f64>) -> f64 {
        match self {
            Self::Auto => gamma_auto(x),
            Self::Median => gamma_median(x),
            Self::Value(value) => value,
        }
    }
}

/// Number of rows from which [`gamma_median`] computes the median distance; of more rows it draws a sample of this
/// size. More rows take time quadratically; fewer make γ depend on the draw.
pub const MEDIAN_SAMPLE: usize = 1000;

/// Value γ = 1/d for x (n × d), scikit-learn's default.
#[must_use]
pub fn gamma_auto(x: &DMatrix<f64>) -> f64 {
    1.0 / x.ncols().max(1) as f64
}

/// Value γ = 1/(2m²) of the median heuristic, with m the median Euclidean distance over pairs of rows of x (n × d).
/// Above [`MEDIAN_SAMPLE`] rows, m comes from a random sample of that size, drawn with a fixed seed.
///
/// Returns [`gamma_auto`] where the median distance is zero (one row, or most rows equal), since it gives no scale.
#[must_use]
pub fn gamma_median(x: &DMatrix<f64>) -> f64 {
    let squared = median_squared_distance(x);
    let gamma = 0.5 / squared;
    if squared > 0.0 && gamma > 0.0 && gamma.is_finite() {
        gamma
    } else {
        gamma_auto(x)
    }
}

/// Width σ = 1/√(2γ) of a Gaussian, in units of the data.
#[must_use]
pub fn sigma_from_gamma(gamma: f64) -> f64 {
    1.0 / (2.0 * gamma).sqrt()
}

/// Value γ = 1/(2σ²), the inverse of [`sigma_from_gamma`].
#[must_use]
pub fn gamma_from_sigma(sigma: f64) -> f64 {
    0.5 / (sigma * sigma)
}

fn median_squared_distance(x: &DMatrix<f64>) -> f64 {
    let n = x.nrows();
    let rows: Vec<usize> = if n > MEDIAN_SAMPLE {
        let mut rng = ChaCha8Rng::seed_from_u64(0);
        index::sample(&mut rng, n, MEDIAN_SAMPLE).into_vec()
    } else {
        (0..n).collect()
    };
    // Entries are divided by a power of two to about one, so that squared distances stay in range.
    let unit = exponent(x.amax().max(f64::MIN_POSITIVE));
    let points = x.select_rows(&rows).map(|v| times(v, -unit));
    let arch = Arch::new();
    let mut squared: Vec<f64> = (1..points.nrows())
        .into_par_iter()
        .flat_map_iter(|i| {
            breathe();
            let mut sums = vec![0.0; i];
            arch.dispatch(SumSquares {
                sums: &mut sums,
                points: &points,
            });
            sums
        })
        .collect();
    let middle = squared.len() / 2;
    if squared.is_empty() {
        return 0.0;
    }
    let even = squared.len().is_multiple_of(2);
    let (below, &mut upper, _) = squared.select_nth_unstable_by(middle, f64::total_cmp);
    let median = if even {
        let lower = below.iter().copied().fold(0.0, f64::max);
        (0.5 * (lower.sqrt() + upper.sqrt())).powi(2)
    } else {
        upper
    };
    times(median, 2 * unit)
}

/// Operation that adds to `sums` the squared distances between the first rows of `points`, one per sum, and the row
/// that follows them. It is compiled for every width of vectors, with the same bits in all, since no product is fused
/// with its sum.
struct SumSquares<'a> {
    sums: &'a mut [f64],
    points: &'a DMatrix<f64>,
}

impl NullaryFnOnce for SumSquares<'_> {
    type Output = ();

    // Not inlined, it would be compiled for the vectors that every machine has.
    #[allow(clippy::inline_always)]
    #[inline(always)]
    fn call(self) {
        let Self { sums, points } = self;
        for feature in points.as_slice().chunks_exact(points.nrows()) {
            let own = feature[sums.len()];
            for (sum, other) in sums.iter_mut().zip(feature) {
                let difference = own - other;
                *sum += difference * difference;
            }
        }
    }
}

impl fmt::Display for Gamma {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Auto => f.write_str("auto"),
            Self::Median => f.write_str("median"),
            Self::Value(value) => value.fmt(f),
        }
    }
}

impl FromStr for Gamma {
    type Err = ParamError;

    fn from_str(text: &str) -> Result<Self, ParamError> {
        match text.trim() {
            "auto" => Ok(Self::Auto),
            "median" => Ok(Self::Median),
            number => Self::RULE
                .read(number)
                .map(Self::Value)
                .map_err(|reason| ParamError::new("γ", format!("{reason} (or auto, or median)"))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use nalgebra::dmatrix;

    #[test]
    fn median_of_an_even_number_of_distances_is_the_middle_of_two() {
        // Distances 1, 3, 4, 2, 3, 1 -> middle two are 2 and 3.
        let x = dmatrix![0.0; 1.0; 3.0; 4.0];
        assert!((gamma_median(&x) - 1.0 / (2.0 * 2.5 * 2.5)).abs() < 1e-15);
    }

    #[test]
    fn data_without_scale_fall_back_to_auto() {
        assert_eq!(gamma_median(&dmatrix![1.0, 2.0; 1.0, 2.0]), 0.5);
        assert_eq!(gamma_median(&dmatrix![1.0, 2.0]), 0.5);
    }

    #[test]
    fn many_rows_give_nearly_the_same_median() {
        let x = DMatrix::from_fn(5000, 1, |i, _| i as f64 / 4999.0);
        // Distances of uniform points have density 2(1 − t): the median is 1 − √½.
        let expected = gamma_from_sigma(1.0 - 0.5_f64.sqrt());
        assert!((gamma_median(&x) / expected - 1.0).abs() < 0.1);
    }

    #[test]
    fn sigma_and_gamma_are_inverse() {
        assert!((sigma_from_gamma(gamma_from_sigma(0.3)) - 0.3).abs() < 1e-15);
        assert!((sigma_from_gamma(0.5) - 1.0).abs() < 1e-15);
    }

    #[test]
    #[cfg(feature = "serde")]
    fn toml_takes_words_and_numbers() {
        #[derive(PartialEq, Debug, serde::Serialize, serde::Deserialize)]
        struct GammaTable {
            gamma: Gamma,
        }
        for (text, gamma) in [
            ("gamma = \"auto\"", Gamma::Auto),
            ("gamma = \"median\"", Gamma::Median),
            ("gamma = 15", Gamma::Value(15.0)),
            ("gamma = 0.1", Gamma::Value(0.1)),
        ] {
            let table: GammaTable = toml::from_str(text).unwrap();
            assert_eq!(table.gamma, gamma);
            let back = toml::to_string(&table).unwrap();
            assert_eq!(toml::from_str::<GammaTable>(&back).unwrap(), table);
        }
        assert!(toml::from_str::<GammaTable>("gamma = \"wide\"").is_err());
        assert_eq!("1e-3".parse(), Ok(Gamma::Value(1e-3)));
    }
}
