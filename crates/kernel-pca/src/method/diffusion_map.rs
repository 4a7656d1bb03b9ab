//! Diffusion maps (Coifman and Lafon 2006) as a method.

use super::{MethodSpec, UNROLLED};

pub(super) const SPEC: MethodSpec = MethodSpec {
    name: "diffusion-map",
    uses_neighbors: false,
    ..UNROLLED
};
