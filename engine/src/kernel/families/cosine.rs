//! Cosine kernel k(x, y) = x·y/(‖x‖‖y‖), 0 for a zero row.

use crate::{
    kernel::{Family, FormulaPiece::Text, Kernel, KernelKind, Metric, Python, R, Response},
    objects::ObjectKind,
};

pub(super) const FAMILY: Family = Family {
    name: "cosine",
    title: "Cosine",
    title_in_text: "cosine",
    help: "The angle between two rows, whatever their lengths. Used for counts such as words in \
           texts.",
    remark: Some("the cosine of the angle between x and y"),
    parameters: &[],
    formula: &[Text("x·y / (‖x‖ ‖y‖)")],
    length_scale: None,
    takes: ObjectKind::Vectors,
    make: None,
    metric: Metric::Cosine,
    response: |_| Response::Linear { slope: 1.0 },
    is_positive: |_| true,
    python: Python {
        import: Some("from sklearn.metrics.pairwise import pairwise_kernels"),
        arguments: Some("kernel=\"cosine\""),
        matrix: "pairwise_kernels({rows}, metric=\"cosine\")",
    },
    r: Some(R {
        before: Some("unit <- function(x) x / pmax(sqrt(rowSums(x^2)), .Machine$double.xmin)"),
        matrix: "tcrossprod(unit({rows}), unit(X))",
    }),
};

impl Kernel {
    /// Cosine kernel x·y/(‖x‖‖y‖), 0 for a zero row.
    #[must_use]
    pub const fn cosine() -> Self {
        Self::of(KernelKind::Cosine)
    }
}
