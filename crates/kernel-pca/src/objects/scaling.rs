//! Scaling of columns before linear and kernel PCA: centring, and division by the standard deviation.

use nalgebra::DMatrix;

use crate::{
    compensated::TwoPartSum,
    power_of_two::{exponent, times},
};

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
    /// Part of the mean that `shift` rounds away, subtracted as well, length d.
    pub shift_rest: Vec<f64>,
    /// Divisor of each column, length d, positive.
    pub scale: Vec<f64>,
    /// Bound on the error of each mean, in the column's unit, length d; most often 0.
    shift_errors: Vec<f64>,
    /// Relative rounding of a scaled value, in units of 2⁻⁵².
    digits: f64,
}

/// Bound on the errors that rows x (n × d) have before a kernel compares them: entry xᵢⱼ is off by at most
/// `relative` · 2⁻⁵² · |xᵢⱼ| + `absolute`.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct DataRounding {
    /// Error in proportion to the entry, in units of 2⁻⁵².
    pub relative: f64,
    /// Error whatever the entry's size.
    pub absolute: f64,
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
        let columns = x.column_iter();
        let columns = columns.map(|column| ColumnScale::of(column.as_slice(), self));
        let columns: Vec<ColumnScale> = columns.collect();
        let each = |of: fn(&ColumnScale) -> f64| columns.iter().map(of).collect();
        Scaler {
            shift: each(|it| it.shift),
            shift_rest: each(|it| it.shift_rest),
            scale: each(|it| it.scale),
            shift_errors: each(|it| it.shift_error),
            digits: match self {
                Self::None => 0.0,
                // Half a unit of each difference.
                Self::Center => 1.0,
                // And of each quotient, and a unit of the deviation.
                Self::Standardize => 3.0,
            },
        }
    }
}

impl Scaler {
    /// Scales x (m × d) column by column: (x − shift) / scale.
    #[must_use]
    pub fn apply(&self, x: &DMatrix<f64>) -> DMatrix<f64> {
        DMatrix::from_fn(x.nrows(), x.ncols(), |i, j| {
            let (x, scale) = (x[(i, j)], self.scale[j]);
            let mean = self.mean(j);
            let centered = mean.below(x);
            if centered.is_finite() {
                centered / scale
            } else {
                x / scale - mean.high / scale
            }
        })
    }

    /// Inverse of [`apply`](Self::apply), column by column: x · scale + shift.
    #[must_use]
    pub fn undo(&self, x: &DMatrix<f64>) -> DMatrix<f64> {
        DMatrix::from_fn(x.nrows(), x.ncols(), |i, j| {
            x[(i, j)] * self.scale[j] + self.shift_rest[j] + self.shift[j]
        })
    }

    /// Bounds the errors of scaled rows whose columns were off by at most `column_errors` (length d, or empty where
    /// they are exact) before they were scaled.
    #[must_use]
    pub fn rounding(&self, column_errors: &[f64]) -> DataRounding {
        let absolute = (0..self.scale.len()).map(|j| {
            let of_entry = column_errors.get(j).copied().unwrap_or_default();
            // A mean is off by no more than the values are.
            let of_mean = if self.digits > 0.0 { of_entry } else { 0.0 };
            (of_entry + of_mean + self.shift_errors[j]) / self.scale[j]
        });
        let absolute = absolute.fold(0.0, f64::max);
        // Errors of a column in the unit of its deviation change that deviation by the same share.
        let of_deviation = if self.digits > 1.0 { absolute } else { 0.0 };
        DataRounding {
            relative: self.digits + of_deviation / f64::EPSILON,
            absolute,
        }
    }

    fn mean(&self, j: usize) -> TwoPartSum {
        TwoPartSum {
            high: self.shift[j],
            low: self.shift_rest[j],
            lost: self.shift_errors[j],
        }
    }
}

/// Shift and scale of one column.
struct ColumnScale {
    shift: f64,
    shift_rest: f64,
    shift_error: f64,
    scale: f64,
}

