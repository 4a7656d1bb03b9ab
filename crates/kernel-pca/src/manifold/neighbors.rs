//! Exact k nearest neighbours of every row, by a k-d tree for few features and by all distances otherwise.

use std::ops::Range;

use kdtree::KdTree;
use pulp::{Arch, Simd, WithSimd};
use rayon::prelude::*;

use super::{
    distinct::{DistinctRows, RowEntries, distance},
    watch::{EmbeddingStage, EmbeddingWatch},
};
use crate::{eigen::Failure, power_of_two::times};

/// Features up to which a k-d tree is used; with more it visits most of the rows.
const FEW_FEATURES: usize = 8;
/// Rows that are compared with all others together: few enough to stay in the first-level cache.
const RUN: usize = 32;
/// Rows in a leaf of the tree: fewer make the tree deeper, more take more comparisons one by one.
const LEAF: usize = 16;

/// Rows near a given row, each as its distance and its index.
type NearbyRows = Vec<(f64, usize)>;

/// Nearest k other rows of each of n rows, nearest first, and by index where equally near. Equal rows are
/// neighbours at distance zero.
#[derive(Debug, Clone, PartialEq)]
pub struct Neighbors {
    /// Number of rows.
    n: usize,
    /// Number of neighbours of each row.
    k: usize,
    /// Indices of the neighbours, k for each row in turn.
    rows: Vec<usize>,
    /// Distances of the neighbours, in the order of `rows`.
    lengths: Vec<f64>,
    /// Number of rows whose k-th neighbour is as near as their next nearest row.
    tied: usize,
}

impl Neighbors {
    /// Finds the k < n nearest neighbours of each of the n rows in `distinct`, with distances in the unit of
    /// `distinct`.
    ///
    /// # Errors
    /// [`Failure::Cancelled`] when cancelled.
    pub(super) fn find(
        distinct: &DistinctRows,
        k: usize,
        watch: &EmbeddingWatch<'_>,
    ) -> Result<Self, Failure> {
        // One neighbour more shows whether the last is tied.
        let search = NeighborSearch::new(distinct, k + 1);
        let rounding = distinct.rounding();
        let each = watch.stage(EmbeddingStage::Neighbors, distinct.len());
        let runs: Vec<Vec<NearbyRows>> = (0..distinct.len().div_ceil(RUN))
            .into_par_iter()
            .map(|run| {
                let run = run * RUN..((run + 1) * RUN).min(distinct.len());
                run.clone().try_for_each(|_| each.step())?;
                Ok(search.others(run))
            })
            .collect::<Result<_, Failure>>()?;
        let found: Vec<NearbyRows> = runs.into_iter().flatten().collect();
        let n = distinct.of_row.len();
        let mut neighbors = Self {
            n,
            k,
            rows: Vec::with_capacity(n * k),
            lengths: Vec::with_capacity(n * k),
            tied: 0,
        };
        for (i, &which) in distinct.of_row.iter().enumerate() {
            let equal = distinct.members[which].iter().filter(|&&j| j != i);
            let mut nearest: NearbyRows = equal.take(k + 1).map(|&j| (0.0, j)).collect();
            for &(length, other) in &found[which] {
                let members = distinct.members[other].iter().take(k + 1);
                nearest.extend(members.map(|&j| (length, j)));
            }
            sort(&mut nearest);
            if let (Some(last), Some(next)) = (nearest.get(k.wrapping_sub(1)), nearest.get(k)) {
                neighbors.tied += usize::from(next.0 - last.0 <= rounding);
            }
            for &(length, j) in nearest.iter().take(k) {
                neighbors.rows.push(j);
                neighbors.lengths.push(length);
            }
        }
        Ok(neighbors)
    }

    /// Multiplies all distances by 2 to the power `unit`.
    pub(super) fn in_unit(mut self, unit: i32) -> Self {
        for length in &mut self.lengths {
            *length = times(*length, unit);
        }
        self
    }

    /// Number of rows whose last neighbour is arbitrary, since several rows are equally near.
    pub fn tied(&self) -> usize {
        self.tied
    }

    /// Number k of neighbours of each row.
    pub fn k(&self) -> usize {
        self.k
    }

    /// Number n of rows.
    pub fn n(&self) -> usize {
        self.n
    }

    /// Neighbours of row i, nearest first (length k).
    pub fn of(&self, i: usize) -> &[usize] {
        &self.rows[i * self.k..][..self.k]
    }

    /// Distances of the neighbours of row i, in the same order (length k).
    pub fn lengths(&self, i: usize) -> &[f64] {
        &self.lengths[i * self.k..][..self.k]
    }
}

/// Search for the k nearest distinct rows of a distinct row.
struct NeighborSearch<'a> {
    distinct: &'a DistinctRows,
    k: usize,
    /// Tree of the distinct rows; `None` where comparing all pairs is faster.
    tree: Option<KdTree<f64, usize, &'a [f64]>>,
}

impl<'a> NeighborSearch<'a> {
    fn new(distinct: &'a DistinctRows, k: usize) -> Self {
        let features = distinct.features();
        let pays = distinct.entries == RowEntries::Coordinates
            && (1..=FEW_FEATURES).contains(&features)
            && 4 * k < distinct.len();
        Self {
            distinct,
            k,
            tree: pays.then(|| tree(distinct)).flatten(),
        }
    }

