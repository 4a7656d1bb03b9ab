//! Polynomial kernel: words, formula and code.

use super::{BASE, Coef0, Degree, Factor, Gamma, KernelEntry, Power, Python, R, Summand, Text};

pub(super) const ENTRY: KernelEntry = KernelEntry {
    title: "Polynomial",
    title_in_text: "polynomial",
    help: "A power of the inner product. Components become polynomials in the features.",
    formula: &[
        Text("("),
        Factor(Gamma),
        Text("x·y"),
        Summand(Coef0),
        Text(")"),
        Power(Degree),
    ],
    python: Python {
        import: Some("from sklearn.metrics.pairwise import pairwise_kernels"),
        arguments: Some("kernel=\"poly\", gamma=gamma, degree={degree}, coef0={coef0}"),
        matrix: "pairwise_kernels({rows}, metric=\"poly\", gamma=gamma, degree={degree}, coef0={coef0})",
    },
    r: Some(R {
        before: &[],
        matrix: "kernelMatrix(polydot(degree = {degree}, scale = gamma, offset = {coef0}), {rows}, X)@.Data",
    }),
    ..BASE
};
