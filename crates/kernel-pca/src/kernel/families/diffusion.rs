//! Diffusion kernel k(i, j) = exp(βS)ᵢⱼ of the nodes of a graph.

use super::{Beta, Factor, Family, MatrixRecipe, NODES, NodeKernel, Python, S, Text};

pub(super) const FAMILY: Family = Family {
    name: "diffusion",
    title: "Diffusion",
    title_in_text: "diffusion kernel",
    help: "For graphs. How much of a drop of heat at one node has reached another after the time β, so that \
           nodes with many short paths between them are similar.",
    parameters: &[Beta],
    formula: &[Text("exp("), Factor(Beta), S, Text(")")],
    make: Some(MatrixRecipe::Nodes(|kernel| NodeKernel::Diffusion {
        beta: kernel.get(Beta),
    })),
    python: Python {
        import: Some("from scipy.linalg import expm"),
        arguments: None,
        matrix: "expm({beta} * S)",
    },
    ..NODES
};
