//! Sigmoid kernel: words, formula and code.

use super::{BASE, Coef0, Factor, Gamma, KernelEntry, Python, R, Summand, Text};

pub(super) const ENTRY: KernelEntry = KernelEntry {
    title: "Sigmoid",
    title_in_text: "sigmoid",
    help: "The tanh of the inner product, known from neural networks. Not positive definite, so \
           some eigenvalues may be negative.",
    remark: Some("not positive definite"),
    formula: &[
        Text("tanh("),
        Factor(Gamma),
        Text("x·y"),
        Summand(Coef0),
        Text(")"),
    ],
    python: Python {
        import: Some("from sklearn.metrics.pairwise import pairwise_kernels"),
        arguments: Some("kernel=\"sigmoid\", gamma=gamma, coef0={coef0}"),
        matrix: "pairwise_kernels({rows}, metric=\"sigmoid\", gamma=gamma, coef0={coef0})",
    },
    r: Some(R {
        before: &[],
        matrix: "tanh(gamma * tcrossprod({rows}, X) + {coef0})",
    }),
    ..BASE
};
