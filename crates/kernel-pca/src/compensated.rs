//! Sums with about twice the digits of an `f64`, and a bound on their error (Dekker 1971; Knuth, *The Art of Computer
//! Programming*, volume 2, section 4.2.2).
//!
//! ```
//! assert_eq!(kernel_pca::compensated::mean(&[1e20, 3.0, -1e20]), 1.0);
//! ```

use crate::power_of_two::{exponent, times};

/// Bound on the relative error of the division of a [`TwoPartSum`] by a number: a few times 2⁻¹⁰⁶.
const QUOTIENT: f64 = f64::EPSILON * f64::EPSILON;

/// Mean of finite values, rounded once; 0 of none.
#[must_use]
pub fn mean(values: &[f64]) -> f64 {
    let largest = values.iter().fold(f64::MIN_POSITIVE, |m, v| m.max(v.abs()));
    let unit = exponent(largest);
    let sum = TwoPartSum::of(values.iter().map(|value| times(*value, -unit)));
    times(sum.over(values.len().max(1) as f64).value(), unit)
}

/// Returns a + b rounded, and the error of that rounding, which is exactly an `f64` too (Knuth).
fn two_sum(a: f64, b: f64) -> [f64; 2] {
    let sum = a + b;
    let part = sum - a;
    [sum, (a - (sum - part)) + (b - part)]
}

/// Returns a · b rounded, and the error of that rounding.
fn two_product(a: f64, b: f64) -> [f64; 2] {
    let product = a * b;
    [product, a.mul_add(b, -product)]
}

/// Number high + low, where low is at most half a unit in the last place of high.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct TwoPartSum {
    pub(crate) high: f64,
    pub(crate) low: f64,
    /// Upper bound on the error of high + low; 0 where it is exact.
    pub(crate) lost: f64,
}

impl TwoPartSum {
    /// Adds up values.
    pub(crate) fn of(values: impl IntoIterator<Item = f64>) -> Self {
        values.into_iter().fold(Self::default(), Self::plus)
    }

    /// Adds a value.
    fn plus(self, value: f64) -> Self {
        let [high, low] = two_sum(self.high, value);
        let [low, lost] = two_sum(low, self.low);
        let [high, low] = two_sum(high, low);
        Self {
            high,
            low,
            lost: self.lost + lost.abs(),
        }
    }

    /// Divides by a positive number n.
    pub(crate) fn over(self, n: f64) -> Self {
        let first = self.high / n;
        let [product, error] = two_product(first, n);
        // The difference of two neighbouring numbers is exact.
        let rest = [self.high - product, -error, self.low].into_iter();
        let rest = rest.fold(Self::default(), Self::plus);
        let second = rest.high / n;
        let [high, low] = two_sum(first, second);
        let [product, error] = two_product(second, n);
        let is_exact = rest.high == product && rest.low == error && rest.lost == 0.0;
        let rounding = if is_exact { 0.0 } else { QUOTIENT * high.abs() };
        Self {
            high,
            low,
            lost: self.lost / n + rounding,
        }
    }

    /// Sum as one number.
    pub(crate) fn value(self) -> f64 {
        self.high + self.low
    }

    /// Returns value − (high + low), with a relative error of the order of a rounding.
    pub(crate) fn below(self, value: f64) -> f64 {
        let [difference, error] = two_sum(value, -self.high);
        difference + (error - self.low)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn means_keep_what_numbers_of_one_part_lose() {
        // Python: Fraction.
        let far = [1e15, 1e15 + 1.0, 1e15 + 3.0];
        let mean = TwoPartSum::of(far).over(3.0);
        for (value, expected) in far.into_iter().zip([-4.0 / 3.0, -1.0 / 3.0, 5.0 / 3.0]) {
            assert!((mean.below(value) - expected).abs() < 1e-15);
        }
        assert!(mean.lost > 0.0 && mean.lost < 1e-16);
        let constant = TwoPartSum::of([1_700_000_000_000_001.0; 1000]).over(1000.0);
        assert_eq!(constant.below(1_700_000_000_000_001.0), 0.0);
        assert_eq!(constant.lost, 0.0);
    }

    #[test]
    fn digits_beyond_two_parts_are_counted_as_lost() {
        let sum = TwoPartSum::of([1e30, 1.0, 1e-30, -1e30, -1.0]);
        assert!((sum.value() - 1e-30).abs() <= sum.lost);
        assert_eq!(TwoPartSum::of([1e30, 1.0, -1e30]).lost, 0.0);
        assert_eq!(TwoPartSum::of([1e30, 1.0, -1e30]).value(), 1.0);
    }
}
