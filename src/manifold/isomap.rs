//! Isomap (Tenenbaum, de Silva and Langford 2000): classical scaling of distances along a graph.

use std::iter;

use nalgebra::{DMatrix, DVectorView};
use rayon::prelude::*;

use super::{
    ManifoldError, Options, Unrolled,
    distinct::{Distinct, distance},
    graph::{Edge, NeighborGraph},
    neighbors::{Neighbors, nearest_to},
    paths::Roads,
    spectral::{Leading, Symmetric, leading, undetermined},
    tiles::{Tiles, bytes},
    unrolled::{check_memory, turned},
    watch::{EmbeddingProgress, Stage, Stopped, Watch},
};
use crate::{
    eigen::{accuracy::UNDETERMINED, krylov::capacity},
    kpca::Cancelled,
    power_of_two::{exponent, times},
};

/// Of the largest eigenvalue: what rounding leaves of zero, as scikit-learn's.
const ZERO: f64 = 1e-12;

/// −½D², D being n × n distances.
struct HalfSquares(Tiles);

impl Symmetric for HalfSquares {
    fn dim(&self) -> usize {
        self.0.dim()
    }

    fn times(&self, x: &DMatrix<f64>) -> DMatrix<f64> {
        self.0.times(x) * -0.5
    }

    fn is_indefinite(&self) -> bool {
        true
    }
}

pub(super) fn isomap(
    x: &DMatrix<f64>,
    neighbors: usize,
    options: &Options,
    watch: &Watch<'_>,
) -> Result<Unrolled, ManifoldError> {
    let n = x.nrows();
    let k = options.components_of(n);
    let bases = 8 * (n as u64) * (3 * capacity(k) + 4 * k) as u64;
    check_memory(bytes(n).saturating_add(bases), options.memory_budget)?;
    let distinct = Distinct::new(x);
    let neighbors = Neighbors::find(&distinct, neighbors, watch)?;
    let mut graph = NeighborGraph::new(&neighbors);
    // Two indices, a length and its way back for each.
    let pairs = (graph.pieces as u64).pow(2) / 2;
    check_memory(bytes(n).saturating_add(72 * pairs), options.memory_budget)?;
    graph.joins = joins(&distinct, &graph, watch)?;
    // In a unit in which the longest edge is about one, squares of paths are numbers.
    let edges = graph.edges.iter().chain(&graph.joins);
    let lengths = edges.clone().map(|edge| edge.length);
    let unit = exponent(lengths.fold(f64::MIN_POSITIVE, f64::max));
    let roads = Roads::new(n, edges, |length| times(length, -unit));
    let each = watch.stage(Stage::Paths, n);
    let squares = HalfSquares(Tiles::from_rows(n, each, |i, _| {
        let lengths = roads.shortest(iter::once((i, 0.0)));
        lengths.into_iter().map(|length| length * length).collect()
    })?);
    let means = squares.times(&DMatrix::from_element(n, 1, 1.0)) / n as f64;
    let Leading {
        mut values,
        vectors,
    } = leading(&squares, &vec![1.0; n], k, watch)?;
    let largest = values.first().map_or(0.0, |λ| λ.abs());
    for λ in &mut values {
        if λ.abs() <= ZERO * largest {
            *λ = 0.0;
        }
    }
    // Zeros are no run: their scores are zero whatever the axes.
    let undetermined = undetermined(&values, k, |i| {
        if values[i] > 0.0 {
            UNDETERMINED * largest
        } else {
            -1.0
        }
    });
    values.truncate(k);
    let vectors = turned(vectors.columns(0, k).into_owned());
    // What is computed in both units is in X's once multiplied by 2 to this power.
    let whole = unit + distinct.unit;
    let mut scores = vectors.clone();
    for (mut column, &λ) in scores.column_iter_mut().zip(&values) {
        let factor = λ.max(0.0).sqrt();
        column.apply(|v| *v = times(*v * factor, whole));
    }
    Ok(Unrolled {
        scores,
        undetermined,
        eigenvalues: values.iter().map(|λ| times(*λ, 2 * whole)).collect(),
        trace: Some(times(-means.sum(), 2 * whole)),
        graph: Some(graph.in_unit(distinct.unit)),
        projection: Some(Projection {
            neighbors: neighbors.k(),
            distinct,
            roads,
            unit,
            vectors,
            eigenvalues: values,
            grand_mean: means.mean(),
            means: means.as_slice().to_vec(),
        }),
    })
}

