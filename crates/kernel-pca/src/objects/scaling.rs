//! Scaling of columns before linear and kernel PCA: centring, and division by the standard deviation.

use nalgebra::DMatrix;

use crate::power_of_two::{exponent, times};

listed! {
    /// Scaling of each column of the data before linear and kernel PCA.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
    #[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
    pub enum Scaling {
        #[default]
        None => "none",
        Center => "center",
        /// Columns are centred and divided by their standard deviation (divisor n); constant columns are only centred.
        Standardize => "standardize",
    }
    /// Name on the command line.
    fn name
}

/// Fitted scaling: shift and scale of each column, to be applied to any rows.
#[derive(Debug, Clone, PartialEq)]
pub struct Scaler {
    /// Shift subtracted from each column, length d.
    pub shift: Vec<f64>,
    /// Divisor of each column, length d, positive.
    pub scale: Vec<f64>,
}

impl Scaling {
    /// Name on the screen.
    #[must_use]
    pub fn title(self) -> &'static str {
        match self {
            Self::None => "None",
            Self::Center => "Centre",
            Self::Standardize => "Standardise",
        }
    }

    /// Participle for data scaled in this way, to be used in sentences.
    #[must_use]
    pub fn in_text(self) -> &'static str {
        match self {
            Self::None => "not scaled",
            Self::Center => "centred",
            Self::Standardize => "standardised",
        }
    }

    /// Learns shift and scale from `x` (n × d).
    #[must_use]
    pub fn fit(self, x: &DMatrix<f64>) -> Scaler {
        let (mut shift, mut scale) = (vec![0.0; x.ncols()], vec![1.0; x.ncols()]);
        for (j, column) in x.column_iter().enumerate() {
            if self != Self::None {
                shift[j] = mean(column.as_slice());
            }
            if self == Self::Standardize
                && let Some(std) = standard_deviation(column.as_slice(), shift[j])
            {
                scale[j] = std;
            }
        }
        Scaler { shift, scale }
    }
}

impl Scaler {
    /// Scales x (m × d) column by column: (x − shift) / scale.
    #[must_use]
    pub fn apply(&self, x: &DMatrix<f64>) -> DMatrix<f64> {
        DMatrix::from_fn(x.nrows(), x.ncols(), |i, j| {
            let (x, shift, scale) = (x[(i, j)], self.shift[j], self.scale[j]);
            let centered = x - shift;
            if centered.is_finite() {
                centered / scale
            } else {
                x / scale - shift / scale
            }
        })
    }

    /// Inverse of [`apply`](Self::apply), column by column: x · scale + shift.
    #[must_use]
    pub fn undo(&self, x: &DMatrix<f64>) -> DMatrix<f64> {
        DMatrix::from_fn(x.nrows(), x.ncols(), |i, j| {
            x[(i, j)] * self.scale[j] + self.shift[j]
        })
    }
}

fn mean(values: &[f64]) -> f64 {
    let n = values.len().max(1) as f64;
    let sum: f64 = values.iter().sum();
    if sum.is_finite() {
        sum / n
    } else {
        values.iter().map(|v| v / n).sum()
    }
}

