//! Format of a file: told by its first lines, or by its beginning where it is rewritten as a plain table.

use std::io::Read;

use super::{
    arff,
    dialect::{Dialect, Names},
    graphs,
    job::Job,
    libsvm, matrices, named,
    network::{self, Konect},
    parse,
    records::Head,
};
use crate::{DataError, Decimal, Delimiter, Holds, ReadAs, Reading, Table, reading::Form};

/// Bytes that a byte of a text takes while the text is rewritten: its own, and its part of a word.
const REWRITTEN_BYTES: u64 = 24;

/// Format of a file that is rewritten as a plain table before it is read, by its first lines.
pub(super) fn form_of_its_own(job: &Job<'_>, head: &Head, said: ReadAs) -> Option<Form> {
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
pub(super) fn rewritten(
    job: &Job<'_>,
    text: impl Read,
    form: Form,
) -> Result<(Table, Reading), DataError> {
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

pub(super) fn is_fasta(start: &[u8]) -> bool {
    start.trim_ascii_start().starts_with(b">")
}

/// Format of a file, from its first lines, with the dialect where these are records.
pub(super) fn form(
    job: &Job<'_>,
    head: &[u8],
    said: ReadAs,
) -> Result<(Form, Option<Dialect>), DataError> {
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
