//! Tables that can be asked for, with the rows and columns wanted.

use std::path::{Path, PathBuf};

use super::{back::Back, beside::Beside, features::pair, sheet::CellForm};
use explorer::{panel::Panel, setup::View};
use kernel_pca::method::Method;
use tabular::Dataset;

/// Content of a table.
#[derive(Debug, Clone, PartialEq)]
pub enum TableContent {
    /// Scores on the q components that were asked for, n × q.
    Scores(Method),
    /// Eigenvalues of a method, as many as were asked for, kernel PCA's all where they are known: component (except in
    /// NumPy arrays), eigenvalue, `explained_variance_ratio`, cumulative.
    Spectrum(Method),
    /// Eigenvalues of linear PCA and of a method (kernel PCA where that is linear PCA) side by side, a row for each component,
    /// with their shares and the sums of these.
    Spectra(Method),
    /// Coefficients of the features in the components of linear PCA, d × q: a score is the sum of the features, centred and
    /// scaled as they were fitted, times these.
    Loadings,
    /// Pearson's correlations of the features with the components of linear PCA and of a method, d × 2q.
    Correlations(Method),
    /// Kernel matrix, n × n, not centred.
    KernelMatrix,
    /// Scores (m × q) of new observations, which are read from a file with the same features.
    Projection(Method, PathBuf),
    /// Pre-images of the scores in a file: features, distance in feature space, and 1 where converged, else 0.
    PreImages(PathBuf, Back),
    /// Fitted rows, or those of a file, projected on the components and taken back to the input; columns as for
    /// pre-images.
    Denoised(Option<PathBuf>, Back),
    /// Novelty of the fitted rows, or of those of a file: row (except in NumPy arrays), squared distance of its image
    /// from the components, and Hotelling's T² along them.
    Novelty(Option<PathBuf>),
    /// Reconstruction errors of fitted and of held-out rows, which are those of a file where one is named, with each
    /// number of components, in feature space and in the input.
    Reconstruction(Option<PathBuf>, Back),
    /// Results at the values that a sweep has reached, with how well the first q components predict the label.
    Sweep(usize),
    /// The numbers of a panel.
    Panel(Panel, Box<View>),
    /// Data as they came, a line for each row after its label (which a NumPy array leaves out): features (n × d), a given
    /// matrix (n × n), strings, or nodes of a graph with the sum of the weights of their edges.
    Data,
    /// Table that a script in R reads: the features as they came, those of new rows below them where there are some, or
    /// the kernel matrix before centring of data without features. Before them stand `rows` (fitted or new, where there
    /// are new ones) and the label, where there is one (except in NumPy arrays).
    ForR,
}

impl TableContent {
    /// Returns true where results of a method stand in the table; of a sweep and of a panel, whose methods their setup
    /// says, where it is kernel PCA's or the panel's own.
    #[must_use]
    pub fn holds(&self, method: Method) -> bool {
        match self {
            Self::Scores(of) | Self::Spectrum(of) | Self::Projection(of, _) => *of == method,
            Self::Spectra(of) | Self::Correlations(of) => pair(*of).contains(&method),
            Self::Loadings => method == Method::Pca,
            Self::KernelMatrix
            | Self::PreImages(..)
            | Self::Denoised(..)
            | Self::Novelty(_)
            | Self::Sweep(_) => method == Method::Kpca,
            Self::Reconstruction(..) => method.is_always_there(),
            Self::Panel(panel, _) => panel.method() == Some(method),
            Self::Data | Self::ForR => false,
        }
    }

    /// Returns true where [`Beside`] has an effect: each line of the table belongs to an observation, before whose numbers
    /// its own number, name, label and features can stand.
    #[must_use]
    pub fn takes_beside(&self) -> bool {
        match self {
            Self::Scores(_) | Self::Projection(..) | Self::Denoised(..) | Self::Novelty(_) => true,
            // The data's own table has the label and features in any case.
            Self::Data
            | Self::ForR
            | Self::Spectrum(_)
            | Self::Spectra(_)
            | Self::Loadings
            | Self::Correlations(_)
            | Self::KernelMatrix
            | Self::PreImages(..)
            | Self::Reconstruction(..)
            | Self::Sweep(_)
            | Self::Panel(..) => false,
        }
    }
}

/// Table, with the rows and columns wanted.
#[derive(Debug, Clone, PartialEq)]
pub struct TableSpec {
    pub table: TableContent,
    /// Columns before the numbers in tables of rows; NumPy arrays have none.
    pub beside: Beside,
    /// Indices in the dataset, ascending; `None` for all. For scores and the kernel matrix.
    pub rows: Option<Vec<usize>>,
    pub form: CellForm,
}

impl TableSpec {
    /// Makes the spec of the whole table, without further columns.
    #[must_use]
    pub fn new(table: TableContent) -> Self {
        Self {
            table,
            beside: Beside::default(),
            rows: None,
            form: CellForm::default(),
        }
    }

    /// Indices of the rows that are wanted.
    pub(super) fn rows_of(&self, dataset: &Dataset) -> Vec<usize> {
        let all = || (0..dataset.n()).collect();
        self.rows.clone().unwrap_or_else(all)
    }

    /// File that the table is computed from besides the data, such as new rows or scores; `None` where it needs none.
    #[must_use]
    pub fn reads(&self) -> Option<&Path> {
        match &self.table {
            TableContent::Projection(_, file) | TableContent::PreImages(file, _) => Some(file),
            TableContent::Denoised(new, _)
            | TableContent::Novelty(new)
            | TableContent::Reconstruction(new, _) => new.as_deref(),
            TableContent::Scores(_)
            | TableContent::Spectrum(_)
            | TableContent::Spectra(_)
            | TableContent::Loadings
            | TableContent::Correlations(_)
            | TableContent::KernelMatrix
            | TableContent::Sweep(_)
            | TableContent::Panel(..)
            | TableContent::Data
            | TableContent::ForR => None,
        }
    }
}
