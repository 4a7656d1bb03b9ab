//! Array files of NumPy: one array of numbers, by the published format (versions 1 to 3).

use std::io::{self, Read};

use super::job::Job;
use crate::{
    DataError, Table,
    column::Column,
    room::{COLUMN_BYTES, NoRoom},
};

/// First bytes of an `.npy` file (NumPy's NEP 1).
pub(super) const MAGIC: [u8; 6] = *b"\x93NUMPY";
/// Length in bytes that no header of a plain array needs.
const MOST_HEADER: usize = 1 << 16;
/// Numbers read at a time, of whole rows or columns: as many as a cache holds.
const BLOCK: usize = 1 << 16;

/// Reads an array that begins after [`MAGIC`]: a column for each of its columns.
///
/// # Errors
/// When it isn't a real matrix or vector, ends early or is larger than memory allows, or reading it was cancelled.
#[expect(clippy::too_many_lines, reason = "one file, in the order of its bytes")]
pub(super) fn table(job: &Job<'_>, mut file: impl Read) -> Result<Table, DataError> {
    let errors = &job.errors;
    let short = |_: io::Error| errors.whole("it ends before its array does");
    let mut take = |count: usize| {
        let mut bytes = vec![0; count];
        file.read_exact(&mut bytes).map_err(short)?;
        Ok::<_, DataError>(bytes)
    };
    let version = take(2)?[0];
    let length = take(if version == 1 { 2 } else { 4 })?;
    let length = length
        .iter()
        .rev()
        .fold(0, |sum, byte| sum << 8 | usize::from(*byte));
    if length > MOST_HEADER {
        return Err(errors.whole("its header is too long for an array of numbers"));
    }
    let header = take(length)?;
    let header = String::from_utf8_lossy(&header);
    let not_plain = || errors.whole("it is not a matrix of real numbers, as np.save writes one");
    let ArrayHeader {
        kind,
        size,
        big_endian,
        by_columns,
        rows,
        columns,
    } = ArrayHeader::parse(&header).ok_or_else(not_plain)?;
    let cells = rows.checked_mul(columns);
    if cells.and_then(|cells| cells.checked_mul(size)).is_none() {
        return Err(not_plain());
    }
    if rows == 0 || columns == 0 {
        return Err(errors.whole("it has no rows"));
    }
    let no_room = |fault: NoRoom| errors.no_room(fault);
    let system = |_| no_room(NoRoom::System);
    let column_bytes = COLUMN_BYTES.saturating_add((rows as u64).saturating_mul(8));
    let taken = job.room.take_each(columns as u64, column_bytes);
    taken.map_err(no_room)?;
    // Read as it comes: a header may promise more than there is.
    let (lines, length) = if by_columns {
        (columns, rows)
    } else {
        (rows, columns)
    };
    let at_once = (BLOCK / length).max(1);
    let block_bytes = (at_once.min(lines) * length).saturating_mul(size) as u64;
    job.room.check(block_bytes).map_err(no_room)?;
    let mut block = Vec::new();
    let mut values: Vec<Vec<f64>> = Vec::new();
    values.try_reserve_exact(columns).map_err(system)?;
    for first in (0..lines).step_by(at_once) {
        if (job.cancelled)() {
            return Err(DataError::Cancelled);
        }
        let count = at_once.min(lines - first);
        let bytes = count * length * size;
        block.clear();
        file.by_ref()
            .take(bytes as u64)
            .read_to_end(&mut block)
            .map_err(|error| errors.unreadable(&error))?;
        if block.len() < bytes {
            return Err(errors.whole("it ends before its array does"));
        }
        let number = |cell: usize| kind.number(&block[cell * size..][..size], big_endian);
        if by_columns {
            for line in 0..count {
                let mut column = Vec::new();
                column.try_reserve_exact(rows).map_err(system)?;
                column.extend((0..rows).map(|row| number(line * rows + row)));
                values.push(column);
            }
            continue;
        }
        values.resize_with(columns, Vec::new);
        for (j, column) in values.iter_mut().enumerate() {
            if column.capacity() - column.len() < count {
                // No more than all, which as many again might be.
                let more = column.len().max(count).min(rows - column.len());
                column.try_reserve_exact(more).map_err(system)?;
            }
            column.extend((0..count).map(|row| number(row * columns + j)));
        }
    }
    let known = job.fitted.and_then(|fitted| fitted.names_of_width(columns));
    let names = |j: usize| {
        known
            .as_ref()
            .map_or_else(|| format!("x{j}"), |known| known[j].clone())
    };
    let column = |(j, values): (usize, Vec<f64>)| match values
        .iter()
        .position(|value| value.is_infinite())
    {
        Some(row) => Err(errors.whole(&format!("row {row} of column {j} is infinite"))),
        None => Ok(Column::numbers(&names(j), values)),
    };
    let columns = values
        .into_iter()
        .enumerate()
        .map(column)
        .collect::<Result<_, _>>()?;
    Ok(Table::new(errors.name, columns, None))
}

/// Storage type of an array's numbers.
#[derive(Clone, Copy)]
enum NumberKind {
    Float,
    Signed,
    Unsigned,
}

