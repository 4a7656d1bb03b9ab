//! A table of numbers with an optional label per row: what every analysis starts from.

use std::sync::Arc;

use nalgebra::DMatrix;

use super::{AddedNoise, Objects, Pictures};

/// Rows are observations, columns are features. Every entry is finite.
#[derive(Debug, Clone, PartialEq)]
pub struct Dataset {
    /// Short name for titles and the status line, such as `moons` or `wine.csv`.
    pub name: String,
    /// One name per column of `x`, with its unit where the source gives one.
    pub feature_names: Vec<String>,
    /// n × d, without columns where objects are no vectors.
    pub x: DMatrix<f64>,
    pub objects: Objects,
    pub labels: Labels,
    /// For row i of `x`, its 0-based position among the source's data rows.
    pub row_ids: Vec<usize>,
    /// Rows of the source left out because a used value was missing.
    pub skipped_rows: usize,
    /// Every row as a picture, where the features are pixels.
    pub pictures: Option<Arc<Pictures>>,
}

/// What the points are coloured by. Vectors have one entry per row.
#[derive(Debug, Clone, PartialEq)]
pub enum Labels {
    None,
    /// `codes[i]` indexes `names`.
    Classes {
        column: String,
        names: Vec<String>,
        codes: Vec<usize>,
    },
    Continuous {
        column: String,
        values: Vec<f64>,
    },
}

impl Dataset {
    /// Number of rows.
    #[must_use]
    pub fn n(&self) -> usize {
        self.x.nrows()
    }

    /// Whether objects are vectors, and not strings, nodes or what a matrix says of them.
    #[must_use]
    pub fn has_features(&self) -> bool {
        self.objects == Objects::Vectors
    }

    /// The same rows with noise in their features.
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

    /// Number of features.
    #[must_use]
    pub fn d(&self) -> usize {
        self.x.ncols()
    }
}
