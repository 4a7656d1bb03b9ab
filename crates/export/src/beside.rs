//! Columns that stand before the numbers of a table of rows: row number, name, label and features.

use std::borrow::Cow;

use nalgebra::DMatrix;

use super::sheet::exact;
use explorer::analysis::Analysis;
use kernel_pca::objects::Labels;
use tabular::{Dataset, NewRows, RowNames};

/// Columns that a table of rows is to have before its numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a column")]
pub struct Beside {
    /// True for the number of each row, 0-based among the data rows of its source. That column is there anyway where
    /// rows were left out.
    pub row: bool,
    /// True for the name of each row, where rows have names.
    pub name: bool,
    /// True for the label of each row, where there are labels.
    pub label: bool,
    /// True for the features of each row as they came, unscaled.
    pub features: bool,
}

/// Rows of a table: the fitted ones, or new ones.
#[derive(Debug, Clone)]
pub(super) struct TableRows<'a> {
    /// Number of each row, 0-based among the data rows of its source.
    ids: Cow<'a, [usize]>,
    /// True where the source has rows that are not in the table.
    some_left_out: bool,
    /// Header and a name for each row, where rows have names.
    names: Option<(String, Cow<'a, [String]>)>,
    labels: &'a Labels,
    feature_names: &'a [String],
    /// Features as they came, one column for each name.
    x: &'a DMatrix<f64>,
}

impl<'a> From<&'a Dataset> for TableRows<'a> {
    fn from(dataset: &'a Dataset) -> Self {
        Self {
            ids: Cow::Borrowed(&dataset.row_ids),
            some_left_out: dataset.skipped_rows > 0,
            names: dataset.row_names.as_ref().map(header_and_names),
            labels: &dataset.labels,
            feature_names: &dataset.feature_names,
            x: &dataset.x,
        }
    }
}

impl<'a> TableRows<'a> {
    /// Rows of a table of new rows, with the features of the fitted ones.
    pub fn new_ones(new: &'a NewRows, analysis: &'a Analysis) -> Self {
        let fitted = &analysis.dataset;
        Self {
            ids: Cow::Borrowed(&new.row_ids),
            some_left_out: new.skipped_rows > 0,
            names: new.row_names.as_ref().map(header_and_names),
            labels: &new.labels,
            feature_names: &fitted.feature_names,
            x: &new.x,
        }
    }

    /// Columns that are `wanted`, each a header with the cells of all rows.
    pub fn columns(self, wanted: Beside) -> Vec<(String, Vec<String>)> {
        let all: Vec<usize> = (0..self.ids.len()).collect();
        self.columns_of(&all, wanted)
    }

    /// Columns that are `wanted`, each a header with the cells of the rows at these indices: row, name, label,
    /// features.
    pub fn columns_of(&self, rows: &[usize], wanted: Beside) -> Vec<(String, Vec<String>)> {
        let mut columns = Vec::new();
        if wanted.row || self.some_left_out {
            let ids = rows.iter().map(|&i| self.ids[i].to_string());
            columns.push(("row".to_owned(), ids.collect()));
        }
        if let Some((header, names)) = &self.names
            && wanted.name
        {
            let names = rows.iter().map(|&i| names[i].clone());
            columns.push((header.clone(), names.collect()));
        }
        if let Some((column, labels)) = label_column(self.labels).filter(|_| wanted.label) {
            let labels = rows.iter().map(|&i| labels[i].clone());
            columns.push((column, labels.collect()));
        }
        if wanted.features {
            for (j, name) in self.feature_names.iter().enumerate() {
                let values = rows.iter().map(|&i| exact(self.x[(i, j)]));
                columns.push((name.clone(), values.collect()));
            }
        }
        columns
    }
}

/// Header and cells of the labels, empty for rows without one; `None` where there are no labels.
pub(super) fn label_column(labels: &Labels) -> Option<(String, Vec<String>)> {
    let cells = match labels {
        Labels::Classes { names, codes, .. } => {
            let cell =
                |code: &Option<usize>| code.map(|code| names[code].clone()).unwrap_or_default();
            codes.iter().map(cell).collect()
        }
        Labels::Continuous { values, .. } => values.iter().map(|value| exact(*value)).collect(),
        Labels::None => return None,
    };
    Some((labels.column()?.to_owned(), cells))
}

fn header_and_names(RowNames { column, names }: &RowNames) -> (String, Cow<'_, [String]>) {
    (column.clone(), Cow::Borrowed(names))
}
