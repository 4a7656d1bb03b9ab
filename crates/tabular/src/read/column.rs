//! Collects the cells of one column and decides in the end what the column holds.

use std::collections::{HashMap, HashSet};

use super::{
    super::{
        column::{Column, Stray, Values},
        room::{NUMBER_BYTES, NoRoom, TEXT_BYTES, copied, push},
    },
    cell::{Cell, Numerals, Spelling, is_missing},
    column_names::unique_names,
};
use crate::printable::brief;

/// Number of texts amid numbers below which they count as slips of the pen.
const MANY_TEXTS: usize = 3;
/// Ratio of numbers to texts above which a column is one of numbers with stray texts.
const NUMBERS_TO_A_TEXT: usize = 10;

/// Spellings of false and true that make a column of truth values.
const TRUTHS: [[&str; 2]; 3] = [["False", "True"], ["FALSE", "TRUE"], ["false", "true"]];

/// Kind of the cells in a column of new rows, known from the fitted column of its name, since new rows may be too few
/// to show it.
#[derive(Debug, Clone)]
pub(crate) enum KnownCells<'a> {
    /// Numbers; any other text is a mistake.
    Numbers,
    /// Numbers as names of categories; any other text is a category too.
    NumberedCategories,
    /// Texts, with those that the fitted column holds.
    Texts(HashSet<&'a str>),
}

impl KnownCells<'_> {
    /// Reads `field`. In a column of texts, a field that is among the fitted column's texts stays text, even where it
    /// looks like a number.
    pub fn read<'f>(&self, field: &'f str, numerals: Numerals) -> Cell<'f> {
        match self {
            Self::Texts(known) if known.contains(field.trim()) => Cell::Text(field.trim()),
            _ => Cell::parse(field, numerals),
        }
    }
}

/// Cells of a column that is being read. Numbers go straight into place; text is kept aside, each distinct word
/// once.
#[derive(Default)]
pub struct ColumnBuilder {
    /// Numbers; NaN where the cell holds no number of this file's kind.
    values: Vec<f64>,
    numbers: usize,
    words: HashMap<String, u32>,
    /// Row and word of each cell of text.
    texts: Vec<(usize, u32)>,
    /// Number of cells with numbers that are written in another way than the file's numbers.
    foreign: usize,
    /// Row and word of each whole number with a zero in front, which stands among `values` too.
    padded: Vec<(usize, u32)>,
    /// True where some number is more than a row of digits, so that no number of the column is a code.
    measured: bool,
    /// True where the file declares the column as one of texts.
    pub declared: bool,
    /// Cells among `texts` that only spell "no value", which amid texts is a word like any other.
    spelled_missing: usize,
    /// Spelling of the column's numbers.
    pub spelling: Spelling,
    stray: Option<Stray>,
}

impl ColumnBuilder {
    /// Makes a column of texts, none of which is taken for a number.
    ///
    /// # Errors
    /// When the system has no memory for it.
    pub fn texts(name: &str, texts: Vec<String>) -> Result<Column, NoRoom> {
        let mut builder = Self {
            declared: true,
            ..Self::default()
        };
        for text in &texts {
            builder.push(&Cell::Text(text), 0)?;
        }
        Ok(Column {
            texts: Some(texts),
            ..builder.finish(name.into())
        })
    }

