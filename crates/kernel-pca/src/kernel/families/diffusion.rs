//! Diffusion kernel k(i, j) = exp(βS)ᵢⱼ of the nodes of a graph.

use super::{Beta, Family, MatrixRecipe, NODES, NodeKernel};

pub(super) const FAMILY: Family = Family {
    name: "diffusion",
    parameters: &[Beta],
    make: Some(MatrixRecipe::Nodes(|kernel| NodeKernel::Diffusion {
        beta: kernel.get(Beta),
    })),
    ..NODES
};
