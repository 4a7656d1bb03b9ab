//! Laplacian eigenmaps (Belkin and Niyogi 2003): the smoothest functions on the graph of neighbours, or on a graph
//! that is given.

use super::{
    EmbeddingOptions, ManifoldEmbedding, ManifoldError, ManifoldParams, ManifoldSpec,
    distinct::DistinctRows,
    graph::{NeighborEdge, NeighborGraph},
    neighbors::{Neighbors, distances_from, nearest_of},
    projection::{ExtensionFormula, Projection, nystrom},
    squared_inverse::{SparseRows, least_images},
    unrolled::turned,
    watch::EmbeddingWatch,
};
use crate::{
    objects::{GraphEdge, InputRows},
    power_of_two::{exponent, times},
};

/// Square root δ of the shift δ² = 10⁻⁸ that makes the Laplacian invertible: it is added to all eigenvalues and
/// changes no eigenvector.
const SHIFT: f64 = 1e-4;

pub(super) const SPEC: ManifoldSpec = ManifoldSpec {
    settle: |params, rows| match rows {
        // The graph itself is given.
        InputRows::Graph(_) => Ok(vec![]),
        InputRows::Features(_) | InputRows::Distances(_) => params.neighbors(2, rows.n(), rows.n()),
    },
    embed: laplacian_eigenmaps,
};

/// Embeds rows by Laplacian eigenmaps: nodes of a given graph by its weights, other rows by their graph of neighbours.
/// The number of neighbours counts the row itself.
///
/// # Errors
/// [`ManifoldError`] when cancelled, when more memory than allowed is needed, or when eigenvectors do not converge.
fn laplacian_eigenmaps(
    rows: &InputRows<'_>,
    params: &ManifoldParams,
    options: &EmbeddingOptions,
    watch: &EmbeddingWatch<'_>,
) -> Result<ManifoldEmbedding, ManifoldError> {
    let n = rows.n();
    if let InputRows::Graph(graph) = rows {
        let given = NeighborGraph::given(graph);
        return on_graph(&graph.edges, (n, given), options, watch);
    }
    let distinct = DistinctRows::of_rows(rows)?;
    let neighbors = Neighbors::find(&distinct, params.neighbors.clamp(2, n) - 1, watch)?;
    let graph = NeighborGraph::new(&neighbors);
    let edges: Vec<GraphEdge> = graph.edges.iter().map(affinity).collect();
    let graph = graph.in_unit(distinct.unit);
    let reach = |i: usize| neighbors.lengths(i).last().copied().unwrap_or(0.0);
    Ok(ManifoldEmbedding {
        projection: Some(Projection {
            distinct,
            formula: ExtensionFormula::Neighbors(NeighborExtension {
                neighbors: neighbors.k(),
                reach: (0..n).map(reach).collect(),
            }),
        }),
        ..on_graph(&edges, (n, graph), options, watch)?
    })
}

/// Embeds the n nodes of a graph by the generalised problem Ly = λDy, where L = D − W for the weights W of the edges. A
/// node without an edge is a piece of its own, with λ = 0.
///
/// # Errors
/// [`ManifoldError`] when cancelled, when more memory than allowed is needed, or when eigenvectors do not converge.
fn on_graph(
    edges: &[GraphEdge],
    (n, graph): (usize, NeighborGraph),
    options: &EmbeddingOptions,
    watch: &EmbeddingWatch<'_>,
) -> Result<ManifoldEmbedding, ManifoldError> {
    // In a unit, an even power of two, in which the largest weight is about one, so that no sum overflows.
    let largest = edges.iter().map(|edge| edge.weight).fold(0.0, f64::max);
    let half = exponent(largest.max(f64::MIN_POSITIVE)) / 2;
    let weighted = edges
        .iter()
        .map(|edge| (edge.ends, times(edge.weight, -2 * half)));
    let mut degrees = vec![0.0; n];
    for ([i, j], weight) in weighted.clone() {
        degrees[i] += weight;
        degrees[j] += weight;
    }
    let root = |degree: &f64| if *degree > 0.0 { degree.sqrt() } else { 1.0 };
    let roots: Vec<f64> = degrees.iter().map(root).collect();
    let differences = differences(weighted, &roots);
    let found = least_images(&differences, SHIFT, &roots, options, watch)?;
    let mut scores = found.vectors;
    for mut column in scores.column_iter_mut() {
        for (value, root) in column.iter_mut().zip(&roots) {
            *value = times(*value / root, -half);
        }
    }
    Ok(ManifoldEmbedding {
        trace: None,
        graph: Some(graph),
        undetermined: found.undetermined,
        projection: None,
        scores: turned(scores),
        eigenvalues: found.eigenvalues,
    })
}

/// Extension to new rows by Nyström's formula (Bengio et al. 2004): mean score of the row's neighbours, weighted by
/// the edges that the graph would have, over 1 − λ.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct NeighborExtension {
    /// Number of nearest rows that are neighbours of a row, without the row itself.
    neighbors: usize,
    /// Distance of each embedded row from its last neighbour (length n).
    reach: Vec<f64>,
}

impl NeighborExtension {
    /// Returns the scores (length q) of one `row`, given in the unit of `distinct`, from those of the embedded rows. An
    /// embedded row keeps its scores.
    pub(super) fn scores(
        &self,
        embedding: &ManifoldEmbedding,
        distinct: &DistinctRows,
        row: &[f64],
    ) -> Vec<f64> {
        let lengths = distances_from(distinct, row);
        let nearest = nearest_of(distinct, &lengths, self.neighbors);
        if let Some(&(own, 0.0)) = nearest.first() {
            return embedding.scores.row(own).iter().copied().collect();
        }
        // Weight ½ for each of the two rows that is among the other's neighbours.
        let away = nearest.iter().map(|&(j, _)| (j, 0.5));
        let towards = distinct.of_row.iter().zip(&self.reach).enumerate();
        let towards = towards.filter(|(_, (which, reach))| lengths[**which] < **reach);
        let towards = towards.map(|(j, _)| (j, 0.5));
        // Eigenvalues of the random walk on the graph.
        let shares = embedding.eigenvalues.iter().map(|λ| 1.0 - λ);
        nystrom(&embedding.scores, &away.chain(towards), shares)
    }
}

/// Edge between neighbours with its weight, the mean of both directions as in scikit-learn: 1 if mutual, ½ otherwise.
fn affinity(edge: &NeighborEdge) -> GraphEdge {
    GraphEdge {
        ends: [edge.from, edge.to],
        weight: if edge.mutual { 1.0 } else { 0.5 },
    }
}

/// Returns the weighted differences along the edges (two nodes and a weight) as B (edges × n), for which `BᵀB` =
/// I − D^−½ W D^−½ is the normalised Laplacian; `roots` is the diagonal of D^½ (length n).
fn differences(edges: impl Iterator<Item = ([usize; 2], f64)>, roots: &[f64]) -> SparseRows {
    let mut b = SparseRows::new(roots.len());
    for ([i, j], weight) in edges {
        let weight = weight.sqrt();
        b.push(vec![(i, weight / roots[i]), (j, -weight / roots[j])]);
    }
    b
}
