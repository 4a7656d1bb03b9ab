//! Lines in front of a table that are no records: comments, and Excel's line for the separator.

use std::borrow::Cow;

use super::{
    super::{Delimiter, ReadAs},
    dialect::best,
    records::{Lines, NoRecords},
    sample::Sample,
};

/// First characters of a comment above a table: that of most programs, and that of MATLAB and KONECT.
pub(super) const COMMENT_SIGNS: [char; 2] = ['#', '%'];
/// Beginning of a file, and the lines in front that are no records.
pub(super) struct FileStart<'a> {
    pub text: &'a [u8],
    /// Separator from Excel's `sep=;`, unless the user gave one.
    pub separator: Option<Delimiter>,
    pub separator_line: Option<u64>,
    /// Lines that begin with `#` or `%` above all others.
    pub comments: Vec<Comment>,
    pub no_records: NoRecords,
    /// Number of rows of names that the user states.
    pub header: Option<u8>,
}

pub(super) struct Comment {
    pub line: u64,
    pub text: String,
}

impl<'a> FileStart<'a> {
    pub fn of(text: &'a [u8], said: ReadAs) -> Self {
        let mut start = Self {
            text,
            separator: None,
            separator_line: None,
            comments: Vec::new(),
            no_records: NoRecords::default(),
            header: said.header,
        };
        let mut lines = Lines::new(text);
        let mut others = false;
        while let Ok(Some(line)) = lines.read() {
            let line = line.to_owned();
            if line.trim().is_empty() {
                continue;
            }
            if start.comments.is_empty()
                && start.separator_line.is_none()
                && let Some(separator) = separator(&line)
            {
                start.separator_line = Some(lines.number);
                start.separator = said.delimiter.xor(Some(separator));
                continue;
            }
            if !line.starts_with(COMMENT_SIGNS) {
                others = true;
                break;
            }
            start.comments.push(Comment {
                line: lines.number,
                text: line,
            });
        }
        start.no_records.lines.extend(start.separator_line);
        let found = start.comments.iter().map(|comment| comment.line);
        let comments: Vec<u64> = found.collect();
        // Where all lines begin so, they are rows if they make a table.
        let are_rows = !others && start.sample_as(said).fits();
        if are_rows {
            start.comments.clear();
        } else {
            start.no_records.lines.extend(comments);
        }
        start
    }

    pub fn sample_as(&self, said: ReadAs) -> Sample {
        match said.delimiter {
            Some(delimiter) => Sample::read(self, delimiter, said.decimal),
            None => best(self, said.decimal),
        }
    }
}

/// First lines of a file, without their ends.
pub(super) fn lines_above(head: &[u8], count: u64) -> Vec<Cow<'_, str>> {
    let lines = head.split(|byte| *byte == b'\n');
    let lines = lines.take(usize::try_from(count).unwrap_or(usize::MAX));
    let lines = lines.map(|line| line.strip_suffix(b"\r").unwrap_or(line));
    lines.map(String::from_utf8_lossy).collect()
}

/// Number of rows of a sheet in the first `count` lines of its text, in which cells may have line breaks.
pub(super) fn rows_above(text: &str, count: u64) -> u64 {
    let (mut rows, mut is_within) = (0, false);
    for line in lines_above(text.as_bytes(), count) {
        is_within ^= line.matches('"').count() % 2 == 1;
        rows += u64::from(!is_within);
    }
    rows
}

/// Delimiter in a first line for Excel such as `sep=;`.
fn separator(line: &str) -> Option<Delimiter> {
    let (sign, delimiter) = line.split_at_checked(4)?;
    let delimiter = delimiter.trim_end_matches('\r');
    sign.eq_ignore_ascii_case("sep=")
        .then(|| delimiter.parse().ok())?
}
