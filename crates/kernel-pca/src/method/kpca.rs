//! Kernel PCA (Schölkopf, Smola and Müller 1998) as a method.

use super::{MethodFit, MethodSpec, RowForm};

pub(super) const SPEC: MethodSpec = MethodSpec {
    name: "kpca",
    has_shares: true,
    uses_neighbors: false,
    projects: true,
    takes: RowForm::Compared,
    fit: MethodFit::Kernel,
};
