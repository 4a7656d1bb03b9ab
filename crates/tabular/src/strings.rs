//! Strings: tables whose rows are strings, and strings as vectors of symbols.

use std::collections::BTreeSet;

use nalgebra::DMatrix;

use super::{Columns, DataError, Dataset, Table};
use crate::printable::brief;
use kernel_pca::objects::Objects;

/// Names of columns that hold strings.
pub(super) const STRINGS: [&str; 7] = [
    "sequence",
    "sequences",
    "string",
    "strings",
    "text",
    "texts",
    "seq",
];

const NO_STRINGS: &str = "it holds no strings, which this kernel compares";

impl Table {
    /// Reads the strings of one column, with a label each: the column that `columns` names as its only feature, else
    /// one with a name such as `sequence`, else that with most text.
    ///
    /// # Errors
    /// When no column holds texts, or one of them is empty.
    pub fn strings(&self, columns: &Columns) -> Result<Dataset, DataError> {
        let (chosen, strings) = self.texts_of(columns)?;
        let label = self.label_column(&columns.label)?;
        let label = label.filter(|j| *j != chosen);
        let used: Vec<usize> = label.into_iter().chain([chosen]).collect();
        let label = label.map(|j| &self.columns[j]);
        let n = strings.len();
        let objects = Objects::Strings(strings.into());
        let strings = self.without_features((objects, n), columns, label)?;
        Ok(Dataset {
            row_names: self.row_names(columns, &used, &strings.row_ids)?,
            ..strings
        })
    }

    /// Makes vectors of the strings: a feature for each symbol, its share in the string.
    ///
    /// # Errors
    /// The errors of [`strings`](Self::strings), or when there are too many different symbols.
    pub fn symbol_shares(&self, columns: &Columns) -> Result<Dataset, DataError> {
        const MOST_SYMBOLS: usize = 4096;
        let dataset = self.strings(columns)?;
        let Objects::Strings(strings) = &dataset.objects else {
            return Ok(dataset);
        };
        let symbols = Self::symbols_of(strings);
        if symbols.len() > MOST_SYMBOLS {
            let reason = format!(
                "its strings have {} different symbols, and a feature for each would be too many",
                symbols.len()
            );
            return Err(self.unusable(&reason));
        }
        let x = Self::shares_of(&symbols, strings);
        Ok(Dataset {
            feature_names: symbols
                .iter()
                .map(|symbol| format!("P({})", brief(&symbol.to_string())))
                .collect(),
            // Shares are quotients up to 1.
            feature_errors: vec![f64::EPSILON; symbols.len()],
            x,
            objects: Objects::Vectors,
            ..dataset
        })
    }

    /// Different symbols of all strings, ascending.
    pub(super) fn symbols_of(strings: &[String]) -> Vec<char> {
        let symbols: BTreeSet<char> = strings.iter().flat_map(|string| string.chars()).collect();
        symbols.into_iter().collect()
    }

    /// Share of each of the d `symbols` (ascending) in each of n strings, n × d; further symbols count only in a
    /// string's length.
    pub(super) fn shares_of(symbols: &[char], strings: &[String]) -> DMatrix<f64> {
        let mut x = DMatrix::zeros(strings.len(), symbols.len());
        for (i, string) in strings.iter().enumerate() {
            let mut length = 0.0;
            for symbol in string.chars() {
                if let Ok(j) = symbols.binary_search(&symbol) {
                    x[(i, j)] += 1.0;
                }
                length += 1.0;
            }
            x.row_mut(i).apply(|count| *count /= length);
        }
        x
    }

    /// Index of the column that holds the strings.
    ///
    /// # Errors
    /// When there is none, or several are chosen.
    pub fn string_column(&self, columns: &Columns) -> Result<usize, DataError> {
        match columns.features.as_deref() {
            Some([name]) => self.find(name),
            Some(_) => {
                let reason = "strings stand in one column, and several are chosen";
                Err(self.unusable(reason))
            }
            None => self.longest_texts(columns),
        }
    }

    fn texts_of(&self, columns: &Columns) -> Result<(usize, Vec<String>), DataError> {
        let chosen = self.string_column(columns)?;
        Ok((chosen, self.texts_at(chosen)?.to_vec()))
    }

    /// Strings of a column.
    ///
    /// # Errors
    /// When the column holds no strings, or one of them is empty.
    pub(super) fn texts_at(&self, column: usize) -> Result<&[String], DataError> {
        let Some(texts) = self.columns[column].texts() else {
            return Err(self.unusable(NO_STRINGS));
        };
        match texts.iter().position(String::is_empty) {
            Some(row) => Err(self.at_row(row, "the string is empty")),
            None => Ok(texts),
        }
    }

    /// Index of the column of strings: of the columns with texts other than the label, one with a name such as
    /// `sequence`, else that with most text.
    fn longest_texts(&self, columns: &Columns) -> Result<usize, DataError> {
        let label = match columns.label {
            // A single column is what is compared.
            _ if self.columns.len() == 1 => None,
            _ => self.label_column(&columns.label)?,
        };
        let size = |j: usize| -> Option<(bool, usize)> {
            let column = &self.columns[j];
            let symbols = column.texts()?.iter().map(String::len).sum();
            Some((
                STRINGS.contains(&column.name.to_lowercase().as_str()),
                symbols,
            ))
        };
        // Of equal columns, the one that comes last from the end.
        let others = (0..self.columns.len()).rev().filter(|j| Some(*j) != label);
        others
            .filter_map(|j| Some((size(j)?, j)))
            .max_by_key(|(size, _)| *size)
            .map(|(_, j)| j)
            .ok_or_else(|| self.unusable(NO_STRINGS))
    }
}
