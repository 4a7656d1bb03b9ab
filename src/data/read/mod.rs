//! Reads delimited text: separator, decimal comma and header are found from the file itself.

mod cell;
mod column;
mod dialect;
mod records;

use std::{
    collections::HashSet,
    fs::File,
    io::{self, Read},
    path::Path,
};

use nalgebra::DMatrix;

use self::{
    cell::{Cell, unquote},
    column::ColumnBuilder,
    dialect::Dialect,
    records::{Records, Separator},
};
use super::{DataError, Table, labels::find_label, table::Column};
use crate::io_words::why_not_read;

/// How much of a file is looked at to find how it is written.
const HEAD_BYTES: u64 = 1 << 20;
/// Rows between two looks at whether the answer is still wanted.
const ROWS_PER_CHECK: usize = 4096;

/// Reads the file at `path`.
///
/// # Errors
/// When it cannot be read, is not UTF-8, is ragged or has no rows.
pub(super) fn read_file(
    path: &Path,
    cancelled: &(dyn Fn() -> bool + Sync),
) -> Result<Table, DataError> {
    let (name, file) = open(path)?;
    read_table(&name, file, cancelled)
}

/// Reads a table called `name`, and finds its label column.
pub(super) fn read_table(
    name: &str,
    reader: impl Read,
    cancelled: &(dyn Fn() -> bool + Sync),
) -> Result<Table, DataError> {
    let Parsed { columns, header } = parse(name, reader, cancelled)?;
    let label = find_label(&columns, header);
    Ok(Table::new(name, columns, label))
}

/// Reads the features `names` of new observations from the file at `path`; gives m × d.
///
/// Columns are found by name. A file without a header is taken by position if it has exactly d
/// columns; so is one with a header where `names` are only placeholders (`x0`, `x₁`).
///
/// # Errors
/// When the file cannot be read as a table, lacks a column, or a value is missing: each row of the
/// result must be a row of the file.
pub fn read_features(path: &Path, names: &[String]) -> Result<DMatrix<f64>, DataError> {
    let (name, file) = open(path)?;
    let Parsed { columns, header } = parse(&name, file, &|| false)?;
    let by_position =
        columns.len() == names.len() && (!header || names.iter().all(|n| is_placeholder(n)));
    let table = Table::new(&name, columns, None);
    let features = (0..names.len())
        .zip(names)
        .map(|(j, name)| {
            let j = if by_position {
                Some(j)
            } else {
                table.position(name)
            };
            table.clean_numbers(j.ok_or_else(|| table.no_such_column(name))?)
        })
        .collect::<Result<Vec<_>, _>>()?;
    for (column, values) in &features {
        if let Some(row) = values.iter().position(|value| value.is_nan()) {
            let row = row + 1;
            return Err(table.unusable(format!("data row {row} has no value in \"{column}\"")));
        }
    }
    Ok(DMatrix::from_fn(table.rows(), names.len(), |i, j| {
        features[j].1[i]
    }))
}

/// How a file is written, for another program that is to read the same numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Layout {
    /// `None` where any run of spaces and tabs separates fields.
    pub separator: Option<char>,
    /// Numbers are written 1,5.
    pub decimal_comma: bool,
    /// Lines above the first row of data, comments included.
    pub skipped_lines: u64,
}

/// How the file at `path` is written.
///
/// # Errors
/// When it cannot be read.
pub fn layout(path: &Path) -> Result<Layout, DataError> {
    let (name, file) = open(path)?;
    let errors = FileErrors { name: &name };
    let mut head = Vec::new();
    file.take(HEAD_BYTES)
        .read_to_end(&mut head)
        .map_err(|error| errors.unreadable(&error))?;
    let head = whole_lines(&head);
    let dialect = Dialect::detect(head);
    let mut records = Records::new(head.chain(&b"\n"[..]), dialect.separator);
    for _ in 0..=usize::from(dialect.header) {
        records
            .advance()
            .map_err(|error| errors.unsplittable(&error, records.line()))?;
    }
    Ok(Layout {
        separator: match dialect.separator {
            Separator::Byte(byte) => Some(char::from(byte)),
            Separator::Blanks => None,
        },
        decimal_comma: dialect.decimal_comma,
        skipped_lines: records.line().saturating_sub(1),
    })
}

/// Whether a feature's name was made up for want of a better: an x and a number.
fn is_placeholder(name: &str) -> bool {
    name.strip_prefix('x').is_some_and(|rest| {
        rest.chars()
            .all(|c| c.is_ascii_digit() || ('₀'..='₉').contains(&c))
    })
}

struct Parsed {
    columns: Vec<Column>,
    header: bool,
}

