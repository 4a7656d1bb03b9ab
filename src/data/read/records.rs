//! A file as records of fields.

use std::{
    borrow::Cow,
    io::{self, BufRead, BufReader, Read},
};

use csv::StringRecord;

use super::split::{Splitter, Syntax};

/// Tables of many columns have long lines, but no line or quoted field is as long as this, in bytes.
const LONGEST_LINE: usize = 64 << 20;

/// Why text can't be taken apart.
#[derive(Debug)]
pub enum Fault {
    Unreadable(io::Error),
    /// A line that is not UTF-8.
    Encoding,
    /// A line or record without an end.
    TooLong,
    /// A quote that opens in the record's first line, and nothing closes it.
    OpenQuote,
}

/// Lines of a text, without their ends.
pub struct Lines<R> {
    reader: BufReader<R>,
    bytes: Vec<u8>,
    /// 1-based number of the line read last.
    pub number: u64,
}

impl<R: Read> Lines<R> {
    pub fn new(reader: R) -> Self {
        Self {
            reader: BufReader::with_capacity(1 << 16, reader),
            bytes: Vec::new(),
            number: 0,
        }
    }

    /// The next line; `None` at the end.
    pub fn read(&mut self) -> Result<Option<&str>, Fault> {
        self.bytes.clear();
        let most = LONGEST_LINE as u64;
        let mut line = self.reader.by_ref().take(most);
        let count = line.read_until(b'\n', &mut self.bytes);
        if count.map_err(Fault::Unreadable)? == 0 {
            return Ok(None);
        }
        self.number += 1;
        if self.bytes.len() == LONGEST_LINE {
            return Err(Fault::TooLong);
        }
        let line = std::str::from_utf8(&self.bytes).map_err(|_| Fault::Encoding)?;
        let line = line.strip_suffix('\n').unwrap_or(line);
        Ok(Some(line.strip_suffix('\r').unwrap_or(line)))
    }
}

/// Lines that are no records.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct NoRecords {
    /// Their 1-based numbers, in ascending order.
    pub lines: Vec<u64>,
    /// First character of comments wherever they stand.
    pub comment: Option<char>,
}

/// Iterates over the records that hold something: no blank lines.
pub struct Records<R> {
    lines: Lines<R>,
    splitter: Splitter,
    skipped: NoRecords,
    /// Comments that were passed over.
    pub comments: u64,
    line: u64,
    /// Makes plain columns of each line before it is split.
    rewrite: Option<fn(&str) -> Cow<'_, str>>,
}

impl<R: Read> Records<R> {
    pub fn new(reader: R, syntax: Syntax, skipped: NoRecords) -> Self {
        Self {
            lines: Lines::new(reader),
            splitter: Splitter::new(syntax),
            skipped,
            comments: 0,
            line: 0,
            rewrite: None,
        }
    }

    pub fn rewritten_by(self, rewrite: fn(&str) -> Cow<'_, str>) -> Self {
        Self {
            rewrite: Some(rewrite),
            ..self
        }
    }

    /// Goes to the next record; false at the end.
    pub fn advance(&mut self) -> Result<bool, Fault> {
        self.splitter.start();
        let mut length = 0;
        let mut within = false;
        loop {
            let number = self.lines.number + 1;
            let Some(line) = self.lines.read()? else {
                return if within {
                    Err(Fault::OpenQuote)
                } else {
                    Ok(false)
                };
            };
            if !within {
                let known = &self.skipped.lines;
                if line.trim().is_empty() || known.binary_search(&number).is_ok() {
                    continue;
                }
                let comment = self.skipped.comment;
                if comment.is_some_and(|mark| line.starts_with(mark)) {
                    self.comments += 1;
                    continue;
                }
                self.line = number;
            }
            length += line.len();
            if length > LONGEST_LINE {
                return Err(Fault::TooLong);
            }
            let line = self
                .rewrite
                .map_or(Cow::Borrowed(line), |rewrite| rewrite(line));
            if self.splitter.ends_with(&line) {
                return Ok(true);
            }
            within = true;
        }
    }

    /// The current record, never empty.
    pub fn record(&self) -> &StringRecord {
        &self.splitter.record
    }

    /// Fields with text behind their closing quote so far.
    pub fn torn(&self) -> usize {
        self.splitter.torn
    }

    /// The 1-based line at which reading met `fault`.
    pub fn line_of(&self, fault: &Fault) -> u64 {
        match fault {
            Fault::OpenQuote => self.line,
            Fault::Unreadable(_) | Fault::Encoding | Fault::TooLong => self.lines.number,
        }
    }

    /// The 1-based line on which the last record read begins.
    pub fn line(&self) -> u64 {
        self.line
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

/// Bytes at the start of a file from which its dialect is found, if they hold whole lines.
const HEAD_BYTES: usize = 1 << 20;
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

    /// Everything, with what follows in `reader`.
    pub fn then(&self, reader: impl Read) -> impl Read {
        let rest = LineEnds {
            reader,
            carriage_returns: self.carriage_returns,
        };
        self.bytes.as_slice().chain(rest)
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
