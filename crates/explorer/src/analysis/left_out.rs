//! Rows, columns and lines of the source from which nothing was computed, with the reasons.

use super::Analysis;
use tabular::{DataError, LeftOut, Map};

impl Analysis {
    /// Returns the rows, columns and lines of the source that were left out.
    ///
    /// # Errors
    /// When the setup names a column that the table lacks.
    pub fn left_out(&self) -> Result<LeftOut, DataError> {
        let columns = &self.origin.columns;
        let out = self.table.left_out(columns, self.dataset.skipped_rows)?;
        // Features of strings are counts of symbols, which no column holds.
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
