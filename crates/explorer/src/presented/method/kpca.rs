//! Kernel PCA: words, colours and Python.

use super::{EigenvalueSense, MethodEntry};

pub(super) const ENTRY: MethodEntry = MethodEntry {
    title: "Kernel PCA",
    title_in_text: "kernel PCA",
    component: "kernel PC",
    prefix: "",
    about: "The data as the kernel sees them, turned likewise. Groups that bend around \
            each other in the input may lie side by side here.",
    eigenvalue_scale: "of the centred kernel matrix",
    eigenvalue: EigenvalueSense::SquaredLength,
    colors: [[0x5A, 0x2F, 0xD0], [0x8F, 0x6B, 0xFF]],
    python: None,
};
