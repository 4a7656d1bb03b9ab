//! Dialect of a file, found from its first lines.

use super::{
    super::{
        Decimal, Delimiter, FittedTable, LinesAbove, ReadAs,
        edges::{SOURCE, TARGET},
        strings::STRINGS,
    },
    cell::Numerals,
    records::NoRecords,
    sample::Sample,
    split::Syntax,
    start::FileStart,
};

/// Delimiters in order of preference, where two would do.
const DELIMITERS: [Delimiter; 5] = [
    Delimiter::TAB,
    Delimiter::SEMICOLON,
    Delimiter::BAR,
    Delimiter::COMMA,
    Delimiter::Blank,
];

/// Dialect of a file: how it separates fields, writes numbers, names columns, and marks lines that are no
/// records.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dialect {
    pub syntax: Syntax,
    pub numerals: Numerals,
    pub names: Names,
    /// Number of columns.
    pub width: usize,
    /// Number of empty fields that rows may have behind their columns, since a separator ends them.
    pub trailing: usize,
    pub no_records: NoRecords,
    /// Lines above the first row that are left out.
    pub above: LinesAbove,
    /// Flag of each column, true where it holds texts even if they look like numbers; columns beyond the list may hold
    /// either.
    pub texts: Vec<bool>,
    /// Statements by which the file has another reading that makes as much sense; `None` where there is none.
    pub other: Option<ReadAs>,
    /// True where nothing tells whether a sign in numbers is decimal or parts groups of digits.
    pub doubtful: bool,
}

/// Place of the columns' names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Names {
    Nowhere,
    /// Names in so many first records.
    Records(usize),
    /// Names in a comment above, or declared.
    Above(Vec<String>),
    /// Names of the fitted columns, in a file of new rows that has none.
    Fitted(Vec<String>),
}

impl Dialect {
    /// Finds the dialect of the file that begins with `head`, as far as `said` leaves it open.
    pub fn detect(head: &[u8], said: ReadAs) -> Self {
        let start = FileStart::of(head, said);
        let said_or_found = ReadAs {
            delimiter: said.delimiter.or(start.separator),
            ..said
        };
        let sample = start.sample_as(said_or_found);
        let unsaid = ReadAs {
            header: said.header,
            ..ReadAs::default()
        };
        let other = if said_or_found == unsaid {
            // A reading that would be refused is no offer.
            sample
                .other(&start)
                .map(|other| ReadAs {
                    header: said.header,
                    ..other
                })
                .filter(|&other| start.sample_as(other).is_a_table())
        } else {
            None
        };
        Self {
            doubtful: sample.doubtful && other.is_some(),
            other,
            ..Self::of(&start, &sample)
        }
    }

    /// Finds the dialect of a file of new rows, which may be too few to show it: delimiter and decimal sign are those of
    /// the fitted file unless the rows prove others, and a line is one of names where it names fitted columns.
    pub fn alike(head: &[u8], said: ReadAs, fitted: &FittedTable<'_>) -> Self {
        let start = FileStart::of(head, said);
        let said = ReadAs {
            delimiter: said.delimiter.or(start.separator),
            ..said
        };
        let usual = fitted.table.reading();
        let usual_delimiter = usual.and_then(|reading| reading.delimiter);
        let as_usual = usual_delimiter
            .filter(|_| said.delimiter.is_none())
            .map(|delimiter| Sample::read(&start, delimiter, said.decimal))
            .filter(|sample| {
                sample.is_named_by(fitted) || fitted.columns_of_width(sample.width).is_some()
            });
        let mut sample = as_usual.unwrap_or_else(|| start.sample_as(said));
        if let Some(reading) = usual {
            sample.write_numbers_as(reading);
        }
        let dialect = Self::of(&start, &sample);
        let names = match dialect.names {
            _ if sample.is_named_by(fitted) => Names::Records(1),
            Names::Records(rows) if !sample.begins_with_row_of(fitted) => Names::Records(rows),
            Names::Above(names) if fitted.are_names(names.iter().map(String::as_str)) => {
                Names::Above(names)
            }
            names => match fitted.names_of_width(sample.width) {
                Some(fitted) => Names::Fitted(fitted),
                None => names,
            },
        };
        Self { names, ..dialect }
    }

