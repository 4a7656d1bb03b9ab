//! Diffusion kernel k(i, j) = exp(βS)ᵢⱼ of the nodes of a graph.

use crate::{
    kernel::{
        Family,
        FormulaPiece::{Factor, Similarity as S, Text},
        Kernel, KernelKind,
        KernelParameter::Beta,
        MatrixRecipe, Metric, NodeKernel, Python, Response, Similarity,
    },
    objects::ObjectKind,
};

pub(super) const FAMILY: Family = Family {
    name: "diffusion",
    title: "Diffusion",
    title_in_text: "diffusion kernel",
    help: "For graphs. How much of a drop of heat at one node has reached another after the time β, so that \
           nodes with many short paths between them are similar.",
    remark: Some("an entry of this matrix, A the weights and D the degrees"),
    parameters: &[Beta],
    formula: &[Text("exp("), Factor(Beta), S, Text(")")],
    length_scale: None,
    takes: ObjectKind::Graph,
    make: Some(MatrixRecipe::Nodes(|kernel| NodeKernel::Diffusion {
        beta: kernel.get(Beta),
    })),
    metric: Metric::Given,
    response: |_| Response::Linear { slope: 1.0 },
    is_positive: |_| true,
    python: Python {
        import: Some("from scipy.linalg import expm"),
        arguments: None,
        matrix: "expm({beta} * S)",
    },
    r: None,
};

impl Kernel {
    /// Diffusion kernel exp(βS) of the nodes of a graph.
    #[must_use]
    pub const fn diffusion(beta: f64, similarity: Similarity) -> Self {
        Self {
            similarity,
            ..Self::of(KernelKind::Diffusion).with(Beta, beta)
        }
    }
}
