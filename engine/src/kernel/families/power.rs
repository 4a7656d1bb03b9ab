//! Power kernel k(i, j) = (Sˡ)ᵢⱼ of the nodes of a graph.

use crate::{
    kernel::{
        Family,
        FormulaPiece::{Power, Similarity as S},
        Kernel, KernelKind,
        KernelParameter::Power as L,
        MatrixRecipe, Metric, NodeKernel, Python, Response, Similarity,
    },
    objects::ObjectKind,
};

pub(super) const FAMILY: Family = Family {
    name: "power",
    title: "Power",
    title_in_text: "power kernel",
    help: "For graphs. Walks of exactly l steps between two nodes. An odd power may have negative \
           eigenvalues, an even one has none.",
    remark: Some("an entry of this matrix, A the weights and D the degrees"),
    parameters: &[L],
    formula: &[S, Power(L)],
    length_scale: None,
    takes: ObjectKind::Graph,
    make: Some(MatrixRecipe::Nodes(|kernel| NodeKernel::Power {
        length: kernel.get(L) as u32,
    })),
    metric: Metric::Given,
    response: |_| Response::Linear { slope: 1.0 },
    is_positive: |kernel| (kernel.get(L) as u32).is_multiple_of(2),
    python: Python {
        import: None,
        arguments: None,
        matrix: "np.linalg.matrix_power(S, {power})",
    },
    r: None,
};

impl Kernel {
    /// Power kernel Sˡ of the nodes of a graph.
    #[must_use]
    pub const fn power(power: u32, similarity: Similarity) -> Self {
        Self {
            similarity,
            ..Self::of(KernelKind::Power).with(L, power as f64)
        }
    }
}
