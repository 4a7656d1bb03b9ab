//! Files of strings that are no tables: sequences in FASTA, and one string per line.

use std::io::Read;

use super::{column::ColumnBuilder, job::Job, records::Lines, rows::ROWS_PER_CHECK};
use crate::{
    DataError, Table,
    printable::brief,
    room::{NoRoom, TEXT_BYTES, copied, push},
    strings::STRINGS,
};

/// Calls `take` with each line of a file, without blanks at its ends, and the line's number from 1.
pub(super) fn each_line(
    job: &Job<'_>,
    text: impl Read,
    mut take: impl FnMut(u64, &str) -> Result<(), DataError>,
) -> Result<(), DataError> {
    let mut lines = Lines::new(text);
    let mut number = 0;
    loop {
        let line = match lines.read() {
            Ok(Some(line)) => line.trim(),
            Ok(None) => return Ok(()),
            Err(fault) => return Err(job.errors.fault(&fault, lines.number)),
        };
        number += 1;
        if number % ROWS_PER_CHECK as u64 == 0 && (job.cancelled)() {
            return Err(DataError::Cancelled);
        }
        take(number, line)?;
    }
}

/// Copies of a sequence's letters while a file is read: as they grow, as a word, and as that of a class.
const SEQUENCE_COPIES: u64 = 4;

/// Copies a text of a file that may hold any number of them; counts it as a word of a column as well.
fn hold(job: &Job<'_>, text: &str) -> Result<String, NoRoom> {
    job.room
        .take(3 * (TEXT_BYTES + text.len() as u64))
        .and_then(|()| copied(text))
}

/// Reads one string per line. A first line such as `sequence`, which only names the strings, is none of them.
///
/// # Errors
/// When a line between others is empty, or there is none.
pub(super) fn lines(job: &Job<'_>, text: impl Read) -> Result<Table, DataError> {
    let mut name = "string".to_owned();
    let (mut texts, mut lines) = (Vec::new(), Vec::new());
    let mut empty = None;
    each_line(job, text, |number, line| {
        if line.is_empty() {
            empty = empty.or(Some(number));
            return Ok(());
        }
        if let Some(empty) = empty {
            return Err(job.errors.at(empty, "the string is empty"));
        }
        if number == 1 && STRINGS.contains(&line.to_lowercase().as_str()) {
            name = line.into();
            return Ok(());
        }
        let held = hold(job, line).and_then(|text| push(&mut texts, text));
        let held = held.and_then(|()| push(&mut lines, number));
        held.map_err(|fault| job.errors.no_room(fault))
    })?;
    if texts.is_empty() {
        return Err(job.errors.whole("the file is empty"));
    }
    let column = ColumnBuilder::texts(&name, texts);
    let columns = vec![column.map_err(|fault| job.errors.no_room(fault))?];
    let mut table = Table::new(job.errors.name, columns, None);
    table.lines = lines;
    Ok(table)
}

/// Reads sequences in FASTA: a line with `>` and a name, then the sequence in any number of lines; also returns
/// true where some letter was a small one. Small letters are read as capitals: they only mark what a program
/// masked.
///
/// # Errors
/// When a sequence is empty, or stands above the first name.
pub(super) fn fasta(job: &Job<'_>, text: impl Read) -> Result<(Table, bool), DataError> {
    let mut folded = false;
    let mut found: Vec<(u64, (String, String))> = Vec::new();
    each_line(job, text, |number, line| {
        if let Some(name) = line.strip_prefix('>') {
            let held = hold(job, name.trim());
            let held = held.and_then(|name| push(&mut found, (number, (name, String::new()))));
            held.map_err(|fault| job.errors.no_room(fault))?;
        } else if let Some((_, (_, sequence))) = found.last_mut() {
            folded |= line.contains(|symbol: char| symbol.is_ascii_lowercase());
            let room = job.room.take_each(SEQUENCE_COPIES, line.len() as u64);
            let room = room.and_then(|()| Ok(sequence.try_reserve(line.len())?));
            room.map_err(|fault| job.errors.no_room(fault))?;
            let symbols = line.chars().filter(|symbol| !symbol.is_whitespace());
            sequence.extend(symbols.map(|symbol| symbol.to_ascii_uppercase()));
        } else if !line.is_empty() {
            let reason = "a sequence needs a line with > and its name above it";
            return Err(job.errors.at(number, reason));
        }
        Ok(())
    })?;
    let mut all = found.iter();
    if let Some((line, (name, _))) = all.find(|(_, (_, sequence))| sequence.is_empty()) {
        let reason = format!("the sequence \"{}\" is empty", brief(name));
        return Err(job.errors.at(*line, &reason));
    }
    let (lines, (names, sequences)) = found.into_iter().unzip();
    let columns = [("name", names), ("sequence", sequences)].map(|(name, texts)| {
        let column = ColumnBuilder::texts(name, texts);
        column.map_err(|fault| job.errors.no_room(fault))
    });
    let columns = columns.into_iter().collect::<Result<Vec<_>, _>>()?;
    let mut table = Table::new(job.errors.name, columns, None).named_by_first();
    table.lines = lines;
    Ok((table, folded))
}

/// Reads one label per line; an empty line is an object without one.
///
/// # Errors
/// When no line has a label.
pub(super) fn labels(job: &Job<'_>, text: impl Read) -> Result<Vec<String>, DataError> {
    let mut labels = Vec::new();
    each_line(job, text, |_, line| {
        let held = hold(job, line.trim_matches('"')).and_then(|label| push(&mut labels, label));
        held.map_err(|fault| job.errors.no_room(fault))
    })?;
    if labels.iter().all(String::is_empty) {
        return Err(job.errors.whole("the file is empty"));
    }
    Ok(labels)
}
