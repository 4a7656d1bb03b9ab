//! Power kernel: words, formula and code.

use super::{KernelEntry, L, NODES, Power, Python, S};

pub(super) const ENTRY: KernelEntry = KernelEntry {
    title: "Power",
    title_in_text: "power kernel",
    help: "For graphs. Walks of exactly l steps between two nodes. An odd power may have negative \
           eigenvalues, an even one has none.",
    formula: &[S, Power(L)],
    python: Python {
        import: None,
        arguments: None,
        matrix: "np.linalg.matrix_power(S, {power})",
    },
    ..NODES
};
