//! Linear PCA: words, colours and Python.

use super::{BACKGROUND, EigenvalueSense, MethodEntry};

pub(super) const ENTRY: MethodEntry = MethodEntry {
    title: "Linear PCA",
    title_in_text: "linear PCA",
    component: "PC",
    prefix: "pca_",
    about: "The data turned so that they spread most along the first axis. A rotation \
            keeps distances and cannot unbend anything.",
    eigenvalue_scale: "variance, divisor n",
    eigenvalue: EigenvalueSense::Variance,
    colors: BACKGROUND,
    python: None,
};
