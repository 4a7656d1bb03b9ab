//! Distance ‖x − y‖₁.

use pulp::Simd;

use super::{MetricPairs, MetricSpec, Real, Steepness, Term, squared_euclidean};

pub(super) const SPEC: MetricSpec = MetricSpec {
    name: "the sum of coordinate differences",
    reference: |x, y| x.iter().zip(y).map(|(a, b)| (a - b).abs()).sum(),
    has_kinks: true,
    steepness: Steepness::Bounded(1.0),
    degree: 1,
    term: |x, z| {
        let apart = z - x;
        // f64::signum gives 1 for 0, where the mean slope is 0.
        let side = if apart == 0.0 { 0.0 } else { apart.signum() };
        [apart.abs(), side]
    },
    ..squared_euclidean::SPEC
};

pub(super) fn evaluate<R: Real>(pairs: MetricPairs<'_, R>) {
    pairs.add_up(Difference);
}

/// Term |a − b|.
#[derive(Clone, Copy)]
struct Difference;

impl Term for Difference {
    #[inline(always)]
    fn add<S: Simd>(self, simd: S, sum: S::f64s, a: S::f64s, b: S::f64s) -> S::f64s {
        // pulp's own modulus is called and not inlined, at fifty times the cost.
        let apart = simd.max_f64s(simd.sub_f64s(a, b), simd.sub_f64s(b, a));
        simd.add_f64s(sum, apart)
    }
}
