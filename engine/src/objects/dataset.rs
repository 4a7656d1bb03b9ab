//! Table of numbers with an optional label per row, the start of every analysis.

use std::sync::Arc;

use nalgebra::DMatrix;

use super::{AddedNoise, Objects, Pictures};

/// Data of an analysis: rows are observations, columns are features, and every entry is finite.
#[derive(Debug, Clone, PartialEq)]
pub struct Dataset {
    /// Short name for titles and the status line, such as `moons` or `wine.csv`.
    pub name: String,
    /// Names of the d columns of `x`, with their units where the source gives them.
    pub feature_names: Vec<String>,
    /// Features, n × d; without columns where objects are not vectors.
    pub x: DMatrix<f64>,
    /// Objects of the n rows, which kernels compare.
    pub objects: Objects,
    /// Labels of the n rows.
    pub labels: Labels,
    /// Positions (0-based) of the n rows of `x` among the source's data rows.
    pub row_ids: Vec<usize>,
    /// Names of the n rows, where a column identifies them.
    pub row_names: Option<RowNames>,
    /// Number of rows of the source left out because a feature was missing.
    pub skipped_rows: usize,
    /// Pictures of the rows; `None` where features are not pixels.
    pub pictures: Option<Arc<Pictures>>,
}

/// Names of the rows, from a column that identifies them.
#[derive(Debug, Clone, PartialEq)]
pub struct RowNames {
    /// Name of the column.
    pub column: String,
    /// Names of the n rows; empty where the column's cell is empty.
    pub names: Arc<[String]>,
}

/// Labels that points are coloured by, one entry per row; a row may lack a label.
#[derive(Debug, Clone, PartialEq)]
pub enum Labels {
    None,
    /// Classes: `codes[i]` is the index of row i's class in `names`; `None` for a row without a label.
    Classes {
        column: String,
        names: Vec<String>,
        codes: Vec<Option<usize>>,
    },
    /// Quantity: one number per row, NaN for a row without a label.
    Continuous {
        column: String,
        values: Vec<f64>,
    },
}

impl RowNames {
    /// Names of some rows, given by index.
    #[must_use]
    pub fn of_rows(&self, rows: &[usize]) -> Self {
        Self {
            column: self.column.clone(),
            names: rows.iter().map(|&row| self.names[row].clone()).collect(),
        }
    }

    /// Name of a row; `None` where it has none.
    #[must_use]
    pub fn get(&self, row: usize) -> Option<&str> {
        let name = self.names.get(row)?;
        (!name.is_empty()).then_some(name.as_str())
    }
}

impl Labels {
    /// Name of rows without a label in keys and texts.
    pub const NO_LABEL: &'static str = "no label";

    /// Class labels of rows that all have one: `codes[i]` is the index in `names` of row i's class.
    #[must_use]
    pub fn of_classes(column: &str, names: Vec<String>, codes: Vec<usize>) -> Self {
        Self::Classes {
            column: column.into(),
            names,
            codes: codes.into_iter().map(Some).collect(),
        }
    }

    /// Name of the column that the labels come from; `None` where there are none.
    #[must_use]
    pub fn column(&self) -> Option<&str> {
        match self {
            Self::None => None,
            Self::Classes { column, .. } | Self::Continuous { column, .. } => Some(column),
        }
    }

    /// Names of the classes; empty where labels are not classes.
    #[must_use]
    pub fn classes(&self) -> &[String] {
        match self {
            Self::Classes { names, .. } => names,
            Self::None | Self::Continuous { .. } => &[],
        }
    }

    /// Indices of the rows that have a label, ascending; none where there are no labels.
    #[must_use]
    pub fn known_rows(&self) -> Vec<usize> {
        fn positions<T>(values: &[T], is_known: impl Fn(&T) -> bool) -> Vec<usize> {
            let rows = 0..values.len();
            rows.filter(|&row| is_known(&values[row])).collect()
        }
        match self {
            Self::None => Vec::new(),
            Self::Classes { codes, .. } => positions(codes, Option::is_some),
            Self::Continuous { values, .. } => positions(values, |value| !value.is_nan()),
        }
    }

    /// Number of rows without a label; 0 where there are no labels at all.
    #[must_use]
    pub fn unlabelled(&self) -> usize {
        match self {
            Self::None => 0,
            Self::Classes { codes, .. } => codes.iter().filter(|code| code.is_none()).count(),
            Self::Continuous { values, .. } => values.iter().filter(|v| v.is_nan()).count(),
        }
    }

    /// Labels of some rows, given by index; classes keep their numbers.
    #[must_use]
    pub fn of_rows(&self, rows: &[usize]) -> Self {
        match self {
            Self::None => Self::None,
            Self::Classes {
                column,
                names,
                codes,
            } => Self::Classes {
                column: column.clone(),
                names: names.clone(),
                codes: rows.iter().map(|&row| codes[row]).collect(),
            },
            Self::Continuous { column, values } => Self::Continuous {
                column: column.clone(),
                values: rows.iter().map(|&row| values[row]).collect(),
            },
        }
    }
}

impl Dataset {
    /// Number n of rows.
    #[must_use]
    pub fn n(&self) -> usize {
        self.x.nrows()
    }

    /// Returns whether objects are vectors, rather than strings, nodes or entries of a given matrix.
    #[must_use]
    pub fn has_features(&self) -> bool {
        self.objects == Objects::Vectors
    }

    /// Copies the dataset with noise added to its features.
    #[must_use]
    pub fn with_noise(&self, noise: &AddedNoise) -> Self {
        let x = noise.added_to(&self.x);
        let pictures = self.pictures.as_ref();
        let pictures = pictures.and_then(|pictures| pictures.of_same_pixels(&x));
        Self {
            pictures: pictures.map(Arc::new),
            x,
            ..self.clone()
        }
    }

    /// Number d of features.
    #[must_use]
    pub fn d(&self) -> usize {
        self.x.ncols()
    }
}
