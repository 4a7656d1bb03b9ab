//! Laplacian eigenmaps (Belkin and Niyogi 2003): the smoothest functions on the graph of neighbours.

use nalgebra::DMatrix;

use super::{
    EmbeddingOptions, ManifoldEmbedding, ManifoldError,
    distinct::DistinctRows,
    graph::{NeighborEdge, NeighborGraph},
    neighbors::Neighbors,
    spectral::{errors_of_inverse, leading},
    squared_inverse::{QrStructure, SparseRows},
    unrolled::turned,
    watch::EmbeddingWatch,
};
use crate::eigen::equal::equal_runs;

/// Square root δ of the shift that makes the Laplacian invertible: δ² = 10⁻⁸ is added to all eigenvalues, which
/// changes no eigenvector.
const SHIFT: f64 = 1e-4;

/// Embeds the rows of x (n × d) by Laplacian eigenmaps; `neighbors`, at least 2, counts the row itself.
///
/// # Errors
/// [`ManifoldError`] when cancelled, when it would take too much memory, or when eigenvectors do not converge.
pub(super) fn laplacian_eigenmaps(
    x: &DMatrix<f64>,
    neighbors: usize,
    options: &EmbeddingOptions,
    watch: &EmbeddingWatch<'_>,
) -> Result<ManifoldEmbedding, ManifoldError> {
    let n = x.nrows();
    let k = options.components_of(n);
    let distinct = DistinctRows::new(x);
    let neighbors = Neighbors::find(&distinct, neighbors - 1, watch)?;
    let graph = NeighborGraph::new(&neighbors);
    let mut degrees = vec![0.0; n];
    for edge in &graph.edges {
        degrees[edge.from] += affinity(edge);
        degrees[edge.to] += affinity(edge);
    }
    let roots: Vec<f64> = degrees.iter().map(|d: &f64| d.sqrt()).collect();
    let differences = differences(&graph, &roots);
    let inverse = QrStructure::new(&differences, SHIFT, options, watch)?.factorize(watch)?;
    let found = leading(&inverse, &roots, k, watch)?;
    let mut scores = found.vectors.columns(0, k).into_owned();
    let eigenvalues = differences.squared_images(&scores);
    for mut column in scores.column_iter_mut() {
        for (value, root) in column.iter_mut().zip(&roots) {
            *value /= root;
        }
    }
    Ok(ManifoldEmbedding {
        scores: turned(scores),
        eigenvalues,
        trace: None,
        projection: None,
        graph: Some(graph.in_unit(distinct.unit)),
        undetermined: equal_runs(&found.values, &errors_of_inverse(&found), k, 0.0),
    })
}

/// Weight of an edge, the mean of both directions as in scikit-learn: 1 or ½.
fn affinity(edge: &NeighborEdge) -> f64 {
    if edge.mutual { 1.0 } else { 0.5 }
}

/// Returns the weighted differences along the edges as B (edges × n), with `BᵀB` = I − D^−½ W D^−½, the
/// normalised Laplacian; `roots` is the diagonal of D^½.
fn differences(graph: &NeighborGraph, roots: &[f64]) -> SparseRows {
    let mut b = SparseRows::new(graph.len());
    for edge in &graph.edges {
        let weight = affinity(edge).sqrt();
        b.push(vec![
            (edge.from, weight / roots[edge.from]),
            (edge.to, -weight / roots[edge.to]),
        ]);
    }
    b
}
