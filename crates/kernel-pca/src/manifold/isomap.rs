//! Isomap (Tenenbaum, de Silva and Langford 2000): classical scaling of shortest-path distances in the graph of
//! neighbours.

use std::iter;

use nalgebra::{DMatrix, DVectorView};
use rayon::prelude::*;

use super::{
    EmbeddingOptions, ManifoldEmbedding, ManifoldError, ManifoldParams, ManifoldSpec,
    distinct::DistinctRows,
    graph::{NeighborEdge, NeighborGraph},
    neighbors::{Neighbors, nearest_to},
    params::others,
    paths::EdgeLists,
    projection::{ExtensionFormula, Projection},
    spectral::{LeadingPairs, leading},
    tiles::{SymmetricTiles, bytes},
    unrolled::{check_memory, turned},
    watch::{EmbeddingStage, EmbeddingWatch},
};
use crate::{
    eigen::{Failure, equal::equal_runs},
    kernel::Centering,
    objects::InputRows,
    power_of_two::{exponent, times},
};

/// Modulus of an eigenvalue, relative to the largest, below which it counts as zero: scikit-learn's value.
const ZERO: f64 = 1e-12;

/// Number of lowest eigenvalues that the iteration seeks, some of which may be negative (measured on noisy rolls of
/// 1500 rows: 0 takes 0.8 to 2 times as long, and 2 once used up all passes).
pub(super) const LOWEST: usize = 4;

pub(super) const SPEC: ManifoldSpec = ManifoldSpec {
    settle: |params, rows| params.neighbors(1, others(rows), rows.n()),
    embed: isomap,
};

/// Embeds rows with features or distances by Isomap; each row is joined to its nearest others.
///
/// # Errors
/// [`ManifoldError`] when cancelled, when more memory than allowed is needed, or when eigenvectors do not converge.
fn isomap(
    rows: &InputRows<'_>,
    params: &ManifoldParams,
    options: &EmbeddingOptions,
    watch: &EmbeddingWatch<'_>,
) -> Result<ManifoldEmbedding, ManifoldError> {
    let n = rows.n();
    let k = options.components_of(n);
    let needed = bytes(n).saturating_add(options.bases(n));
    check_memory(needed, options.memory_budget)?;
    let distinct = DistinctRows::of_rows(rows)?;
    let neighbors = Neighbors::find(&distinct, params.neighbors.min(n - 1), watch)?;
    let mut graph = NeighborGraph::new(&neighbors);
    // 72 bytes for each pair of pieces: two indices, a length and the edge back.
    let pairs = (graph.pieces as u64).pow(2) / 2;
    check_memory(needed.saturating_add(72 * pairs), options.memory_budget)?;
    graph.joins = joins(&distinct, &graph, watch)?;
    // In a unit in which the longest edge is about one, so that squared path lengths neither overflow nor vanish.
    let edges = graph.edges.iter().chain(&graph.joins);
    let lengths = edges.clone().map(|edge| edge.length);
    let unit = exponent(lengths.fold(f64::MIN_POSITIVE, f64::max));
    let roads = EdgeLists::new(n, edges, |length| times(length, -unit));
    let each = watch.stage(EmbeddingStage::Paths, n);
    // −½D² for the path lengths D.
    let values = SymmetricTiles::from_rows(n, each, |i, _| {
        let lengths = roads.shortest(iter::once((i, 0.0)));
        let value = |length: f64| -0.5 * (length * length);
        lengths.into_iter().map(value).collect()
    })?;
    let means = values.times(&DMatrix::from_element(n, 1, 1.0)) / n as f64;
    let trace = -means.sum();
    let most = k;
    let mut k = options.first_of(n);
    let LeadingPairs {
        mut values,
        errors,
        vectors,
    } = loop {
        let found = leading(&|x| values.times(x), &vec![1.0; n], k, LOWEST, watch)?;
        if k >= most || options.suffice(&found.values[..k.min(found.values.len())], trace) {
            break found;
        }
        k = (2 * k).min(most);
    };
    let largest = values.first().map_or(0.0, |λ| λ.abs());
    for λ in &mut values {
        if λ.abs() <= ZERO * largest {
            *λ = 0.0;
        }
    }
    let undetermined = equal_runs(&values, &errors, k, 0.0);
    values.truncate(k);
    let vectors = turned(vectors.columns(0, k).into_owned());
    // Exponent that takes results from both units to the unit of the rows.
    let whole = unit + distinct.unit;
    let mut scores = vectors.clone();
    for (mut column, &λ) in scores.column_iter_mut().zip(&values) {
        let factor = λ.max(0.0).sqrt();
        column.apply(|v| *v = times(*v * factor, whole));
    }
    Ok(ManifoldEmbedding {
        scores,
        undetermined,
        eigenvalues: values.iter().map(|λ| times(*λ, 2 * whole)).collect(),
        trace: Some(times(trace, 2 * whole)),
        graph: Some(graph.in_unit(distinct.unit)),
        projection: Some(Projection {
            distinct,
            formula: ExtensionFormula::Paths(IsomapExtension {
                neighbors: neighbors.k(),
                roads,
                unit,
                vectors,
                eigenvalues: values,
                centering: Centering {
                    grand_mean: means.mean(),
                    column_means: means.data.into(),
                },
            }),
        }),
    })
}

