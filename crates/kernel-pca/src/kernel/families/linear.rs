//! Linear kernel k(x, y) = x·y.

use super::{BASE, Family, Kernel, KernelKind, Metric, Python, R, Text};

pub(super) const FAMILY: Family = Family {
    name: "linear",
    title: "Linear",
    title_in_text: "linear",
    help: "The inner product itself: kernel PCA is then linear PCA",
    remark: Some("the inner product: the same as linear PCA"),
    formula: &[Text("x·y")],
    metric: Metric::CenteredInner,
    python: Python {
        import: Some("from sklearn.metrics.pairwise import pairwise_kernels"),
        arguments: Some("kernel=\"linear\""),
        matrix: "pairwise_kernels({rows}, metric=\"linear\")",
    },
    r: Some(R {
        before: None,
        matrix: "tcrossprod({rows}, X)",
    }),
    ..BASE
};

impl Kernel {
    /// Linear kernel x·y.
    #[must_use]
    pub const fn linear() -> Self {
        Self::of(KernelKind::Linear)
    }
}
