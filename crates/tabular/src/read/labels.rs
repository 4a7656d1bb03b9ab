//! Labels in a file of their own: one per line, or a column of tab-separated lines.

use std::{collections::HashSet, io::Read, path::Path};

use super::{
    CancelCheck, FileErrors,
    cell::{Cell, Numerals},
    column::ColumnBuilder,
    decode::{DecodedFile, decode},
    open, texts,
};
use crate::{
    Column, DataError,
    labels::{find_label, identifiers},
    printable::brief,
    table::LabelsBeside,
};
use system::input::ContentKind;

/// Reads the labels in the file at `path`; the file's name is theirs.
///
/// # Errors
/// When it cannot be read, or a line between others is empty.
pub(super) fn read(path: &Path, cancelled: CancelCheck<'_>) -> Result<LabelsBeside, DataError> {
    let (file, content) = open(path, ContentKind::Labels)?;
    let errors = FileErrors { name: &file };
    let DecodedFile::Text(text) = decode(&errors, content)?.0 else {
        return Err(errors.whole("labels stand in a text, one per line"));
    };
    let stem = path.file_stem().unwrap_or_default();
    labels_beside(&file, &stem.to_string_lossy(), text, cancelled)
}

/// Reads labels, one per line of the `text` of a file; their name is `name`.
///
/// Lines with tabs, as many in each, are a table with names above, as TensorFlow's Embedding Projector has
/// it: then the labels are the column that would label a table, else the first.
///
/// # Errors
/// When a line between others is empty, or there is none.
pub fn labels_beside(
    file: &str,
    name: &str,
    text: impl Read,
    cancelled: CancelCheck<'_>,
) -> Result<LabelsBeside, DataError> {
    let labels = texts::labels(&FileErrors { name: file }, text, cancelled)?;
    let name = brief(name);
    let width = labels[0].split('\t').count();
    let is_table = width > 1 && labels.iter().all(|line| line.split('\t').count() == width);
    let place = if is_table {
        label_place(&labels, width)
    } else {
        0
    };
    let label = |line: &str| match line.split('\t').nth(place) {
        Some(label) if is_table => label.trim().to_owned(),
        _ => line.to_owned(),
    };
    let labels: Vec<String> = labels.iter().map(|line| label(line)).collect();
    let has_header = is_table || first_is_name(&labels);
    Ok(LabelsBeside {
        file: file.into(),
        column: column(&name, &labels),
        below_first: has_header.then(|| column(&name, &labels[1..])),
    })
}

fn column(name: &str, labels: &[String]) -> Column {
    let mut builder = ColumnBuilder::default();
    for (line, label) in (1..).zip(labels) {
        builder.push(&Cell::parse(label, Numerals::default()), || line);
    }
    builder.finish(name.to_owned())
}

/// Index of the column of tab-separated lines that labels the others.
fn label_place(lines: &[String], width: usize) -> usize {
    let columns: Vec<Column> = (0..width)
        .map(|j| {
            let cells = lines
                .iter()
                .map(|line| line.split('\t').nth(j).unwrap_or_default());
            let mut cells = cells.map(str::to_owned);
            let name = cells.next().unwrap_or_default();
            column(&name, &cells.collect::<Vec<_>>())
        })
        .collect();
    find_label(&columns, &identifiers(&columns, true), true).unwrap_or_default()
}

/// Returns true where the first line is the name of the others: it is none of them, and some of them repeat or all
/// are numbers, which it is not.
fn first_is_name(labels: &[String]) -> bool {
    let Some((first, rest)) = labels.split_first() else {
        return false;
    };
    let seen: HashSet<&str> = rest.iter().map(String::as_str).collect();
    let is_number = |label: &String| Cell::parse(label, Numerals::default()).is_number();
    let differs = !is_number(first) && rest.iter().all(is_number);
    !seen.contains(first.as_str()) && (differs || seen.len() < rest.len())
}
