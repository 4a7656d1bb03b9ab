//! Numbers of twice the digits, as sums of two (Dekker 1971).

use std::ops::{Add, Div, Mul, Sub};

/// high + low, low being at most half a unit of high's last digit.
#[derive(Debug, Clone, Copy)]
pub struct Wide {
    high: f64,
    low: f64,
}

impl Wide {
    pub const ZERO: Self = Self {
        high: 0.0,
        low: 0.0,
    };

    /// a·b to all digits.
    pub fn product(a: f64, b: f64) -> Self {
        let high = a * b;
        Self {
            high,
            low: a.mul_add(b, -high),
        }
    }

    pub fn to_f64(self) -> f64 {
        self.high + self.low
    }

    pub fn sqrt(self) -> Self {
        if self.high <= 0.0 {
            return Self::ZERO;
        }
        // One step of Newton's doubles the digits.
        let root = Self::from(self.high.sqrt());
        (root + self / root) * Self::from(0.5)
    }

    fn normalized(high: f64, low: f64) -> Self {
        let sum = high + low;
        Self {
            high: sum,
            low: low - (sum - high),
        }
    }
}

impl From<f64> for Wide {
    fn from(high: f64) -> Self {
        Self { high, low: 0.0 }
    }
}

impl Add for Wide {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        let sum = self.high + other.high;
        let part = sum - self.high;
        let error = (self.high - (sum - part)) + (other.high - part);
        Self::normalized(sum, error + self.low + other.low)
    }
}

impl Sub for Wide {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        self + Self {
            high: -other.high,
            low: -other.low,
        }
    }
}

impl Mul for Wide {
    type Output = Self;

    fn mul(self, other: Self) -> Self {
        let Self { high, low } = Self::product(self.high, other.high);
        Self::normalized(high, low + self.high * other.low + self.low * other.high)
    }
}

impl Div for Wide {
    type Output = Self;

    fn div(self, other: Self) -> Self {
        let first = self.high / other.high;
        let left = self - other * Self::from(first);
        let second = left.high / other.high;
        Self::normalized(first, second)
    }
}
