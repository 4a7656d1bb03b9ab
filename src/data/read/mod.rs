//! Reads delimited text: delimiter, decimal sign and header are found from the file itself, as far as
//! its user does not say them.

mod cell;
mod column;
mod dialect;
mod npy;
mod records;
mod texts;

use std::{
    collections::HashMap,
    fs::File,
    io::{self, Read},
    path::Path,
};

use nalgebra::DMatrix;

pub use self::cell::{MISSING_BESIDES, is_missing, missing_spellings};
use self::{
    cell::{Cell, Numerals, unquote},
    column::ColumnBuilder,
    dialect::Dialect,
    records::{Head, Records},
};
use super::{
    DataError, DataFile, Holds, ReadAs, ReadProgress, Reading, Table, column::Column,
    reading::Form, table::LabelsBeside,
};
use crate::{
    io_words::why_not_read,
    printable::{brief, printable},
};

/// Rows between two looks at whether the answer is still wanted.
const ROWS_PER_CHECK: usize = 4096;

type Cancelled<'a> = &'a (dyn Fn() -> bool + Sync);

/// Reads `file`, and tells `progress` how far it is.
///
/// # Errors
/// When it cannot be read, is not UTF-8, is ragged or has no rows.
pub(super) fn read_file(
    file: &DataFile,
    holds: Holds,
    progress: &ReadProgress,
    cancelled: Cancelled<'_>,
) -> Result<Table, DataError> {
    let DataFile {
        path,
        read_as,
        labels,
    } = file;
    let (name, file) = open(path)?;
    let bytes = file.metadata().map_or(0, |about| about.len());
    let file = progress.of(file, bytes);
    let table = read_any(&name, file, *read_as, holds, cancelled)?;
    match labels {
        Some(labels) => Ok(table.with_labels(read_labels(labels, cancelled)?)),
        None => Ok(table),
    }
}

/// Labels that stand in a file of their own, one per line.
fn read_labels(path: &Path, cancelled: Cancelled<'_>) -> Result<LabelsBeside, DataError> {
    let (file, content) = open(path)?;
    let stem = path.file_stem().unwrap_or_default();
    labels_beside(&file, &stem.to_string_lossy(), content, cancelled)
}

/// Labels, one per line of the `text` of a file; they are called `name`.
pub(super) fn labels_beside(
    file: &str,
    name: &str,
    text: impl Read,
    cancelled: Cancelled<'_>,
) -> Result<LabelsBeside, DataError> {
    let labels = texts::labels(&FileErrors { name: file }, text, cancelled)?;
    let mut builder = ColumnBuilder::default();
    for (line, label) in (1..).zip(&labels) {
        builder.push(&Cell::parse(label, Numerals::default()), || line);
    }
    Ok(LabelsBeside {
        file: file.into(),
        column: builder.finish(brief(name)),
    })
}

/// A NumPy array, or delimited text.
fn read_any(
    name: &str,
    mut file: impl Read,
    read_as: ReadAs,
    holds: Holds,
    cancelled: Cancelled<'_>,
) -> Result<Table, DataError> {
    let mut start = Vec::new();
    let errors = FileErrors { name };
    (&mut file)
        .take(npy::MAGIC.len() as u64)
        .read_to_end(&mut start)
        .map_err(|error| errors.unreadable(&error))?;
    if start == npy::MAGIC {
        return npy::table(name, file);
    }
    let (table, reading) = parse(name, start.chain(file), read_as, holds, cancelled)?;
    Ok(table.read_from_file(reading))
}

/// Reads the text of a file called `name`.
///
/// # Errors
/// Those of a file: it is not UTF-8, is ragged or has no rows.
pub fn parse_table(name: &str, text: impl Read, read_as: ReadAs) -> Result<Table, DataError> {
    let (table, reading) = parse(name, text, read_as, Holds::Numbers, &|| false)?;
    Ok(table.read_from_file(reading))
}

/// Reads a table called `name`, and finds its label column.
pub(super) fn read_table(
    name: &str,
    reader: impl Read,
    holds: Holds,
    cancelled: Cancelled<'_>,
) -> Result<Table, DataError> {
    Ok(parse(name, reader, ReadAs::default(), holds, cancelled)?.0)
}

/// Reads the features `names` of new observations from `file`, as [`Table::features_named`] does.
///
/// # Errors
/// When the file cannot be read as a table, lacks a column, or a value is missing.
pub fn read_features(file: &DataFile, names: &[String]) -> Result<DMatrix<f64>, DataError> {
    read_file(file, Holds::Numbers, &ReadProgress::default(), &|| false)?.features_named(names)
}

fn open(path: &Path) -> Result<(String, File), DataError> {
    let file = File::open(path).map_err(|error| DataError::Read {
        file: path.display().to_string(),
        reason: why_not_read(&error),
    })?;
    let name = path.file_name().unwrap_or(path.as_os_str());
    Ok((printable(&name.to_string_lossy()).into_owned(), file))
}

