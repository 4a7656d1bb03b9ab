//! Reading of files: from bytes to text, from text to records, from records to columns. Delimiter, decimal sign,
//! quoting and header are found from the file itself, unless the user gives them. `docs/reading.md` has the rules.

mod archive;
mod arff;
mod cell;
mod column;
mod decode;
mod dialect;
mod errors;
mod graphs;
mod header;
mod job;
mod labels;
mod libsvm;
mod matrices;
mod named;
mod network;
mod npy;
mod plain;
mod records;
mod sample;
mod split;
mod start;
mod texts;
mod workbook;

use std::{collections::HashMap, io::Read, path::Path};

use nalgebra::DMatrix;

pub use self::cell::{MISSING_BESIDES, is_missing, missing_spellings};
pub(super) use self::cell::{is_number_somewhere, is_padded};
pub(super) use self::column::KnownCells;
pub(super) use self::plain::plainly_holds;
use self::{
    archive::Archive,
    cell::{Cell, Spelling},
    column::ColumnBuilder,
    decode::{DecodedFile, decode},
    dialect::{Dialect, Names},
    errors::FileErrors,
    job::Job,
    network::Konect,
    records::{Head, Records},
};
use super::{
    DataError, DataFile, Decimal, Delimiter, Holds, ReadAs, ReadProgress, ReadTask, Reading, Table,
    column::Column,
    reading::Form,
    room::{COLUMN_BYTES, NoRoom, Room, SAMPLED_BYTES, TEXT_BYTES, copied, push},
};
use crate::printable::{brief, printable};
use kernel_pca::count::CancelCheck;
use system::{
    free_memory,
    input::{self, ContentKind, Input},
};

pub(super) use self::labels::labels_beside;

/// Bytes that a byte of a text takes while the text is rewritten: its own, and its part of a word.
const REWRITTEN_BYTES: u64 = 24;

/// Number of rows between two checks for cancelling.
const ROWS_PER_CHECK: usize = 4096;

/// Reads `file` as `task` has it.
///
/// # Errors
/// When it cannot be read, is ragged, has no rows or is of a kind that is not read, or needs more memory than allowed.
pub(super) fn read_file(file: &DataFile, task: &ReadTask<'_>) -> Result<Table, DataError> {
    let DataFile {
        path,
        read_as,
        sheet,
        labels,
    } = file;
    let (name, file) = open(path, ContentKind::Table)?;
    let progress = ReadProgress::default();
    let length = file.length;
    let file = task.progress.unwrap_or(&progress).of(file, length);
    let room = task.room();
    let job = Job {
        errors: FileErrors { name: &name },
        holds: task.holds,
        fitted: task.fitted,
        sheet: sheet.as_deref(),
        room: &room,
        cancelled: task.cancelled,
    };
    let mut table = read_any(&job, file, *read_as)?;
    if let Some(labels) = labels {
        table.labels_beside = Some(labels::read(labels, &room, task.cancelled)?);
    }
    Ok(table)
}

/// Reads an array, a workbook, or text.
fn read_any(job: &Job<'_>, file: impl Read, read_as: ReadAs) -> Result<Table, DataError> {
    let (mut table, reading) = match decode(job, file)? {
        DecodedFile::Array(file) => return npy::table(job, file),
        DecodedFile::Archive(bytes) => match archive::read(job, &bytes)? {
            Archive::Array(table) => return Ok(*table),
            Archive::Sheet {
                text,
                sheet,
                sheets,
                left,
            } => {
                let cells = ReadAs {
                    delimiter: Some(Delimiter::COMMA),
                    decimal: read_as.decimal.or(Some(Decimal::Point)),
                    header: read_as.header,
                };
                let (mut table, reading) = parse(job, text.as_bytes(), cells)?;
                let reading = Reading {
                    form: Form::Workbook {
                        sheet,
                        sheets: sheets.len(),
                    },
                    skipped_lines: start::rows_above(&text, reading.skipped_lines),
                    quoted_above: false,
                    returns_above: 0,
                    left_columns: left,
                    sheet_said: job.sheet.is_some(),
                    ..reading
                };
                table.sheets = sheets;
                (table, reading)
            }
        },
        DecodedFile::Text(text, coding) => {
            let (table, reading) = parse(job, text, read_as)?;
            let coding = coding.known();
            (table, Reading { coding, ..reading })
        }
    };
    table.reading = Some(Reading {
        said: read_as,
        ..reading
    });
    Ok(table)
}

