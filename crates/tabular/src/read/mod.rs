//! Reading of files: from bytes to text, from text to records, from records to columns. Delimiter, decimal sign,
//! quoting and header are found from the file itself, unless the user gives them. `docs/reading.md` has the rules.

mod archive;
mod arff;
mod cell;
mod column;
mod decode;
mod dialect;
mod errors;
mod labels;
mod libsvm;
mod named;
mod network;
mod npy;
mod plain;
mod records;
mod sample;
mod split;
mod start;
mod texts;

use std::{collections::HashMap, io::Read, path::Path};

use nalgebra::DMatrix;

pub use self::cell::{MISSING_BESIDES, is_missing, missing_spellings};
pub(super) use self::plain::plainly_holds;
use self::{
    archive::Archive,
    cell::{Cell, Spelling},
    column::ColumnBuilder,
    decode::{DecodedFile, decode},
    dialect::{Dialect, Names},
    errors::FileErrors,
    network::Konect,
    records::{Head, Records},
};
use super::{
    DataError, DataFile, Decimal, Delimiter, Holds, ReadAs, ReadProgress, Reading, Table,
    column::Column, reading::Form,
};
use crate::printable::{brief, printable};
use kernel_pca::count::CancelCheck;
use system::input::{self, ContentKind, Input};

pub(super) use self::labels::labels_beside;

/// Number of rows between two checks for cancelling.
const ROWS_PER_CHECK: usize = 4096;

/// Reads `file`, and reports to `progress`.
///
/// # Errors
/// When it cannot be read, is ragged, has no rows or is of a kind that is not read.
pub(super) fn read_file(
    file: &DataFile,
    holds: Holds,
    progress: &ReadProgress,
    cancelled: CancelCheck<'_>,
) -> Result<Table, DataError> {
    let DataFile {
        path,
        read_as,
        labels,
    } = file;
    let (name, file) = open(path, ContentKind::Table)?;
    let length = file.length;
    let file = progress.of(file, length);
    let mut table = read_any(&name, file, *read_as, holds, cancelled)?;
    if let Some(labels) = labels {
        table.labels_beside = Some(labels::read(labels, cancelled)?);
    }
    Ok(table)
}

/// Reads an array, a workbook, or text.
fn read_any(
    name: &str,
    file: impl Read,
    read_as: ReadAs,
    holds: Holds,
    cancelled: CancelCheck<'_>,
) -> Result<Table, DataError> {
    let errors = FileErrors { name };
    let (decoded, coding) = decode(&errors, file)?;
    let (mut table, reading) = match decoded {
        DecodedFile::Array(file) => return npy::table(name, file, cancelled),
        DecodedFile::Archive(bytes) => match archive::read(&errors, &bytes, cancelled)? {
            Archive::Array(table) => return Ok(*table),
            Archive::Sheet { text, sheets } => {
                let cells = ReadAs {
                    delimiter: Some(Delimiter::COMMA),
                    decimal: read_as.decimal.or(Some(Decimal::Point)),
                };
                let (table, reading) = parse(&errors, text.as_bytes(), cells, holds, cancelled)?;
                let form = Form::Workbook(sheets);
                (table, Reading { form, ..reading })
            }
        },
        DecodedFile::Text(text) => parse(&errors, text, read_as, holds, cancelled)?,
    };
    table.reading = Some(Reading {
        coding,
        said: read_as,
        ..reading
    });
    Ok(table)
}

/// Reads the bytes of a file called `name`.
///
/// # Errors
/// When the file is ragged, has no rows or is of a kind that is not read.
pub fn parse_table(name: &str, text: impl Read, read_as: ReadAs) -> Result<Table, DataError> {
    read_any(name, text, read_as, Holds::Numbers, &|| false)
}

/// Reads a table called `name`, and finds its label column.
pub(super) fn read_table(
    name: &str,
    reader: impl Read,
    holds: Holds,
    cancelled: CancelCheck<'_>,
) -> Result<Table, DataError> {
    let errors = FileErrors { name };
    Ok(parse(&errors, reader, ReadAs::default(), holds, cancelled)?.0)
}

