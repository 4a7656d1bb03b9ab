//! Power kernel k(i, j) = (Sˡ)ᵢⱼ of the nodes of a graph.

use super::{Family, L, MatrixRecipe, NODES, NodeKernel};

pub(super) const FAMILY: Family = Family {
    name: "power",
    parameters: &[L],
    make: Some(MatrixRecipe::Nodes(|kernel| NodeKernel::Power {
        length: kernel.get(L) as u32,
    })),
    is_positive: |kernel| (kernel.get(L) as u32).is_multiple_of(2),
    ..NODES
};
