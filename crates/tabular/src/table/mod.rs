//! Table of columns as read, from which a choice of label and features makes a `Dataset` without re-reading.

mod faults;
mod find;
mod label;

use std::{collections::HashSet, sync::Arc};

use crate::{
    Column, ColumnChoice, Columns, DataError, Dataset, FittedTable, Pictures, Reading, RowNames,
    labels,
    room::Room,
    sense::{self, Kind, Sense},
};
use kernel_pca::objects::{GivenQuantity, Objects};

/// Bytes that a feature of a row takes until it is fitted: on its own, in the matrix of all, and scaled.
const FEATURE_BYTES: u64 = 24;

/// Named columns of equal length.
#[derive(Debug, Clone, PartialEq)]
pub struct Table {
    /// Short name for titles and messages, such as `moons` or `wine.csv`.
    pub name: String,
    pub(crate) columns: Vec<Column>,
    /// Sense of each column, kept since it takes a look at all values and is asked for in every frame.
    senses: Vec<Sense>,
    /// Number of rows without a value in each column.
    gaps: Vec<usize>,
    /// Columns that can name the rows, the best first.
    naming: Vec<usize>,
    /// Column that `ColumnChoice::Auto` means.
    found_label: Option<usize>,
    /// Likeliest column of the label after the found one.
    runner_up: Option<usize>,
    /// Quantity (kernel values or distances of all pairs of rows) of which the numbers look like a matrix, whether or
    /// not the table is read as one; `None` where they look like none.
    like: Option<GivenQuantity>,
    /// Account of how the table was read, if from a file.
    pub(crate) reading: Option<Reading>,
    /// Line of each row, where the file holds strings or a graph; else empty.
    pub(crate) lines: Vec<u64>,
    pub(crate) labels_beside: Option<LabelsBeside>,
    /// Names of the sheets of the workbook that it is read from; else empty.
    pub(crate) sheets: Vec<String>,
    /// Ends of either axis of a drawing; its coordinates are the first two columns.
    pub(crate) sheet: Option<[[f64; 2]; 2]>,
}

/// Labels of all objects, from a file of their own.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct LabelsBeside {
    pub file: String,
    pub column: Column,
    /// Column of all but the first line, where that can be their name.
    pub below_first: Option<Column>,
}

/// Use of a column, or the reason why it is not used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Role {
    Feature,
    Label,
    /// Column that names the rows.
    Names,
    /// Column of a kind that is no feature by itself.
    LeftOut(Kind),
    NotChosen,
}

impl Table {
    /// Makes a table whose label is known, whose rows no column names, and of which all columns of numbers are features.
    pub(crate) fn new(name: &str, columns: Vec<Column>, found_label: Option<usize>) -> Self {
        let senses = columns.iter().map(sense::plain).collect();
        Self::of(name, columns, senses, found_label)
    }

    fn of(
        name: &str,
        columns: Vec<Column>,
        senses: Vec<Sense>,
        found_label: Option<usize>,
    ) -> Self {
        Self {
            name: name.into(),
            gaps: columns.iter().map(Column::missing).collect(),
            naming: sense::naming(&senses),
            senses,
            columns,
            found_label,
            runner_up: None,
            like: None,
            reading: None,
            lines: Vec::new(),
            labels_beside: None,
            sheets: Vec::new(),
            sheet: None,
        }
    }

    /// Makes the table of a file, of whose columns the senses are found, and the label among them.
    pub(crate) fn inferred(name: &str, columns: Vec<Column>, has_header: bool) -> Self {
        let mut senses = sense::senses(&columns, has_header);
        let mut labels = labels::find_labels(&columns, &senses, has_header).into_iter();
        let (label, runner_up) = (labels.next(), labels.next());
        if columns.iter().all(|column| column.texts().is_none()) {
            sense::keep_last_numbers(&mut senses, &columns, label);
        }
        let table = Self {
            runner_up,
            ..Self::of(name, columns, senses, label)
        };
        Self {
            like: table.looks_like_given(),
            ..table
        }
    }

    /// Makes a table that comes with the program, of which all columns of numbers are features unless they name rows.
    pub(crate) fn shipped(self) -> Self {
        let columns = self.columns.iter().zip(&self.senses);
        let names = |sense: &Sense| sense.can_name && sense.kind.identifies();
        let senses = columns.map(|(column, sense)| match sense {
            sense if column.is_numeric() && !names(sense) => sense::plain(column),
            sense => *sense,
        });
        let senses: Vec<Sense> = senses.collect();
        Self {
            naming: sense::naming(&senses),
            senses,
            ..self
        }
    }

