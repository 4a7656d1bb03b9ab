//! How a file is written, found from its first lines.

use super::{
    super::{
        Decimal, Delimiter, ReadAs,
        edges::{SOURCE, TARGET},
        strings::STRINGS,
    },
    cell::{Cell, Evidence, Numerals, evidence, is_number_somewhere, unquote},
    records::Records,
};

/// Enough records to tell; more would only cost time.
const SAMPLE_RECORDS: usize = 200;

/// In order of preference where two would do.
const DELIMITERS: [Delimiter; 4] = [
    Delimiter::TAB,
    Delimiter::SEMICOLON,
    Delimiter::COMMA,
    Delimiter::Blank,
];

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Dialect {
    pub delimiter: Delimiter,
    pub numerals: Numerals,
    /// The first record names the columns.
    pub header: bool,
    /// Number of columns.
    pub width: usize,
    /// What to say for the other reading, where the file leaves room for two.
    pub other: Option<ReadAs>,
}

impl Dialect {
    /// How the file that begins with `head` is written, as far as it was not said.
    pub fn detect(head: &[u8], said: ReadAs) -> Self {
        let sample_as = |said: ReadAs| match said.delimiter {
            Some(delimiter) => Sample::read(head, delimiter, said.decimal),
            None => best(head, said.decimal),
        };
        let sample = sample_as(said);
        let other = if said == ReadAs::default() {
            // A reading that would be refused is no offer.
            sample
                .other(head)
                .filter(|&other| sample_as(other).is_a_table())
        } else {
            None
        };
        Self {
            delimiter: sample.delimiter,
            numerals: sample.numerals,
            header: sample.has_header(),
            width: sample.width,
            other,
        }
    }
}

impl Dialect {
    /// How a file of strings is written; `None` where each line is one string. Blanks are part of
    /// strings, unless it was said otherwise.
    pub fn of_strings(head: &[u8], said: ReadAs) -> Option<Self> {
        let delimiters = match said.delimiter {
            Some(delimiter) => vec![delimiter],
            None => vec![Delimiter::TAB, Delimiter::SEMICOLON, Delimiter::COMMA],
        };
        let samples = delimiters
            .into_iter()
            .map(|delimiter| Sample::read(head, delimiter, said.decimal));
        let sample = samples
            .into_iter()
            .find(|sample| sample.width > 1 && sample.is_even())?;
        Some(Self {
            header: sample.has_header() || sample.names(&STRINGS),
            delimiter: sample.delimiter,
            numerals: sample.numerals,
            width: sample.width,
            other: None,
        })
    }

    /// How a list of edges or an adjacency matrix is written: names of nodes may be all there is.
    pub fn of_graph(head: &[u8], said: ReadAs) -> Self {
        let dialect = Self::detect(head, said);
        let sample = Sample::read(head, dialect.delimiter, said.decimal);
        Self {
            header: dialect.header || sample.names(&SOURCE) && sample.names(&TARGET),
            ..dialect
        }
    }
}

