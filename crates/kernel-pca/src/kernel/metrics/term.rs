//! Terms of the sums over features by which metrics are computed, in wide instructions.

use pulp::Simd;

/// Term of a sum over features, for several pairs of points at once.
///
/// It is inlined into a dispatched loop, and so compiled with the loop's instruction set.
pub(in crate::kernel) trait Term: Copy {
    /// Adds the term of a feature whose values are a and b to `sum`.
    fn add<S: Simd>(self, simd: S, sum: S::f64s, a: S::f64s, b: S::f64s) -> S::f64s;
}
