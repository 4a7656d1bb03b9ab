//! Distinct rows of a matrix, each held once.

use std::collections::HashMap;

use nalgebra::DMatrix;

use super::ManifoldError;
use crate::{
    objects::InputRows,
    power_of_two::{exponent, times},
};

/// Sum of squares above which underflow costs no digit: squares that underflow, below 10⁻³⁰⁷, are negligible beside
/// it.
const SAFE: f64 = 1e-280;

/// Meaning of the entries of rows, which decides how distances between rows are computed.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum RowEntries {
    /// Coordinates of a point.
    Coordinates,
    /// Distances from each of the n rows.
    Distances,
}

/// Distinct rows of X (n × d), each held once, in a power-of-two unit in which the largest entry is about one.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct DistinctRows {
    /// Meaning of the entries.
    pub(super) entries: RowEntries,
    /// Entries, row by row.
    values: Vec<f64>,
    /// Number d of features, or n where the entries are distances.
    features: usize,
    /// Indices of the rows of X that equal each distinct row, ascending.
    pub(super) members: Vec<Vec<usize>>,
    /// Index of the distinct row that equals each row of X.
    pub(super) of_row: Vec<usize>,
    /// Exponent of the unit: multiplying the values by 2 to this power gives X.
    pub(super) unit: i32,
}

impl DistinctRows {
    /// Finds the distinct rows of a matrix of finite numbers.
    pub(super) fn new(x: &DMatrix<f64>) -> Self {
        let unit = exponent(x.amax().max(f64::MIN_POSITIVE));
        let mut known: HashMap<Vec<u64>, usize> = HashMap::with_capacity(x.nrows());
        let mut values = Vec::with_capacity(x.len());
        let mut members: Vec<Vec<usize>> = Vec::new();
        let mut of_row = Vec::with_capacity(x.nrows());
        for (i, row) in x.row_iter().enumerate() {
            // Adding zero makes −0 the same as 0.
            let row: Vec<f64> = row.iter().map(|v| times(*v, -unit) + 0.0).collect();
            let bits = row.iter().map(|v| v.to_bits()).collect();
            let which = *known.entry(bits).or_insert_with(|| {
                values.extend_from_slice(&row);
                members.push(Vec::new());
                members.len() - 1
            });
            members[which].push(i);
            of_row.push(which);
        }
        Self {
            entries: RowEntries::Coordinates,
            values,
            features: x.ncols(),
            members,
            of_row,
            unit,
        }
    }

    /// Finds the distinct rows among those that have features or distances. Rows at the same distances from all rows
    /// are at distance zero from each other.
    ///
    /// # Errors
    /// [`ManifoldError::Unsuited`] for nodes of a graph.
    pub(super) fn of_rows(rows: &InputRows<'_>) -> Result<Self, ManifoldError> {
        match rows {
            InputRows::Features(x) => Ok(Self::new(x)),
            InputRows::Distances(distances) => Ok(Self {
                entries: RowEntries::Distances,
                ..Self::new(distances)
            }),
            InputRows::Graph(_) => Err(ManifoldError::Unsuited),
        }
    }

    /// Distance of rows i and j of X, in the unit.
    pub(super) fn between(&self, i: usize, j: usize) -> f64 {
        match self.entries {
            RowEntries::Coordinates => distance(self.of(i), self.of(j)),
            RowEntries::Distances => self.of(i)[j],
        }
    }

    /// Distances of all distinct rows from a row that is given by its distances from the n rows, in the unit.
    pub(super) fn given_from(&self, row: &[f64]) -> Vec<f64> {
        self.members.iter().map(|members| row[members[0]]).collect()
    }

    /// Largest difference of two distances that rounding alone can make, in the unit: a difference of two entries is
    /// off by at most ε, and the distance over d features by ε√d.
    pub(super) fn rounding(&self) -> f64 {
        let added = match self.entries {
            RowEntries::Coordinates => self.features.max(1),
            RowEntries::Distances => 1,
        };
        2.0 * f64::EPSILON * (added as f64).sqrt()
    }

    /// Number of distinct rows.
    pub(super) fn len(&self) -> usize {
        self.members.len()
    }

    /// Distinct row by its index (length d), in the unit.
    pub(super) fn row(&self, which: usize) -> &[f64] {
        &self.values[which * self.features..][..self.features]
    }

    /// Row i of X (length d), in the unit.
    pub(super) fn of(&self, i: usize) -> &[f64] {
        self.row(self.of_row[i])
    }

    /// Number d of features.
    pub(super) fn features(&self) -> usize {
        self.features
    }
}

/// Distance ‖a − b‖ from plain differences, so that points far from the origin lose no digit.
#[allow(
    clippy::inline_always,
    reason = "compiled with the caller's instruction set"
)]
#[inline(always)]
pub(super) fn distance(a: &[f64], b: &[f64]) -> f64 {
    let squared = squared_distance(a, b);
    if squared >= SAFE {
        squared.sqrt()
    } else {
        tiny_distance(a, b)
    }
}

/// Squared distance ‖a − b‖², in partial sums that the compiler turns into wide instructions.
#[allow(
    clippy::inline_always,
    reason = "compiled with the caller's instruction set"
)]
#[inline(always)]
fn squared_distance(a: &[f64], b: &[f64]) -> f64 {
    /// Number of partial sums: a multiple of the lanes of wide registers.
    const LANES: usize = 8;
    let (a_head, a_tail) = a.as_chunks::<LANES>();
    let (b_head, b_tail) = b.as_chunks::<LANES>();
    let mut sums = [0.0; LANES];
    for (a, b) in a_head.iter().zip(b_head) {
        for ((sum, a), b) in sums.iter_mut().zip(a).zip(b) {
            *sum += (a - b) * (a - b);
        }
    }
    let mut sum = 0.0;
    for part in sums {
        sum += part;
    }
    for (a, b) in a_tail.iter().zip(b_tail) {
        sum += (a - b) * (a - b);
    }
    sum
}

/// Distance of rows whose squared differences would underflow, such as two close rows in a table with a huge
/// outlier.
#[cold]
fn tiny_distance(a: &[f64], b: &[f64]) -> f64 {
    let differences = || a.iter().zip(b).map(|(a, b)| (a - b).abs());
    let largest = differences().fold(0.0, f64::max);
    if largest == 0.0 {
        return 0.0;
    }
    let squares = differences().map(|v| (v / largest) * (v / largest));
    largest * squares.sum::<f64>().sqrt()
}
