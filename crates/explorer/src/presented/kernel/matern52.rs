//! Matérn 5/2 kernel: words, formula and code.

use super::{BASE, Factor, Gamma, KernelEntry, Python, R, SQUARED, Text};

pub(super) const ENTRY: KernelEntry = KernelEntry {
    title: "Matérn 5/2",
    title_in_text: "Matérn 5/2",
    help: "Between Matérn 3/2 and RBF: as a covariance it belongs to functions that can be differentiated twice.",
    formula: &[
        Text("(1 + s + s²/3) exp(−s), s² = 10 · "),
        Factor(Gamma),
        Text("‖x − y‖²"),
    ],
    length_scale: Some("l"),
    python: Python {
        import: Some("from sklearn.gaussian_process.kernels import Matern"),
        arguments: None,
        matrix: "Matern(length_scale=1 / np.sqrt(2 * gamma), nu=2.5)({rows})",
    },
    r: Some(R {
        before: &[SQUARED, "s <- function(x) sqrt(10 * gamma * squared(x))"],
        matrix: "(1 + s({rows}) + s({rows})^2 / 3) * exp(-s({rows}))",
    }),
    ..BASE
};
