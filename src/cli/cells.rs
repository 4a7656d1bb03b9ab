//! Flags on how the cells of tables are written.

use std::path::Path;

use clap::Args;

use super::values::{significant_digits, usage};
use export::{CellForm, TableFormat};

#[derive(Debug, Args)]
pub struct CellArgs {
    /// Significant digits of numbers; columns of whole numbers keep all. By default .csv, .npy and .xlsx have as many as read
    /// back to the same number, .tex, .md and .html four.
    #[arg(long, value_name = "N", value_parser = significant_digits)]
    digits: Option<usize>,
    /// Put an apostrophe before texts of a .csv that begin with =, +, - or @, which spreadsheets carry out as formulas. Cells of
    /// .xlsx are texts in any case.
    #[arg(long)]
    safe_cells: bool,
}

impl CellArgs {
    /// Form of the cells of the tables at these paths.
    ///
    /// # Errors
    /// Names a flag that has no effect on any of them.
    pub fn form<'a>(&self, paths: impl Iterator<Item = &'a Path>) -> Result<CellForm, clap::Error> {
        let formats: Vec<TableFormat> = paths.filter_map(TableFormat::of).collect();
        if self.digits.is_some() && formats.iter().all(|it| *it == TableFormat::Array) {
            return Err(usage("--digits needs a table that is no array"));
        }
        if self.safe_cells && !formats.contains(&TableFormat::Csv) {
            return Err(usage("--safe-cells needs a table in .csv"));
        }
        Ok(CellForm {
            digits: self.digits,
            safe: self.safe_cells,
        })
    }
}
