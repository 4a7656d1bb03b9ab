//! Reading of a table as the objects that a kernel takes.

use super::{Columns, DataError, Dataset, Map, Table, Takes};

/// Content that the cells of a file are read for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Holds {
    #[default]
    Numbers,
    Strings,
    Graph,
}

impl Table {
    /// Reads the objects that a kernel takes, with a label each.
    ///
    /// # Errors
    /// When the table does not hold such objects, in a line that says why.
    pub fn objects(&self, columns: &Columns, takes: Takes) -> Result<Dataset, DataError> {
        match takes {
            Takes::Vectors if columns.map == Map::Symbols => self.symbol_shares(columns),
            Takes::Vectors => self.dataset(columns),
            Takes::Matrix(what) => self.given(columns, what),
            Takes::Strings => self.strings(columns),
            Takes::Graph => self.graph(columns),
        }
    }
}

impl Holds {
    /// Content of a file whose objects a kernel `takes`, given the map of its columns.
    #[must_use]
    pub fn of(takes: Takes, map: Map) -> Self {
        match takes {
            Takes::Vectors if map == Map::Symbols => Self::Strings,
            Takes::Vectors | Takes::Matrix(_) => Self::Numbers,
            Takes::Strings => Self::Strings,
            Takes::Graph => Self::Graph,
        }
    }
}
