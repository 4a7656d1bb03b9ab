//! Rules on the rows, which do not depend on the kernel.

use std::collections::HashSet;

use nalgebra::DMatrix;

use super::Insight;
use kernel_pca::objects::Scaling;
use tabular::{Dataset, SparseColumn};

/// Share of repeated rows above which a remark is made: most dots of the picture then cover another one.
pub const MANY_REPEATED: f64 = 0.5;
/// Share of the variance in one column above which a remark is made: the first principal axis is then that column
/// to within a few degrees, and the second comes from the other columns' remainder.
pub const ONE_COLUMN: f64 = 0.9;
/// Share of the variance in a few columns above which a remark is made: no plot of two components then shows the
/// others.
pub const FEW_COLUMNS: f64 = 0.99;
/// Least ratio of the number of all columns to that of the dominant ones for these to count as few.
pub const FEW_OF: usize = 3;

/// Share of rows left out for gaps above which a remark is made: the picture is then of another table.
pub const MANY_LEFT_OUT: f64 = 0.1;

/// Remark on rows that are left out because they lack a value.
pub(super) fn gaps(dataset: &Dataset, sparse: Option<&SparseColumn>) -> Option<Insight> {
    let (rows, of) = (dataset.n(), dataset.n() + dataset.skipped_rows);
    let are_many = dataset.skipped_rows as f64 > MANY_LEFT_OUT * of as f64;
    are_many.then(|| Insight::Gaps {
        rows,
        of,
        sparse: sparse.cloned(),
    })
}

pub(super) fn rows_repeat(share: f64) -> Option<Insight> {
    (share > MANY_REPEATED).then_some(Insight::RowsRepeat(share))
}

/// Remark on a table (n × n) that looks like distances: symmetric, 0 on its diagonal and positive off it.
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

/// Relative difference below which two distances count as equal: digits lost in writing a file.
const ROUNDING: f64 = 1e-10;

/// Share of rows of x (n × d) that equal an earlier row. It visits all rows, and does not depend on the kernel.
#[must_use]
pub fn repeated(x: &DMatrix<f64>) -> f64 {
    // Adding 0 turns −0 into 0.
    let bits = |i: usize| -> Vec<u64> { x.row(i).iter().map(|v| (v + 0.0).to_bits()).collect() };
    let different: HashSet<Vec<u64>> = (0..x.nrows()).map(bits).collect();
    1.0 - different.len() as f64 / x.nrows() as f64
}

/// Remark on one or few columns of x (n × d) that dominate the variance, by their share; none for standardised
/// columns, whose variances are equal, and for pixels, which share a unit.
pub(super) fn few_columns(names: &[String], scaling: Scaling, x: &DMatrix<f64>) -> Option<Insight> {
    if scaling == Scaling::Standardize || x.ncols() < 2 {
        return None;
    }
    // Divided by the largest deviation, so that no square overflows.
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
