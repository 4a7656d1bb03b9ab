//! Sizes that workbooks claim, looked at before their reader believes them.

use std::io::{self, BufReader, Cursor, Read};

use quick_xml::{
    Reader,
    events::{BytesEnd, BytesStart, Event},
};
use zip::ZipArchive;

use super::archive::{CELL_BYTES, SheetFault};
use crate::room::Room;

/// Columns of a sheet at most, in either kind of workbook.
const MOST_COLUMNS: u64 = 16_384;
/// Rows of a sheet at most, in either kind of workbook.
const SHEET_ROWS: u64 = 1_048_576;
/// Bytes of a text of the shortest kind, `<si/>`.
const LEAST_TEXT: u64 = 5;

/// Zip archive that a workbook is, from its bytes.
type WorkbookParts<'a> = ZipArchive<Cursor<&'a [u8]>>;

/// Checks that an Excel workbook has no fewer bytes of shared texts than it says to have texts.
pub(super) fn check_shared_strings(
    archive: &mut WorkbookParts<'_>,
    names: &[String],
) -> Result<(), SheetFault> {
    let is_shared = |name: &&String| name.to_lowercase().ends_with("sharedstrings.xml");
    for name in names.iter().filter(is_shared) {
        let damaged = |_| SheetFault::Damaged;
        // Unpacked, since a header may be wrong about lengths.
        let mut part = archive.by_name(name).map_err(damaged)?;
        let length = io::copy(&mut part, &mut io::sink()).map_err(|_| SheetFault::Damaged)?;
        drop(part);
        let part = archive.by_name(name).map_err(damaged)?;
        let mut first = None;
        each_tag(part, |tag| {
            if let Tag::Start(tag) = &tag
                && tag.local_name().as_ref() == "sst"
            {
                first = Some(attribute(tag, "uniqueCount").unwrap_or(0));
            }
            first.is_none()
        })?;
        if first.is_some_and(|count| count > length / LEAST_TEXT) {
            return Err(SheetFault::Damaged);
        }
    }
    Ok(())
}

/// Checks that there is room for the cells of a `LibreOffice` workbook once repeated ones are written out: a few bytes
/// can repeat a cell over all columns of all rows.
pub(super) fn check_open_document(
    archive: &mut WorkbookParts<'_>,
    room: &Room,
) -> Result<(), SheetFault> {
    let part = archive.by_name("content.xml");
    let part = part.map_err(|_| SheetFault::Damaged)?;
    let mut sheet = SheetSize::default();
    let mut fault = None;
    each_tag(part, |tag| {
        fault = sheet.take(&tag, room).err();
        fault.is_none()
    })?;
    fault.map_or(Ok(()), Err)
}

/// Part of a document that the size of a sheet depends on.
enum Tag<'a> {
    Start(BytesStart<'a>),
    Empty(BytesStart<'a>),
    Text(u64),
    End(BytesEnd<'a>),
}

/// Reads the tags of a document for as long as `take` returns true.
fn each_tag(part: impl Read, mut take: impl FnMut(Tag<'_>) -> bool) -> Result<(), SheetFault> {
    let mut reader = Reader::from_reader(BufReader::new(part));
    let mut buffer = Vec::new();
    loop {
        buffer.clear();
        let event = reader.read_event_into(&mut buffer);
        let tag = match event.map_err(|_| SheetFault::Damaged)? {
            Event::Start(tag) => Tag::Start(tag),
            Event::Empty(tag) => Tag::Empty(tag),
            Event::End(tag) => Tag::End(tag),
            Event::Text(text) => Tag::Text(text.len() as u64),
            Event::CData(text) => Tag::Text(text.len() as u64),
            Event::GeneralRef(_) => Tag::Text(1),
            Event::Eof => return Ok(()),
            Event::Comment(_) | Event::Decl(_) | Event::PI(_) | Event::DocType(_) => continue,
        };
        if !take(tag) {
            return Ok(());
        }
    }
}

/// Number in an attribute, `None` without the attribute; the largest of all where references spell it, which no program
/// does.
fn attribute(tag: &BytesStart<'_>, name: &str) -> Option<u64> {
    let value = tag.try_get_attribute(name).ok().flatten()?.value;
    Some(value.trim().parse().unwrap_or(u64::MAX))
}

/// Size of a sheet whose tags are read one after the other.
#[derive(Debug, Default)]
struct SheetSize {
    /// Number of times that the row is repeated.
    repeated: u64,
    /// Number of the row's cells up to the last with a value; `empty` counts those without one behind it.
    filled: u64,
    empty: u64,
    /// Number of times that the cell is repeated, while it is open.
    cell: u64,
    /// Number of rows up to the last with a value; `empty_rows` counts those without one behind it.
    rows: u64,
    empty_rows: u64,
    width: u64,
}

impl SheetSize {
    fn take(&mut self, tag: &Tag<'_>, room: &Room) -> Result<(), SheetFault> {
        match tag {
            Tag::Start(tag) => self.start(tag, room),
            Tag::Empty(tag) => {
                self.start(tag, room)?;
                self.end(tag.name().as_ref(), room)
            }
            Tag::End(tag) => self.end(tag.name().as_ref(), room),
            Tag::Text(length) if self.cell > 0 => self.fill(*length, room),
            Tag::Text(_) => Ok(()),
        }
    }

    fn start(&mut self, tag: &BytesStart<'_>, room: &Room) -> Result<(), SheetFault> {
        let repeats = |name, most: u64| attribute(tag, name).unwrap_or(1).min(most);
        match tag.name().as_ref() {
            "table:table" => *self = Self::default(),
            "table:table-row" => {
                self.repeated = repeats("table:number-rows-repeated", SHEET_ROWS);
                [self.filled, self.empty] = [0, 0];
            }
            "table:table-cell" | "table:covered-table-cell" => {
                self.cell = repeats("table:number-columns-repeated", MOST_COLUMNS);
                self.empty = (self.empty + self.cell).min(MOST_COLUMNS);
                let written = tag.attributes_raw();
                if written.contains("office:") || written.contains("table:formula") {
                    self.fill(written.len() as u64, room)?;
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn end(&mut self, name: &str, room: &Room) -> Result<(), SheetFault> {
        match name {
            "table:table-cell" | "table:covered-table-cell" => self.cell = 0,
            "table:table-row" => self.end_row(room)?,
            _ => {}
        }
        Ok(())
    }

    /// Counts the open cell as one with a value of so many bytes.
    fn fill(&mut self, length: u64, room: &Room) -> Result<(), SheetFault> {
        let more = self.empty;
        self.filled = (self.filled + more).min(MOST_COLUMNS);
        self.empty = 0;
        let bytes = more * CELL_BYTES + self.cell.saturating_mul(2 * length);
        Ok(room.take(bytes)?)
    }

    fn end_row(&mut self, room: &Room) -> Result<(), SheetFault> {
        if self.filled == 0 {
            self.empty_rows += self.repeated;
            return Ok(());
        }
        self.rows = (self.rows + self.empty_rows + self.repeated).min(SHEET_ROWS);
        self.empty_rows = 0;
        self.width = self.width.max(self.filled);
        Ok(room.check(self.rows * self.width * CELL_BYTES)?)
    }
}