/// Extension of an Isomap to new rows by Nyström's formula (Bengio et al. 2004), as in scikit-learn's `transform`.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct IsomapExtension {
    /// Number of nearest rows that a new row is joined to.
    neighbors: usize,
    /// Graph of the embedded rows.
    roads: EdgeLists,
    /// Exponent of the unit of `roads`: an edge's length is the distance in the unit of the rows, divided by 2 to
    /// this power.
    unit: i32,
    /// Eigenvectors, n × q, unit columns.
    vectors: DMatrix<f64>,
    /// Eigenvalues in the unit of `roads` (length q).
    eigenvalues: Vec<f64>,
    /// Means of −½D² of the embedded rows.
    centering: Centering,
}

impl IsomapExtension {
    /// Returns the scores (length q) of one `row`, given in the unit of `distinct`: the row is joined to its k nearest
    /// rows, and its distances from all rows are the shortest paths through these.
    pub(super) fn scores(&self, distinct: &DistinctRows, row: &[f64]) -> Vec<f64> {
        let nearest = nearest_to(distinct, row, self.neighbors);
        let nearest = nearest
            .into_iter()
            .map(|(j, length)| (j, times(length, -self.unit)));
        let lengths = self.roads.shortest(nearest);
        let mut values = DMatrix::from_vec(lengths.len(), 1, lengths);
        values.apply(|value| *value = -0.5 * value.powi(2));
        if !values.sum().is_finite() {
            return vec![f64::NAN; self.eigenvalues.len()];
        }
        self.centering.apply(&mut values);
        let axes = self.vectors.column_iter().zip(&self.eigenvalues);
        let score = |(v, &λ): (DVectorView<'_, f64>, &f64)| {
            let along: f64 = v.iter().zip(values.iter()).map(|(v, k)| v * k).sum();
            let score = if λ > 0.0 { along / λ.sqrt() } else { 0.0 };
            times(score, self.unit + distinct.unit)
        };
        axes.map(score).collect()
    }
}

/// Returns the shortest link between each two pieces, as scikit-learn joins them; of equally short links the one
/// with the first row in the later piece.
///
/// # Errors
/// [`Failure::Cancelled`] when cancelled.
fn joins(
    distinct: &DistinctRows,
    graph: &NeighborGraph,
    watch: &EmbeddingWatch<'_>,
) -> Result<Vec<NeighborEdge>, Failure> {
    let members = graph.members();
    let mut joins = Vec::new();
    if members.len() < 2 {
        return Ok(joins);
    }
    let each = watch.stage(EmbeddingStage::Neighbors, graph.piece_of.len());
    for (piece, rows) in members.iter().enumerate() {
        let shortest = rows
            .par_iter()
            .map(|&i| {
                each.step()?;
                let link = |&j: &usize| (distinct.between(i, j), i, j);
                Ok(members[..piece]
                    .iter()
                    .map(|others| nearest(others.iter().map(link)))
                    .collect())
            })
            .try_reduce_with(|a: Vec<_>, b: Vec<_>| {
                Ok(a.into_iter()
                    .zip(b)
                    .map(|(a, b)| nearest([a, b].into_iter()))
                    .collect())
            });
        let Some(shortest) = shortest else { continue };
        joins.extend(shortest?.into_iter().map(|(length, i, j)| NeighborEdge {
            from: i.min(j),
            to: i.max(j),
            length,
            mutual: false,
        }));
    }
    Ok(joins)
}

/// Returns the shortest of some links (length and two rows); of equally short links the first by rows.
fn nearest(links: impl Iterator<Item = (f64, usize, usize)>) -> (f64, usize, usize) {
    links.fold((f64::INFINITY, usize::MAX, usize::MAX), |a, b| {
        let order = a.0.total_cmp(&b.0).then((a.1, a.2).cmp(&(b.1, b.2)));
        if order.is_le() { a } else { b }
    })
}
