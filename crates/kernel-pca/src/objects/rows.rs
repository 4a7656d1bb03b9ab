//! Rows in the form that a method other than kernel PCA starts from.

use std::borrow::Cow;

use nalgebra::DMatrix;

use super::{GivenQuantity, Graph, ObjectKind};

/// Rows to embed: their features, their distances, or the graph whose nodes they are.
#[derive(Debug, Clone)]
pub enum InputRows<'a> {
    /// Features of the rows, n × d.
    Features(&'a DMatrix<f64>),
    /// Distances of all pairs of rows, n × n, symmetric with zeros on the diagonal.
    Distances(Cow<'a, DMatrix<f64>>),
    /// Nodes of a graph with weighted edges.
    Graph(&'a Graph),
}

impl<'a> InputRows<'a> {
    /// Distances in feature space, √(Kᵢᵢ + Kⱼⱼ − 2Kᵢⱼ), of rows with the kernel values K (n × n, symmetric).
    ///
    /// # Errors
    /// The first pair of rows (0-based) whose squared distance is negative beyond rounding, so that it has no root.
    pub fn of_kernel_values(k: &DMatrix<f64>) -> Result<InputRows<'static>, [usize; 2]> {
        let n = k.nrows();
        let mut distances = DMatrix::zeros(n, n);
        for (i, j) in (0..n).flat_map(|i| (0..i).map(move |j| (i, j))) {
            // Halves cannot overflow.
            let (own, other) = (0.5 * k[(i, i)], 0.5 * k[(j, j)]);
            let half = own + other - k[(i, j)];
            if half < -NEGLIGIBLE * (own.abs() + other.abs() + k[(i, j)].abs()) {
                return Err([j, i]);
            }
            let distance = half.max(0.0).sqrt() * 2.0_f64.sqrt();
            distances[(i, j)] = distance;
            distances[(j, i)] = distance;
        }
        Ok(InputRows::Distances(Cow::Owned(distances)))
    }

    /// Number n of rows.
    #[must_use]
    pub fn n(&self) -> usize {
        match self {
            Self::Features(x) => x.nrows(),
            Self::Distances(distances) => distances.nrows(),
            Self::Graph(graph) => graph.nodes.len(),
        }
    }

    /// Features of the rows, n × d; `None` for rows without.
    #[must_use]
    pub fn features(&self) -> Option<&'a DMatrix<f64>> {
        match self {
            Self::Features(x) => Some(x),
            Self::Distances(_) | Self::Graph(_) => None,
        }
    }

    /// Kind of object that the rows are.
    #[must_use]
    pub fn kind(&self) -> ObjectKind {
        match self {
            Self::Features(_) => ObjectKind::Vectors,
            Self::Distances(_) => ObjectKind::Matrix(GivenQuantity::Distances),
            Self::Graph(_) => ObjectKind::Graph,
        }
    }
}

/// Share of a sum's terms up to which a negative sum counts as rounding of entries written with some ten digits.
const NEGLIGIBLE: f64 = 1e-9;

impl<'a> From<&'a DMatrix<f64>> for InputRows<'a> {
    /// Rows by their features, n × d.
    fn from(x: &'a DMatrix<f64>) -> Self {
        Self::Features(x)
    }
}

impl<'a> From<&'a InputRows<'_>> for InputRows<'a> {
    fn from(rows: &'a InputRows<'_>) -> Self {
        match rows {
            InputRows::Features(x) => Self::Features(x),
            InputRows::Distances(distances) => Self::Distances(Cow::Borrowed(distances)),
            InputRows::Graph(graph) => Self::Graph(graph),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_in_feature_space_are_those_of_inner_products() {
        let x = DMatrix::from_fn(7, 3, |i, j| ((i * (j + 2)) as f64).sin());
        let rows = InputRows::of_kernel_values(&(&x * x.transpose())).unwrap();
        let InputRows::Distances(found) = rows else {
            panic!("{rows:?}")
        };
        for (i, j) in (0..7).flat_map(|i| (0..7).map(move |j| (i, j))) {
            let expected = (x.row(i) - x.row(j)).norm();
            assert!((found[(i, j)] - expected).abs() < 1e-7, "{i} {j}");
        }
        let indefinite = DMatrix::from_row_slice(2, 2, &[1.0, 2.0, 2.0, 1.0]);
        assert_eq!(InputRows::of_kernel_values(&indefinite).err(), Some([0, 1]));
    }
}
