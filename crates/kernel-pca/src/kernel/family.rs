//! Description of a kernel family: name, words, formula, parameters, metric and code. Each file of
//! [`families`](super::families) holds one.

use super::{Kernel, KernelParameter, Metric, NodeKernel, Response, SpectrumKernel};
use crate::objects::ObjectKind;

/// Piece of a kernel's formula.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FormulaPiece {
    Text(&'static str),
    /// Factor before a piece of the formula; left out where it is 1.
    Factor(KernelParameter),
    /// Summand with its sign; left out where it is 0.
    Summand(KernelParameter),
    /// Exponent of the piece before it; left out where it is 1.
    Power(KernelParameter),
    Value(KernelParameter),
    /// Similarity matrix of a graph's nodes, by its formula in their weights.
    Similarity,
    /// Range of the substrings' lengths: one length, or all up to it.
    Lengths,
}

/// Kernel family, apart from the values of its parameters. Menus, help, formulas, reports, scripts and the engine
/// read it; nothing else distinguishes kernels by name.
pub struct Family {
    /// Name in flags, files and reports; scikit-learn's where it has the kernel.
    pub name: &'static str,
    /// Name on the screen.
    pub title: &'static str,
    /// Name inside a sentence.
    pub title_in_text: &'static str,
    /// Sentence or two on the kernel and its uses.
    pub help: &'static str,
    /// Remark that stands below the formula.
    pub remark: Option<&'static str>,
    /// Parameters of the formula, in the order of labels.
    pub parameters: &'static [KernelParameter],
    /// Formula of k(x, y), piece by piece.
    pub formula: &'static [FormulaPiece],
    /// Symbol of the distance 1/√(2γ) over which the kernel fades; `None` for kernels without such a distance.
    pub length_scale: Option<&'static str>,
    /// Kind of object that the kernel compares.
    pub takes: ObjectKind,
    /// Recipe for the kernel matrix of strings or nodes, which is then treated as a given matrix; `None` for
    /// vectors and given matrices.
    pub make: Option<MatrixRecipe>,
    /// Quantity of two points (inner product, squared distance, …) that the kernel is a function of.
    pub(crate) metric: Metric,
    /// Function of the metric's value that gives the kernel's value, for a kernel with its parameters.
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

/// Python code for a kernel, in which `gamma` is a variable, and `{degree}`, `{coef0}` and `{shape}` are replaced
/// by their values.
pub struct Python {
    /// Line that imports the functions used; `None` where none are.
    pub import: Option<&'static str>,
    /// Arguments with which scikit-learn's `KernelPCA` evaluates the kernel itself; `None` where it cannot.
    pub arguments: Option<&'static str>,
    /// Expression of the kernel matrix of the rows `{rows}`, which becomes `X`, or `points, X` for a matrix between
    /// two sets.
    pub matrix: &'static str,
}

/// R code for a kernel, with the same variable and values as [`Python`].
pub struct R {
    /// Lines that go before the expression; `{width}` is 1/√(2γ).
    pub before: Option<&'static str>,
    /// Expression of the kernel matrix (m × n) of the m rows `{rows}` with the n rows of `X`.
    pub matrix: &'static str,
}
