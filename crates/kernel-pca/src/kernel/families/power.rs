//! Power kernel k(i, j) = (Sˡ)ᵢⱼ of the nodes of a graph.

use super::{Family, L, MatrixRecipe, NODES, NodeKernel, Power, Python, S};

pub(super) const FAMILY: Family = Family {
    name: "power",
    title: "Power",
    title_in_text: "power kernel",
    help: "For graphs. Walks of exactly l steps between two nodes. An odd power may have negative \
           eigenvalues, an even one has none.",
    parameters: &[L],
    formula: &[S, Power(L)],
    make: Some(MatrixRecipe::Nodes(|kernel| NodeKernel::Power {
        length: kernel.get(L) as u32,
    })),
    is_positive: |kernel| (kernel.get(L) as u32).is_multiple_of(2),
    python: Python {
        import: None,
        arguments: None,
        matrix: "np.linalg.matrix_power(S, {power})",
    },
    ..NODES
};
