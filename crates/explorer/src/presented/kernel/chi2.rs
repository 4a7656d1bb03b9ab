//! χ² kernel: words, formula and code.

use super::{BASE, Factor, Gamma, KernelEntry, Python, R, Text};

pub(super) const ENTRY: KernelEntry = KernelEntry {
    title: "χ²",
    title_in_text: "χ²",
    help: "Compares counts and histograms: a difference counts less where both numbers are large. \
           Takes no negative values, so leave the scaling off.",
    remark: Some("Σ over the features, which must not be negative"),
    formula: &[Text("exp(−"), Factor(Gamma), Text("Σ (x − y)² / (x + y))")],
    python: Python {
        import: Some("from sklearn.metrics.pairwise import chi2_kernel"),
        arguments: None,
        matrix: "chi2_kernel({rows}, gamma=gamma)",
    },
    r: Some(R {
        before: &[
            "chi2 <- function(x) apply(X, 1, function(y) {\n  x <- t(x)\n  colSums(ifelse(x + y > 0, (x - y)^2 / (x + y), 0))\n})",
        ],
        matrix: "exp(-gamma * chi2({rows}))",
    }),
    ..BASE
};
