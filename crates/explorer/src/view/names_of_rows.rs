//! Names of rows beside their dots.

use std::{collections::BTreeSet, sync::Arc};

use super::Contributions;
use crate::{analysis::Analysis, setup::View};
use chart::{Chart, Mark, PointNames};
use kernel_pca::{method::Method, objects::Labels};
use tabular::{Dataset, NewRows, RowNames};

/// Number of rows above which none is named: of more, most names would have no room on a slide.
pub const MOST_NAMED: usize = 200;

/// Names of the rows, empty for a row without one: from a column that identifies rows, or a label that no two rows
/// share. `None` where there is neither, and for more than [`MOST_NAMED`] rows.
#[must_use]
pub fn names_of_rows(dataset: &Dataset) -> Option<Arc<[String]>> {
    names_among(dataset.n(), dataset.row_names.as_ref(), &dataset.labels)
}

/// Names of new rows, as [`names_of_rows`] gives those of the fitted ones.
fn names_of_new(new: &NewRows) -> Option<Arc<[String]>> {
    names_among(new.n(), new.row_names.as_ref(), &new.labels)
}

fn names_among(n: usize, row_names: Option<&RowNames>, labels: &Labels) -> Option<Arc<[String]>> {
    if n > MOST_NAMED {
        return None;
    }
    match (row_names, labels) {
        (Some(names), _) => Some(Arc::clone(&names.names)),
        (None, Labels::Classes { codes, .. }) => {
            let known: BTreeSet<usize> = codes.iter().copied().flatten().collect();
            let names = codes
                .iter()
                .map(|code| labels.classes().get((*code)?).cloned());
            (known.len() == codes.len()).then(|| names.collect())?
        }
        _ => None,
    }
}

/// Gives the dots the names of their rows, to stand beside them. In correspondence analysis those rows come first that
/// contribute most to the components of the plot.
pub fn name_rows(chart: &mut Chart, analysis: &Analysis, view: &View, method: Option<Method>) {
    let Some(names) = names_of_rows(&analysis.dataset).filter(|_| !view.hide_names) else {
        return;
    };
    let weights = match method {
        Some(Method::Correspondence) => Contributions::in_sight(analysis, view)
            .map(|it| Contributions::weights(&it.rows))
            .unwrap_or_default(),
        _ => vec![],
    };
    let of_new = analysis.new.as_ref().and_then(|it| names_of_new(&it.rows));
    for mark in &mut chart.marks {
        match mark {
            Mark::Points(points) => {
                points.names = Some(PointNames {
                    names: Arc::clone(&names),
                    weights: weights.clone().into(),
                });
            }
            Mark::NewRows(points) => {
                points.names = of_new.clone().map(|names| PointNames {
                    names,
                    weights: Arc::new([]),
                });
            }
            _ => {}
        }
    }
}
