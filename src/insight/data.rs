//! Rules about the rows, whatever the kernel.

use std::collections::HashSet;

use nalgebra::DMatrix;

use super::Insight;
use crate::data::Scaling;

/// Share of repeated rows past which most dots of the picture have another one under them.
pub const MANY_REPEATED: f64 = 0.5;
/// Share of the variance in one column with which the first principal axis is that column to within a few degrees,
/// and the second is what the others have left.
pub const ONE_COLUMN: f64 = 0.9;
/// Share of the variance in few columns with which no plot of two components shows anything of the others.
pub const FEW_COLUMNS: f64 = 0.99;
/// Ratio of all columns to the drowning ones, from which these count as few.
pub const FEW_OF: usize = 3;

pub(super) fn rows_repeat(share: f64) -> Option<Insight> {
    (share > MANY_REPEATED).then_some(Insight::RowsRepeat(share))
}

/// Remark on a table (n × n) that is symmetric, 0 on its diagonal and positive beside it.
pub(super) fn distances(table: &DMatrix<f64>) -> Option<Insight> {
    let n = table.nrows();
    let is_between = |i: usize, j: usize| {
        let (there, back) = (table[(i, j)], table[(j, i)]);
        there > 0.0 && (there - back).abs() <= ROUNDING * there
    };
    let are = n == table.ncols()
        && (0..n).all(|i| table[(i, i)] == 0.0 && (0..i).all(|j| is_between(i, j)));
    are.then_some(Insight::Distances)
}

/// Relative difference of two distances that are one, as far as files are written.
const ROUNDING: f64 = 1e-10;

/// Share of rows of x (n × d) that equal another one before them. It takes a look at all of them, and stays the
/// same whatever the kernel.
#[must_use]
pub fn repeated(x: &DMatrix<f64>) -> f64 {
    // Adding 0 makes one zero of two.
    let bits = |i: usize| -> Vec<u64> { x.row(i).iter().map(|v| (v + 0.0).to_bits()).collect() };
    let different: HashSet<Vec<u64>> = (0..x.nrows()).map(bits).collect();
    1.0 - different.len() as f64 / x.nrows() as f64
}

/// Remark on one or few columns of x (n × d) that drown the others, by their share of the variance. Standardised
/// columns have equal variances, and pixels share one unit.
pub(super) fn few_columns(names: &[String], scaling: Scaling, x: &DMatrix<f64>) -> Option<Insight> {
    if scaling == Scaling::Standardize || x.ncols() < 2 {
        return None;
    }
    // In units of the largest deviation no square overflows.
    let means = x.row_mean();
    let deviation = |j: usize| {
        x.column(j)
            .iter()
            .fold(0.0_f64, |most, v| most.max((v - means[j]).abs()))
    };
    let unit = (0..x.ncols()).map(deviation).fold(0.0, f64::max);
    let variance = |j: usize| -> f64 {
        let column = x.column(j);
        let squares = column.iter().map(|v| ((v - means[j]) / unit).powi(2));
        squares.sum()
    };
    let mut variances: Vec<(usize, f64)> = (0..x.ncols()).map(|j| (j, variance(j))).collect();
    variances.sort_by(|a, b| b.1.total_cmp(&a.1));
    let total: f64 = variances.iter().map(|(_, variance)| variance).sum();
    let most = (x.ncols() / FEW_OF).max(1);
    let mut share = 0.0;
    for (count, (_, variance)) in (1..=most).zip(&variances) {
        share += variance / total;
        let enough = if count == 1 { ONE_COLUMN } else { FEW_COLUMNS };
        if share >= enough {
            let (largest, _) = variances[0];
            return Some(Insight::FewColumns {
                name: names.get(largest).cloned().unwrap_or_default(),
                count,
                of: x.ncols(),
                share,
            });
        }
    }
    None
}
