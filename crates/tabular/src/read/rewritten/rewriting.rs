//! Plain table that a file is rewritten as, held to the memory allowed.

use std::borrow::Cow;

use crate::room::{NoRoom, Room};

/// Bytes that a byte of the table takes: its own, and up to two more while the text moves to a place of twice the length.
const WRITTEN_BYTES: u64 = 3;

/// Bytes that the number of a row's line takes.
const LINE_BYTES: u64 = size_of::<u64>() as u64;

/// Reason for which a text is not read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Refusal {
    /// Fault in a line (1-based).
    At(u64, String),
    /// Table that is larger than the memory allowed.
    NoRoom(NoRoom),
}

impl From<(u64, String)> for Refusal {
    fn from((line, reason): (u64, String)) -> Self {
        Self::At(line, reason)
    }
}

impl From<NoRoom> for Refusal {
    fn from(fault: NoRoom) -> Self {
        Self::NoRoom(fault)
    }
}

/// Text of a comma-separated table, written row by row.
pub(super) struct Rewriting<'r> {
    pub text: String,
    /// Line of the file (1-based) that each row is from.
    pub lines: Vec<u64>,
    room: &'r Room,
}

impl<'r> Rewriting<'r> {
    pub fn new(room: &'r Room) -> Self {
        Self {
            text: String::new(),
            lines: Vec::new(),
            room,
        }
    }

    /// Writes the names of columns.
    ///
    /// # Errors
    /// When the table takes more than the memory left.
    pub fn names<F: AsRef<str>>(
        &mut self,
        names: impl IntoIterator<Item = F>,
    ) -> Result<(), NoRoom> {
        self.fields(names)
    }

    /// Writes a row, which is from a line of the file.
    ///
    /// # Errors
    /// When the table takes more than the memory left.
    pub fn row<F: AsRef<str>>(
        &mut self,
        line: u64,
        fields: impl IntoIterator<Item = F>,
    ) -> Result<(), NoRoom> {
        self.room.take_each(LINE_BYTES, WRITTEN_BYTES)?;
        self.lines.push(line);
        self.fields(fields)
    }

    fn fields<F: AsRef<str>>(&mut self, fields: impl IntoIterator<Item = F>) -> Result<(), NoRoom> {
        for (i, field) in fields.into_iter().enumerate() {
            let field = field.as_ref();
            self.room.take_each(1 + field.len() as u64, WRITTEN_BYTES)?;
            self.text.push_str(if i > 0 { "," } else { "" });
            self.text.push_str(field);
        }
        self.text.push('\n');
        Ok(())
    }

    /// Writes a full table of values, a row for each of these lines of the file, with names above and in front where there
    /// are some.
    ///
    /// # Errors
    /// When the table takes more than the memory left.
    pub fn square<'a>(
        &mut self,
        lines: &[u64],
        names: Option<&Vec<&str>>,
        value: impl Fn(usize, usize) -> &'a str,
    ) -> Result<(), NoRoom> {
        if let Some(names) = names {
            let names = names.iter().map(|name| quoted(name));
            self.names(std::iter::once("name".to_owned()).chain(names))?;
        }
        for (i, line) in lines.iter().enumerate() {
            let name = names.map(|names| quoted(names[i]));
            let values = (0..lines.len()).map(|j| Cow::from(value(i, j)));
            self.row(*line, name.map(Cow::from).into_iter().chain(values))?;
        }
        Ok(())
    }
}

/// Field in quotes.
pub(super) fn quoted(field: &str) -> String {
    format!("\"{}\"", field.replace('"', "\"\""))
}

pub(super) fn is_number(field: &str) -> bool {
    field.parse::<f64>().is_ok_and(f64::is_finite)
}

/// Table that a format's function makes of a text, and whether names stand above it; for tests.
#[cfg(test)]
pub(super) fn rewritten(
    table: fn(&str, &mut Rewriting<'_>) -> Result<bool, Refusal>,
    text: &str,
) -> Result<(String, bool), Refusal> {
    let room = Room::new(u64::MAX);
    let mut out = Rewriting::new(&room);
    let has_names = table(text, &mut out)?;
    Ok((out.text, has_names))
}

/// Line and reason for which a format's function refuses a text; for tests.
#[cfg(test)]
pub(super) fn refused(
    table: fn(&str, &mut Rewriting<'_>) -> Result<bool, Refusal>,
    text: &str,
) -> (u64, String) {
    match rewritten(table, text) {
        Err(Refusal::At(line, reason)) => (line, reason),
        other => panic!("{text}: {other:?}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_does_not_grow_beyond_the_memory_allowed() {
        const BYTES: u64 = 4096;
        let long = "a".repeat(100);
        let row: fn(&mut Rewriting<'_>, &str) -> Result<(), NoRoom> =
            |out, field| (0..1000).try_for_each(|_| out.row(1, [field]));
        let square: fn(&mut Rewriting<'_>, &str) -> Result<(), NoRoom> =
            |out, field| out.square(&[1; 100], Some(&vec![field; 100]), |_, _| "0");
        for write in [row, square] {
            let room = Room::new(BYTES);
            let mut out = Rewriting::new(&room);
            assert!(write(&mut out, &long).is_err());
            assert!(!out.text.is_empty() && (out.text.len() as u64) < BYTES);
        }
    }
}