fn open(path: &Path) -> Result<(String, File), DataError> {
    let file = File::open(path).map_err(|error| DataError::Read {
        file: path.display().to_string(),
        reason: why_not_read(&error),
    })?;
    let name = path.file_name().unwrap_or(path.as_os_str());
    Ok((name.to_string_lossy().into_owned(), file))
}

fn parse(
    name: &str,
    mut reader: impl Read,
    cancelled: &(dyn Fn() -> bool + Sync),
) -> Result<Parsed, DataError> {
    let file = FileErrors { name };
    let mut head = Vec::new();
    reader
        .by_ref()
        .take(HEAD_BYTES)
        .read_to_end(&mut head)
        .map_err(|error| file.unreadable(&error))?;
    let dialect = Dialect::detect(whole_lines(&head));

    // The newline that the last line may lack.
    let text = head.as_slice().chain(reader).chain(&b"\n"[..]);
    let mut records = Records::new(text, dialect.separator);
    let mut names = None;
    let mut builders: Vec<ColumnBuilder> = Vec::new();
    builders.resize_with(dialect.width, ColumnBuilder::default);
    let mut rows = 0_usize;
    loop {
        match records.advance() {
            Ok(true) => {}
            Ok(false) => break,
            Err(error) => return Err(file.unsplittable(&error, records.line())),
        }
        let (record, width) = (records.record(), dialect.width);
        if dialect.header && names.is_none() {
            names = Some(column_names(record, width).ok_or_else(|| {
                file.at(
                    records.line(),
                    format!("{} names for {width} columns", record.len()),
                )
            })?);
            continue;
        }
        if record.len() != width {
            let found = record.len();
            let values = if found == 1 { "value" } else { "values" };
            return Err(file.at(
                records.line(),
                format!("found {found} {values} where the other lines have {width}"),
            ));
        }
        for (builder, field) in builders.iter_mut().zip(record) {
            builder.push(&Cell::parse(field, dialect.decimal_comma), || {
                records.line()
            });
        }
        rows += 1;
        if rows.is_multiple_of(ROWS_PER_CHECK) && cancelled() {
            return Err(DataError::Cancelled);
        }
    }
    if rows == 0 {
        return Err(file.whole(if dialect.header {
            "there are no rows under the header"
        } else {
            "the file is empty"
        }));
    }
    let header = names.is_some();
    // Without a header, scikit-learn's names, which are the 0-based indices.
    let names = names.unwrap_or_else(|| (0..dialect.width).map(|j| format!("x{j}")).collect());
    let columns = builders
        .into_iter()
        .zip(names)
        .map(|(builder, name)| builder.finish(name))
        .collect();
    Ok(Parsed { columns, header })
}

/// The header's names, made unique; one short means that the first column holds row names.
fn column_names(header: &csv::StringRecord, width: usize) -> Option<Vec<String>> {
    let row_names = (header.len() + 1 == width).then_some("");
    if header.len() + usize::from(row_names.is_some()) != width {
        return None;
    }
    let mut taken = HashSet::new();
    let names = row_names.into_iter().chain(header).map(|field| {
        let name = match unquote(field) {
            "" => "unnamed",
            name => name,
        };
        let mut unique = name.to_owned();
        let mut copies = 1;
        while !taken.insert(unique.clone()) {
            copies += 1;
            unique = format!("{name} ({copies})");
        }
        unique
    });
    Some(names.collect())
}

/// `head` without the line that it cuts short.
fn whole_lines(head: &[u8]) -> &[u8] {
    if (head.len() as u64) < HEAD_BYTES {
        return head;
    }
    let end = head.iter().rposition(|&byte| byte == b'\n');
    end.map_or(head, |end| &head[..end])
}

/// Makes the errors of one file.
struct FileErrors<'a> {
    name: &'a str,
}

impl FileErrors<'_> {
    fn at(&self, line: u64, reason: String) -> DataError {
        DataError::Line {
            file: self.name.into(),
            line,
            reason,
        }
    }

    fn whole(&self, reason: &str) -> DataError {
        DataError::File {
            file: self.name.into(),
            reason: reason.into(),
        }
    }

    fn unreadable(&self, error: &io::Error) -> DataError {
        DataError::Read {
            file: self.name.into(),
            reason: why_not_read(error),
        }
    }

    fn unsplittable(&self, error: &csv::Error, line: u64) -> DataError {
        match error.kind() {
            csv::ErrorKind::Io(error) => self.unreadable(error),
            csv::ErrorKind::Utf8 { .. } => self.at(
                line,
                "this is not UTF-8 text; save the file as UTF-8".into(),
            ),
            _ => self.at(line, error.to_string()),
        }
    }
}
