//! Rational quadratic kernel: words, formula and code.

use super::{BASE, Factor, Gamma, KernelEntry, Python, R, SQUARED, Shape, Text, Value};

pub(super) const ENTRY: KernelEntry = KernelEntry {
    title: "Rational quadratic",
    title_in_text: "rational quadratic",
    help: "RBF kernels of many widths at once: near points are told apart, and distant points keep some \
           similarity. With a large a it is RBF.",
    formula: &[
        Text("(1 + "),
        Factor(Gamma),
        Text("‖x − y‖² / "),
        Value(Shape),
        Text(")^(−"),
        Value(Shape),
        Text(")"),
    ],
    length_scale: Some("l"),
    python: Python {
        import: Some("from sklearn.gaussian_process.kernels import RationalQuadratic"),
        arguments: None,
        matrix: "RationalQuadratic(length_scale=1 / np.sqrt(2 * gamma), alpha={shape})({rows})",
    },
    r: Some(R {
        before: &[SQUARED],
        matrix: "(1 + gamma * squared({rows}) / {shape})^-{shape}",
    }),
    ..BASE
};
