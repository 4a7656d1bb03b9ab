//! Squares of the entries of a given matrix.

use super::{MetricForm, MetricPairs, MetricSpec, Real, given};

pub(super) const SPEC: MetricSpec = MetricSpec {
    name: "the square of the given entry",
    degree: 2,
    form: MetricForm::Entry(|entry| entry * entry),
    ..given::SPEC
};

pub(super) fn evaluate<R: Real>(pairs: MetricPairs<'_, R>) {
    pairs.read(|entry| entry * entry);
}
