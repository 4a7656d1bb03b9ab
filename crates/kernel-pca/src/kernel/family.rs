//! Description of a kernel family: name, parameters, metric and response. Each file of [`families`](super::families)
//! holds one.

use super::{Kernel, KernelParameter, Metric, NodeKernel, Response, SpectrumKernel};
use crate::objects::ObjectKind;

/// Kernel family, apart from the values of its parameters. Nothing else in the engine distinguishes kernels by name.
pub struct Family {
    /// Name in flags, files and reports; scikit-learn's where it has the kernel.
    pub name: &'static str,
    /// Parameters of the formula, in the order of labels.
    pub parameters: &'static [KernelParameter],
    /// Kind of object that the kernel compares.
    pub takes: ObjectKind,
    /// Recipe for the kernel matrix of strings or nodes, which is then treated as a given matrix; `None` for
    /// vectors and given matrices.
    pub make: Option<MatrixRecipe>,
    /// Quantity of two points (inner product, squared distance, …) that the kernel is a function of.
    pub(crate) metric: Metric,
    /// Function that returns the response of a kernel with its parameters: the kernel's value as a function of the
    /// metric's.
    pub(crate) response: fn(&Kernel) -> Response,
    /// Function that returns true where every kernel matrix with the kernel's parameters is positive semidefinite.
    pub(crate) is_positive: fn(&Kernel) -> bool,
}

/// Recipe for the kernel matrix of objects that are no vectors.
#[derive(Clone, Copy)]
pub enum MatrixRecipe {
    Strings(fn(&Kernel) -> SpectrumKernel),
    /// Kernel of the nodes of a graph, from the eigenvectors of their similarities.
    Nodes(fn(&Kernel) -> NodeKernel),
}
