//! Labels in a file of their own: one per line, or a column of tab-separated lines.

use std::{collections::HashSet, io::Read, path::Path};

use super::{
    CancelCheck,
    cell::{Cell, Numerals},
    column::ColumnBuilder,
    decode::{DecodedFile, decode},
    job::Job,
    open, texts,
};
use crate::{
    Column, DataError,
    labels::find_labels,
    printable::brief,
    room::{COLUMN_BYTES, NoRoom, Room},
    sense::senses,
    table::LabelsBeside,
};
use system::input::ContentKind;

/// Reads the labels in the file at `path`, one per line, as a column named after the file.
///
/// # Errors
/// When the file cannot be read, is no text, or has no label.
pub(super) fn read(
    path: &Path,
    room: &Room,
    cancelled: CancelCheck<'_>,
) -> Result<LabelsBeside, DataError> {
    let (file, content) = open(path, ContentKind::Labels)?;
    let job = Job {
        cancelled,
        ..Job::plain(&file, room)
    };
    let DecodedFile::Text(text, _) = decode(&job, content)? else {
        return Err(job.errors.whole("labels stand in a text, one per line"));
    };
    let stem = path.file_stem().unwrap_or_default();
    beside(&job, &stem.to_string_lossy(), text)
}

/// Reads labels of a table that comes with the program, one per line of the `text` of a file, as a column called
/// `name`.
///
/// # Errors
/// When no line has a label.
pub fn labels_beside(
    file: &str,
    name: &str,
    text: impl Read,
    cancelled: CancelCheck<'_>,
) -> Result<LabelsBeside, DataError> {
    let room = Room::new(u64::MAX);
    let job = Job {
        cancelled,
        ..Job::plain(file, &room)
    };
    beside(&job, name, text)
}

/// Reads labels, one per line of the `text` of a file, as a column called `name`.
///
/// Lines with the same number of tabs in each form a table with names in the first line, as for TensorFlow's Embedding
/// Projector. Labels are then read from the column that would label such a table, or else from the first column.
///
/// # Errors
/// When no line has a label.
fn beside(job: &Job<'_>, name: &str, text: impl Read) -> Result<LabelsBeside, DataError> {
    let labels = texts::labels(job, text)?;
    let name = brief(name);
    let no_room = |fault| job.errors.no_room(fault);
    let width = labels[0].split('\t').count();
    let is_table = width > 1 && labels.iter().all(|line| line.split('\t').count() == width);
    let place = if is_table {
        label_place(&labels, width, job.room).map_err(no_room)?
    } else {
        0
    };
    let label = |line: &str| match line.split('\t').nth(place) {
        Some(label) if is_table => label.trim().to_owned(),
        _ => line.to_owned(),
    };
    let labels: Vec<String> = labels.iter().map(|line| label(line)).collect();
    let has_header = is_table || first_is_name(&labels);
    let below = has_header.then(|| column(&name, &labels[1..], job.room));
    Ok(LabelsBeside {
        file: job.errors.name.into(),
        column: column(&name, &labels, job.room).map_err(no_room)?,
        below_first: below.transpose().map_err(no_room)?,
    })
}

fn column(name: &str, labels: &[String], room: &Room) -> Result<Column, NoRoom> {
    let mut builder = ColumnBuilder::default();
    for (line, label) in (1..).zip(labels) {
        let bytes = builder.push(&Cell::parse(label, Numerals::default()), line)?;
        room.take(bytes)?;
    }
    room.take(builder.bytes_to_finish())?;
    Ok(builder.finish(name.to_owned()))
}

/// Index of the column that labels the rows, in a table of tab-separated `lines` with names in the first.
fn label_place(lines: &[String], width: usize, room: &Room) -> Result<usize, NoRoom> {
    room.take_each(width as u64, COLUMN_BYTES)?;
    let mut builders: Vec<ColumnBuilder> = Vec::new();
    builders.resize_with(width, ColumnBuilder::default);
    for (number, line) in (1..).zip(lines).skip(1) {
        for (builder, cell) in builders.iter_mut().zip(line.split('\t')) {
            room.take(builder.push(&Cell::parse(cell, Numerals::default()), number)?)?;
        }
    }
    let columns: Vec<Column> = (builders.into_iter())
        .zip(lines[0].split('\t'))
        .map(|(builder, name)| builder.finish(name.to_owned()))
        .collect();
    let found = find_labels(&columns, &senses(&columns, true), true);
    Ok(found.first().copied().unwrap_or_default())
}

/// Returns true where the first line is a name for the labels below: no label is called so, and some labels repeat, or
/// all are numbers, which the first line is not.
fn first_is_name(labels: &[String]) -> bool {
    let Some((first, rest)) = labels.split_first() else {
        return false;
    };
    let seen: HashSet<&str> = rest.iter().map(String::as_str).collect();
    let is_number = |label: &String| Cell::parse(label, Numerals::default()).is_number();
    let differs = !is_number(first) && rest.iter().all(is_number);
    !seen.contains(first.as_str()) && (differs || seen.len() < rest.len())
}
