//! Scaling by powers of two, which changes no digit.
//!
//! ```
//! use kernel_pca::power_of_two::{exponent, times};
//!
//! assert_eq!(exponent(0.75), -1);
//! // Scaling there and back changes no digit.
//! assert_eq!(times(times(0.1, 900), -900), 0.1);
//! ```

/// Exponent e of |value| = m·2ᵉ with 1 ≤ m < 2; for zero, less than for any other number.
pub fn exponent(value: f64) -> i32 {
    const BITS: i32 = f64::MANTISSA_DIGITS as i32;
    let biased = |value: f64| (value.to_bits() >> (BITS - 1)) as i32 & 0x7ff;
    match biased(value) {
        // Subnormal numbers have an exponent once they are scaled up.
        0 => biased(value * of(BITS)) - BITS - 1023,
        biased => biased - 1023,
    }
}

/// Returns value·2ᵉ, infinite or zero where that is out of range.
pub fn times(mut value: f64, mut e: i32) -> f64 {
    const STEP: i32 = 1000;
    e = e.clamp(-4 * STEP, 4 * STEP);
    while e > STEP {
        value *= of(STEP);
        e -= STEP;
    }
    while e < -STEP {
        value *= of(-STEP);
        e += STEP;
    }
    value * of(e)
}

/// Returns 2ᵉ for −1022 ≤ e ≤ 1023.
fn of(e: i32) -> f64 {
    f64::from_bits(((1023 + e) as u64) << (f64::MANTISSA_DIGITS - 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exponents_and_products_over_the_whole_range() {
        for e in -1074..=1023 {
            let value = times(1.0, e);
            assert_eq!((exponent(value), exponent(-value)), (e, e));
            assert_eq!(times(value, -e), 1.0);
        }
        assert_eq!(times(1.5, 1024), f64::INFINITY);
        assert_eq!(times(1.5, -2000), 0.0);
        assert!(exponent(0.0) < -1074);
    }
}
