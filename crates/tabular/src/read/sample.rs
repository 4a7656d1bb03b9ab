//! Sample of a file: its first records as one delimiter splits them, and the evidence they give.

use std::collections::HashSet;

use super::{
    super::{Decimal, Delimiter, FittedTable, ReadAs, Reading, edges::SOURCE, strings::STRINGS},
    cell::{Cell, Evidence, Numerals, evidence, is_missing, is_number_somewhere},
    records::Records,
    split::{NA, Splitter, Syntax},
    start::{COMMENT_SIGNS, FileStart},
};

/// Number of records in the sample; more would only cost time.
const SAMPLE_RECORDS: usize = 200;

/// Largest number of lines above a table that may be its title and remarks; more are no such lines.
const MOST_TITLES: usize = 40;

/// Number of records whose texts are looked for in quotes.
const QUOTED_RECORDS: usize = 20;

/// Returns true where a field holds a text, whatever the decimal sign.
fn is_text(field: &str) -> bool {
    let field = field.trim();
    !is_missing(field) && !is_number_somewhere(field)
}

/// First records of a file as one delimiter splits them.
pub(super) struct Sample {
    pub syntax: Syntax,
    pub(super) records: Vec<csv::StringRecord>,
    /// Line of each record, 1-based.
    lines: Vec<u64>,
    /// Line numbers (1-based) above the table whose lines have fewer fields, such as its title.
    pub titles: Vec<u64>,
    /// Line numbers (1-based) of comments between the header and the first row.
    pub notes: Vec<u64>,
    /// Most common number of fields, without those behind a separator at the end.
    pub width: usize,
    /// Number of empty fields behind the columns.
    pub trailing: usize,
    pub numerals: Numerals,
    /// Number of rows of names that the user states.
    pub(super) said_rows: Option<usize>,
    /// True where the decimal sign is a guess.
    pub doubtful: bool,
    /// True where some number can be read under this decimal sign alone, or the sign was said.
    proven: bool,
    /// Number of fields with text behind their closing quote.
    torn: usize,
}

impl Sample {
    pub fn read(start: &FileStart<'_>, delimiter: Delimiter, decimal: Option<Decimal>) -> Self {
        let plain = Syntax::of(delimiter);
        let sample = Self::with_quotes(start, plain, decimal);
        if !sample.writes_na_bare(start) {
            return sample;
        }
        let syntax = Syntax {
            bare_na: true,
            ..sample.syntax
        };
        Self::split(start, syntax, decimal)
    }

    /// Reads with backslashes before quotes where that makes more sense.
    fn with_quotes(start: &FileStart<'_>, plain: Syntax, decimal: Option<Decimal>) -> Self {
        let sample = Self::split(start, plain, decimal);
        if !start.text.windows(2).any(|pair| pair == b"\\\"") {
            return sample;
        }
        let escapes = Syntax {
            escapes: true,
            ..plain
        };
        let escaped = Self::split(start, escapes, decimal);
        let is_better = escaped.torn < sample.torn || (escaped.is_even() && !sample.is_even());
        if is_better { escaped } else { sample }
    }

    fn split(start: &FileStart<'_>, syntax: Syntax, decimal: Option<Decimal>) -> Self {
        let mut reader = Records::new(start.text, syntax, start.no_records.clone());
        let (mut records, mut lines) = (Vec::new(), Vec::new());
        while records.len() < SAMPLE_RECORDS && matches!(reader.advance(), Ok(true)) {
            records.push(reader.record().clone());
            lines.push(reader.line);
        }
        let width = commonest_width(&records);
        let (numerals, trust) = match decimal {
            Some(decimal) => {
                let grouped = true;
                (Numerals { decimal, grouped }, Trust::Proven)
            }
            None => numerals(&records, syntax.delimiter),
        };
        let mut sample = Self {
            syntax,
            records,
            lines,
            titles: Vec::new(),
            notes: Vec::new(),
            width,
            trailing: 0,
            numerals,
            said_rows: start.header.map(usize::from),
            doubtful: trust == Trust::Doubtful,
            proven: trust == Trust::Proven,
            torn: reader.torn(),
        };
        sample.leave_trailing_separators();
        sample.leave_titles();
        sample.leave_notes();
        sample
    }

    /// Makes a header and rows equally wide where only one of them ends in a separator.
    fn leave_trailing_separators(&mut self) {
        let width = self.width;
        let Some(first) = self.records.iter().position(|record| record.len() == width) else {
            return;
        };
        let empty_at_end = |record: &csv::StringRecord| {
            let fields = record.iter().collect::<Vec<_>>().into_iter().rev();
            fields.take_while(|field| field.trim().is_empty()).count()
        };
        let rows = self.records.iter().filter(|record| record.len() == width);
        let most = rows.map(empty_at_end).min().unwrap_or_default();
        if let Some(header) = first.checked_sub(1).map(|above| &self.records[above]) {
            let (length, empty) = (header.len(), empty_at_end(header));
            if (width - most..width).contains(&length) && empty == 0 {
                self.trailing = width - length;
                self.width = length;
            } else if length > width && length - empty <= width {
                self.records[first - 1].truncate(width);
            }
        }
        if self.trailing > 0 {
            let full = self
                .records
                .iter_mut()
                .filter(|record| record.len() == width);
            full.for_each(|record| record.truncate(self.width));
        }
    }

