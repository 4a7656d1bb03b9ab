//! Polynomial kernel k(x, y) = (γ x·y + c₀)^degree.

use crate::{
    kernel::{
        Family,
        FormulaPiece::{Factor, Power, Summand, Text},
        Kernel, KernelKind,
        KernelParameter::{Coef0, Degree, Gamma},
        Metric, Python, R, Response,
    },
    objects::ObjectKind,
};

pub(super) const FAMILY: Family = Family {
    name: "poly",
    title: "Polynomial",
    title_in_text: "polynomial",
    help: "A power of the inner product. Components become polynomials in the features.",
    remark: None,
    parameters: &[Degree, Gamma, Coef0],
    formula: &[
        Text("("),
        Factor(Gamma),
        Text("x·y"),
        Summand(Coef0),
        Text(")"),
        Power(Degree),
    ],
    length_scale: None,
    takes: ObjectKind::Vectors,
    make: None,
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
