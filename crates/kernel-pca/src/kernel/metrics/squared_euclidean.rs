//! Squared Euclidean distance ‖x − y‖².

use pulp::Simd;

use super::{Domain, FarPrecision, MetricForm, MetricPairs, MetricSpec, Real, Steepness, Term};

pub(super) const SPEC: MetricSpec = MetricSpec {
    name: "the squared Euclidean distance",
    reference: |x, y| x.iter().zip(y).map(|(a, b)| (a - b) * (a - b)).sum(),
    domain: Domain::AllValues,
    has_kinks: false,
    steepness: Steepness::AsLengths,
    far_off: FarPrecision::KeepsDigits,
    unit_rows: false,
    degree: 2,
    form: MetricForm::Distance,
    term: |x, z| {
        let apart = z - x;
        [apart * apart, 2.0 * apart]
    },
};

pub(super) fn evaluate<R: Real>(pairs: MetricPairs<'_, R>) {
    pairs.add_up(SquaredDifference);
}

/// Term (a − b)².
#[derive(Clone, Copy)]
struct SquaredDifference;

impl Term for SquaredDifference {
    #[inline(always)]
    fn add<S: Simd>(self, simd: S, sum: S::f64s, a: S::f64s, b: S::f64s) -> S::f64s {
        let difference = simd.sub_f64s(a, b);
        simd.mul_add_e_f64s(difference, difference, sum)
    }
}