    /// Leaves out lines in front with fewer fields than the table has, unless they hold no text. The last of them, if
    /// one field short, is kept as a header that lacks a name for the row names, unless the line below is a header.
    fn leave_titles(&mut self) {
        let numerals = self.numerals;
        let is_title = |record: &&csv::StringRecord| {
            let mut cells = record.iter().map(|field| Cell::parse(field, numerals));
            record.len() < self.width && cells.any(|cell| matches!(cell, Cell::Text(_)))
        };
        let count = self.records.iter().take_while(is_title).count();
        if count == 0 || count + 2 > self.records.len() || count > MOST_TITLES {
            return;
        }
        let rest = self.records.split_off(count);
        let above = std::mem::replace(&mut self.records, rest);
        let last = above.last().filter(|last| last.len() + 1 == self.width);
        let header = last.filter(|_| !self.has_header()).cloned();
        let count = count - usize::from(header.is_some());
        self.records.splice(..0, header);
        self.titles = self.lines.drain(..count).collect();
    }

    /// Leaves out comments between the header and the first row.
    fn leave_notes(&mut self) {
        let is_note = |record: &&csv::StringRecord| {
            record.len() != self.width && record.get(0).is_some_and(|it| it.starts_with('#'))
        };
        let count = self.records.iter().skip(1).take_while(is_note).count();
        if count == 0 || count + 1 == self.records.len() {
            return;
        }
        let notes: Vec<csv::StringRecord> = self.records.drain(1..=count).collect();
        let is_named = self.names(&SOURCE) || self.names(&STRINGS);
        if is_named || self.has_header() {
            self.notes = self.lines.drain(1..=count).collect();
        } else {
            self.records.splice(1..1, notes);
        }
    }

    /// Returns true where a line that begins with `#` is a row as the others: it has a number wherever they have.
    pub fn takes_row(&self, line: &str) -> bool {
        let fields = self.fields_of(line);
        let numeric: Vec<usize> = (0..self.width).filter(|&j| self.is_numeric(j)).collect();
        let is_number = |&j: &usize| {
            let cell = Cell::parse(fields.get(j).unwrap_or_default(), self.numerals);
            matches!(cell, Cell::Number { .. } | Cell::Missing(_))
        };
        fields.len() == self.width && !numeric.is_empty() && numeric.iter().all(is_number)
    }

    /// Names of all columns in a comment, with or without its sign; `None` where it does not hold them.
    pub fn names_in(&self, comment: &str) -> Option<Vec<String>> {
        let without_sign = comment.trim_start_matches(COMMENT_SIGNS);
        let begins_with_blank = without_sign.starts_with([' ', '\t']);
        let texts = [
            begins_with_blank.then(|| without_sign.trim()),
            Some(comment),
        ];
        texts.into_iter().flatten().find_map(|text| {
            let fields = self.fields_of(text);
            let mut cells = fields.iter().map(|it| Cell::parse(it, self.numerals));
            let are_names = fields.len() == self.width && !cells.any(|cell| cell.is_number());
            are_names.then(|| fields.iter().map(str::to_owned).collect())
        })
    }

    fn fields_of(&self, line: &str) -> csv::StringRecord {
        let mut splitter = Splitter::new(self.syntax);
        splitter.ends_with(line);
        splitter.record
    }

    /// Takes over the fitted file's way of writing numbers, unless a number of this file proves another, or its columns
    /// are separated by commas and the fitted file has decimal commas.
    pub fn write_numbers_as(&mut self, fitted: &Reading) {
        let decimal = fitted.decimal;
        let parts = self.syntax.delimiter == Delimiter::COMMA && decimal == Decimal::Comma;
        if !self.proven && !parts {
            let grouped = fitted.grouped;
            self.numerals = Numerals { decimal, grouped };
        }
    }

    /// Returns true where the first record names columns of the fitted table.
    pub fn is_named_by(&self, fitted: &FittedTable<'_>) -> bool {
        let first = self.records.first();
        first.is_some_and(|first| fitted.are_names(first.iter()))
    }

