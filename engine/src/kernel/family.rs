//! What is said of a kernel, in one place: each file of [`families`](super::families) holds one.

use super::{Kernel, Metric, NodeKernel, Response, SpectrumKernel};
use crate::objects::Takes;

/// A parameter that a kernel's formula may hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KernelParameter {
    Gamma,
    Degree,
    Coef0,
    Shape,
    Beta,
    Power,
    Length,
}

impl KernelParameter {
    /// How formulas write it.
    #[must_use]
    pub fn symbol(self) -> &'static str {
        match self {
            Self::Gamma => "γ",
            Self::Degree => "degree",
            Self::Coef0 => "c₀",
            Self::Shape => "a",
            Self::Beta => "β",
            Self::Power | Self::Length => "l",
        }
    }
}

/// A piece of a formula.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Piece {
    Text(&'static str),
    /// Before what it multiplies; nothing where it is 1.
    Factor(KernelParameter),
    /// With its sign; nothing where it is 0.
    Summand(KernelParameter),
    /// Raised; nothing where it is 1.
    Power(KernelParameter),
    Value(KernelParameter),
    /// The matrix of similarities of a graph's nodes, as it is made of their weights.
    Similarity,
    /// Whether substrings have the length itself or at most that.
    Lengths,
}

/// A kernel, apart from the values of its parameters. Menus, help, formulas, reports, scripts and the
/// engine read it; there is no other place that knows one kernel from another by name.
pub struct Family {
    /// In flags, files and reports, as scikit-learn has it where it does.
    pub name: &'static str,
    /// On the screen.
    pub title: &'static str,
    /// Inside a sentence.
    pub title_in_text: &'static str,
    /// What it does and is good for, in a sentence or two.
    pub help: &'static str,
    /// Stands below the formula.
    pub remark: Option<&'static str>,
    /// In the order in which a label names them.
    pub parameters: &'static [KernelParameter],
    pub formula: &'static [Piece],
    /// The symbol of 1/√(2γ), where that is the distance over which the kernel fades.
    pub length_scale: Option<&'static str>,
    /// What its objects are.
    pub takes: Takes,
    /// How its matrix is made of objects that are no vectors: it is then read as a given one.
    pub make: Option<Make>,
    /// What of two points it is a function of,
    pub(crate) metric: Metric,
    /// and which function.
    pub(crate) response: fn(&Kernel) -> Response,
    /// Whether every kernel matrix is positive semidefinite.
    pub(crate) is_positive: fn(&Kernel) -> bool,
    pub python: Python,
    pub r: R,
}

/// How the kernel matrix of objects that are no vectors is made.
#[derive(Clone, Copy)]
pub enum Make {
    Strings(fn(&Kernel) -> SpectrumKernel),
    /// Of the nodes of a graph, from the decomposition of their similarities.
    Nodes(fn(&Kernel) -> NodeKernel),
}

/// Python for a kernel; `gamma` is a variable, `{degree}`, `{coef0}` and `{shape}` are replaced by
/// their values.
pub struct Python {
    pub import: Option<&'static str>,
    /// What scikit-learn's `KernelPCA` takes to evaluate the kernel itself, if it can.
    pub arguments: Option<&'static str>,
    /// The kernel matrix of the rows `{rows}`: `X`, or `points, X` for one between two sets.
    pub matrix: &'static str,
}

/// R for a kernel, with the same variable and values; `{rows}` are the rows of the matrix, `X` or others.
pub struct R {
    /// Lines that go before; `{width}` is 1/√(2γ).
    pub before: Option<&'static str>,
    /// The kernel matrix of X,
    pub matrix: &'static str,
    /// and that between other points and X.
    pub between: &'static str,
}
