//! Rows without noise in a file of their own, one for each row that is denoised.

use std::path::Path;

use super::{Analysis, Watch};
use crate::{Error, Result};
use tabular::NewRows;

/// Number of rows that are denoised, and number of rows of their source that were skipped since they lack a value.
#[derive(Debug, Clone, Copy)]
pub struct DenoisedCount {
    pub rows: usize,
    pub skipped: usize,
}

/// Checks that the file named `file` has one clean row for each row that is denoised.
///
/// # Errors
/// When the numbers differ, or when rows of either file were left out.
pub(super) fn check(file: &str, clean: &NewRows, denoised: DenoisedCount) -> Result<()> {
    let DenoisedCount { rows, skipped } = denoised;
    let of = clean.n();
    let reason = if rows != of {
        format!("{of} clean rows for {rows} rows: one for each is needed, in the same order")
    } else if skipped + clean.skipped_rows > 0 {
        "rows without a value are left out, so that clean rows cannot be told apart".to_owned()
    } else {
        return Ok(());
    };
    let file = file.to_owned();
    Err(Error::CleanRows { file, reason })
}

impl Analysis {
    /// Reads clean rows, one for each row that is denoised, from a file with the columns of the fitted rows.
    ///
    /// # Errors
    /// When the file cannot be read, or has not one clean row for each row; when cancelled.
    pub fn read_clean(
        &self,
        file: &Path,
        denoised: DenoisedCount,
        watch: Watch<'_>,
    ) -> Result<std::sync::Arc<NewRows>> {
        let clean = self.read_new(file, watch)?.rows;
        check(&file.display().to_string(), &clean, denoised)?;
        Ok(clean)
    }
}
