//! Which data to use: a plain description, turned into a `Dataset` elsewhere.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

/// Where the rows come from.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Source {
    Generated(Generator),
    Builtin(Builtin),
    File(PathBuf),
}

impl Default for Source {
    fn default() -> Self {
        Self::Generated(Generator::default())
    }
}

/// Parameters of scikit-learn's generators, with its meanings. A shape ignores what it lacks.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Generator {
    pub shape: Shape,
    pub n_samples: usize,
    /// Standard deviation of Gaussian noise; for blobs `cluster_std`.
    pub noise: f64,
    /// Circles: inner radius over outer radius, in [0, 1).
    pub factor: f64,
    /// Blobs: number of clusters.
    pub centers: usize,
    pub random_state: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Shape {
    Moons,
    Circles,
    SwissRoll,
    Blobs,
}

impl Generator {
    /// scikit-learn's defaults for `shape`.
    #[must_use]
    pub fn new(shape: Shape) -> Self {
        Self {
            shape,
            n_samples: 100,
            noise: if shape == Shape::Blobs { 1.0 } else { 0.0 },
            factor: 0.8,
            centers: 3,
            random_state: 0,
        }
    }
}

impl Default for Generator {
    fn default() -> Self {
        Self::new(Shape::Moons)
    }
}

/// Tables shipped with the program; see `datasets/README.md`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Builtin {
    /// Fisher's iris, as scikit-learn ships it.
    Iris,
    /// The UCI copy of iris, which differs in two rows.
    IrisUci,
    /// From UCI iris: (0.2a² + b² + 0.1ab, b) with a, b centred sepal length and width.
    NonlinearIris,
    Wine,
    Digits,
}

/// Which columns of a table are features and which one labels the rows.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Columns {
    pub label: LabelChoice,
    /// Names (or 0-based indices) of the features; `None` takes every numeric column but the label.
    pub features: Option<Vec<String>>,
}

#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LabelChoice {
    /// Find the label column, if there is one.
    #[default]
    Auto,
    None,
    /// A column's name, or its 0-based index.
    Column(String),
}
