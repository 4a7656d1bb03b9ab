//! Data as they were when a script was written: their shape, the beginning of their first row and the sizes of their
//! classes, by which a script refuses others.

use nalgebra::DMatrix;

use super::{broken, recipe::Recipe, rounded};
use crate::template::{SectionValues, values};
use explorer::analysis::Analysis;
use kernel_pca::objects::{Labels, Objects};

/// Number of values of the first row by which a script recognises its data: as many as a few lines hold.
const BEGINNING: usize = 16;

/// Shape of a matrix and the beginning of its first row.
pub(super) struct Beginning {
    pub shape: [usize; 2],
    pub first: Vec<f64>,
}

impl Beginning {
    pub fn of(x: &DMatrix<f64>) -> Self {
        let first = x.row_iter().take(1).flat_map(|row| {
            let values = row.iter().take(BEGINNING).copied();
            values.collect::<Vec<_>>()
        });
        Self {
            shape: [x.nrows(), x.ncols()],
            first: first.collect(),
        }
    }

    /// Values at the beginning of the first row, as the items of a list.
    pub fn items(&self) -> String {
        items(self.first.iter().map(|value| rounded(*value)))
    }
}

/// Items of a list, in lines that are not too long.
pub(super) fn items(items: impl Iterator<Item = String>) -> String {
    broken(items, ", ", ",\n    ", 88)
}

/// Features before noise, or the given matrix; `None` for strings and graphs.
pub(super) fn plain_data(analysis: &Analysis) -> Option<&DMatrix<f64>> {
    let dataset = analysis.before_noise();
    match &dataset.objects {
        _ if dataset.has_features() => Some(&dataset.x),
        Objects::Matrix(matrix) => Some(&matrix.entries),
        Objects::Vectors | Objects::Strings(_) | Objects::Graph(_) => None,
    }
}

/// Number of rows of each class, in the order of the classes; last that of rows without a label, where there are
/// some. `None` where the labels are no classes.
pub(super) fn class_sizes(labels: &Labels) -> Option<Vec<usize>> {
    let Labels::Classes { names, codes, .. } = labels else {
        return None;
    };
    let mut sizes = vec![0; names.len() + 1];
    for code in codes {
        sizes[code.unwrap_or(names.len())] += 1;
    }
    if sizes[names.len()] == 0 {
        sizes.pop();
    }
    Some(sizes)
}

/// Shape and beginning of a matrix as arguments in Python.
pub(super) fn arguments(data: &Beginning) -> String {
    let [n, d] = data.shape;
    format!("({n}, {d}), [{}]", data.items())
}

/// Template values for the lines by which a script in Python checks its data.
pub(super) fn python(recipe: &Recipe) -> SectionValues {
    let analysis = recipe.analysis;
    let data = plain_data(analysis).map(Beginning::of);
    let quantity = match recipe.labels {
        Labels::Continuous { values, .. } => {
            let first = values.iter().take(BEGINNING);
            let first = first.map(|value| {
                if value.is_nan() {
                    "np.nan".to_owned()
                } else {
                    rounded(*value)
                }
            });
            Some(format!("({},), [{}]", values.len(), items(first)))
        }
        Labels::None | Labels::Classes { .. } => None,
    };
    let sizes = class_sizes(recipe.labels);
    values! {
        written: data.map(|data| arguments(&data)),
        quantity,
        sizes: sizes.map(|sizes| items(sizes.iter().map(usize::to_string))),
    }
}
