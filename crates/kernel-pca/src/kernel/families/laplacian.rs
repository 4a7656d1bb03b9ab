//! Laplacian kernel k(x, y) = exp(−γ‖x−y‖₁).

use super::{BASE, Factor, Family, Gamma, Kernel, KernelKind, Metric, Python, R, Response, Text};

pub(super) const FAMILY: Family = Family {
    name: "laplacian",
    title: "Laplacian",
    title_in_text: "Laplacian",
    help: "Fades with the sum of the coordinate differences. It has a sharp peak, so it follows \
           finer detail than RBF.",
    parameters: &[Gamma],
    formula: &[Text("exp(−"), Factor(Gamma), Text("‖x − y‖₁)")],
    metric: Metric::L1,
    response: |kernel| Response::Exp {
        gamma: kernel.get(Gamma),
    },
    python: Python {
        import: Some("from sklearn.metrics.pairwise import pairwise_kernels"),
        // KernelPCA's `kernel` argument does not take this name.
        arguments: None,
        matrix: "pairwise_kernels({rows}, metric=\"laplacian\", gamma=gamma)",
    },
    r: Some(R {
        before: Some(
            "# kernlab's laplacedot takes the Euclidean distance, this kernel the sum of moduli",
        ),
        matrix: "exp(-gamma * apply(X, 1, function(x) colSums(abs(t({rows}) - x))))",
    }),
    ..BASE
};

impl Kernel {
    /// Laplacian kernel exp(−γ‖x−y‖₁).
    #[must_use]
    pub const fn laplacian(gamma: f64) -> Self {
        Self::of(KernelKind::Laplacian).with(Gamma, gamma)
    }
}
