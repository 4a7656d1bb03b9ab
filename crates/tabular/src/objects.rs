//! Reading of a table as the objects that a kernel takes.

use super::{Columns, DataError, Dataset, Map, Table, room::Room};
use kernel_pca::objects::ObjectKind;

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
    pub fn objects(&self, columns: &Columns, takes: ObjectKind) -> Result<Dataset, DataError> {
        self.objects_within(columns, takes, u64::MAX)
    }

    /// Reads the objects as [`objects`](Self::objects) does, where table and features may take `memory` bytes together.
    ///
    /// # Errors
    /// The errors of [`objects`](Self::objects), and when memory does not suffice.
    pub fn objects_within(
        &self,
        columns: &Columns,
        takes: ObjectKind,
        memory: u64,
    ) -> Result<Dataset, DataError> {
        let room = Room::new(memory);
        let taken = room.take(self.bytes());
        taken.map_err(|fault| fault.of(&self.name))?;
        let are_rows = takes == ObjectKind::Vectors && columns.map == Map::None;
        if !are_rows && !columns.rows.takes_all() {
            return Err(self.unusable("rows can be left out where they have features of their own"));
        }
        match takes {
            ObjectKind::Vectors if columns.map == Map::Symbols => self.symbol_shares(columns),
            ObjectKind::Vectors => self.dataset_within(columns, &room),
            ObjectKind::Matrix(what) => self.given(columns, what),
            ObjectKind::Strings => self.strings(columns),
            ObjectKind::Graph => self.graph(columns),
        }
    }
}

impl Holds {
    /// Content of a file whose objects a kernel `takes`, given the map of its columns.
    #[must_use]
    pub fn of(takes: ObjectKind, map: Map) -> Self {
        match takes {
            ObjectKind::Vectors if map == Map::Symbols => Self::Strings,
            ObjectKind::Vectors | ObjectKind::Matrix(_) => Self::Numbers,
            ObjectKind::Strings => Self::Strings,
            ObjectKind::Graph => Self::Graph,
        }
    }
}
