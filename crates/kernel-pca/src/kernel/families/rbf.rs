//! Gaussian (RBF) kernel k(x, y) = exp(−γ‖x−y‖²).

use super::{BASE, Factor, Family, Gamma, Kernel, KernelKind, Metric, Python, R, Response, Text};

pub(super) const FAMILY: Family = Family {
    name: "rbf",
    title: "RBF",
    title_in_text: "RBF",
    help: "A bell curve of the distance: near points are similar, far ones are not. The usual first \
           choice for clusters and curves.",
    parameters: &[Gamma],
    formula: &[Text("exp(−"), Factor(Gamma), Text("‖x − y‖²)")],
    length_scale: Some("σ"),
    metric: Metric::SquaredEuclidean,
    response: |kernel| Response::Exp {
        gamma: kernel.get(Gamma),
    },
    python: Python {
        import: Some("from sklearn.metrics.pairwise import pairwise_kernels"),
        arguments: Some("kernel=\"rbf\", gamma=gamma"),
        matrix: "pairwise_kernels({rows}, metric=\"rbf\", gamma=gamma)",
    },
    r: Some(R {
        before: Some("# kernlab's sigma is γ; the Gaussian's width is 1/√(2γ) = {width}"),
        matrix: "kernelMatrix(rbfdot(sigma = gamma), {rows}, X)@.Data",
    }),
    ..BASE
};

impl Kernel {
    /// Gaussian (RBF) kernel exp(−γ‖x−y‖²).
    #[must_use]
    pub const fn rbf(gamma: f64) -> Self {
        Self::of(KernelKind::Rbf).with(Gamma, gamma)
    }
}
