//! Von Neumann kernel k(i, j) = ((I − βS)⁻¹)ᵢⱼ of the nodes of a graph.

use super::{Beta, Family, MatrixRecipe, NODES, NodeKernel};

pub(super) const FAMILY: Family = Family {
    name: "von-neumann",
    parameters: &[Beta],
    make: Some(MatrixRecipe::Nodes(|kernel| NodeKernel::VonNeumann {
        beta: kernel.get(Beta),
    })),
    ..NODES
};
