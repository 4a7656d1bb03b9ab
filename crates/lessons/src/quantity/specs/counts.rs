//! Quantities of a table of counts: profiles, masses and χ² distances.

use nalgebra::{DMatrix, RowDVector};

use super::{Spec, spec};
use crate::quantity::asked::QuantityRequest;

pub(super) static SPECS: &[Spec] = &[
    spec(
        "profile",
        &["row", "feature"],
        "entry of a row over the sum of the row",
        |it| {
            let counts = CountTable::of(it)?;
            Ok(counts.profile(it.row(0)?)[it.place(1, counts.table.ncols(), "features")?])
        },
    ),
    spec(
        "mean_profile",
        &["feature"],
        "sum of a feature over the sum of the whole table",
        |it| {
            let counts = CountTable::of(it)?;
            Ok(counts.mean[it.place(0, counts.table.ncols(), "features")?])
        },
    ),
    spec(
        "mass",
        &["row"],
        "sum of a row over the sum of the whole table",
        |it| {
            let table = CountTable::of(it)?.table;
            Ok(table.row(it.row(0)?).sum() / table.sum())
        },
    ),
    spec(
        "chi2_distance",
        &["row", "row"],
        "squared χ² distance of the profiles of two rows",
        |it| {
            let counts = CountTable::of(it)?;
            let [a, b] = [it.row(0)?, it.row(1)?].map(|row| counts.profile(row));
            Ok(counts.chi2(&a, &b))
        },
    ),
    spec(
        "chi2_from_mean",
        &["row"],
        "squared χ² distance of a row's profile from the mean profile",
        |it| {
            let counts = CountTable::of(it)?;
            Ok(counts.chi2(&counts.profile(it.row(0)?), &counts.mean))
        },
    ),
];

/// Table of counts (n × d) with its mean profile: the sums of its columns over the sum of all counts.
struct CountTable {
    table: DMatrix<f64>,
    mean: RowDVector<f64>,
}

impl CountTable {
    fn of(asked: &QuantityRequest<'_>) -> Result<Self, String> {
        let table = asked.features()?.clone();
        let sums = table.row_sum();
        let total = sums.sum();
        Ok(Self {
            table,
            mean: sums / total,
        })
    }

    fn profile(&self, row: usize) -> RowDVector<f64> {
        let row = self.table.row(row).into_owned();
        let sum = row.sum();
        row / sum
    }

    /// Squared χ² distance of two profiles.
    fn chi2(&self, a: &RowDVector<f64>, b: &RowDVector<f64>) -> f64 {
        let squares = (a - b).map(|it| it * it);
        squares.component_div(&self.mean).sum()
    }
}
