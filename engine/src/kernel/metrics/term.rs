//! Term of the sums over features that metrics are, in wide instructions.

use pulp::Simd;

/// Term of a sum over features, in several pairs of points at once.
///
/// Inlined into a dispatched loop, it is compiled with the instruction set of that.
pub(in crate::kernel) trait Term: Copy {
    /// Adds the term of a feature whose values are a and b to `sum`.
    fn add<S: Simd>(self, simd: S, sum: S::f64s, a: S::f64s, b: S::f64s) -> S::f64s;
}
