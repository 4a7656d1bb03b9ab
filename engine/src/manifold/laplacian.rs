//! Laplacian eigenmaps (Belkin and Niyogi 2003): the smoothest functions on the graph of neighbours.

use nalgebra::DMatrix;

use super::{
    ManifoldError, Options, Unrolled,
    distinct::Distinct,
    graph::{Edge, NeighborGraph},
    neighbors::Neighbors,
    spectral::{errors_of_inverse, leading},
    squared_inverse::{Plan, SparseRows},
    unrolled::turned,
    watch::Watch,
};
use crate::eigen::equal::equal_runs;

/// What the Laplacian is shifted by so that it can be inverted is the square of this.
const SHIFT: f64 = 1e-4;

/// `neighbors` counts the row itself.
pub(super) fn laplacian_eigenmaps(
    x: &DMatrix<f64>,
    neighbors: usize,
    options: &Options,
    watch: &Watch<'_>,
) -> Result<Unrolled, ManifoldError> {
    let n = x.nrows();
    let k = options.components_of(n);
    let distinct = Distinct::new(x);
    let neighbors = Neighbors::find(&distinct, neighbors - 1, watch)?;
    let graph = NeighborGraph::new(&neighbors);
    let mut degrees = vec![0.0; n];
    for edge in &graph.edges {
        degrees[edge.from] += affinity(edge);
        degrees[edge.to] += affinity(edge);
    }
    let roots: Vec<f64> = degrees.iter().map(|d: &f64| d.sqrt()).collect();
    let differences = differences(&graph, &roots);
    let inverse = Plan::new(&differences, SHIFT, options, watch)?.factorize(watch)?;
    let found = leading(&inverse, &roots, k, watch)?;
    let mut scores = found.vectors.columns(0, k).into_owned();
    let eigenvalues = differences.squared_images(&scores);
    for mut column in scores.column_iter_mut() {
        for (value, root) in column.iter_mut().zip(&roots) {
            *value /= root;
        }
    }
    Ok(Unrolled {
        scores: turned(scores),
        eigenvalues,
        trace: None,
        projection: None,
        graph: Some(graph.in_unit(distinct.unit)),
        undetermined: equal_runs(&found.values, &errors_of_inverse(&found), k, 0.0),
    })
}

/// scikit-learn's: the mean of both directions.
fn affinity(edge: &Edge) -> f64 {
    if edge.mutual { 1.0 } else { 0.5 }
}

/// The difference along each edge, as B (edges × n): `BᵀB` = I − D^−½ W D^−½, the normalised Laplacian.
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
