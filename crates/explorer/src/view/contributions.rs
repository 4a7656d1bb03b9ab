//! Contributions of correspondence analysis: how much of a component's inertia each row and each column makes up.

use crate::{
    analysis::Analysis,
    setup::{View, clamp, plotted},
};
use kernel_pca::method::Method;

/// Shares of each row and of each column in the inertia of the components that the plot shows, one or two: mass ·
/// coordinate² / eigenvalue (Greenacre, *Correspondence Analysis in Practice*, 2nd ed. 2007, chapter 11). Over all
/// rows, and over all columns, the shares in a component sum to 1. Components are 0-based.
#[derive(Debug, Clone, Default)]
pub struct Contributions {
    pub components: Vec<usize>,
    pub rows: Vec<Vec<f64>>,
    pub columns: Vec<Vec<f64>>,
}

impl Contributions {
    /// Contributions to the components of correspondence analysis that the view shows; `None` where one has no inertia.
    #[must_use]
    pub fn in_sight(analysis: &Analysis, view: &View) -> Option<Self> {
        let found = analysis.embedding(Method::Correspondence).ok()?;
        let values = found.eigenvalues();
        let axes = clamp(view.axes(Method::Correspondence), values.len())?;
        let components: Vec<usize> = plotted(axes).into_iter().flatten().collect();
        if components.iter().any(|k| values[*k] <= 0.0) {
            return None;
        }
        let table = &analysis.dataset.x;
        let (scores, columns) = (found.scores(), found.columns()?);
        let total = table.sum();
        let shares = |mass: f64, place: &dyn Fn(usize) -> f64| -> Vec<f64> {
            let all = components.iter();
            all.map(|&k| mass / total * place(k).powi(2) / values[k])
                .collect()
        };
        let of_row = |i: usize| shares(table.row(i).sum(), &|k| scores[(i, k)]);
        let of_column = |j: usize| shares(table.column(j).sum(), &|k| columns[(j, k)]);
        Some(Self {
            rows: (0..table.nrows()).map(of_row).collect(),
            columns: (0..table.ncols()).map(of_column).collect(),
            components,
        })
    }

    /// Weights that decide which rows or columns are named first, the heaviest: sums of their shares over the
    /// components.
    pub fn weights(shares: &[Vec<f64>]) -> Vec<f64> {
        shares.iter().map(|of| of.iter().sum()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        analysis::Analyzer,
        setup::{ScoreAxes, example},
    };
    use kernel_pca::kpca::Tier;

    /// Permille of rows and columns on the first axis, as `summary(ca(smoke))` of the R package ca prints them.
    #[test]
    fn contributions_of_the_smoking_staff_are_those_published() {
        let setup = example("smoke").unwrap().setup;
        let analysis = Analyzer::default()
            .run(&setup, Tier::Exact, &|| false)
            .unwrap();
        let mut view = setup.view;
        let found = Contributions::in_sight(&analysis, &view).unwrap();
        let permille = |all: &[Vec<f64>]| {
            let first = all.iter().map(|it| (1e3 * it[0]).round());
            first.collect::<Vec<_>>()
        };
        assert_eq!(permille(&found.rows), [3.0, 84.0, 512.0, 331.0, 70.0]);
        assert_eq!(permille(&found.columns), [654.0, 31.0, 166.0, 150.0]);
        view.set_axes(Method::Correspondence, ScoreAxes::Strip(1));
        let second = Contributions::in_sight(&analysis, &view).unwrap();
        assert_eq!(second.components, [1]);
        assert_eq!(second.rows[2][0], found.rows[2][1]);
    }
}
