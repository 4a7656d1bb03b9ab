//! Table of numbers with an optional label per row, the start of every analysis.

use std::sync::Arc;

use nalgebra::DMatrix;

use crate::Pictures;
use kernel_pca::objects::{AddedNoise, Labels, Objects};

/// Data of an analysis: rows are observations, columns are features, and every entry is finite.
#[derive(Debug, Clone, PartialEq)]
pub struct Dataset {
    /// Short name for titles and the status line, such as `moons` or `wine.csv`.
    pub name: String,
    /// Names of the d columns of `x`, with their units where the source gives them.
    pub feature_names: Vec<String>,
    /// Features, n × d; without columns where objects are not vectors.
    pub x: DMatrix<f64>,
    /// Bound on the rounding error of each feature's values (length d), where these were computed, as logarithms are; 0
    /// where they are as read. Empty without features.
    pub feature_errors: Vec<f64>,
    /// Objects of the n rows, which kernels compare.
    pub objects: Objects,
    /// Labels of the n rows.
    pub labels: Labels,
    /// Positions (0-based) of the n rows of `x` among the source's data rows.
    pub row_ids: Vec<usize>,
    /// Names of the n rows, where a column identifies them.
    pub row_names: Option<RowNames>,
    /// Number of rows of the source, among those that were chosen, left out because a feature was missing.
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

impl Dataset {
    /// Number n of rows.
    #[must_use]
    pub fn n(&self) -> usize {
        self.x.nrows()
    }

    /// Returns true where objects are vectors, rather than strings, nodes or entries of a given matrix.
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
