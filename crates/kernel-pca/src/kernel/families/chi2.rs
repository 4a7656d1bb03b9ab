//! χ² kernel k(x, y) = exp(−γ Σ (xⱼ−yⱼ)²/(xⱼ+yⱼ)), of data without negative values.

use super::{BASE, Factor, Family, Gamma, Kernel, KernelKind, Metric, Python, R, Response, Text};

pub(super) const FAMILY: Family = Family {
    name: "chi2",
    title: "χ²",
    title_in_text: "χ²",
    help: "Compares counts and histograms: a difference counts less where both numbers are large. \
           Takes no negative values, so leave the scaling off.",
    remark: Some("Σ over the features, which must not be negative"),
    parameters: &[Gamma],
    formula: &[Text("exp(−"), Factor(Gamma), Text("Σ (x − y)² / (x + y))")],
    metric: Metric::ChiSquared,
    response: |kernel| Response::Exp {
        gamma: kernel.get(Gamma),
    },
    python: Python {
        import: Some("from sklearn.metrics.pairwise import chi2_kernel"),
        arguments: None,
        matrix: "chi2_kernel({rows}, gamma=gamma)",
    },
    r: Some(R {
        before: Some(
            "chi2 <- function(x) apply(X, 1, function(y) {\n  x <- t(x)\n  colSums(ifelse(x + y > 0, (x - y)^2 / (x + y), 0))\n})",
        ),
        matrix: "exp(-gamma * chi2({rows}))",
    }),
    ..BASE
};

impl Kernel {
    /// χ² kernel exp(−γ Σ (xⱼ−yⱼ)²/(xⱼ+yⱼ)), of data without negative values.
    #[must_use]
    pub const fn chi2(gamma: f64) -> Self {
        Self::of(KernelKind::Chi2).with(Gamma, gamma)
    }
}
