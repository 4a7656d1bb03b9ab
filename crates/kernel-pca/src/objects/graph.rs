//! Undirected graph with positive weights, the object that kernels of nodes compare.

use super::layout::layout;

/// Undirected graph: nodes by name, and the edges between them.
#[derive(Debug, Clone, PartialEq)]
pub struct Graph {
    /// Names of the nodes.
    pub nodes: Vec<String>,
    /// Edges, each pair of nodes at most once, and none from a node to itself.
    pub edges: Vec<GraphEdge>,
    layout: Option<Vec<[f64; 2]>>,
}

/// Edge between two nodes, by their indices in [`Graph::nodes`].
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct GraphEdge {
    /// Indices of the two nodes in [`Graph::nodes`].
    pub ends: [usize; 2],
    /// Weight, positive.
    pub weight: f64,
}

impl Graph {
    /// Builds a graph, and computes the positions at which its nodes are drawn.
    #[must_use]
    pub fn new(nodes: Vec<String>, edges: Vec<GraphEdge>) -> Self {
        let mut graph = Self {
            nodes,
            edges,
            layout: None,
        };
        graph.layout = layout(&graph);
        graph
    }

    /// Position of each node in a drawing of the graph; `None` for a graph too large to draw.
    #[must_use]
    pub fn layout(&self) -> Option<&[[f64; 2]]> {
        self.layout.as_deref()
    }

    /// Indices of the neighbours of each node.
    #[must_use]
    pub fn neighbors(&self) -> Vec<Vec<usize>> {
        let mut neighbors = vec![Vec::new(); self.nodes.len()];
        for &GraphEdge { ends: [i, j], .. } in &self.edges {
            neighbors[i].push(j);
            neighbors[j].push(i);
        }
        neighbors
    }
}

/// Number of the connected component of each of n nodes, in the order of the components' first nodes.
pub(crate) fn pieces(n: usize, edges: impl Iterator<Item = [usize; 2]>) -> Vec<usize> {
    // Each node points to an earlier one of its piece, and the first node to itself.
    let mut earlier: Vec<usize> = (0..n).collect();
    for ends in edges {
        let [a, b] = ends.map(|node| first(&mut earlier, node));
        earlier[a.max(b)] = a.min(b);
    }
    let mut numbers = vec![0; n];
    let mut count = 0;
    for i in 0..n {
        let first = first(&mut earlier, i);
        if first == i {
            numbers[i] = count;
            count += 1;
        } else {
            numbers[i] = numbers[first];
        }
    }
    numbers
}

/// Follows `earlier` from node i to the first node of its connected component.
fn first(earlier: &mut [usize], mut i: usize) -> usize {
    while earlier[i] != i {
        // Path halving: shortens later searches.
        earlier[i] = earlier[earlier[i]];
        i = earlier[i];
    }
    i
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_are_numbered_by_their_first_nodes() {
        let edges = [[3, 5], [1, 4], [0, 5], [4, 6]];
        assert_eq!(pieces(8, edges.into_iter()), [0, 1, 2, 0, 1, 0, 1, 3]);
        assert_eq!(pieces(0, [].into_iter()), [0; 0]);
    }
}
