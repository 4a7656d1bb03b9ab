//! Sheets of numbers in rows and columns, as CSV or as a NumPy array.

use std::{
    io::Write,
    ops::Range,
    path::{Path, PathBuf},
};

use nalgebra::DMatrix;

use super::ExportError;
use kernel_pca::{
    count::Count,
    kpca::{CancelCheck, FitError},
};
use system::WriteError;

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

    /// Bytes of the file called `path`: a NumPy array of the numbers, or everything as CSV.
    pub fn file(&self, path: &Path) -> Vec<u8> {
        self.parts(path).flatten().collect()
    }

    /// Bytes of that file, in parts of at most a line.
    pub fn parts(&self, path: &Path) -> Box<dyn Iterator<Item = Vec<u8>> + '_> {
        if is_array(path) {
            Box::new(std::iter::once(npy(&self.numbers)))
        } else {
            Box::new(self.lines(',').map(String::into_bytes))
        }
    }

    /// The table as text whose columns are parted by tabs.
    pub fn tsv(&self) -> String {
        let text: String = self.lines('\t').collect();
        text.trim_end_matches('\n').to_owned()
    }

    /// The lines of a file whose columns are parted by some letter: the header where there is one, then the rows.
    fn lines(&self, comma: char) -> impl Iterator<Item = String> {
        let has_header = !(self.names.is_empty() && self.beside.is_empty());
        let header = has_header.then(|| {
            let names = self.beside.iter().map(|(name, _)| name).chain(&self.names);
            line(names.map(|name| field(name, comma)), comma)
        });
        let rows = self.numbers.row_iter().enumerate().map(move |(i, row)| {
            let texts = self.beside.iter().map(|(_, texts)| field(&texts[i], comma));
            line(texts.chain(row.iter().map(|&value| exact(value))), comma)
        });
        header.into_iter().chain(rows)
    }
}

/// Number of rows of a symmetric matrix that are held at once.
pub(super) const ROWS_AT_ONCE: usize = 100;

/// Bytes of the file called `path` with a symmetric matrix (n × n), [`ROWS_AT_ONCE`] rows at a time: `rows` computes the
/// entries of some rows (p × n), and the matrix is never held as a whole.
pub(super) fn symmetric_parts<'a>(
    path: &Path,
    n: usize,
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
                line(row.iter().map(|&value| exact(value)), ',').into_bytes()
            }
        });
        parts.collect::<Vec<Vec<u8>>>().concat()
    });
    let header = is_array.then(|| npy_header((n, n)));
    header.into_iter().chain(blocks)
}

/// Writes the parts of the file called `path` to `out` unless it is cancelled, and counts them in `count`: there are
/// about `many`.
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

/// Path that a table can be written to: its name ends in `.csv` or `.npy`, or has no ending, as those of pipes and devices,
/// which get CSV.
///
/// # Errors
/// When the name ends in anything else, whose readers would find CSV in it.
pub fn table_path(path: PathBuf) -> Result<PathBuf, ExportError> {
    let is_csv = |path: &Path| match path.extension() {
        Some(extension) => extension.eq_ignore_ascii_case("csv"),
        None => true,
    };
    if is_csv(&path) || is_array(&path) {
        Ok(path)
    } else {
        Err(ExportError::Table(path.display().to_string()))
    }
}

/// Returns true where a file of that name is a NumPy array, which has no room for names and text.
#[must_use]
pub fn is_array(path: &Path) -> bool {
    let extension = path.extension().unwrap_or_default();
    extension.eq_ignore_ascii_case("npy")
}

/// Shortest digits that read back to the same number; empty for NaN.
pub(super) fn exact(value: f64) -> String {
    if value.is_nan() {
        return String::new();
    }
    format!("{value:?}")
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

/// Header before the numbers of such a file, which follow column by column.
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
        let table = String::from_utf8(sheet.file(Path::new("a.csv"))).unwrap();
        let mut lines = table.lines();
        assert_eq!(lines.next(), Some("PC1,PC2"));
        let read: Vec<f64> = lines
            .flat_map(|line| line.split(','))
            .map(|field| field.parse().unwrap())
            .collect();
        let bits = |values: &[f64]| values.iter().map(|v| v.to_bits()).collect::<Vec<_>>();
        assert_eq!(bits(&read), bits(&hard));
    }

    #[test]
    fn a_table_has_a_name_in_a_format_that_is_written() {
        for good in ["a.csv", "b/a.CSV", "a.npy", "a.NPY", "/dev/stdout", "a"] {
            assert_eq!(table_path(good.into()), Ok(good.into()));
        }
        for bad in [
            "a.xlsx", "a.tex", "a.csv.gz", "a.md", "a.docx", "a.html", "a.tsv", "a.",
        ] {
            let error = table_path(bad.into()).unwrap_err().to_string();
            assert_eq!(
                error,
                format!("{bad}: a table's name must end in .csv or .npy")
            );
        }
    }

    /// Arrays are the bytes that `numpy.save(f, numpy.asfortranarray([[1, 2], [3, 4.5]]))` of NumPy 2.4 writes.
    #[test]
    fn numpy_arrays_are_written_as_numpy_writes_them() {
        let matrix = DMatrix::from_row_slice(2, 2, &[1.0, 2.0, 3.0, 4.5]);
        let bytes = Sheet::new(vec![], matrix).file(Path::new("a.NPY"));
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
