//! Format of a file that is not rewritten, told by its first lines.

use super::{
    arff,
    dialect::{Dialect, Names},
    job::Job,
    libsvm, named,
    network::{self, Konect},
};
use crate::{DataError, Delimiter, Holds, ReadAs, reading::Form};

pub(super) fn is_fasta(start: &[u8]) -> bool {
    start.trim_ascii_start().starts_with(b">")
}

/// Format of the file that begins with `head`, with the dialect for formats of records.
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