    /// Takes over the senses of the fitted table's columns of the same names, and the columns that name its rows, as
    /// far as their values differ in all rows here: a few new rows do not show these by themselves.
    pub(crate) fn named_as(mut self, fitted: &FittedTable<'_>) -> Self {
        let places: Vec<Option<usize>> = (self.columns.iter())
            .map(|column| fitted.place(&column.name))
            .collect();
        for (sense, place) in self.senses.iter_mut().zip(&places) {
            if let Some(place) = place {
                *sense = fitted.table.senses[*place];
            }
        }
        let known = fitted.table.naming.iter();
        let known = known.filter_map(|j| places.iter().position(|place| *place == Some(*j)));
        let own = self.naming.iter().copied();
        let own = own.filter(|j| places[*j].is_none());
        let naming: Vec<usize> = known.chain(own).collect();
        self.naming = naming
            .into_iter()
            .filter(|&j| self.columns[j].is_distinct())
            .collect();
        self
    }

    /// Names the rows by the first column, where that tells them apart.
    pub(crate) fn named_by_first(self) -> Self {
        let first = self.columns.first().filter(|column| column.is_distinct());
        Self {
            naming: first.map(|_| 0).into_iter().collect(),
            ..self
        }
    }

    /// Sense of column `j`: what it is taken for, and why.
    #[must_use]
    pub fn sense(&self, j: usize) -> Sense {
        self.senses[j]
    }

    /// Lower and upper end of the range of a column that is always in view, where the table was drawn by hand.
    #[must_use]
    pub fn sheet(&self, column: &str) -> Option<[f64; 2]> {
        let axis = self.position(column).filter(|axis| *axis < 2)?;
        Some(self.sheet?[axis])
    }

    /// Quantity (kernel values or distances of all pairs of rows) of which the numbers of a file look like a matrix,
    /// though they can be features as well; `None` where they look like none.
    #[must_use]
    pub fn like(&self) -> Option<GivenQuantity> {
        self.like
    }

    /// Names of the sheets of the workbook that the table is read from; empty where it is from no workbook.
    #[must_use]
    pub fn sheets(&self) -> &[String] {
        &self.sheets
    }

    /// Returns true where the table was read for strings or a graph.
    pub fn has_texts(&self) -> bool {
        self.columns.iter().any(|column| column.texts().is_some())
    }

    /// Name of the labels that stand in a file of their own, if there is one.
    #[must_use]
    pub fn labels_beside(&self) -> Option<&str> {
        let beside = self.labels_beside.as_ref();
        beside.map(|beside| beside.column.name.as_str())
    }

    /// Account of how the table was read, if from a file.
    pub fn reading(&self) -> Option<&Reading> {
        self.reading.as_ref()
    }

    pub(crate) fn with_label(name: &str, mut features: Vec<Column>, label: Column) -> Self {
        let found_label = Some(features.len());
        features.push(label);
        Self::new(name, features, found_label)
    }

    /// All columns, in the source's order.
    pub fn columns(&self) -> &[Column] {
        &self.columns
    }