    /// Returns true where the first record can be a row of the fitted table's columns in their order: no text stands where
    /// numbers are needed.
    pub fn begins_with_row_of(&self, fitted: &FittedTable<'_>) -> bool {
        let Some(columns) = fitted.columns_of_width(self.width) else {
            return false;
        };
        let mut columns = columns.into_iter().enumerate();
        columns
            .all(|(at, j)| !fitted.needs_numbers(j) || !matches!(self.cell(0, at), Cell::Text(_)))
    }

    pub fn fields(&self) -> impl Iterator<Item = &str> {
        self.records.iter().flatten()
    }

    pub(super) fn cell(&self, record: usize, column: usize) -> Cell<'_> {
        let field = self.records[record].get(column).unwrap_or_default();
        Cell::parse(field, self.numerals)
    }

    /// Returns true where every record has the same number of fields.
    pub fn is_even(&self) -> bool {
        self.records.iter().all(|record| record.len() == self.width)
    }

    /// Returns true where the first record has one of the `known` names.
    pub fn names(&self, known: &[&str]) -> bool {
        let first = self.records.first();
        first.is_some_and(|first| {
            let mut names = first.iter().map(|name| name.trim().to_lowercase());
            names.any(|name| known.contains(&name.as_str()))
        })
    }

    /// Returns true where this delimiter separates all records alike and leaves commas only inside numbers with a
    /// decimal comma.
    pub fn explains_commas(&self) -> bool {
        let mut commas = self.fields().filter(|field| field.contains(',')).peekable();
        self.syntax.delimiter != Delimiter::COMMA
            && self.numerals.decimal == Decimal::Comma
            && self.is_even()
            && commas.peek().is_some()
            && commas.all(|field| Cell::parse(field, self.numerals).is_number())
    }

    /// Returns true where commas unevenly separate what `alone` reads as one column of numbers.
    pub fn is_one_column_parted(&self, alone: &Self) -> bool {
        self.syntax.delimiter == Delimiter::COMMA
            && !self.is_even()
            && alone.width == 1
            && alone.explains_commas()
    }

    /// Returns true where the first column below the first record counts from 0 or 1, as row names do.
    pub fn counts_rows(&self) -> bool {
        let whole = |record: &csv::StringRecord| record.get(0)?.trim().parse::<u64>().ok();
        let mut numbers = self.records.iter().skip(1).map(whole);
        let first = numbers.next().flatten();
        first.is_some_and(|first| {
            first <= 1
                && (first + 1..)
                    .zip(numbers)
                    .all(|(next, number)| number == Some(next))
        })
    }

    /// Returns true where there are rows, all of the usual width; a header may lack a name for the row names.
    pub fn is_a_table(&self) -> bool {
        let header = self.header_rows();
        let (names, rows) = self.records.split_at(header.min(self.records.len()));
        let mut lengths = names.iter().map(csv::StringRecord::len);
        !rows.is_empty()
            && rows.iter().all(|row| row.len() == self.width)
            && lengths.all(|length| length == self.width || length + 1 == self.width)
    }

    /// Statements that give another reading of the file that makes as much sense.
    pub fn other(&self, head: &FileStart<'_>) -> Option<ReadAs> {
        if self.syntax.delimiter == Delimiter::COMMA {
            let alone = Sample::read(head, Delimiter::SEMICOLON, None);
            if self.width == 2 && alone.width == 1 && alone.explains_commas() {
                return Some(ReadAs::decimal(Decimal::Comma));
            }
        } else if self.explains_commas()
            && (self.width == 1 || self.syntax.delimiter == Delimiter::Blank)
        {
            let commas = Sample::read(head, Delimiter::COMMA, None);
            // One name above one column says nothing of how the rows are parted.
            let mut rows = commas.records.iter().skip(usize::from(self.width == 1));
            if commas.width == 2 && rows.all(|record| record.len() == 2) {
                return Some(ReadAs::delimiter(Delimiter::COMMA));
            }
        }
        self.doubtful
            .then(|| ReadAs::decimal(self.numerals.decimal.other()))
    }

    /// Score of the delimiter, 0 to 1.1: the share of cells with a value that are numbers in a record of the usual
    /// width, plus a tenth of the share of such records, which decides where a file is mostly text.
    pub fn score(&self) -> f64 {
        let (mut numbers, mut cells, mut regular) = (0, 0, 0);
        for (i, record) in self.records.iter().enumerate() {
            for j in 0..record.len() {
                let cell = self.cell(i, j);
                cells += usize::from(!matches!(cell, Cell::Missing(_)));
                let number = matches!(cell, Cell::Number { .. } | Cell::Foreign(_));
                numbers += usize::from(number && record.len() == self.width);
            }
            regular += usize::from(record.len() == self.width);
        }
        numbers as f64 / cells.max(1) as f64
            + 0.1 * regular as f64 / self.records.len().max(1) as f64
    }

    /// Returns true where every record has the usual width and some numbers are found, and the texts that hold
    /// blanks are not mostly several numbers each.
    pub fn fits(&self) -> bool {
        let (mut numbers, mut labels, mut runs) = (0, 0, 0);
        for (i, record) in self.records.iter().enumerate() {
            // A header may lack a name for the row names.
            if record.len() != self.width && (i > 0 || record.len() + 1 != self.width) {
                return false;
            }
            for j in 0..record.len() {
                match self.cell(i, j) {
                    Cell::Number { .. } | Cell::Foreign(_) => numbers += 1,
                    Cell::Text(text) => {
                        let words = text.split_whitespace().count();
                        // Without its own delimiter the decimal sign cannot be told.
                        let is_number = |word: &&str| is_number_somewhere(word);
                        let count = text.split_whitespace().filter(is_number).count();
                        runs += usize::from(2 * count > words);
                        labels += usize::from(2 * count <= words && words > 1);
                    }
                    Cell::Missing(_) => {}
                }
            }
        }
        // Another delimiter can make titles of what is a header under this one.
        self.titles.is_empty() && numbers > 0 && runs <= labels
    }

    /// Returns true where every line has the usual width, and some column is one of numbers.
    pub fn keeps_all_lines(&self) -> bool {
        self.titles.is_empty() && self.is_even() && (0..self.width).any(|j| self.is_numeric(j))
    }

    /// Returns true where texts stand in quotes, and `NA` never does, as R writes what has no value.
    fn writes_na_bare(&self, start: &FileStart<'_>) -> bool {
        let has = |text: &str| {
            let quoted = format!("\"{text}\"");
            let mut places = start.text.windows(quoted.len());
            places.any(|place| place == quoted.as_bytes())
        };
        let first = self.records.iter().take(QUOTED_RECORDS);
        let texts: HashSet<&str> = first.flatten().filter(|text| is_text(text)).collect();
        let holds_na = self.fields().any(|field| field == NA);
        holds_na && !texts.is_empty() && !has(NA) && texts.into_iter().all(has)
    }

    /// Returns true where the column holds more numbers than text under the first record.
    pub(super) fn is_numeric(&self, column: usize) -> bool {
        let (mut numbers, mut texts) = (0, 0);
        for record in 1..self.records.len() {
            match self.cell(record, column) {
                Cell::Number { .. } | Cell::Foreign(_) => numbers += 1,
                Cell::Text(_) => texts += 1,
                Cell::Missing(_) => {}
            }
        }
        numbers > texts
    }
}