/// Reads the bytes of a file called `name`, in half of the free memory.
///
/// # Errors
/// When the file is ragged, has no rows or is of a kind that is not read.
pub fn parse_table(name: &str, text: impl Read, read_as: ReadAs) -> Result<Table, DataError> {
    let room = Room::new(free_memory() / 2);
    read_any(&Job::plain(name, &room), text, read_as)
}

/// Reads the bytes of a file of new rows called `name`.
#[cfg(test)]
pub(super) fn parse_new_rows(
    name: &str,
    text: impl Read,
    fitted: &super::FittedTable<'_>,
) -> Result<Table, DataError> {
    let room = Room::new(u64::MAX);
    let job = Job {
        fitted: Some(fitted),
        ..Job::plain(name, &room)
    };
    read_any(&job, text, ReadAs::default())
}

/// Reads a table called `name` that comes with the program, and finds its label column.
pub(super) fn read_table(
    name: &str,
    reader: impl Read,
    holds: Holds,
    cancelled: CancelCheck<'_>,
) -> Result<Table, DataError> {
    let room = Room::new(u64::MAX);
    let job = Job {
        holds,
        cancelled,
        ..Job::plain(name, &room)
    };
    Ok(parse(&job, reader, ReadAs::default())?.0.shipped())
}

/// Reads the features `names` of new observations from `file`, as [`Table::features_named`] does.
///
/// # Errors
/// When the file cannot be read as a table, lacks a column, or a value is missing.
pub fn read_features(file: &DataFile, names: &[String]) -> Result<DMatrix<f64>, DataError> {
    read_file(file, &ReadTask::default())?.features_named(names)
}

/// Opens a file; returns its name and its bytes.
fn open(path: &Path, content: ContentKind) -> Result<(String, Input), DataError> {
    let file = input::open(path, content).map_err(|error| {
        let name = &path.display().to_string();
        FileErrors { name }.unreadable(&error)
    })?;
    let name = path.file_name().unwrap_or(path.as_os_str());
    Ok((printable(&name.to_string_lossy()).into_owned(), file))
}

fn parse(
    job: &Job<'_>,
    mut text: impl Read,
    read_as: ReadAs,
) -> Result<(Table, Reading), DataError> {
    let errors = &job.errors;
    let head = Head::read(&mut text)
        .map_err(|error| errors.unreadable(&error))?
        .ok_or_else(|| errors.whole("its first line is too long for a table"))?;
    check_head(&head, job.room).map_err(|fault| errors.no_room(fault))?;
    if let Some(form) = form_of_its_own(job, &head, read_as) {
        return rewritten(job, head.then(text), form);
    }
    let (form, dialect) = form(job, head.lines(), read_as)?;
    let text = head.then(text);
    if let Some(dialect) = dialect {
        let no_records = dialect.no_records.clone();
        let mut records = Records::new(text, dialect.syntax, no_records);
        if form == Form::EdgeDictionaries {
            records.rewrite = Some(network::plain);
        }
        let (table, reading) = parse_records(job, records, &dialect, form)?;
        let quote = if form == Form::Arff { '\'' } else { '"' };
        let above = start::lines_above(head.lines(), reading.skipped_lines);
        let returns = above.iter().map(|line| line.matches('\r').count() as u64);
        let reading = Reading {
            quoted_above: above
                .iter()
                .any(|line| line.matches(quote).count() % 2 == 1),
            returns_above: returns.sum(),
            ..reading
        };
        return Ok((table, reading));
    }
    let (table, folded) = match form {
        Form::Fasta if job.holds != Holds::Strings => {
            return Err(errors.whole("it holds strings, which the spectrum kernel compares"));
        }
        Form::Fasta => texts::fasta(job, text)?,
        Form::Libsvm => (libsvm::table(job, text)?, false),
        _ => (texts::lines(job, text)?, false),
    };
    let reading = Reading {
        form,
        folded,
        header: form == Form::Libsvm,
        skipped_lines: table.lines.first().map_or(0, |first| first - 1),
        ..Reading::default()
    };
    Ok((table, reading))
}

