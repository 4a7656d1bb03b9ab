//! Zip archives that hold a table: workbooks of Excel and `LibreOffice`, and NumPy's `.npz`.

use std::{
    borrow::Cow,
    fmt::Write,
    io::{self, Cursor, Read},
    path::Path,
};

use calamine::{Cell, Data, Ods, Range, Reader, Xlsx};
use zip::ZipArchive;

use super::{job::Job, npy, workbook};
use crate::{
    DataError, Table,
    room::{NoRoom, Room},
};
use system::input::{BoundedReader, ContentKind};

/// Bytes that a cell of a sheet takes: its value, twice while the sheet is put together, and its text.
pub(super) const CELL_BYTES: u64 = 128;

const DAMAGED_ZIP: &str = "it is a damaged zip archive";

/// Content of an archive.
pub(super) enum Archive {
    /// Array of a `.npz`.
    Array(Box<Table>),
    /// Sheet of a workbook as comma-separated text, a line for each row, with its number from 0; the `left` empty
    /// columns before the first with a cell are left out.
    Sheet {
        text: String,
        sheet: usize,
        /// Names of all sheets.
        sheets: Vec<String>,
        left: usize,
    },
}

/// Reads the archive in `bytes`.
///
/// # Errors
/// When the archive is damaged, is neither a workbook nor an `.npz`, unpacks to more than a table may hold, or is an
/// `.npz` of several arrays.
pub(super) fn read(job: &Job<'_>, bytes: &[u8]) -> Result<Archive, DataError> {
    let errors = &job.errors;
    let damaged = |_| errors.whole(DAMAGED_ZIP);
    if promises_too_many(bytes) {
        return Err(errors.whole(DAMAGED_ZIP));
    }
    let mut archive = ZipArchive::new(Cursor::new(bytes)).map_err(damaged)?;
    check_length(&mut archive).map_err(|error| errors.unreadable(&error))?;
    let names = archive.file_names().map(|name| name.map(Cow::into_owned));
    let names: Vec<String> = names.collect::<Result<_, _>>().map_err(damaged)?;
    let arrays: Vec<&String> = names.iter().filter(|name| is_array(name)).collect();
    if let [array] = arrays[..] {
        let mut file = archive.by_name(array).map_err(damaged)?;
        let mut magic = [0; npy::MAGIC.len()];
        let read = file.read_exact(&mut magic);
        return match read {
            Ok(()) if magic == npy::MAGIC => {
                npy::table(job, file).map(|table| Archive::Array(Box::new(table)))
            }
            _ => Err(errors.whole("its array is damaged")),
        };
    }
    if !arrays.is_empty() {
        let names: Vec<&str> = arrays
            .iter()
            .map(|name| name.trim_end_matches(".npy"))
            .collect();
        let reason = format!(
            "it holds {} arrays ({}), and which one is meant is not plain; save that with np.save",
            names.len(),
            crate::printable::brief(&names.join(", "))
        );
        return Err(errors.whole(&reason));
    }
    let has = |part: &str| names.iter().any(|name| name == part);
    let found = if has("xl/workbook.xml") {
        workbook::check_shared_strings(&mut archive, &names).and_then(|()| excel_sheet(bytes, job))
    } else if has("content.xml") {
        workbook::check_open_document(&mut archive, job.room)
            .and_then(|()| open_document_sheet(bytes, job))
    } else if has("xl/workbook.bin") {
        return Err(errors.whole("this is a binary workbook; save it as .xlsx or CSV"));
    } else {
        return Err(errors.whole("this is a zip archive; unpack it first"));
    };
    let FoundSheet {
        range,
        sheet,
        sheets,
    } = found.map_err(|fault| match fault {
        SheetFault::Damaged => errors.whole("it is a damaged workbook"),
        SheetFault::NoSuchSheet(names) => {
            let wanted = crate::printable::brief(job.sheet.unwrap_or_default());
            errors.whole(&format!("it has no sheet \"{wanted}\"; it has: {names}"))
        }
        SheetFault::NoRoom(fault) => errors.no_room(fault),
    })?;
    let text = as_text(&range);
    let left = range.start().map_or(0, |(_, column)| column as usize);
    Ok(Archive::Sheet {
        text,
        sheet,
        sheets,
        left,
    })
}

