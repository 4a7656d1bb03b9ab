//! What metrics add up over the features of two points.

#![allow(
    clippy::inline_always,
    reason = "inlined into the caller, the functions are compiled with its instruction set"
)]

use pulp::Simd;

/// A term of a sum over features, in several pairs of points at once.
pub(super) trait Term: Copy {
    /// `sum` and the term of a feature whose values are a and b.
    fn add<S: Simd>(self, simd: S, sum: S::f64s, a: S::f64s, b: S::f64s) -> S::f64s;
}

/// a·b.
#[derive(Clone, Copy)]
pub(super) struct Product;

/// (a − b)².
#[derive(Clone, Copy)]
pub(super) struct SquaredDifference;

/// |a − b|.
#[derive(Clone, Copy)]
pub(super) struct Difference;

/// (a − b)²/(a + b), 0/0 being zero.
#[derive(Clone, Copy)]
pub(super) struct ChiSquared;

impl Term for Product {
    #[inline(always)]
    fn add<S: Simd>(self, simd: S, sum: S::f64s, a: S::f64s, b: S::f64s) -> S::f64s {
        simd.mul_add_e_f64s(a, b, sum)
    }
}

impl Term for SquaredDifference {
    #[inline(always)]
    fn add<S: Simd>(self, simd: S, sum: S::f64s, a: S::f64s, b: S::f64s) -> S::f64s {
        let difference = simd.sub_f64s(a, b);
        simd.mul_add_e_f64s(difference, difference, sum)
    }
}

impl Term for Difference {
    #[inline(always)]
    fn add<S: Simd>(self, simd: S, sum: S::f64s, a: S::f64s, b: S::f64s) -> S::f64s {
        simd.add_f64s(sum, simd.abs_f64s(simd.sub_f64s(a, b)))
    }
}

impl Term for ChiSquared {
    #[inline(always)]
    fn add<S: Simd>(self, simd: S, sum: S::f64s, a: S::f64s, b: S::f64s) -> S::f64s {
        let difference = simd.sub_f64s(a, b);
        let whole = simd.max_f64s(simd.add_f64s(a, b), simd.splat_f64s(f64::MIN_POSITIVE));
        simd.mul_add_e_f64s(difference, simd.div_f64s(difference, whole), sum)
    }
}
