//! Records of fields, as a file holds them.

use std::{
    borrow::Cow,
    io::{self, BufRead, BufReader, Read},
};

use csv::StringRecord;

use super::split::{Splitter, Syntax};

/// Largest length of a line or quoted field, in bytes. Tables of many columns have long lines, but none like this.
const LONGEST_LINE: usize = 64 << 20;

/// Reason why text can't be split into records.
#[derive(Debug)]
pub enum Fault {
    Unreadable(io::Error),
    /// Line that is not UTF-8.
    Encoding,
    /// Line or record without an end.
    TooLong,
    /// Quote that opens in the record's first line, and nothing closes it.
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

    /// Reads the next line; `None` at the end.
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
    /// Numbers of the lines, 1-based, ascending.
    pub lines: Vec<u64>,
    /// First character of comment lines, which may stand anywhere; `None` where there are no comments.
    pub comment: Option<char>,
}

/// Iterates over the records that hold something: no blank lines.
pub struct Records<R> {
    lines: Lines<R>,
    splitter: Splitter,
    skipped: NoRecords,
    /// Number of comments that were passed over.
    pub comments: u64,
    /// True where a blank line that was passed over has tabs.
    pub hollow: bool,
    /// Line on which the last record read begins, 1-based.
    pub line: u64,
    /// Function that rewrites each line as plain columns before it is split; `None` where lines need no rewriting.
    pub rewrite: Option<fn(&str) -> Cow<'_, str>>,
}

impl<R: Read> Records<R> {
    pub fn new(reader: R, syntax: Syntax, skipped: NoRecords) -> Self {
        Self {
            lines: Lines::new(reader),
            splitter: Splitter::new(syntax),
            skipped,
            comments: 0,
            hollow: false,
            line: 0,
            rewrite: None,
        }
    }

    /// Goes to the next record; returns false at the end.
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
                if line.trim().is_empty() {
                    self.hollow |= line.contains('\t');
                    continue;
                }
                if known.binary_search(&number).is_ok() {
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

    /// Current record, never empty.
    pub fn record(&self) -> &StringRecord {
        &self.splitter.record
    }

    /// Number of fields with text behind their closing quote so far.
    pub fn torn(&self) -> usize {
        self.splitter.torn
    }

    /// Line at which reading met `fault`, 1-based.
    pub fn line_of(&self, fault: &Fault) -> u64 {
        match fault {
            Fault::OpenQuote => self.line,
            Fault::Unreadable(_) | Fault::Encoding | Fault::TooLong => self.lines.number,
        }
    }
}

/// Beginning of a file, enough to tell how it is written.
pub struct Head {
    /// Bytes with `\n` at the end of each line.
    pub bytes: Vec<u8>,
    /// True where lines end in a lone carriage return, as on Macs of old.
    carriage_returns: bool,
    /// True where nothing follows.
    whole: bool,
}

/// Number of bytes at the start of a file from which its dialect is found, if they hold [`HEAD_LINES`] whole lines.
const HEAD_BYTES: usize = 1 << 20;
/// Number of lines that are enough for a header and some rows.
const HEAD_LINES: usize = 4;

impl Head {
    /// Reads the beginning of a file; `None` where its first line is longer than any that is read.
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

    /// Returns true where the file has nothing more.
    pub fn is_whole(&self) -> bool {
        self.whole
    }

    /// Returns the lines that are complete.
    pub fn lines(&self) -> &[u8] {
        let end = self.bytes.iter().rposition(|&byte| byte == b'\n');
        match end {
            Some(end) if !self.whole => &self.bytes[..end],
            _ => &self.bytes,
        }
    }

    /// Reader of the whole file: this beginning, continued by `reader`.
    pub fn then(&self, reader: impl Read) -> impl Read {
        let rest = LineEnds {
            reader,
            carriage_returns: self.carriage_returns,
        };
        self.bytes.as_slice().chain(rest)
    }
}

/// Reader that replaces a carriage return at the end of a line by `\n`.
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
