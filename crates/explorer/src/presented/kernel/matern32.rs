//! Matérn 3/2 kernel: words, formula and code.

use super::{BASE, Factor, Gamma, KernelEntry, Python, R, SQUARED, Text};

pub(super) const ENTRY: KernelEntry = KernelEntry {
    title: "Matérn 3/2",
    title_in_text: "Matérn 3/2",
    help: "Like RBF but rougher: as a covariance it belongs to functions that can be differentiated once.",
    formula: &[
        Text("(1 + s) exp(−s), s² = 6 · "),
        Factor(Gamma),
        Text("‖x − y‖²"),
    ],
    length_scale: Some("l"),
    python: Python {
        import: Some("from sklearn.gaussian_process.kernels import Matern"),
        arguments: None,
        matrix: "Matern(length_scale=1 / np.sqrt(2 * gamma), nu=1.5)({rows})",
    },
    r: Some(R {
        before: &[SQUARED, "s <- function(x) sqrt(6 * gamma * squared(x))"],
        matrix: "(1 + s({rows})) * exp(-s({rows}))",
    }),
    ..BASE
};