    /// Takes the cell of the next row, which stands in `line` of the file; returns the bytes that it takes.
    ///
    /// # Errors
    /// When the system has no memory for it.
    pub fn push(&mut self, cell: &Cell<'_>, line: u64) -> Result<u64, NoRoom> {
        let (text, foreign) = match *cell {
            Cell::Number {
                value,
                spelling,
                text,
            } => {
                self.numbers += 1;
                self.spelling.join(spelling);
                let mut bytes = NUMBER_BYTES;
                self.measured = self.measured || !text.bytes().all(|byte| byte.is_ascii_digit());
                if spelling.padded && !self.measured {
                    bytes += self.push_padded(text)?;
                }
                push(&mut self.values, value)?;
                return Ok(bytes);
            }
            Cell::Missing("") => {
                push(&mut self.values, f64::NAN)?;
                return Ok(NUMBER_BYTES);
            }
            Cell::Missing(text) => {
                self.spelled_missing += 1;
                return self.push_text(text);
            }
            Cell::Foreign(text) => (text, true),
            Cell::Text(text) => (text, false),
        };
        self.foreign += usize::from(foreign);
        self.stray.get_or_insert_with(|| Stray {
            line,
            text: brief(text),
            foreign,
        });
        self.push_text(text)
    }

    fn push_text(&mut self, text: &str) -> Result<u64, NoRoom> {
        let (word, bytes) = self.word(text)?;
        push(&mut self.texts, (self.values.len(), word))?;
        push(&mut self.values, f64::NAN)?;
        Ok(NUMBER_BYTES + bytes)
    }

    fn push_padded(&mut self, text: &str) -> Result<u64, NoRoom> {
        let (word, bytes) = self.word(text)?;
        push(&mut self.padded, (self.values.len(), word))?;
        Ok(bytes)
    }

    /// Index of a word among the column's distinct words, and the bytes that a cell of it takes.
    fn word(&mut self, text: &str) -> Result<(u32, u64), NoRoom> {
        let known = self.words.len();
        let word = intern(&mut self.words, text)?;
        let is_new = self.words.len() > known;
        // A word is held here, and once more in the column that is made.
        let of_word = u64::from(is_new) * 2 * (TEXT_BYTES + text.len() as u64);
        Ok((word, TEXT_BYTES + of_word))
    }

    /// Returns true where the numbers are rows of digits of which some have a zero in front, as postal codes are.
    pub fn holds_codes(&self) -> bool {
        !self.padded.is_empty() && !self.measured && self.holds_numbers()
    }

    /// Takes whole numbers with a zero in front for numbers, as where a file pads all of its numbers.
    pub fn unpad(&mut self) {
        self.measured = true;
    }

    /// Spelling of false and of true where the column has no other words.
    fn truth(&self) -> Option<[String; 2]> {
        let is_spelled = |text: &str| self.spelled_missing > 0 && is_missing(text);
        if self.declared || self.numbers > 0 || self.texts.len() == self.spelled_missing {
            return None;
        }
        let mut words = self.words.keys().filter(|text| !is_spelled(text));
        let first = words.next()?;
        let pair = TRUTHS.iter().find(|pair| pair.contains(&first.as_str()))?;
        words
            .all(|word| pair.contains(&word.as_str()))
            .then(|| pair.map(str::to_owned))
    }

    /// Makes a column of 0 and 1 of one that holds nothing but false and true.
    fn into_truth(self, [_, yes]: &[String; 2]) -> Values {
        let mut values = self.values;
        let yes = self.words.get(yes);
        let words = self.words.iter();
        let missing: HashSet<u32> = words
            .filter(|(text, _)| is_missing(text))
            .map(|(_, word)| *word)
            .collect();
        for (row, word) in self.texts {
            if !missing.contains(&word) {
                values[row] = f64::from(u8::from(yes == Some(&word)));
            }
        }
        Values::Numbers {
            values,
            stray: None,
        }
    }

    /// Returns true where [`finish`](Self::finish) gives a column of numbers: a column of numbers and a few texts is
    /// numeric, and its texts are mistakes. With [`MANY_TEXTS`] texts or more, at least one to [`NUMBERS_TO_A_TEXT`]
    /// numbers, it is one of texts, as tickets and house numbers are.
    pub fn is_numeric(&self) -> bool {
        self.holds_numbers() && !self.holds_codes()
    }