fn is_array(name: &str) -> bool {
    Path::new(name).extension().is_some_and(|it| it == "npy")
}

/// Checks that the archive unpacks to no more than a table may hold: unpacks everything once, since a header may be
/// wrong about lengths.
fn check_length(archive: &mut ZipArchive<Cursor<&[u8]>>) -> io::Result<()> {
    let mut left = ContentKind::Table.most();
    for index in 0..archive.len() {
        let file = archive.by_index(index).map_err(io::Error::other)?;
        left -= io::copy(&mut BoundedReader::new(file, left), &mut io::sink())?.min(left);
    }
    Ok(())
}

/// Reason why a sheet gives no cells.
#[derive(Debug)]
pub(super) enum SheetFault {
    Damaged,
    /// Sheet that is asked for and not there; holds the names of the sheets that are.
    NoSuchSheet(String),
    NoRoom(NoRoom),
}

impl From<NoRoom> for SheetFault {
    fn from(fault: NoRoom) -> Self {
        Self::NoRoom(fault)
    }
}

/// Returns true where the end of a large archive (its ZIP64 record) promises more files than it has bytes to name them:
/// whoever believes it makes room for all of them.
fn promises_too_many(bytes: &[u8]) -> bool {
    /// Bytes of a ZIP64 record up to and including the number of files; `LEAST_ENTRY` is the least length in bytes of
    /// the entry of a file.
    const RECORD: usize = 40;
    const LEAST_ENTRY: u64 = 46;
    let number = |at: &[u8]| {
        at.iter()
            .rev()
            .fold(0, |sum, byte| sum << 8 | u64::from(*byte))
    };
    bytes.windows(RECORD).any(|record| {
        // The number of this disk and that of the directory's are 0 in an archive of one file.
        record.starts_with(b"PK\x06\x06")
            && record[16..24] == [0; 8]
            && number(&record[32..40]) > bytes.len() as u64 / LEAST_ENTRY
    })
}

/// Sheet that is read, among so many.
struct FoundSheet {
    range: Range<Data>,
    sheet: usize,
    /// Names of all sheets.
    sheets: Vec<String>,
}

/// Finds the sheet that is `said`, by its name or its number from 1, else the first that holds a table, else the first.
fn find_sheet(
    names: &[String],
    said: Option<&str>,
    mut read: impl FnMut(usize, &str) -> Result<Range<Data>, SheetFault>,
) -> Result<FoundSheet, SheetFault> {
    let of = |range, sheet| FoundSheet {
        range,
        sheet,
        sheets: names.to_vec(),
    };
    if let Some(said) = said {
        let by_name = names.iter().position(|name| name == said);
        let by_number = || said.parse::<usize>().ok()?.checked_sub(1);
        let sheet = by_name
            .or_else(by_number)
            .filter(|sheet| *sheet < names.len());
        let sheet = sheet
            .ok_or_else(|| SheetFault::NoSuchSheet(crate::printable::brief(&names.join(", "))))?;
        let range = read(sheet, &names[sheet])?;
        return Ok(of(range, sheet));
    }
    let mut first = None;
    for (sheet, name) in names.iter().enumerate() {
        let found = read(sheet, name).map(|range| of(range, sheet));
        match found {
            Ok(found) if holds_table(&found.range) => return Ok(found),
            found if first.is_none() => first = Some(found?),
            // A sheet of charts beside the tables has no cells.
            Ok(_) | Err(SheetFault::Damaged) => {}
            Err(fault) => return Err(fault),
        }
    }
    first.ok_or(SheetFault::Damaged)
}

/// Returns true where some column has two numbers and more, and no more texts than numbers.
fn holds_table(range: &Range<Data>) -> bool {
    let mut counts: Vec<[usize; 2]> = vec![[0; 2]; range.width()];
    for row in range.rows() {
        for (count, cell) in counts.iter_mut().zip(row) {
            match cell {
                Data::Int(_) | Data::Float(_) => count[0] += 1,
                Data::String(text) => {
                    // Numbers may be stored as text.
                    let is_number = text.trim().parse::<f64>().is_ok();
                    count[usize::from(!is_number)] += 1;
                }
                _ => {}
            }
        }
    }
    counts
        .iter()
        .any(|[numbers, texts]| *numbers >= 2 && numbers >= texts)
}

