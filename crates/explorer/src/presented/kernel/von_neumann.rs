//! Von Neumann kernel: words, formula and code.

use super::{Beta, Factor, KernelEntry, NODES, Python, S, Text};

pub(super) const ENTRY: KernelEntry = KernelEntry {
    title: "Von Neumann",
    title_in_text: "von Neumann kernel",
    help: "For graphs. Counts walks of every length between two nodes, each step weighing β: a small β sees \
           only neighbours. β stays below 1/λ of the largest eigenvalue of S, if that is above 0.",
    remark: Some(
        "an entry of this matrix, A the weights and D the degrees; Σ (βS)ˡ where β is below 1/|λ| of every eigenvalue",
    ),
    formula: &[Text("(I − "), Factor(Beta), S, Text(")⁻¹")],
    python: Python {
        import: None,
        arguments: None,
        matrix: "np.linalg.inv(np.eye(len(S)) - {beta} * S)",
    },
    ..NODES
};