/// Reads the features `names` of new observations from `file`, as [`Table::features_named`] does.
///
/// # Errors
/// When the file cannot be read as a table, lacks a column, or a value is missing.
pub fn read_features(file: &DataFile, names: &[String]) -> Result<DMatrix<f64>, DataError> {
    read_file(file, Holds::Numbers, &ReadProgress::default(), &|| false)?.features_named(names)
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
    errors: &FileErrors<'_>,
    mut text: impl Read,
    read_as: ReadAs,
    holds: Holds,
    cancelled: CancelCheck<'_>,
) -> Result<(Table, Reading), DataError> {
    let head = Head::read(&mut text)
        .map_err(|error| errors.unreadable(&error))?
        .ok_or_else(|| errors.whole("its first line is too long for a table"))?;
    let (form, dialect) = form(errors, head.lines(), read_as, holds)?;
    let text = head.then(text);
    if let Some(dialect) = dialect {
        let no_records = dialect.no_records.clone();
        let mut records = Records::new(text, dialect.syntax, no_records);
        if form == Form::EdgeDictionaries {
            records.rewrite = Some(network::plain);
        }
        return parse_records(errors, records, &dialect, form, holds, cancelled);
    }
    let (table, folded) = match form {
        Form::Fasta if holds != Holds::Strings => {
            return Err(errors.whole("it holds strings, which the spectrum kernel compares"));
        }
        Form::Fasta => texts::fasta(errors, text, cancelled)?,
        Form::Libsvm => (libsvm::table(errors, text, cancelled)?, false),
        _ => (texts::lines(errors, text, cancelled)?, false),
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

fn parse_records(
    file: &FileErrors<'_>,
    mut records: Records<impl Read>,
    dialect: &Dialect,
    form: Form,
    holds: Holds,
    cancelled: CancelCheck<'_>,
) -> Result<(Table, Reading), DataError> {
    let keep = holds != Holds::Numbers;
    let width = dialect.width;
    let mut names = match &dialect.names {
        Names::Above(names) => Some(unique_names(names.iter().map(|name| shown_name(name)))),
        Names::FirstRecord | Names::Nowhere => None,
    };
    let mut awaits_names = dialect.names == Names::FirstRecord;
    let mut builders: Vec<ColumnBuilder> = Vec::new();
    builders.resize_with(width, ColumnBuilder::default);
    let mut texts = vec![Vec::new(); width];
    let mut lines = Vec::new();
    let mut rows = 0_usize;
    let mut skipped_lines = 0;
    loop {
        match records.advance() {
            Ok(true) => {}
            Ok(false) => break,
            Err(fault) => return Err(file.fault(&fault, records.line_of(&fault))),
        }
        let record = records.record();
        if awaits_names {
            names = Some(column_names(record, width).ok_or_else(|| {
                file.at(
                    records.line,
                    &format!("{} names for {width} columns", record.len()),
                )
            })?);
            awaits_names = false;
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
        if rows == 0 {
            skipped_lines = records.line.saturating_sub(1);
        }
        for (j, (builder, field)) in builders.iter_mut().zip(record).enumerate() {
            let is_text = dialect.texts.get(j).is_some_and(|is_text| *is_text);
            builder.push(&Cell::read(field, dialect.numerals, is_text), || {
                records.line
            });
        }
        if keep {
            lines.push(records.line);
            for (texts, field) in texts.iter_mut().zip(record) {
                texts.push(field.trim().to_owned());
            }
        }
        rows += 1;
        if rows.is_multiple_of(ROWS_PER_CHECK) && cancelled() {
            return Err(DataError::Cancelled);
        }
    }
    if rows == 0 {
        return Err(file.whole(if names.is_some() {
            "there are no rows under the header"
        } else {
            "the file is empty"
        }));
    }
    let mut spelling = Spelling::default();
    for builder in builders.iter().filter(|builder| builder.is_numeric()) {
        spelling.join(builder.spelling);
    }
    let mut above = dialect.above;
    above.comments += records.comments;
    let reading = Reading {
        form,
        delimiter: (width > 1).then_some(dialect.syntax.delimiter),
        decimal: dialect.numerals.decimal,
        grouped: spelling.grouped,
        percent: spelling.percent,
        respelled: spelling.respelled,
        header: names.is_some(),
        escapes: dialect.syntax.escapes && form == Form::Table,
        trailing: dialect.trailing > 0,
        skipped_lines,
        above,
        other: dialect.other,
        ..Reading::default()
    };
    // Without a header, scikit-learn's names, which are the 0-based indices.
    let names = names.unwrap_or_else(|| (0..width).map(|j| format!("x{j}")).collect());
    let columns = finished(builders, names, texts, keep);
    // The ends of edges are neither labels nor names of rows.
    let mut table = match holds {
        Holds::Graph => Table::new(file.name, columns, None),
        Holds::Numbers | Holds::Strings => Table::found(file.name, columns, reading.header),
    };
    table.lines = lines;
    Ok((table, reading))
}

/// Finishes columns with their names, and with the text of their cells where `keep` is true.
fn finished(
    builders: Vec<ColumnBuilder>,
    names: Vec<String>,
    texts: Vec<Vec<String>>,
    keep: bool,
) -> Vec<Column> {
    let columns = builders.into_iter().zip(names).zip(texts);
    let columns = columns.map(|((builder, name), texts)| Column {
        texts: keep.then_some(texts),
        ..builder.finish(name)
    });
    columns.collect()
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
fn form(
    errors: &FileErrors<'_>,
    head: &[u8],
    said: ReadAs,
    holds: Holds,
) -> Result<(Form, Option<Dialect>), DataError> {
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
        Holds::Numbers if said == ReadAs::default() && libsvm::is_libsvm(head) => {
            return Ok((Form::Libsvm, None));
        }
        Holds::Numbers => Dialect::detect(head, said),
        Holds::Strings => match Dialect::of_strings(head, said) {
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
fn column_names(header: &csv::StringRecord, width: usize) -> Option<Vec<String>> {
    let row_names = (header.len() + 1 == width).then_some("");
    let mut names: Vec<&str> = row_names.into_iter().chain(header).collect();
    while names.len() > width && names.last().is_some_and(|name| name.trim().is_empty()) {
        names.pop();
    }
    let fits = names.len() == width;
    fits.then(|| unique_names(names.into_iter().map(shown_name)))
}

/// Name of a column as it is shown.
fn shown_name(field: &str) -> String {
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
