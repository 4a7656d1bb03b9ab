//! Von Neumann kernel k(i, j) = ((I − βS)⁻¹)ᵢⱼ of the nodes of a graph.

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
    name: "von-neumann",
    title: "Von Neumann",
    title_in_text: "von Neumann kernel",
    help: "For graphs. Counts walks of every length between two nodes, each step weighing β: a small β sees \
           only neighbours. β stays below 1/λ of the largest eigenvalue of S, if that is above 0.",
    remark: Some(
        "an entry of this matrix, A the weights and D the degrees; Σ (βS)ˡ where β is below 1/|λ| of every eigenvalue",
    ),
    parameters: &[Beta],
    formula: &[Text("(I − "), Factor(Beta), S, Text(")⁻¹")],
    length_scale: None,
    takes: ObjectKind::Graph,
    make: Some(MatrixRecipe::Nodes(|kernel| NodeKernel::VonNeumann {
        beta: kernel.get(Beta),
    })),
    metric: Metric::Given,
    response: |_| Response::Linear { slope: 1.0 },
    is_positive: |_| true,
    python: Python {
        import: None,
        arguments: None,
        matrix: "np.linalg.inv(np.eye(len(S)) - {beta} * S)",
    },
    r: None,
};

impl Kernel {
    /// Von Neumann kernel (I − βS)⁻¹ of the nodes of a graph.
    #[must_use]
    pub const fn von_neumann(beta: f64, similarity: Similarity) -> Self {
        Self {
            similarity,
            ..Self::of(KernelKind::VonNeumann).with(Beta, beta)
        }
    }
}