/// What takes new rows to their scores (Bengio et al. 2004), as scikit-learn's `transform`.
#[derive(Debug, Clone, PartialEq)]
pub struct Projection {
    neighbors: usize,
    distinct: Distinct,
    roads: Roads,
    /// Roads are distances in the unit of the rows, times 2 to minus this power.
    unit: i32,
    /// n × q, unit columns, and their eigenvalues in the unit of the roads.
    vectors: DMatrix<f64>,
    eigenvalues: Vec<f64>,
    /// Of the columns of −½D², and of all of it.
    means: Vec<f64>,
    grand_mean: f64,
}

impl Projection {
    /// Scores (m × q) of new rows (m × d): a new row goes by its k nearest rows, and from there along
    /// the graph. A row of X has the scores that it had.
    ///
    /// # Errors
    /// When cancelled, or when a row is too far from those of X for its scores to be numbers.
    pub fn project(
        &self,
        new: &DMatrix<f64>,
        progress: &EmbeddingProgress,
        cancelled: Cancelled<'_>,
    ) -> Result<DMatrix<f64>, ManifoldError> {
        let watch = Watch::new(progress, cancelled);
        let each = watch.stage(Stage::Paths, new.nrows());
        let rows: Result<Vec<Vec<f64>>, ManifoldError> = (0..new.nrows())
            .into_par_iter()
            .map(|i| {
                each.step()?;
                let row = new.row(i);
                self.scores(&row.iter().copied().collect::<Vec<_>>())
            })
            .collect();
        progress.reset();
        let rows = rows?;
        Ok(DMatrix::from_fn(
            rows.len(),
            self.eigenvalues.len(),
            |i, j| rows[i][j],
        ))
    }

    /// Of one row.
    fn scores(&self, row: &[f64]) -> Result<Vec<f64>, ManifoldError> {
        let row: Vec<f64> = row.iter().map(|v| times(*v, -self.distinct.unit)).collect();
        let nearest = nearest_to(&self.distinct, &row, self.neighbors);
        let nearest = nearest
            .into_iter()
            .map(|(j, length)| (j, times(length, -self.unit)));
        let mut values = self.roads.shortest(nearest);
        for value in &mut values {
            *value = -0.5 * value.powi(2);
        }
        let mean = values.iter().sum::<f64>() / values.len() as f64;
        if !mean.is_finite() {
            return Err(ManifoldError::TooFar);
        }
        for (value, column_mean) in values.iter_mut().zip(&self.means) {
            *value += self.grand_mean - mean - column_mean;
        }
        let axes = self.vectors.column_iter().zip(&self.eigenvalues);
        let score = |(v, &λ): (DVectorView<'_, f64>, &f64)| {
            let along: f64 = v.iter().zip(&values).map(|(v, k)| v * k).sum();
            let score = if λ > 0.0 { along / λ.sqrt() } else { 0.0 };
            times(score, self.unit + self.distinct.unit)
        };
        Ok(axes.map(score).collect())
    }
}

/// The shortest link between each two pieces, as scikit-learn joins them; of equally short ones that of
/// the first row in the later piece.
fn joins(
    distinct: &Distinct,
    graph: &NeighborGraph,
    watch: &Watch<'_>,
) -> Result<Vec<Edge>, Stopped> {
    let members = graph.members();
    let mut joins = Vec::new();
    if members.len() < 2 {
        return Ok(joins);
    }
    let each = watch.stage(Stage::Neighbors, graph.len());
    for (piece, rows) in members.iter().enumerate() {
        let shortest = rows
            .par_iter()
            .map(|&i| {
                each.step()?;
                let own = distinct.of(i);
                let link = |&j: &usize| (distance(own, distinct.of(j)), i, j);
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
        joins.extend(shortest?.into_iter().map(|(length, i, j)| Edge {
            from: i.min(j),
            to: i.max(j),
            length,
            mutual: false,
        }));
    }
    Ok(joins)
}

/// The shortest of some links.
fn nearest(links: impl Iterator<Item = (f64, usize, usize)>) -> (f64, usize, usize) {
    links.fold((f64::INFINITY, usize::MAX, usize::MAX), |a, b| {
        let order = a.0.total_cmp(&b.0).then((a.1, a.2).cmp(&(b.1, b.2)));
        if order.is_le() { a } else { b }
    })
}
