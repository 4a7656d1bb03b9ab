//! Sheets of numbers in rows and columns, in the format that their file's name asks for.

mod format;
mod printed;
mod workbook;

use std::{io::Write, ops::Range, path::Path};

use nalgebra::DMatrix;

use super::ExportError;
use kernel_pca::{
    count::Count,
    kpca::{CancelCheck, FitError},
};
use system::WriteError;

use printed::Print;

pub(super) use format::exact;
use format::written;
pub use format::{CellForm, MOST_DIGITS, TableFormat, is_array, table_path};

/// Matrix whose columns may have names, with columns of text before it.
#[derive(Debug, Clone)]
pub(super) struct Sheet {
    pub beside: Vec<(String, Vec<String>)>,
    /// Names, one for each column of `numbers`, or none at all.
    pub names: Vec<String>,
    pub numbers: DMatrix<f64>,
}

impl Sheet {
    pub fn new(names: Vec<String>, numbers: DMatrix<f64>) -> Self {
        Self {
            beside: Vec::new(),
            names,
            numbers,
        }
    }

    /// Bytes of the file called `path`.
    ///
    /// # Errors
    /// When the table has no room in that format.
    pub fn file(&self, path: &Path, form: CellForm) -> Result<Vec<u8>, ExportError> {
        Ok(self.parts(path, form)?.flatten().collect())
    }

    /// Bytes of the file called `path`, in parts of at most a line where the format has lines.
    ///
    /// # Errors
    /// When the table has no room in that format.
    pub fn parts(&self, path: &Path, form: CellForm) -> Result<Parts<'_>, ExportError> {
        let format = TableFormat::of(path).unwrap_or(TableFormat::Csv);
        let digits = form.digits_in(format);
        let print = |print| -> Parts {
            Box::new(printed::lines(self, print, digits).map(String::into_bytes))
        };
        Ok(match format {
            TableFormat::Csv => Box::new(self.lines(',', form).map(String::into_bytes)),
            TableFormat::Array => Box::new(std::iter::once(npy(&self.numbers))),
            TableFormat::Workbook => {
                let path = path.display().to_string();
                if let Some(reason) = workbook::obstacle(self) {
                    return Err(WriteError::Refused { path, reason }.into());
                }
                let bytes = workbook::file(self, digits);
                let bytes = bytes.map_err(|error| WriteError::Refused {
                    path,
                    reason: error.to_string(),
                })?;
                Box::new(std::iter::once(bytes))
            }
            TableFormat::Latex => print(Print::Latex),
            TableFormat::Markdown => print(Print::Markdown),
            TableFormat::Html => print(Print::Html),
        })
    }

    /// The table as text whose columns are parted by tabs.
    pub fn tsv(&self) -> String {
        let text: String = self.lines('\t', CellForm::default()).collect();
        text.trim_end_matches('\n').to_owned()
    }

    /// Names of all columns, those of texts first; none at all where the table has none.
    fn header(&self) -> impl Iterator<Item = &str> {
        let texts = self.beside.iter().map(|(name, _)| name.as_str());
        texts.chain(self.names.iter().map(String::as_str))
    }

    /// Flag of each column, true where it holds numbers, even if they are written as texts.
    fn numeric(&self) -> impl Iterator<Item = bool> {
        let is_number = |text: &String| text.is_empty() || text.parse::<f64>().is_ok();
        let texts = self
            .beside
            .iter()
            .map(move |(_, texts)| texts.iter().all(is_number));
        texts.chain(std::iter::repeat_n(true, self.numbers.ncols()))
    }

    /// Cells of each row, numbers with `digits` significant digits. Columns of whole numbers, such as counts, keep all
    /// digits.
    fn cells(&self, digits: Option<usize>) -> impl Iterator<Item = Vec<Cell<'_>>> {
        let columns = self.numbers.column_iter();
        let counts: Vec<bool> = columns
            .map(|column| column.iter().all(|it| it.is_nan() || it.fract() == 0.0))
            .collect();
        self.numbers.row_iter().enumerate().map(move |(i, row)| {
            let texts = self.beside.iter().map(|(_, texts)| Cell::Text(&texts[i]));
            let numbers = row.iter().zip(&counts).map(|(&value, counts)| {
                Cell::Number(match digits {
                    Some(_) if *counts && value.is_finite() => format!("{value:.0}"),
                    digits => written(value, digits),
                })
            });
            texts.chain(numbers).collect()
        })
    }

    /// The lines of a file whose columns are parted by some letter: the header where there is one, then the rows.
    fn lines(&self, comma: char, form: CellForm) -> impl Iterator<Item = String> {
        let text = move |text: &str| field(&form.guarded(text), comma);
        let has_header = self.header().next().is_some();
        let header = has_header.then(|| line(self.header().map(text), comma));
        let rows = self.cells(form.digits).map(move |cells| {
            let cells = cells.into_iter().map(|cell| match cell {
                Cell::Text(it) => text(it),
                Cell::Number(number) => number,
            });
            line(cells, comma)
        });
        header.into_iter().chain(rows)
    }
}

/// Parts of a file, each of at most a line where it has lines.
pub(super) type Parts<'a> = Box<dyn Iterator<Item = Vec<u8>> + 'a>;

/// Cell of a table.
enum Cell<'a> {
    Text(&'a str),
    /// Digits of a number; empty where it is missing.
    Number(String),
}

/// Names of `count` columns: `name` with the numbers from 1.
pub(super) fn numbered(name: &str, count: usize) -> Vec<String> {
    (1..=count).map(|j| format!("{name}{j}")).collect()
}

