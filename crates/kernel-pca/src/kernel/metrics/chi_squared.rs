//! χ² distance Σ (xⱼ − yⱼ)²/(xⱼ + yⱼ), of coordinates that are not negative.

use pulp::Simd;

use super::{Domain, MetricPairs, MetricSpec, Real, Steepness, Term, squared_euclidean};

pub(super) const SPEC: MetricSpec = MetricSpec {
    name: "the χ² distance",
    reference: |x, y| {
        let terms = x.iter().zip(y).filter(|(a, b)| *a + *b != 0.0);
        terms.map(|(a, b)| (a - b).powi(2) / (a + b)).sum()
    },
    domain: Domain::NonNegative,
    // From 1 for z far above x to −3 for z = 0.
    steepness: Steepness::Bounded(3.0),
    degree: 1,
    term: |x, z| {
        // For x = z = 0 the formula is 0/0, and only the slope towards positive values exists.
        let sum = (x + z).max(f64::MIN_POSITIVE);
        let share = x / sum;
        [(z - x) * ((z - x) / sum), 1.0 - 4.0 * share * share]
    },
    ..squared_euclidean::SPEC
};

pub(super) fn evaluate<R: Real>(pairs: MetricPairs<'_, R>) {
    pairs.add_up(SquaredDifferenceOverSum);
}

/// Term (a − b)²/(a + b), with 0/0 = 0.
#[derive(Clone, Copy)]
struct SquaredDifferenceOverSum;

impl Term for SquaredDifferenceOverSum {
    #[inline(always)]
    fn add<S: Simd>(self, simd: S, sum: S::f64s, a: S::f64s, b: S::f64s) -> S::f64s {
        let difference = simd.sub_f64s(a, b);
        let whole = simd.max_f64s(simd.add_f64s(a, b), simd.splat_f64s(f64::MIN_POSITIVE));
        simd.mul_add_e_f64s(difference, simd.div_f64s(difference, whole), sum)
    }
}
