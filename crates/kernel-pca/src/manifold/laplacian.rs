//! Laplacian eigenmaps (Belkin and Niyogi 2003): the smoothest functions on the graph of neighbours.

use nalgebra::DMatrix;

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

/// Square root δ of the shift δ² = 10⁻⁸ that makes the Laplacian invertible: it is added to all eigenvalues and
/// changes no eigenvector.
const SHIFT: f64 = 1e-4;

pub(super) const SPEC: ManifoldSpec = ManifoldSpec {
    settle: |params, x| params.neighbors(2, x.nrows(), x),
    embed: laplacian_eigenmaps,
};

/// Embeds the rows of x (n × d) by Laplacian eigenmaps; the number of neighbours counts the row itself.
///
/// # Errors
/// [`ManifoldError`] when cancelled, when more memory than allowed is needed, or when eigenvectors do not converge.
fn laplacian_eigenmaps(
    x: &DMatrix<f64>,
    params: &ManifoldParams,
    options: &EmbeddingOptions,
    watch: &EmbeddingWatch<'_>,
) -> Result<ManifoldEmbedding, ManifoldError> {
    let n = x.nrows();
    let distinct = DistinctRows::new(x);
    let neighbors = Neighbors::find(&distinct, params.neighbors.clamp(2, n) - 1, watch)?;
    let graph = NeighborGraph::new(&neighbors);
    let mut degrees = vec![0.0; n];
    for edge in &graph.edges {
        degrees[edge.from] += affinity(edge);
        degrees[edge.to] += affinity(edge);
    }
    let roots: Vec<f64> = degrees.iter().map(|d: &f64| d.sqrt()).collect();
    let differences = differences(&graph, &roots);
    let found = least_images(&differences, SHIFT, &roots, options, watch)?;
    let mut scores = found.vectors;
    for mut column in scores.column_iter_mut() {
        for (value, root) in column.iter_mut().zip(&roots) {
            *value /= root;
        }
    }
    let reach = |i: usize| neighbors.lengths(i).last().copied().unwrap_or(0.0);
    Ok(ManifoldEmbedding {
        trace: None,
        graph: Some(graph.in_unit(distinct.unit)),
        undetermined: found.undetermined,
        projection: Some(Projection {
            distinct,
            formula: ExtensionFormula::Neighbors(NeighborExtension {
                neighbors: neighbors.k(),
                reach: (0..n).map(reach).collect(),
            }),
        }),
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
    /// Returns the scores of one row (length q), in the unit of `distinct`, given the embedding of the others. An
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

/// Weight of an edge, the mean of both directions as in scikit-learn: 1 if mutual, ½ otherwise.
fn affinity(edge: &NeighborEdge) -> f64 {
    if edge.mutual { 1.0 } else { 0.5 }
}

/// Returns the weighted differences along the edges as B (edges × n), for which `BᵀB` = I − D^−½ W D^−½ is the
/// normalised Laplacian; `roots` is the diagonal of D^½ (length n).
fn differences(graph: &NeighborGraph, roots: &[f64]) -> SparseRows {
    let mut b = SparseRows::new(roots.len());
    for edge in &graph.edges {
        let weight = affinity(edge).sqrt();
        b.push(vec![
            (edge.from, weight / roots[edge.from]),
            (edge.to, -weight / roots[edge.to]),
        ]);
    }
    b
}
