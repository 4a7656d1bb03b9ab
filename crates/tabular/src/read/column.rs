//! Collects the cells of one column and decides in the end what the column holds.

use std::collections::HashMap;

use super::{
    super::column::{Column, Stray, Values},
    cell::{Cell, Spelling},
    unique_names,
};
use crate::printable::brief;

/// Number of texts amid numbers below which they count as slips of the pen.
const MANY_TEXTS: usize = 3;
/// Ratio of numbers to texts above which a column is one of numbers with stray texts.
const NUMBERS_TO_A_TEXT: usize = 10;

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
    /// Cells with numbers that are written otherwise.
    foreign: usize,
    /// Cells among `texts` that only spell "no value", which amid texts is a word like any other.
    spelled_missing: usize,
    /// Spelling of the column's numbers.
    pub spelling: Spelling,
    stray: Option<Stray>,
}

impl ColumnBuilder {
    /// Makes a column of texts, none of which is taken for a number.
    pub fn texts(name: &str, texts: Vec<String>) -> Column {
        let mut builder = Self::default();
        for text in &texts {
            builder.push(&Cell::Text(text), || 0);
        }
        Column {
            texts: Some(texts),
            ..builder.finish(name.into())
        }
    }

    pub fn push(&mut self, cell: &Cell<'_>, line: impl FnOnce() -> u64) {
        let (text, foreign) = match *cell {
            Cell::Number { value, spelling } => {
                self.numbers += 1;
                self.spelling.join(spelling);
                self.values.push(value);
                return;
            }
            Cell::Missing("") => {
                self.values.push(f64::NAN);
                return;
            }
            Cell::Missing(text) => {
                self.spelled_missing += 1;
                self.push_text(text);
                return;
            }
            Cell::Foreign(text) => (text, true),
            Cell::Text(text) => (text, false),
        };
        self.push_text(text);
        self.foreign += usize::from(foreign);
        self.stray.get_or_insert_with(|| Stray {
            line: line(),
            text: brief(text),
            foreign,
        });
    }

    fn push_text(&mut self, text: &str) {
        let word = intern(&mut self.words, text);
        self.texts.push((self.values.len(), word));
        self.values.push(f64::NAN);
    }

    /// Returns true where [`finish`](Self::finish) gives a column of numbers: a column of numbers and a few texts
    /// is numeric, and its text is a mistake; with as many as [`MANY_TEXTS`] texts it is one of texts, as tickets
    /// and house numbers are.
    pub fn is_numeric(&self) -> bool {
        let texts = self.texts.len() - self.foreign - self.spelled_missing;
        let numbers = self.numbers + self.foreign;
        let are_many = texts >= MANY_TEXTS && texts * NUMBERS_TO_A_TEXT >= numbers;
        numbers > texts && !are_many
    }

    /// Makes the column, of numbers where [`is_numeric`](Self::is_numeric) says so. Numbers that are written
    /// otherwise are a mistake, never names of classes. Spellings of "no value" are that amid numbers; amid texts
    /// they are words, since `NA` and `-` may be classes.
    pub fn finish(self, name: String) -> Column {
        let values = if self.is_numeric() {
            Values::Numbers {
                values: self.values,
                stray: self.stray,
            }
        } else {
            self.into_text()
        };
        Column::of(name, values)
    }

    /// Makes a column of texts, in which numbers amid text become words as well. Words are sorted.
    fn into_text(mut self) -> Values {
        let mut codes: Vec<Option<u32>> = self
            .values
            .iter()
            .map(|value| (!value.is_nan()).then(|| intern(&mut self.words, &value.to_string())))
            .collect();
        for (row, word) in self.texts {
            codes[row] = Some(word);
        }
        let mut words: Vec<(String, u32)> = self.words.into_iter().collect();
        words.sort_unstable();
        let mut rank = vec![0; words.len()];
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

fn intern(words: &mut HashMap<String, u32>, text: &str) -> u32 {
    if let Some(&word) = words.get(text) {
        return word;
    }
    let word = words.len() as u32;
    words.insert(text.into(), word);
    word
}
