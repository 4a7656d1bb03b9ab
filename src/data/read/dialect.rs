//! How a file is written, found from its first lines.

use super::{
    cell::Cell,
    records::{Records, Separator},
};

/// Enough records to tell; more would only cost time.
const SAMPLE_RECORDS: usize = 200;

/// In order of preference where two would do.
const SEPARATORS: [Separator; 4] = [
    Separator::Byte(b'\t'),
    Separator::Byte(b';'),
    Separator::Byte(b','),
    Separator::Blanks,
];

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Dialect {
    pub separator: Separator,
    /// Numbers are written 1,5.
    pub decimal_comma: bool,
    /// The first record names the columns.
    pub header: bool,
    /// Number of columns.
    pub width: usize,
}

impl Dialect {
    /// The separator under which the first records are most regular and hold the most numbers.
    /// Blanks stand in labels too, so they are only tried where no other separator fits.
    pub fn detect(head: &[u8]) -> Self {
        let mut best: Option<(f64, Sample)> = None;
        for separator in SEPARATORS {
            if separator == Separator::Blanks
                && best.as_ref().is_some_and(|(_, sample)| sample.fits())
            {
                break;
            }
            let sample = Sample::read(head, separator);
            let score = sample.score();
            if sample.width > 1 && best.as_ref().is_none_or(|(top, _)| score > *top) {
                best = Some((score, sample));
            }
        }
        let sample = best.map_or_else(
            || Sample::read(head, Separator::Byte(b',')),
            |(_, sample)| sample,
        );
        Self {
            separator: sample.separator,
            decimal_comma: sample.decimal_comma,
            header: sample.has_header(),
            width: sample.width,
        }
    }
}

/// The first records as one separator splits them.
struct Sample {
    separator: Separator,
    records: Vec<csv::StringRecord>,
    /// The commonest number of fields.
    width: usize,
    decimal_comma: bool,
}

impl Sample {
    fn read(head: &[u8], separator: Separator) -> Self {
        let mut reader = Records::new(head, separator);
        let mut records = Vec::new();
        while records.len() < SAMPLE_RECORDS && matches!(reader.advance(), Ok(true)) {
            records.push(reader.record().clone());
        }
        let width = commonest_width(&records);
        let decimal_comma = separator != Separator::Byte(b',') && writes_commas(&records);
        Self {
            separator,
            records,
            width,
            decimal_comma,
        }
    }

    fn cell(&self, record: usize, column: usize) -> Cell<'_> {
        let field = self.records[record].get(column).unwrap_or_default();
        Cell::parse(field, self.decimal_comma)
    }

    /// Share of numbers among the cells, counting only records of the usual width; 0 to 1. A small
    /// bonus for regularity decides between separators of a file that is mostly text.
    fn score(&self) -> f64 {
        let (mut numbers, mut cells, mut regular) = (0, 0, 0);
        for (i, record) in self.records.iter().enumerate() {
            for j in 0..record.len() {
                let cell = self.cell(i, j);
                cells += usize::from(cell != Cell::Missing);
                numbers += usize::from(cell.is_number() && record.len() == self.width);
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
                    Cell::Number(_) => numbers += 1,
                    Cell::Text(text) => {
                        let words = text.split_whitespace().count();
                        // Without its own separator the decimal sign cannot be told.
                        let number = |word: &&str| {
                            [false, true].map(|comma| Cell::parse(word, comma).is_number())
                                != [false, false]
                        };
                        let count = text.split_whitespace().filter(number).count();
                        runs += usize::from(2 * count > words);
                        labels += usize::from(2 * count <= words && words > 1);
                    }
                    Cell::Missing => {}
                }
            }
        }
        numbers > 0 && runs <= labels
    }

    /// Whether words stand above most columns of numbers, or above some while the other names merely
    /// count the columns, as data frames do. Above one of many, a word is a slip of the pen.
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
                Cell::Number(name) => counting += usize::from(name == (j - offset) as f64),
                Cell::Missing => {}
            }
        }
        words > 0 && (2 * words > numeric.len() || words + counting == numeric.len())
    }

    /// Whether the column holds more numbers than text under the first record.
    fn is_numeric(&self, column: usize) -> bool {
        let (mut numbers, mut texts) = (0, 0);
        for record in 1..self.records.len() {
            match self.cell(record, column) {
                Cell::Number(_) => numbers += 1,
                Cell::Text(_) => texts += 1,
                Cell::Missing => {}
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

/// Whether some fields are numbers only with a decimal comma, and none with a decimal point.
fn writes_commas(records: &[csv::StringRecord]) -> bool {
    let mut commas = false;
    for field in records.iter().flatten() {
        if field.contains('.') && Cell::parse(field, false).is_number() {
            return false;
        }
        commas |= field.contains(',') && Cell::parse(field, true).is_number();
    }
    commas
}
