//! Description of a kernel, one value each in the files of [`families`](super::families).

use super::{Kernel, KernelParameter, Metric, NodeKernel, Response, SpectrumKernel};
use crate::objects::ObjectKind;

/// Piece of a kernel's formula.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FormulaPiece {
    Text(&'static str),
    /// Factor before the piece that it multiplies; nothing where it is 1.
    Factor(KernelParameter),
    /// Summand with its sign; nothing where it is 0.
    Summand(KernelParameter),
    /// Exponent of the piece before it; nothing where it is 1.
    Power(KernelParameter),
    Value(KernelParameter),
    /// Matrix of similarities of a graph's nodes, as it is made of their weights.
    Similarity,
    /// Choice between substrings of one length and of all lengths up to it.
    Lengths,
}

/// Kernel, apart from the values of its parameters. Menus, help, formulas, reports, scripts and the engine read
/// it; there is no other place that knows one kernel from another by name.
pub struct Family {
    /// Name in flags, files and reports, as scikit-learn has it where it does.
    pub name: &'static str,
    /// Name on the screen.
    pub title: &'static str,
    /// Name inside a sentence.
    pub title_in_text: &'static str,
    /// Sentence or two on what the kernel does and is good for.
    pub help: &'static str,
    /// Remark that stands below the formula.
    pub remark: Option<&'static str>,
    /// Parameters of the formula, in the order in which a label names them.
    pub parameters: &'static [KernelParameter],
    /// Formula of k(x, y), piece by piece.
    pub formula: &'static [FormulaPiece],
    /// Symbol of 1/√(2γ), where that is the distance over which the kernel fades.
    pub length_scale: Option<&'static str>,
    /// Kind of object that the kernel compares.
    pub takes: ObjectKind,
    /// Recipe for the kernel matrix of strings or nodes; the result is then treated as a given matrix. `None`
    /// for vectors and given matrices.
    pub make: Option<MatrixRecipe>,
    /// Quantity of two points (inner product, squared distance, …) that the kernel is a function of.
    pub(crate) metric: Metric,
    /// Function of that quantity, for a kernel with its parameters.
    pub(crate) response: fn(&Kernel) -> Response,
    /// Returns whether every kernel matrix with these parameters is positive semidefinite.
    pub(crate) is_positive: fn(&Kernel) -> bool,
    /// Python code of the kernel.
    pub python: Python,
    /// R code; `None` for a kernel of objects whose matrix R reads from a file.
    pub r: Option<R>,
}

/// Recipe for the kernel matrix of objects that are no vectors.
#[derive(Clone, Copy)]
pub enum MatrixRecipe {
    Strings(fn(&Kernel) -> SpectrumKernel),
    /// Kernel of the nodes of a graph, from the eigenvectors of their similarities.
    Nodes(fn(&Kernel) -> NodeKernel),
}

/// Python code for a kernel; `gamma` is a variable, `{degree}`, `{coef0}` and `{shape}` are replaced by their
/// values.
pub struct Python {
    /// Line that imports the functions used; `None` where none are.
    pub import: Option<&'static str>,
    /// Arguments with which scikit-learn's `KernelPCA` evaluates the kernel itself; `None` where it cannot.
    pub arguments: Option<&'static str>,
    /// Expression of the kernel matrix of the rows `{rows}`: `X`, or `points, X` for one between two sets.
    pub matrix: &'static str,
}

/// R code for a kernel, with the same variable and values as [`Python`].
pub struct R {
    /// Lines that go before the expression; `{width}` is 1/√(2γ).
    pub before: Option<&'static str>,
    /// Expression of the kernel matrix (m × n) of the m rows `{rows}` with the n rows of `X`.
    pub matrix: &'static str,
}
