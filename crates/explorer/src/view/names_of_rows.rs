//! Names of rows beside their dots.

use std::sync::Arc;

use super::contributions;
use crate::{
    analysis::Analysis,
    setup::{ScoreAxes, View, clamp},
};
use chart::{Chart, Mark, PointNames};
use kernel_pca::{method::Method, objects::Labels};
use tabular::Dataset;

/// Number of rows above which none is named: of more, most names would have no room on a slide.
pub const MOST_NAMED: usize = 200;

/// Names of the rows, of those that have some: from a column that identifies them, or a label that no two rows share.
#[must_use]
pub fn names_of_rows(dataset: &Dataset) -> Option<Arc<[String]>> {
    if dataset.n() > MOST_NAMED {
        return None;
    }
    match (&dataset.row_names, &dataset.labels) {
        (Some(names), _) => Some(Arc::clone(&names.names)),
        (None, Labels::Classes { names, codes, .. }) if names.len() == codes.len() => {
            let names = codes.iter().map(|code| names.get((*code)?).cloned());
            names.collect()
        }
        _ => None,
    }
}

/// Lets dots have the names of their rows beside them, the weightiest first: in correspondence analysis those that
/// contribute most to the two components of a plot.
pub fn name_rows(chart: &mut Chart, analysis: &Analysis, view: &View, method: Option<Method>) {
    let Some(names) = names_of_rows(&analysis.dataset).filter(|_| !view.hide_names) else {
        return;
    };
    let weights = match method {
        Some(Method::Correspondence) => of_plane(analysis, view, 0),
        _ => vec![],
    };
    for mark in &mut chart.marks {
        if let Mark::Points(points) = mark {
            points.names = Some(PointNames {
                names: Arc::clone(&names),
                weights: weights.clone().into(),
            });
        }
    }
}

/// Contributions of rows (0) or of columns (1) to both components that the plot of correspondence analysis shows; empty
/// where it shows no two.
pub fn of_plane(analysis: &Analysis, view: &View, which: usize) -> Vec<f64> {
    let count = analysis
        .embedding(Method::Correspondence)
        .map_or(0, |it| it.eigenvalues().len());
    let Some(ScoreAxes::Pair(a, b)) = clamp(view.axes(Method::Correspondence), count) else {
        return vec![];
    };
    let both = [a, b].map(|k| contributions(analysis, k));
    let [Some(first), Some(second)] = both else {
        return vec![];
    };
    let sums = first[which].iter().zip(&second[which]);
    sums.map(|(a, b)| a + b).collect()
}