/// Reads a sheet of an Excel workbook.
fn excel_sheet(bytes: &[u8], job: &Job<'_>) -> Result<FoundSheet, SheetFault> {
    let damaged = |_| SheetFault::Damaged;
    let mut book: Xlsx<_> = Xlsx::new(Cursor::new(bytes)).map_err(damaged)?;
    let names = book.sheet_names();
    find_sheet(&names, job.sheet, |_, name| {
        excel_cells(&mut book, name, job.room)
    })
}

fn excel_cells(
    book: &mut Xlsx<Cursor<&[u8]>>,
    sheet: &str,
    room: &Room,
) -> Result<Range<Data>, SheetFault> {
    let damaged = |_| SheetFault::Damaged;
    let mut reader = book.worksheet_cells_reader(sheet).map_err(damaged)?;
    let (mut cells, mut rows, mut columns) = (Vec::new(), 0, 0);
    while let Some(cell) = reader.next_cell().map_err(damaged)? {
        let (row, column) = cell.get_position();
        let value = Data::from(cell.get_value().clone());
        if value == Data::Empty {
            continue;
        }
        // A text that many cells share is written out for each.
        let letters = match &value {
            Data::String(text) => text.len() as u64,
            _ => 0,
        };
        room.take(CELL_BYTES + 2 * letters)?;
        // From the first cell of all: two cells at opposite ends make a sheet of all between them.
        rows = rows.max(u64::from(row) + 1);
        columns = columns.max(u64::from(column) + 1);
        room.check(u64::saturating_mul(rows * columns, CELL_BYTES))?;
        cells.try_reserve(1).map_err(NoRoom::from)?;
        cells.push(Cell::new((row, column), value));
    }
    Ok(Range::from_sparse(cells))
}

/// Reads a sheet of a `LibreOffice` workbook.
fn open_document_sheet(bytes: &[u8], job: &Job<'_>) -> Result<FoundSheet, SheetFault> {
    let damaged = |_| SheetFault::Damaged;
    let mut book: Ods<_> = Ods::new(Cursor::new(bytes)).map_err(damaged)?;
    let names = book.sheet_names();
    find_sheet(&names, job.sheet, |sheet, _| {
        let range = book.worksheet_range_at(sheet).ok_or(SheetFault::Damaged)?;
        range.map_err(damaged)
    })
}

/// Writes cells as comma-separated text. Lines are rows of the sheet, so that errors name them.
fn as_text(range: &Range<Data>) -> String {
    let (first, _) = range.start().unwrap_or_default();
    let mut text = "\n".repeat(first as usize);
    let mut above_table = true;
    for row in range.rows() {
        let filled = row.iter().filter(|cell| **cell != Data::Empty).count();
        // A title above the table is one cell, and not a row of many empty ones.
        above_table &= filled <= 1 && row.len() > 2;
        let width = match filled {
            0 => 0,
            _ if above_table && row[0] != Data::Empty => 1,
            _ => row.len(),
        };
        for (j, cell) in row[..width].iter().enumerate() {
            if j > 0 {
                text.push(',');
            }
            push_cell(&mut text, cell);
        }
        text.push('\n');
    }
    text
}

fn push_cell(text: &mut String, cell: &Data) {
    match cell {
        Data::Empty => {}
        Data::Int(value) => text.push_str(&value.to_string()),
        Data::Float(value) => {
            let _ = write!(text, "{value:?}");
        }
        Data::Bool(value) => text.push_str(if *value { "TRUE" } else { "FALSE" }),
        Data::Error(error) => text.push_str(&error.to_string()),
        Data::DateTime(time) if time.is_datetime() => {
            let (year, month, day, hour, minute, second, _) = time.to_ymd_hms_milli();
            let _ = write!(text, "{year:04}-{month:02}-{day:02}");
            if (hour, minute, second) != (0, 0, 0) {
                let _ = write!(text, "T{hour:02}:{minute:02}:{second:02}");
            }
        }
        Data::DateTime(duration) => {
            let _ = write!(text, "{:?}", duration.as_f64());
        }
        Data::String(words) | Data::DateTimeIso(words) | Data::DurationIso(words) => {
            text.push('"');
            text.push_str(&words.replace('"', "\"\""));
            text.push('"');
        }
    }
}