/// Format of a file that is rewritten as a plain table before it is read, by its first lines.
fn form_of_its_own(job: &Job<'_>, head: &Head, said: ReadAs) -> Option<Form> {
    if job.holds == Holds::Strings || job.fitted.is_some() || said != ReadAs::default() {
        return None;
    }
    let text = String::from_utf8_lossy(head.lines());
    if graphs::is_gml(&text) {
        Some(Form::Gml)
    } else if graphs::is_graphml(&text) {
        Some(Form::GraphMl)
    } else if matrices::is_ucinet(&text) {
        Some(Form::Ucinet)
    } else if matrices::is_triangle(&text, head.is_whole()) {
        Some(Form::Triangle)
    } else {
        None
    }
}

/// Reads a file in a format of its own.
fn rewritten(job: &Job<'_>, text: impl Read, form: Form) -> Result<(Table, Reading), DataError> {
    let errors = &job.errors;
    let is_graph = matches!(form, Form::Gml | Form::GraphMl);
    if is_graph && job.holds != Holds::Graph {
        return Err(errors.whole("it holds a graph, whose nodes kernels of graphs compare"));
    }
    let most = job.room.left().saturating_add(1);
    let mut bytes = Vec::new();
    let read = text.take(most).read_to_end(&mut bytes);
    read.map_err(|error| errors.unreadable(&error))?;
    // The text, its words and what is made of them.
    let taken = job.room.take_each(bytes.len() as u64, REWRITTEN_BYTES);
    taken.map_err(|fault| errors.no_room(fault))?;
    let text = String::from_utf8(bytes);
    let text = text.map_err(|_| errors.whole("this is not UTF-8 text; save the file as UTF-8"))?;
    let rewritten = match form {
        Form::Gml => graphs::from_gml(&text).map(|text| (text, true)),
        Form::GraphMl => graphs::from_graphml(&text).map(|text| (text, true)),
        Form::Ucinet => matrices::from_ucinet(&text),
        _ => matrices::from_triangle(&text),
    };
    let (text, has_names) = rewritten.map_err(|(line, reason)| errors.at(line, &reason))?;
    let taken = job.room.take(text.len() as u64);
    taken.map_err(|fault| errors.no_room(fault))?;
    let said = ReadAs {
        delimiter: Some(Delimiter::COMMA),
        decimal: Some(Decimal::Point),
        header: Some(u8::from(has_names)),
    };
    let (table, reading) = parse(job, text.as_bytes(), said)?;
    Ok((table, Reading { form, ..reading }))
}

/// Checks that there is room for the samples of a file's beginning, before they are made: a line of separators alone has
/// as many fields as bytes.
fn check_head(head: &Head, room: &Room) -> Result<(), NoRoom> {
    let mut counts = [0_u64; 256];
    for byte in &head.bytes {
        counts[usize::from(*byte)] += 1;
    }
    let separators = [b'\t', b';', b'|', b',', b' '].map(|sign| counts[usize::from(sign)]);
    let most = separators.into_iter().max().unwrap_or_default();
    room.check(most.saturating_mul(SAMPLED_BYTES))
}

/// Columns of a table while its records are read.
struct Builders<'a> {
    columns: Vec<ColumnBuilder>,
    /// Knowledge that a fitted table has of each column; empty where no rows are fitted yet.
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

fn parse_records(
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
        (_, None) => Table::found(name, columns, has_header),
        (_, Some(fitted)) => Table::found(name, columns, has_header).named_as(fitted),
    };
    table.lines = lines;
    table
}

/// Returns true where one row of names has a number behind the first field.
fn names_count(header: &[csv::StringRecord]) -> bool {
    let is_number = |field: &str| field.trim().parse::<f64>().is_ok();
    header.len() == 1 && header[0].iter().skip(1).any(is_number)
}