    /// Finds the k nearest others of each row of `run`, with all that are tied with the last of them.
    fn others(&self, run: Range<usize>) -> Vec<NearbyRows> {
        if let Some(tree) = &self.tree {
            let found: Option<_> = run.clone().map(|which| self.by_tree(tree, which)).collect();
            if let Some(found) = found {
                return found;
            }
        }
        let rows = run.clone().map(|which| self.distinct.row(which));
        let mut lengths = distances(self.distinct, rows.collect());
        let mut found = Vec::with_capacity(run.len());
        for (which, lengths) in run.zip(&mut lengths) {
            // A row is not its own neighbour, and all others are at finite distances.
            lengths[which] = f64::INFINITY;
            let others = lengths.len() - 1;
            found.push(least(lengths, self.k.min(others)));
        }
        found
    }

    /// Finds the nearest others of one row by the tree; `None` where a coordinate is not finite.
    fn by_tree(&self, tree: &KdTree<f64, usize, &'a [f64]>, which: usize) -> Option<NearbyRows> {
        let row = self.distinct.row(which);
        let mut found: NearbyRows = Vec::with_capacity(self.k + 1);
        for (length, &other) in tree.iter_nearest(row, &distance).ok()? {
            if other == which {
                continue;
            }
            if found.len() >= self.k && found.last().is_some_and(|last| length > last.0) {
                break;
            }
            found.push((length, other));
        }
        Some(found)
    }
}

/// Returns the k rows of X nearest to `row`, which need not be one of them, nearest first, as index and distance;
/// `row` is in the unit of `distinct`.
pub(super) fn nearest_to(distinct: &DistinctRows, row: &[f64], k: usize) -> Vec<(usize, f64)> {
    nearest_of(distinct, &distances_from(distinct, row), k)
}

/// Distances of all distinct rows from `row`, which is in the unit of `distinct`.
pub(super) fn distances_from(distinct: &DistinctRows, row: &[f64]) -> Vec<f64> {
    distances(distinct, vec![row]).concat()
}

/// Distances of all distinct rows from each of some rows, which are in the unit of `distinct`.
fn distances(distinct: &DistinctRows, rows: Vec<&[f64]>) -> Vec<Vec<f64>> {
    match distinct.entries {
        RowEntries::Coordinates => Arch::new().dispatch(RowDistances { distinct, rows }),
        RowEntries::Distances => rows
            .into_iter()
            .map(|row| distinct.given_from(row))
            .collect(),
    }
}

/// Returns the k nearest rows of X, nearest first, as index and distance, from the distances `lengths` of all
/// distinct rows.
pub(super) fn nearest_of(distinct: &DistinctRows, lengths: &[f64], k: usize) -> Vec<(usize, f64)> {
    let mut nearest: NearbyRows = Vec::new();
    for (length, which) in least(lengths, k.min(lengths.len())) {
        let members = distinct.members[which].iter().take(k);
        nearest.extend(members.map(|&j| (length, j)));
    }
    sort(&mut nearest);
    let nearest = nearest.into_iter().take(k);
    nearest.map(|(length, j)| (j, length)).collect()
}

/// Sorts rows by distance, and equally near ones by index.
fn sort(rows: &mut [(f64, usize)]) {
    rows.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
}

/// Returns the `count` least numbers, with all that equal the last of them, as number and index.
fn least(numbers: &[f64], count: usize) -> NearbyRows {
    let Some(last) = count.checked_sub(1) else {
        return Vec::new();
    };
    let mut parted = numbers.to_vec();
    let (_, last, _) = parted.select_nth_unstable_by(last, f64::total_cmp);
    let numbers = numbers.iter().copied().enumerate();
    let least = numbers.filter(|(_, number)| number <= last);
    least.map(|(place, number)| (number, place)).collect()
}

/// Builds a tree of the distinct rows; `None` where a coordinate is not finite.
fn tree(distinct: &DistinctRows) -> Option<KdTree<f64, usize, &[f64]>> {
    let mut tree = KdTree::with_capacity(distinct.features(), LEAF);
    for which in 0..distinct.len() {
        tree.add(distinct.row(which), which).ok()?;
    }
    Some(tree)
}

/// Distances of every distinct row from each of some rows, all by their coordinates.
struct RowDistances<'a> {
    distinct: &'a DistinctRows,
    rows: Vec<&'a [f64]>,
}

impl WithSimd for RowDistances<'_> {
    type Output = Vec<Vec<f64>>;

    #[allow(
        clippy::inline_always,
        reason = "compiled with the dispatched instruction set"
    )]
    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) -> Vec<Vec<f64>> {
        let Self { distinct, rows } = self;
        let n = distinct.len();
        let mut lengths = vec![vec![0.0; n]; rows.len()];
        // A few rows at a time, which stay in the first-level cache while all `rows` are compared with them. Plain
        // loops, because a closure would be compiled without the instruction set.
        for start in (0..n).step_by(RUN) {
            for (lengths, row) in lengths.iter_mut().zip(&rows) {
                let others = start..(start + RUN).min(n);
                for (length, other) in lengths[others.clone()].iter_mut().zip(others) {
                    *length = distance(row, distinct.row(other));
                }
            }
        }
        lengths
    }
}
