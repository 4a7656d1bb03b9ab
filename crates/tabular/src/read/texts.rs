//! Files of strings that are no tables: sequences in FASTA, and one string per line.

use std::io::Read;

use super::{CancelCheck, FileErrors, ROWS_PER_CHECK, column::ColumnBuilder, records::Lines};
use crate::{DataError, Table, printable::brief, strings::STRINGS};

/// Reads the lines of a file without their ends, each with its number from 1.
pub(super) fn each_line(
    errors: &FileErrors<'_>,
    text: impl Read,
    cancelled: CancelCheck<'_>,
    mut take: impl FnMut(u64, &str) -> Result<(), DataError>,
) -> Result<(), DataError> {
    let mut lines = Lines::new(text);
    loop {
        let line = match lines.read() {
            Ok(Some(line)) => line.trim(),
            Ok(None) => return Ok(()),
            Err(fault) => return Err(errors.fault(&fault, lines.number)),
        };
        let line = line.to_owned();
        if lines.number.is_multiple_of(ROWS_PER_CHECK as u64) && cancelled() {
            return Err(DataError::Cancelled);
        }
        take(lines.number, &line)?;
    }
}

/// Reads one string per line. A line that only names them is no string.
///
/// # Errors
/// When a line between others is empty, or there is none.
pub(super) fn lines(
    errors: &FileErrors<'_>,
    text: impl Read,
    cancelled: CancelCheck<'_>,
) -> Result<Table, DataError> {
    let mut name = "string".to_owned();
    let (mut texts, mut lines) = (Vec::new(), Vec::new());
    let mut empty = None;
    each_line(errors, text, cancelled, |number, line| {
        if line.is_empty() {
            empty = empty.or(Some(number));
            return Ok(());
        }
        if let Some(empty) = empty {
            return Err(errors.at(empty, "the string is empty"));
        }
        if number == 1 && STRINGS.contains(&line.to_lowercase().as_str()) {
            name = line.into();
            return Ok(());
        }
        texts.push(line.to_owned());
        lines.push(number);
        Ok(())
    })?;
    if texts.is_empty() {
        return Err(errors.whole("the file is empty"));
    }
    let columns = vec![ColumnBuilder::texts(&name, texts)];
    let mut table = Table::new(errors.name, columns, None);
    table.lines = lines;
    Ok(table)
}

/// Reads sequences in FASTA: a line with `>` and a name, then the sequence in any number of lines; also returns
/// true where some letter was a small one. Small letters are read as capitals: they only mark what a program
/// masked.
///
/// # Errors
/// When a sequence is empty, or stands above the first name.
pub(super) fn fasta(
    errors: &FileErrors<'_>,
    text: impl Read,
    cancelled: CancelCheck<'_>,
) -> Result<(Table, bool), DataError> {
    let mut folded = false;
    let mut found: Vec<(u64, (String, String))> = Vec::new();
    each_line(errors, text, cancelled, |number, line| {
        if let Some(name) = line.strip_prefix('>') {
            found.push((number, (name.trim().to_owned(), String::new())));
        } else if let Some((_, (_, sequence))) = found.last_mut() {
            folded |= line.contains(|symbol: char| symbol.is_ascii_lowercase());
            let symbols = line.chars().filter(|symbol| !symbol.is_whitespace());
            sequence.extend(symbols.map(|symbol| symbol.to_ascii_uppercase()));
        } else if !line.is_empty() {
            let reason = "a sequence needs a line with > and its name above it";
            return Err(errors.at(number, reason));
        }
        Ok(())
    })?;
    let mut all = found.iter();
    if let Some((line, (name, _))) = all.find(|(_, (_, sequence))| sequence.is_empty()) {
        let reason = format!("the sequence \"{}\" is empty", brief(name));
        return Err(errors.at(*line, &reason));
    }
    let (lines, (names, sequences)) = found.into_iter().unzip();
    let columns = vec![
        ColumnBuilder::texts("name", names),
        ColumnBuilder::texts("sequence", sequences),
    ];
    let mut table = Table::new(errors.name, columns, None).named_by_first();
    table.lines = lines;
    Ok((table, folded))
}

/// Reads one label per line; an empty line is an object without one.
///
/// # Errors
/// When there is none.
pub(super) fn labels(
    errors: &FileErrors<'_>,
    text: impl Read,
    cancelled: CancelCheck<'_>,
) -> Result<Vec<String>, DataError> {
    let mut labels = Vec::new();
    each_line(errors, text, cancelled, |_, line| {
        labels.push(line.trim_matches('"').to_owned());
        Ok(())
    })?;
    if labels.iter().all(String::is_empty) {
        return Err(errors.whole("the file is empty"));
    }
    Ok(labels)
}
