//! An undirected graph with weights.

use super::layout::layout;

/// Nodes by name, and the edges between them.
#[derive(Debug, Clone, PartialEq)]
pub struct Graph {
    pub nodes: Vec<String>,
    /// No pair twice, and none of a node with itself.
    pub edges: Vec<Edge>,
    layout: Option<Vec<[f64; 2]>>,
}

/// Between two nodes, by their places in [`Graph::nodes`].
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Edge {
    pub ends: [usize; 2],
    /// Positive.
    pub weight: f64,
}

impl Graph {
    /// The graph, with places to draw its nodes at.
    #[must_use]
    pub fn new(nodes: Vec<String>, edges: Vec<Edge>) -> Self {
        let mut graph = Self {
            nodes,
            edges,
            layout: None,
        };
        graph.layout = layout(&graph);
        graph
    }

    /// Position of each node in a drawing of the graph; `None` for a graph too large for that.
    #[must_use]
    pub fn layout(&self) -> Option<&[[f64; 2]]> {
        self.layout.as_deref()
    }

    /// For each node its neighbours.
    #[must_use]
    pub fn neighbors(&self) -> Vec<Vec<usize>> {
        let mut neighbors = vec![Vec::new(); self.nodes.len()];
        for &Edge { ends: [i, j], .. } in &self.edges {
            neighbors[i].push(j);
            neighbors[j].push(i);
        }
        neighbors
    }

    /// The nodes of each connected piece; a node without neighbours is one of its own.
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
