//! Contributions of correspondence analysis: how much of a component's inertia each row and each column makes up.

use crate::analysis::Analysis;
use kernel_pca::method::Method;

/// Shares of rows (length n) and of columns (length d) in the inertia of component `k` (0-based), which sum to 1 each:
/// mass · coordinate² / eigenvalue (Greenacre, *Correspondence Analysis in Practice*, 2nd ed. 2007, chapter 11).
/// `None` where there is no such component.
#[must_use]
pub fn contributions(analysis: &Analysis, k: usize) -> Option<[Vec<f64>; 2]> {
    let found = analysis.embedding(Method::Correspondence).ok()?;
    let inertia = *found.eigenvalues().get(k).filter(|value| **value > 0.0)?;
    let table = &analysis.dataset.x;
    let (scores, columns) = (found.scores(), found.columns()?);
    let total = table.sum();
    let share = |mass: f64, coordinate: f64| mass / total * coordinate * coordinate / inertia;
    let rows = table.row_iter().map(|row| row.sum());
    let rows = rows
        .enumerate()
        .map(|(i, mass)| share(mass, scores[(i, k)]));
    let of_columns = table.column_iter().map(|column| column.sum());
    let of_columns = of_columns.enumerate();
    let of_columns = of_columns.map(|(j, mass)| share(mass, columns[(j, k)]));
    Some([rows.collect(), of_columns.collect()])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{analysis::Analyzer, setup::example};
    use kernel_pca::kpca::Tier;

    /// Permille of rows and columns on the first axis, as `summary(ca(smoke))` of the R package ca prints them.
    #[test]
    fn contributions_of_the_smoking_staff_are_those_published() {
        let setup = example("smoke").unwrap().setup;
        let analysis = Analyzer::default()
            .run(&setup, Tier::Exact, &|| false)
            .unwrap();
        let [rows, columns] = contributions(&analysis, 0).unwrap();
        let permille = |all: &[f64]| all.iter().map(|it| (1e3 * it).round()).collect::<Vec<_>>();
        assert_eq!(permille(&rows), [3.0, 84.0, 512.0, 331.0, 70.0]);
        assert_eq!(permille(&columns), [654.0, 31.0, 166.0, 150.0]);
        assert_eq!(contributions(&analysis, 3), None);
    }
}
