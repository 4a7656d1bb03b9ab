//! Errors of one file.

use std::io;

use super::records::Fault;
use crate::{data::DataError, io_words::why_not_read};

/// Makes the errors of one file.
pub(super) struct FileErrors<'a> {
    pub name: &'a str,
}

impl FileErrors<'_> {
    pub fn at(&self, line: u64, reason: String) -> DataError {
        DataError::Line {
            file: self.name.into(),
            line,
            reason,
        }
    }

    pub fn whole(&self, reason: &str) -> DataError {
        DataError::File {
            file: self.name.into(),
            reason: reason.into(),
        }
    }

    pub fn unreadable(&self, error: &io::Error) -> DataError {
        DataError::Read {
            file: self.name.into(),
            reason: why_not_read(error),
        }
    }

    /// Error of a text that could not be split at `line`.
    pub fn fault(&self, fault: &Fault, line: u64) -> DataError {
        let reason = match fault {
            Fault::Unreadable(error) => return self.unreadable(error),
            Fault::Encoding => "this is not UTF-8 text; save the file as UTF-8",
            Fault::TooLong => "this line is too long for a table",
            Fault::OpenQuote => "a quote opens here and nothing closes it",
        };
        self.at(line, reason.into())
    }
}
