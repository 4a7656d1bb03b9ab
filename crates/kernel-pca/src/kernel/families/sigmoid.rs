//! Sigmoid kernel k(x, y) = tanh(γ x·y + c₀).

use super::{
    BASE, Coef0, Factor, Family, Gamma, Kernel, KernelKind, Metric, Python, R, Response, Summand,
    Text,
};

pub(super) const FAMILY: Family = Family {
    name: "sigmoid",
    title: "Sigmoid",
    title_in_text: "sigmoid",
    help: "The tanh of the inner product, known from neural networks. Not positive definite, so \
           some eigenvalues may be negative.",
    remark: Some("not positive definite"),
    parameters: &[Gamma, Coef0],
    formula: &[
        Text("tanh("),
        Factor(Gamma),
        Text("x·y"),
        Summand(Coef0),
        Text(")"),
    ],
    metric: Metric::Inner,
    response: |kernel| Response::Tanh {
        gamma: kernel.get(Gamma),
        coef0: kernel.get(Coef0),
    },
    is_positive: |_| false,
    python: Python {
        import: Some("from sklearn.metrics.pairwise import pairwise_kernels"),
        arguments: Some("kernel=\"sigmoid\", gamma=gamma, coef0={coef0}"),
        matrix: "pairwise_kernels({rows}, metric=\"sigmoid\", gamma=gamma, coef0={coef0})",
    },
    r: Some(R {
        before: None,
        matrix: "tanh(gamma * tcrossprod({rows}, X) + {coef0})",
    }),
    ..BASE
};

impl Kernel {
    /// Sigmoid kernel tanh(γ x·y + c₀).
    #[must_use]
    pub const fn sigmoid(gamma: f64, coef0: f64) -> Self {
        Self::of(KernelKind::Sigmoid)
            .with(Gamma, gamma)
            .with(Coef0, coef0)
    }
}
