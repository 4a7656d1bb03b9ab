//! Kernel k(x, y) = K(x, y), read off a given matrix.

use super::{BASE, Family, GivenQuantity, Kernel, KernelKind, ObjectKind, Python, Text};

pub(super) const FAMILY: Family = Family {
    name: "precomputed",
    title: "Given matrix",
    title_in_text: "given kernel",
    help: "The file is the kernel matrix itself, n × n: nothing is computed from features. A column \
           of texts beside it is the label.",
    remark: Some("an entry of the file"),
    formula: &[Text("K(x, y)")],
    takes: ObjectKind::Matrix(GivenQuantity::KernelValues),
    is_positive: |kernel| kernel.positive,
    python: Python {
        import: None,
        arguments: None,
        matrix: "X",
    },
    ..BASE
};

impl Kernel {
    /// Kernel whose values are the entries of a given matrix.
    #[must_use]
    pub const fn precomputed() -> Self {
        Self::of(KernelKind::Precomputed)
    }

    /// Kernel of a given matrix; `positive` says whether it is known to be positive semidefinite.
    pub(crate) const fn of_matrix(positive: bool) -> Self {
        Self {
            positive,
            ..Self::precomputed()
        }
    }
}
