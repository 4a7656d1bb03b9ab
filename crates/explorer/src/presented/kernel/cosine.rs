//! Cosine kernel: words, formula and code.

use super::{BASE, KernelEntry, Python, R, Text};

pub(super) const ENTRY: KernelEntry = KernelEntry {
    title: "Cosine",
    title_in_text: "cosine",
    help: "The angle between two rows, whatever their lengths. Used for counts such as words in \
           texts.",
    remark: Some("the cosine of the angle between x and y"),
    formula: &[Text("x·y / (‖x‖ ‖y‖)")],
    python: Python {
        import: Some("from sklearn.metrics.pairwise import pairwise_kernels"),
        arguments: Some("kernel=\"cosine\""),
        matrix: "pairwise_kernels({rows}, metric=\"cosine\")",
    },
    r: Some(R {
        before: &["unit <- function(x) x / pmax(sqrt(rowSums(x^2)), .Machine$double.xmin)"],
        matrix: "tcrossprod(unit({rows}), unit(X))",
    }),
    ..BASE
};
