//! Polynomial kernel k(x, y) = (γ x·y + c₀)^degree.

use super::{
    BASE, Coef0, Degree, Factor, Family, Gamma, Kernel, KernelKind, Metric, Power, Python, R,
    Response, Summand, Text,
};

pub(super) const FAMILY: Family = Family {
    name: "poly",
    title: "Polynomial",
    title_in_text: "polynomial",
    help: "A power of the inner product. Components become polynomials in the features.",
    parameters: &[Degree, Gamma, Coef0],
    formula: &[
        Text("("),
        Factor(Gamma),
        Text("x·y"),
        Summand(Coef0),
        Text(")"),
        Power(Degree),
    ],
    metric: Metric::Inner,
    response: |kernel| Response::Power {
        gamma: kernel.get(Gamma),
        degree: kernel.get(Degree) as u32,
        coef0: kernel.get(Coef0),
    },
    is_positive: |kernel| kernel.get(Coef0) >= 0.0,
    python: Python {
        import: Some("from sklearn.metrics.pairwise import pairwise_kernels"),
        arguments: Some("kernel=\"poly\", gamma=gamma, degree={degree}, coef0={coef0}"),
        matrix: "pairwise_kernels({rows}, metric=\"poly\", gamma=gamma, degree={degree}, coef0={coef0})",
    },
    r: Some(R {
        before: None,
        matrix: "kernelMatrix(polydot(degree = {degree}, scale = gamma, offset = {coef0}), {rows}, X)@.Data",
    }),
    ..BASE
};

impl Kernel {
    /// Polynomial kernel (γ x·y + c₀)^degree.
    #[must_use]
    pub const fn poly(gamma: f64, degree: u32, coef0: f64) -> Self {
        Self::of(KernelKind::Poly)
            .with(Gamma, gamma)
            .with(Degree, degree as f64)
            .with(Coef0, coef0)
    }
}
