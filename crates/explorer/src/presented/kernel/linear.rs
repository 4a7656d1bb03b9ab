//! Linear kernel: words, formula and code.

use super::{BASE, KernelEntry, Python, R, Text};

pub(super) const ENTRY: KernelEntry = KernelEntry {
    title: "Linear",
    title_in_text: "linear",
    help: "The inner product itself: kernel PCA is then linear PCA",
    remark: Some("the inner product: the same as linear PCA"),
    formula: &[Text("x·y")],
    python: Python {
        import: Some("from sklearn.metrics.pairwise import pairwise_kernels"),
        arguments: Some("kernel=\"linear\""),
        matrix: "pairwise_kernels({rows}, metric=\"linear\")",
    },
    r: Some(R {
        before: &[],
        matrix: "tcrossprod({rows}, X)",
    }),
    ..BASE
};
