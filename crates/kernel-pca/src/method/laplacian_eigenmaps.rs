//! Laplacian eigenmaps (Belkin and Niyogi 2003) as a method.

use super::{MethodSpec, RowForm, UNROLLED};

pub(super) const SPEC: MethodSpec = MethodSpec {
    name: "laplacian-eigenmaps",
    takes: RowForm::Edges,
    ..UNROLLED
};