impl NumberKind {
    fn number(self, bytes: &[u8], big_endian: bool) -> f64 {
        let join = |bits: u64, byte: &u8| bits << 8 | u64::from(*byte);
        let bits = if big_endian {
            bytes.iter().fold(0, join)
        } else {
            bytes.iter().rev().fold(0, join)
        };
        match (self, bytes.len()) {
            (Self::Float, 2) => half(bits as u16),
            (Self::Float, 4) => f64::from(f32::from_bits(bits as u32)),
            (Self::Float, _) => f64::from_bits(bits),
            (Self::Unsigned, _) => bits as f64,
            (Self::Signed, length) => {
                let unused = 64 - 8 * length as u32;
                ((bits << unused).cast_signed() >> unused) as f64
            }
        }
    }
}

/// Number that 16 bits are in IEEE 754: a sign, 5 bits of the exponent, 10 of the fraction.
fn half(bits: u16) -> f64 {
    let (exponent, fraction) = (i32::from(bits >> 10 & 31), f64::from(bits & 1023) / 1024.0);
    let size = match exponent {
        0 => fraction * 2_f64.powi(-14),
        31 if fraction == 0.0 => f64::INFINITY,
        31 => f64::NAN,
        _ => (1.0 + fraction) * 2_f64.powi(exponent - 15),
    };
    if bits >> 15 == 0 { size } else { -size }
}

/// Header of an array, before its numbers.
struct ArrayHeader {
    kind: NumberKind,
    /// Number of bytes of a number.
    size: usize,
    big_endian: bool,
    by_columns: bool,
    rows: usize,
    columns: usize,
}

