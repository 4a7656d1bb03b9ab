//! Linear kernel k(x, y) = x·y.

use crate::{
    kernel::{Family, FormulaPiece::Text, Kernel, KernelKind, Metric, Python, R, Response},
    objects::ObjectKind,
};

pub(super) const FAMILY: Family = Family {
    name: "linear",
    title: "Linear",
    title_in_text: "linear",
    help: "The inner product itself: kernel PCA is then linear PCA",
    remark: Some("the inner product: the same as linear PCA"),
    parameters: &[],
    formula: &[Text("x·y")],
    length_scale: None,
    takes: ObjectKind::Vectors,
    make: None,
    metric: Metric::CenteredInner,
    response: |_| Response::Linear { slope: 1.0 },
    is_positive: |_| true,
    python: Python {
        import: Some("from sklearn.metrics.pairwise import pairwise_kernels"),
        arguments: Some("kernel=\"linear\""),
        matrix: "pairwise_kernels({rows}, metric=\"linear\")",
    },
    r: Some(R {
        before: None,
        matrix: "tcrossprod({rows}, X)",
    }),
};

impl Kernel {
    /// Linear kernel x·y.
    #[must_use]
    pub const fn linear() -> Self {
        Self::of(KernelKind::Linear)
    }
}