fn parse(
    name: &str,
    mut reader: impl Read,
    read_as: ReadAs,
    holds: Holds,
    cancelled: Cancelled<'_>,
) -> Result<(Table, Reading), DataError> {
    let file = FileErrors { name };
    let head = Head::read(&mut reader)
        .map_err(|error| file.unreadable(&error))?
        .ok_or_else(|| file.whole("its first line is too long for a table"))?;
    let form = form(head.lines(), read_as, holds);
    let whole = |form, table: Table| {
        let skipped_lines = table.first_line().saturating_sub(1);
        (table, Reading::of_texts(form, read_as, skipped_lines))
    };
    let dialect = match form {
        Found::Fasta if holds != Holds::Strings => {
            return Err(file.whole("it holds strings, which the spectrum kernel compares"));
        }
        Found::Fasta => {
            let table = texts::fasta(&file, head.then(reader), cancelled)?;
            return Ok(whole(Form::Fasta, table));
        }
        Found::Lines => {
            let table = texts::lines(&file, head.then(reader), cancelled)?;
            return Ok(whole(Form::Lines, table));
        }
        Found::Table(dialect) => dialect,
    };
    let records = Records::new(head.then(reader), dialect.delimiter);
    parse_records(&file, records, dialect, read_as, holds, cancelled)
}

fn parse_records(
    file: &FileErrors<'_>,
    mut records: Records<impl Read>,
    dialect: Dialect,
    read_as: ReadAs,
    holds: Holds,
    cancelled: Cancelled<'_>,
) -> Result<(Table, Reading), DataError> {
    let keep = holds != Holds::Numbers;
    let mut names = None;
    let mut builders: Vec<ColumnBuilder> = Vec::new();
    builders.resize_with(dialect.width, ColumnBuilder::default);
    let mut texts = vec![Vec::new(); dialect.width];
    let mut lines = Vec::new();
    let mut rows = 0_usize;
    let mut skipped_lines = 0;
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
        if rows == 0 {
            skipped_lines = records.line().saturating_sub(1);
        }
        for (builder, field) in builders.iter_mut().zip(record) {
            builder.push(&Cell::parse(field, dialect.numerals), || records.line());
        }
        if keep {
            lines.push(records.line());
            for (texts, field) in texts.iter_mut().zip(record) {
                texts.push(unquote(field).to_owned());
            }
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
    let reading = Reading {
        form: Form::Table,
        delimiter: (dialect.width > 1).then_some(dialect.delimiter),
        decimal: dialect.numerals.decimal,
        grouped: builders.iter().any(|builder| builder.grouped),
        header: names.is_some(),
        skipped_lines,
        said: read_as,
        other: dialect.other,
    };
    // Without a header, scikit-learn's names, which are the 0-based indices.
    let names = names.unwrap_or_else(|| (0..dialect.width).map(|j| format!("x{j}")).collect());
    let columns: Vec<Column> = builders
        .into_iter()
        .zip(names)
        .map(|(builder, name)| builder.finish(name))
        .zip(texts)
        .map(|(column, texts)| {
            if keep {
                column.with_texts(texts)
            } else {
                column
            }
        })
        .collect();
    // The ends of edges are neither labels nor names of rows.
    let table = match holds {
        Holds::Graph => Table::new(file.name, columns, None),
        Holds::Numbers | Holds::Strings => Table::found(file.name, columns, reading.header),
    };
    let table = table.with_lines(lines);
    Ok((table, reading))
}

/// What a file is, from its first lines.
enum Found {
    Table(Dialect),
    /// One string per line.
    Lines,
    Fasta,
}

/// Whether a file begins with the `>` of a sequence's name.
pub(super) fn begins_as_fasta(path: &Path) -> bool {
    let mut start = Vec::new();
    let read = File::open(path).and_then(|file| file.take(64).read_to_end(&mut start));
    read.is_ok() && is_fasta(&start)
}

fn is_fasta(start: &[u8]) -> bool {
    let start = start.strip_prefix(b"\xef\xbb\xbf").unwrap_or(start);
    start.trim_ascii_start().starts_with(b">")
}

fn form(head: &[u8], said: ReadAs, holds: Holds) -> Found {
    if is_fasta(head) {
        return Found::Fasta;
    }
    match holds {
        Holds::Numbers => Found::Table(Dialect::detect(head, said)),
        Holds::Graph => Found::Table(Dialect::of_graph(head, said)),
        Holds::Strings => Dialect::of_strings(head, said).map_or(Found::Lines, Found::Table),
    }
}

/// The header's names, made unique; one short means that the first column holds row names.
fn column_names(header: &csv::StringRecord, width: usize) -> Option<Vec<String>> {
    let row_names = (header.len() + 1 == width).then_some("");
    if header.len() + usize::from(row_names.is_some()) != width {
        return None;
    }
    let names = row_names.into_iter().chain(header);
    Some(unique_names(names.map(|field| match unquote(field) {
        "" => "unnamed".to_owned(),
        name => brief(name),
    })))
}

/// `names`, with a number behind those that came before.
fn unique_names(names: impl Iterator<Item = String>) -> Vec<String> {
    let mut copies: HashMap<String, usize> = HashMap::new();
    let unique = names.map(|name| {
        let mut unique = name.clone();
        while let Some(copy) = copies.get_mut(&unique) {
            *copy += 1;
            unique = format!("{name} ({copy})");
        }
        copies.insert(unique.clone(), 1);
        unique
    });
    unique.collect()
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
