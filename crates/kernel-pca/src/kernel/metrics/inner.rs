//! Inner product x·y.

use pulp::Simd;

use super::{Domain, FarPrecision, MetricForm, MetricPairs, MetricSpec, Real, Steepness, Term};

pub(super) const SPEC: MetricSpec = MetricSpec {
    name: "the inner product",
    reference: |x, y| x.iter().zip(y).map(|(a, b)| a * b).sum(),
    domain: Domain::AllValues,
    has_kinks: false,
    steepness: Steepness::AsLengths,
    far_off: FarPrecision::LosesDigits,
    unit_rows: false,
    degree: 2,
    form: MetricForm::InnerProduct,
    term: |x, z| [x * z, x],
};

pub(super) fn evaluate<R: Real>(pairs: MetricPairs<'_, R>) {
    pairs.add_up(Product);
}

/// Term a·b.
#[derive(Clone, Copy)]
pub(in crate::kernel) struct Product;

impl Term for Product {
    #[inline(always)]
    fn add<S: Simd>(self, simd: S, sum: S::f64s, a: S::f64s, b: S::f64s) -> S::f64s {
        simd.mul_add_e_f64s(a, b, sum)
    }
}