/// Returns true where a row has a field for each column, and none behind them but empty ones where separators end
/// rows.
fn has_width(record: &csv::StringRecord, dialect: &Dialect) -> bool {
    let (found, width) = (record.len(), dialect.width);
    found == width
        || ((width..=width + dialect.trailing).contains(&found)
            && record
                .iter()
                .skip(width)
                .all(|field| field.trim().is_empty()))
}

fn is_fasta(start: &[u8]) -> bool {
    start.trim_ascii_start().starts_with(b">")
}

/// Format of a file, from its first lines, with the dialect where these are records.
fn form(job: &Job<'_>, head: &[u8], said: ReadAs) -> Result<(Form, Option<Dialect>), DataError> {
    let Job {
        errors,
        holds,
        fitted,
        ..
    } = job;
    let holds = *holds;
    if is_fasta(head) {
        return Ok((Form::Fasta, None));
    }
    if let Some(what) = named::not_read(head, holds) {
        return Err(errors.whole(what));
    }
    if arff::is_arff(head) {
        let dialect = arff::dialect(head).map_err(|(line, reason)| errors.at(line, &reason))?;
        return Ok((Form::Arff, Some(dialect)));
    }
    let dialect = match holds {
        Holds::Numbers if said == ReadAs::default() && libsvm::is_libsvm(head, *fitted) => {
            return Ok((Form::Libsvm, None));
        }
        Holds::Numbers => match fitted {
            Some(fitted) => Dialect::alike(head, said, fitted),
            None => Dialect::detect(head, said),
        },
        Holds::Strings => match Dialect::of_strings(head, said, *fitted) {
            Some(dialect) => dialect,
            None => return Ok((Form::Lines, None)),
        },
        Holds::Graph => {
            let dialect = Dialect::of_graph(head, said);
            match network::konect(head) {
                Some(Konect::Bipartite) => {
                    let reason = "this is a graph of two sorts of nodes with the same numbers, which is not read";
                    return Err(errors.whole(reason));
                }
                Some(Konect::OneSort) if dialect.width <= network::KONECT_COLUMNS.len() => {
                    let names = &network::KONECT_COLUMNS[..dialect.width];
                    let names = Names::Above(names.iter().map(|&name| name.into()).collect());
                    Dialect { names, ..dialect }
                }
                None if network::has_dictionaries(head) => {
                    let head = network::plain_text(head);
                    let said = ReadAs::delimiter(Delimiter::Blank);
                    let dialect = Dialect::of_graph(head.as_bytes(), said);
                    return Ok((Form::EdgeDictionaries, Some(dialect)));
                }
                _ => dialect,
            }
        }
    };
    Ok((Form::Table, Some(dialect)))
}

/// Names in the header, made unique; one short means that the first column holds row names, and empty ones behind
/// the last column come from a separator.
fn column_names(rows: &[csv::StringRecord], width: usize) -> Option<Vec<String>> {
    let [header] = rows else {
        let names = header::joined_names(rows);
        return (names.len() == width).then(|| unique_names(names.into_iter()));
    };
    let row_names = (header.len() + 1 == width).then_some("");
    let mut names: Vec<&str> = row_names.into_iter().chain(header).collect();
    while names.len() > width && names.last().is_some_and(|name| name.trim().is_empty()) {
        names.pop();
    }
    let fits = names.len() == width;
    fits.then(|| unique_names(names.into_iter().map(shown_name)))
}

/// Name of a column as it is shown.
pub(super) fn shown_name(field: &str) -> String {
    match field.trim() {
        "" => "unnamed".to_owned(),
        name => brief(name),
    }
}

/// Appends a number to `names` that came before.
fn unique_names(names: impl Iterator<Item = String>) -> Vec<String> {
    let mut copies: HashMap<String, usize> = HashMap::new();
    let unique = names.map(|name| {
        let mut unique = name.clone();
        while let Some(copy) = copies.get_mut(&unique) {
            *copy += 1;
            unique = format!("{name} ({copy})");
        }
        copies.insert(unique.clone(), 1);
        unique
    });
    unique.collect()
}
