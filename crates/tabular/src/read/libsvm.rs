//! Sparse format of LIBSVM and `SVMlight`, read into a full table: a label, then `index:value` of what is not 0.

use std::io::Read;

use super::{
    cell::{Cell, Numerals},
    column::ColumnBuilder,
    job::Job,
    records::Lines,
    texts::each_line,
};
use crate::{
    DataError, FittedTable, Table,
    column::Column,
    room::{COLUMN_BYTES, NoRoom, filled, push},
};

/// Number of lines that are looked at to tell the format.
const SAMPLE_LINES: usize = 50;

/// Bytes that a number takes with its index, in a list that grows.
const PAIR_BYTES: u64 = 32;
/// Bytes that a row takes beside its numbers.
const ROW_BYTES: u64 = 64;

/// Returns true where each line is a label with pairs of an index and a number, and some line has two pairs; new rows of
/// a `fitted` file of this format may have none.
pub(super) fn is_libsvm(head: &[u8], fitted: Option<&FittedTable<'_>>) -> bool {
    let mut lines = Lines::new(head);
    let (mut most, mut seen) = (0, 0);
    while let Ok(Some(line)) = lines.read() {
        let mut words = without_comment(line).split_whitespace();
        let Some(label) = words.next() else {
            continue;
        };
        if label.contains(':') {
            return false;
        }
        let mut pairs = 0;
        for word in words {
            if pair(word).is_none() && !word.starts_with("qid:") {
                return false;
            }
            pairs += 1;
        }
        most = most.max(pairs);
        seen += 1;
        if seen == SAMPLE_LINES {
            break;
        }
    }
    let as_fitted = seen > 0 && fitted.is_some_and(|fitted| fitted.libsvm_indices().is_some());
    // A number and a time of day are no label and one pair.
    most > 1 || as_fitted
}

fn without_comment(line: &str) -> &str {
    line.split('#').next().unwrap_or_default()
}

fn pair(word: &str) -> Option<(usize, f64)> {
    let (index, value) = word.split_once(':')?;
    let value: f64 = value.parse().ok()?;
    Some((index.parse().ok()?, value)).filter(|(_, value)| value.is_finite())
}

/// Reads the label and one column for each index: from 1 (from 0, where an index is 0) to the largest, or the indices
/// of the fitted file.
///
/// # Errors
/// When a line is not in this format, its indices don't rise, or the full table would be too large.
pub(super) fn table(job: &Job<'_>, text: impl Read) -> Result<Table, DataError> {
    let errors = &job.errors;
    let mut labels = ColumnBuilder::default();
    let mut rows: Vec<Vec<(usize, f64)>> = Vec::new();
    each_line(job, text, |number, line| {
        let at = |reason: &str| errors.at(number, reason);
        let mut words = without_comment(line).split_whitespace();
        let Some(label) = words.next() else {
            return Ok(());
        };
        let mut row: Vec<(usize, f64)> = Vec::new();
        for word in words {
            if word.starts_with("qid:") {
                return Err(at("queries (qid) are not read"));
            }
            let Some(pair) = pair(word) else {
                let word = crate::printable::brief(word);
                return Err(at(&format!("\"{word}\" is no index and number")));
            };
            if row.last().is_some_and(|&(last, _)| last >= pair.0) {
                return Err(at("the indices of columns do not rise"));
            }
            push(&mut row, pair).map_err(|fault| errors.no_room(fault))?;
        }
        let label = match Cell::parse(label, Numerals::default()) {
            Cell::Foreign(several) => Cell::Text(several),
            cell => cell,
        };
        let bytes = ROW_BYTES + PAIR_BYTES * row.len() as u64;
        let held = labels.push(&label, number);
        let held = held.and_then(|of_label| job.room.take(bytes + of_label));
        let held = held.and_then(|()| push(&mut rows, row));
        held.map_err(|fault| errors.no_room(fault))
    })?;
    let mut table = full(job, &rows).map_err(|fault| errors.no_room(fault))?;
    table.insert(0, labels.finish("label".into()));
    Ok(Table::new(errors.name, table, Some(0)))
}

/// Columns of the full table.
fn full(job: &Job<'_>, rows: &[Vec<(usize, f64)>]) -> Result<Vec<Column>, NoRoom> {
    let indices = || rows.iter().flatten().map(|&(index, _)| index);
    // Indices count from 1, and from 0 where there is one of 0, as scikit-learn tells.
    let least = indices().min().map_or(1, |least| least.min(1));
    let known = job.fitted.and_then(FittedTable::libsvm_indices);
    let (first, end) = match known {
        Some(known) => (*known.start(), known.end().saturating_add(1)),
        None => (
            least,
            indices().max().map_or(least, |last| last.saturating_add(1)),
        ),
    };
    let width = end - first;
    let bytes = COLUMN_BYTES + 8 * rows.len() as u64;
    job.room.take_each(width as u64, bytes)?;
    let mut columns: Vec<Vec<f64>> = Vec::new();
    columns.try_reserve_exact(width)?;
    for _ in 0..width {
        columns.push(filled(0.0, rows.len())?);
    }
    for (i, row) in rows.iter().enumerate() {
        for &(index, value) in row.iter().filter(|(index, _)| (first..end).contains(index)) {
            columns[index - first][i] = value;
        }
    }
    let features = (first..).zip(columns);
    Ok(features
        .map(|(index, values)| Column::numbers(&format!("x{index}"), values))
        .collect())
}
