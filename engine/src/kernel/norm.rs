//! Norms of matrices whose squared entries may leave the range of numbers.

use nalgebra::DMatrix;

use crate::power_of_two::{exponent, times};

/// Frobenius norm of a matrix as number · 2^exponent, which can hold any size.
#[derive(Debug, Clone, Copy)]
pub(super) struct Norm {
    number: f64,
    exponent: i32,
}

impl Norm {
    pub(super) fn of(matrix: &DMatrix<f64>) -> Self {
        let unit = exponent(matrix.amax());
        let squares = matrix.iter().map(|&entry| times(entry, -unit).powi(2));
        Self {
            number: squares.sum::<f64>().sqrt(),
            exponent: unit,
        }
    }

    /// Ratio of this norm to `value`, whose square may be out of range; 0 where both are 0.
    pub(super) fn over(self, value: f64) -> f64 {
        let unit = exponent(value);
        if self.number > 0.0 {
            times(self.number / times(value, -unit), self.exponent - unit)
        } else {
            0.0
        }
    }

    /// Ratio of this norm to another.
    pub(super) fn over_norm(self, other: Self) -> f64 {
        times(self.over(other.number), -other.exponent)
    }
}
