//! Rows, columns and lines of the source that nothing was computed from, and why.

use super::Analysis;
use crate::data::{DataError, LeftOut, Map};

impl Analysis {
    /// Returns everything of the source that was left out.
    ///
    /// # Errors
    /// When a column is named that the table lacks.
    pub fn left_out(&self) -> Result<LeftOut, DataError> {
        let columns = &self.origin.columns;
        let out = self.table.left_out(columns, self.dataset.skipped_rows)?;
        // Symbols of strings are features that no column holds.
        let has_columns = self.dataset.has_features() && columns.map == Map::None;
        Ok(if has_columns {
            out
        } else {
            LeftOut {
                columns: Vec::new(),
                ..out
            }
        })
    }
}
