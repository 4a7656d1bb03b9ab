//! Entries of a given matrix.

use super::{Domain, FarPrecision, MetricForm, MetricSpec};
use crate::kernel::{Real, points::MetricPairs};

pub(super) const SPEC: MetricSpec = MetricSpec {
    name: "the given entry",
    reference: |_, _| 0.0,
    domain: Domain::AllValues,
    has_kinks: false,
    far_off: FarPrecision::KeepsDigits,
    unit_rows: false,
    degree: 1,
    is_inner_product: false,
    form: MetricForm::Entry(|entry| entry),
    // Given entries do not depend on features, so their slopes are 0.
    term: |_, _| [0.0; 2],
    own_term: |_| [0.0; 2],
};

pub(super) fn evaluate<R: Real>(pairs: MetricPairs<'_, R>) {
    pairs.read(|entry| entry);
}