    /// Finds the dialect of a file of strings; `None` where each line is one string. Blanks are part of
    /// strings, unless `said` has it otherwise.
    pub fn of_strings(head: &[u8], said: ReadAs, fitted: Option<&FittedTable<'_>>) -> Option<Self> {
        let start = FileStart::of(head, said);
        let delimiters = match said.delimiter.or(start.separator) {
            Some(delimiter) => vec![delimiter],
            None => vec![Delimiter::TAB, Delimiter::SEMICOLON, Delimiter::COMMA],
        };
        let samples = delimiters
            .into_iter()
            .map(|delimiter| Sample::read(&start, delimiter, said.decimal));
        let sample = samples
            .into_iter()
            .find(|sample| sample.width > 1 && sample.is_even() && sample.titles.is_empty())?;
        let named =
            sample.names(&STRINGS) || fitted.is_some_and(|fitted| sample.is_named_by(fitted));
        Some(Self::of(&start, &sample).with_header_if(named))
    }

    /// Finds the dialect of a list of edges or an adjacency matrix, which may hold names of nodes alone.
    pub fn of_graph(head: &[u8], said: ReadAs) -> Self {
        let dialect = Self::detect(head, said);
        let start = FileStart::of(head, said);
        let sample = Sample::read(&start, dialect.syntax.delimiter, said.decimal);
        dialect.with_header_if(sample.names(&SOURCE) && sample.names(&TARGET))
    }

    fn with_header_if(self, named: bool) -> Self {
        let names = match self.names {
            Names::Nowhere if named => Names::Records(1),
            names => names,
        };
        Self { names, ..self }
    }

    /// Dialect that a sample and the comments above it show.
    fn of(start: &FileStart<'_>, sample: &Sample) -> Self {
        let mut comments = &start.comments[..];
        let mut names = match sample.header_rows() {
            0 => Names::Nowhere,
            rows => Names::Records(rows),
        };
        let mut named_by = None;
        if names == Names::Nowhere && sample.titles.is_empty() && start.header.is_none() {
            while let Some((last, rest)) = comments.split_last() {
                if !sample.takes_row(&last.text) {
                    break;
                }
                comments = rest;
            }
            let all_above = comments.len() == start.comments.len();
            if let Some(last) = comments.last().filter(|_| all_above)
                && let Some(found) = sample.names_in(&last.text)
            {
                names = Names::Above(found);
                named_by = Some(last.line);
            }
        }
        let notes = comments.iter().map(|comment| comment.line);
        let mut lines: Vec<u64> = notes.chain(sample.notes.iter().copied()).collect();
        let above = LinesAbove {
            comments: (lines.len() - usize::from(named_by.is_some())) as u64,
            titles: sample.titles.len() as u64,
            separator: start.separator_line.is_some(),
            names: named_by.is_some(),
        };
        lines.extend(&sample.titles);
        lines.extend(start.separator_line);
        lines.sort_unstable();
        Self {
            syntax: sample.syntax,
            numerals: sample.numerals,
            names,
            width: sample.width,
            trailing: sample.trailing,
            no_records: NoRecords {
                lines,
                comment: None,
            },
            above,
            texts: Vec::new(),
            other: None,
            doubtful: false,
        }
    }
}

/// Finds the delimiter under which the first records are most regular and hold the most numbers.
///
/// A comma may be the decimal sign instead: it is where another delimiter parts all lines alike and every comma then
/// stands inside a number. A delimiter that parts all lines alike comes before one that leaves lines out. Blanks stand
/// in labels too, so otherwise they are only tried where no other delimiter fits.
pub(super) fn best(head: &FileStart<'_>, decimal: Option<Decimal>) -> Sample {
    let mut best: Option<((bool, f64), Sample)> = None;
    for delimiter in DELIMITERS {
        let sample = Sample::read(head, delimiter, decimal);
        if sample.width > 1 && sample.explains_commas() {
            return sample;
        }
        // With a decimal comma, commas part columns only where numbers are quoted.
        let parted_numbers = delimiter == Delimiter::COMMA
            && decimal == Some(Decimal::Comma)
            && !sample.fields().any(|field| field.contains(','));
        let needless =
            delimiter == Delimiter::Blank && best.as_ref().is_some_and(|(_, sample)| sample.fits());
        let score = (sample.keeps_all_lines(), sample.score());
        if sample.width > 1
            && !parted_numbers
            && !needless
            && best.as_ref().is_none_or(|(top, _)| score > *top)
        {
            best = Some((score, sample));
        }
    }
    // One column; read with semicolons its commas stay.
    let alone = Sample::read(head, Delimiter::SEMICOLON, decimal);
    match best {
        None if alone.explains_commas() => alone,
        None => Sample::read(head, Delimiter::COMMA, decimal),
        Some((_, sample)) if sample.is_one_column_parted(&alone) && !sample.counts_rows() => alone,
        Some((_, sample)) => sample,
    }
}