fn commonest_width(records: &[csv::StringRecord]) -> usize {
    let mut widths: Vec<usize> = records.iter().map(csv::StringRecord::len).collect();
    widths.sort_unstable();
    widths
        .chunk_by(|a, b| a == b)
        .max_by_key(|chunk| chunk.len())
        .map_or(0, |chunk| chunk[0])
}

/// Reason to believe that fields write numbers in some way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Trust {
    /// Way that some number proves, or that the user states.
    Proven,
    /// Way against which nothing speaks.
    Usual,
    /// Way beside which another is as likely.
    Doubtful,
}

/// Way in which the fields write numbers, and how certain that is.
///
/// Where some fields prove a point and others a comma, the point counts as proven, and numbers with a comma are refused
/// where they are used.
fn numerals(records: &[csv::StringRecord], delimiter: Delimiter) -> (Numerals, Trust) {
    use Decimal::{Comma, Point};
    let (mut point, mut comma, mut comma_groups) = (false, false, false);
    let (mut point_hint, mut comma_hint) = (false, false);
    for field in records.iter().flatten() {
        match evidence(field) {
            Evidence::Proof(Point) => point = true,
            Evidence::Proof(Comma) => {
                comma = true;
                comma_groups |= field.contains('.');
            }
            Evidence::Hint(Point) => point_hint = true,
            Evidence::Hint(Comma) => comma_hint = true,
            Evidence::Nothing => {}
        }
    }
    let (decimal, grouped, trust) = match (point, comma) {
        (true, true) => (Point, false, Trust::Proven),
        (true, false) => (Point, true, Trust::Proven),
        // `1.234` beside `2,5` is a thousand and more: under a point `2,5` would be no number.
        (false, true) => (Comma, comma_groups || point_hint, Trust::Proven),
        // Nothing but `1.234`, where commas are no separators: a thousand and more where they are decimal signs.
        (false, false) if point_hint && delimiter == Delimiter::SEMICOLON => {
            (Point, false, Trust::Doubtful)
        }
        (false, false) if point_hint || !comma_hint => (Point, false, Trust::Usual),
        // Only `1,234`: thousands where quotes protect the comma, else a fraction.
        (false, false) if delimiter == Delimiter::COMMA => (Point, true, Trust::Doubtful),
        (false, false) => (Comma, false, Trust::Doubtful),
    };
    (Numerals { decimal, grouped }, trust)
}
