//! Isomap (Tenenbaum, de Silva and Langford 2000) as a method.

use super::{MethodSpec, RowForm, UNROLLED};

pub(super) const SPEC: MethodSpec = MethodSpec {
    name: "isomap",
    has_shares: true,
    takes: RowForm::Distances,
    ..UNROLLED
};