/// Standard deviation with divisor n; `None` where the values differ from their mean by no more than rounding.
///
/// The corrected two-pass algorithm and its error bound are by Chan, Golub and `LeVeque`, *Algorithms for computing
/// the sample variance* (1983), as in scikit-learn's `StandardScaler`.
fn standard_deviation(values: &[f64], mean: f64) -> Option<f64> {
    let n = values.len() as f64;
    let largest = values.iter().fold(0.0_f64, |m, v| m.max((v - mean).abs()));
    if !largest.is_finite() {
        // Halved values have finite deviations, unless a value or the mean itself is not finite.
        if !mean.is_finite() || values.iter().any(|v| !v.is_finite()) {
            return None;
        }
        let halves: Vec<f64> = values.iter().map(|v| v / 2.0).collect();
        return standard_deviation(&halves, mean / 2.0).map(|std| 2.0 * std);
    }
    // Divided by a power of two, so that no square overflows and no digit changes.
    let unit = times(1.0, exponent(largest.max(f64::MIN_POSITIVE)));
    let deviations = || values.iter().map(|v| (v - mean) / unit);
    let squares: f64 = deviations().map(|d| d * d).sum();
    let correction: f64 = deviations().sum();
    let variance = (squares - correction * correction / n) / n;
    let rounding = n * f64::EPSILON * variance + (n * (mean / unit) * f64::EPSILON).powi(2);
    (variance > rounding).then(|| variance.sqrt() * unit)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Data with the shift and scale that scikit-learn's `StandardScaler` finds.
    fn reference() -> (DMatrix<f64>, Scaler) {
        let numbers = |what: &str| -> Vec<Vec<f64>> {
            include_str!("../../tests/fixtures/scaling.csv")
                .lines()
                .filter_map(|line| line.strip_prefix(what)?.strip_prefix(','))
                .map(|line| line.split(',').map(|v| v.parse().unwrap()).collect())
                .collect()
        };
        let rows = numbers("x");
        let x = DMatrix::from_fn(rows.len(), rows[0].len(), |i, j| rows[i][j]);
        let shift = numbers("shift").remove(0);
        let scale = numbers("scale").remove(0);
        (x, Scaler { shift, scale })
    }

    fn assert_close(got: f64, expected: f64) {
        assert!(
            (got - expected).abs() <= 1e-13 * expected.abs(),
            "{got}, not {expected}"
        );
    }

    #[test]
    fn standardizing_is_scikit_learns() {
        let (x, expected) = reference();
        let scaler = Scaling::Standardize.fit(&x);
        assert_eq!(scaler.scale[2..5], [1.0; 3], "constant columns");
        for j in 0..x.ncols() {
            assert_close(scaler.shift[j], expected.shift[j]);
            assert_close(scaler.scale[j], expected.scale[j]);
        }
    }

    #[test]
    fn each_choice_does_what_it_says() {
        let (x, expected) = reference();
        assert_eq!(Scaling::None.fit(&x).apply(&x), x);
        let centered = Scaling::Center.fit(&x).apply(&x);
        assert_close(centered[(3, 0)], x[(3, 0)] - expected.shift[0]);
        let column = Scaling::Standardize
            .fit(&x)
            .apply(&x)
            .column(0)
            .into_owned();
        assert!(column.sum().abs() < 1e-13);
        assert_close(column.norm_squared(), x.nrows() as f64);
    }

    #[test]
    fn huge_and_tiny_values_are_scaled_like_ordinary_ones() {
        let ordinary = DMatrix::from_column_slice(4, 1, &[-0.99, 0.9, 0.8, 0.95]);
        let expected = Scaling::Standardize.fit(&ordinary).apply(&ordinary);
        for factor in [2_f64.powi(1023), 2_f64.powi(600), 2_f64.powi(-900)] {
            let x = &ordinary * factor * 1.9;
            let got = Scaling::Standardize.fit(&x).apply(&x);
            assert!((&got - &expected).amax() < 1e-14, "{factor:e}: {got}");
        }
    }

    #[test]
    fn what_is_not_a_number_has_no_deviation() {
        for odd in [f64::INFINITY, f64::NEG_INFINITY, f64::NAN] {
            let x = DMatrix::from_column_slice(3, 1, &[1.0, odd, 2.0]);
            let scaled = Scaling::Standardize.fit(&x).apply(&x);
            assert!(scaled.iter().any(|v| !v.is_finite()));
        }
    }

    #[test]
    fn one_row_is_only_centred() {
        let x = DMatrix::from_row_slice(1, 2, &[3.0, -1.0]);
        assert_eq!(Scaling::Standardize.fit(&x).apply(&x), DMatrix::zeros(1, 2));
    }
}
