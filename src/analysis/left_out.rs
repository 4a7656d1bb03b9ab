//! Rows and columns of the source that nothing was computed from, and why.

use serde::Serialize;

use super::Analysis;
use crate::data::{DataError, Map};

/// Everything of the source that was left out.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
pub struct LeftOut {
    pub rows: Vec<RowsLeftOut>,
    pub columns: Vec<ColumnLeftOut>,
}

/// Rows left out for one reason.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct RowsLeftOut {
    pub count: usize,
    pub why: &'static str,
}

/// A column that is neither feature nor label.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ColumnLeftOut {
    pub name: String,
    pub why: &'static str,
}

impl Analysis {
    /// What was left out of the source.
    ///
    /// # Errors
    /// When a column is named that the table lacks.
    pub fn left_out(&self) -> Result<LeftOut, DataError> {
        let skipped = self.dataset.skipped_rows;
        let rows = (skipped > 0).then_some(RowsLeftOut {
            count: skipped,
            why: "missing values",
        });
        let columns = &self.origin.columns;
        // Symbols of strings are features that no column holds.
        let columns = if self.dataset.has_features() && columns.map == Map::None {
            let out = self.table.unused_columns(columns)?;
            let column = |(name, why)| ColumnLeftOut { name, why };
            out.into_iter().map(column).collect()
        } else {
            Vec::new()
        };
        Ok(LeftOut {
            rows: rows.into_iter().collect(),
            columns,
        })
    }
}
