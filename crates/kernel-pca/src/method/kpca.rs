//! Kernel PCA (Schölkopf, Smola and Müller 1998) as a method: its words.

use super::{MethodFit, MethodSpec, RowForm};

pub(super) const SPEC: MethodSpec = MethodSpec {
    name: "kpca",
    title: "Kernel PCA",
    title_in_text: "kernel PCA",
    component: "kernel PC",
    prefix: "",
    about: "The data as the kernel sees them, turned likewise. Groups that bend around \
            each other in the input may lie side by side here.",
    eigenvalue_scale: "of the centred kernel matrix",
    has_shares: true,
    uses_neighbors: false,
    projects: true,
    takes: RowForm::Compared,
    python: None,
    fit: MethodFit::Kernel,
};
