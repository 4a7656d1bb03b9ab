//! Cosine x·y/(‖x‖‖y‖), 0 where a norm is 0.

use super::{MetricSpec, inner};

pub(super) use super::inner::evaluate;

pub(super) const SPEC: MetricSpec = MetricSpec {
    name: "the cosine",
    reference: |x, y| {
        let inner = inner::SPEC.reference;
        inner(x, y) / (inner(x, x) * inner(y, y)).sqrt()
    },
    unit_rows: true,
    degree: 0,
    ..inner::SPEC
};
