//! Reading of files: from bytes to text, from text to records, from records to columns. Delimiter, decimal sign,
//! quoting and header are found from the file itself, unless the user gives them. `docs/reading.md` has the rules.

mod archive;
mod arff;
mod cell;
mod column;
mod column_names;
mod decode;
mod dialect;
mod errors;
mod form;
mod header;
mod job;
mod labels;
mod libsvm;
mod named;
mod network;
mod npy;
mod plain;
mod records;
mod rewritten;
mod rows;
mod sample;
mod split;
mod start;
mod texts;
mod workbook;

use std::{io::Read, path::Path};

use nalgebra::DMatrix;

pub use self::cell::{MISSING_BESIDES, is_missing, missing_spellings};
pub(super) use self::cell::{is_number_somewhere, is_padded};
pub(super) use self::column::KnownCells;
pub(super) use self::column_names::shown_name;
pub(super) use self::plain::plainly_holds;
pub use self::rewritten::{Rewritten, RewrittenSpec};
use self::{
    archive::Archive,
    decode::{DecodedFile, decode},
    errors::FileErrors,
    form::form,
    job::Job,
    records::{Head, Records},
    rows::parse_records,
};
use super::{
    DataError, DataFile, Decimal, Delimiter, Holds, ReadAs, ReadProgress, ReadTask, Reading, Table,
    reading::Form,
    room::{NoRoom, Room, SAMPLED_BYTES},
};
use crate::printable::printable;
use kernel_pca::count::CancelCheck;
use system::{
    free_memory,
    input::{self, ContentKind, Input},
};

pub(super) use self::labels::labels_beside;

/// Reads `file` as `task` has it.
///
/// # Errors
/// When the file cannot be read, is ragged, has no rows or is of a kind that is not read, or needs more memory than
/// allowed.
pub(super) fn read_file(file: &DataFile, task: &ReadTask<'_>) -> Result<Table, DataError> {
    let DataFile {
        path,
        read_as,
        sheet,
        labels,
    } = file;
    let (name, file) = open(path, ContentKind::Table)?;
    let progress = ReadProgress::default();
    let length = file.length;
    let file = task.progress.unwrap_or(&progress).of(file, length);
    let room = task.room();
    let job = Job {
        errors: FileErrors { name: &name },
        holds: task.holds,
        fitted: task.fitted,
        sheet: sheet.as_deref(),
        room: &room,
        cancelled: task.cancelled,
    };
    let mut table = read_any(&job, file, *read_as)?;
    if let Some(labels) = labels {
        table.labels_beside = Some(labels::read(labels, &room, task.cancelled)?);
    }
    Ok(table)
}

/// Reads an array, a workbook, or text.
fn read_any(job: &Job<'_>, file: impl Read, read_as: ReadAs) -> Result<Table, DataError> {
    let (mut table, reading) = match decode(job, file)? {
        DecodedFile::Array(file) => return npy::table(job, file),
        DecodedFile::Archive(bytes) => match archive::read(job, &bytes)? {
            Archive::Array(table) => return Ok(*table),
            Archive::Sheet {
                text,
                sheet,
                sheets,
                left,
            } => {
                let cells = ReadAs {
                    delimiter: Some(Delimiter::COMMA),
                    decimal: read_as.decimal.or(Some(Decimal::Point)),
                    header: read_as.header,
                };
                let (mut table, reading) = parse_plain(job, text.as_bytes(), cells)?;
                let reading = Reading {
                    form: Form::Workbook {
                        sheet,
                        sheets: sheets.len(),
                    },
                    skipped_lines: start::rows_above(&text, reading.skipped_lines),
                    quoted_above: false,
                    returns_above: 0,
                    left_columns: left,
                    sheet_said: job.sheet.is_some(),
                    ..reading
                };
                table.sheets = sheets;
                (table, reading)
            }
        },
        DecodedFile::Text(text, coding) => {
            let (table, reading) = parse(job, text, read_as)?;
            let coding = coding.known();
            (table, Reading { coding, ..reading })
        }
    };
    table.reading = Some(Reading {
        said: read_as,
        ..reading
    });
    Ok(table)
}

/// Reads the bytes of a file called `name`, in half of the free memory.
///
/// # Errors
/// When the file is ragged, has no rows or is of a kind that is not read.
pub fn parse_table(name: &str, text: impl Read, read_as: ReadAs) -> Result<Table, DataError> {
    let room = Room::new(free_memory() / 2);
    read_any(&Job::plain(name, &room), text, read_as)
}

/// Reads the bytes of a file of new rows called `name`.
#[cfg(test)]
pub(super) fn parse_new_rows(
    name: &str,
    text: impl Read,
    fitted: &super::FittedTable<'_>,
) -> Result<Table, DataError> {
    let room = Room::new(u64::MAX);
    let job = Job {
        fitted: Some(fitted),
        ..Job::plain(name, &room)
    };
    read_any(&job, text, ReadAs::default())
}

