//! Inner product (x − x̄)·(y − x̄) of centred points, which leaves the centred kernel matrix of x·y as it is.

use super::{FarPrecision, Metric, MetricSpec, inner};

pub(super) use super::inner::evaluate;

pub(super) const SPEC: MetricSpec = MetricSpec {
    name: "the inner product of centred points",
    far_off: FarPrecision::MovesToMean {
        unmoved: Metric::Inner,
    },
    ..inner::SPEC
};
