//! Sparse format of LIBSVM and `SVMlight`, read into a full table: a label, then `index:value` of what is not 0.

use std::io::Read;

use super::{
    CancelCheck, FileErrors,
    cell::{Cell, Numerals},
    column::ColumnBuilder,
    records::Lines,
    texts::each_line,
};
use crate::{DataError, Table, column::Column};
use system::input::ContentKind;

/// Number of lines that are looked at to tell the format.
const SAMPLE_LINES: usize = 50;

/// Returns true where each line is a label with pairs of an index and a number, and some line has two pairs.
pub(super) fn is_libsvm(head: &[u8]) -> bool {
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
    // A number and a time of day are no label and one pair.
    most > 1
}

fn without_comment(line: &str) -> &str {
    line.split('#').next().unwrap_or_default()
}

fn pair(word: &str) -> Option<(usize, f64)> {
    let (index, value) = word.split_once(':')?;
    let value: f64 = value.parse().ok()?;
    Some((index.parse().ok()?, value)).filter(|(_, value)| value.is_finite())
}

/// Reads the label and one column for each index from the least to the largest.
///
/// # Errors
/// When a line is otherwise, its indices don't rise, or the full table would be too large.
pub(super) fn table(
    errors: &FileErrors<'_>,
    text: impl Read,
    cancelled: CancelCheck<'_>,
) -> Result<Table, DataError> {
    let mut labels = ColumnBuilder::default();
    let mut rows: Vec<Vec<(usize, f64)>> = Vec::new();
    each_line(errors, text, cancelled, |number, line| {
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
            row.push(pair);
        }
        let label = match Cell::parse(label, Numerals::default()) {
            Cell::Foreign(several) => Cell::Text(several),
            cell => cell,
        };
        labels.push(&label, || number);
        rows.push(row);
        Ok(())
    })?;
    let indices = || rows.iter().flatten().map(|&(index, _)| index);
    // Indices count from 1, and from 0 where there is one of 0, as scikit-learn tells.
    let first = indices().min().map_or(1, |least| least.min(1));
    let width = indices().max().map_or(0, |last| last + 1 - first);
    let cells = (rows.len() as u64).saturating_mul(width as u64);
    if cells.saturating_mul(8) > ContentKind::Table.most() {
        let reason = format!(
            "{} rows of {width} columns are too many for a full table",
            rows.len()
        );
        return Err(errors.whole(&reason));
    }
    let mut columns = vec![vec![0.0; rows.len()]; width];
    for (i, row) in rows.iter().enumerate() {
        for &(index, value) in row {
            columns[index - first][i] = value;
        }
    }
    let features = (first..).zip(columns);
    let features = features.map(|(index, values)| Column::numbers(&format!("x{index}"), values));
    let columns = std::iter::once(labels.finish("label".into())).chain(features);
    Ok(Table::new(errors.name, columns.collect(), Some(0)))
}
