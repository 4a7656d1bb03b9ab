//! An undirected graph with weights.

/// Nodes by name, and the edges between them.
#[derive(Debug, Clone, PartialEq)]
pub struct Graph {
    pub nodes: Vec<String>,
    /// No pair twice, and none of a node with itself.
    pub edges: Vec<Edge>,
}

/// Between two nodes, by their places in [`Graph::nodes`].
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Edge {
    pub ends: [usize; 2],
    /// Positive.
    pub weight: f64,
}
