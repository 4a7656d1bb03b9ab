//! Kinds of objects that a dataset holds. A kernel needs only the values of pairs of them.

use std::sync::Arc;

use nalgebra::DMatrix;

use super::Graph;

/// Objects of a dataset, one entry per row.
#[derive(Debug, Clone, PartialEq)]
pub enum Objects {
    /// Rows of features, which stand in a matrix of their own.
    Vectors,
    /// Matrix (n × n) of kernel values or distances of all pairs.
    Matrix(RoundedMatrix),
    Strings(Arc<[String]>),
    /// Nodes of a graph.
    Graph(Arc<Graph>),
}

/// Matrix (n × n) of rounded numbers, with a bound on the error.
#[derive(Debug, Clone, PartialEq)]
pub struct RoundedMatrix {
    /// Entries of the matrix, n × n.
    pub entries: Arc<DMatrix<f64>>,
    /// Frobenius norm of the error over that of the entries, in units of the machine precision 2⁻⁵².
    pub rounding: f64,
}

impl RoundedMatrix {
    /// Least relative error of any given matrix, in units of the machine precision: its entries were rounded, and
    /// so were the numbers they were computed from.
    pub const LEAST_ROUNDING: f64 = 16.0;

    /// Matrix of `entries` whose error is the given `share` of their norm, plus
    /// [`LEAST_ROUNDING`](Self::LEAST_ROUNDING).
    #[must_use]
    pub fn off_by(entries: DMatrix<f64>, share: f64) -> Self {
        Self {
            entries: Arc::new(entries),
            rounding: Self::LEAST_ROUNDING + share / f64::EPSILON,
        }
    }
}

impl Objects {
    /// Relative error of a given matrix's entries, see [`RoundedMatrix::rounding`]; [`RoundedMatrix::LEAST_ROUNDING`]
    /// for other objects.
    #[must_use]
    pub fn rounding(&self) -> f64 {
        match self {
            Self::Matrix(matrix) => matrix.rounding,
            Self::Vectors | Self::Strings(_) | Self::Graph(_) => RoundedMatrix::LEAST_ROUNDING,
        }
    }

    /// Reason for which a view of features or of linear PCA has nothing to show; `None` for vectors.
    #[must_use]
    pub fn lack_of_features(&self) -> Option<&'static str> {
        let kind = match self {
            Self::Vectors => ObjectKind::Vectors,
            // Distances lack them as well.
            Self::Matrix(_) => ObjectKind::Matrix(GivenQuantity::KernelValues),
            Self::Strings(_) => ObjectKind::Strings,
            Self::Graph(_) => ObjectKind::Graph,
        };
        kind.lack_of_features()
    }
}

/// Quantity that a given matrix holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GivenQuantity {
    KernelValues,
    Distances,
}

/// Kind of object that a kernel compares; it decides how a table is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ObjectKind {
    Vectors,
    Matrix(GivenQuantity),
    Strings,
    Graph,
}

impl ObjectKind {
    /// Reason for which a view of features or of linear PCA has nothing to show; `None` for vectors.
    #[must_use]
    pub fn lack_of_features(self) -> Option<&'static str> {
        match self {
            Self::Vectors => None,
            Self::Matrix(_) => {
                Some("a given matrix says what rows have with each other, and has no features")
            }
            Self::Strings => Some("strings have no features, only substrings that they share"),
            Self::Graph => Some("a graph has edges between its nodes, and no features"),
        }
    }

    /// Beginning of a sentence on what these objects lack; `None` for vectors.
    #[must_use]
    pub fn in_text(self) -> Option<&'static str> {
        match self {
            Self::Vectors => None,
            Self::Matrix(_) => Some("A given matrix has"),
            Self::Strings => Some("Strings have"),
            Self::Graph => Some("A graph has"),
        }
    }
}
