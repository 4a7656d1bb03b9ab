//! Laplacian kernel: words, formula and code.

use super::{BASE, Factor, Gamma, KernelEntry, Python, R, Text};

pub(super) const ENTRY: KernelEntry = KernelEntry {
    title: "Laplacian",
    title_in_text: "Laplacian",
    help: "Fades with the sum of the coordinate differences. It has a sharp peak, so it follows \
           finer detail than RBF.",
    formula: &[Text("exp(−"), Factor(Gamma), Text("‖x − y‖₁)")],
    python: Python {
        import: Some("from sklearn.metrics.pairwise import pairwise_kernels"),
        // KernelPCA's `kernel` argument does not take this name.
        arguments: None,
        matrix: "pairwise_kernels({rows}, metric=\"laplacian\", gamma=gamma)",
    },
    r: Some(R {
        before: &[
            "# kernlab's laplacedot takes the Euclidean distance, this kernel the sum of moduli",
        ],
        matrix: "exp(-gamma * apply(X, 1, function(x) colSums(abs(t({rows}) - x))))",
    }),
    ..BASE
};
