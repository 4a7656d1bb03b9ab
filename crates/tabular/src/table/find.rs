//! Columns by their names and numbers.

use std::collections::HashMap;

use super::Table;
use crate::{DataError, printable::brief};

impl Table {
    /// Index of a column by its name, else by its 0-based index.
    pub(crate) fn find(&self, name: &str) -> Result<usize, DataError> {
        let by_index = || name.parse().ok().filter(|&j| j < self.columns.len());
        self.position(name)
            .or_else(by_index)
            .ok_or_else(|| self.no_such_column(name))
    }

    /// Indices of many columns, as [`find`](Self::find) gives each.
    ///
    /// # Errors
    /// When one of them is not there.
    pub(crate) fn find_all<'n>(
        &self,
        names: impl IntoIterator<Item = &'n String>,
    ) -> Result<Vec<usize>, DataError> {
        self.all_by(names, |name| self.find(name))
    }

    /// Indices of many columns by their names alone.
    ///
    /// # Errors
    /// When one of them is not there.
    pub(crate) fn find_named<'n>(
        &self,
        names: impl IntoIterator<Item = &'n String>,
    ) -> Result<Vec<usize>, DataError> {
        self.all_by(names, |name| {
            (self.position(name)).ok_or_else(|| self.no_such_column(name))
        })
    }

    /// Indices of the columns called `names`, in time linear in the number of names and columns; `otherwise` gives the
    /// index for a name that no column has.
    fn all_by<'n>(
        &self,
        names: impl IntoIterator<Item = &'n String>,
        otherwise: impl Fn(&str) -> Result<usize, DataError>,
    ) -> Result<Vec<usize>, DataError> {
        let mut names = names.into_iter().peekable();
        if names.peek().is_none() {
            return Ok(Vec::new());
        }
        let columns = self.columns.iter().enumerate();
        let places: HashMap<&str, usize> = columns.map(|(j, it)| (&*it.name, j)).collect();
        let place = |name: &String| match places.get(name.as_str()) {
            Some(&j) => Ok(j),
            None => otherwise(name),
        };
        names.map(place).collect()
    }

    pub(crate) fn position(&self, name: &str) -> Option<usize> {
        // A name may come from elsewhere than this table, where it is made fit to be shown.
        let shown = brief(name);
        let mut names = self.columns.iter().map(|column| &column.name);
        names.position(|known| *known == name || *known == shown)
    }

    pub(crate) fn no_such_column(&self, name: &str) -> DataError {
        const SHOWN: usize = 20;
        let names = self.columns.iter().map(|column| column.name.as_str());
        let mut available: Vec<&str> = names.take(SHOWN).collect();
        let more = format!("… ({} in all)", self.columns.len());
        if self.columns.len() > SHOWN {
            available.push(&more);
        }
        let (table, column, available) = (&self.name, brief(name), available.join(", "));
        DataError::Unusable(format!(
            "{table} has no column \"{column}\"; it has: {available}"
        ))
    }
}
