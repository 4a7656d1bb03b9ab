//! Shortest paths through a weighted graph, by Dijkstra's algorithm (1959).

use std::{
    cmp::{Ordering, Reverse},
    collections::BinaryHeap,
};

use super::graph::NeighborEdge;

/// Graph of n nodes, as a list of edges for each node.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct EdgeLists {
    /// Start in `ends` of each node's edges, followed by the length of `ends` (length n + 1).
    starts: Vec<usize>,
    /// Target node and length of each edge.
    ends: Vec<(usize, f64)>,
}

impl EdgeLists {
    /// Lists the edges of each of n nodes in both directions, with lengths passed through `scale`.
    pub(super) fn new<'a>(
        n: usize,
        edges: impl Iterator<Item = &'a NeighborEdge> + Clone,
        scale: impl Fn(f64) -> f64,
    ) -> Self {
        let mut starts = vec![0; n + 1];
        for edge in edges.clone() {
            starts[edge.from + 1] += 1;
            starts[edge.to + 1] += 1;
        }
        for i in 0..n {
            starts[i + 1] += starts[i];
        }
        let mut next = starts.clone();
        let mut ends = vec![(0, 0.0); starts[n]];
        for edge in edges {
            let length = scale(edge.length);
            for (from, to) in [(edge.from, edge.to), (edge.to, edge.from)] {
                ends[next[from]] = (to, length);
                next[from] += 1;
            }
        }
        Self { starts, ends }
    }

    /// Number n of nodes.
    pub(super) fn len(&self) -> usize {
        self.starts.len() - 1
    }

    /// Returns the length of the shortest path to each of n nodes, by Dijkstra's algorithm, from a point outside
    /// the graph that is joined to the nodes in `from` (each once, with its distance); infinite where there is no
    /// path.
    pub(super) fn shortest(&self, from: impl Iterator<Item = (usize, f64)>) -> Vec<f64> {
        let mut lengths = vec![f64::INFINITY; self.len()];
        let mut open = BinaryHeap::new();
        for (at, length) in from {
            lengths[at] = length;
            open.push(Reverse(PathEnd(length, at)));
        }
        while let Some(Reverse(PathEnd(length, at))) = open.pop() {
            // A shorter path to the node was found in the meantime.
            if length > lengths[at] {
                continue;
            }
            for &(to, step) in &self.ends[self.starts[at]..self.starts[at + 1]] {
                let length = length + step;
                if length < lengths[to] {
                    lengths[to] = length;
                    open.push(Reverse(PathEnd(length, to)));
                }
            }
        }
        lengths
    }
}

/// Length of a path, not NaN, and its last node; ordered by length.
#[derive(PartialEq)]
struct PathEnd(f64, usize);

impl Eq for PathEnd {}

impl Ord for PathEnd {
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.total_cmp(&other.0).then(self.1.cmp(&other.1))
    }
}

impl PartialOrd for PathEnd {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shorter_ways_round_are_taken() {
        let edge = |from, to, length| NeighborEdge {
            from,
            to,
            length,
            mutual: true,
        };
        let edges = [
            edge(0, 1, 5.0),
            edge(0, 2, 1.0),
            edge(1, 2, 1.5),
            edge(3, 4, 0.0),
        ];
        let roads = EdgeLists::new(5, edges.iter(), |length| 2.0 * length);
        let far = f64::INFINITY;
        let from = |at| roads.shortest(std::iter::once((at, 0.0)));
        assert_eq!(from(0), [0.0, 5.0, 2.0, far, far]);
        assert_eq!(from(4), [far, far, far, 0.0, 0.0]);
        let between = roads.shortest([(0, 1.0), (1, 3.0)].into_iter());
        assert_eq!(between, [1.0, 3.0, 3.0, far, far]);
    }
}
