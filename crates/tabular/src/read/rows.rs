//! Records made into columns.

use std::io::Read;

use super::{
    cell::{Cell, Spelling},
    column::{ColumnBuilder, KnownCells},
    column_names::{column_names, shown_name, unique_names},
    dialect::{Dialect, Names},
    job::Job,
    records::Records,
};
use crate::{
    DataError, Delimiter, Holds, Reading, Table,
    column::Column,
    reading::Form,
    room::{COLUMN_BYTES, NoRoom, Room, TEXT_BYTES, copied, push},
};

/// Number of rows between two checks for cancelling.
pub(super) const ROWS_PER_CHECK: usize = 4096;

/// Columns of a table while its records are read.
struct Builders<'a> {
    columns: Vec<ColumnBuilder>,
    /// Kind of the cells of each column, as far as a fitted table knows it; empty where no rows are fitted yet.
    known: Vec<Option<KnownCells<'a>>>,
    /// Text of each cell, where the file holds strings or a graph.
    texts: Option<Vec<Vec<String>>>,
    lines: Vec<u64>,
    rows: usize,
}

impl Builders<'_> {
    fn new(width: usize, holds: Holds, room: &Room) -> Result<Self, NoRoom> {
        room.take_each(width as u64, COLUMN_BYTES)?;
        let mut columns = Vec::new();
        columns.try_reserve_exact(width)?;
        columns.resize_with(width, ColumnBuilder::default);
        Ok(Self {
            columns,
            known: Vec::new(),
            texts: (holds != Holds::Numbers).then(|| vec![Vec::new(); width]),
            lines: Vec::new(),
            rows: 0,
        })
    }

    /// Takes a record that stands in `line`.
    fn push(
        &mut self,
        record: &csv::StringRecord,
        line: u64,
        dialect: &Dialect,
        room: &Room,
    ) -> Result<(), NoRoom> {
        let mut bytes = 0;
        for (j, (builder, field)) in self.columns.iter_mut().zip(record).enumerate() {
            let known = self.known.get(j).and_then(Option::as_ref);
            builder.declared = dialect.texts.get(j).is_some_and(|is_text| *is_text);
            let cell = if let Some(known) = known {
                known.read(field, dialect.numerals)
            } else {
                Cell::read(field, dialect.numerals, builder.declared)
            };
            bytes += builder.push(&cell, line)?;
        }
        if let Some(texts) = &mut self.texts {
            push(&mut self.lines, line)?;
            for (texts, field) in texts.iter_mut().zip(record) {
                let field = field.trim();
                bytes += TEXT_BYTES + field.len() as u64;
                push(texts, copied(field)?)?;
            }
        }
        self.rows += 1;
        room.take(bytes)
    }

    /// Takes whole numbers with a zero in front for codes, as postal codes are, unless most columns of numbers have them: then
    /// the file pads its numbers.
    fn tell_codes_from_padding(&mut self) {
        let codes = self.columns.iter().filter(|it| it.holds_codes()).count();
        let numbers = self.columns.iter().filter(|it| it.is_numeric()).count();
        if codes > numbers {
            self.columns.iter_mut().for_each(ColumnBuilder::unpad);
        }
    }

    /// Spelling of the numbers of all columns of numbers.
    fn spelling(&self) -> Spelling {
        let mut spelling = Spelling::default();
        for builder in self.columns.iter().filter(|builder| builder.is_numeric()) {
            spelling.join(builder.spelling);
        }
        spelling
    }

    fn finish(self, names: Vec<String>) -> Vec<Column> {
        let known = self.known.into_iter().chain(std::iter::repeat(None));
        let columns = self.columns.into_iter().zip(names).zip(known);
        let mut texts = self.texts.into_iter().flatten();
        let columns = columns.map(|((builder, name), known)| Column {
            texts: texts.next(),
            ..match known {
                Some(known) => builder.finish_as(&known, name),
                None => builder.finish(name),
            }
        });
        columns.collect()
    }
}

