//! Errors of one file.

use std::io;

use super::records::Fault;
use crate::{DataError, room::NoRoom};
use system::io_words::why_not_read;

/// Makes the errors of one file.
pub(super) struct FileErrors<'a> {
    pub name: &'a str,
}

impl FileErrors<'_> {
    pub fn at(&self, line: u64, reason: &str) -> DataError {
        DataError::Unusable(format!("{}, line {line}: {reason}", self.name))
    }

    pub fn whole(&self, reason: &str) -> DataError {
        DataError::Unusable(format!("{}: {reason}", self.name))
    }

    pub fn unreadable(&self, error: &io::Error) -> DataError {
        let reason = why_not_read(error);
        DataError::Unusable(format!("cannot read {}: {reason}", self.name))
    }

    pub fn no_room(&self, fault: NoRoom) -> DataError {
        fault.of(self.name)
    }

    /// Error of a text whose split into records failed at `line`.
    pub fn fault(&self, fault: &Fault, line: u64) -> DataError {
        let reason = match fault {
            Fault::Unreadable(error) => return self.unreadable(error),
            Fault::Encoding => "this is not UTF-8 text; save the file as UTF-8",
            Fault::TooLong => "this line is too long for a table",
            Fault::OpenQuote => "a quote opens here and nothing closes it",
        };
        self.at(line, reason)
    }
}
