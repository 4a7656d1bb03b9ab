//! Gaussian (RBF) kernel: words, formula and code.

use super::{BASE, Factor, Gamma, KernelEntry, Python, R, SQUARED, Text};

pub(super) const ENTRY: KernelEntry = KernelEntry {
    title: "RBF",
    title_in_text: "RBF",
    help: "A bell curve of the distance: near points are similar, far ones are not. The usual first \
           choice for clusters and curves.",
    formula: &[Text("exp(−"), Factor(Gamma), Text("‖x − y‖²)")],
    length_scale: Some("σ"),
    python: Python {
        import: Some("from sklearn.metrics.pairwise import pairwise_kernels"),
        arguments: Some("kernel=\"rbf\", gamma=gamma"),
        matrix: "pairwise_kernels({rows}, metric=\"rbf\", gamma=gamma)",
    },
    r: Some(R {
        before: &[
            "# rbfdot(sigma = gamma) by differences: kernlab's squares lose digits far from 0",
            "# the Gaussian's width is 1/√(2γ) = {width}",
            SQUARED,
        ],
        matrix: "exp(-gamma * squared({rows}))",
    }),
    ..BASE
};
