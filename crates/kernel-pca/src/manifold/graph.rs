//! Undirected graph of nearest neighbours, and its connected pieces.

use super::{EmbeddingProgress, ManifoldError, neighbors, neighbors::Neighbors};
use crate::{
    kpca::CancelCheck,
    objects::{Graph, GraphEdge, InputRows, pieces},
    power_of_two::times,
};

/// Edge between two rows, in the order of their indices.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct NeighborEdge {
    /// Index of the first row.
    pub from: usize,
    /// Index of the second row, larger than the first.
    pub to: usize,
    /// Distance of the two rows; 0 in a given graph, whose edges have weights instead.
    pub length: f64,
    /// True where each row is among the other's neighbours, and in a given graph.
    pub mutual: bool,
}

/// Graph of rows, with an edge where one row is among the other's nearest neighbours, or a graph that was given.
#[derive(Debug, Clone, PartialEq)]
pub struct NeighborGraph {
    /// True where the graph was given, and no number of neighbours has an effect on it.
    pub is_given: bool,
    /// Edges, each once, sorted by their rows.
    pub edges: Vec<NeighborEdge>,
    /// Connected piece of each row; pieces are numbered in the order of their first rows.
    pub piece_of: Vec<usize>,
    /// Number of connected pieces.
    pub pieces: usize,
    /// Number of rows whose last neighbour is arbitrary, since another row is as near.
    pub tied: usize,
    /// Edges that Isomap adds between pieces, so that there is a path between any two rows.
    pub joins: Vec<NeighborEdge>,
}

/// Least number of neighbours k > `than` of each row that joins rows with features or distances into one piece; `None`
/// where `most` neighbours do not.
///
/// # Errors
/// The errors of [`neighbors`].
pub fn joining_neighbors<'a>(
    rows: impl Into<InputRows<'a>>,
    than: usize,
    most: usize,
    cancelled: CancelCheck<'_>,
) -> Result<Option<usize>, ManifoldError> {
    let found = neighbors(rows, most, &EmbeddingProgress::default(), cancelled)?;
    let n = found.n();
    let is_whole = |&k: &usize| {
        let of = |i: usize| found.of(i).iter().take(k).map(move |&j| [i, j]);
        pieces(n, (0..n).flat_map(of))
            .iter()
            .all(|piece| *piece == 0)
    };
    Ok((than + 1..=found.k()).find(is_whole))
}

impl NeighborGraph {
    /// Builds the graph: an edge from each row to each of its neighbours, each pair once.
    pub(super) fn new(neighbors: &Neighbors) -> Self {
        let n = neighbors.n();
        let mut edges: Vec<NeighborEdge> = Vec::with_capacity(n * neighbors.k());
        for i in 0..n {
            let others = neighbors.of(i).iter().zip(neighbors.lengths(i));
            edges.extend(others.map(|(&j, &length)| NeighborEdge {
                from: i.min(j),
                to: i.max(j),
                length,
                mutual: false,
            }));
        }
        edges.sort_unstable_by_key(|edge| (edge.from, edge.to));
        edges.dedup_by(|second, first| {
            let same = (first.from, first.to) == (second.from, second.to);
            first.mutual |= same;
            same
        });
        Self {
            tied: neighbors.tied(),
            ..Self::of_edges(n, edges)
        }
    }

    /// Builds the graph of a given graph's edges; a node without an edge is a piece of its own.
    pub(super) fn given(graph: &Graph) -> Self {
        let edge = |&GraphEdge { ends: [i, j], .. }: &GraphEdge| NeighborEdge {
            from: i.min(j),
            to: i.max(j),
            length: 0.0,
            mutual: true,
        };
        let mut edges: Vec<NeighborEdge> = graph.edges.iter().map(edge).collect();
        edges.sort_unstable_by_key(|edge| (edge.from, edge.to));
        Self {
            is_given: true,
            ..Self::of_edges(graph.nodes.len(), edges)
        }
    }

    fn of_edges(n: usize, edges: Vec<NeighborEdge>) -> Self {
        let piece_of = pieces(n, edges.iter().map(|edge| [edge.from, edge.to]));
        Self {
            is_given: false,
            pieces: piece_of.iter().max().map_or(0, |last| last + 1),
            piece_of,
            edges,
            tied: 0,
            joins: Vec::new(),
        }
    }

    /// Multiplies all lengths by 2 to the power `unit`.
    pub(super) fn in_unit(mut self, unit: i32) -> Self {
        for edge in self.edges.iter_mut().chain(&mut self.joins) {
            edge.length = times(edge.length, unit);
        }
        self
    }

    /// Returns the indices of the rows of each piece, ascending.
    pub fn members(&self) -> Vec<Vec<usize>> {
        let mut members = vec![Vec::new(); self.pieces];
        for (row, &piece) in self.piece_of.iter().enumerate() {
            members[piece].push(row);
        }
        members
    }
}

#[cfg(test)]
mod tests {
    use nalgebra::DMatrix;

    use super::*;

    /// Two runs of ten points on a line, one unit apart, with a gap between the runs: the k nearest neighbours of a
    /// run's last point reach back k units, and with k ≥ 10 one of them lies beyond the gap.
    #[test]
    fn runs_are_joined_once_a_run_is_used_up() {
        let x = DMatrix::from_fn(20, 1, |i, _| (i + 100 * (i / 10)) as f64);
        let joined = |than, most| joining_neighbors(&x, than, most, &|| false).unwrap();
        assert_eq!(joined(3, 15), Some(10));
        assert_eq!(joined(11, 15), Some(12));
        assert_eq!(joined(3, 9), None);
    }
}
