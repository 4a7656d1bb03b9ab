//! Linear PCA as a method: its words.

use super::{MethodFit, MethodSpec, RowForm};

pub(super) const SPEC: MethodSpec = MethodSpec {
    name: "pca",
    title: "Linear PCA",
    title_in_text: "linear PCA",
    component: "PC",
    prefix: "pca_",
    about: "The data turned so that they spread most along the first axis. A rotation \
            keeps distances and cannot unbend anything.",
    eigenvalue_scale: "variance, divisor n",
    has_shares: true,
    uses_neighbors: false,
    projects: true,
    takes: RowForm::Scaled,
    python: None,
    fit: MethodFit::Linear,
};