    /// Bytes that the cells take.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.columns.iter().map(Column::bytes).sum()
    }

    /// Number of data rows, those with missing values included.
    pub fn rows(&self) -> usize {
        self.columns.first().map_or(0, Column::len)
    }

    /// Number of cells without a value in the features that `columns` means.
    ///
    /// # Errors
    /// When a column is named that the table lacks.
    pub fn gaps(&self, columns: &Columns) -> Result<usize, DataError> {
        let features = self.feature_columns(columns)?;
        Ok(features.into_iter().map(|j| self.gaps[j]).sum())
    }

    /// Returns true where some row has no value in column `j`.
    #[must_use]
    pub fn has_gaps(&self, j: usize) -> bool {
        self.gaps[j] > 0
    }

    /// Returns true where a column's values stand for rows or for things that recur, and measure nothing.
    pub fn identifies(&self, column: usize) -> bool {
        self.senses[column].kind.identifies()
    }

    /// Column that names the rows: the chosen one, or the best one for which `is_used` returns false.
    ///
    /// # Errors
    /// When a column is chosen that the table lacks.
    pub(crate) fn names_column(
        &self,
        columns: &Columns,
        is_used: impl Fn(usize) -> bool,
    ) -> Result<Option<usize>, DataError> {
        match &columns.names {
            ColumnChoice::Auto => Ok(self.naming.iter().copied().find(|j| !is_used(*j))),
            ColumnChoice::None => Ok(None),
            ColumnChoice::Column(name) => self.find(name).map(Some),
        }
    }

    /// Names of these `rows`, from the chosen column or the best one not among those `used`; `None` where there is
    /// none.
    ///
    /// # Errors
    /// When a column is chosen that the table lacks.
    pub(crate) fn row_names(
        &self,
        columns: &Columns,
        used: &[usize],
        rows: &[usize],
    ) -> Result<Option<RowNames>, DataError> {
        let column = self.names_column(columns, |j| used.contains(&j))?;
        let column = column.map(|j| &self.columns[j]);
        Ok(column.map(|column| RowNames {
            column: column.name.clone(),
            names: rows.iter().map(|&row| column.text_of(row)).collect(),
        }))
    }

    /// Indices of the feature columns that `columns` means. By default that is every column of a kind that is
    /// a feature by itself, except the label.
    ///
    /// # Errors
    /// When a column is named that the table lacks, or when there is none.
    pub fn feature_columns(&self, columns: &Columns) -> Result<Vec<usize>, DataError> {
        let features: Vec<usize> = match &columns.features {
            Some(names) => {
                let mut chosen = self.find_all(names.iter().chain(&columns.one_hot))?;
                let mut seen = HashSet::new();
                chosen.retain(|j| seen.insert(*j));
                chosen
            }
            None => self
                .roles(columns)?
                .iter()
                .enumerate()
                .filter(|(_, role)| **role == Role::Feature)
                .map(|(j, _)| j)
                .collect(),
        };
        if features.is_empty() {
            return Err(self.unusable("there is no column of numbers to use as a feature"));
        }
        Ok(features)
    }

    /// Use of each column.
    pub(crate) fn roles(&self, columns: &Columns) -> Result<Vec<Role>, DataError> {
        let label = self.label_column(&columns.label)?;
        let chosen = match &columns.features {
            Some(names) => Some(HashSet::from_iter(self.find_all(names)?)),
            None => None,
        };
        let strings = self.has_texts().then(|| self.string_column(columns).ok());
        let strings = strings.flatten();
        let one_hot: HashSet<usize> = HashSet::from_iter(self.find_all(&columns.one_hot)?);
        let is_used = |j: usize| {
            if one_hot.contains(&j) {
                return true;
            }
            let is_chosen =
                (chosen.as_ref()).is_some_and(|chosen: &HashSet<usize>| chosen.contains(&j));
            is_chosen || [label, strings].contains(&Some(j))
        };
        let names = self.names_column(columns, is_used)?;
        let role = |(j, sense): (usize, &Sense)| match &chosen {
            Some(chosen) if chosen.contains(&j) => Role::Feature,
            _ if Some(j) == strings && Some(j) != label => Role::Feature,
            _ if one_hot.contains(&j) && sense.kind != Kind::Empty => Role::Feature,
            _ if Some(j) == label => Role::Label,
            _ if Some(j) == names => Role::Names,
            Some(_) => Role::NotChosen,
            // A drawing may have no points yet.
            None if sense.kind == Kind::Empty && self.sheet.is_some() => Role::Feature,
            None if sense.kind.is_feature() => Role::Feature,
            None => Role::LeftOut(sense.kind),
        };
        Ok(self.senses.iter().enumerate().map(role).collect())
    }

    /// Makes the dataset: the rows with their features as `columns` asks for them; a row without a label stays.
    ///
    /// # Errors
    /// When a column asked for does not exist or has text amid its numbers, or no row is complete.
    pub fn dataset(&self, columns: &Columns) -> Result<Dataset, DataError> {
        self.dataset_within(columns, &Room::new(u64::MAX))
    }

    /// Makes the dataset as [`dataset`](Self::dataset) does, where there is room for its features.
    pub(crate) fn dataset_within(
        &self,
        columns: &Columns,
        room: &Room,
    ) -> Result<Dataset, DataError> {
        if self.has_texts() {
            let reason = "it holds strings or a graph, and this kernel compares features";
            return Err(self.unusable(reason));
        }
        let label = self.label_column(&columns.label)?;
        let preparation = self.prepare(columns)?;
        let places = preparation.sources.iter().map(|source| source.place);
        let places: Vec<usize> = places.collect();
        let used: Vec<usize> = places.iter().copied().chain(label).collect();
        let label = label.map(|j| &self.columns[j]);
        let label = self.label_of(columns, label, self.rows())?;
        if preparation.rows.is_empty() && self.sheet.is_none() {
            return Err(self.unusable("every row lacks a value in some column used"));
        }
        let cells = (preparation.rows.len() as u64).saturating_mul(preparation.width() as u64);
        let taken = room.take_each(cells, FEATURE_BYTES);
        taken.map_err(|fault| fault.of(&self.name))?;
        let x = preparation.apply(self, &places, &preparation.rows)?;
        let feature_names = preparation.names();
        let feature_errors = preparation.errors(&x);
        let (row_ids, skipped_rows) = (preparation.rows, preparation.skipped);
        Ok(Dataset {
            name: self.name.clone(),
            pictures: Pictures::of(&feature_names, &x).map(Arc::new),
            feature_names,
            feature_errors,
            x,
            objects: Objects::Vectors,
            labels: labels::labels(label, &row_ids),
            row_names: self.row_names(columns, &used, &row_ids)?,
            skipped_rows,
            row_ids,
        })
    }
}
