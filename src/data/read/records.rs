//! A file as records of fields.

use std::io::Read;

use csv::{ReaderBuilder, StringRecord, Terminator};

/// What stands between two fields.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Separator {
    Byte(u8),
    /// Any run of spaces and tabs.
    Blanks,
}

/// Iterates over the records that hold something: no blank lines, no comments.
pub struct Records<R> {
    reader: csv::Reader<R>,
    separator: Separator,
    record: StringRecord,
}

impl<R: Read> Records<R> {
    /// `reader` must end in a newline, or `line` is one too low at the end.
    pub fn new(reader: R, separator: Separator) -> Self {
        let delimiter = match separator {
            Separator::Byte(byte) => byte,
            Separator::Blanks => b' ',
        };
        let reader = ReaderBuilder::new()
            .delimiter(delimiter)
            .has_headers(false)
            .flexible(true)
            .comment(Some(b'#'))
            // The default ends a record at \r, which puts line numbers off by one in CRLF files.
            .terminator(Terminator::Any(b'\n'))
            .from_reader(reader);
        Self {
            reader,
            separator,
            record: StringRecord::new(),
        }
    }

    /// Goes to the next record; false at the end.
    pub fn advance(&mut self) -> Result<bool, csv::Error> {
        while self.reader.read_record(&mut self.record)? {
            if self.separator == Separator::Blanks {
                self.record = self
                    .record
                    .iter()
                    .flat_map(|field| field.trim_end_matches('\r').split('\t'))
                    .filter(|field| !field.is_empty())
                    .collect();
            }
            let blank = self.record.len() <= 1 && self.record.iter().all(|f| f.trim().is_empty());
            if !blank {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The current record, never empty.
    pub fn record(&self) -> &StringRecord {
        &self.record
    }

    /// The 1-based line on which the last record read begins.
    pub fn line(&self) -> u64 {
        let newlines = self
            .record
            .iter()
            .flat_map(str::bytes)
            .filter(|&b| b == b'\n')
            .count();
        self.reader
            .position()
            .line()
            .saturating_sub(1 + newlines as u64)
    }
}
