//! Kernel k(x, y) = K(x, y), read off a given matrix.

use crate::{
    kernel::{Family, FormulaPiece::Text, Kernel, KernelKind, Metric, Python, Response},
    objects::{GivenQuantity, ObjectKind},
};

pub(super) const FAMILY: Family = Family {
    name: "precomputed",
    title: "Given matrix",
    title_in_text: "given kernel",
    help: "The file is the kernel matrix itself, n × n: nothing is computed from features. A column \
           of texts beside it is the label.",
    remark: Some("an entry of the file"),
    parameters: &[],
    formula: &[Text("K(x, y)")],
    length_scale: None,
    takes: ObjectKind::Matrix(GivenQuantity::KernelValues),
    make: None,
    metric: Metric::Given,
    response: |_| Response::Linear { slope: 1.0 },
    is_positive: |kernel| kernel.positive,
    python: Python {
        import: None,
        arguments: None,
        matrix: "X",
    },
    r: None,
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