/// Number of rows of a symmetric matrix that are held at once.
pub(super) const ROWS_AT_ONCE: usize = 100;

/// Bytes of a symmetric matrix (n × n) as the CSV or array called `path`, [`ROWS_AT_ONCE`] rows at a time. `rows`
/// computes the entries of some rows (p × n); the matrix is never held as a whole.
pub(super) fn symmetric_parts<'a>(
    path: &Path,
    n: usize,
    digits: Option<usize>,
    rows: impl Fn(Range<usize>) -> DMatrix<f64> + 'a,
) -> impl Iterator<Item = Vec<u8>> + 'a {
    let is_array = is_array(path);
    let starts = (0..n).step_by(ROWS_AT_ONCE);
    let blocks = starts.map(move |start| {
        let block = rows(start..n.min(start + ROWS_AT_ONCE));
        let parts = block.row_iter().map(|row| {
            if is_array {
                // A row is a column as well.
                row.iter().flat_map(|value| value.to_le_bytes()).collect()
            } else {
                line(row.iter().map(|&value| written(value, digits)), ',').into_bytes()
            }
        });
        parts.collect::<Vec<Vec<u8>>>().concat()
    });
    let header = is_array.then(|| npy_header((n, n)));
    header.into_iter().chain(blocks)
}

/// Writes the parts of the file called `path` to `out`, counting them in `count`; `many` is about how many there are.
///
/// # Errors
/// When cancelled, or when `out` cannot be written.
pub(super) fn write_parts(
    parts: impl Iterator<Item = Vec<u8>>,
    many: usize,
    path: &Path,
    out: &mut dyn Write,
    count: &Count,
    cancelled: CancelCheck<'_>,
) -> crate::Result<()> {
    count.begin(many);
    for part in parts {
        if cancelled() {
            return Err(FitError::Cancelled.into());
        }
        out.write_all(&part).map_err(WriteError::at(path))?;
        count.add(1);
    }
    Ok(())
}

/// A text as a CSV field, in quotes where it needs them (RFC 4180).
fn field(text: &str, comma: char) -> String {
    if text.contains([comma, '"', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}

fn line(fields: impl IntoIterator<Item = String>, comma: char) -> String {
    let mut line = String::new();
    for (i, field) in fields.into_iter().enumerate() {
        if i > 0 {
            line.push(comma);
        }
        line.push_str(&field);
    }
    line.push('\n');
    line
}

/// Bytes of a matrix in NumPy's format, version 1.0, column by column as nalgebra keeps it.
///
/// <https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html>
fn npy(matrix: &DMatrix<f64>) -> Vec<u8> {
    let mut bytes = npy_header(matrix.shape());
    bytes.extend(matrix.iter().flat_map(|value| value.to_le_bytes()));
    bytes
}

/// Header of a NumPy array of this shape, before the numbers, which follow column by column.
fn npy_header((rows, columns): (usize, usize)) -> Vec<u8> {
    const ALIGNMENT: usize = 64;
    // The magic, the version, and the length of the dictionary that follows.
    const PREFIX: usize = 10;
    let mut header =
        format!("{{'descr': '<f8', 'fortran_order': True, 'shape': ({rows}, {columns}), }}");
    let padded = (PREFIX + header.len() + 1).next_multiple_of(ALIGNMENT) - PREFIX;
    header = format!("{header:<width$}\n", width = padded - 1);
    let mut bytes = b"\x93NUMPY\x01\x00".to_vec();
    bytes.extend((padded as u16).to_le_bytes());
    bytes.extend(header.as_bytes());
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_read_back_exactly() {
        let hard = [0.1 + 0.2, -1e-300, 1e22, 5e-324, -0.0, 1.0 / 3.0];
        let names = ["PC1", "PC2"].map(String::from).to_vec();
        let sheet = Sheet::new(names, DMatrix::from_row_slice(3, 2, &hard));
        let table = String::from_utf8(sheet.file(Path::new("a.csv"), CellForm::default()).unwrap())
            .unwrap();
        let mut lines = table.lines();
        assert_eq!(lines.next(), Some("PC1,PC2"));
        let read: Vec<f64> = lines
            .flat_map(|line| line.split(','))
            .map(|field| field.parse().unwrap())
            .collect();
        let bits = |values: &[f64]| values.iter().map(|v| v.to_bits()).collect::<Vec<_>>();
        assert_eq!(bits(&read), bits(&hard));
    }

    /// Arrays are the bytes that `numpy.save(f, numpy.asfortranarray([[1, 2], [3, 4.5]]))` of NumPy 2.4 writes.
    #[test]
    fn numpy_arrays_are_written_as_numpy_writes_them() {
        let matrix = DMatrix::from_row_slice(2, 2, &[1.0, 2.0, 3.0, 4.5]);
        let bytes = Sheet::new(vec![], matrix)
            .file(Path::new("a.NPY"), CellForm::default())
            .unwrap();
        assert_eq!(bytes.len(), 128 + 32);
        assert_eq!(&bytes[..10], b"\x93NUMPY\x01\x00v\x00");
        let header = std::str::from_utf8(&bytes[10..128]).unwrap();
        assert_eq!(
            header.trim_end_matches(' '),
            format!(
                "{:<117}\n",
                "{'descr': '<f8', 'fortran_order': True, 'shape': (2, 2), }"
            )
        );
        let numbers: Vec<f64> = bytes[128..]
            .chunks_exact(8)
            .map(|chunk| f64::from_le_bytes(chunk.try_into().unwrap()))
            .collect();
        assert_eq!(numbers, [1.0, 3.0, 2.0, 4.5]);
    }
}
