//! Linear PCA as a method.

use super::{MethodFit, MethodSpec, RowForm};

pub(super) const SPEC: MethodSpec = MethodSpec {
    name: "pca",
    has_shares: true,
    uses_neighbors: false,
    projects: true,
    takes: RowForm::Scaled,
    fit: MethodFit::Linear,
};