/// Reads a table called `name` that comes with the program, and finds its label column.
pub(super) fn read_table(
    name: &str,
    reader: impl Read,
    holds: Holds,
    cancelled: CancelCheck<'_>,
) -> Result<Table, DataError> {
    let room = Room::new(u64::MAX);
    let job = Job {
        holds,
        cancelled,
        ..Job::plain(name, &room)
    };
    Ok(parse(&job, reader, ReadAs::default())?.0.shipped())
}

/// Reads the features `names` of new observations from `file`, as [`Table::features_named`] does.
///
/// # Errors
/// When the file cannot be read as a table, lacks a column, or a value is missing.
pub fn read_features(file: &DataFile, names: &[String]) -> Result<DMatrix<f64>, DataError> {
    read_file(file, &ReadTask::default())?.features_named(names)
}

/// Opens a file; returns its name and its bytes.
fn open(path: &Path, content: ContentKind) -> Result<(String, Input), DataError> {
    let file = input::open(path, content).map_err(|error| {
        let name = &path.display().to_string();
        FileErrors { name }.unreadable(&error)
    })?;
    let name = path.file_name().unwrap_or(path.as_os_str());
    Ok((printable(&name.to_string_lossy()).into_owned(), file))
}

fn parse(
    job: &Job<'_>,
    mut text: impl Read,
    read_as: ReadAs,
) -> Result<(Table, Reading), DataError> {
    let head = head(job, &mut text)?;
    match Rewritten::of(job, &head, read_as)? {
        Some(format) => format.read(job, head.then(text)),
        None => parse_below(job, &head, text, read_as),
    }
}

/// Reads text that is not rewritten, whatever it begins with.
fn parse_plain(
    job: &Job<'_>,
    mut text: impl Read,
    read_as: ReadAs,
) -> Result<(Table, Reading), DataError> {
    let head = head(job, &mut text)?;
    parse_below(job, &head, text, read_as)
}

/// Reads the beginning of a text, for whose samples there is room.
fn head(job: &Job<'_>, text: &mut impl Read) -> Result<Head, DataError> {
    let errors = &job.errors;
    let head = Head::read(text)
        .map_err(|error| errors.unreadable(&error))?
        .ok_or_else(|| errors.whole("its first line is too long for a table"))?;
    check_head(&head, job.room).map_err(|fault| errors.no_room(fault))?;
    Ok(head)
}

/// Reads a text that begins with `head` and goes on with `text`, and is not rewritten.
fn parse_below(
    job: &Job<'_>,
    head: &Head,
    text: impl Read,
    read_as: ReadAs,
) -> Result<(Table, Reading), DataError> {
    let errors = &job.errors;
    let (form, dialect) = form(job, head.lines(), read_as)?;
    let text = head.then(text);
    if let Some(dialect) = dialect {
        let no_records = dialect.no_records.clone();
        let mut records = Records::new(text, dialect.syntax, no_records);
        if form == Form::EdgeDictionaries {
            records.rewrite = Some(network::plain);
        }
        let (table, reading) = parse_records(job, records, &dialect, form)?;
        let quote = if form == Form::Arff { '\'' } else { '"' };
        let above = start::lines_above(head.lines(), reading.skipped_lines);
        let returns = above.iter().map(|line| line.matches('\r').count() as u64);
        let reading = Reading {
            quoted_above: above
                .iter()
                .any(|line| line.matches(quote).count() % 2 == 1),
            returns_above: returns.sum(),
            ..reading
        };
        return Ok((table, reading));
    }
    let (table, folded) = match form {
        Form::Fasta if job.holds != Holds::Strings => {
            return Err(errors.whole("it holds strings, which the spectrum kernel compares"));
        }
        Form::Fasta => texts::fasta(job, text)?,
        Form::Libsvm => (libsvm::table(job, text)?, false),
        _ => (texts::lines(job, text)?, false),
    };
    let reading = Reading {
        form,
        folded,
        header: form == Form::Libsvm,
        skipped_lines: table.lines.first().map_or(0, |first| first - 1),
        ..Reading::default()
    };
    Ok((table, reading))
}

/// Checks that there is room for the samples of a file's beginning, before they are made: a line of separators alone has
/// as many fields as bytes.
fn check_head(head: &Head, room: &Room) -> Result<(), NoRoom> {
    let mut counts = [0_u64; 256];
    for byte in &head.bytes {
        counts[usize::from(*byte)] += 1;
    }
    let separators = [b'\t', b';', b'|', b',', b' '].map(|sign| counts[usize::from(sign)]);
    let most = separators.into_iter().max().unwrap_or_default();
    room.check(most.saturating_mul(SAMPLED_BYTES))
}
