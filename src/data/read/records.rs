//! A file as records of fields.

use std::io::{self, Read};

use csv::{ReaderBuilder, StringRecord, Terminator};

use super::super::Delimiter;

/// Iterates over the records that hold something: no blank lines, no comments.
pub struct Records<R> {
    reader: csv::Reader<R>,
    delimiter: Delimiter,
    record: StringRecord,
}

impl<R: Read> Records<R> {
    /// `reader` must end in a newline, or `line` is one too low at the end.
    pub fn new(reader: R, delimiter: Delimiter) -> Self {
        let byte = match delimiter {
            Delimiter::Character(byte) => byte,
            Delimiter::Blank => b' ',
        };
        let reader = ReaderBuilder::new()
            .delimiter(byte)
            .has_headers(false)
            .flexible(true)
            .comment(Some(b'#'))
            // The default ends a record at \r, which puts line numbers off by one in CRLF files.
            .terminator(Terminator::Any(b'\n'))
            .from_reader(reader);
        Self {
            reader,
            delimiter,
            record: StringRecord::new(),
        }
    }

    /// Goes to the next record; false at the end.
    pub fn advance(&mut self) -> Result<bool, csv::Error> {
        while self.reader.read_record(&mut self.record)? {
            if self.delimiter == Delimiter::Blank {
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

/// Enough of a file to tell how it is written.
pub struct Head {
    /// With `\n` at the end of each line.
    pub bytes: Vec<u8>,
    /// Lines end in a lone carriage return, as on Macs of old.
    carriage_returns: bool,
    /// Nothing follows.
    whole: bool,
}

/// How much of a file is looked at, if that holds whole lines.
const HEAD_BYTES: usize = 1 << 20;
/// Tables of many columns have long lines, but no line is as long as this.
const LONGEST_LINE: usize = 64 << 20;
/// A header and some rows.
const HEAD_LINES: usize = 4;

impl Head {
    /// Reads the beginning of a file; `None` where a line has no end.
    pub fn read(mut reader: impl Read) -> io::Result<Option<Self>> {
        let mut bytes = Vec::new();
        loop {
            let chunk = HEAD_BYTES as u64;
            let whole = reader.by_ref().take(chunk).read_to_end(&mut bytes)? < HEAD_BYTES;
            let carriage_returns = !bytes.contains(&b'\n') && bytes.contains(&b'\r');
            let end = if carriage_returns { b'\r' } else { b'\n' };
            let lines = bytes.iter().filter(|&&byte| byte == end).take(HEAD_LINES);
            let lines = lines.count();
            if !whole && lines < HEAD_LINES && bytes.len() < LONGEST_LINE {
                continue;
            }
            if !whole && lines == 0 {
                return Ok(None);
            }
            if carriage_returns {
                end_lines(&mut bytes);
            }
            return Ok(Some(Self {
                bytes,
                carriage_returns,
                whole,
            }));
        }
    }

    /// The lines that are all there.
    pub fn lines(&self) -> &[u8] {
        let end = self.bytes.iter().rposition(|&byte| byte == b'\n');
        match end {
            Some(end) if !self.whole => &self.bytes[..end],
            _ => &self.bytes,
        }
    }

    /// Everything, with what follows in `reader` and the newline that the last line may lack.
    pub fn then(&self, reader: impl Read) -> impl Read {
        let rest = LineEnds {
            reader,
            carriage_returns: self.carriage_returns,
        };
        self.bytes.as_slice().chain(rest).chain(&b"\n"[..])
    }
}

/// Ends lines in `\n` that end in a carriage return.
struct LineEnds<R> {
    reader: R,
    carriage_returns: bool,
}

impl<R: Read> Read for LineEnds<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.reader.read(buffer)?;
        if self.carriage_returns {
            end_lines(&mut buffer[..count]);
        }
        Ok(count)
    }
}

fn end_lines(bytes: &mut [u8]) {
    for byte in bytes {
        if *byte == b'\r' {
            *byte = b'\n';
        }
    }
}