impl ArrayHeader {
    /// Parses a Python dictionary such as `{'descr': '<f8', 'fortran_order': False, 'shape': (3, 2), }`.
    fn parse(text: &str) -> Option<Self> {
        let after = |key: &str| Some(text.split_once(key)?.1.trim_start());
        let descr = after("'descr':")?.strip_prefix('\'')?.split('\'').next()?;
        let (order, rest) = descr.split_at_checked(1)?;
        let (kind, digits) = rest.split_at_checked(1)?;
        let kind = match (kind, digits) {
            ("f", "2" | "4" | "8") => NumberKind::Float,
            ("i", "1" | "2" | "4" | "8") => NumberKind::Signed,
            ("u", "1" | "2" | "4" | "8") | ("b", "1") => NumberKind::Unsigned,
            _ => return None,
        };
        let size = digits.parse().ok()?;
        let is_known = ["<", ">"].contains(&order) || (order == "|" && size == 1);
        let shape = after("'shape':")?.strip_prefix('(')?.split(')').next()?;
        let lengths: Vec<usize> = shape
            .split(',')
            .map(str::trim)
            .filter(|length| !length.is_empty())
            .map(|length| length.parse().ok())
            .collect::<Option<_>>()?;
        let (rows, columns) = match lengths[..] {
            [rows] => (rows, 1),
            [rows, columns] => (rows, columns),
            _ => return None,
        };
        is_known.then_some(Self {
            kind,
            size,
            big_endian: order == ">",
            by_columns: after("'fortran_order':")?.starts_with("True"),
            rows,
            columns,
        })
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;
    use crate::{Columns, room::Room};

    /// Bytes that `np.save` writes for this header and these numbers.
    fn file(header: &str, numbers: &[u8]) -> Vec<u8> {
        let length = u16::try_from(header.len()).unwrap().to_le_bytes();
        [&[1, 0][..], &length, header.as_bytes(), numbers].concat()
    }

    fn read(header: &str, numbers: &[u8]) -> Result<Vec<f64>, String> {
        let room = Room::new(1 << 30);
        let table = table(&Job::plain("a.npy", &room), &file(header, numbers)[..])
            .map_err(|error| error.to_string())?;
        let x = table.dataset(&Columns::default()).unwrap().x;
        Ok(x.row_iter()
            .flat_map(|row| row.iter().copied().collect::<Vec<_>>())
            .collect())
    }

    #[test]
    fn all_kinds_of_real_numbers_are_read() {
        let rows = "'fortran_order': False, 'shape': (2, 2), }";
        let columns = "'fortran_order': True, 'shape': (2, 2), }";
        let eight = |values: [f64; 4]| values.map(f64::to_le_bytes).concat();
        let header = |descr: &str, rest: &str| format!("{{'descr': '{descr}', {rest}\n");
        let numbers = eight([1.5, -2.0, 3.0, 1e300]);
        assert_eq!(
            read(&header("<f8", rows), &numbers).unwrap(),
            [1.5, -2.0, 3.0, 1e300]
        );
        assert_eq!(
            read(&header("<f8", columns), &numbers).unwrap(),
            [1.5, 3.0, -2.0, 1e300]
        );
        let four = [1.5_f32, -2.0, 3.0, 4.0].map(f32::to_le_bytes).concat();
        assert_eq!(
            read(&header("<f4", rows), &four).unwrap(),
            [1.5, -2.0, 3.0, 4.0]
        );
        let whole = [1_i32, -2, 3, i32::MIN].map(i32::to_le_bytes).concat();
        assert_eq!(
            read(&header("<i4", rows), &whole).unwrap(),
            [1.0, -2.0, 3.0, -2_147_483_648.0]
        );
        assert_eq!(
            read(&header("|u1", rows), &[1, 0, 255, 7]).unwrap(),
            [1.0, 0.0, 255.0, 7.0]
        );
        let big = [1.5, -2.0, 3.0, 1e300].map(f64::to_be_bytes).concat();
        assert_eq!(
            read(&header(">f8", rows), &big).unwrap(),
            [1.5, -2.0, 3.0, 1e300]
        );
        // By numpy: np.float16([1.5, -0.1, 6e-8, 65504]).
        let halves = [0x3e00_u16, 0xae66, 0x0001, 0x7bff];
        let expected = [1.5, -0.099_975_585_937_5, 5.960_464_477_539_063e-8, 65504.0];
        let little = halves.map(u16::to_le_bytes).concat();
        assert_eq!(read(&header("<f2", rows), &little).unwrap(), expected);
        let big = halves.map(u16::to_be_bytes).concat();
        assert_eq!(read(&header(">f2", rows), &big).unwrap(), expected);
        let vector = header("|b1", "'fortran_order': False, 'shape': (3,), }");
        assert_eq!(read(&vector, &[1, 0, 1]).unwrap(), [1.0, 0.0, 1.0]);
    }

    #[test]
    fn what_is_no_such_array_is_refused_in_one_line() {
        let rest = "'fortran_order': False, 'shape': (2, 2), }";
        let whole = "a.npy: it is not a matrix of real numbers, as np.save writes one";
        let short = "a.npy: it ends before its array does";
        for (header, numbers, said) in [
            (format!("{{'descr': '<c16', {rest}"), 64, whole),
            (format!("{{'descr': '=f8', {rest}"), 32, whole),
            (
                "{'descr': '<f8', 'fortran_order': False, 'shape': (2, 2, 2), }".into(),
                64,
                whole,
            ),
            (
                "{'descr': '<f8', 'fortran_order': False, 'shape': (99999999999, 99999999999), }"
                    .into(),
                8,
                whole,
            ),
            (
                "{'descr': '<f8', 'fortran_order': False, 'shape': (9999999, 9999), }".into(),
                8,
                "a.npy: reading it takes about 762902 MiB of memory, and 1056 MiB are allowed",
            ),
            (format!("{{'descr': '<f8', {rest}"), 31, short),
            (
                "{'descr': '<f8', 'fortran_order': False, 'shape': (0, 2), }".into(),
                0,
                "a.npy: it has no rows",
            ),
            (String::new(), 0, whole),
        ] {
            assert_eq!(
                read(&header, &vec![0; numbers]).unwrap_err(),
                said,
                "{header}"
            );
        }
        let infinite = [1.0, f64::INFINITY, 2.0, 3.0]
            .map(f64::to_le_bytes)
            .concat();
        let said = read(&format!("{{'descr': '<f8', {rest}"), &infinite).unwrap_err();
        assert_eq!(said, "a.npy: row 0 of column 1 is infinite");
        let room = Room::new(1 << 30);
        let cut = table(&Job::plain("a.npy", &room), &b"\x01"[..]);
        assert_eq!(cut.unwrap_err().to_string(), short);
    }

    /// More rows than are read at a time, in either order; each look at `cancelled` may be the last.
    #[test]
    fn long_arrays_are_read_in_blocks_that_can_be_cancelled() {
        let (rows, columns) = (50_000, 3);
        let cell = |i: usize, j: usize| (i * columns + j) as f32;
        for by_columns in [false, true] {
            let numbers: Vec<u8> = (0..rows * columns)
                .flat_map(|at| {
                    let (i, j) = if by_columns {
                        (at % rows, at / rows)
                    } else {
                        (at / columns, at % columns)
                    };
                    cell(i, j).to_le_bytes()
                })
                .collect();
            let order = if by_columns { "True" } else { "False" };
            let header = format!(
                "{{'descr': '<f4', 'fortran_order': {order}, 'shape': ({rows}, {columns}), }}"
            );
            let file = file(&header, &numbers);
            let looks = AtomicUsize::new(0);
            let read = |most: usize| {
                looks.store(0, Ordering::Relaxed);
                let room = Room::new(1 << 30);
                let cancelled = || looks.fetch_add(1, Ordering::Relaxed) == most;
                let job = Job {
                    cancelled: &cancelled,
                    ..Job::plain("a.npy", &room)
                };
                table(&job, &file[..])
            };
            let whole = read(usize::MAX).unwrap();
            let x = whole.dataset(&Columns::default()).unwrap().x;
            assert_eq!(x.shape(), (rows, columns));
            assert!((0..rows).all(|i| (0..columns).all(|j| x[(i, j)] == f64::from(cell(i, j)))));
            let looks = looks.load(Ordering::Relaxed);
            assert!(looks > 2);
            for most in 0..looks {
                assert!(matches!(read(most), Err(DataError::Cancelled)));
            }
        }
    }
}