/// The delimiter under which the first records are most regular and hold the most numbers.
///
/// A comma may be the decimal sign instead. Where another delimiter parts all lines alike, and every
/// comma then stands inside a number, it is. Blanks stand in labels too, so otherwise they are only
/// tried where no other delimiter fits.
fn best(head: &[u8], decimal: Option<Decimal>) -> Sample {
    let mut best: Option<(f64, Sample)> = None;
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
        let score = sample.score();
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

/// The first records as one delimiter splits them.
struct Sample {
    delimiter: Delimiter,
    records: Vec<csv::StringRecord>,
    /// The commonest number of fields.
    width: usize,
    numerals: Numerals,
    /// Whether the decimal sign is a guess.
    doubtful: bool,
}

impl Sample {
    fn read(head: &[u8], delimiter: Delimiter, decimal: Option<Decimal>) -> Self {
        let mut reader = Records::new(head, delimiter);
        let mut records = Vec::new();
        while records.len() < SAMPLE_RECORDS && matches!(reader.advance(), Ok(true)) {
            records.push(reader.record().clone());
        }
        let width = commonest_width(&records);
        let (numerals, doubtful) = match decimal {
            Some(decimal) => {
                let grouped = true;
                (Numerals { decimal, grouped }, false)
            }
            None => numerals(&records, delimiter),
        };
        Self {
            delimiter,
            records,
            width,
            numerals,
            doubtful,
        }
    }

    fn fields(&self) -> impl Iterator<Item = &str> {
        self.records.iter().flatten()
    }

    fn cell(&self, record: usize, column: usize) -> Cell<'_> {
        let field = self.records[record].get(column).unwrap_or_default();
        Cell::parse(field, self.numerals)
    }

    /// Whether every record has the same number of fields.
    fn is_even(&self) -> bool {
        self.records.iter().all(|record| record.len() == self.width)
    }

    /// Whether the first record has one of `known`.
    fn names(&self, known: &[&str]) -> bool {
        let first = self.records.first();
        first.is_some_and(|first| {
            let mut names = first.iter().map(|name| unquote(name).to_lowercase());
            names.any(|name| known.contains(&name.as_str()))
        })
    }

    /// Whether this delimiter parts all records alike and leaves commas only inside numbers with a
    /// decimal comma.
    fn explains_commas(&self) -> bool {
        let mut commas = self.fields().filter(|field| field.contains(',')).peekable();
        self.delimiter != Delimiter::COMMA
            && self.numerals.decimal == Decimal::Comma
            && self.is_even()
            && commas.peek().is_some()
            && commas.all(|field| Cell::parse(field, self.numerals).is_number())
    }

    /// Whether commas part unevenly what `alone` reads as one column of numbers.
    fn is_one_column_parted(&self, alone: &Self) -> bool {
        self.delimiter == Delimiter::COMMA
            && !self.is_even()
            && alone.width == 1
            && alone.explains_commas()
    }

    /// Whether the first column below the first record counts from 0 or 1, as row names do.
    fn counts_rows(&self) -> bool {
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

    /// Whether there are rows, all of the usual width; a header may lack a name for the row names.
    fn is_a_table(&self) -> bool {
        let header = usize::from(self.has_header());
        let (names, rows) = self.records.split_at(header.min(self.records.len()));
        let mut lengths = names.iter().map(csv::StringRecord::len);
        !rows.is_empty()
            && rows.iter().all(|row| row.len() == self.width)
            && lengths.all(|length| length == self.width || length + 1 == self.width)
    }

    /// What to say for another reading that makes as much sense.
    fn other(&self, head: &[u8]) -> Option<ReadAs> {
        if self.delimiter == Delimiter::COMMA {
            let alone = Sample::read(head, Delimiter::SEMICOLON, None);
            if self.width == 2 && alone.width == 1 && alone.explains_commas() {
                return Some(ReadAs::decimal(Decimal::Comma));
            }
        } else if self.explains_commas() && (self.width == 1 || self.delimiter == Delimiter::Blank)
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

    /// Share of numbers among the cells, counting only records of the usual width; 0 to 1. A small
    /// bonus for regularity decides between delimiters of a file that is mostly text.
    fn score(&self) -> f64 {
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

    /// Whether every record has the usual width and some numbers are found, and the texts that hold
    /// blanks are not mostly several numbers each.
    fn fits(&self) -> bool {
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
        numbers > 0 && runs <= labels
    }

    /// Whether words stand above most columns of numbers, or above some while the other names merely
    /// count the columns or are missing, as data frames write them. Above one of many, a word is a
    /// slip of the pen.
    fn has_header(&self) -> bool {
        let Some(first) = self.records.first() else {
            return false;
        };
        if self.records.len() == 1 {
            return (0..first.len()).all(|j| matches!(self.cell(0, j), Cell::Text(_)));
        }
        // A header that is one short lacks a name for the row names.
        let offset = usize::from(first.len() + 1 == self.width);
        let numeric: Vec<usize> = (offset..self.width)
            .filter(|&j| self.is_numeric(j))
            .collect();
        let (mut words, mut counting) = (0, 0);
        for &j in &numeric {
            match self.cell(0, j - offset) {
                Cell::Text(_) => words += 1,
                Cell::Number { value, .. } => counting += usize::from(value == (j - offset) as f64),
                Cell::Missing(_) => counting += 1,
                Cell::Foreign(_) => {}
            }
        }
        words > 0 && (2 * words > numeric.len() || words + counting == numeric.len())
    }

    /// Whether the column holds more numbers than text under the first record.
    fn is_numeric(&self, column: usize) -> bool {
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

/// How the fields write numbers, and whether that is a guess.
///
/// Signs that contradict each other are no proof of either: then the point is the decimal sign, and
/// numbers with a comma are refused where they are used.
fn numerals(records: &[csv::StringRecord], delimiter: Delimiter) -> (Numerals, bool) {
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
    let (decimal, grouped, doubtful) = match (point, comma) {
        (true, true) => (Point, false, false),
        (true, false) => (Point, true, false),
        // `1.234` beside `2,5` may be either; beside `1.234,5` it is a thousand and more.
        (false, true) if point_hint && !comma_groups => (Point, false, false),
        (false, true) => (Comma, comma_groups, false),
        (false, false) if point_hint || !comma_hint => (Point, false, false),
        // Only `1,234`: thousands where quotes protect the comma, else a fraction.
        (false, false) if delimiter == Delimiter::COMMA => (Point, true, true),
        (false, false) => (Comma, false, true),
    };
    (Numerals { decimal, grouped }, doubtful)
}
