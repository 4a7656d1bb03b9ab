//! Diffusion kernel: words, formula and code.

use super::{Beta, Factor, KernelEntry, NODES, Python, S, Text};

pub(super) const ENTRY: KernelEntry = KernelEntry {
    title: "Diffusion",
    title_in_text: "diffusion kernel",
    help: "For graphs. How much of a drop of heat at one node has reached another after the time β, so that \
           nodes with many short paths between them are similar.",
    formula: &[Text("exp("), Factor(Beta), S, Text(")")],
    python: Python {
        import: Some("from scipy.linalg import expm"),
        arguments: None,
        matrix: "expm({beta} * S)",
    },
    ..NODES
};
