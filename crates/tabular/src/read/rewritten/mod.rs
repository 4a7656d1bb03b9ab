//! Files that are rewritten as a plain table before they are read: graphs as a list of edges, matrices in full.

mod gml;
mod graphml;
mod nodes;
mod rewriting;
mod triangle;
mod ucinet;

use std::io::Read;

use kernel_pca::objects::ObjectKind;

use self::rewriting::{Refusal, Rewriting};
use super::{job::Job, parse_plain, records::Head};
use crate::{DataError, Decimal, Delimiter, Holds, ReadAs, Reading, Table, reading::Form};

/// Bytes that a byte of a text takes while the text is rewritten: its own, and its part of a word.
const REWRITTEN_BYTES: u64 = 24;

listed! {
    /// Format of a file that is rewritten as a plain table before it is read, in the order in which a file is tried.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Rewritten {
        Gml => &gml::SPEC,
        GraphMl => &graphml::SPEC,
        Ucinet => &ucinet::SPEC,
        Triangle => &triangle::SPEC,
    }

    /// Description of the format.
    fn spec -> RewrittenSpec
}

/// Description of a format that is rewritten as a plain table.
pub struct RewrittenSpec {
    /// Name of the format in one word, by which scripts call its reader.
    pub name: &'static str,
    /// Words for the format in the line on how a file was read.
    pub words: &'static str,
    /// Usual endings of its files' names, without the point.
    pub endings: &'static [&'static str],
    /// Objects that such a file holds; `None` where it may also hold rows of numbers.
    holds: Option<ObjectKind>,
    /// Function that returns true where `head` begins a file in this format; `whole` says that it is all of the file.
    begins: fn(head: &str, whole: bool) -> bool,
    /// True where `begins` goes by a mark of the format's own, with which no plain table begins; false where it goes by
    /// the shape of a table.
    has_mark: bool,
    /// Function that writes the text of a file as a comma-separated table, and returns true where names stand above it.
    table: fn(&str, &mut Rewriting<'_>) -> Result<bool, Refusal>,
}

impl Rewritten {
    /// Format of the file that begins with `head`; `None` where it is in none of these formats, is read for strings, or
    /// may be a plain table that is read for new rows or as the user states.
    ///
    /// # Errors
    /// When a file that cannot be a plain table is read for new rows, or as the user states.
    pub(super) fn of(job: &Job<'_>, head: &Head, said: ReadAs) -> Result<Option<Self>, DataError> {
        if job.holds == Holds::Strings {
            return Ok(None);
        }
        let text = String::from_utf8_lossy(head.lines());
        let is_whole = head.is_whole();
        let mut all = Self::ALL.into_iter();
        let Some(format) = all.find(|it| (it.spec().begins)(&text, is_whole)) else {
            return Ok(None);
        };
        let RewrittenSpec {
            words, has_mark, ..
        } = format.spec();
        let refused = if job.fitted.is_some() {
            "not read as new rows"
        } else if said == ReadAs::default() {
            return Ok(Some(format));
        } else {
            "read without a stated separator, decimal sign or number of header lines"
        };
        if *has_mark {
            let reason = format!("this is {words}, which is {refused}");
            return Err(job.errors.whole(&reason));
        }
        Ok(None)
    }

    /// Objects that a file which begins with `head` must hold by its format; `None` where no format decides it.
    pub(super) fn plainly_holds(head: &str) -> Option<ObjectKind> {
        let mut all = Self::ALL.iter().map(|it| it.spec());
        all.find_map(|spec| spec.holds.filter(|_| (spec.begins)(head, false)))
    }

    /// Reads a file in this format.
    pub(super) fn read(
        self,
        job: &Job<'_>,
        text: impl Read,
    ) -> Result<(Table, Reading), DataError> {
        let errors = &job.errors;
        let spec = self.spec();
        if spec.holds == Some(ObjectKind::Graph) && job.holds != Holds::Graph {
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
        let text =
            text.map_err(|_| errors.whole("this is not UTF-8 text; save the file as UTF-8"))?;
        let mut out = Rewriting::new(job.room);
        let has_names = (spec.table)(&text, &mut out).map_err(|refusal| match refusal {
            Refusal::At(line, reason) => errors.at(line, &reason),
            Refusal::NoRoom(fault) => errors.no_room(fault),
        })?;
        let Rewriting { text, lines, .. } = out;
        let said = ReadAs {
            delimiter: Some(Delimiter::COMMA),
            decimal: Some(Decimal::Point),
            header: Some(u8::from(has_names)),
        };
        let (mut table, reading) = parse_plain(job, text.as_bytes(), said)?;
        // Messages name lines of the file.
        if table.lines.len() == lines.len() {
            table.lines = lines;
        }
        let form = Form::Rewritten(self);
        Ok((table, Reading { form, ..reading }))
    }
}
