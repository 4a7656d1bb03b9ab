//! Errors of a table, with their places in the file and advice.

use super::Table;
use crate::{
    Column, DataError, Decimal, Reading,
    column::{Stray, Values},
};

impl Table {
    /// Name and values of column `j`, which must be numeric.
    pub(crate) fn clean_numbers(&self, j: usize) -> Result<(&str, &[f64]), DataError> {
        let column = &self.columns[j];
        self.check_stray(column)?;
        match &column.values {
            Values::Numbers { values, .. } => Ok((&column.name, values)),
            Values::Text { .. } => {
                let name = &column.name;
                Err(self.unusable(&format!("column \"{name}\" holds text, not numbers")))
            }
        }
    }

    /// Checks that no text stands amid the numbers of `column`.
    pub(crate) fn check_stray(
        &self,
        Column { name, values, .. }: &Column,
    ) -> Result<(), DataError> {
        let Values::Numbers {
            stray: Some(stray), ..
        } = values
        else {
            return Ok(());
        };
        let (file, hint) = (&self.name, self.hint(stray));
        let Stray { line, text, .. } = stray;
        Err(DataError::Unusable(format!(
            "{file}, line {line}, column \"{name}\": \"{text}\" is not a number{hint}"
        )))
    }

    /// Advice on numbers that are written in another way; empty where there is none.
    fn hint(&self, stray: &Stray) -> &'static str {
        match self.reading.filter(|_| stray.foreign) {
            Some(Reading {
                decimal: Decimal::Point,
                ..
            }) => " with a decimal point; say which decimal sign the file has",
            Some(_) => " with a decimal comma; say which decimal sign the file has",
            None => "",
        }
    }

    /// Error in a row, by its line where that is known.
    pub(crate) fn at_row(&self, row: usize, reason: &str) -> DataError {
        match self.lines.get(row) {
            Some(line) => DataError::Unusable(format!("{}, line {line}: {reason}", self.name)),
            None => self.unusable(&format!("row {}: {reason}", row + 1)),
        }
    }

    /// Place of a row in the file, such as "line 3".
    pub(crate) fn place_of(&self, row: usize) -> String {
        match self.lines.get(row) {
            Some(line) => format!("line {line}"),
            None => format!("row {}", row + 1),
        }
    }

    pub(crate) fn unusable(&self, reason: &str) -> DataError {
        DataError::Unusable(format!("{}: {reason}", self.name))
    }
}