impl ColumnScale {
    fn of(values: &[f64], scaling: Scaling) -> Self {
        let none = Self {
            shift: 0.0,
            shift_rest: 0.0,
            shift_error: 0.0,
            scale: 1.0,
        };
        if scaling == Scaling::None || values.is_empty() {
            return none;
        }
        let n = values.len() as f64;
        let largest = values.iter().fold(0.0_f64, |m, v| m.max(v.abs()));
        if !values.iter().all(|value| value.is_finite()) {
            // Whatever is scaled by it is not finite either.
            let shift = values.iter().sum::<f64>() / n;
            return Self { shift, ..none };
        }
        // Divided by a power of two, so that no sum or square overflows and no digit changes.
        let unit = exponent(largest.max(f64::MIN_POSITIVE));
        let in_unit = || values.iter().map(|value| times(*value, -unit));
        let mean = TwoPartSum::of(in_unit()).over(n);
        let shift_rest = times(mean.low, unit);
        let underflow = if times(shift_rest, -unit) == mean.low {
            0.0
        } else {
            f64::MIN_POSITIVE
        };
        let deviation = match scaling {
            Scaling::Standardize => standard_deviation(in_unit(), n, mean),
            Scaling::None | Scaling::Center => None,
        };
        Self {
            shift: times(mean.high, unit),
            shift_rest,
            shift_error: times(mean.lost, unit) + underflow,
            scale: deviation.map_or(1.0, |deviation| times(deviation, unit)),
        }
    }
}

/// Standard deviation of n values with divisor n; `None` where scikit-learn's `StandardScaler` takes the column for
/// constant: where the variance is no larger than the error by which a sum in two passes may be off (Chan, Golub and
/// `LeVeque`, *Algorithms for computing the sample variance*, 1983).
fn standard_deviation(values: impl Iterator<Item = f64>, n: f64, mean: TwoPartSum) -> Option<f64> {
    let squares = values.map(|value| mean.below(value).powi(2));
    let variance = TwoPartSum::of(squares).value() / n;
    let rounding = n * f64::EPSILON * variance + (n * mean.high * f64::EPSILON).powi(2);
    (variance > rounding).then(|| variance.sqrt())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Data with the shift and scale that scikit-learn's `StandardScaler` finds.
    fn reference() -> (DMatrix<f64>, [Vec<f64>; 2]) {
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
        (x, [shift, scale])
    }

    fn assert_close(got: f64, expected: f64) {
        assert!(
            (got - expected).abs() <= 1e-13 * expected.abs(),
            "{got}, not {expected}"
        );
    }

    #[test]
    fn standardizing_is_scikit_learns() {
        let (x, [shift, scale]) = reference();
        let scaler = Scaling::Standardize.fit(&x);
        assert_eq!(scaler.scale[2..5], [1.0; 3], "constant columns");
        for j in 0..x.ncols() {
            assert_close(scaler.shift[j], shift[j]);
            assert_close(scaler.scale[j], scale[j]);
        }
    }

    #[test]
    fn each_choice_does_what_it_says() {
        let (x, [shift, _]) = reference();
        assert_eq!(Scaling::None.fit(&x).apply(&x), x);
        let centered = Scaling::Center.fit(&x).apply(&x);
        assert_close(centered[(3, 0)], x[(3, 0)] - shift[0]);
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
    /// Python: (x − mean)/std in fractions, rounded once.
    #[test]
    fn far_columns_keep_their_digits_and_constant_ones_become_zero() {
        let near: Vec<f64> = (0..60).map(|i| f64::from(37 * i % 61)).collect();
        let expected = Scaling::Standardize.fit(&DMatrix::from_vec(60, 1, near.clone()));
        let expected = expected.apply(&DMatrix::from_vec(60, 1, near.clone()));
        for far in [0.0, 1e12, 1e15, -(2_f64.powi(48))] {
            let x = DMatrix::from_fn(60, 2, |i, j| if j == 0 { near[i] + far } else { far + 0.1 });
            for scaling in [Scaling::Center, Scaling::Standardize] {
                let scaler = scaling.fit(&x);
                let found = scaler.apply(&x);
                assert!(found.column(1).iter().all(|value| *value == 0.0), "{far}");
                let rounding = scaler.rounding(&[]);
                assert!(
                    rounding.relative <= 3.1 && rounding.absolute < 1e-15,
                    "{far}"
                );
                if scaling == Scaling::Standardize {
                    let off = (found.column(0) - expected.column(0)).amax();
                    assert!(off < 1e-15, "{far}: {off}");
                }
            }
        }
    }
}
