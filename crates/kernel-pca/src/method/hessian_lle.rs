//! Hessian locally linear embedding (Donoho and Grimes 2003) as a method.

use super::{MethodSpec, UNROLLED};

pub(super) const SPEC: MethodSpec = MethodSpec {
    name: "hessian-lle",
    ..UNROLLED
};
