//! Numbers whose size may leave the range of `f64`, such as norms of matrices whose squared entries do.

use nalgebra::DMatrix;

use crate::power_of_two::{exponent, times};

/// Number of any size that is not negative, as mantissa · 2^exponent.
#[derive(Debug, Clone, Copy)]
pub(super) struct WideNumber {
    pub(super) mantissa: f64,
    pub(super) exponent: i32,
}

impl WideNumber {
    /// Number with a mantissa from 1 to below 2.
    pub(super) fn of(value: f64) -> Self {
        let e = exponent(value);
        Self {
            mantissa: times(value, -e),
            exponent: e,
        }
    }

    /// Frobenius norm of a matrix, in the unit of its largest entry.
    pub(super) fn norm(matrix: &DMatrix<f64>) -> Self {
        let unit = exponent(matrix.amax());
        let squares = matrix.iter().map(|&entry| times(entry, -unit).powi(2));
        Self {
            mantissa: squares.sum::<f64>().sqrt(),
            exponent: unit,
        }
    }

    pub(super) fn times(self, value: f64) -> Self {
        let product = Self::of(self.mantissa * times(value, -exponent(value)));
        Self {
            exponent: product.exponent + self.exponent + exponent(value),
            ..product
        }
    }

    pub(super) fn times_power_of_two(self, e: i32) -> Self {
        Self {
            exponent: self.exponent + e,
            ..self
        }
    }

    /// Ratio of this number to another; 0 where both are 0.
    pub(super) fn over(self, other: Self) -> f64 {
        if self.mantissa > 0.0 {
            let exponent = self.exponent - other.exponent;
            times(self.mantissa / other.mantissa, exponent)
        } else {
            0.0
        }
    }

    /// Value as a plain number: infinite or zero where out of range.
    pub(super) fn value(self) -> f64 {
        times(self.mantissa, self.exponent)
    }
}