    fn holds_numbers(&self) -> bool {
        let texts = self.texts.len() - self.foreign - self.spelled_missing;
        let numbers = self.numbers + self.foreign;
        let are_many = texts >= MANY_TEXTS && texts * NUMBERS_TO_A_TEXT >= numbers;
        numbers > texts && !are_many
    }

    /// Bytes that [`finish`](Self::finish) takes at most besides those that are held: in a column of texts every number
    /// becomes a word.
    pub fn bytes_to_finish(&self) -> u64 {
        if self.is_numeric() {
            return 0;
        }
        (self.numbers as u64).saturating_mul(2 * TEXT_BYTES)
    }

    /// Makes the column, of numbers where [`is_numeric`](Self::is_numeric) says so. Numbers that are written otherwise
    /// are a mistake, never names of classes. Spellings of "no value" count as missing amid numbers; amid texts they
    /// are words, since `NA` and `-` may be classes.
    pub fn finish(self, name: String) -> Column {
        if let Some(truth) = self.truth() {
            let values = self.into_truth(&truth);
            return Column {
                truth: Some(truth),
                ..Column::of(name, values)
            };
        }
        let values = if self.is_numeric() {
            self.into_numbers()
        } else {
            self.into_text()
        };
        Column::of(name, values)
    }

    /// Makes the column of a file of new rows, whose kind is known.
    pub fn finish_as(mut self, known: &KnownCells<'_>, name: String) -> Column {
        if !matches!(known, KnownCells::Texts(_)) && self.truth().is_some() {
            return self.finish(name);
        }
        let values = match known {
            KnownCells::NumberedCategories if self.stray.is_some() => {
                // Beside numbers a spelling of "no value" is that.
                let is_missing =
                    |text: &str| matches!(Cell::parse(text, Numerals::default()), Cell::Missing(_));
                let missing = self.words.iter().filter(|(text, _)| is_missing(text));
                let missing: HashSet<u32> = missing.map(|(_, word)| *word).collect();
                self.texts.retain(|(_, word)| !missing.contains(word));
                self.into_text()
            }
            KnownCells::Numbers | KnownCells::NumberedCategories => self.into_numbers(),
            KnownCells::Texts(_) => self.into_text(),
        };
        Column::of(name, values)
    }

    fn into_numbers(self) -> Values {
        Values::Numbers {
            values: self.values,
            stray: self.stray,
        }
    }

    /// Makes a column of texts, in which numbers amid text become words as well. Words are sorted.
    fn into_text(mut self) -> Values {
        let mut codes: Vec<Option<u32>> = vec![None; self.values.len()];
        for (code, value) in codes.iter_mut().zip(&self.values) {
            if !value.is_nan() {
                let text = value.to_string();
                let next = self.words.len() as u32;
                *code = Some(*self.words.entry(text).or_insert(next));
            }
        }
        for (row, word) in self.padded.into_iter().chain(self.texts) {
            codes[row] = Some(word);
        }
        let used: HashSet<u32> = codes.iter().copied().flatten().collect();
        let words = self.words.into_iter();
        let mut words: Vec<(String, u32)> = words.filter(|(_, word)| used.contains(word)).collect();
        words.sort_unstable();
        let last = words.iter().map(|(_, word)| *word).max();
        let mut rank = vec![0; last.map_or(0, |last| last as usize + 1)];
        for (i, (_, word)) in words.iter().enumerate() {
            rank[*word as usize] = i as u32;
        }
        Values::Text {
            names: unique_names(words.iter().map(|(text, _)| brief(text))),
            codes: codes
                .into_iter()
                .map(|code| code.map(|word| rank[word as usize]))
                .collect(),
        }
    }
}

fn intern(words: &mut HashMap<String, u32>, text: &str) -> Result<u32, NoRoom> {
    if let Some(&word) = words.get(text) {
        return Ok(word);
    }
    let word = words.len() as u32;
    words.try_reserve(1)?;
    words.insert(copied(text)?, word);
    Ok(word)
}
