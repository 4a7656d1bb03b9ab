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

    /// Indices of the nodes of each connected piece; a node without neighbours is a piece of its own.
    #[must_use]
    pub fn pieces(&self) -> Vec<Vec<usize>> {
        let neighbors = self.neighbors();
        let mut seen = vec![false; self.nodes.len()];
        let mut pieces = Vec::new();
        for start in 0..seen.len() {
            if std::mem::replace(&mut seen[start], true) {
                continue;
            }
            let mut piece = vec![start];
            let mut next = 0;
            while let Some(&node) = piece.get(next) {
                next += 1;
                for &neighbor in &neighbors[node] {
                    if !std::mem::replace(&mut seen[neighbor], true) {
                        piece.push(neighbor);
                    }
                }
            }
            pieces.push(piece);
        }
        pieces
    }
}
