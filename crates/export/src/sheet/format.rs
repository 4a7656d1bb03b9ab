//! Formats of tables, named by the endings of their files, and how their numbers and texts are written.

use std::path::{Path, PathBuf};

use crate::ExportError;

listed! {
    /// Format of a table's file.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum TableFormat {
        Csv => "csv",
        /// NumPy array, which has no room for names and text.
        Array => "npy",
        /// Workbook of one sheet.
        Workbook => "xlsx",
        /// Table for LaTeX with the rules of the package booktabs.
        Latex => "tex",
        Markdown => "md",
        Html => "html",
    }
    /// Ending of its files' names.
    fn extension
}

/// Significant digits of numbers in tables that are read by people, unless others are asked for: as many as journals print.
const PRINTED_DIGITS: usize = 4;
/// Largest number of significant digits that say anything of an f64.
pub const MOST_DIGITS: usize = 17;
/// Exponents of ten of numbers that are written without one.
const PLAIN_POWERS: std::ops::Range<i32> = -4..7;

impl TableFormat {
    /// Format that the ending of a path names; `None` where it names none. CSV is the format of names without an
    /// ending, such as those of pipes and devices.
    #[must_use]
    pub fn of(path: &Path) -> Option<Self> {
        let Some(ending) = path.extension() else {
            return Some(Self::Csv);
        };
        let mut all = Self::ALL.into_iter();
        all.find(|it| ending.eq_ignore_ascii_case(it.extension()))
    }

    /// Returns true for tables that people read, whose cells are no data.
    pub(super) fn is_printed(self) -> bool {
        match self {
            Self::Csv | Self::Array | Self::Workbook => false,
            Self::Latex | Self::Markdown | Self::Html => true,
        }
    }
}

/// Returns `path` if its ending names a format of tables.
///
/// # Errors
/// When it does not: the content would not be what the name says.
pub fn table_path(path: PathBuf) -> Result<PathBuf, ExportError> {
    match TableFormat::of(&path) {
        Some(_) => Ok(path),
        None => Err(ExportError::Table(path.display().to_string())),
    }
}

/// Returns true where a file of that name is a NumPy array, which has no room for names and text.
#[must_use]
pub fn is_array(path: &Path) -> bool {
    TableFormat::of(path) == Some(TableFormat::Array)
}

/// Ways in which a table's numbers and texts are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct CellForm {
    /// Significant digits of numbers, from 1 to [`MOST_DIGITS`]; by default as many as read back to the same f64, in printed
    /// tables four.
    pub digits: Option<usize>,
    /// Puts an apostrophe before texts of a CSV that a spreadsheet would take for formulas.
    pub safe: bool,
}

impl CellForm {
    /// Significant digits in a format; `None` for all.
    pub(super) fn digits_in(self, format: TableFormat) -> Option<usize> {
        self.digits
            .or_else(|| format.is_printed().then_some(PRINTED_DIGITS))
    }

    /// Text that no spreadsheet runs as a formula, where `safe` asks for that (OWASP, "CSV injection"); numbers stay.
    pub(super) fn guarded(self, text: &str) -> String {
        let is_formula = text.starts_with(['=', '+', '-', '@', '\t', '\r']);
        if self.safe && is_formula && text.parse::<f64>().is_err() {
            format!("'{text}")
        } else {
            text.to_owned()
        }
    }
}

/// Shortest digits that read back to the same number; empty for NaN.
pub fn exact(value: f64) -> String {
    if value.is_nan() {
        return String::new();
    }
    format!("{value:?}")
}

/// Number with so many significant digits, or with as many as read back to the same number; empty for NaN.
pub(super) fn written(value: f64, digits: Option<usize>) -> String {
    digits.map_or_else(|| exact(value), |digits| rounded(value, digits))
}

/// Number rounded to so many significant digits; empty for NaN.
fn rounded(value: f64, digits: usize) -> String {
    let scientific = format!("{value:.*e}", digits.clamp(1, MOST_DIGITS) - 1);
    let parts = scientific.split_once('e');
    let Some((_, Ok(power))) = parts.map(|(digits, power)| (digits, power.parse::<i32>())) else {
        return exact(value);
    };
    let Ok(rounded) = scientific.parse::<f64>() else {
        return exact(value);
    };
    if value == 0.0 || PLAIN_POWERS.contains(&power) {
        let decimals = (digits as i32 - 1 - power).max(0) as usize;
        format!("{rounded:.decimals$}")
    } else {
        scientific
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_has_a_name_in_a_format_that_is_written() {
        for good in [
            "a.csv",
            "b/a.CSV",
            "a.npy",
            "a.NPY",
            "/dev/stdout",
            "a",
            "a.xlsx",
            "a.tex",
            "a.md",
            "a.html",
        ] {
            assert_eq!(table_path(good.into()), Ok(good.into()));
        }
        for bad in ["a.csv.gz", "a.docx", "a.tsv", "a.xls", "a.ods", "a."] {
            let error = table_path(bad.into()).unwrap_err().to_string();
            let endings = "must end in .csv, .npy, .xlsx, .tex, .md or .html";
            assert_eq!(error, format!("{bad}: a table's name {endings}"));
        }
    }

    #[test]
    fn numbers_have_the_digits_asked_for() {
        for (value, digits, written) in [
            (0.123_456, 3, "0.123"),
            (0.5, 4, "0.5000"),
            (-1234.56, 2, "-1200"),
            (9.9996, 4, "10.00"),
            (1.234e-7, 2, "1.2e-7"),
            (6.5e12, 3, "6.50e12"),
            (0.0, 3, "0.00"),
            (f64::INFINITY, 3, "inf"),
            (f64::NAN, 3, ""),
        ] {
            assert_eq!(rounded(value, digits), written);
        }
    }

    #[test]
    fn texts_that_spreadsheets_would_carry_out_are_kept_from_it() {
        let safe = CellForm {
            safe: true,
            ..CellForm::default()
        };
        for (text, written) in [
            ("=1+1", "'=1+1"),
            ("@SUM(A1)", "'@SUM(A1)"),
            ("-cmd", "'-cmd"),
            ("-1.5", "-1.5"),
            ("a=b", "a=b"),
        ] {
            assert_eq!(safe.guarded(text), written);
            assert_eq!(CellForm::default().guarded(text), text);
        }
    }
}
