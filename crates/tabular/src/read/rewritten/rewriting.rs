//! Plain table that a file is rewritten as, held to the memory allowed.

use std::borrow::Cow;

use crate::room::{NoRoom, Room};

/// Bytes that a byte of the table takes: its own, and up to two more while the text moves to a place of twice the length.
const WRITTEN_BYTES: u64 = 3;

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

/// Text of a comma-separated table, written line by line.
pub(super) struct Rewriting<'r> {
    text: String,
    room: &'r Room,
}

impl<'r> Rewriting<'r> {
    pub fn new(room: &'r Room) -> Self {
        Self {
            text: String::new(),
            room,
        }
    }

    /// Writes a line of fields.
    ///
    /// # Errors
    /// When the table takes more than the memory left with it.
    pub fn line<F: AsRef<str>>(
        &mut self,
        fields: impl IntoIterator<Item = F>,
    ) -> Result<(), NoRoom> {
        for (i, field) in fields.into_iter().enumerate() {
            let field = field.as_ref();
            self.room.take_each(1 + field.len() as u64, WRITTEN_BYTES)?;
            self.text.push_str(if i > 0 { "," } else { "" });
            self.text.push_str(field);
        }
        self.text.push('\n');
        Ok(())
    }

    /// Writes a full table of n × n values, with names above and in front where there are some.
    ///
    /// # Errors
    /// When the table takes more than the memory left.
    pub fn square<'a>(
        &mut self,
        n: usize,
        names: Option<&Vec<&str>>,
        value: impl Fn(usize, usize) -> &'a str,
    ) -> Result<(), NoRoom> {
        if let Some(names) = names {
            let names = names.iter().map(|name| quoted(name));
            self.line(std::iter::once("name".to_owned()).chain(names))?;
        }
        for i in 0..n {
            let name = names.map(|names| quoted(names[i]));
            let values = (0..n).map(|j| Cow::from(value(i, j)));
            self.line(name.map(Cow::from).into_iter().chain(values))?;
        }
        Ok(())
    }

    /// Text of the table.
    pub fn into_text(self) -> String {
        self.text
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
    Ok((out.into_text(), has_names))
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