/// Reads the records of a file in this format.
///
/// # Errors
/// When the records are ragged, there are none, or they take more memory than allowed.
pub(super) fn parse_records(
    job: &Job<'_>,
    mut records: Records<impl Read>,
    dialect: &Dialect,
    form: Form,
) -> Result<(Table, Reading), DataError> {
    let Job {
        errors: file,
        holds,
        fitted,
        sheet: _,
        room,
        cancelled,
    } = job;
    let width = dialect.width;
    let mut names = match &dialect.names {
        Names::Above(names) => Some(unique_names(names.iter().map(|name| shown_name(name)))),
        Names::Fitted(names) => Some(names.clone()),
        Names::Records(_) | Names::Nowhere => None,
    };
    let has_header = matches!(dialect.names, Names::Above(_) | Names::Records(_));
    let header_rows = match dialect.names {
        Names::Records(rows) => rows,
        _ => 0,
    };
    let mut header: Vec<csv::StringRecord> = Vec::new();
    let no_room = |fault| file.no_room(fault);
    let mut builders = Builders::new(width, *holds, room).map_err(no_room)?;
    let know = |names: &[String]| match fitted {
        Some(fitted) => names.iter().map(|name| fitted.cells_of(name)).collect(),
        None => Vec::new(),
    };
    builders.known = names.as_deref().map(know).unwrap_or_default();
    let mut skipped_lines = 0;
    loop {
        match records.advance() {
            Ok(true) => {}
            Ok(false) => break,
            Err(fault) => return Err(file.fault(&fault, records.line_of(&fault))),
        }
        let record = records.record();
        if header.len() < header_rows {
            header.push(record.clone());
            let count = record.len();
            if header.len() == header_rows {
                let found = column_names(&header, width).ok_or_else(|| {
                    let reason = format!("{count} names for {width} columns");
                    file.at(records.line, &reason)
                })?;
                builders.known = know(&found);
                names = Some(found);
            }
            continue;
        }
        if !has_width(record, dialect) {
            let found = record.len();
            let values = if found == 1 { "value" } else { "values" };
            return Err(file.at(
                records.line,
                &format!("found {found} {values} where the other lines have {width}"),
            ));
        }
        if builders.rows == 0 {
            skipped_lines = records.line.saturating_sub(1);
        }
        (builders.push(record, records.line, dialect, room)).map_err(no_room)?;
        if builders.rows.is_multiple_of(ROWS_PER_CHECK) && cancelled() {
            return Err(DataError::Cancelled);
        }
    }
    if builders.rows == 0 {
        return Err(file.whole(if has_header {
            "there are no rows under the header"
        } else {
            "the file is empty"
        }));
    }
    builders.tell_codes_from_padding();
    let to_finish = builders.columns.iter().map(ColumnBuilder::bytes_to_finish);
    room.take(to_finish.sum()).map_err(no_room)?;
    let spelling = builders.spelling();
    let mut above = dialect.above;
    above.comments += records.comments;
    let reading = Reading {
        form,
        delimiter: (width > 1).then_some(dialect.syntax.delimiter),
        decimal: dialect.numerals.decimal,
        grouped: spelling.grouped,
        spaced: spelling.spaced,
        percent: spelling.percent,
        currency: spelling.currency,
        respelled: spelling.respelled,
        header: has_header,
        header_rows,
        names_count: names_count(&header),
        escapes: dialect.syntax.escapes && form == Form::Table,
        trailing: dialect.trailing > 0,
        skipped_lines,
        hollow: records.hollow && dialect.syntax.delimiter == Delimiter::TAB,
        above,
        other: dialect.other,
        doubtful: dialect.doubtful,
        ..Reading::default()
    };
    // Without a header, scikit-learn's names, which are the 0-based indices.
    let names = names.unwrap_or_else(|| (0..width).map(|j| format!("x{j}")).collect());
    Ok((table(job, builders, names, has_header), reading))
}

/// Table of the rows that were read, whose columns have these names.
fn table(job: &Job<'_>, mut builders: Builders<'_>, names: Vec<String>, has_header: bool) -> Table {
    let lines = std::mem::take(&mut builders.lines);
    let columns = builders.finish(names);
    let name = job.errors.name;
    // The ends of edges are neither labels nor names of rows.
    let mut table = match (job.holds, job.fitted) {
        (Holds::Graph, _) => Table::new(name, columns, None),
        (_, None) => Table::inferred(name, columns, has_header),
        (_, Some(fitted)) => Table::inferred(name, columns, has_header).named_as(fitted),
    };
    table.lines = lines;
    table
}

/// Returns true where one row of names has a number behind the first field.
fn names_count(header: &[csv::StringRecord]) -> bool {
    let is_number = |field: &str| field.trim().parse::<f64>().is_ok();
    header.len() == 1 && header[0].iter().skip(1).any(is_number)
}

/// Returns true where a row has a field for each column, and after these at most the empty fields that separators at
/// the end of rows make.
fn has_width(record: &csv::StringRecord, dialect: &Dialect) -> bool {
    let (found, width) = (record.len(), dialect.width);
    found == width
        || ((width..=width + dialect.trailing).contains(&found)
            && record
                .iter()
                .skip(width)
                .all(|field| field.trim().is_empty()))
}
