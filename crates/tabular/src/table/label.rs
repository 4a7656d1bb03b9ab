//! Label that a choice of columns means: a column of the table, or labels from a file of their own.

use nalgebra::DMatrix;

use super::{LabelsBeside, Table};
use crate::{Column, ColumnChoice, Columns, DataError, Dataset, labels};
use kernel_pca::objects::Objects;

impl LabelsBeside {
    /// Labels of `n` objects; the first line is left out as their name where the number of lines is right only without
    /// it.
    fn of(&self, n: usize) -> &Column {
        let below = self.below_first.as_ref();
        below
            .filter(|labels| labels.can_be_of(n) && !self.column.can_be_of(n))
            .unwrap_or(&self.column)
    }
}

impl Table {
    /// Index of the label column that `choice` means, if any.
    ///
    /// # Errors
    /// When a column is named that the table lacks.
    pub fn label_column(&self, choice: &ColumnChoice) -> Result<Option<usize>, DataError> {
        match choice {
            ColumnChoice::Auto => Ok(self.found_label),
            ColumnChoice::None => Ok(None),
            ColumnChoice::Column(name) if self.labels_beside() == Some(name) => Ok(None),
            ColumnChoice::Column(name) => self.find(name).map(Some),
        }
    }

    /// Name of the column that may be the label in place of the one that `choice` means: the likeliest after the found
    /// one, or the found one where that likeliest is chosen; `None` for other choices.
    #[must_use]
    pub fn other_label(&self, choice: &ColumnChoice) -> Option<&str> {
        let [found, other] = [self.found_label, self.runner_up]
            .map(|column| Some(self.columns.get(column?)?.name.as_str()));
        match choice {
            ColumnChoice::Auto if self.labels_beside.is_none() => other,
            ColumnChoice::Column(name) if Some(name.as_str()) == other => found,
            ColumnChoice::Auto | ColumnChoice::None | ColumnChoice::Column(_) => None,
        }
    }

    /// Labels from a file of their own, where `columns` means them as the label.
    fn beside_meant_by(&self, columns: &Columns) -> Option<&LabelsBeside> {
        let beside = self.labels_beside.as_ref();
        beside.filter(|beside| match &columns.label {
            ColumnChoice::Auto => true,
            ColumnChoice::None => false,
            ColumnChoice::Column(name) => *name == beside.column.name,
        })
    }

    /// Label of `n` objects: that from a file of its own where `columns` means it, else `found`.
    pub(crate) fn label_of<'a>(
        &'a self,
        columns: &Columns,
        found: Option<&'a Column>,
        n: usize,
    ) -> Result<Option<&'a Column>, DataError> {
        let label = match self.beside_meant_by(columns) {
            // Empty lines at its end may be of objects, or of nothing.
            Some(beside) if !beside.of(n).can_be_of(n) => {
                let labels = beside.column.length_of_values();
                let file = &beside.file;
                return Err(DataError::Unusable(format!(
                    "{file}: it has {labels} labels, and there are {n} objects"
                )));
            }
            Some(beside) => Some(beside.of(n)),
            None => found,
        };
        if let Some(label) = label {
            self.check_stray(label)?;
        }
        Ok(label)
    }

    /// Makes the dataset of `n` objects without features or names, of which none is left out, with their label as
    /// [`label_of`](Self::label_of) gives it.
    pub(crate) fn without_features(
        &self,
        (objects, n): (Objects, usize),
        columns: &Columns,
        found: Option<&Column>,
    ) -> Result<Dataset, DataError> {
        let label = self.label_of(columns, found, n)?;
        let row_ids: Vec<usize> = (0..n).collect();
        Ok(Dataset {
            name: self.name.clone(),
            feature_names: Vec::new(),
            x: DMatrix::zeros(n, 0),
            feature_errors: vec![],
            objects,
            labels: labels::labels(label, &row_ids),
            row_names: None,
            row_ids,
            skipped_rows: 0,
            pictures: None,
        })
    }

    /// Name of the label that `columns` means, and the number of rows in which it has no value.
    pub(crate) fn label_said(&self, columns: &Columns) -> Result<Option<(&str, usize)>, DataError> {
        if let Some(beside) = self.beside_meant_by(columns) {
            return Ok(Some((&beside.column.name, beside.column.missing())));
        }
        let label = self.label_column(&columns.label)?;
        Ok(label.map(|j| (self.columns[j].name.as_str(), self.gaps[j])))
    }
}
